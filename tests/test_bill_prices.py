"""Prices on the page Bill: how they are written, which are refused, and which are examples."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpe
from pages.ui import bill_prices
from tests.shelving import key_of, names, put
from tests.test_bill_page import answer, app, assert_well, said, upload

assert app  # a fixture


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("2.50", "2.50"),
        ("2,50", "2.50"),
        (" $2.50 ", "2.50"),
        ("€2", "2"),
        ("2,5 €", "2.5"),
        ("1.234,56", "1234.56"),
        ("1,234.56", "1234.56"),
        ("1 234,56", "1234.56"),
        ("1\u202f234.5", "1234.5"),
        ("1'234.50", "1234.50"),
        ("0,075", "0.075"),
        ("0.075", "0.075"),
        ("1.234", "1.234"),
        ("1,2345", "1.2345"),
        ("1234,567", "1234.567"),
        (".5", "0.5"),
        ("5.", "5"),
        ("$.5", "0.5"),
        ("Rs. 250", "250"),
        ("₹1,00,000", "100000"),
        ("10,00,000.00", "1000000.00"),
        ("٣٫٥", "3.5"),
        ("١٬٢٣٤٫٥", "1234.5"),
        ("US$2", "2"),
        ("2.50 USD", "2.50"),
        ("0", "0"),
        ("1,000,000", "1000000"),
    ],
)
def test_a_price_is_read_as_people_write_it(text, price):
    assert bill_prices.read(text) == Decimal(price)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1,234", "could be 1234 or 1.234"),
        ("$12,345", "could be 12345 or 12.345"),
        ("-2", "below 0"),
        ("−2,50", "below 0"),
        ("$-2", "below 0"),
        ("1000000.01", "above 1,000,000"),
        ("1.234.567", "above 1,000,000"),
        *((text, "is no price") for text in ("abc", "$", "1e3", "nan", "inf", "1.2.3", "2 50")),
        *((text, "is no price") for text in ("12,34,5", "1.23,4", "2..5", "--1", "1/2", "2 a 3")),
    ],
)
def test_what_is_no_price_or_could_be_two_is_refused_with_its_words(text, why):
    with pytest.raises(ValueError, match=re.escape(text.strip("$")) + f".*{why}"):
        bill_prices.read(text)


@given(
    st.decimals(0, 999_999, places=2),
    st.sampled_from([(",", "."), (".", ","), (" ", ","), ("\xa0", ","), ("’", ".")]),
    st.sampled_from(["{}", "${}", "{} €", "EUR {}"]),
)
def test_a_price_with_two_decimals_is_read_in_any_notation(price, signs, unit):
    text = f"{price:,.2f}".translate(str.maketrans(",.", "".join(signs)))
    assert bill_prices.read(unit.format(text)) == price


@given(st.text("0123456789.,' -$€a", max_size=12))
def test_any_text_is_a_price_in_range_or_is_refused_in_a_sentence(text):
    price, said = Decimal(0), "."
    try:
        price = bill_prices.read(text)
    except ValueError as error:
        said = str(error)
    assert 0 <= price <= bill_prices.MAX_PRICE
    assert said.endswith(".")


# On the page.


def field(app, key, kind="price"):
    return app.text_input(key=f"{kind}_{key}")


def refusals(app):
    return [error.value.replace("\\", "") for error in app.error]


def test_a_decimal_comma_is_read_and_said(app):
    before = answer(app)
    field(app, "o200k_base").set_value("2,50").run()
    assert_well(app)
    assert "Read as $2.50." in said(app)
    comma = answer(app)
    assert comma != before
    field(app, "o200k_base").set_value("2.50").run()
    assert answer(app) == comma
    assert not any(text.startswith("Read as $") for text in said(app))
    field(app, "o200k_base").set_value("1.234").run()
    assert "Read as $1.234." in said(app)


@pytest.mark.parametrize("text", ["1,234", "abc", "-1", "1000001", " "])
def test_a_price_that_is_refused_leaves_the_one_before_in_use(app, text):
    field(app, "o200k_base").set_value("2.50").run()
    before = answer(app)
    field(app, "o200k_base").set_value(text).run()
    (why,) = refusals(app)
    assert why.endswith(" $2.50 stays in use.")
    assert answer(app) == before
    field(app, "o200k_base").set_value("3").run()
    assert refusals(app) == []
    assert answer(app) != before


def test_a_price_like_the_example_is_ones_own_once_it_is_put_in(app):
    def examples():
        return next(text for text in said(app) if "A message costs" in text)

    own = names(app)[0]
    assert examples().endswith("at $1.00 a million, an example.")
    field(app, "o200k_base").set_value("1.00").run()
    assert examples().endswith(f"$1.00 a million (still an example for GPT-2, GPT-4, “{own}”).")
    for key in ("r50k_base", "cl100k_base", key_of(app, own)):
        field(app, key).set_value("1").run()
    assert_well(app)
    assert examples().endswith("at $1.00 a million.")
    app.number_input(key="bill_reply").set_value(9).run()
    assert examples().endswith("at a price of their own, an example.")
    field(app, "o200k_base", "reply_price").set_value("1").run()
    assert examples().endswith(f"their own (still an example for GPT-2, GPT-4, “{own}”).")


def test_each_tokenizer_of_ones_own_has_a_price_and_a_label_without_escapes(app):
    (own,) = names(app)
    mine = key_of(app, own)
    put(app, "*b* ![c](d)", bpe.train("hello hello", merges=3, min_count=1).tokenizer)
    app.run()
    other = "*b* ![c](d)"
    app.multiselect(key="billed").set_value([mine, other]).run()
    field(app, mine).set_value("2").run()
    field(app, other).set_value("0").run()
    assert_well(app)
    costs = app.table[0].value["cost a month"].tolist()
    assert [cost.partition(" ")[2] for cost in costs[:2]] == ["▲ most", "✓ least"]
    label = "price of a million tokens sent"
    assert field(app, mine).label == f"Yours: {own}, {label}"
    assert field(app, other).label == f"Yours: *b* !(c)(d), {label}"
    app.multiselect(key="billed").set_value([other]).run()
    app.multiselect(key="billed").set_value([mine, other]).run()
    assert_well(app)
    assert app.table[0].value["cost a month"].tolist() == costs


def test_prices_survive_other_pages_and_files(app):
    field(app, "o200k_base").set_value("2,50").run()
    for page in ("train.py", "bill.py"):
        app.switch_page(page).run()
    upload(app, "x.csv", b"message\nhi\n")
    assert_well(app)
    assert field(app, "o200k_base").value == "2,50"
    assert "Read as $2.50." in said(app)
