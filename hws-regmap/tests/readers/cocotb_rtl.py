"""Runs the cocotb tests on the RTL that peakrdl-regblock makes of the SystemRDL export, as it is and with faults.

Arguments: the Python file, the JSON, a directory to work in, which has the SystemRDL export. The simulator is Icarus, which
gets the RTL as plain Verilog. Inputs of the block are tied off; registers that are outside the block (aliases, and what
pops) are left out, and so are those with write-once fields, which peakrdl-regblock 1.3.1 builds as if they were RW: the
tests find that.
"""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as tree
from pathlib import Path

import cocotb_tools.config as cocotb
import find_libpython
from expected import elements, load
from peakrdl_regblock.udps import ALL_UDPS
from plain_verilog import convert
from regblock import Package, connections, generate, is_external
from run import run
from systemrdl import RDLCompiler

BENCH = """module bench(
  input logic clk, rst, req, is_write, is_faulty,
  input logic [{high}:0] address,
  input logic [31:0] data,
  output logic rd_ack, rd_err, wr_ack, wr_err,
  output logic [31:0] rd_data);
  wire [35:0] good, faulty;
  assign {{rd_ack, rd_err, wr_ack, wr_err, rd_data}} = is_faulty ? faulty : good;
  device #(.IS_FAULTY(0)) device_good (.result(good), .*);
  device #(.IS_FAULTY(1)) device_faulty (.result(faulty), .*);
endmodule

module device #(parameter bit IS_FAULTY) (
  input logic clk, rst, req, is_write,
  input logic [{high}:0] address,
  input logic [31:0] data,
  output logic [35:0] result);
  wire rd_ack, rd_err, wr_ack, wr_err, stall_wr, stall_rd;
  wire [31:0] rd_data;
  assign result = {{rd_ack, rd_err, wr_ack, wr_err, rd_data}};
{instances}
{blocks}
{acknowledged}  initial begin
{driven}  end
endmodule
"""
BLOCK = """ {module} dut (.clk, .rst, .s_cpuif_req(req), .s_cpuif_req_is_wr(is_write), .s_cpuif_addr(address),
    .s_cpuif_wr_data(data), .s_cpuif_wr_biten('1), .s_cpuif_req_stall_wr(stall_wr), .s_cpuif_req_stall_rd(stall_rd),
    .s_cpuif_rd_ack(rd_ack), .s_cpuif_rd_err(rd_err), .s_cpuif_rd_data(rd_data), .s_cpuif_wr_ack(wr_ack),
    .s_cpuif_wr_err(wr_err){ports});
"""
TESTS = ("reset", "access", "bit_bash")


def rtl(document, work):
    """The sources: the block, the same with faults, and a bench with both; and which test has to find which fault."""
    compiler = RDLCompiler()
    for udp in ALL_UDPS:
        compiler.register_udp(udp)
    compiler.compile_file(str(work / "hws_systemrdl.rdl"))
    package, block = generate(compiler.elaborate(), document, work / "rtl")
    other, demanded = faulty(document, block)
    parts = connections(document, Package(package.read_text(encoding="utf-8")))
    ports = parts.pop("ports")
    blocks = " ".join(BLOCK.format(module=module, ports=ports).join(("  if (%s) begin :%s\n" % pair, "  end"))
                      for module, pair in (("hws", ("!IS_FAULTY", " good")), ("hws_faulty", ("IS_FAULTY", " faulty"))))
    bench = work / "rtl" / "bench.sv"
    bench.write_text(BENCH.format(high=(document["window_bytes"] - 1).bit_length() - 1, blocks=blocks, **parts), encoding="utf-8")
    return [package, block, other, bench], demanded


def compiled(work, sources):
    """The simulation."""
    plain, program = work / "rtl" / "plain.v", work / "rtl" / "bench.vvp"
    convert("bench", plain, *sources)
    run("iverilog", "-g2012", "-s", "bench", "-o", program, plain)
    return program


