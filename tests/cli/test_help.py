"""The list of commands, which imports none of them."""

import click

from perfectplay.cli.main import cli


def test_the_list_of_commands_is_what_they_say_of_themselves() -> None:
    context = click.Context(cli)
    formatter = click.HelpFormatter(width=10_000)
    cli.format_commands(context, formatter)
    listed = [line.split(None, 1) for line in formatter.getvalue().splitlines()[1:]]
    assert len(listed) > 10
    for name, text in listed:
        command = cli.get_command(context, name)
        assert command is not None
        assert text == command.get_short_help_str(10_000), name
