"""Elaborates the export with systemrdl-compiler and compares with the JSON; builds RTL with peakrdl-regblock.

Verilator compiles the RTL, and a bench reads every readable register after reset. Registers that the
hardware provides have no storage in such a block: the bench drives their inputs with the reset that
the JSON has, so for those it shows the decoder and the bits, for the others the reset itself.
"""

import sys
from pathlib import Path

from expected import check_fingerprint, compare, elements, load
from peakrdl_regblock.udps import ALL_UDPS
from rdl_tree import expected, seen
from regblock import read_after_reset
from systemrdl import RDLCompiler
from systemrdl.node import MemNode

KEYS = ["bits", "register", "reset", "sw", "hw", "onread", "onwrite", "swmod", "singlepulse", "hwset", "counter", "guards",
        "values"]


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
    tree = seen(root.top, KEYS)
    compare("systemrdl (systemrdl-compiler)", expected(elements(document), KEYS, tree), tree)
    if document["memories"]:
        compare("systemrdl (systemrdl-compiler, memories)", memories(document), seen_memories(root.top))
    if {register["width"] for register in document["registers"]} == {32}:
        read_after_reset(root, document, Path(work))
    else:
        print("systemrdl (peakrdl-regblock): not for registers of several widths")


main(*sys.argv[1:])
