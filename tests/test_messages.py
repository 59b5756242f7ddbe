"""Messages as visitors bring them: every cell as it stands, and nothing lost without a word."""

import codecs
import csv
import io
import json
import random
import time
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pages.ui.jobs import Cancelled
from pages.ui.messages import detection, reading
from pages.ui.messages.columns import language_column, message_column
from pages.ui.messages.detection import as_table, detect
from pages.ui.messages.reading import pasted, read
from pages.ui.messages.sheet import DELIMITERS, MAX_BYTES, MAX_ROWS, Format, Sheet
from pages.ui.messages.tables import NO_HEADER

TABLE = Format("table", "utf-8")


def opened(data: bytes, name: str = "export.csv") -> Sheet:
    """Read a file as its format is detected."""
    return read(data, detect(data, name))


def column(sheet: Sheet, i: int = 0) -> list[str]:
    """Give one column."""
    return [row[i] for row in sheet.rows]


# Delimiters and quotes.


@pytest.mark.parametrize(
    ("data", "delimiter", "texts"),
    [
        (b"id;message\n1;hello, world\n2;bye\n", ";", ["hello, world", "bye"]),
        (b"id\tmessage\n1\thello, world; x\n2\tbye\n", "\t", ["hello, world; x", "bye"]),
        (b"id|message\n1|hello, world\n2|bye, bye\n", "|", ["hello, world", "bye, bye"]),
        (b'id,message\n1,"hello; world"\n2,"a;b"\n', ",", ["hello; world", "a;b"]),
        (b"1;hello, world\n2;well, well\n3;bye, all\n", ";", ["hello, world", "well, well"]),
        (b"12,50;1,5 kg\n3,40;2,5 kg\n", ";", ["1,5 kg", "2,5 kg"]),
        (b'id;message\n1;"a;b;c"\n2;"x\ny;z"\n', ";", ["a;b;c", "x\ny;z"]),
        (b"tags,message\na|b,hi\nc|d,ho\n", ",", ["hi", "ho"]),
        (b"sep=|\nid|message\n1|a,b\n", "|", ["a,b"]),
        # Quoted blanks are cells, not prose.
        (b'"name 0";"name 1"\n"";" "\n"";" "\n', ";", ["name 1", " ", " "]),
        # A quote beside a tab makes csv.Sniffer see tabs: CPython's issue 97611.
        (b'name;born\n"Doe\t;";71\n"\t;Roe";72\n', ";", ["71", "72"]),
    ],
)
def test_the_delimiter_is_what_cuts_rows_evenly(data, delimiter, texts):
    form = detect(data, "export.csv")
    assert (form.kind, form.delimiter) == ("table", delimiter)
    assert column(read(data, form), 1)[: len(texts)] == texts


@pytest.mark.parametrize(
    "data",
    [
        b"email\na@example.com\nb@example.com\n",
        b"notes\nlikes apples, bananas\nx, y, z\n",
        b"notes\na;b;c\nx;y;z\n",
        b"message\nhello, world\nbye; all|now\n",
        b"hello, world\nwell, well\nbye, all\n",
        b"yes,no\nmaybe\nso\nhm\n",
        b"message\n1,000 rupees\nwell|then\nso; or so|\n",
    ],
)
def test_a_file_of_one_column_is_not_cut_at_its_punctuation(data):
    sheet = opened(data)
    lines = data.decode().splitlines()
    assert len(sheet.columns) == 1
    assert column(sheet) == (lines[1:] if lines[0] in ("message",) else lines)
    assert sheet.malformed == ()


def test_where_all_delimiters_stand_in_one_column_its_text_is_kept_still():
    sheet = opened(b"message\na, b; c\td | e\n|x\ty;z, \n")
    assert column(sheet) == ["a, b; c\td | e", "|x\ty;z, "]


def test_tabs_are_meant_in_a_tsv():
    data = b"a, b\tc, d\ne, f\tg, h\n"
    assert detect(data, "x.tsv").delimiter == "\t"
    assert opened(data, "X.TSV").rows == (("a, b", "c, d"), ("e, f", "g, h"))


@pytest.mark.parametrize(
    ("data", "quote", "texts"),
    [
        (b"id,message\n1,'hello, world'\n2,'it''s'\n", "'", ["hello, world", "it's"]),
        (b"id,message\n1,'tis late\n2,the dogs'\n", '"', ["'tis late", "the dogs'"]),
        (b'id,message\n1,"a ""b"" c"\n2,"d\r\ne"\n', '"', ['a "b" c', "d\r\ne"]),
        (b'id,message\n1,5" screen\n2,6" screen\n', '"', ['5" screen', '6" screen']),
        (b"id,message\n1,'tis 'x'\n2,'y'\n3,'z'\n", '"', ["'tis 'x'", "'y'", "'z'"]),
        (b"id,message\n1,'x'\n2,y\n3,z\n4,w\n", '"', ["'x'", "y", "z", "w"]),
    ],
)
def test_the_quote_is_the_one_in_use(data, quote, texts):
    assert detect(data, "x.csv").quote == quote
    assert column(opened(data), 1) == texts


def test_half_a_row_at_the_end_of_the_sample_does_not_count(monkeypatch):
    data = b"yes,no;1\nwell,it was said then;2\n"
    assert detect(data, "x.csv").delimiter == ";"
    monkeypatch.setattr(detection, "SAMPLE", 20)
    assert detect(data, "x.csv").delimiter == ";"


def test_without_a_quote_quotes_are_text():
    data = b'id,message\n1,"a\n2,b"\n'
    assert column(read(data, replace(TABLE, quote="")), 1) == ['"a', 'b"']


def test_cells_stay_text():
    cells = ["007", "1e5", "3.10", "NA", "nan", "TRUE", "", "  x ", "2024-01-01", "-", "null"]
    data = ("message,x\n" + "".join(f"{cell},1\n" for cell in cells)).encode()
    assert column(opened(data)) == cells
    assert column(opened(b"message\n007\n1e5\n3.10\n")) == ["007", "1e5", "3.10"]


def test_an_empty_message_is_a_row():
    assert opened(b"message,x\n,1\nhi,2\n").rows == (("", "1"), ("hi", "2"))
    assert opened(b'message\n""\nhi\n').rows == (("",), ("hi",))


@pytest.mark.parametrize("data", [b"message\n%b\n", b'message\n"%b"\n', b"message,x\n%b,1\n"])
def test_a_very_long_cell_is_read(data):
    assert column(opened(data % (b"a" * 131_073))) == ["a" * 131_073]
    assert csv.field_size_limit() >= MAX_BYTES


