"""Where caches and saved tables live: the user's own folders, or both under PERFECTPLAY_HOME."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """Return the folder for what can be made again."""
    return _folder("cache")


def data_folder() -> Path:
    """Return the folder for what a user would not like to lose."""
    return _folder("data")


def _folder(kind: str) -> Path:
    home = os.environ.get("PERFECTPLAY_HOME")
    if home:
        return Path(home) / kind
    import platformdirs

    choose = platformdirs.user_cache_path if kind == "cache" else platformdirs.user_data_path
    return choose("perfectplay", appauthor=False)
