"""Numbers about token counts."""

from decimal import Decimal

import pytest

from bpe.measures import bytes_per_token, fertility, premium, price


def test_compression_is_bytes_in_by_tokens_out():
    assert bytes_per_token(38, 9) == pytest.approx(4.2222, abs=1e-4)
    assert bytes_per_token(27, 27) == 1


def test_fertility_is_tokens_by_words():
    assert fertility(9, 7) == pytest.approx(1.2857, abs=1e-4)


def test_the_premium_of_a_language_is_its_tokens_by_those_of_the_base():
    assert premium(47, 11) == pytest.approx(4.2727, abs=1e-4)
    assert premium(11, 11) == 1


@pytest.mark.parametrize("measure", [bytes_per_token, fertility, premium])
def test_a_ratio_to_nothing_is_no_number_and_no_error(measure):
    assert measure(0, 0) is None
    assert measure(5, 0) is None
    assert measure(0, 5) == 0


@pytest.mark.parametrize(
    ("tokens", "per_million", "cost"),
    [
        (1234, "2.50", "0.003085"),
        (1, "2.50", "0.0000025"),
        (10**9, "2.50", "2500"),
        (0, "2.50", "0"),
        (3, "0.1", "0.0000003"),
        (7, 2, "0.000014"),
        (10**15 + 1, "0.000001", "1000.000000000001"),
    ],
)
def test_a_price_is_exact(tokens, per_million, cost):
    assert price(tokens, per_million) == price(tokens, Decimal(per_million)) == Decimal(cost)
