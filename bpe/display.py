"""How tokens and texts are shown: whole characters, visible blanks, bytes only where one is cut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
import regex

Ints = npt.NDArray[np.int32]


def _signs() -> dict[str, str]:
    signs = {" ": "·", "\t": "→", "\n": "↵"}
    controls = "NUL SOH STX ETX EOT ENQ ACK BEL BS - - VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN "
    controls += "ETB CAN EM SUB ESC FS GS RS US"
    for code, name in enumerate(controls.split()):
        signs.setdefault(chr(code), name)
    signs |= {chr(code): f"{code:02X}" for code in range(0x80, 0xA0)}
    signs |= {"\x7f": "DEL", "\x85": "NEL", "\r\n": "CR↵", "\xa0": "NBSP", "\xad": "SHY"}
    spaces = "NQSP MQSP ENSP EMSP 3/MSP 4/MSP 6/MSP FSP PSP THSP HSP ZWSP ZWNJ ZWJ LRM RLM"
    signs |= {chr(0x2000 + i): name for i, name in enumerate(spaces.split())}
    breaks = "LSEP PSEP LRE RLE PDF LRO RLO NNBSP"
    signs |= {chr(0x2028 + i): name for i, name in enumerate(breaks.split())}
    signs |= {chr(0x2066 + i): name for i, name in enumerate(["LRI", "RLI", "FSI", "PDI"])}
    signs |= {"\u1680": "OGSP", "\u205f": "MMSP", "\u2060": "WJ", "\u3000": "IDSP"}
    signs |= {"\u034f": "CGJ", "\u061c": "ALM", "\u180e": "MVS", "\ufeff": "BOM"}
    return signs


SIGNS: Mapping[str, str] = MappingProxyType(_signs())
"""What stands for a blank or control character that has no picture of its own: a sign, or the
abbreviation in Unicode's charts. It holds for a character that stands alone, not inside a cluster
such as a joined emoji."""


@dataclass(frozen=True)
class Segment:
    """The shortest run of tokens that is whole characters: the unit of display.

    Attributes:
        start: The base unit at which it starts.
        end: The base unit behind its last.
        text: Its characters.
        tokens: The place of its first token among all tokens, and the place behind its last.
    """

    start: int
    end: int
    text: str
    tokens: tuple[int, int]


def visible(token: bytes, codec: str = "utf-8") -> str:
    r"""Name a token in one line: its characters, blanks as signs, bytes of a cut one as hex.

    >>> visible(b" the\n"), visible("é".encode()[:1]), visible(b"\x00")
    ('·the↵', '‹c3›', '‹NUL›')
    """
    shown = []
    at = 0
    while at < len(token):
        try:
            shown.append(_with_signs(token[at:].decode(codec)))
            break
        except UnicodeDecodeError as error:
            whole = token[at : at + error.start].decode(codec)
            at += error.end
            broken = error.object[error.start : error.end].hex(" ")
            if not whole and shown:
                shown[-1] = f"{shown[-1][:-1]} {broken}›"
            else:
                shown += [_with_signs(whole), f"‹{broken}›"]
    return "".join(shown)


def _with_signs(text: str) -> str:
    return "".join(map(_with_sign, regex.findall(r"\X", text)))


def _with_sign(cluster: str) -> str:
    if (sign := SIGNS.get(cluster)) is not None:
        return sign if len(sign) == 1 else f"‹{sign}›"
    if cluster[0] in SIGNS:  # a blank with something joined to it, which has no picture either
        return "".join(map(_with_sign, cluster))
    return cluster


def clusters(text: str, codec: str = "utf-8") -> Ints:
    r"""The length of each character as a reader sees it, in order.

    Shape: one number a cluster. Unit: base units.

    >>> clusters("aé\r\n")
    array([1, 2, 2], dtype=int32)
    """
    if text.isascii() and "\r\n" not in text:
        return np.ones(len(text), np.int32)
    found = regex.findall(r"\X", text)
    return np.fromiter((len(cluster.encode(codec)) for cluster in found), np.int32, len(found))


def segments(text: str, starts: npt.ArrayLike, codec: str = "utf-8") -> list[Segment]:
    """Cut a text into segments, given where its tokens start in base units.

    >>> [s.text for s in segments("né", [0, 1, 2])], segments("né", [0, 1, 2])[1].tokens
    (['n', 'é'], (1, 3))
    """
    units = text.encode(codec)
    tokens = np.asarray(starts, np.int64)
    ends = np.cumsum(clusters(text, codec), dtype=np.int64)
    edges = np.intersect1d(np.append(tokens, len(units)), np.append(ends, 0)).tolist()
    places = np.searchsorted(tokens, edges).tolist()
    return [
        Segment(start, end, units[start:end].decode(codec), (first, last))
        for start, end, first, last in zip(edges, edges[1:], places, places[1:], strict=False)
    ]
