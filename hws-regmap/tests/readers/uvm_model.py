"""Checks the model with slang against the UVM base, runs it in Verilator, compares with the JSON.

slang elaborates the model and the bench against Accellera's sources, which `.ci/exports` has left beside the Python
environment, and against the stub in `uvm/`. Verilator runs the bench on the stub; with HWS_UVM_BASE=1 on the sources, which
takes minutes, and there the bench also predicts writes of guarded fields and of aliases.
"""

import os
import sys
from pathlib import Path

import pyslang
from expected import check_fingerprint, compare, elements, load
from run import run
from simulate import build
from uvm_expected import memory_key, of_map, of_memory, of_register
from uvm_probes import probes

STUB = Path(__file__).parent / "uvm"
SOURCES = Path(sys.prefix).parent / "uvm" / "uvm_pkg.sv"


def lint(what, base, model, definitions):
    """Full elaboration by slang: every class, call and type. A warning about the model is an error, but for a field with the
    name of a parameter or of a covergroup."""
    driver = getattr(pyslang, "driver", pyslang).Driver()
    driver.addStandardArgs()
    # The sources of the base hold their macros, so that it is one unit with them.
    arguments = ["slang", "--single-unit", "-Wextra", "-Wno-shadow-value", "-Wno-shadow-hierarchy", "-Werror", "--suppress-warnings", str(base), "-I", str(STUB), "--top",
                 "bench", *definitions, *map(str, [base, model, STUB / "bench.sv"])]
    ok = driver.parseCommandLine(" ".join(arguments)) and driver.processOptions() and driver.parseAllSources()
    if not ok or not driver.runFullCompilation(True):
        sys.exit(f"uvm: slang found errors, against {what}")
    print(f"uvm (slang, against {what}): no errors and no warnings")


def sources():
    """The real base; none on a machine on which `.ci/exports` has not run."""
    if SOURCES.exists():
        return SOURCES
    if "HWS_READERS_REQUIRED" in os.environ:
        sys.exit(f"uvm: {SOURCES} is missing; .ci/exports gets it")
    print("NOT CHECKED: uvm against the sources of the base (.ci/exports gets them)")
    return None


def of_bench(output):
    """What the bench printed, by the names of the registers and memories."""
    seen, paths = {}, None
    for line in output.splitlines():
        # UVM prints lines of its own, blank ones among them.
        kind, *words = line.split() or [""]
        if kind == "FINGERPRINT":
            seen["fingerprint"] = words[0]
        elif kind == "MAP":
            seen["map"] = int(words[0]), int(words[1], 16)
        elif kind == "REG":
            fields, attributes, paths = [], set(), []
            seen[words[0]] = int(words[1], 16), words[2], int(words[3]), fields, attributes, paths
        elif kind == "FIELD":
            name, lsb, width, access, volatile, known, reset = words
            reset = int(reset, 16) if known == "1" else None
            fields.append((name, int(lsb), int(width), access, volatile == "1", reset))
        elif kind == "ATTRIBUTE":
            attributes.add(words[0])
        elif kind == "MEM":
            paths = []
            seen[memory_key(words[0])] = int(words[1], 16), int(words[2]), int(words[3]), words[4], paths
        elif kind == "PATH":
            paths.append((words[0], int(words[1]), int(words[2])))
        elif kind == "MIRROR":
            seen[f"mirror {words[0]}"] = int(words[1], 16)
    return seen


def name_in(seen, element):
    """A group with one reset and a range of its own is a register file; its words are arrays otherwise."""
    flat = element.ident + "".join(f"[{index}]" for index in element.indices)
    return flat if flat in seen else element.path


def main(export, json, work):
    document, work = load(json), Path(work)
    check_fingerprint(export, document)
    name = document["name"].lower()
    definitions = [f"-DRAL={name}_ral_pkg", f"-DBLOCK={name}_reg_block"]
    stub, real = STUB / "uvm_pkg.sv", sources()
    for what, base in [("the stub uvm_pkg", stub), ("the sources of UVM", real)]:
        if base:
            lint(what, base, export, definitions)
    base = real if os.environ.get("HWS_UVM_BASE") else stub
    program = build(work, f"+incdir+{STUB}", *definitions, base, export, STUB / "bench.sv")
    arguments, mirrors = probes(document, work) if base == real else ([], {})
    seen = of_bench(run(program, "+UVM_NO_RELNOTES", *arguments))
    guards = {guard["register"] for register in document["registers"] for field in register["fields"] for guard in field["guards"]}
    expected = {"fingerprint": document["fingerprint"][2:], "map": of_map(document), **mirrors}
    expected |= {name_in(seen, element): of_register(document, element, guards) for element in elements(document)}
    expected |= {memory_key(memory["name"]): of_memory(memory) for memory in document["memories"]}
    compare("uvm (Verilator, on " + ("its sources" if base == real else "the stub uvm_pkg") + ")", expected, seen)


main(*sys.argv[1:])
