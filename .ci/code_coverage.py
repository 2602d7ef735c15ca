"""The table of `.ci/code_coverage`: share of lines and regions that each part of the tests covers, and what none covers.

code_coverage.py LLVM FOLDER ACCEPTED: fails if a region is uncovered whose line the file ACCEPTED does not have.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys

CRATES = {"hws-model": "/hws-model/src/", "fw-api": "/fw-api/src/"}
# Modules that only tests have.
TESTS = re.compile(r"/(tests|exhaustive)(/|\.rs$)")
# Everything from here on is a test.
INLINE = re.compile(r"^#\[cfg\(test\)\]", re.M)


def merged(llvm, folder, names):
    """The regions of the two crates, by file and place, with their greatest count over all instances of a function."""
    profiles = [folder / f"{name}.profdata" for name in names]
    programs = sorted({(folder / f"{name}.program").read_text().strip() for name in names})
    profile = folder / "merged.profdata"
    subprocess.run([f"llvm-profdata-{llvm}", "merge", "--sparse", *profiles, "-o", profile], check=True)
    objects = [word for program in programs[1:] for word in ("--object", program)]
    command = [f"llvm-cov-{llvm}", "export", "--instr-profile", profile, programs[0], *objects]
    export = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    counts = collections.defaultdict(int)
    for function in export["data"][0]["functions"]:
        for first, column, last, end, count, file, _, kind in function["regions"]:
            name = function["filenames"][file]
            if kind == 0 and any(part in name for part in CRATES.values()) and not TESTS.search(name):
                counts[name, first, column, last, end] = max(counts[name, first, column, last, end], count)
    starts = {name: first_of_tests(name) for name in {name for name, *_ in counts}}
    return {place: count for place, count in counts.items() if place[1] < starts[place[0]]}


def first_of_tests(name):
    text = pathlib.Path(name).read_text()
    start = INLINE.search(text)
    return text.count("\n", 0, start.start()) + 1 if start else sys.maxsize


def lines(regions):
    """The lines on which a region begins, and whether all of those regions are covered."""
    covered = collections.defaultdict(lambda: True)
    for (name, first, *_), count in regions.items():
        covered[name, first] &= count > 0
    return covered


def share(values):
    values = list(values)
    return f"{100 * sum(values) / len(values):5.1f} %" if values else "    -  "


def row(title, regions):
    cells = []
    for part in CRATES.values():
        mine = {place: count for place, count in regions.items() if part in place[0]}
        cells += [share(lines(mine).values()), share(count > 0 for count in mine.values())]
    print(f"| {title} | " + " | ".join(cells) + " |")


def line_of(place, text):
    """What an uncovered region is known by: its file, and its text up to the end of its line."""
    name, first, column, last, end = place
    start = text[first - 1].encode()[column - 1 :].decode(errors="replace")
    if first == last:
        start = text[first - 1].encode()[column - 1 : end - 1].decode(errors="replace")
    crate = next(crate for crate, part in CRATES.items() if part in name)
    return f"{crate}/src/{name.split(CRATES[crate])[1]}: {start.strip()}"


def main(llvm, folder, accepted):
    folder = pathlib.Path(folder)
    names = sorted(path.stem for path in folder.glob("*.program"))
    print("| tests | hws-model: lines | regions | fw-api: lines | regions |\n|---|---|---|---|---|")
    everything = merged(llvm, folder, names)
    for name in names:
        alone = merged(llvm, folder, [name])
        row(name, {place: alone.get(place, 0) for place in everything})
    row("all", everything)
    known = {line.split(" # ")[0] for line in pathlib.Path(accepted).read_text().splitlines() if " # " in line}
    uncovered = sorted(place for place, count in everything.items() if count == 0)
    texts = {name: pathlib.Path(name).read_text().splitlines() for name in {place[0] for place in uncovered}}
    found = sorted({(line_of(place, texts[place[0]]), place[1]) for place in uncovered})
    missed = [(text, line) for text, line in found if text not in known]
    print(f"{len(everything)} regions, {len(uncovered)} uncovered, of which {len(found) - len(missed)} are explained")
    for text, line in missed:
        print(f"line {line}: {text}")
    sys.exit(f"{len(missed)} regions are not covered" if missed else 0)


main(*sys.argv[1:])