@pytest.mark.parametrize(
    ("data", "texts"),
    [
        (b"message\r\na\r\nb\r\n", ["a", "b"]),
        (b"message\ra\rb", ["a", "b"]),
        (b"message\r\na\nb\rc", ["a", "b", "c"]),
        (b'message\n"a\r\nb\rc\nd"\n', ["a\r\nb\rc\nd"]),
        ("message\na\x0bb\x0c\x85\u2028c\x1c\n".encode(), ["a\x0bb\x0c\x85\u2028c\x1c"]),
        (b"message\na\x00b\n\x00\n", ["a\x00b", "\x00"]),
        ("message\ncafe\u0301\n".encode(), ["cafe\u0301"]),
        ("message\na\ufeffb\ufeff\n".encode(), ["a\ufeffb\ufeff"]),
    ],
)
def test_row_ends_end_rows_and_nothing_else_does(data, texts):
    assert column(opened(data)) == texts


# Rows that do not fit.


def test_rows_that_do_not_fit_are_kept_and_reported():
    data = b"id,message\n1,hello, world\n2\n\n3,bye,,\n4,ok\n"
    sheet = read(data, TABLE)
    assert sheet.rows == (("1", "hello, world"), ("2", ""), ("3", "bye"), ("4", "ok"))
    assert sheet.malformed == (
        (2, "3 cells, not 2: those too many were joined to the last one."),
        (3, "1 cell, not 2: those that are missing are empty."),
        (5, "4 cells, not 2: the empty ones at the end were left out."),
    )
    assert sheet.notes == ("1 blank line was left out.",)


def test_without_a_header_rows_are_as_wide_as_most():
    sheet = read(b"1,a\n2,b\n3\n4,c,d\n", replace(TABLE, header=False))
    assert sheet.columns == ("column 1", "column 2")
    assert sheet.rows == (("1", "a"), ("2", "b"), ("3", ""), ("4", "c,d"))
    assert [number for number, _ in sheet.malformed] == [3, 4]


