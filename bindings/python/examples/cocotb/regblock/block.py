"""The register block: the RTL that peakrdl-regblock makes of the SystemRDL export, as plain Verilog behind a bus.

The inputs of the block are driven with what the hardware provides after reset; what is outside the block answers at once. The readers of
the exports' tests know both.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[5]
sys.path.append(str(ROOT / "hws-regmap/tests/readers"))

from expected import load  # noqa: E402
from peakrdl_regblock import RegblockExporter  # noqa: E402
from peakrdl_regblock.cpuif.apb3 import APB3_Cpuif_flattened  # noqa: E402
from peakrdl_regblock.cpuif.apb4 import APB4_Cpuif_flattened  # noqa: E402
from peakrdl_regblock.cpuif.axi4lite import AXI4Lite_Cpuif_flattened  # noqa: E402
from peakrdl_regblock.udps import ALL_UDPS  # noqa: E402
from plain_verilog import convert  # noqa: E402
from regblock import Package, connections  # noqa: E402
from systemrdl import RDLCompiler  # noqa: E402

BUSES = {"apb3": APB3_Cpuif_flattened, "apb4": APB4_Cpuif_flattened, "axi4-lite": AXI4Lite_Cpuif_flattened}
PREFIXES = {"apb3": "s_apb_", "apb4": "s_apb_", "axi4-lite": "s_axil_"}
TOP = "registers"
PORT = re.compile(r"(?:input wire|output logic)\s*(?:\[[^\]]*\])?\s*(\w+)")
WRAPPER = """module {top} (
{ports});
{instances}  hws block ({connected}{interface});
{driven}{acknowledged}endmodule
"""


def hws_command() -> list[str]:
    """The command `hws`: HWS=PROGRAM, or built by Cargo."""
    program = os.environ.get("HWS")
    return [program] if program else ["cargo", "run", "--quiet", "--"]


def export(form: str, path: Path) -> None:
    """An export of the map of this repository."""
    command = [*hws_command(), "regs", "export", "--format", form, "--out", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)


def build(bus: str, folder: Path) -> Path:
    """Generates the block, wraps it, and converts it to one file of plain Verilog."""
    folder.mkdir(parents=True, exist_ok=True)
    rdl, document, plain = folder / "hws.rdl", folder / "hws.json", folder / f"{TOP}.v"
    export("systemrdl", rdl)
    export("json", document)
    map_ = load(document)
    sources = [folder / "hws_pkg.sv", folder / "hws.sv", folder / f"{TOP}.sv"]
    generate(bus, rdl, folder, (map_["window_bytes"] - 1).bit_length())
    sources[2].write_text(wrapper(map_, *(source.read_text(encoding="utf-8") for source in sources[:2])), encoding="utf-8")
    convert(TOP, plain, *sources)
    return plain


def generate(bus: str, rdl: Path, folder: Path, address_width: int) -> None:
    """The RTL of peakrdl-regblock."""
    compiler = RDLCompiler()
    for udp in ALL_UDPS:
        compiler.register_udp(udp)
    compiler.compile_file(str(rdl))
    RegblockExporter().export(compiler.elaborate(), str(folder), cpuif_cls=BUSES[bus], module_name="hws", package_name="hws_pkg",
                              address_width=address_width)


def wrapper(map_: dict, package: str, block: str) -> str:
    """A module with the ports of the bus only."""
    header = re.search(r"^module hws \((.*?)\);", block, re.DOTALL | re.MULTILINE)
    if header is None:
        sys.exit("the generated RTL has no module `hws`")
    ports = list(PORT.finditer(header[1]))
    parts = connections(map_, Package(package))
    return WRAPPER.format(
        top=TOP, ports=",\n".join(f"  {port[0]}" for port in ports), instances=parts["instances"],
        connected=", ".join(f".{port[1]}" for port in ports), interface=parts["ports"],
        driven=parts["driven"].replace("    hwif_in", "  assign hwif_in"), acknowledged=parts["acknowledged"].replace("always_comb", "assign"))
