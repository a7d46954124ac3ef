"""What is not collected where a library is not installed: `make test-long` installs it."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("pyspiel") else ["src/perfectplay/interop/openspiel_game.py"]