@pytest.mark.parametrize("n", [10, 20_000])
def test_a_stray_quote_is_reported_and_swallows_nothing(n):
    others = [f"{i},text {i}" for i in range(n)]
    others[n // 2] = '7,"oops, it was opened'
    sheet = opened("\n".join(["id,message", *others]).encode())
    assert len(sheet.rows) == n
    assert sheet.rows[n // 2] == ("7", '"oops, it was opened')
    assert sheet.rows[-1] == (str(n - 1), f"text {n - 1}")
    assert {number for number, _ in sheet.malformed} == {n // 2 + 2}
    assert "quote" in sheet.malformed[0][1]


def test_each_of_many_stray_quotes_is_reported():
    sheet = read(b'id,message\n1,"a\n2,"b\n3,c\n4,"x" y\n5,"d, e"\n', TABLE)
    assert column(sheet, 1) == ['"a', '"b', "c", '"x" y', "d, e"]
    assert [number for number, _ in sheet.malformed] == [2, 3, 5]


def test_lines_count_in_the_file_also_after_a_cell_of_several():
    sheet = read(b'id,message\n1,"a\nb\nc"\n2\n', TABLE)
    assert [number for number, _ in sheet.malformed] == [5]


def test_a_cell_over_very_many_lines_is_kept_and_reported():
    lines = "\n".join(f"{i},b" for i in range(500))
    sheet = read(f'id,message\n1,"{lines}"\n2,b\n'.encode(), TABLE)
    assert column(sheet, 1) == [lines, "b"]
    assert sheet.malformed == ((2, "A quoted cell here goes over 500 lines; it was kept."),)


def rows_with(**lines: str) -> bytes:
    """Give 200 numbered rows, with other lines in place of some."""
    rows = [lines.get(f"at_{i}", f"{i},text {i}") for i in range(1, 201)]
    return "\n".join(["id,message", *rows, ""]).encode()


def test_two_lone_quotes_take_in_no_rows():
    sheet = opened(rows_with(at_10='10,"lone start', at_60='60,end lone"'))
    assert [row[0] for row in sheet.rows] == [str(i) for i in range(1, 201)]
    assert (sheet.rows[9][1], sheet.rows[59][1]) == ('"lone start', 'end lone"')
    assert [number for number, _ in sheet.malformed] == [11]
    assert "takes in rows" in sheet.malformed[0][1]


def test_two_lone_quotes_take_in_no_rows_where_the_message_comes_first():
    rows = [f"text {i},{('en', 'hi')[i % 2]}" for i in range(30)]
    rows[4], rows[20] = '"lone start,en', 'end lone",en'
    sheet = opened("\n".join(["message,language", *rows]).encode())
    assert len(sheet.rows) == 30
    assert [number for number, _ in sheet.malformed] == [6]


@pytest.mark.parametrize(
    "cell",
    [
        "Asha Rao\n12, Park Road\nPune, 411001\nIndia\nasap, please",
        "Dear all,\n\nplease, a cake\nby noon, or so\nif you can, thanks\nBye, Asha",
        "my order:\ntwo cakes, brown\nsome bread, rye\na bun, plain\nall, please",
        "a\nb\nc\nd\ne",
        "see:\n1,2\n3,4\nthat is all",
    ],
)
def test_a_message_over_some_lines_is_kept_whole(cell):
    sheet = opened(rows_with(at_10=f'10,"{cell}"'))
    assert (len(sheet.rows), sheet.rows[9]) == (200, ("10", cell))
    assert sheet.malformed == ()


def test_a_cell_whose_lines_could_be_rows_but_hardly_are_is_kept_and_reported():
    cell = "my order:\ntwo cakes,brown\nsome bread,rye\na bun,plain"
    sheet = opened(rows_with(at_10=f'10,"{cell}"'))
    assert (len(sheet.rows), sheet.rows[9]) == (200, ("10", cell))
    assert sheet.malformed == (
        (11, "A quoted cell here goes over 4 lines that could be rows; it was kept."),
    )


def test_quotes_that_never_pair_are_refused_and_not_read_over_and_over():
    begin = time.monotonic()
    with pytest.raises(ValueError, match="quotes in this file do not pair"):
        read(b'a","b\n' * 50_000, TABLE)
    assert time.monotonic() - begin < 30  # over and over would take minutes
    assert len(read(b'a","b\n' * 50_000, replace(TABLE, quote="")).rows) == 49_999
    assert detect(b'a","b\n' * 50_000, "x.csv").kind == "table"


# Headers.


@pytest.mark.parametrize(
    ("data", "header"),
    [
        (b"id,message\n1,hi\n", True),
        (b"id,message\n", True),
        (b"message\nhi\n", True),
        (b"user_id,msgBody\nx,hi\n", True),
        ("संदेश,भाषा\nनमस्ते,hi\n".encode(), True),
        (b"Anfrage;Jahr\nhallo;2023\nja;2024\n", True),
        (b"hi,en\nhola,es\n", False),
        (b"hello there\nbye\n", False),
        (b"message\nmessage\n", False),
        (b"1,2\n3,4\n", False),
        (b"hi\n", False),
        (b"call me\n5\n6\n", False),
        (b"status\nhelp\nstop\n", False),
        (b"Customer message,Order number\nhi,there\n", True),
        (b"Customer message\nhi\n", True),
        (b"Comments\nhi\n", True),
        (b"customer_queries\nhi\n", True),
        (b"Your reviews;Place\nhi;there\n", True),
        (b"I have a question\nbye\n", False),
        (b"please comment\nbye\n", False),
        (b"Thanks, great question\nbye\n", False),
        (b"that is the message\nbye\n", False),
        (b"Order numbers\nhi\n", False),
    ],
)
def test_a_header_is_a_row_of_names(data, header):
    assert detect(data, "x.csv").header is header


def test_columns_have_names_each_their_own():
    sheet = read(b"text,,text,text (2), \na,b,c,d,e\n", TABLE)
    assert sheet.columns == ("text", "column 2", "text (2)", "text (2) (2)", "column 5")


@pytest.mark.parametrize("data", [b"", b"\n", b"\r\n\r\n", codecs.BOM_UTF8, codecs.BOM_UTF16_LE])
@pytest.mark.parametrize("name", ["x.csv", "x.txt", "x.jsonl", "x.tsv", "x", ""])
def test_an_empty_file_is_said_to_be_empty(data, name):
    with pytest.raises(ValueError, match=r"The file is empty\."):
        opened(data, name)


@pytest.mark.parametrize("data", [b"message", b"message\n", b"message\n\n\n", b"sep=,\nmessage\n"])
def test_a_header_alone_is_a_table_without_rows(data):
    sheet = opened(data)
    assert (sheet.columns, sheet.rows) == (("message",), ())
    assert message_column(sheet) == 0
    assert language_column(sheet, 0) is None


def test_a_hint_for_excel_with_half_its_quotes_swallows_nothing():
    sheet = read(b'"sep=;\nid;"message\n1;hi\n', replace(TABLE, delimiter=";"))
    assert (sheet.columns, sheet.rows) == (("id", '"message'), (("1", "hi"),))


def test_only_the_hint_for_excel_is_an_empty_file():
    with pytest.raises(ValueError, match=r"The file is empty\."):
        opened(b"sep=;\n")


# Titles above a table.

TITLES = "Export of orders\nGenerated on Monday, early\n\n"


def test_a_title_may_be_called_as_a_column_is():
    sheet = opened(b"Customer messages\nid;message\n1;hi\n2;ho\n3;bye\n")
    assert (sheet.columns, len(sheet.rows)) == (("id", "message"), 3)
    assert sheet.notes == ("Line 1 stands above the table and was left out.",)


def test_without_a_header_the_first_row_is_said_to_be_a_message():
    assert opened(b"hi,there you\nho,bye\n").notes == (NO_HEADER,)
    assert opened(b"id,message\nho,bye\n").notes == ()
    assert opened(b"hi, there\nho\n", "x.txt").notes == ()


@pytest.mark.parametrize("delimiter", DELIMITERS)
def test_lines_above_a_header_are_left_out_by_number(delimiter):
    table = f"id;language;message\n1;en;hi: you\n2;hi;{'a' * 9}\n".replace(";", delimiter)
    data = (TITLES + table).encode()
    form = detect(data, "orders.csv")
    assert (form.delimiter, form.header, form.above) == (delimiter, True, 3)
    sheet = read(data, form)
    assert sheet.columns == ("id", "language", "message")
    assert sheet.rows == (("1", "en", "hi: you"), ("2", "hi", "a" * 9))
    assert sheet.malformed == ()
    assert sheet.notes == ("Lines 1 to 3 stand above the table and were left out.",)


@pytest.mark.parametrize(
    "data",
    [
        b'Orders, 2024\nGenerated, by me, today\n\nid,lang,message\n1,en,hi\n2,en,"a, b"\n',
        b"Orders of 2024,,\nby me,,\n,,\nid,lang,message\n1,en,hi\n2,en,a\n",
        b'"Orders"\n"by me"\n\n"id","lang","message"\n"1","en","hi"\n"2","en","x"\n',
    ],
)
def test_titles_may_have_delimiters_quotes_and_empty_cells(data):
    sheet = opened(data)
    assert (sheet.columns, len(sheet.rows)) == (("id", "lang", "message"), 2)
    assert sheet.notes == ("Lines 1 to 3 stand above the table and were left out.",)


def test_without_a_header_rows_with_empty_cells_are_no_titles():
    sheet = opened(b"1,,hi\n2,en,text\n3,en,name\n4,de,ho\n")
    assert (len(sheet.rows), sheet.notes) == (4, (NO_HEADER,))


def test_one_line_above_a_header_is_named():
    sheet = opened(b'Orders\nid;message\n1;"a\nb"\n2\n')
    assert sheet.rows == (("1", "a\nb"), ("2", ""))
    assert sheet.notes == ("Line 1 stands above the table and was left out.",)
    assert [number for number, _ in sheet.malformed] == [5]


def test_below_a_hint_for_excel_titles_are_left_out_too():
    sheet = opened(b"sep=;\nOrders\nid;message\n1;a, b\n")
    assert sheet.rows == (("1", "a, b"),)
    assert sheet.notes == ("Line 2 stands above the table and was left out.",)


@pytest.mark.parametrize(
    "data", [b"message\nid;text\n1;a\n2;b\n", b"notes\na;b;c\nx;y;z\n", b"so\nid\nwell\n"]
)
def test_what_is_above_no_known_header_is_a_row(data):
    assert detect(data, "x.csv").above == 0
    assert len(opened(data).columns) == 1


# Encodings.

SIGNS = b"message\ncaf\xe9 \x93q\x94\n"


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        (b"message\nhi\n", "utf-8", "hi"),
        (codecs.BOM_UTF8 + b"message\nhi\n", "utf-8-sig", "hi"),
        ("message\nनमस्ते 🎂\n".encode("utf-16-le"), "utf-16-le", "नमस्ते 🎂"),
        ("message\nनमस्ते 🎂\n".encode("utf-16-be"), "utf-16-be", "नमस्ते 🎂"),
        (codecs.BOM_UTF16_LE + "message\nनमस्ते 🎂\n".encode("utf-16-le"), "utf-16", "नमस्ते 🎂"),
        (codecs.BOM_UTF16_BE + "message\nनमस्ते 🎂\n".encode("utf-16-be"), "utf-16", "नमस्ते 🎂"),
        ("message\nनमस्ते 🎂\n".encode("utf-32"), "utf-32", "नमस्ते 🎂"),
        (codecs.BOM_UTF32_BE + "message\nhi\n".encode("utf-32-be"), "utf-32", "hi"),
        (SIGNS, "cp1252", "café “q”"),
        (b"message\n\x81\xe9\n", "latin-1", "\x81é"),
    ],
)
def test_the_encoding_is_detected(data, encoding, text):
    assert detect(data, "x.csv").encoding == encoding
    sheet = opened(data)
    assert (sheet.columns, column(sheet)) == (("message",), [text])


def test_bytes_that_are_not_utf8_are_named():
    sheet = opened(SIGNS)
    assert sheet.notes == (
        "Byte 0xE9 at offset 11 is not UTF-8, so the file was read as Windows-1252.",
    )
    by_hand = read(SIGNS, Format("table", "latin-1"))
    assert column(by_hand) == ["café \x93q\x94"]
    assert by_hand.notes == (
        "Byte 0xE9 at offset 11 is not UTF-8, so the file was read as Latin-1.",
        "Latin-1 gives 2 control characters where Windows-1252 has signs such as quotes.",
    )
    assert read("message\né\n".encode(), Format("table", "cp1252")).notes == (
        "The file would be UTF-8, but was read as Windows-1252.",
    )


def test_a_few_bad_bytes_do_not_garble_a_file_of_utf8():
    texts = [f"नमस्ते é {i}" for i in range(50)]
    data = "\n".join(["message", *texts, ""]).encode() + b"caf\xe9\nna\xefve\n"
    sheet = opened(data)
    assert column(sheet) == [*texts, "caf\ufffd", "na\ufffdve"]
    assert sheet.notes == (
        f"2 places are not UTF-8, the first at offset {data.index(b'caf') + 3:,}; "
        "U+FFFD stands there.",
    )
    (note,) = opened(codecs.BOM_UTF8 + "message\né é é é é\n".encode() + b"\xe9\n").notes
    assert note == "1 place is not UTF-8, the first at offset 26; U+FFFD stands there."


def test_a_replacement_character_in_the_file_is_not_a_bad_byte():
    assert opened("message\na\ufffd\n".encode()).notes == ()


def test_nuls_in_a_text_are_said():
    sheet = opened(b"message\na\x00b\n\x00\n")
    assert sheet.notes == (
        "There are 2 NUL characters; the file may be no text, or in another encoding.",
    )


def test_utf16_without_a_mark_is_read_cell_by_cell():
    text = "id;message\r\n" + "".join(f"{i};नमस्ते, order {i}\r\n" for i in range(50))
    for encoding in ("utf-16-le", "utf-16-be"):
        sheet = opened(text.encode(encoding))
        assert column(sheet, 1) == [f"नमस्ते, order {i}" for i in range(50)]
        assert (sheet.malformed, sheet.notes) == ((), ())


@pytest.mark.parametrize(
    ("data", "encoding", "said"),
    [
        (SIGNS, "utf-8", "byte 0xE9 at offset 11"),
        (codecs.BOM_UTF8 + b"ab\x80", "utf-8-sig", "byte 0x80 at offset 5"),
        (codecs.BOM_UTF16_BE + b"\x00a", "utf-8", "byte 0xFE at offset 0"),
        (codecs.BOM_UTF16_LE + b"a\x00b", "utf-16", "byte 0x62 at offset 4"),
        (b"a\x81", "cp1252", "byte 0x81 at offset 1"),
    ],
)
def test_what_is_not_of_the_chosen_encoding_is_refused_by_byte_and_place(data, encoding, said):
    with pytest.raises(ValueError, match=said):
        read(data, Format("lines", encoding))


@pytest.mark.parametrize("data", [b"PK\x03\x04\x14\x00", b"\xd0\xcf\x11\xe0\xa1\xb1", b"%PDF-1.7"])
def test_a_workbook_is_not_read_as_text(data):
    with pytest.raises(ValueError, match="save the table as CSV"):
        opened(data)


@pytest.fixture(scope="module")
def of_25_megabytes() -> dict[str, bytes]:
    """Return files of the largest size that take long to look through."""
    high = bytes(random.Random(1).choices(range(0x80, 0x100), k=10**6)) * 25
    return {
        "commas": b"," * MAX_BYTES,
        "tabs": b"\t" * MAX_BYTES,
        "high": high,
        "any": random.Random(2).randbytes(MAX_BYTES),
        "cp1252": b"caf\xe9 and words, 24 bytes\n"[:25] * 10**6,
        "one bad": "नमस्ते é\n".encode() * 1_136_000 + b"\xe9",
        "quotes": b"',\"," * (MAX_BYTES // 4),
        "lines": b"\n" * MAX_BYTES,
    }


@pytest.mark.parametrize(
    ("key", "encoding"),
    [
        ("commas", "utf-8"),
        ("tabs", "utf-8"),
        ("high", "latin-1"),
        ("any", "latin-1"),
        ("cp1252", "cp1252"),
        ("one bad", "utf-8"),
        ("quotes", "utf-8"),
        ("lines", "utf-8"),
    ],
)
@pytest.mark.parametrize("name", ["x.csv", "x"])
def test_the_format_of_the_largest_file_is_detected_at_once(of_25_megabytes, key, encoding, name):
    data = of_25_megabytes[key]
    assert 24_900_000 < len(data) <= MAX_BYTES
    begin = time.process_time()
    assert detect(data, name).encoding == encoding
    assert time.process_time() - begin < 2


def test_the_largest_file_has_as_many_bytes_as_an_uploader_can_be_told():
    assert MAX_BYTES == MAX_BYTES // 10**6 * 10**6
    assert len(read(b"message\n" + b"a" * (MAX_BYTES - 8), TABLE).rows) == 1


# A message a line.


def test_a_text_file_has_a_message_a_line():
    sheet = opened(b'message\n a, b \n\n  \n"x\n007\r\n{}', "chat.txt")
    assert sheet.columns == ("message",)
    assert column(sheet) == ["message", " a, b ", '"x', "007", "{}"]
    assert sheet.notes == ("2 blank lines were left out.",)


@pytest.mark.parametrize("name", ["x.csv", "x.txt", "x.jsonl"])
def test_a_line_of_nothing_but_blanks_is_no_message(name):
    lines = ['"message"', '"a"', "  ", "", "\t", "\xa0", '"b"', '" "', '""']
    sheet = opened("\n".join(lines).encode(), name)
    said = [cell.strip('"') for cell in column(sheet) if cell != '"message"']
    assert said[-4:] == ["a", "b", " ", ""]
    assert sheet.notes == ("4 blank lines were left out.",)


def test_among_rows_of_cells_a_line_of_blanks_is_no_row_but_one_of_delimiters_is():
    sheet = opened(b"id,message\n1,hi\n  \n,\n2,ho\n")
    assert sheet.rows == (("1", "hi"), ("", ""), ("2", "ho"))
    assert (sheet.malformed, sheet.notes) == ((), ("1 blank line was left out.",))
    assert opened(b"id\tmessage\n1\thi\n\t\n2\tho\n").rows[1] == ("", "")


def test_what_excel_calls_unicode_text_is_a_table():
    data = 'id\tmessage\r\n1\t"a\nb"\r\n2\tनमस्ते, you\r\n'.encode("utf-16")
    sheet = opened(data, "orders.txt")
    assert sheet.columns == ("id", "message")
    assert column(sheet, 1) == ["a\nb", "नमस्ते, you"]


@pytest.mark.parametrize(
    "data", [b"a\tb\nwell\nc\td\n", b"id,message\n1,hi\n2,ho\n", b"one\ttab\n", b"\ta\n" * 3 + b"b"]
)
def test_prose_in_a_text_file_stays_lines(data):
    assert detect(data, "chat.txt").kind == "lines"


def test_as_a_table_a_text_file_is_detected_anew():
    data = b"id;message\n1;hi, you\n2;ho\n"
    form = detect(data, "x.txt")
    assert form.kind == "lines"
    table = as_table(data, form)
    assert (table.kind, table.delimiter, table.header) == ("table", ";", True)
    assert read(data, table).rows == (("1", "hi, you"), ("2", "ho"))
    assert as_table(b"", form).kind == "table"


def test_what_is_pasted_has_a_message_a_line():
    sheet = pasted("id,message\r\n1,hi\r\n\n\x85 a\ud83eb")
    assert column(sheet) == ["id,message", "1,hi", "\x85 a�b"]
    assert pasted("") == Sheet(("message",), ())
    assert pasted("\n \n").notes == ("2 blank lines were left out.",)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"hello there\nwhat, now\n", "lines"),
        (b"id,message\n1,hi\n", "table"),
        (b"message\nhi\n", "table"),
        (b'\n{"message": "hi"}\n', "jsonl"),
        (b"{not json\n", "lines"),
        (b"", "lines"),
    ],
)
@pytest.mark.parametrize("name", ["messages", "", "x.dat"])
def test_without_a_known_ending_what_is_in_it_decides(data, kind, name):
    assert detect(data, name).kind == kind


