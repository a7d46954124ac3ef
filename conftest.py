"""Files that are not collected: one needs a library that `make test-long` installs, one takes over Ctrl-C."""

from importlib.util import find_spec

collect_ignore = ["src/perfectplay/cli/entry.py"]
if not find_spec("pyspiel"):
    collect_ignore.append("src/perfectplay/interop/openspiel_game.py")
