"""Compiles C for the target: no library, only the compiler's own headers."""

import os
import shutil
import sys

from run import run


def compile_for_riscv(reader, source, standard, warnings):
    """The RISC-V compiler is used when it is there, and has to be there when HWS_READERS_REQUIRED is set."""
    compiler = shutil.which("riscv64-unknown-elf-gcc")
    if compiler is None:
        if os.environ.get("HWS_READERS_REQUIRED"):
            sys.exit("riscv64-unknown-elf-gcc is missing")
        return print(f"NOT CHECKED: {reader} for RISC-V (no riscv64-unknown-elf-gcc)")
    for machine in (["-march=rv64imac", "-mabi=lp64"], ["-march=rv32imac", "-mabi=ilp32"]):
        run(compiler, *machine, "-ffreestanding", f"-std={standard}", *warnings, "-x", "c", "-c", source, "-o", os.devnull)
    print(f"{reader}: compiles for RISC-V, 64 and 32 bits")
