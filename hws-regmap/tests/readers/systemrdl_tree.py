"""Elaborates the export with systemrdl-compiler and compares with the JSON; builds RTL with peakrdl-regblock.

Verilator compiles the RTL, and a bench reads every readable register after reset. Registers that the
hardware provides have no storage in such a block: the bench drives their inputs with the reset that
the JSON has, so for those it shows the decoder and the bits, for the others the reset itself.
"""

import sys
from pathlib import Path

from expected import check_fingerprint, compare, elements, load
from peakrdl_regblock import RegblockExporter
from peakrdl_regblock.cpuif.passthrough import PassthroughCpuif
from peakrdl_regblock.udps import ALL_UDPS
from systemrdl import RDLCompiler
from systemrdl.node import MemNode
from rdl_tree import expected, seen
from run import run
from simulate import build

KEYS = ["bits", "register", "reset", "sw", "hw", "onread", "onwrite", "swmod", "singlepulse", "hwset", "counter", "guards",
        "values"]

BENCH = """module bench;
  logic clk = 0, rst = 1, req = 0;
  logic [{high}:0] address = '0;
  wire rd_ack, rd_err, wr_ack, wr_err, stall_wr, stall_rd;
  wire [31:0] rd_data;
  hws_pkg::hws__in_t hwif_in;
  hws_pkg::hws__out_t hwif_out;
  hws dut (.clk, .rst, .s_cpuif_req(req), .s_cpuif_req_is_wr(1'b0), .s_cpuif_addr(address),
           .s_cpuif_wr_data('0), .s_cpuif_wr_biten('1), .s_cpuif_req_stall_wr(stall_wr),
           .s_cpuif_req_stall_rd(stall_rd), .s_cpuif_rd_ack(rd_ack), .s_cpuif_rd_err(rd_err),
           .s_cpuif_rd_data(rd_data), .s_cpuif_wr_ack(wr_ack), .s_cpuif_wr_err(wr_err), .hwif_in, .hwif_out);
  always #5 clk = ~clk;
{acknowledged}  initial begin
{driven}  end
  logic [{high}:0] addresses [{count}];
  initial begin
{addresses}    repeat (4) @(posedge clk);
    #1 rst = 0;
    for (int i = 0; i < {count}; i++) begin
      @(posedge clk); #1 req = 1; address = addresses[i];
      #1 while (!rd_ack) begin @(posedge clk); #1 req = 0; #1; end
      $display("READ %0d %0d", address, rd_data);
      @(posedge clk); #1 req = 0;
    end
    $finish;
  end
endmodule
"""


def path_of(element):
    """Where the block's structures keep the element."""
    return element.unrolled if element.is_unrolled else element.path


def driven(element):
    """The inputs of an element: what the hardware provides is its reset, and nothing is set."""
    path = path_of(element)
    data = {"RP": f"{path}.rd_data.{{name}}"}.get(element.access, f"{path}.{{name}}.next")
    if element.hardware == "sets":
        return "".join(f"    hwif_in.{path}.{field.name}.hwset = 1'b0;\n" for field in element.fields)
    if element.hardware == "reads":
        return ""
    return "".join(f"    hwif_in.{data.format(name=f.name)} = {f.width}'d{f.reset};\n" for f in element.fields)


def acknowledged(element):
    """An external register answers at once."""
    path = path_of(element)
    return f"  always_comb hwif_in.{path}.rd_ack = hwif_out.{path}.req;\n" if element.access == "RP" else ""


def bench(document):
    """A module that reads every readable register once."""
    readable = [element for element in elements(document) if element.access != "WO"]
    return readable, BENCH.format(
        high=(document["window_bytes"] - 1).bit_length() - 1, count=len(readable),
        driven="".join(map(driven, readable)), acknowledged="".join(map(acknowledged, readable)),
        addresses="".join(f"    addresses[{i}] = {element.offset};\n" for i, element in enumerate(readable)))


def rtl(root, document, work):
    """Generated RTL, compiled and read."""
    RegblockExporter().export(root, str(work / "rtl"), cpuif_cls=PassthroughCpuif, module_name="hws", package_name="hws_pkg",
                              address_width=(document["window_bytes"] - 1).bit_length())
    readable, text = bench(document)
    (work / "bench.sv").write_text(text, encoding="utf-8")
    output = run(build(work, work / "rtl" / "hws_pkg.sv", work / "rtl" / "hws.sv", work / "bench.sv"))
    read = dict(line.split()[1:] for line in output.splitlines() if line.startswith("READ"))
    compare("systemrdl (peakrdl-regblock RTL in Verilator, reads after reset)",
            {str(element.offset): str(element.reset) for element in readable}, read)


def memories(document):
    """Name, width, entries and access of each memory, by its offset."""
    sw = {"RW": "rw", "RO": "r", "WO": "w"}
    return {memory["offset"]: (memory["name"], memory["width"], memory["bytes"] * 8 // memory["width"], sw[memory["access"]])
            for memory in document["memories"]}


def seen_memories(top):
    """The same from the tree."""
    nodes = [child for child in top.children() if isinstance(child, MemNode)]
    return {node.absolute_address: (node.inst_name, node.get_property("memwidth"), node.get_property("mementries"),
                                    node.get_property("sw").name) for node in nodes}


def main(export, json, work):
    document = load(json)
    check_fingerprint(export, document)
    compiler = RDLCompiler()
    for udp in ALL_UDPS:
        compiler.register_udp(udp)
    compiler.compile_file(export)
    root = compiler.elaborate()
    compare("systemrdl (systemrdl-compiler)", expected(elements(document), KEYS), seen(root.top, KEYS))
    if document["memories"]:
        compare("systemrdl (systemrdl-compiler, memories)", memories(document), seen_memories(root.top))
    if {register["width"] for register in document["registers"]} == {32}:
        rtl(root, document, Path(work))
    else:
        print("systemrdl (peakrdl-regblock): not for registers of several widths")


main(*sys.argv[1:])
