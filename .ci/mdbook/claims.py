"""What tables of a page claim about the code, held against the code.

* A table with the columns `function` and `file`: each file has each function.
* A table with the columns `crate` and `uses`: the crate's manifest has these dependencies inside this workspace, and no other.
"""

import posixpath
import re
import tomllib

import markdown

ROW = re.compile(r"^\|(.*)\|\s*$")
CALL = re.compile(r"`(?:\w+::)*(\w+)\(\)`")


def tables(text):
    """Every row of every table with a header, as a line number and a dictionary by column."""
    columns = None
    for number, line in enumerate(markdown.without_blocks(text).split("\n"), 1):
        row = ROW.match(line)
        cells = [cell.strip() for cell in row.group(1).split("|")] if row else None
        if cells is None:
            columns = None
        elif columns is None:
            columns = cells
        elif not set("".join(cells)) <= set("-: "):
            yield number, dict(zip(columns, cells))


def linked(name, cell):
    """The file that a cell links to, as a path in the repository."""
    links = markdown.links(cell)
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), links[0].target)) if len(links) == 1 else None


def faults(root, name, text):
    """What is not so, with its place."""
    for number, row in tables(text):
        reasons = []
        if {"function", "file"} <= row.keys():
            reasons = faults_of_functions(root, linked(name, row["file"]), row["function"])
        elif {"crate", "uses"} <= row.keys():
            reasons = faults_of_uses(root, linked(name, row["crate"]), row["uses"])
        for reason in reasons:
            yield f"{name}:{number}: {reason}"


def faults_of_functions(root, file, cell):
    if file is None or not (root / file).is_file():
        yield "the row has to link to one file that exists"
        return
    code, functions = (root / file).read_text(encoding="utf-8"), CALL.findall(cell)
    if not functions:
        yield "the row names no function (`name()`)"
    for function in functions:
        if not re.search(rf"\bfn {function}\b", code):
            yield f"{file} has no function `{function}`"


def manifests(root):
    """The folder of each crate of this repository, by the crate's name."""
    found = {}
    for manifest in [*root.glob("*/Cargo.toml"), *root.glob("*/*/Cargo.toml")]:
        package = tomllib.loads(manifest.read_text(encoding="utf-8")).get("package", {})
        if "name" in package:
            found[package["name"]] = manifest
    return found


def faults_of_uses(root, readme, cell):
    manifest = root / posixpath.dirname(readme or "") / "Cargo.toml"
    if readme is None or not manifest.is_file():
        yield "the row has to link to the README of a crate"
        return
    dependencies = tomllib.loads(manifest.read_text(encoding="utf-8")).get("dependencies", {})
    real = {dependency for dependency in dependencies if dependency in manifests(root)}
    claimed = {word for word in re.split(r"[,\s]+", cell) if word}
    for crate in sorted(real - claimed):
        yield f"{posixpath.dirname(readme)} uses {crate}, which the row does not say"
    for crate in sorted(claimed - real):
        yield f"{posixpath.dirname(readme)} does not use {crate}"