# JSON Lines.


def test_objects_are_rows_and_their_keys_columns():
    sheet = opened(
        b'{"id": 1, "message": "a\\nb"}\n'
        b'{"message": "", "lang": null, "ok": true, "n": -1.50, "deep": {"a": [1.0, "x"]}}\r\n'
        b' { "message" : "caf\\u00e9" , "deep" : [ 1e5 ,{} ] } \n'
        b'"just text"\n',
        "x.jsonl",
    )
    assert sheet.columns == ("id", "message", "lang", "ok", "n", "deep")
    assert sheet.rows == (
        ("1", "a\nb", "", "", "", ""),
        ("", "", "null", "true", "-1.50", '{"a": [1.0, "x"]}'),
        ("", "café", "", "", "", "[ 1e5 ,{} ]"),
        ("", "just text", "", "", "", ""),
    )
    assert sheet.malformed == ()


def test_strings_are_messages():
    data = '"a"\n"b\\tc"\n""\n"d\u2028e"\n'.encode()
    assert opened(data, "x.ndjson").rows == (("a",), ("b\tc",), ("",), ("d\u2028e",))


def test_lines_that_are_not_json_are_left_out_by_number():
    lines = ['{"message": "a"}', "{", "", "[1]", "7", "null", "[" * 100_000, "NaN", '{"a":1} x']
    sheet = opened("\n".join([*lines, '{"message": "b"}']).encode(), "x.jsonl")
    assert column(sheet) == ["a", "b"]
    assert [number for number, _ in sheet.malformed] == [2, 4, 5, 6, 7, 8, 9]
    assert all("left out" in why for _, why in sheet.malformed)
    assert "too deeply" in dict(sheet.malformed)[7]
    assert "at column 9" in dict(sheet.malformed)[9]
    assert sheet.notes == ("1 blank line was left out.",)


