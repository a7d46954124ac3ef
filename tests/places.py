"""Where things are: the repository, its examples, and cases from outside it."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[1]
DATA = ROOT / "tests" / "data"
EXAMPLES = ROOT / "examples"
JUGS = str(EXAMPLES / "jugs.py")
ENGINE = str(EXAMPLES / "engine.py")

# Public cases that the repository may not hold.  Tests that use them are skipped, with a reason, where there are none.
CASES = Path(os.environ.get("PERFECTPLAY_CASES") or "no-cases-are-given")
