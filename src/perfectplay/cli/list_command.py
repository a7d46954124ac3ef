"""`perfectplay list`."""

import json
from collections.abc import Mapping
from typing import Any

import click

from perfectplay.base.errors import InputError
from perfectplay.base.text import in_lines
from perfectplay.cli.options import json_option
from perfectplay.model.registry import algorithms, families


@click.command("list")
@click.argument("family", required=False)
@json_option
def COMMAND(family: str | None, as_json: bool) -> None:
    """List families, their boards, estimates and pruning rules, and the algorithms."""
    listed = {name: found for name, found in families().items() if found.variants()}
    if family is not None and family not in listed:
        raise InputError(f"unknown family {family[:40]!r}; there are {', '.join(listed)}")
    chosen = [found for name, found in listed.items() if family in (None, name)]
    if as_json:
        listing: dict[str, Any] = {
            found.name: {
                "about": found.about,
                "objectives": list(found.facts.objectives),
                "variants": {variant.name: variant.about for variant in found.variants()},
                "estimates": {
                    name: {"about": about, "admissible": list(objectives)}
                    for name, (about, objectives) in found.estimates.items()
                },
                "pruning": dict(found.pruning),
                "orders": dict(found.orders),
            }
            for found in chosen
        }
        facts = {
            name: {"about": algorithm.about, "optimal": algorithm.optimal} for name, algorithm in algorithms().items()
        }
        click.echo(json.dumps({"families": listing, "algorithms": facts}, indent=1))
        return
    for found in chosen:
        click.echo(in_lines(f"{found.name}: {found.about}; objectives {', '.join(found.facts.objectives)}"))
        for variant in found.variants():
            click.echo(in_lines(f"  {found.name}/{variant.name:<14} {variant.about}", 22))
        if found.estimates:
            click.echo(f"estimates for {found.name} (solve --estimate NAME)")
        for name, (about, objectives) in found.estimates.items():
            admissible = f" (admissible for {' and '.join(objectives)})" if objectives else " (not admissible)"
            click.echo(in_lines(f"  {name:<15} {about}{admissible}", 18))
        _list_names(f"pruning rules of {found.name} (solve --prune NAMES)", found.pruning)
        _list_names(f"orders of {found.name} (solve --order NAME)", found.orders)
    click.echo("\nalgorithms (solve --algorithm NAME)")
    for algorithm in algorithms().values():
        click.echo(in_lines(f"  {algorithm.name:<15} {algorithm.about}", 18))


def _list_names(title: str, names: Mapping[str, str]) -> None:
    if names:
        click.echo(title)
    for name, about in names.items():
        click.echo(in_lines(f"  {name:<15} {about}", 18))
