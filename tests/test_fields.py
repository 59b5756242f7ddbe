"""The components' README says field by field what they are sent, no more and no less."""

import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui import compared, components

ROOT = Path(__file__).parents[1]
SECTIONS = re.split(r"^## ", (components.FOLDER / "README.md").read_text("utf-8"), flags=re.M)


def documented(section: str) -> set[str]:
    """Return the fields of a section's table."""
    (text,) = (each for each in SECTIONS if each.startswith(section))
    cells = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


REPLAY = documented("One replay")


@pytest.fixture
def sent(monkeypatch):
    """Run a page; give what each of its components was sent last, by the component's name."""
    found: dict[str, dict] = {}
    for name in ("player", "dial", "rows", "editor"):
        monkeypatch.setattr(
            components,
            f"_{name.upper()}",
            lambda *, data, name=name, **_: found.__setitem__(name, data),
        )

    def run(page: str, **state: object) -> dict[str, dict]:
        app = AppTest.from_file(str(ROOT / "pages" / "frame.py"), default_timeout=30)
        for key, value in state.items():
            app.session_state[key] = value
        assert not app.switch_page(page).run().exception
        return found

    return run


def test_the_fields_of_the_player(sent):
    own = documented("player") - {"pieces_…"}
    assert set(sent("train.py")["player"]) == own | REPLAY | {f"pieces_{name}" for name in REPLAY}


def test_the_fields_of_the_dial(sent):
    fields = sent("text.py")["dial"]
    own = {name for name in documented("dial") if "." not in name}
    assert set(fields) == own | REPLAY


def test_the_fields_of_the_rows_and_of_their_editor(sent):
    found = sent("compare.py", compared=list(compared.PRESETS["Words and characters"]))
    fields, own = found["rows"], documented("rows")
    assert set(found["editor"]) == documented("editor")
    each = {name.removeprefix("rows[i].") for name in own if name.startswith("rows[i].")}
    assert all(set(row) == each for row in fields["rows"])
    per_row = {name.removeprefix("row_0_") for name in own if re.match(r"row_0_\w", name)} - {""}
    others = {name for name in fields if not name.startswith("row_")}
    assert others == {"rows", "rev"}
    assert {re.sub(r"^row_\d_", "", name) for name in set(fields) - others} == (
        REPLAY | per_row - {"…"}
    )


@pytest.mark.parametrize("file", sorted(components.FOLDER.glob("*.js")), ids=lambda f: f.name)
def test_what_a_script_reads_is_documented(file):
    known = set().union(*map(documented, ("One replay", "player", "dial", "editor", "rows")))
    read = re.findall(r"\bdata\.([a-z_]+)|\bfield\('([a-z_]+)'", file.read_text("utf-8"))
    names = {one or other for one, other in read} - {"length"}
    assert names <= known
