"""Executes every notebook, each in its folder, and refuses one that was committed with outputs.

    python run_notebooks.py NOTEBOOK...
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient


def execute(path: Path) -> int:
    """Run all cells; return their number. The first cell that fails raises, with its traceback."""
    notebook = nbformat.read(path, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if any(cell.outputs or cell.execution_count for cell in cells):
        sys.exit(f"{path}: has outputs; clear them before it is committed")
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(path.parent)}}).execute()
    if not any(cell.outputs for cell in cells):
        sys.exit(f"{path}: shows nothing")
    return len(cells)


for name in sys.argv[1:]:
    print(f"{name}: {execute(Path(name))} cells")
