"""What the compiler says of a user's rules, in a line for their author."""

from perfectplay.contract.native.rules import _essence

REPORT = """No implementation of function Function(<function row at 0x7f43874b14e0>) found for signature:

 >>> row(float64, int64)
"""


def test_a_compilers_report_becomes_a_line_with_its_cure() -> None:
    assert _essence(REPORT) == (
        "No implementation of function row found for signature: >>> row(float64, int64); a state becomes a float where "
        "it is mixed with ordinary integers: begin with state = signed(state)"
    )
    plain = REPORT.replace("float64", "UniTuple(int64 x 2)")
    assert (
        _essence(plain) == "No implementation of function row found for signature: >>> row(UniTuple(int64 x 2), int64)"
    )
