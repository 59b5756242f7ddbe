"""The command line: train, encode, compare."""

from __future__ import annotations

import argparse
import io
import os
import sys
from pathlib import Path

from bpe.corpus import CODECS, well_formed
from bpe.display import visible
from bpe.measures import bytes_per_token
from bpe.pretokenize import PATTERNS
from bpe.pretrained import ENCODINGS, pretrained
from bpe.tokenizer import TIE_RULES, Tokenizer
from bpe.train import train


def main(arguments: list[str] | None = None) -> int:
    """Run one command; gives the exit code, 1 with a sentence where something is refused."""
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may know few characters
    try:
        options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except (ValueError, OSError) as error:
        print(f"bpe: {error}", file=sys.stderr)
        return 1
    return 0


def _train(options: argparse.Namespace) -> None:
    try:
        text = Path(options.corpus).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{options.corpus} is not UTF-8 text: {error.reason} at byte {error.start:,}. "
            "Save it as UTF-8 first."
        ) from None
    if options.output and not Path(options.output).resolve().parent.is_dir():
        raise ValueError(f"There is no folder to write {options.output} to.")
    training = train(
        text,
        merges=options.merges,
        pre_tokenizer=options.pre_tokenizer,
        min_count=options.min_count,
        ties=options.ties,
        codec=options.codec,
    )
    tokenizer = training.tokenizer
    for k, (pair, count) in enumerate(zip(tokenizer.merges, training.counts, strict=True), 1):
        left, right = (visible(tokenizer.tokens[part], tokenizer.codec) for part in pair)
        print(f"{k:6}  {left} + {right}  seen {count:,}")
    print(training.stopped)
    if options.output:
        tokenizer.save(options.output)
        print(f"Written to {options.output}.")


def _encode(options: argparse.Namespace) -> None:
    tokenizer = _tokenizer(options.tokenizer)
    ids = tokenizer.encode(options.text, merges=options.merges)
    print(" ".join(map(str, ids)))
    print(" | ".join(visible(tokenizer.tokens[id_], tokenizer.codec) for id_ in ids))


def _compare(options: argparse.Namespace) -> None:
    size = len(well_formed(options.text).encode())
    for name in options.tokenizers or ENCODINGS:
        count = _tokenizer(name).count(options.text)
        ratio = bytes_per_token(size, count)
        print(
            f"{name:14} {count:8,} tokens  {'-' if ratio is None else f'{ratio:.1f}'} bytes a token"
        )


def _tokenizer(name: str) -> Tokenizer:
    if name in ENCODINGS:
        return pretrained(name)
    if Path(name).is_file():
        return Tokenizer.load(name)
    raise ValueError(f"{name} is neither a tokenizer file nor one of {', '.join(ENCODINGS)}.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bpe", description=__doc__)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser(
        "train",
        help="learn merges from a text file",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    command.add_argument("corpus", help="a text file, in UTF-8")
    command.add_argument("--merges", type=int, default=1000, help="how many to learn at most")
    command.add_argument(
        "--pre-tokenizer", default="none", choices=list(PATTERNS), help="what cuts the text first"
    )
    command.add_argument("--min-count", type=int, default=2, help="how often a pair must occur")
    command.add_argument("--ties", default="first", choices=TIE_RULES, help="which pair wins a tie")
    command.add_argument("--codec", default="utf-8", choices=CODECS, help="base units")
    command.add_argument("-o", "--output", help="where to write the tokenizer, as JSON")
    command.set_defaults(run=_train)
    command = commands.add_parser("encode", help="cut a text into tokens")
    command.add_argument("tokenizer", help="a tokenizer file, or the name of an encoding")
    command.add_argument("text")
    command.add_argument("--merges", type=int, help="use only the first so many merges")
    command.set_defaults(run=_encode)
    command = commands.add_parser("compare", help="count a text's tokens with several tokenizers")
    command.add_argument("text")
    command.add_argument("tokenizers", nargs="*", help="files or names; all encodings if none")
    command.set_defaults(run=_compare)
    return parser


if __name__ == "__main__":
    sys.exit(main())
