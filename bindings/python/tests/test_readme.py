"""The Python of the pages runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent.parent
PAGES = [Path(__file__).parent.parent / "README.md", ROOT / "docs" / "python.md", ROOT / "README.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_lines_of_a_page_run(page: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        ran = subprocess.run([sys.executable, "-c", block], cwd=ROOT, capture_output=True, text=True, timeout=100)
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout
