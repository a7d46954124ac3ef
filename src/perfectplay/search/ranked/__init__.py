"""Ranked maps: sets of positions up to symmetry, one bit for each rank, and values of all positions of a set.

A puzzle of lines has bits, and a move flips a line of three: 1 1 0 becomes 0 0 1.  Every move removes a one, so the
positions after n moves form a level.  A level is a bitmap over the ranks of its positions, and only the least of all
symmetric images of a position is in it.

Read the files in this order:

    ranks.py    the rank of a position in its level, and back
    moves.py    all moves of a position at once, and the images of their results
    kernels.py  sets: how moves spread them, complements, numbers of positions
    values.py   values of a level from those of the level before: sums, fewest moves
    walk.py     level after level on several threads, within limits
    valued.py   passes of values over the levels, with checkpoints
"""
