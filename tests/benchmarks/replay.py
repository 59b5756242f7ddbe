"""How long a replay of 1 MB takes, and its views, with and without blanks.

python -m tests.benchmarks.replay [rounds]
"""

import sys
import time
from collections.abc import Callable

import bpe
from tests.benchmarks.corpus import english

SIZE = 1_000_000


def best_of(rounds: int, act: Callable[[], object]) -> float:
    """Return the shortest of several times, in seconds."""
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        act()
        times.append(time.perf_counter() - begin)
    return min(times)


def main(rounds: int = 3) -> None:
    """Replay several texts under several tokenizers and print the seconds."""
    text = english(SIZE + SIZE // 2)
    letters = "".join(letter for letter in text if letter.isalpha())[:SIZE]
    trained = bpe.train(text, merges=4_744, pre_tokenizer="cl100k").tokenizer
    whole = bpe.Tokenizer(trained.merges)
    texts = {
        "English": text[:SIZE],
        "no blank": letters,
        "one letter": "a" * SIZE,
        "blanks": " " * SIZE,
    }
    tokenizers = {
        "trained, cl100k": trained,
        "trained, none": whole,
        "cl100k_base": bpe.pretrained("cl100k_base"),
        "o200k_base": bpe.pretrained("o200k_base"),
    }
    print(f"{SIZE:,} bytes, best of {rounds}, seconds; first is the very first replay")
    head = ("tokenizer", "text", "first", "replay", "starts", "ids", "counts", "encode")
    print(("{:17}{:11}" + "{:>8}" * 6).format(*head))
    for name, tokenizer in tokenizers.items():
        for kind, sample in texts.items():
            first = best_of(1, lambda t=tokenizer, s=sample: t.replay(s))
            replay = tokenizer.replay(sample)
            half = replay.n_merges // 2
            times = (
                best_of(rounds, lambda t=tokenizer, s=sample: t.replay(s)),
                best_of(rounds, lambda r=replay, k=half: r.starts(k)),
                best_of(rounds, lambda r=replay, k=half: r.ids(k)),
                best_of(1, lambda r=replay: r.token_counts),
                best_of(rounds, lambda t=tokenizer, s=sample: t.encode(s)),
            )
            row = "".join(f"{seconds:8.3f}" for seconds in (first, *times))
            print(f"{name:17}{kind:11}{row}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
