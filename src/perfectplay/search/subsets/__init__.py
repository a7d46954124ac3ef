"""Games of taking away: a position is a set, a move takes a fixed subset, and the game ends when no move is left.

Every subset of n things is a position, so a table of 2**n entries holds them all, and a position is the number whose
bits are the things that are left.

    layout.py   how the bits of a position are split, and what a move is in each part
    wins.py     one bit for each position: lost for the player to move, or not
    scores.py   one number for each position: what the player to move is ahead by in the end
    sweep.py    table after table on several threads, within limits
"""
