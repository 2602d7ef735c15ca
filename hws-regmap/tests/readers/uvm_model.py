"""Checks the model against a stub of the UVM base with slang, runs it in Verilator, compares with the JSON.

The real base library is not available as a package; `uvm/uvm_pkg.sv` describes what the stub does.
"""

import sys
from pathlib import Path

import pyslang
from expected import check_fingerprint, compare, elements, load
from run import run
from simulate import build

STUB = Path(__file__).parent / "uvm"
RIGHTS = {"RW": "RW", "RO": "RO", "WO": "WO", "W1C": "RW", "RP": "RO"}


def lint(sources):
    """Full elaboration by slang: every class, call and type."""
    driver = getattr(pyslang, "driver", pyslang).Driver()
    driver.addStandardArgs()
    arguments = " ".join(["slang", "-I", str(STUB), "--top", "bench", *map(str, sources)])
    ok = driver.parseCommandLine(arguments) and driver.processOptions() and driver.parseAllSources()
    if not ok or not driver.runFullCompilation(True):
        sys.exit("uvm: slang found errors")
    print("uvm (slang, against the stub uvm_pkg): no errors")


def of_json(element):
    """Address, rights and fields as the model has to configure them."""
    def access(field):
        return "WO" if field.pulse else {"RP": "RO"}.get(element.access, element.access)

    volatile = element.hardware != "reads" or element.queued or any(field.pulse for field in element.fields)
    fields = [(f.name, f.lsb, f.width, access(f), volatile, f.reset) for f in element.fields]
    return element.offset, RIGHTS[element.access], fields


def of_bench(output):
    """The same from what the bench printed."""
    seen, fields = {}, None
    for line in output.splitlines():
        kind, *words = line.split()
        if kind == "FINGERPRINT":
            seen["fingerprint"] = words[0]
        elif kind == "REG":
            fields = []
            seen[words[0]] = (int(words[1], 16), words[2], fields)
        elif kind == "FIELD":
            name, lsb, width, access, volatile, reset = words
            fields.append((name, int(lsb), int(width), access, volatile == "1", int(reset, 16)))
    return seen


def main(export, json, work):
    document, work = load(json), Path(work)
    check_fingerprint(export, document)
    sources = [STUB / "uvm_pkg.sv", Path(export), STUB / "bench.sv"]
    lint(sources)
    output = run(build(work, f"+incdir+{STUB}", *sources))
    expected = {"fingerprint": document["fingerprint"][2:], **{e.path: of_json(e) for e in elements(document)}}
    compare("uvm (Verilator, on the stub uvm_pkg)", expected, of_bench(output))


main(*sys.argv[1:])
