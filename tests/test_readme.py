"""The README is true: its code runs, its commands are those that are meant."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import bpe

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def test_the_python_blocks_give_the_output_that_they_show():
    for block in blocks("python"):
        test = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
        outcome = doctest.DocTestRunner().run(test)
        assert (outcome.failed, outcome.attempted > 5) == (0, True)


def test_the_continuous_integration_runs_the_test_command_to_the_letter():
    command = next(block for block in blocks("bash") if "python -m tests" in block)
    assert command.strip() in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_command_lines_run(tmp_path):
    lines = next(block for block in blocks("bash") if "-m bpe" in block).splitlines()
    printed = []
    for line in lines:
        words = shlex.split(line.replace("assets/", f"{ROOT}/assets/"))
        assert words[0] == ".venv/bin/python"
        result = subprocess.run(
            [sys.executable, *words[1:]],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        printed.append(result.stdout.splitlines())
    trained, encoded, compared = printed
    assert len(trained) == 32
    assert encoded[-1] == "Your· | eggless· | cake· | is· | ou | t | ·for· | delivery | ."
    assert [row.split()[1] for row in compared] == ["71", "71", "47", "19"]


def test_the_links_and_folders_that_it_names_exist():
    for path in re.findall(r"!\[[^\]]*\]\(([^)]+)\)|^\| `([^`]+)` \|", README, re.MULTILINE):
        assert (ROOT / "".join(path)).exists()


def test_every_word_of_the_library_that_it_uses_is_public():
    for name in re.findall(r"\bbpe\.(\w+)", "".join(blocks("python"))):
        assert name in bpe.__all__