def test_a_deep_value_in_an_object_is_left_out_too():
    deep = b'{"message": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
    sheet = opened(deep + b'{"message": "a"}\n', "x.jsonl")
    assert column(sheet) == ["a"]
    assert [number for number, _ in sheet.malformed] == [1]


def test_a_huge_number_is_its_digits():
    digits = "9" * 5_000
    sheet = opened(f'{{"n": {digits}, "m": [{digits}], "x": NaN}}\n'.encode(), "x.jsonl")
    assert sheet.rows == ((digits, f"[{digits}]", "NaN"),)
    assert opened(f'{{"n": {digits}, "x": -1.50}}\n'.encode(), "x.jsonl").rows == (
        (digits, "-1.50"),
    )


def test_a_file_without_any_object_is_a_table_without_rows():
    sheet = opened(b"7\n", "x.json")
    assert (sheet.columns, sheet.rows, len(sheet.malformed)) == (("message",), (), 1)
    assert opened(b"{}\n", "x.jsonl").rows == (("",),)


CHATS = (
    (("system", "Be kind."), ("user", "Hi"), ("assistant", "Hello"), ("user", "A cake")),
    (("system", "Be kind."), ("assistant", "Yes?")),
    (("user", "नमस्ते"),),
)


def chats(key: str = "messages") -> bytes:
    """Give chats as OpenAI's files for fine-tuning have them."""
    lines = (
        {key: [{"role": role, "content": content} for role, content in chat], "id": i}
        for i, chat in enumerate(CHATS)
    )
    return "\n".join(map(json.dumps, lines)).encode()


@pytest.mark.parametrize("name", ["x.jsonl", "x"])
def test_of_chats_the_messages_of_users_are_counted(name):
    sheet = opened(chats(), name)
    assert sheet.columns == ("messages", "id")
    assert sheet.rows == (("Hi", "0"), ("A cake", "0"), ("नमस्ते", "2"))
    assert message_column(sheet) == 0
    assert sheet.notes == (
        "Of the 3 chats what their users say is counted: 3 messages; other roles are left out.",
    )


def test_what_is_no_chat_stays_as_it_is_written():
    assert opened(chats("turns"), "x.jsonl").notes == ()
    assert opened(b'{"messages": ["hi"]}\n{"messages": []}\n', "x.jsonl").rows == (
        ('["hi"]',),
        ("[]",),
    )


def test_a_chat_may_have_parts_and_nothing():
    parts = [{"type": "text", "text": "What \ud83e"}, {"type": "image_url", "image_url": {}}]
    said = [{"role": "user", "content": parts}, {"role": "user", "content": None}]
    assert opened(json.dumps({"messages": said}).encode(), "x.jsonl").rows == (("What �",), ("",))


