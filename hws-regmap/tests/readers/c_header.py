"""Compiles the header (C11 and C++17, host and RISC-V), runs a program with it, compares with the JSON.

Arguments: the header, the JSON, a directory to work in. The RISC-V compiler is used when it is there,
and has to be there when HWS_READERS_REQUIRED is set.
"""

import shutil
import sys
from pathlib import Path

from expected import check_fingerprint, compare, elements, load
from riscv import compile_for_riscv
from run import run

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
HEAD = '#include <stdio.h>\n#include <inttypes.h>\n#include "{header}"\n'
LINE = '    printf("{key} %" PRIu64 "\\n", (uint64_t)({value}));\n'


def symbol(element, document):
    """As the header shortens it: HWS_CTRL stays, the others get the map's name in front."""
    prefix = document["name"].upper() + "_"
    ident = element.ident.upper()
    return ident if ident.startswith(prefix) else prefix + ident


def lines(document):
    """Pairs of a key, an expression of C and the value it has to have."""
    prefix = document["name"].upper() + "_"
    yield "FINGERPRINT", prefix + "FINGERPRINT", int(document["fingerprint"], 16)
    for parameter in document["parameters"]:
        yield f"PARAM.{parameter['name']}", f"{prefix}PARAM_{parameter['name'].upper()}", parameter["value"]
    for memory in document["memories"]:
        for what in ("offset", "bytes"):
            yield f"{memory['name']}.{what}", f"{prefix}{memory['name'].upper()}_{what.upper()}", memory[what]
    for element in elements(document):
        name, path = symbol(element, document), element.path
        address = f"{name}_AT({', '.join(map(str, element.indices))})" if element.indices else f"{name}_OFFSET"
        yield f"{path}.address", address, element.offset
        reset = f"resets_{element.ident}[{element.indices[0]}]" if element.is_linear else f"{name}_RESET"
        yield f"{path}.reset", reset, element.reset
        if any(element.indices):
            continue
        yield f"{path}.write", f"{name}_WRITE_MASK", element.register["write_mask"]
        yield f"{path}.pulse", f"{name}_PULSE_MASK", element.register["pulse_mask"]
        if element.width != 32:
            yield f"{path}.bytes", f"{name}_BYTES", element.bytes
        if element.register["reset_mask"] != element.register["field_mask"]:
            yield f"{path}.known", f"{name}_RESET_KNOWN", element.register["reset_mask"]
        for field in element.fields:
            key, macro = f"{path}:{field.name}", f"{name}_{field.symbol.upper()}"
            yield f"{key}.mask", f"{macro}_MASK", field.mask
            yield f"{key}.shift", f"{macro}_SHIFT", field.lsb
            yield f"{key}.width", f"{macro}_WIDTH", field.width
            for value, number in field.values.items():
                enum = "".join("_" + c if c.isupper() else c for c in field.legal["enum"]).upper()
                yield f"{key}.{value}", f"{prefix[:-1]}{enum}_{value.upper()}", number


def program(document, header):
    """A program that prints every number of the header."""
    linear = {element.ident: (symbol(element, document), 64 if element.width == 64 else 32)
              for element in elements(document) if element.is_linear}
    tables = [f"static const uint{bits}_t resets_{ident}[] = {name}_RESETS;\n"
              f"_Static_assert(sizeof resets_{ident} / {bits // 8} == {name}_COUNT, \"one reset for each\");\n"
              for ident, (name, bits) in linear.items()]
    body = [LINE.format(key=key, value=value) for key, value, _ in lines(document)]
    return HEAD.format(header=header) + "".join(tables) + "int main(void) {\n" + "".join(body) + "    return 0;\n}\n"


def main(export, json, work):
    document, work = load(json), Path(work)
    check_fingerprint(export, document)
    (work / "regs.h").write_bytes(Path(export).read_bytes())
    (work / "main.c").write_text(program(document, "regs.h"), encoding="utf-8")
    run("gcc", "-std=c11", *WARNINGS, work / "main.c", "-o", work / "main")
    if shutil.which("g++"):
        run("g++", "-std=c++17", *WARNINGS, "-x", "c++", "-fsyntax-only", work / "regs.h")
    printed = dict(line.rsplit(" ", 1) for line in run(work / "main").splitlines())
    expected = {key: str(value) for key, _, value in lines(document)}
    compare("c (gcc, host)", expected, printed)
    compile_for_riscv("c", work / "regs.h", "c11", WARNINGS)


main(*sys.argv[1:])
