"""CSV for download: numbers stay numbers, text stays text, and a spreadsheet runs nothing."""

import csv
import io
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.ui.export import to_csv
from tests.strategies import any_texts


def back(data: bytes) -> list[list[str]]:
    """Read CSV as any other program would."""
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))


def test_the_bytes_are_what_spreadsheets_read_as_utf8():
    assert to_csv(["text", "n"], [["naïve 中", 1], ['a,"b"\nc', 2]]) == (
        b'\xef\xbb\xbf"text","n"\r\n"na\xc3\xafve \xe4\xb8\xad",1\r\n"a,""b""\nc",2\r\n'
    )
    assert to_csv(["text"], []) == b'\xef\xbb\xbf"text"\r\n'


@pytest.mark.parametrize(
    "formula",
    [
        *("=1+1", "+1", "-1", "@sum(A1)", "\tx", "\rx", "\nx", "\x00=1", "-", "- milk"),
        *(" =1", "\u00a0=1", "\u3000@x", "\t=1", "\r\n-1", "\ufeff=1", "\x1f+1"),
        *("＝1+1", "＋1", "－1", "＠x", '=cmd|" /C calc"!A0'),
    ],
)
def test_what_would_run_as_a_formula_gets_an_apostrophe(formula):
    assert back(to_csv([formula], [[formula]])) == [[f"'{formula}"]] * 2


@pytest.mark.parametrize("text", ["a=1", "", " ", "hello", "'=1", "1-2", "007", "a\t=1", "(-1)"])
def test_other_text_stays_as_it_is(text):
    assert back(to_csv(["text", "x"], [[text, "y"]]))[1] == [text, "y"]


@pytest.mark.parametrize("text", ["hello;=HYPERLINK(0)", "hello\t=1+1"])
def test_a_cell_with_another_delimiter_is_quoted(text):
    assert to_csv(["x"], [[text]]).decode("utf-8-sig") == f'"x"\r\n"{text}"\r\n'


def test_numbers_stay_numbers():
    cells = [-4, 0, 10**20, -0.5, 1e-7, Decimal("-0.00000125"), Decimal("3.10"), True, None]
    assert back(to_csv(["n"] * 9, [cells]))[1] == [
        *("-4", "0", "100000000000000000000", "-0.5", "1e-07", "-0.00000125", "3.10", "True", ""),
    ]


def test_text_that_looks_like_a_negative_number_is_text():
    assert back(to_csv(["n", "n"], [["-4", -4]]))[1] == ["'-4", "-4"]


def test_what_is_neither_text_nor_number_is_as_harmless():
    class Formula:
        def __str__(self):
            return "=1+1"

    assert back(to_csv(["x"], [[Formula()]]))[1] == ["'=1+1"]


def test_half_a_surrogate_pair_does_not_stop_a_download():
    assert back(to_csv(["x"], [["a\ud83eb"], ["\ud83e\udd8a"]]))[1:] == [["a�b"], ["🦊"]]


def test_rows_may_come_one_by_one():
    assert back(to_csv(["n"], ([i] for i in range(3)))) == [["n"], ["0"], ["1"], ["2"]]


texts = st.one_of(st.text(), any_texts, st.text("=+-@\t\r\n \"',;a\x00", max_size=6))


@given(st.lists(st.lists(texts, min_size=3, max_size=3), max_size=5))
def test_what_is_exported_reads_back_up_to_the_apostrophe(rows):
    head, *again = back(to_csv(["a", "b", "c"], rows))
    assert head == ["a", "b", "c"]
    assert len(again) == len(rows)
    for row, read in zip(rows, again, strict=True):
        for text, cell in zip(row, read, strict=True):
            repaired = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            assert cell in (repaired, f"'{repaired}")
            assert not cell.lstrip().startswith(("=", "+", "-", "@"))
            assert not cell.startswith(("\t", "\r", "\n"))


numbers = st.one_of(
    st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.decimals(allow_nan=False)
)


@given(st.lists(numbers, min_size=1, max_size=5))
def test_numbers_read_back_as_the_same_numbers(cells):
    again = back(to_csv(["n"] * len(cells), [cells]))[1]
    for number, cell in zip(cells, again, strict=True):
        assert type(number)(cell) == number