def simulate(program, module, elsewhere, is_faulty):
    """The log of each test that fails, None of one that passes; and the comparisons."""
    results = program.with_name("results.xml")
    results.unlink(missing_ok=True)
    paths = [str(path) for path in (Path(__file__).parent, module.parent)]
    users = [find_libpython.find_libpython(), cocotb.pygpi_entry_point()]
    environment = {
        **os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYGPI_PYTHON_BIN": sys.executable, "COCOTB_TOPLEVEL": "bench",
        "GPI_USERS": ";".join(users), "COCOTB_TEST_MODULES": "cocotb_bench", "TOPLEVEL_LANG": "verilog",
        "COCOTB_RESULTS_FILE": str(results), "REGISTER_TESTS": module.stem, "REGISTERS_ELSEWHERE": " ".join(elsewhere),
        "REGISTERS_FAULTY": str(int(is_faulty))}
    command = ["vvp", "-m", cocotb.lib_entry("vpi", "icarus"), str(program)]
    done = subprocess.run(command, env=environment, cwd=program.parent, capture_output=True, text=True)
    if not results.exists():
        sys.exit(f"the simulation ended early: {done.stdout[-3000:]}{done.stderr[-3000:]}")
    failed = {case.get("name"): any(child.tag in ("failure", "error") for child in case)
              for case in tree.parse(results).iter("testcase")}
    logs = {test: re.search(rf"{test} test: \d+ of.*?(?=\n\s*\d+\.\d+ns|\Z)", done.stdout, re.DOTALL) for test in TESTS}
    found = {test: (logs[test][0] if logs[test] else done.stdout) if failed.get(test, True) else None for test in TESTS}
    return found, re.findall(r"\w+ test: (\d+) comparisons", done.stdout)


def has_write_once(element):
    """Whether the generator does not know the access of a field."""
    return any(field.write == "once" for field in element.fields)


def faulty(document, source):
    """The text of the block with another reset and an inverted bit; pairs of a test and the register that it has to name."""
    text = source.read_text(encoding="utf-8")
    plain = [element for element in elements(document) if not element.indices and not is_external(element)
             and not element.register["skip_tests"] and not element.register["combinations"]]
    fields = [(element, field) for element in plain for field in element.fields
              if (field.read, field.write, field.legal, field.guards, field.hardware) == ("kept", "stores", None, [], "reads")
              and field.width >= 8]
    (first, one), (last, other) = fields[0], fields[-1]
    place = rf"field_storage\.{first.title}\.{one.name}\.value <= {one.width}'h{one.reset:x};"
    text, count = re.subn(place, lambda match: match[0].replace(f"h{one.reset:x};", f"h{one.reset ^ 1:x};"), text)
    place = rf"next_c = (\(field_storage\.{last.title}\.{other.name}\.value & .*);"
    text, bits = re.subn(place, lambda match: f"next_c = ({match[1]}) | {other.width}'h{1 << other.width - 1:x};", text)
    if (count, bits) != (1, 1):
        sys.exit(f"the RTL has no place for a fault: {count} resets, {bits} writes")
    text = text.replace("module hws", "module hws_faulty")
    source.with_name("faulty.sv").write_text(text, encoding="utf-8")
    return source.with_name("faulty.sv"), [("reset", first.title), ("bit_bash", last.title), ("access", last.title)]


def main(export, json, work):
    document, work, module = load(json), Path(work), Path(export)
    sources, demanded = rtl(document, work)
    program = compiled(work, sources)
    elsewhere = sorted({element.title for element in elements(document) if is_external(element) or has_write_once(element)})
    found, counts = simulate(program, module, elsewhere, False)
    if found != dict.fromkeys(TESTS) or len(counts) != len(TESTS) or "0" in counts:
        sys.exit(f"cocotb: {found}, with {counts} comparisons")
    print("cocotb (Icarus, RTL of peakrdl-regblock): all tests pass, with", ", ".join(
        f"{count} comparisons in {test}" for test, count in zip(TESTS, counts)))
    found, _ = simulate(program, module, elsewhere, True)
    for test, register in demanded:
        if f"  {register} at 0x" not in (found[test] or ""):
            sys.exit(f"cocotb: {test} does not find the fault of {register}: {found[test]}")
    if elsewhere:
        print("NOT CHECKED: cocotb on RTL:", *elsewhere)
    print("cocotb (Icarus): the RTL with faults fails,", ", ".join(f"{test} at {name}" for test, name in demanded))


main(*sys.argv[1:])
