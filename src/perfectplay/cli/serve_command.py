"""`perfectplay serve`."""

import json
import webbrowser
from ipaddress import IPv6Address
from pathlib import Path

import click

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.base.limits import parse_bytes
from perfectplay.base.loading import loading
from perfectplay.cli.exit_codes import INTERRUPTED, SOLVED
from perfectplay.cli.options import RealNumber, WholeNumber, json_option
from perfectplay.model.registry import families
from perfectplay.model.specs import load
from perfectplay.version import __version__

MOST_PORT = 65_535
MISSING = "the page needs starlette, uvicorn and limits; install them with: pip install 'perfectplay[web]'"


@click.command("serve")
@click.argument("games", nargs=-1, metavar="[GAME.py[:ARG]]...")
@click.option("--host", default="127.0.0.1", metavar="NAME", help="Where to listen.  [default: this computer alone]")
@click.option(
    "--port", type=WholeNumber(0, MOST_PORT), default=8765, metavar="N", help="0 takes a free one.  [default: 8765]"
)
@click.option("--name", "names", multiple=True, metavar="NAME", help="A further name visitors call this computer by.")
@click.option(
    "--workers",
    type=WholeNumber(1, 256),
    metavar="N",
    help="Searches at a time; values, hints and players have one process more.  [default: 4 or more]",
)
@click.option("--max-seconds", type=RealNumber(0, 86_400), metavar="S", help="Of one search.  [default: 60]")
@click.option("--max-memory", metavar="BYTES", help="Of one search.  [default: 1GiB]")
@click.option(
    "--rate", type=WholeNumber(1, 10**9), metavar="N", help="Units of work a minute for one visitor.  [default: 600]"
)
@click.option("--open", "is_opened", is_flag=True, help="Open the page in the browser.")
@json_option
def COMMAND(
    games: tuple[str, ...],
    host: str,
    port: int,
    names: tuple[str, ...],
    workers: int | None,
    max_seconds: float | None,
    max_memory: str | None,
    rate: int | None,
    is_opened: bool,
    as_json: bool,
) -> int:
    """Serve the page on which every game is played, solved and watched, to browsers on this computer.

    Games of your own are named here, as ./game.py:ARG; visitors can never name a file.
    """
    with loading():
        try:
            from perfectplay.web.serving import EVERYWHERE, serve
            from perfectplay.web.settings import ServerSettings
        except ModuleNotFoundError as error:
            if str(error.name).partition(".")[0] not in ("starlette", "uvicorn", "limits", "anyio", "h11"):
                raise
            raise UnsupportedError(MISSING) from None
    for name in names:
        check_name(name)
    given = {
        "workers": workers,
        "seconds": max_seconds,
        "memory": parse_bytes(max_memory) if max_memory is not None else None,
        "rate": rate,
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    settings = ServerSettings(host=host, port=port, names=names, own=own_games(games), **chosen)  # type: ignore[arg-type]

    def on_start(address: str) -> None:
        if as_json:
            click.echo(json.dumps({"address": address, "games": list(settings.own), "version": __version__}, indent=1))
        click.echo(f"perfectplay is at {address}  (Ctrl-C ends it)", err=True)
        if host in EVERYWHERE and not names:
            click.echo("other computers are served by a name that --name gives this one", err=True)
        if is_opened:
            webbrowser.open(address)

    try:
        serve(settings, on_start)
    except KeyboardInterrupt:  # how servers are ended, and no news to whoever did it
        return INTERRUPTED
    return SOLVED


def check_name(name: str) -> None:
    """Refuse a name with a port, which visitors add to it."""
    if ":" not in name:
        return
    try:
        IPv6Address(name)
    except ValueError:
        raise InputError(f"--name is a name or an address of this computer without a port, not {name[:60]!r}") from None


def own_games(specs: tuple[str, ...]) -> dict[str, str]:
    """Return the specs of games of a user's own by the names that addresses give them: the file without its folder."""
    suffixes = tuple(family.suffix for family in families().values() if family.suffix)
    own: dict[str, str] = {}
    for spec in specs:
        file, colon, argument = spec.partition(":")
        if not file.endswith(suffixes):
            raise InputError(f"{spec[:60]!r} is no game of your own; write ./game.py or ./game.py:ARG")
        name = Path(file).name + colon + argument
        if name in own:
            raise InputError(f"two games are called {name}; rename one of the files")
        load(spec)
        own[name] = spec
    return own
