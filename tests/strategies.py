"""Hypothesis strategies: small alphabets, so that ties, overlaps and runs are common."""

from hypothesis import strategies as st

TIES = ("first", "lowest", "greatest")
NAMES = ("none", "whitespace", "words", "gpt2", "cl100k", "o200k")
ENCODINGS = ("r50k_base", "p50k_base", "cl100k_base", "o200k_base")

# Patterns of all kinds: groups, empty matches, gaps, look-around, backwards, whole characters.
PATTERNS = (
    *(
        r"\w+",
        r"(a|b)+",
        r"(a)|(b)",
        r"a*",
        r"",
        r"\b",
        r"(?=a)",
        r"a|",
        r"[^a]",
        r"x?",
        r"(?<=a)b",
    ),
    *(
        r"(?r)\w",
        r"(?r)ab?",
        r"a\Kb",
        r"^",
        r"$",
        r"(?m)^.*$",
        r"(?s).",
        r"(?P<left>a)(?P<right>b)?",
    ),
    *(r"\X", r"(?i)É", r"a{2}", r"(?V1)[\w--b]+", r"\p{Lu}"),
)

# Pieces on which split patterns and byte-level vocabularies are known to differ.
SNIPPETS = (
    *("'s", "'S", "'ſ", "'ll", "'LL", "'Re", "n't", "’s", "don't", "THEY'D", "'Ve "),
    *(
        " ",
        "  ",
        "\n",
        "\r\n",
        "\n\n",
        "\t",
        "\x85",
        "\u00a0",
        "\u2003",
        "\u2028",
        "\u3000",
        "\x1c",
    ),
    *("\u200b", "\u200d", "\ufeff", "\x00", "\x7f", "1", "12345678", "٣٤٥", "½", "Ⅷ", "x²"),
    *(
        "नमस्ते",
        "தமிழ்",
        "日本語",
        "大阪",
        "한국어",
        "ภาษา",
        "שלום",
        "مرحبا",
        "e\u0301",
        "ǅ",
        "ʰ",
        "İ",
    ),
    *("🎂", "👨‍👩‍👧", "🇮🇳", "👍🏽", "\U0001f98a", "\ufffd", "\U0010ffff", "\ue000"),
    *("<|endoftext|>", "<|im_start|>", "/*", "//\n", "==", "....", "$5", "{}", "a_b", "camelCase"),
    *("the", " The", "cake", " delivery", "eggless", "x" * 40, "=" * 70, " " * 70),
)

# All planes that hold characters, and a few code points of the others.
CODES = (*range(0xD800), *range(0xE000, 0x34000), *range(0xDFFF0, 0xE0200), 0xF0000, 0x10FFFF)
EVERY_CHARACTER = "".join(map(chr, CODES))


def texts(alphabet: str, max_size: int = 24) -> st.SearchStrategy[str]:
    """Short texts over one alphabet."""
    return st.text(alphabet=alphabet, max_size=max_size)


runs = st.lists(st.tuples(st.sampled_from("ab "), st.integers(1, 9)), max_size=6).map(
    lambda parts: "".join(letter * times for letter, times in parts)
)
small_texts = st.one_of(texts("ab"), texts("ab "), texts("aé€", 12), runs)
latin_texts = st.one_of(texts("ab"), texts("aé\xff\x00 "), runs)
unicode_texts = st.lists(
    st.one_of(st.sampled_from(SNIPPETS), st.text(max_size=8), st.text("ab1' \n", max_size=8)),
    max_size=10,
).map("".join)
halves = st.sampled_from(["\ud83e", "\udd8a", "\ud800", "\udfff"])
surrogate_texts = st.lists(st.one_of(halves, st.sampled_from("a é€🎂")), max_size=10).map("".join)
any_texts = st.one_of(small_texts, unicode_texts, surrogate_texts)
# Longer than what is merged by looking at all pairs again: a heap takes over.
long_texts = st.one_of(
    st.text("ab", min_size=49, max_size=150),
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(20, 60)), min_size=2, max_size=4).map(
        lambda parts: "".join(letter * times for letter, times in parts)
    ),
)
byte_strings = st.one_of(
    st.binary(max_size=24), st.lists(st.sampled_from(b"ab"), max_size=20).map(bytes)
)


def corpora(documents: st.SearchStrategy[str] = small_texts) -> st.SearchStrategy:
    """All that `train` takes: one text, a list of documents, a mapping of documents to counts."""
    return st.one_of(
        documents,
        st.lists(documents, max_size=5),
        st.dictionaries(documents, st.integers(1, 4), max_size=5),
    )


def documents_of(corpus: str | list[str] | dict[str, int]) -> list[str]:
    """Return a corpus as a list, each document as often as it occurs."""
    if isinstance(corpus, str):
        return [corpus]
    if isinstance(corpus, dict):
        return [document for document, count in corpus.items() for _ in range(count)]
    return list(corpus)


@st.composite
def tables(draw: st.DrawFn, letters: bytes = b"ab", max_size: int = 8) -> list[tuple[int, int]]:
    """Hand-made merges that no training would give: any pairs of tokens made before."""
    merges: list[tuple[int, int]] = []
    for _ in range(draw(st.integers(0, max_size))):
        known = st.sampled_from([*letters, *range(256, 256 + len(merges))])
        pair = draw(st.tuples(known, known))
        if pair not in merges:
            merges.append(pair)
    return merges
