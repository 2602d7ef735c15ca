"""Runs the test in test_bring_up.py on the reference RTL: a register model, a scoreboard and a lock-step together.

    python bindings/python/examples/cocotb/rtl/bring_up.py
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]

from play import OUT, Usage, results, simulator  # noqa: E402


def main() -> int:
    """Exit status 0 if the test passes."""
    folder = OUT / "bring_up"
    folder.mkdir(parents=True, exist_ok=True)
    xml, log = folder / "results.xml", folder / "log"
    xml.unlink(missing_ok=True)
    try:
        runner = simulator()
    except Usage as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    runner.test(test_module="test_bring_up", hdl_toplevel="hws", hdl_toplevel_lang="verilog", build_dir=runner.build_dir, test_dir=folder,
                results_xml=str(xml), log_file=log)
    found = results(xml)
    text = log.read_text(encoding="utf-8", errors="replace")
    print("\n".join(line[40:].strip() for line in text.splitlines() if " compared" in line or "equal to those expected" in line))
    for result in found:
        print(f"{result.name}: {result.word}")
    return 0 if found and all(result.failure is None for result in found) else 1


if __name__ == "__main__":
    sys.exit(main())
