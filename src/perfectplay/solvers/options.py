"""The options of searches, which every puzzle has."""

from collections.abc import Iterable

from perfectplay.model.option import Ability, Choice, Kind, Names, Need, Option, Options, Real, Whole, choose
from perfectplay.search.task import DEAD, ORDERS, SPLITS, TIES, VISITED

__all__ = ["MOST_SEED", "MOST_THREADS", "ORDERS", "SEARCH_OPTIONS", "default_options"]

MOST_THREADS = 256
MOST_SEED = 2**63 - 1
MOST_EVENTS = 10**12
MOST_DEPTH = 10_000
TEXT = Kind()

ALGORITHM = Option(
    "algorithm",
    TEXT,
    "How to search; see `perfectplay list`.  The default picks for you.",
    page_help="How to search.",
    metavar="NAME",
    label="always",
    is_for_one=False,
)
ESTIMATE = Option(
    "estimate",
    TEXT,
    "What guides the search; see `perfectplay list`.",
    page_help="What guides the search.",
    metavar="NAME",
    label="always",
    is_for_one=False,
)
PRUNE = Option(
    "prune",
    Names(),
    "all, none, or a list of duplicates, symmetry and the family's rules, see `list`; all leaves out unsafe ones.",
    page_help="What is left out because it cannot matter.",
    metavar="NAMES",
    label="always",
    is_for_one=False,
)
ORDER = Option(
    "order",
    TEXT,
    "Order of moves: given, reversed, random, estimate, or one of the family's own, see `perfectplay list`.",
    page_help="In which order moves are tried.",
    default="given",
    label="always",
    metavar="ORDER",
    is_for_one=False,
)
VISITED_BY = Option(
    "visited",
    Choice(VISITED),
    "How visited positions are found again: by themselves, by the sums of rows and columns (confirmed, collisions "
    "counted), by themselves within a level of breadth first search, or by the board alone (not safe).",
    default="exact",
)
TIES_FIRST = Option(
    "ties",
    Choice(TIES),
    "Which of equals best first search takes.",
    default="newest",
    abilities=(Ability("ties", "has no ties to break; leave out {}, or use best first search"),),
)
WEIGHT = Option(
    "weight",
    Real(1, 1000),
    "Of the estimate in weighted-astar.  [default: 2]",
    page_help="How much the estimate counts for.",
    default=2.0,
    metavar="W",
    needs=Need("algorithm", "weighted-astar", "weighted-astar"),
    label="never",
)
ON_THREADS = Ability("threads", "runs on one thread; for {} use depth-first", harmless=1, instead="one_thread")
THREADS = Option(
    "threads",
    Whole(1, MOST_THREADS),
    "For depth-first, minimax, bitmaps and tables.  [default: 1 for a search, else one for each processor]",
    page_help="How many processors search at the same time.",
    metavar="N",
    abilities=(ON_THREADS,),
    steers=False,
    is_for_one=False,
    label="always",
)
SEVERAL_THREADS = Need("threads", "", "searches on threads", is_any=True)  # 1 too, where some numbers are compared
SPLIT = Option(
    "split",
    Choice(SPLITS),
    "How threads divide the tree: an idle one takes from the busiest, or subtrees are dealt out once.",
    default="dynamic",
    needs=SEVERAL_THREADS,
    abilities=(Ability("threads", "runs on one thread; for {} use depth-first", harmless="dynamic"),),
)
DEAD_POSITIONS = Option(
    "dead",
    Choice(DEAD),
    "Whether threads have one memory of dead positions, or one each.",
    default="shared",
    needs=SEVERAL_THREADS,
    abilities=(
        Ability("threads", "runs on one thread; for {} use depth-first", harmless="shared"),
        Ability("memory", "remembers nothing, so it has no memory of dead positions; leave out {}"),
    ),
)
DEPTH = Option(
    "depth",
    Whole(1, MOST_DEPTH),
    "Of alphabeta: moves after which positions are guessed by the estimate.  [default: to the end of every game]",
    page_help="After how many moves positions are guessed by the estimate; left open, games are played to their ends.",
    default=0,
    metavar="N",
    abilities=(Ability("depth", "has no depth to end at; leave out {}, or use alphabeta"),),
    is_for_one=False,
)
SEED = Option(
    "seed",
    Whole(0, MOST_SEED),
    "Of random moves.  [default: 1]",
    page_help="Another number gives another order of random moves.",
    default=1,
    metavar="N",
    needs=Need("order", "random", "random moves"),
    steers=False,
    label="never",
    is_for_one=False,
)
TRACE = Option(
    "trace",
    Whole(0, MOST_EVENTS),
    "How many events of the search to record.",
    default=0,
    label="never",
    is_for_one=False,
)
_ALL = (
    *(ALGORITHM, ESTIMATE, PRUNE, ORDER, VISITED_BY, TIES_FIRST, WEIGHT),
    *(THREADS, SPLIT, DEAD_POSITIONS, DEPTH, SEED, TRACE),
)
SEARCH_OPTIONS = {option.name: option for option in _ALL}


def default_options(own: Iterable[Option] = ()) -> Options:
    """Return the options of somebody who gives none, those of a family's own among them."""
    return choose(SEARCH_OPTIONS | {option.name: option for option in own if "solve" in option.verbs}, {})
