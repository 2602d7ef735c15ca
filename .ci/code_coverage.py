"""The table of `.ci/code_coverage`: share of lines and regions that each part of the tests covers, and what none covers.

code_coverage.py LLVM FOLDER EXPLAINED: fails if a region is covered by nothing and not in the file EXPLAINED, or if that file
has one that is covered or gone.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys

CRATES = ("hws-model", "fw-api")
ROOT = pathlib.Path.cwd()
# Modules that only tests have.
TESTS = re.compile(r"/(tests|exhaustive)(/|\.rs$)")
# Everything from here on is a test.
INLINE = re.compile(r"^#\[cfg\(test\)\]\nmod \w+ \{", re.M)
FUNCTION = re.compile(r"\bfn (\w+)")
# In the order of the table.
ROWS = {
    "golden": "golden and danger traces",
    "rules": "rule tests",
    "registers": "fuzz target `registers`",
    "firmware": "fuzz target `firmware`",
    "differential": "fuzz target `differential`",
    "snapshot": "fuzz target `snapshot`",
    "c_port": "fuzz target `c_port`",
    "random": "random comparisons and snapshots",
    "use_cases": "use cases",
    "states": "complete state spaces",
    "others": "other tests across crates",
    "model_units": "unit tests of hws-model",
    "model_tests": "integration tests of hws-model",
    "fw_units": "unit tests of fw-api",
    "fw_tests": "integration tests of fw-api",
}


class Source:
    """A file of one of the crates."""

    def __init__(self, name, crate):
        text = (ROOT / name).read_text()
        self.name, self.crate, self.lines = name, crate, text.splitlines()
        start = INLINE.search(text)
        self.first_of_tests = text.count("\n", 0, start.start()) + 1 if start else sys.maxsize

    def function(self, line):
        """The line on which the function around a line begins, and the name of the function."""
        before = ((at, FUNCTION.search(self.lines[at - 1])) for at in range(line, 0, -1))
        return next(((at, found[1]) for at, found in before if found), (0, "-"))


def sources():
    files = ((crate, path) for crate in CRATES for path in sorted((ROOT / crate / "src").rglob("*.rs")))
    names = ((crate, str(path.relative_to(ROOT))) for crate, path in files)
    return {name: Source(name, crate) for crate, name in names if not TESTS.search(name)}


def measured(llvm, folder, name, files):
    """The regions of the crates, by file and place, with their greatest count over all instances of a function in one
    program. (Given several programs, llvm-cov can take the record of one that does not use the function.)"""
    program = (folder / f"{name}.program").read_text().strip()
    command = [f"llvm-cov-{llvm}", "export", "--instr-profile", folder / f"{name}.profdata", program]
    export = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)
    counts = collections.defaultdict(int)
    for function in export["data"][0]["functions"]:
        paths = [pathlib.Path(path) for path in function["filenames"]]
        names = [str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else "" for path in paths]
        for *region, count, file, _, kind in function["regions"]:
            name = names[file]
            if kind == 0 and name in files and region[0] < files[name].first_of_tests:
                place = (name, *region)
                counts[place] = max(counts[place], count)
    return counts


def lines(regions):
    """The lines on which a region begins, and whether all of those regions are covered."""
    covered = collections.defaultdict(lambda: True)
    for (name, first, *_), is_covered in regions.items():
        covered[name, first] &= is_covered
    return covered


def share(values):
    values = list(values)
    return f"{100 * sum(values) / len(values):.1f} %"


def row(title, covered, files):
    cells = []
    for crate in CRATES:
        mine = {place: is_covered for place, is_covered in covered.items() if files[place[0]].crate == crate}
        cells += [share(lines(mine).values()), share(mine.values())]
    print(f"| {title} | " + " | ".join(cells) + " |")


def table(llvm, folder, files):
    """Prints it; returns how often all tests together come to each region."""
    alone = {name: measured(llvm, folder, name, files) for name in ROWS}
    places = set().union(*alone.values())
    print("| tests | hws-model: lines | regions | fw-api: lines | regions |\n|---|---|---|---|---|")
    for name, title in ROWS.items():
        row(title, {place: alone[name].get(place, 0) > 0 for place in places}, files)
    everything = {place: max(counts.get(place, 0) for counts in alone.values()) for place in places}
    row("all", {place: count > 0 for place, count in everything.items()}, files)
    for crate in CRATES:
        counts = [count for place, count in everything.items() if files[place[0]].crate == crate]
        print(f"{crate}: {len(counts)} regions, {counts.count(0)} of them uncovered")
    return everything


def keys(everything, files):
    """What each uncovered region is known by, so that changes elsewhere in its file do not matter: file, function and the text
    of its line, or file and function alone if nothing of the function is covered."""
    reached = {(place[0], files[place[0]].function(place[1])) for place, count in everything.items() if count}
    found = {}
    for place in sorted(place for place, count in everything.items() if count == 0):
        file, line = files[place[0]], place[1]
        function = file.function(line)
        text = f": {file.lines[line - 1].strip()}" if (place[0], function) in reached else ""
        found[f"{place[0]}: {function[1]}{text}"] = line
    return found


def explained(path):
    """The keys that have a reason."""
    entries = (line.rsplit(" # ", 1) for line in path.read_text().splitlines() if line)
    return {key for key, _ in entries}


def main(llvm, folder, reasons):
    files = sources()
    uncovered = keys(table(llvm, pathlib.Path(folder), files), files)
    known = explained(pathlib.Path(reasons))
    missed = [f"line {line}: {key}" for key, line in uncovered.items() if key not in known]
    stale = [f"{reasons}: covered or gone: {key}" for key in sorted(known - set(uncovered))]
    for line in missed + stale:
        print(line)
    sys.exit(f"{len(missed)} places neither covered nor explained, {len(stale)} to remove" if missed or stale else 0)


main(*sys.argv[1:])
