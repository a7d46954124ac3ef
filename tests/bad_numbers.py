"""Texts that Python's own readers, or hasty ones, take for numbers."""

BAD_WHOLE = (
    "", "-", "+5", "-+5", "--5", " 5", "5 ", "\t5", "5\n", "5\u00a0", "1_0", "٣", "１", "²", "Ⅳ", "5.0", "1e3", "0x5",
    "1,0", "inf", "nan", "9" * 41,
)  # fmt: skip
BAD_REAL = (
    "", "-", ".", "-.", "+5", "-+5", " 5", "5 ", "5\n", "1_0", "1.5_0", "٣", "1٫5", "1,5", "0x5", "1e", "e5", "1e1_0",
    "1e٣", "1e9999", "inf", "-inf", "infinity", "nan", "9" * 41,
)  # fmt: skip
