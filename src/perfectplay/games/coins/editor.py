"""Drawing coin positions with their rules."""

from dataclasses import replace

from perfectplay.base.errors import InputError
from perfectplay.games.coins.game import COLOUR_NAMES, PRESETS, CoinGame
from perfectplay.games.coins.position import COIN, NOTHING
from perfectplay.games.coins.problem import CoinProblem
from perfectplay.games.coins.triangle import MOST_SIDE
from perfectplay.model.editor import CellKind, Drawn, Editor, FormField, Layer, Sketch

BOARD = "board"


class CoinEditor(Editor):
    """A triangle of coins, with or without colours, and the rules of the game."""

    family = "coins"
    about = "Draw the coins that are there, and say what the rules are."
    layers = (Layer(BOARD, "Coins", NOTHING),)
    kinds = (
        CellKind(COIN, "coin", "A coin without a colour.", BOARD, "o"),
        CellKind(NOTHING, "no coin", "This coin has been taken.", BOARD),
        *(
            CellKind(mark, f"{name} coin", f"A coin that is worth what {name} is.", BOARD, "o", name)
            for mark, name in COLOUR_NAMES.items()
        ),
    )
    fields = (
        FormField("rules", "Rules", "A set of rules by name, which what stands below changes.", tuple(PRESETS)),
        FormField("runs", "Longest run", "The most coins that a turn takes, as in 3; empty for any."),
        FormField("play", "The last coin", "Who takes it loses (misere) or wins (normal).", ("misere", "normal")),
        FormField("points", "Points of runs", "For runs of one coin, two, and so on, as in 5/9/11."),
        FormField("winner", "Points of the winner", "As in 25."),
        FormField("loser", "Points of the loser", "As in -25."),
        *(FormField(name, f"Points of a {name} coin", "As in 5.") for name in COLOUR_NAMES.values()),
    )
    most_columns = most_rows = MOST_SIDE
    is_triangle = True
    blank = Sketch({BOARD: [COIN * row for row in range(1, 6)]})

    def drawn(self, sketch: Sketch) -> Drawn:
        if not set("".join(sketch.layers.get(BOARD, ()))) - {NOTHING, " "}:
            raise InputError("no coin is left to be taken; draw at least one")
        head = [f"{name}: {value}" for name, value in sketch.fields.items() if value]
        rows = [row.ljust(number, NOTHING) for number, row in enumerate(sketch.layers.get(BOARD, ()), 1)]
        return Drawn("\n".join([*head, *([""] if head else []), *rows, ""]))

    def sketch_of(self, problem: CoinProblem) -> Sketch:
        return Sketch({BOARD: problem.start.rows}, _fields(problem.game))


def _fields(game: CoinGame) -> dict[str, str]:
    """Return what has to be said of a game: the name of its rules, and what they do not say."""
    usual = replace(PRESETS[game.preset] if game.preset else CoinGame(game.side), colours=game.colours)
    said = {
        "runs": (game.longest_run, usual.longest_run),
        "play": (game.play, usual.play),
        "points": ("/".join(map(str, game.points)), "/".join(map(str, usual.points))),
        "winner": (game.winner_points, usual.winner_points),
        "loser": (game.loser_points, usual.loser_points),
    }
    named = zip(COLOUR_NAMES.values(), game.colour_points, usual.colour_points, strict=True)
    said |= {name: (points, usually) for name, points, usually in named}
    fields = {name: str(value) for name, (value, usually) in said.items() if value != usually}
    return fields | ({"rules": game.preset} if game.preset else {})


EDITOR = CoinEditor()
