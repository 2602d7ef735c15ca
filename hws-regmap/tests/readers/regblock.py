"""The RTL that peakrdl-regblock makes of the SystemRDL export, read after reset in Verilator.

The inputs of the block are found in its package: what the hardware provides is the reset of the field, nothing is set or
counted, and what is outside the block answers at once.
"""

import re
from itertools import product

from expected import compare, elements
from peakrdl_regblock import RegblockExporter
from peakrdl_regblock.cpuif.passthrough import PassthroughCpuif
from run import run
from simulate import build

BENCH = """module bench;
  logic clk = 0, rst = 1, req = 0;
  logic [{high}:0] address = '0;
  wire rd_ack, rd_err, wr_ack, wr_err, stall_wr, stall_rd;
  wire [31:0] rd_data;
{instances}
  hws dut (.clk, .rst, .s_cpuif_req(req), .s_cpuif_req_is_wr(1'b0), .s_cpuif_addr(address),
           .s_cpuif_wr_data('0), .s_cpuif_wr_biten('1), .s_cpuif_req_stall_wr(stall_wr),
           .s_cpuif_req_stall_rd(stall_rd), .s_cpuif_rd_ack(rd_ack), .s_cpuif_rd_err(rd_err),
           .s_cpuif_rd_data(rd_data), .s_cpuif_wr_ack(wr_ack), .s_cpuif_wr_err(wr_err){ports});
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
STRUCT = re.compile(r"typedef struct \{(.*?)\} (\w+);", re.DOTALL)
MEMBER = re.compile(r"^\s*(\w+)(?: \[[^\]]*\])? (\w+)((?:\[\d+\])*);$", re.MULTILINE)


class Package:
    """The structures of the generated package."""

    def __init__(self, text):
        self.members = {name: MEMBER.findall(body) for body, name in STRUCT.findall(text)}

    def interface(self, direction):
        """The type of all inputs or outputs, if the block has any: no other structure has it as a member."""
        inner = {kind for members in self.members.values() for kind, _, _ in members}
        ends = f"__{direction}_t"
        return next((name for name in self.members if name.endswith(ends) and name not in inner), None)

    def leaves(self, kind, path=""):
        """Every signal below a structure."""
        for inner, name, dims in self.members.get(kind, []):
            for indices in product(*(range(int(count)) for count in re.findall(r"\d+", dims))):
                place = f"{path}{name}" + "".join(f"[{index}]" for index in indices)
                yield from self.leaves(inner, place + ".") if inner in self.members else [place]


def path_of(element):
    """Where the block's structures keep the element."""
    return element.unrolled if element.is_unrolled else element.path


def is_external(element):
    """Whether the register is outside the block."""
    return bool(element.register["alias_of"]) or any(field.read == "pops" for field in element.fields)


def known(element):
    """The bits that a read after reset determines, and their value."""
    fields = [field for field in element.fields if field.readable and field.is_known and not field.pulse]
    return sum(field.mask for field in fields), sum(field.reset << field.lsb for field in fields)


def connections(document, package):
    """The parts of a bench that depend on the interface of the block: its ports, and what drives the inputs."""
    resets = {f"{path_of(element)}.{field.name}.next": field.reset for element in elements(document) for field in element.fields
              if field.readable and not is_external(element)}
    inputs, outputs = package.interface("in"), package.interface("out")
    signals = list(package.leaves(inputs)) if inputs else []
    acknowledged = [signal for signal in signals if signal.endswith("_ack")]
    ports = [(kind, f"hwif_{direction}") for kind, direction in ((inputs, "in"), (outputs, "out")) if kind]
    return {
        "instances": "".join(f"  hws_pkg::{kind} {name};\n" for kind, name in ports),
        "ports": "".join(f", .{name}" for _, name in ports),
        "driven": "".join(f"    hwif_in.{signal} = {hex(resets.get(signal, 0)).replace('0x', chr(39) + 'h')};\n"
                          for signal in signals if signal not in acknowledged),
        "acknowledged": "".join(f"  always_comb hwif_in.{signal} = hwif_out.{signal.rpartition('.')[0]}.req;\n"
                                for signal in acknowledged)}


def bench(document, package):
    """A module that reads every readable register of the block once."""
    readable = [element for element in elements(document)
                if any(field.readable for field in element.fields) and not is_external(element)]
    text = BENCH.format(
        high=(document["window_bytes"] - 1).bit_length() - 1, count=len(readable), **connections(document, package),
        addresses="".join(f"    addresses[{i}] = {element.offset};\n" for i, element in enumerate(readable)))
    return readable, text


def generate(root, document, folder):
    """The package and the module of the block."""
    RegblockExporter().export(root, str(folder), cpuif_cls=PassthroughCpuif, module_name="hws", package_name="hws_pkg",
                              address_width=(document["window_bytes"] - 1).bit_length())
    return [folder / name for name in ("hws_pkg.sv", "hws.sv")]


def read_after_reset(root, document, work):
    """Generates the RTL, and compares every reset value that a register of the block has."""
    sources = generate(root, document, work / "rtl")
    readable, text = bench(document, Package(sources[0].read_text(encoding="utf-8")))
    (work / "bench.sv").write_text(text, encoding="utf-8")
    output = run(build(work, *sources, work / "bench.sv"))
    values = (line.split()[1:] for line in output.splitlines() if line.startswith("READ"))
    read = {int(address): int(value) for address, value in values}
    masks = {element.offset: known(element) for element in readable}
    compare("systemrdl (peakrdl-regblock RTL in Verilator, reads after reset)",
            {offset: reset for offset, (_, reset) in masks.items()},
            {offset: value & masks[offset][0] for offset, value in read.items()})
