"""`perfectplay verify`."""

import json

import click

from perfectplay.base.errors import InputError, PerfectplayError
from perfectplay.base.files import read_text
from perfectplay.base.text import in_lines
from perfectplay.cli.main import REJECTED, SOLVED
from perfectplay.cli.options import json_option
from perfectplay.verbs.verify import verify_saved


@click.command("verify")
@click.argument("file")
@click.option("--rerun", is_flag=True, help="Also repeat the searches that only a new search can check.")
@json_option
def COMMAND(file: str, rerun: bool, as_json: bool) -> int:
    """Check a saved answer (from solve or prove --json; - reads standard input), claim by claim."""
    text = read_text(file, "a saved answer")
    try:
        verdict = verify_saved(text, rerun=rerun)
    except PerfectplayError as error:
        raise InputError(f"{'standard input' if file == '-' else file}: {error}") from None
    if as_json:
        claims = [{"name": claim.name, "result": claim.result, "detail": claim.detail} for claim in verdict.claims]
        click.echo(json.dumps({"accepted": verdict.accepted, "claims": claims}, indent=1))
    else:
        click.echo("\n".join(in_lines(str(claim)) for claim in verdict.claims))
        click.echo("accepted" if verdict.accepted else "rejected")
    return SOLVED if verdict.accepted else REJECTED
