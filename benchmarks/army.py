"""The table of armies in the README.  `make bench` runs it after counting.py.

The figures to beat are published ones or were measured elsewhere.
"""

from typing import Any

from benchmarks.pegs import Row, best, milliseconds, print_table

import perfectplay as pp

# What each lattice takes for the levels from 1 on, and what is known of how long others took.
PLANES = (
    ("square", (2, 4, 8, 20), "20 is the classic, by hand"),
    ("diagonal", (2, 3, 5, 8, 13, 23), ""),
    ("triangle", (2, 3, 5, 9, 17), ""),
)
HIGHER = (("diagonal", 7, 46), ("triangle", 6, 36), ("skew", 6, 46))


def solved(spec: str, men: int | None = None, **options: Any) -> pp.Solved:
    answer = pp.solve(spec, **options)
    assert isinstance(answer, pp.Solved)
    assert men in (None, answer.men)
    return answer


def classic_searches() -> list[Row]:
    rows = []
    for about, target, options, to_beat in (
        ("breadth first, plain", "d7", {"algorithm": "breadth-first", "prune": []}, "375 s"),
        ("breadth first, visited exactly", "d7", {"algorithm": "breadth-first", "prune": ["duplicates"]}, ""),
        (
            "breadth first, mirror and sums",
            "d7",
            {"algorithm": "breadth-first", "prune": ["symmetry"], "visited": "sums"},
            "35 s",
        ),
        ("backward", "d7", {"algorithm": "backward"}, ""),
        ("best first by golden weight", "d7", {"algorithm": "greedy"}, "0.01 s"),
        ("best first by golden weight", "c8", {"algorithm": "greedy"}, "0.03 s"),
        ("best first by golden weight", "e8", {"algorithm": "greedy"}, "33 s"),
        ("programme: fewest men, proved", "d7", {}, ""),
        ("programme: fewest men, proved", "c8", {}, ""),
        ("programme: fewest men, proved", "e8", {}, ""),
    ):
        spec = f"army/7x8:{target}"
        men = solved(spec, **options).men
        seconds = best(lambda spec=spec, options=options: solved(spec, **options), 3)
        rows.append(Row(f"{target}, {about}", f"{milliseconds(seconds)}, {men} men", to_beat))
    return rows


def proofs() -> list[Row]:
    def impossible(spec: str) -> None:
        assert isinstance(pp.solve(spec), pp.Impossible)

    def whole_map() -> None:
        assert pp.count("army/7x8").limit == ""

    return [
        Row("d8, proved impossible", milliseconds(best(lambda: impossible("army/7x8:d8"))), "0.1 s (no other program)"),
        Row("whole 7x8 map, smallest armies proved", milliseconds(best(whole_map, 3)), "5 s (no other program)"),
        Row("half-plane, level 5 proved", milliseconds(best(lambda: impossible("army/half-plane:5"))), "0.1 s"),
    ]


def planes() -> list[Row]:
    rows = []
    for lattice, armies, to_beat in PLANES:

        def all_levels(lattice: str = lattice, armies: tuple[int, ...] = armies) -> None:
            for level, men in enumerate(armies, 1):
                solved(f"army/half-plane:{level},lattice={lattice}", men)

        job = f"half-plane, {lattice}, levels 1 to {len(armies)}: {' '.join(map(str, armies))}"
        rows.append(Row(job, milliseconds(best(all_levels, 1)), to_beat))
    for lattice, level, men in HIGHER:
        spec = f"army/half-plane:{level},lattice={lattice}"
        seconds = best(lambda spec=spec, men=men: solved(spec, men), 1)
        rows.append(Row(f"half-plane, {lattice}, level {level}: {men}", milliseconds(seconds), ""))
    return rows


if __name__ == "__main__":
    print_table(classic_searches, proofs, planes)
