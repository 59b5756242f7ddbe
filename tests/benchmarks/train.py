"""How long training takes, beside three other trainers, in the same minute.

    python -m tests.benchmarks.train [rounds]

The text is 1.1 MB of English (Python's own documentation), cut by the pattern of cl100k; each
trainer learns 4,744 merges, that is a vocabulary of 5,000. Seconds depend on the machine; the
ratios to the fastest trainer are what to compare.
"""

import importlib.util
import sys
import time
from collections.abc import Callable

import bpe
from bpe.pretokenize import PATTERNS
from tests.benchmarks.corpus import english

MERGES = 4_744
PATTERN = PATTERNS["cl100k"]
# The same cuts without possessive repeats, for engines that do not know them.
PLAIN_PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]|\s+(?!\S)|\s"
)

Merged = set[bytes]


def with_bpe(text: str, ties: str = "first") -> Merged:
    """Train with this package."""
    training = bpe.train(text, merges=MERGES, pre_tokenizer="cl100k", ties=ties)
    tokens = training.tokenizer.tokens
    return {tokens[256 + i] for i in range(len(training.counts))}


def with_rustbpe(text: str) -> Merged:
    """Train with rustbpe."""
    import rustbpe

    tokenizer = rustbpe.Tokenizer()
    tokenizer.train_from_iterator([text], 256 + MERGES, pattern=PATTERN)
    return {bytes(token) for token, _ in tokenizer.get_mergeable_ranks() if len(token) > 1}


def with_bpeasy(text: str) -> Merged:
    """Train with bpeasy."""
    import bpeasy

    ranks = bpeasy.train_bpe(iter([text]), PLAIN_PATTERN, 128, 256 + MERGES)
    return {token for token in ranks if len(token) > 1}


def with_tokenizers(text: str) -> Merged:
    """Train with Hugging Face tokenizers."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(PLAIN_PATTERN), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=256 + MERGES, initial_alphabet=alphabet, show_progress=False
    )
    tokenizer.train_from_iterator([text], trainer)
    # That package writes bytes as letters: printable ones as they are, the others from U+0100 on.
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [byte for byte in range(256) if byte not in printable]
    byte_of = {chr(byte): byte for byte in printable}
    byte_of |= {chr(0x100 + i): byte for i, byte in enumerate(hidden)}
    tokens = (bytes(byte_of[letter] for letter in token) for token in tokenizer.get_vocab())
    return {token for token in tokens if len(token) > 1}


TRAINERS: dict[str, Callable[[str], Merged]] = {
    "bpe": with_bpe,
    "rustbpe": with_rustbpe,
    "bpeasy": with_bpeasy,
    "tokenizers": with_tokenizers,
}


def main(rounds: int = 3) -> None:
    """Run all trainers in turn, several times, and print the best time of each."""
    text = english()
    print(f"{len(text):,} bytes, {MERGES:,} merges, best of {rounds}")
    there = [name for name in TRAINERS if importlib.util.find_spec(name)]
    seconds: dict[str, list[float]] = {name: [] for name in there}
    learned: dict[str, Merged] = {}
    for _ in range(rounds):
        for name in there:
            begin = time.perf_counter()
            learned[name] = TRAINERS[name](text)
            seconds[name].append(time.perf_counter() - begin)
    lowest = with_bpe(text, ties="lowest")
    fastest = min(map(min, seconds.values()))
    print(f"{'trainer':12}{'seconds':>9}{'ratio':>7}{'merges':>8}   the same tokens as bpe")
    for name in there:
        best = min(seconds[name])
        same = len(learned[name] & (learned["bpe"] if name == "bpe" else lowest))
        print(f"{name:12}{best:9.3f}{best / fastest:7.1f}{len(learned[name]):8,}{same:11,}")
    print("Tokens are compared with bpe under the tie rule of the others, the lowest pair of ids.")
    for name in TRAINERS:
        if name not in there:
            print(f"{name} is not installed.")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
