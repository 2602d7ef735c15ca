"""Compiles the generated file inside hws-regs' own sources and compares the types with the JSON.

rustc is the reader; the file is put where the build script of hws-regs puts the types of another map.
"""

import sys
from pathlib import Path

from expected import check_fingerprint, compare, elements, load
from run import run

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parents[2] / "hws-regs" / "src"

MANIFEST = """[package]
name = "hws-regs"
version = "0.0.0"
edition = "2024"
build = "build.rs"
[workspace]
[lib]
path = "{sources}/lib.rs"
[[bin]]
name = "hws-regs-dump"
path = "{here}/rust/dump.rs"
[features]
serde = []
[dependencies]
bitfield = "=0.20.0"
"""

BUILD = """//! Puts the export where the sources include it.
fn main() {{
    println!("cargo::rerun-if-changed={export}");
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    std::fs::copy("{export}", std::path::Path::new(&out).join("regs.rs")).expect("the export is there");
    println!("cargo::rustc-check-cfg=cfg(hws_other_map)");
    println!("cargo::rustc-cfg=hws_other_map");
}}
"""


def of_json(element):
    """Offset, access, reset of what is stored, write mask, fields."""
    stored = element.access == "RW" and not element.queued
    fields = [(f.name, f.lsb, f.width, f.pulse) for f in element.fields]
    return element.offset, element.access, str(element.reset) if stored else "-", element.register["write_mask"], fields


def of_dump(output):
    """The same from what the program printed."""
    seen, fields = {}, None
    for line in output.splitlines():
        kind, *words = line.split(" ")
        if kind == "FINGERPRINT":
            seen["fingerprint"] = words[0]
        elif kind == "REG":
            fields = []
            seen[words[0]] = (int(words[1]), words[2], words[3], int(words[4]), fields)
        elif kind == "FIELD":
            fields.append((words[0], int(words[1]), int(words[2]), words[3] == "true"))
    return seen


def main(export, json, work):
    document, work = load(json), Path(work)
    export = Path(export).resolve()
    check_fingerprint(export, document)
    (work / "Cargo.toml").write_text(MANIFEST.format(sources=SOURCES, here=HERE), encoding="utf-8")
    (work / "build.rs").write_text(BUILD.format(export=export), encoding="utf-8")
    dump = run("cargo", "run", "--quiet", "--manifest-path", work / "Cargo.toml")
    expected = {"fingerprint": document["fingerprint"][2:], **{e.path: of_json(e) for e in elements(document)}}
    compare("rust (rustc)", expected, of_dump(dump))


main(*sys.argv[1:])
