"""The names of sets of weight functions; a file may stand in their place."""

GENERATED = "generated"
WEIGHT_NAMES = (GENERATED, "classic", "report")
