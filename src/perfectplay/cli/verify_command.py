"""`perfectplay verify`."""

import json
import sys
from pathlib import Path

import click

from perfectplay.cli.main import REJECTED, SOLVED
from perfectplay.cli.options import json_option
from perfectplay.errors import InputError


@click.command("verify")
@click.argument("file")
@click.option("--rerun", is_flag=True, help="Also repeat the searches that only a new search can check.")
@json_option
def COMMAND(file: str, rerun: bool, as_json: bool) -> int:
    """Check a saved answer (from solve --json; - reads standard input), claim by claim."""
    from perfectplay.verifying import read_text, verify_saved

    if file == "-":
        try:
            text = sys.stdin.buffer.read().decode("utf-8")
        except UnicodeDecodeError:
            raise InputError("standard input is not text") from None
    else:
        text = read_text(Path(file))
    verdict = verify_saved(text, rerun=rerun)
    if as_json:
        claims = [{"name": claim.name, "result": claim.result, "detail": claim.detail} for claim in verdict.claims]
        click.echo(json.dumps({"accepted": verdict.accepted, "claims": claims}, indent=1))
    else:
        click.echo(str(verdict))
        click.echo("accepted" if verdict.accepted else "rejected")
    return SOLVED if verdict.accepted else REJECTED
