"""Bitmaps: one bit for every position of a puzzle of flips, and facts about the positions level by level.

In a puzzle of flips a position is made of bits, and a move flips fixed bits where a fixed pattern lies: a peg jump
flips 1 1 0 into 0 0 1.  Every move takes away a one, so the positions after n moves form a level that no later one
meets, and a pass over the levels, forwards or backwards, settles whatever depends on the levels before.

    layout.py    the index of each position in a map
    sets.py      how moves spread a set of positions
    states.py    the positions of a map one by one
    walk.py      level after level on several threads, within limits
"""
