"""The pre-tokenizers of Hugging Face's tokenizer.json: their steps, and one pattern of ours.

A file cuts a text in steps, each of which cuts what the one before has left; the last turns the
pieces into bytes. Only what one pattern can do as well is known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import regex

from bpe import onig
from bpe.pretokenize import PATTERNS

# What Rust's `char::is_numeric` knows beyond \p{N} here and there: numbers of Unicode 17.
_NEW_NUMBERS = "\U00011de0-\U00011de9\U00016ff4-\U00016ff6"


def pattern_of(pre_tokenizer: object) -> str | None:
    """Say in one pattern of ours what the steps of a pre-tokenizer do.

    Raises:
        ValueError: One pattern cannot do the same; names what is in the way.

    >>> pattern_of({"type": "ByteLevel", "add_prefix_space": False, "use_regex": False})
    """
    *splits, last = _steps(pre_tokenizer) or [{}]
    for step in splits:
        if step.get("type") not in ("Split", "Digits"):
            raise ValueError(
                f"This tokenizer.json has the pre-tokenizer {type_of(step)}, which cannot be done "
                "here; Split, Digits and ByteLevel can."
            )
    if last.get("type") != "ByteLevel":
        raise ValueError(
            "The last pre-tokenizer of this tokenizer.json is "
            f"{type_of(last) if last else 'missing'}, not ByteLevel, so its tokens are not made "
            "of bytes."
        )
    if last.get("add_prefix_space", True):
        raise ValueError(
            "This tokenizer.json puts a blank before each text (add_prefix_space), which cannot be "
            "done here; one that was trained with add_prefix_space=False can be opened."
        )
    gpt2 = bool(last.get("use_regex", True))
    if not splits:
        return PATTERNS["gpt2"] if gpt2 else None
    if len(splits) > 1 or (gpt2 and splits[0]["type"] == "Split"):
        raise ValueError(
            "This tokenizer.json cuts a text in several steps, which one pattern cannot do."
        )
    return _digits(splits[0], gpt2) if splits[0]["type"] == "Digits" else _split(splits[0])


def steps_of(pattern: str | None) -> dict[str, Any]:
    """Give the steps that cut any text there as this pattern of ours does here.

    Raises:
        ValueError: The other engine does not, or not surely, read the pattern alike.

    >>> steps_of(None)["type"], steps_of(" ")["pretokenizers"][0]["pattern"]
    ('ByteLevel', {'Regex': ' '})
    """
    if pattern is None or pattern == PATTERNS["gpt2"]:
        return byte_level(use_regex=pattern is not None)
    split = {
        "type": "Split",
        "pattern": {"Regex": onig.to_onig(pattern)},
        "behavior": "Isolated",
        "invert": False,
    }
    return {"type": "Sequence", "pretokenizers": [split, byte_level(use_regex=False)]}


def byte_level(*, use_regex: bool) -> dict[str, Any]:
    """Give the step that turns text into bytes and, with `use_regex`, cuts it as GPT-2 does."""
    return {
        "type": "ByteLevel",
        "add_prefix_space": False,
        "trim_offsets": False,
        "use_regex": use_regex,
    }


def type_of(part: object) -> str:
    """Name a part of the file by its type, in one line."""
    return onig.in_one_line(str(part.get("type") if isinstance(part, Mapping) else part)[:60])


def _steps(pre_tokenizer: object) -> list[Mapping[str, Any]]:
    """Give the steps of a pre-tokenizer, one after the other."""
    steps = []
    waiting = [pre_tokenizer]
    while waiting:
        part = waiting.pop()
        inner = part.get("pretokenizers") if isinstance(part, Mapping) else None
        if isinstance(part, Mapping) and part.get("type") != "Sequence":
            steps.append(part)
        elif isinstance(inner, list):
            waiting += reversed(inner)
        elif part is not None:
            raise ValueError(f"A pre-tokenizer of this tokenizer.json is {part!r:.40}.")
    return steps


def _digits(step: Mapping[str, Any], gpt2: bool) -> str:
    numbers = rf"\p{{N}}{_NEW_NUMBERS}"
    single = step.get("individual_digits")
    if not gpt2:
        return f"[{numbers}]" if single else f"[{numbers}]++"
    cut = f"[{numbers}]" if single else rf"\p{{N}}++|[{_NEW_NUMBERS}]++"
    return (
        rf"'(?:[sdmt]|ll|ve|re)| ?\p{{L}}++|{cut}| ?[^\s\p{{L}}{numbers}]++"
        rf"|\s+(?![^\s{numbers}])|\s"
    )


def _split(step: Mapping[str, Any]) -> str:
    rule = step.get("pattern")
    pattern = rule.get("Regex", rule.get("String")) if isinstance(rule, Mapping) else None
    if not isinstance(pattern, str) or not isinstance(rule, Mapping):
        raise ValueError(f"A Split of this tokenizer.json has the pattern {rule!r:.40}.")
    behavior, invert = step.get("behavior"), step.get("invert")
    keeps_all = (behavior, invert) == ("Removed", True) and onig.matches_all(pattern)
    if behavior != "Isolated" and not keeps_all:
        raise ValueError(
            f"A Split of this tokenizer.json has the behavior {behavior!r:.40}, which would leave "
            'out or join pieces of the text; "Isolated" can be done here.'
        )
    if "Regex" not in rule:  # taken to the letter, so its signs are escaped, and nothing else
        pattern = regex.sub(r"[!-/:-@\[-`{-~]", r"\\\g<0>", pattern)
    return onig.from_onig(pattern)
