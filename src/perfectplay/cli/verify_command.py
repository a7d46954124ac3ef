"""`perfectplay verify`."""

import json
from pathlib import Path

import click

from perfectplay.base.errors import InputError, PerfectplayError
from perfectplay.base.files import read_text
from perfectplay.base.limits import Limits
from perfectplay.base.text import in_lines
from perfectplay.cli.exit_codes import REJECTED, SOLVED, UNKNOWN
from perfectplay.cli.options import MemorySize, RealNumber, json_option
from perfectplay.model.option import names_in
from perfectplay.verbs.verify import verify_saved

CODES = {"accepted": SOLVED, "rejected": REJECTED, "unconfirmed": UNKNOWN}


@click.command("verify")
@click.argument("file")
@click.option("--max-seconds", type=RealNumber(), metavar="S", help="Search again for S seconds.  [default: 10]")
@click.option("--max-memory", type=MemorySize(), metavar="SIZE", help="Remember no more than that.  [default: 1GiB]")
@click.option("--rerun", is_flag=True, help="Search again however long it takes, and whatever memory.")
@click.option("--only", metavar="NAMES", help="Exit by these claims alone, such as solution or solution,moves.")
@click.option(
    "--rules",
    "rules",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file of a user's own game.  It is a program, and it is run.",
)
@json_option
def COMMAND(
    file: str,
    max_seconds: float | None,
    max_memory: int | None,
    rerun: bool,
    only: str | None,
    rules: Path | None,
    as_json: bool,
) -> int:
    """Check a saved answer (from solve or prove --json; - reads standard input), claim by claim.

    A claim is checked, unconfirmed or rejected.  What only a search can tell is searched for again, within the limits.
    Exit codes: 0 accepted, every claim was checked; 1 rejected; 20 unconfirmed.
    """
    if rerun and (max_seconds is not None or max_memory is not None):
        raise InputError("--rerun lifts every limit; leave out --max-seconds and --max-memory")
    limits = Limits(max_seconds, max_memory)
    names = [] if only is None else names_in(only)
    text = read_text(file, "a saved answer")
    try:
        verdict = verify_saved(text, rerun=rerun, limits=limits, only=names, rules=rules)
    except PerfectplayError as error:
        raise InputError(f"{'standard input' if file == '-' else file}: {error}") from None
    if as_json:
        claims = [{"name": claim.name, "result": claim.result, "detail": claim.detail} for claim in verdict.claims]
        fields = {
            "verdict": verdict.verdict,
            "accepted": verdict.accepted,
            "problem": verdict.problem,
            "claims": claims,
        }
        click.echo(json.dumps(fields, indent=1))
    else:
        if verdict.problem:
            head, _, drawing = verdict.problem.partition("\n")
            click.echo("\n".join(filter(None, [in_lines(head), drawing, ""])) + "\n")
        click.echo("\n".join(in_lines(str(claim)) for claim in verdict.claims))
        click.echo(verdict.verdict)
    return CODES[verdict.verdict]
