"""Reads the file with the crate svd-parser (strict), compares with the JSON; compiles the output of svd2rust.

Arguments: the export, the JSON, a directory to work in. CARGO_TARGET_DIR may keep builds between runs.
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

ACCESS = {"RW": "RW", "RO": "RO", "WO": "WO", "W1C": "RW", "RP": "RO"}


def name_of(element):
    """The name of the element in the file with arrays unrolled."""
    if "." in element.title:
        group, word = element.title.split("[].")
        return f"{group}{element.indices[0]}_{word}"
    if element.is_linear or len(element.indices) > 1:
        return element.unrolled
    return element.ident + "".join(map(str, element.indices))


def of_json(element):
    """Address, access, reset, mask and fields."""
    fields = [(f.name, f.lsb, f.width, "WO" if f.pulse else ACCESS[element.access], element.access == "W1C",
               element.access == "RP", ",".join(f"{name}={value}" for name, value in f.values.items()))
              for f in element.fields]
    return element.offset, ACCESS[element.access], element.reset, element.register["field_mask"], fields


def of_dump(output):
    """The same from what svd-parser read."""
    seen, fields = {}, None
    for line in output.splitlines():
        kind, *words = line.split(" ")
        if kind == "REG":
            fields = []
            name, offset, access, reset, mask = words
            seen[name] = (int(offset), access, int(reset), int(mask), fields)
        elif kind == "FIELD":
            name, lsb, width, access, clears, pops, values = words
            fields.append((name, int(lsb), int(width), access, clears == "true", pops == "true", values))
    return seen


def project(work, name, manifest):
    """A crate of its own, outside the workspace."""
    directory = work / name
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "Cargo.toml").write_text(manifest, encoding="utf-8")
    return directory


def main(export, json, work):
    document, work, export = load(json), Path(work), Path(export).resolve()
    check_fingerprint(export, document)
    parser = project(work, "dump", PARSER.format(main=Path(__file__).parent / "svd" / "dump.rs"))
    dump = run("cargo", "run", "--quiet", "--manifest-path", parser / "Cargo.toml", "--", export)
    compare("svd (svd-parser, strict)", {name_of(e): of_json(e) for e in elements(document)}, of_dump(dump))
    generated = project(work, "generated", GENERATED)
    run("svd2rust", "-i", export, "--target", "none", "-o", generated)
    run("cargo", "check", "--quiet", "--manifest-path", generated / "Cargo.toml",
        env={**os.environ, "RUSTFLAGS": "--cap-lints warn"})
    size = (generated / "lib.rs").stat().st_size
    print(f"svd (svd2rust): {size} bytes of Rust compile")


main(*sys.argv[1:])
