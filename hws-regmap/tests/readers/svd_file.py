"""Reads the file with the crate svd-parser (strict), compares with the JSON; compiles the output of svd2rust.

Arguments: the export, the JSON, a directory to work in. What Cargo compiles stays beside that directory: the program that
reads is the same for all files, and Cargo knows two libraries apart by their paths.
"""

import os
import sys
from pathlib import Path

from expected import check_fingerprint, compare, elements, load
from run import run

PARSER = """[package]
name = "svd-dump"
version = "0.0.0"
edition = "2024"
[workspace]
[[bin]]
name = "svd-dump"
path = "{main}"
[dependencies]
svd-parser = {{ version = "=0.14.10", features = ["expand"] }}
"""

GENERATED = """[package]
name = "hws-svd2rust"
version = "0.0.0"
edition = "2021"
[workspace]
[lib]
path = "lib.rs"
[dependencies]
vcell = "=0.1.3"
critical-section = { version = "=1.2.0", optional = true }
[features]
rt = []
"""

WRITTEN = {"one_clears": "OneToClear", "one_sets": "OneToSet", "one_toggles": "OneToToggle", "zero_clears": "ZeroToClear",
           "zero_sets": "ZeroToSet", "zero_toggles": "ZeroToToggle", "clears": "Clear", "sets": "Set"}
READ = {"clears": "Clear", "sets": "Set", "pops": "ModifyExternal"}


def name_of(element, seen):
    """The name of the element in the file with arrays unrolled: a number for one dimension, else all in one word. An array
    that the format cannot show as one has its numbers at the end; which arrays these are is the affair of the export."""
    if element.unrolled in seen:
        return element.unrolled
    names, at = [], 0
    for part in element.title.split("."):
        count = part.count("[]")
        indices = element.indices[at:at + count]
        names.append(part.replace("[]", "") + ("_" if count > 1 else "") + "_".join(map(str, indices)))
        at += count
    return "_".join(names)


def access(items):
    """RW, RO or WO; with 1 if only the first write counts in all of them."""
    once = "1" if all(item.write == "once" for item in items) else ""
    can_read, can_write = any(item.readable for item in items), any(item.writable for item in items)
    return ("RW" if can_read and can_write else "RO" if can_read else "WO") + once


def of_json(element):
    """Address, size, access, reset, mask and fields."""
    fields = [(f.name, f.lsb, f.width, "WO" if f.pulse else access([f]), WRITTEN.get(f.write, "-"), READ.get(f.read, "-"),
               ",".join(f"{name}={value}" for name, value in f.values.items()))
              for f in element.fields]
    whole = access(element.fields)
    whole = whole if len({field.access for field in element.fields}) == 1 else whole[:2]
    return element.offset, element.width, whole, element.reset, element.register["reset_mask"], fields


def of_dump(output):
    """The same from what svd-parser read."""
    seen, fields = {}, None
    for line in output.splitlines():
        kind, *words = line.split(" ")
        if kind == "REG":
            fields = []
            name, offset, size, side, reset, mask = words
            seen[name] = (int(offset), int(size), side, int(reset), int(mask), fields)
        elif kind == "FIELD":
            name, lsb, width, side, written, read, values = words
            fields.append((name, int(lsb), int(width), side, written, read, values))
    return seen


def project(work, name, manifest):
    """A crate of its own, outside the workspace."""
    directory = work / name
    directory.mkdir(parents=True, exist_ok=True)
    # At once: another reader may be building the same crate.
    complete = work / f"{name}-{os.getpid()}.toml"
    complete.write_text(manifest, encoding="utf-8")
    complete.replace(directory / "Cargo.toml")
    return directory


def same_type(names):
    """Whether svd2rust calls the types of two of these names the same."""
    types = [name.replace("[]", "").replace("_", "").lower() for name in names]
    return len(set(types)) < len(types)


def is_beyond_svd2rust(document):
    """Whether a group has a word of its own name, or a register fields whose names differ in underscores only."""
    registers = document["registers"]
    return any("." in register["name"] and same_type(register["name"].split(".")) for register in registers) or any(
        same_type([field["name"] for field in register["fields"]]) for register in registers)


def main(export, json, work):
    document, work, export = load(json), Path(work), Path(export).resolve()
    check_fingerprint(export, document)
    cargo = {**os.environ, "CARGO_TARGET_DIR": str(work.parent / "exports-svd-target")}
    parser = project(work.parent, "exports-svd-dump", PARSER.format(main=Path(__file__).parent / "svd" / "dump.rs"))
    dump = run("cargo", "run", "--quiet", "--manifest-path", parser / "Cargo.toml", "--", export, env=cargo)
    seen = of_dump(dump)
    compare("svd (svd-parser, strict)", {name_of(e, seen): of_json(e) for e in elements(document)}, seen)
    if is_beyond_svd2rust(document):
        return print("svd (svd2rust): not for names that it does not tell apart")
    generated = project(work, "generated", GENERATED)
    run("svd2rust", "-i", export, "--target", "none", "-o", generated)
    run("cargo", "check", "--quiet", "--manifest-path", generated / "Cargo.toml",
        env={**cargo, "RUSTFLAGS": "--cap-lints warn"})
    size = (generated / "lib.rs").stat().st_size
    print(f"svd (svd2rust): {size} bytes of Rust compile")


main(*sys.argv[1:])
