"""The sample corpora: what each is called, what it shows, and the settings that show it."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pages.ui.corpora import Corpus, of_counts

CORPORA = Path(__file__).parents[2] / "assets" / "corpora"


@dataclass(frozen=True)
class Sample:
    """A corpus that comes with the app, and the training settings that it opens with."""

    key: str
    title: str
    notice: str
    file: str
    merges: int
    pre_tokenizer: str
    min_count: int
    ties: str = "first"
    codec: str = "utf-8"
    counted: bool = False  # the file holds words with counts, not a text


SAMPLES = (
    Sample(
        key="crumb",
        title="a cake shop's replies",
        notice="Notice that delivery becomes one piece at merge 18, though nobody told the program "
        "that it is a word.",
        file="crumb.txt",
        merges=30,
        pre_tokenizer="none",
        min_count=1,
    ),
    Sample(
        key="cat_sat",
        title="the cat sat, twice",
        notice="Notice that a + t comes first, 4 times, because cat and sat share it; after "
        "merge 7 no pair occurs twice.",
        file="cat_sat.txt",
        merges=7,
        pre_tokenizer="whitespace",
        min_count=2,
        codec="latin-1",
    ),
    Sample(
        key="low_lowest",
        title="low, lowest, newest",
        notice="Notice that merge 4 joins two words across a space: its pair is counted twice, but "
        "the two overlap, so it saves one token.",
        file="low_lowest.txt",
        merges=5,
        pre_tokenizer="none",
        min_count=1,
    ),
    Sample(
        key="low_lower",
        title="low, lower, newest, widest",
        notice="Notice that e + s and s + t tie at 9 in the very first merge: the pair that is met "
        "first wins.",
        file="low_lower.txt",
        merges=10,
        pre_tokenizer="none",
        min_count=2,
        counted=True,
    ),
    Sample(
        key="hug_pug",
        title="hugs, pugs and buns",
        notice="Notice that u + g comes first, 20 times, then u + n, 16 times; at merge 3 h + ug "
        "makes hug, 15 times.",
        file="hug_pug.txt",
        merges=7,
        pre_tokenizer="none",
        min_count=2,
        counted=True,
    ),
    Sample(
        key="aaabdaaabac",
        title="eleven letters in a row",
        notice="Notice that a + a is counted 4 times and saves only 2 tokens: in aaa the two pairs "
        "overlap.",
        file="aaabdaaabac.txt",
        merges=3,
        pre_tokenizer="none",
        min_count=2,
    ),
    Sample(
        key="orders",
        title="cake orders in English, Hindi and Marathi",
        notice="Notice that merge 1, 427 times, makes only the start of a Hindi letter; with the "
        "space before it, cake is whole at merge 20 and केक at merge 25.",
        file="orders.txt",
        merges=120,
        pre_tokenizer="whitespace",
        min_count=2,
    ),
    Sample(
        key="prose",
        title="an essay on making things shorter",
        notice="Notice that the, with the space before it, is whole at merge 6 and letter at merge "
        "69, but bread, with which the essay begins, only at merge 279.",
        file="prose.txt",
        merges=300,
        pre_tokenizer="gpt2",
        min_count=2,
    ),
    Sample(
        key="code",
        title="a page of Python",
        notice="Notice that the indentation is learned first: merge 1 joins two spaces, and by "
        "merge 11 seven of them are one piece.",
        file="code.py.txt",
        merges=200,
        pre_tokenizer="cl100k",
        min_count=2,
    ),
    Sample(
        key="numbers",
        title="prices, dates and telephone numbers",
        notice="Notice that 2031 occurs 15 times and never becomes one piece: figures are first "
        "split into threes, and so merge 3 makes 203.",
        file="numbers.txt",
        merges=60,
        pre_tokenizer="cl100k",
        min_count=2,
    ),
    Sample(
        key="emoji",
        title="a chat full of emoji",
        notice="Notice that merge 1 joins the two bytes that most emoji begin with, 119 times; the "
        "family of four, 25 bytes and a space, is whole at merge 71.",
        file="emoji.txt",
        merges=80,
        pre_tokenizer="cl100k",
        min_count=2,
    ),
    Sample(
        key="chinese_japanese",
        title="sentences in Chinese and Japanese",
        notice="Notice that the first 4 merges make only parts of characters; bread is whole at "
        "merge 25 in Chinese, 面包, and at merge 27 in Japanese, パン.",
        file="chinese_japanese.txt",
        merges=80,
        pre_tokenizer="cl100k",
        min_count=2,
    ),
    Sample(
        key="arabic",
        title="sentences in Arabic",
        notice="Notice that merges 1 and 2 make the letters alif and lam of two bytes each, and "
        "merge 4 joins them, 59 times: al is Arabic for the.",
        file="arabic.txt",
        merges=80,
        pre_tokenizer="o200k",
        min_count=2,
    ),
    Sample(
        key="thai",
        title="sentences in Thai",
        notice="Notice that Thai has no spaces between words, and yet bread, ขนมปัง, is whole at "
        "merge 57 and the bakery, ร้านขนมปัง, at merge 73.",
        file="thai.txt",
        merges=80,
        pre_tokenizer="o200k",
        min_count=2,
    ),
)
"""All samples, in the order in which they are offered: the first opens with the page."""


def read(sample: Sample) -> str:
    """Read the file of a sample."""
    return (CORPORA / sample.file).read_text(encoding="utf-8")


@cache
def corpus(sample: Sample) -> Corpus:
    """Give a sample as a corpus to train on."""
    if sample.counted:
        return of_counts(sample.title, read(sample), notice=sample.notice)
    return Corpus(sample.title, read(sample), notice=sample.notice)
