"""What vocabularies cost: tokens at every size, parameters in the model, work for attention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pages.ui import compared, shelf, words
from pages.ui.charts_compare import Line
from pages.ui.rows import Row


def lines(found: Sequence[Row]) -> list[Line]:
    """Give the curve of each tokenizer, with a mark where a row stops."""
    together: dict[str, list[Row]] = {}
    for row in found:
        if row.n_merges:
            together.setdefault(compared.key_of(row.choice), []).append(row)
    return [
        Line(shelf.title(key), same[0].sizes, same[0].token_counts, [row.size for row in same])
        for key, same in together.items()
    ]


@dataclass(frozen=True)
class Costs:
    """What a vocabulary of this size and a text of this length cost a model.

    Attributes:
        parameters: Numbers in the embedding: ids times the model's dimension.
        pairs: Pairs of tokens that attention compares in each layer and head: the length squared.
    """

    parameters: int
    pairs: int


def of_row(row: Row, dimension: int) -> Costs:
    """Reckon what a tokenizer costs a model with embeddings of so many numbers."""
    return Costs(row.size * dimension, row.tokens**2)


def sentence(row: Row, dimension: int) -> str:
    """Show the reckoning of one tokenizer."""
    cost = of_row(row, dimension)
    return (
        f"{words.literal(row.title)}: {row.size:,} tokens × {dimension:,} = "
        f"{words.rounded(cost.parameters)} parameters; {row.tokens:,} × {row.tokens:,} = "
        f"{words.rounded(cost.pairs)} pairs."
    )


def table(
    found: Sequence[Row], dimension: int
) -> tuple[list[str], list[list[str | int | float | None]]]:
    """Give all numbers as a header and rows, each beside the name of its tokenizer."""
    header = [
        "tokenizer",
        "merges",
        "vocabulary",
        "tokens",
        "bytes",
        "bytes a token",
        f"embedding parameters at {dimension:,}",
        "pairs of tokens",
    ]
    cells: list[list[str | int | float | None]] = [
        [
            row.title,
            row.k,
            row.size,
            row.tokens,
            row.bytes,
            None if row.bytes_per_token is None else round(row.bytes_per_token, 2),
            of_row(row, dimension).parameters,
            of_row(row, dimension).pairs,
        ]
        for row in found
    ]
    return header, cells
