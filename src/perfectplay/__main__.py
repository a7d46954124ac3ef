"""`python -m perfectplay` is the command."""

import sys

from perfectplay.cli.main import main

sys.exit(main())
