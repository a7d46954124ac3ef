"""What the page offers of families and problems, in words for those who have no command."""

import pytest

import perfectplay as pp
from perfectplay.model.registry import families
from perfectplay.web.describe import option_data, options_of

COMMAND = ("--", "[", "`", "file", "tables", "FILE")  # what only the command has


@pytest.mark.parametrize("family", [name for name, family in families().items() if not family.suffix])
def test_options_are_explained_without_flags_files_and_defaults_of_the_command(family: str) -> None:
    variants = [variant for variant in families()[family].variants() if variant.name[0] not in "@-"]
    problem = pp.load(f"{family}/{variants[0].example or variants[0].name}")
    for option in options_of(problem):
        text = option_data(option)["help"]
        assert text and not any(part in text for part in COMMAND), f"{option.name}: {text}"