def test_of_very_many_messages_in_chats_the_first_are_read():
    line = {"messages": [{"role": "user", "content": str(i)} for i in range(60_000)]}
    sheet = opened(f"{json.dumps(line)}\n{json.dumps(line)}".encode(), "x.jsonl")
    assert (len(sheet.rows), sheet.rows[-1]) == (MAX_ROWS, ("39999",))
    assert "the first 100,000 messages were read" in sheet.notes[0]


ITEMS = '[{"message": "a", "n": [1.0]},\n\n {"message": "b"},\n 7, "c"]'


@pytest.mark.parametrize("name", ["x.json", "x.jsonl"])
def test_the_items_of_a_list_are_rows(name):
    sheet = opened(ITEMS.encode(), name)
    assert sheet.columns == ("message", "n")
    assert sheet.rows == (("a", "[1.0]"), ("b", ""), ("c", ""))
    assert sheet.malformed == (
        (4, "As JSON, it is neither an object nor a string; it was left out."),
    )
    assert sheet.notes == ()


@pytest.mark.parametrize("indent", [None, 2])
def test_a_list_is_read_on_one_line_or_on_many(indent):
    data = json.dumps([{"message": f"hi {i}"} for i in range(9)], indent=indent).encode()
    assert column(opened(data, "x.jsonl")) == [f"hi {i}" for i in range(9)]
    assert opened(data, "x.jsonl").malformed == ()


def test_an_object_over_lines_is_one_row_and_not_its_last_line():
    data = b'{\n"message": "a",\n"data": [\n{"x": 1},\n{"x": 2}\n]}\n'
    assert opened(data, "x.json").rows == (("a", '[\n{"x": 1},\n{"x": 2}\n]'),)


@pytest.mark.parametrize(
    "data",
    [
        b'[\n  {"message": "a"},\n  {"message": "b"}\n',
        b'[\n  {"message": "a"},\n]\n',
        b'[\n{"message": "a"}\n{"message": "b"}\n]',
        b'[\n{"message": "a"}\n]\n{"message": "b"}',
        b"[" * 100_000,
        b"[",
    ],
)
def test_a_list_that_is_no_json_is_refused_with_what_to_do(data):
    with pytest.raises(ValueError, match=r"list cannot be read: .*\. Save it as JSON Lines"):
        opened(data, "x.json")


def test_an_empty_list_has_no_rows():
    sheet = opened(b"[ ]\n", "x.json")
    assert (sheet.columns, sheet.rows) == (("message",), ())


def test_half_a_surrogate_pair_is_let_in_well_formed():
    data = b'{"a\\ud83e": "b\\ud83e", "c": "\\ud83e\\udd8a", "d": ["\\ud83e"]}\n"\\udd8a!"\n'
    sheet = opened(data, "x.jsonl")
    assert sheet.columns == ("a�", "c", "d", "message")
    assert sheet.rows == (("b�", "🦊", '["\\ud83e"]', ""), ("", "", "", "�!"))
    for cell in (*sheet.columns, *sheet.rows[0], *sheet.rows[1]):
        cell.encode()


def test_of_a_key_that_comes_twice_the_last_counts():
    assert opened(b'{"a": [1], "a": [2]}\n{"a": "x", "a": "y"}\n', "x.jsonl").rows == (
        ("[2]",),
        ("y",),
    )


# Limits.


@pytest.fixture(scope="module")
def many() -> bytes:
    """Return 100,000 rows under a header."""
    return b"id,message\n" + b"".join(b'%d,"hello, world %d"\n' % (i, i) for i in range(100_000))


def test_a_hundred_thousand_rows_are_read_with_reports(many):
    reports = []
    begin = time.monotonic()
    sheet = read(
        many, detect(many, "x.csv"), lambda *done: reports.append((*done, time.monotonic()))
    )
    seconds = time.monotonic() - begin
    assert len(sheet.rows) == MAX_ROWS
    assert (sheet.malformed, sheet.notes) == ((), ())
    assert seconds < 10  # about one, on a machine that does nothing else
    assert len(reports) >= 3
    assert all(0 <= done <= wanted for done, wanted, _ in reports)
    assert reports[-1][:2] == (100_001, 100_001)


@pytest.mark.parametrize("kind", ["table", "lines", "jsonl"])
def test_of_more_rows_the_first_are_read_and_it_is_said(kind):
    rows = b"".join(b'"hello %d"\n' % i for i in range(100_003))
    sheet = read(rows, Format(kind, "utf-8", header=False))
    assert len(sheet.rows) == 100_000
    assert "99999" in sheet.rows[-1][0]
    assert sheet.notes[-1:] == ("There are 100,003 rows; the first 100,000 were read.",)


def test_a_header_is_no_row(many):
    sheet = read(many + b"last,one\n", TABLE)
    assert len(sheet.rows) == 100_000
    assert sheet.notes == ("There are 100,001 rows; the first 100,000 were read.",)


@pytest.mark.parametrize("kind", ["table", "lines", "jsonl"])
def test_reading_ends_where_a_report_says_so(kind):
    calls = []

    def report(done, wanted):
        calls.append(done)
        if len(calls) == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        read(b'"hello, world"\n' * 100_000, Format(kind, "utf-8"), report)
    assert len(calls) == 2


def test_one_swallowing_cell_can_be_cancelled():
    calls = []

    def report(done, wanted):
        calls.append(done)
        if done:
            raise Cancelled

    with pytest.raises(Cancelled):
        read(b'message\n"' + b"x, y\n" * 1_500_000 + b'"', TABLE, report)


def test_too_large_a_file_is_refused_with_its_size(monkeypatch):
    monkeypatch.setattr(reading, "MAX_BYTES", 20)
    assert len(read(b"message\n" + b"a" * 12, TABLE).rows) == 1
    with pytest.raises(ValueError, match="21 bytes; up to 20"):
        read(b"message\n" + b"a" * 13, TABLE)


def test_too_many_lines_are_refused(monkeypatch):
    monkeypatch.setattr(reading, "MAX_LINES", 20)
    with pytest.raises(ValueError, match="more than 20 lines"):
        read(b"message\n" + b"\n" * 20, TABLE)


def test_a_small_file_does_not_become_a_huge_table():
    header = ",".join(f"c{i}" for i in range(1_000))
    with pytest.raises(ValueError, match="10,001 rows and 1,000 columns"):
        read((header + "\na" * 10_001).encode(), TABLE)
    with pytest.raises(ValueError, match="1,001 columns"):
        read((header + ",x\n").encode(), TABLE)
    keys = "".join(f'{{"k{i}": 1}}\n' for i in range(1_001))
    with pytest.raises(ValueError, match="1,001 columns"):
        opened(keys.encode(), "x.jsonl")


