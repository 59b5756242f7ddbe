"""Who may import whom, and what may stand nowhere."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PYTHON = sorted([*ROOT.glob("*.py"), *ROOT.glob("bpe/**/*.py"), *ROOT.glob("pages/**/*.py")])
SCRIPTS = sorted([*ROOT.glob("assets/**/*.js"), *ROOT.glob("assets/**/*.mjs")])
STANDARD = set(sys.stdlib_module_names)
LAZY = {
    "bpe/pretrained.py": {"tiktoken"},
    "bpe/tokenizer.py": {"tiktoken"},
    "bpe/files.py": {"tiktoken"},
}


def place(file: Path) -> str:
    """Return a file's path in the repository."""
    return file.relative_to(ROOT).as_posix()


def imports(tree: ast.AST) -> set[str]:
    """Return the full names of the modules that a tree imports."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def at_import(tree: ast.Module) -> set[str]:
    """Return what is imported when the module is: not in functions, not for type checkers."""
    found = set()
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= imports(node)
        else:
            waiting += ast.iter_child_nodes(node)
    return found


def roots(names: set[str]) -> set[str]:
    """Return the packages of modules, without the standard library."""
    return {name.split(".")[0] for name in names} - STANDARD


@pytest.mark.parametrize("file", PYTHON, ids=place)
def test_imports_follow_the_arrows(file):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    where, every = place(file), imports(tree)
    if where == "bpe/reference.py":
        assert roots(every) == set()
    elif where.startswith("bpe/"):
        assert roots(at_import(tree)) <= {"bpe", "regex", "numpy"}
        assert roots(every) <= {"bpe", "regex", "numpy"} | LAZY.get(where, set())
    elif where.startswith("pages/"):
        assert {name for name in every if name.startswith("pages.")} <= {
            name for name in every if name == "pages.ui" or name.startswith("pages.ui.")
        }, "pages do not import each other"
        assert "app" not in roots(every)
        assert ("plotly" in roots(every)) == where.startswith("pages/ui/charts")
        assert "tiktoken" not in roots(every)
        if not where.startswith("pages/ui/"):
            assert not roots(every) & {"bpe", "numpy", "regex"}, "pages draw on pages.ui alone"
    else:
        assert not roots(every) & {"plotly", "tiktoken"}


@pytest.mark.parametrize("file", PYTHON, ids=place)
def test_no_text_is_run_or_written_as_html(file):
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"eval", "exec", "compile", "__import__"}
        if isinstance(node, ast.keyword):
            assert node.arg not in {"unsafe_allow_html", "unsafe_allow_javascript", "allow_pickle"}
        if isinstance(node, ast.Import | ast.ImportFrom):
            assert not roots(imports(node)) & {"yaml"}
            unsafe = {"pickle", "marshal", "shelve", "dill"}
            assert not {name.split(".")[0] for name in imports(node)} & unsafe


@pytest.mark.parametrize("file", SCRIPTS, ids=place)
def test_scripts_only_draw(file):
    text = file.read_text(encoding="utf-8")
    for never in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "new Function"):
        assert never not in text
    assert not re.search(r"\beval\s*\(", text)
    # The numbers come from Python: a script may compare them with k, but never makes one.
    assert not re.search(r"merged_?at\w*\s*\[[^\]]*\]\s*(=(?!=)|\+\+|--|[-+*/]=)", text, re.I)
    assert not re.search(r"\bmerged_?at\w*\.(fill|set|sort|copyWithin)\s*\(", text, re.I)


def test_there_are_files_to_look_at():
    places = {place(file) for file in PYTHON}
    assert {"bpe/__init__.py", "bpe/reference.py", "bpe/train.py", "bpe/tokenizer.py"} <= places
    assert "assets/components/core.js" in {place(file) for file in SCRIPTS}


def test_importing_the_package_pulls_in_nothing_heavy():
    code = "import sys, bpe; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    answer = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT
    )
    loaded = set(answer.stdout.split())
    assert {"bpe", "regex", "numpy"} <= loaded
    assert not loaded & {"streamlit", "plotly", "tiktoken", "pandas", "requests"}
