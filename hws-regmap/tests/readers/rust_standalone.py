"""Compiles the file on its own, without warnings, and compares what its types say with the JSON.

rustc is the reader. A program prints the constants of every element, and of every field what a getter reads from a word
of ones and what a `with_` method changes in a word of zeros.
"""

import re
import sys
from pathlib import Path

from expected import check_fingerprint, compare, elements, load
from run import run

KEYWORDS = {"as", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern", "false", "fn", "for", "gen", "if",
            "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "self", "static", "struct",
            "super", "trait", "true", "type", "unsafe", "use", "where", "while", "async", "await", "abstract", "become",
            "box", "do", "final", "macro", "override", "priv", "try", "typeof", "unsized", "virtual", "yield"}


def words(name):
    """The parts of a name."""
    return [word for word in re.split(r"[^A-Za-z0-9]", name) if word]


def type_of(name):
    """`RS[].FLAGS` as `RsFlags`."""
    return "".join(word[0].upper() + word[1:].lower() for word in words(name))


def snake(name):
    """`RTASK_MAX` as `rtask_max`."""
    return "_".join(words(name)).lower()


def getter(name):
    """The method of a field."""
    name = snake(name)
    taken = KEYWORDS | {"new", "bits", "at", "is_legal"}
    return name + "_" if name in taken or name.startswith("with_") else name


def has_getter(field):
    """Only what can be read has one."""
    return field.readable and not field.pulse


def lines(element):
    """Statements that print one element; the path stands for it."""
    name = type_of(element.title)
    indices = ", ".join(map(str, element.indices))
    offset = f"{name}::at({indices}).unwrap()" if element.indices else f"{name}::OFFSET"
    number = element.number
    reset = f"{name}::RESETS[{number}]" if element.is_linear else f"{name}::RESET"
    yield f'println!("REG {element.path} {{}} {{}} {{}}", {offset}, {reset}.bits(), {name}::WRITE_MASK);'
    if number:
        return
    ones = (1 << element.width) - 1
    for field in element.fields:
        if has_getter(field):
            value = f"{name}::new({ones}).{getter(field.name)}()"
            shown = f"match {value} {{ Ok(value) => u64::from(value.bits()), Err(bits) => u64::from(bits) }}" if field.values else f"u64::from({value})"
            yield f'println!("GET {element.path} {field.name} {{}}", {shown});'
        if field.writable:
            closed = field.values and not field.legal["open"]
            value = f"{field.legal['enum']}::{type_of(max(field.values, key=field.values.get))}" if closed else "true" if field.width == 1 else str(field.max)
            yield f'println!("SET {element.path} {field.name} {{}}", {name}::new(0).with_{snake(field.name)}({value}).bits());'


def of_json(document):
    """What the program has to print."""
    yield f"FINGERPRINT {int(document['fingerprint'], 16)}"
    for element in elements(document):
        yield f"REG {element.path} {element.offset} {element.reset} {element.register['write_mask']}"
        for field in element.fields if not element.number else []:
            if has_getter(field):
                yield f"GET {element.path} {field.name} {field.max}"
            if field.writable:
                closed = field.values and not field.legal["open"]
                value = max(field.values.values()) if closed else field.max
                yield f"SET {element.path} {field.name} {value << field.lsb}"


def main(export, json, work):
    document, work = load(json), Path(work)
    check_fingerprint(export, document)
    body = "\n".join(line for element in elements(document) for line in lines(element))
    program = work / "main.rs"
    program.write_text(f'#[path = "{Path(export).resolve()}"]\nmod regs;\nuse regs::*;\nfn main() {{\n'
                       f'println!("FINGERPRINT {{}}", FINGERPRINT);\n{body}\n}}\n', encoding="utf-8")
    run("rustc", "--edition", "2024", "-D", "warnings", "-A", "unused", "-o", work / "dump", program)
    seen = run(work / "dump").splitlines()
    compare("rust, standalone (rustc)", dict(enumerate(of_json(document))), dict(enumerate(seen)))


main(*sys.argv[1:])
