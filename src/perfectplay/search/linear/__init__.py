"""Linear and integer programs, solved by HiGHS under a watch, and proofs in whole numbers that are made from them.

program.py   a program by its rows and columns, kept between questions; least value, primal and dual
exact.py     what floating point has found, in whole numbers
tree.py      branch and bound that keeps its tree, whose leaves are exact
"""
