"""Lints the package with Verilator and Icarus, runs a bench in both, compares what it prints with the JSON."""

import sys
from pathlib import Path

try:
    from pyslang.parsing import TokenKind
except ImportError:
    from pyslang import TokenKind
from expected import check_fingerprint, compare, elements, load
from run import run
from simulate import verilator


# Of one word each, as the lexer of slang names them.
KEYWORDS = {kind.removesuffix("Keyword").lower() for kind in dir(TokenKind) if kind.endswith("Keyword")}


def snake(name):
    """`DagResult` as `dag_result`."""
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


def lines(document):
    """Pairs of a key, an expression of SystemVerilog and the value it has to have."""
    yield "FINGERPRINT", "FINGERPRINT", int(document["fingerprint"], 16)
    for memory in document["memories"]:
        yield f"{memory['name']}.offset", f"{memory['name']}_OFFSET", memory["offset"]
        yield f"{memory['name']}.bytes", f"{memory['name']}_BYTES", memory["bytes"]
    for parameter in document["parameters"]:
        yield f"PARAM.{parameter['name']}", f"PARAM_{parameter['name']}", parameter["value"]
    for element in elements(document):
        ident, path = element.ident, element.path
        address = f"{ident.lower()}_at({', '.join(map(str, element.indices))})" if element.indices else f"{ident}_OFFSET"
        yield f"{path}.address", address, element.offset
        yield f"{path}.reset", f"{ident.lower()}_reset({element.indices[0]})" if element.is_linear else f"{ident}_RESET", element.reset
        if any(element.indices):
            continue
        yield f"{path}.write", f"{ident}_WRITE_MASK", element.register["write_mask"]
        yield f"{path}.size", f"$bits({ident.lower()}_t)", element.width
        for field in element.fields:
            key = f"{path}:{field.name}"
            yield f"{key}.mask", f"{ident}_{field.symbol}_MASK", field.mask
            yield f"{key}.lsb", f"{ident}_{field.symbol}_LSB", field.lsb
            yield f"{key}.width", f"{ident}_{field.symbol}_WIDTH", field.width
            for value, number in field.values.items():
                yield f"{key}.{value}", f"{snake(field.legal['enum']).upper()}_{value}", number


def structures(document, keywords):
    """The field's mask, written to the whole structure, shows all ones in its member."""
    for element in elements(document):
        if any(element.indices):
            continue
        for field in element.fields:
            member = field.name.lower() + ("_" if field.name.lower() in keywords else "")
            variable = f"s_{element.ident.lower()}"
            yield f"{element.path}:{field.name}.member", variable, member, (element.width, field.mask), field.max


def bench(document, name, keywords):
    """A module that prints every number of the package."""
    members = list(structures(document, keywords))
    declared = sorted({variable for _, variable, _, _, _ in members})
    text = [f"module bench;\n  import {name}_regs_pkg::*;\n"]
    text += [f"  {variable[2:]}_t {variable};\n" for variable in declared]
    text += ["  initial begin\n"]
    text += [f'    $display("{key} %0d", {value});\n' for key, value, _ in lines(document)]
    text += [f'    {variable} = {width}\'h{mask:x}; $display("{key} %0d", {variable}.{member});\n'
             for key, variable, member, (width, mask), _ in members]
    return "".join(text) + "    $finish;\n  end\nendmodule\n"


def expected(document):
    values = {key: str(value) for key, _, value in lines(document)}
    return {**values, **{key: str(ones) for key, _, _, _, ones in structures(document, ())}}


def seen(output):
    """The pairs in a simulator's output, without its own messages."""
    return dict(line.rsplit(" ", 1) for line in output.splitlines() if not line.startswith("- "))


def main(export, json, work):
    document, work = load(json), Path(work)
    check_fingerprint(export, document)
    name = document["name"].lower()
    package, top = work / f"{name}_regs_pkg.sv", work / "bench.sv"
    package.write_bytes(Path(export).read_bytes())
    top.write_text(bench(document, name, KEYWORDS), encoding="utf-8")
    # Debian's finds no module to lint in a package without functions.
    verilator("--lint-only", "-Wall", package)
    run("iverilog", "-g2012", "-Wall", "-o", work / "bench.vvp", package, top)
    compare("systemverilog (Icarus)", expected(document), seen(run("vvp", work / "bench.vvp")))
    run("verilator", "--binary", "-Wno-WIDTH", "-O0", "--Mdir", work / "obj", "--top", "bench", package, top)
    compare("systemverilog (Verilator)", expected(document), seen(run(work / "obj" / "Vbench")))


main(*sys.argv[1:])
