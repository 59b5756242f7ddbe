"""The test command, `python -m tests`: a browser, then ruff, mypy and pytest.

What is given on the command line goes on to pytest.
"""

import subprocess
import sys
from pathlib import Path

from tests.browser import find_browser, install

ROOT = Path(__file__).parents[1]
FONTS = Path("/usr/share/fonts/truetype/noto")


def main() -> int:
    """Run everything; return 0 only if all of it passed."""
    if not any(FONTS.glob("NotoSansDevanagari*")):
        install("fonts-noto-core")  # without it other scripts are boxes, and widths are wrong
    if find_browser() is None:
        install("chromium")
    if find_browser() is None:
        print(
            "There is no browser for the tests that need one. Install Chromium or Chrome, or run "
            "`playwright install chromium`, and try again."
        )
        return 1
    python = [sys.executable, "-m"]
    steps = [
        [*python, "ruff", "check"],
        [*python, "ruff", "format", "--check"],
        [*python, "mypy"],
        [*python, "pytest", *sys.argv[1:]],
    ]
    results = []
    for step in steps:
        print("$", *step[1:], flush=True)
        results.append(subprocess.run(step, cwd=ROOT, check=False).returncode)
    failed = [step[2] for step, code in zip(steps, results, strict=True) if code]
    if failed and failed != ["pytest"]:
        print("Failed:", ", ".join(failed), file=sys.stderr, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