# Which column is which.


@pytest.mark.parametrize(
    ("columns", "row", "found"),
    [
        (("id", "Message"), ("1", "a"), 1),
        (("subject", "body"), ("a long subject", "x"), 1),
        (("text", "user_message"), ("a", "b"), 1),
        (("message_id", "message_type", "what"), ("1", "sms", "hello there"), 2),
        (("message", "text"), ("", "a"), 1),
        (("id", "message"), ("123", ""), 1),
        (("id", "body", "message"), ("123", "", ""), 2),
        (("a", "b", "c"), ("x", "longest", "yy"), 1),
        (("column 1",), ("x",), 0),
        (("prompt", "completion"), ("q", "a very long answer"), 0),
    ],
)
def test_the_messages_are_found_by_name_else_by_length(columns, row, found):
    assert message_column(Sheet(columns, (row,))) == found


def test_the_messages_are_the_longest_on_average_not_once():
    rows = (("a" * 50, "bb"), *((("a", "b" * 20)),) * 9)
    assert message_column(Sheet(("x", "y"), rows)) == 1


@pytest.mark.parametrize(
    ("columns", "rows", "found"),
    [
        (("message", "Language"), [("a", "anything")], 1),
        (("user_locale", "message"), [("en_US", "a")], 0),
        (("text", "Language code"), [("a", "anything")], 1),
        (("text", "native_lang_id"), [("a", "anything")], 1),
        (("text", "संदेश भाषा"), [("a", "anything")], 1),
        (("text", "sentiment"), [("a", "pos"), ("b", "neg")] * 3, None),
        (("text", "ok"), [("a", "yes"), ("b", "no")] * 3, None),
        (("text", "x"), [("hi", "en"), ("hola", "es")], None),
        (("text", "x"), [("a", "Hindi"), ("b", "English")] * 3, None),
        (("column 1", "column 2"), [("hello", "en-IN"), ("hola", ""), ("ola", "pt-BR")], 1),
        (("column 1", "column 2"), [("hello there", "Hindi"), ("hola", "English")], 1),
        (("column 1", "column 2"), [("hello", "pos"), ("hola", "neg")] * 3, None),
        (("column 1", "column 2"), [("hello", "yes"), ("hola", "no")] * 3, None),
        (("column 1", "column 2"), [("hello", "en"), ("hola", "en")], None),
        (("text", "id"), [("a", "1"), ("b", "2"), ("c", "1"), ("d", "2")], None),
        (("text", "who"), [("a", "Asha"), ("b", "Ravi"), ("c", "Mina")], None),
        (("text", "x"), [("a", "en"), ("b", "en")], None),
        (("text", "role"), [("a", "user"), ("b", "assistant")] * 3, None),
        (("text", "status"), [("a", "ok"), ("b", "new")] * 3, None),
        (("text", "type"), [("a", "en"), ("b", "hi-IN")] * 3, None),
        (("text", "x"), [("a message", f"{a}{b}") for a in "abcdefg" for b in "abcdefg"] * 2, None),
        (("text",), [("en",), ("de",), ("en",), ("de",)], None),
    ],
)
def test_the_language_is_found_by_name_or_where_there_are_none_by_its_codes(columns, rows, found):
    sheet = Sheet(columns, tuple(rows))
    assert language_column(sheet, message_column(sheet)) == found


@pytest.mark.parametrize(
    ("columns", "cells", "found"),
    [
        ("text,lang_confidence,lang", "a,0.98,en", 2),
        ("text,language_id,confidence,lang", "a,en,b,en", 3),
        ("programming_language,text,lang", "python,a,en", 2),
        ("programming_language,text", "python,a", None),
        ("code_language,text,user language", "c,a,en", 2),
        ("text,Language ID", "a,3", None),
        ("text,language level", "a,B1", None),
        ("text,lang_score", "a,high", None),
        ("text,language_skills", "a,good", None),
        ("text,detected_language,language", "a,en,de", 2),
        ("text,language code,user_language", "a,en,de", 2),
        ("text,language_of_customer", "a,en", 1),
        ("Message (customer),Language (ISO)", "a,en", 1),
        ("Message (customer),Language score (ISO),Locale [BCP 47]", "a,1,en", 2),
    ],
)
def test_what_is_about_the_language_is_not_taken_for_it(columns, cells, found):
    sheet = Sheet(tuple(columns.split(",")), (tuple(cells.split(",")),))
    message = message_column(sheet)
    assert sheet.rows[0][message] == "a"
    assert language_column(sheet, message) == found


def test_an_exact_name_goes_before_one_with_further_words():
    assert message_column(Sheet(("error_message", "message"), (("none", "hi"),))) == 1
    assert message_column(Sheet(("auto message", "Message (customer)"), (("none", "hi"),))) == 1


@pytest.mark.parametrize(
    "header", ["Message (customer),Language (ISO)", "Nr (a),Language [ISO 639-1]", "Text (all),x"]
)
def test_a_header_may_have_brackets(header):
    sheet = opened(f"{header}\nhi,en\nhola,es\n".encode())
    assert (sheet.columns, len(sheet.rows)) == (tuple(header.split(",")), 2)


def test_texts_go_before_lists_of_objects():
    ticket = {
        "id": 7,
        "subject": "A cake",
        "comments": [{"id": 1, "body": "Hello, a cake, please."}],
        "description": "Hello",
    }
    sheet = opened(json.dumps([ticket, {**ticket, "comments": []}]).encode(), "tickets.json")
    assert sheet.columns[message_column(sheet)] == "description"
    del ticket["description"]
    sheet = opened(json.dumps([ticket]).encode(), "tickets.json")
    assert sheet.columns[message_column(sheet)] == "comments"


# Files put together.

EXPORT = 'id,message\n1,"hi, you"\n2,bye\n'
OF_MARK = "1 line began with a byte order mark, U+FEFF, which was left out."
REPEATED = "1 row repeats the header and was left out."


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("export", [EXPORT, EXPORT.replace("id,message", '"id","message"')])
def test_two_exports_in_one_file_are_read_as_one(encoding, export):
    sheet = opened(export.encode(encoding) * 2)
    assert sheet.columns == ("id", "message")
    assert sheet.rows == (("1", "hi, you"), ("2", "bye")) * 2
    assert sheet.malformed == ()
    assert sheet.notes == (OF_MARK, REPEATED)


def test_a_header_is_said_to_be_repeated_also_without_a_mark():
    sheet = opened(EXPORT.encode() * 3)
    assert len(sheet.rows) == 6
    assert sheet.notes == ("2 rows repeat the header and were left out.",)
    assert opened(b"id,message\n1,id\nid,message!\n").notes == ()
    assert len(read(b"a,b\na,b\n", TABLE).rows) == 1  # no known name: it may be a row


