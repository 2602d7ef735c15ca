"""Checks the packages that `cargo publish` would upload.

    cargo metadata --no-deps --format-version 1 | python3 -B .ci/publish.py FOLDER

Prints the size of each package and every fault; ends with status 1 if there is one:
* a crate that can be published has no package, or a package no such crate;
* a package is larger than MOST, or has a file that its users do not need, or lacks one that they do;
* the manifest lacks what a registry shows;
* a file that lies elsewhere in the repository differs from its copy in the package.
"""

import json
import re
import sys
import tarfile
from pathlib import Path

# Bytes, compressed. The largest package has about two thirds of it.
MOST = 500_000
# Files at the top of every package; cargo adds the manifest as it was written, the lock file and the commit.
NEEDED = {"Cargo.toml", "Cargo.toml.orig", "README.md", "LICENSE-APACHE", "LICENSE-MIT"}
ADDED = {"Cargo.lock", ".cargo_vcs_info.json"}
# What else a package has beside src: where it lies in the repository, for links to files of others.
BESIDE = {
    "hws-regs": {"build.rs": "hws-regs/build.rs"},
    "hws-regmap": {"regmap.yaml": "regmap.yaml"},
    "hws-model": {"use-from-rust.md": "docs/use-from-rust.md"},
}
SHOWN = ["description", "license", "documentation", "readme", "keywords", "categories"]
TEST = re.compile(r"(^|/)tests(\.rs|/)")
# Where files of that name are not tests: the export of register tests.
NO_TESTS = {"hws-regmap": "src/emit/"}


def manifest_faults(crate):
    for key in SHOWN:
        if not crate[key]:
            yield f"Cargo.toml has no `{key}`"
    if crate["documentation"] != f"https://docs.rs/{crate['name']}":
        yield "`documentation` is not its page on docs.rs"
    for dependency in crate["dependencies"]:
        if dependency.get("path") and dependency["kind"] != "dev" and dependency["req"] == "*":
            yield f"the dependency {dependency['name']} has a path without a version"


def content_faults(crate, root, archive, files):
    name = crate["name"]
    beside = BESIDE.get(name, {})
    top = {path for path in files if not path.startswith("src/")}
    for path in sorted(NEEDED | set(beside)):
        if path not in top:
            yield f"{path} is missing"
    for path in sorted(top - NEEDED - ADDED - set(beside)):
        yield f"{path} is not needed by users; see `include` in Cargo.toml"
    if not {"src/lib.rs", "src/main.rs"} & set(files):
        yield "neither src/lib.rs nor src/main.rs"
    for path, member in sorted(files.items()):
        if TEST.search(path) and not path.startswith(NO_TESTS.get(name, "/")):
            yield f"{path} is a test"
        if not member.isfile():
            yield f"{path} is not a plain file"
    copied = beside | {path: path for path in ("LICENSE-APACHE", "LICENSE-MIT")}
    for path, origin in copied.items():
        if path in files and archive.extractfile(files[path]).read() != (root / origin).read_bytes():
            yield f"{path} is not {origin}"


def package_faults(crate, root, package):
    size = package.stat().st_size
    prefix = f"{crate['name']}-{crate['version']}/"
    with tarfile.open(package) as archive:
        files = {member.name.removeprefix(prefix): member for member in archive.getmembers()}
        print(f"{size:>8} bytes  {len(files):>4} files  {crate['name']}")
        if size > MOST:
            yield f"{size} bytes, of at most {MOST}"
        yield from content_faults(crate, root, archive, files)


def faults(metadata, folder):
    root = Path(metadata["workspace_root"])
    packages = {path.name: path for path in folder.rglob("*.crate")}
    # `publish` is an empty list for a crate that is not published, and null for one that is.
    for crate in metadata["packages"]:
        if crate["publish"] is not None:
            continue
        package = packages.pop(f"{crate['name']}-{crate['version']}.crate", None)
        found = [] if package else ["there is no package"]
        found += manifest_faults(crate)
        found += package_faults(crate, root, package) if package else []
        yield from (f"{crate['name']}: {fault}" for fault in found)
    yield from (f"{name}: of a crate that is not to be published" for name in sorted(packages))


if __name__ == "__main__":
    found = list(faults(json.load(sys.stdin), Path(sys.argv[1])))
    # An empty text would be a fault, too.
    sys.exit("\n".join(found) or None)
