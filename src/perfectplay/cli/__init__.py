"""The command: thin, no logic of its own.  A command is a file of this folder that defines COMMAND."""