def test_a_mark_at_the_beginning_of_a_line_is_no_part_of_a_message():
    data = codecs.BOM_UTF8 + b"message\nhi\n" + codecs.BOM_UTF8 + b"ho\n"
    assert column(opened(data)) == ["hi", "ho"]
    assert opened(data).notes == (OF_MARK,)
    objects = codecs.BOM_UTF8 + b'{"message": "a"}\n'
    sheet = opened(objects * 2, "x.jsonl")
    assert (column(sheet), sheet.malformed, sheet.notes) == (["a", "a"], (), (OF_MARK,))


# What Excel calls Unicode text.


@pytest.mark.parametrize(
    ("text", "columns", "rows"),
    [
        ("message\r\nhi\r\nho\r\n", ("message",), [("hi",), ("ho",)]),
        ('Customer message\r\n"a ""b"""\r\n', ("Customer message",), [('a "b"',)]),
        ("id\tmessage\r\n1\thi\r\n", ("id", "message"), [("1", "hi")]),
        ("message\tlanguage\r\n", ("message", "language"), []),
        ("hi\ten\r\nhola\tes\r\n", ("column 1", "column 2"), [("hi", "en"), ("hola", "es")]),
        ("1\thi\r\n", ("column 1", "column 2"), [("1", "hi")]),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_few_rows_in_utf16_are_cut_at_their_tabs(text, columns, rows, encoding):
    sheet = opened(text.encode(encoding), "orders.txt")
    assert (sheet.columns, list(sheet.rows)) == (columns, rows)


@pytest.mark.parametrize("text", ["hi there\r\nbye\r\n", "a\tb\r\nwell\r\n", "message\r\nmessage"])
def test_prose_in_utf16_stays_lines(text):
    assert detect(text.encode("utf-16"), "chat.txt").kind == "lines"


def test_a_header_and_a_row_with_tabs_are_a_table_in_any_encoding():
    assert opened(b"id\tmessage\n1\thi\n", "x.txt").rows == (("1", "hi"),)
    assert detect(b"hi\tyou\nho\tthere\n", "x.txt").kind == "lines"


# Laws.

letters = st.one_of(
    st.text("ab1,;|\t\"' \n\r", max_size=8),
    # At the beginning of a line a byte order mark is left out.
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\ufeff"), max_size=8),
)
latin = st.text(st.characters(codec="latin-1", exclude_categories=["Cs"]), max_size=6)


@st.composite
def tables(draw, cells):
    """Rows of cells, all as wide."""
    width = draw(st.integers(1, 4))
    return draw(st.lists(st.lists(cells, min_size=width, max_size=width), min_size=1, max_size=6))


def written(rows, form, quoting, end):
    """Write a table as Python does."""
    buffer = io.StringIO(newline="")
    names = [f"name {i}" for i in range(len(rows[0]))]
    quote = {"quotechar": form.quote} if form.quote else {}
    writer = csv.writer(
        buffer, delimiter=form.delimiter, quoting=quoting, lineterminator=end, **quote
    )
    writer.writerow(names)
    writer.writerows(rows)
    return buffer.getvalue()


@given(
    tables(letters),
    st.sampled_from(DELIMITERS),
    st.sampled_from("\"'"),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    # Up to Python 3.12 a writer quotes only the row ends that it writes itself.
    st.sampled_from([(csv.QUOTE_ALL, "\n"), (csv.QUOTE_ALL, "\r"), (csv.QUOTE_MINIMAL, "\r\n")]),
)
def test_what_is_written_reads_back_cell_by_cell(rows, delimiter, quote, encoding, style):
    assume(style[0] == csv.QUOTE_ALL or has_no_blank_line(rows))
    form = Format("table", encoding, delimiter, quote)
    sheet = read(written(rows, form, *style).encode(encoding), form)
    assert sheet.columns == tuple(f"name {i}" for i in range(len(rows[0])))
    assert [list(row) for row in sheet.rows] == rows
    assert sheet.malformed == ()


@given(tables(latin), st.sampled_from(DELIMITERS))
def test_what_is_written_in_latin_1_reads_back(rows, delimiter):
    form = Format("table", "latin-1", delimiter)
    sheet = read(written(rows, form, csv.QUOTE_ALL, "\r\n").encode("latin-1"), form)
    assert [list(row) for row in sheet.rows] == rows


def has_no_blank_line(rows):
    """Tell whether no row is one cell of blanks, which without quotes is a blank line."""
    return all(len(row) > 1 or row[0].strip() for row in rows)


@given(tables(st.text("aé”€ 1", min_size=1)).filter(has_no_blank_line), st.sampled_from(DELIMITERS))
def test_what_is_written_in_windows_1252_without_quotes_reads_back(rows, delimiter):
    form = Format("table", "cp1252", delimiter, quote="")
    sheet = read(written(rows, form, csv.QUOTE_NONE, "\n").encode("cp1252"), form)
    assert [list(row) for row in sheet.rows] == rows


@given(
    tables(letters).filter(lambda rows: len(rows[0]) > 1),
    st.sampled_from(DELIMITERS),
    st.sampled_from("\"'"),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_the_format_of_a_table_with_all_cells_quoted_is_detected(rows, delimiter, quote, encoding):
    form = Format("table", encoding, delimiter, quote)
    found = detect(written(rows, form, csv.QUOTE_ALL, "\r\n").encode(encoding), "x.csv")
    assert replace(found, header=True) == form


@given(st.binary(max_size=40), st.sampled_from(["x.csv", "x.tsv", "x.txt", "x.jsonl", "x"]))
def test_any_bytes_are_read_or_refused_in_a_sentence(data, name):
    form = detect(data, name)
    sheet, said = Sheet(("message",), ()), "."
    try:
        sheet = read(data, form)
    except ValueError as error:
        said = str(error)
    assert said.endswith(".")
    assert all(len(row) == len(sheet.columns) for row in sheet.rows)
    assert len(set(sheet.columns)) == len(sheet.columns)
    assert 0 <= message_column(sheet) < len(sheet.columns)
    assert language_column(sheet, 0) != 0


@given(
    st.text("a\",';|\t\n\r ", max_size=30).filter(str.strip),
    st.sampled_from(DELIMITERS),
    st.sampled_from(["", '"', "'"]),
)
def test_no_letter_is_lost(text, delimiter, quote):
    form = Format("table", "utf-8", delimiter, quote, header=False)
    sheet = read(text.encode(), form)
    assert "".join(map("".join, sheet.rows)).count("a") == text.count("a")


@given(st.lists(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]))))
def test_pasted_lines_are_the_messages(lines):
    assert column(pasted("\n".join(lines))) == [line for line in lines if line.strip()]
