"""The searches that every family can use, by the number of players."""

from perfectplay.model.registry import general_algorithms

FOR_ONE = [name for name, algorithm in general_algorithms().items() if algorithm.players == 1]
FOR_TWO = [name for name, algorithm in general_algorithms().items() if algorithm.players == 2]
