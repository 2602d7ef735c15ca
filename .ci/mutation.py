"""Switches the mutants of a list into a copy of the tree, and runs the tests with each.

mutation.py list: joins the lists of `cargo mutants --list --json` on standard input, without the differences.
mutation.py switch PROGRAM LIST FROM TO: PROGRAM is that of tests/mutation. Leaves out the mutants that do not compile, and
writes TO/switched (numbers, one a line).
mutation.py run LIST FROM TO ACCEPTED EVERY OFFSET [PREFIX]: every EVERYth mutant, beginning with number OFFSET, of the files that
begin with PREFIX. Fails if one survives that the file ACCEPTED does not list.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import threading

SELECT = """
extern crate std;

/// Whether the environment selects this mutant.
pub fn mutant(number: u32) -> bool {
    static SELECTED: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| {
        std::env::var("HWS_MUTANT").ok().and_then(|number| number.parse().ok()).unwrap_or(u32::MAX)
    });
    *SELECTED == number
}
"""
CHANGED = re.compile(rb"/\*<(\d+)\*/.*?/\*>\*/", re.S)
MARK = re.compile(rb"/\*\{([\d,]+)\*/|/\*\}\*/")
ARM = re.compile(rb"!/\*<(\d+)\*/crate::mutant")
CONSTANT = re.compile(r"cannot call non-const (?:associated )?(?:function|method) `([^`]+)`")


def switches(text):
    """The ranges of the switches of a file, the inner ones first, with their numbers."""
    ends, found = [], []
    for mark in MARK.finditer(text):
        if mark.group(1):
            ends.append((mark.start(), mark.group(1).decode().split(",")))
        else:
            start, numbers = ends.pop()
            found.append((mark.end() - start, start, mark.end(), numbers))
    return sorted(found)


def to_blame(text, start, end):
    """The mutants that an error at these bytes belongs to."""
    for changed in CHANGED.finditer(text):
        if changed.start() <= start and end <= changed.end():
            return [changed.group(1).decode()]
    for _, first, last, numbers in switches(text):
        if first <= start and end <= last:
            return numbers
    return []


def errors(tree, command):
    """The messages of the errors of a build."""
    build = subprocess.run(command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    messages = [json.loads(line) for line in build.stdout.splitlines() if line.startswith("{")]
    messages = [line["message"] for line in messages if line.get("reason") == "compiler-message"]
    return build, [message for message in messages if message["level"] == "error" and message["spans"]]


def without_those_at_fault(tree, found, dropped, constant, is_primary):
    """Notes the mutants, and the functions, that the errors belong to; returns whether there are new ones."""
    before = len(dropped) + len(constant)
    for message in found:
        name = CONSTANT.search(message["message"])
        if name:
            constant.add(re.sub(r"::<.*>$|<.*>", "", name.group(1)).split("::")[-1])
        for span in message["spans"]:
            file = tree / span["file_name"]
            if not file.is_file() or span["is_primary"] != is_primary:
                continue
            text = file.read_bytes()
            dropped.update(to_blame(text, span["byte_start"], span["byte_end"]))
            if (message["code"] or {}).get("code") == "E0004":
                # Of a match that has to name every case, no arm can be switched off.
                arms = ARM.findall(text[span["byte_start"] : span["byte_start"] + 3000])
                dropped.update(arm.decode() for arm in arms)
    return len(dropped) + len(constant) > before


def switch(program, listing, source, tree):
    source, tree = pathlib.Path(source), pathlib.Path(tree)
    mutants = json.loads(pathlib.Path(listing).read_text())
    crates = sorted({mutant["package"] for mutant in mutants})
    packages = [word for crate in crates for word in ("-p", crate)]
    checks = [["check", *packages], ["test", "--no-run", *packages, "-p", "hws-tests"]]
    # A function that returns some iterator returns the same type everywhere.
    opaque = {place for place, mutant in enumerate(mutants) if "impl " in (mutant["function"] or {}).get("return_type", "")}
    dropped = {str(place) for place in opaque if mutants[place]["genre"] == "FnValue"}
    constant = set()
    for check in checks:
        while True:
            (tree / "dropped").write_text("\n".join(sorted(dropped)))
            (tree / "constant").write_text("\n".join(sorted(constant)))
            files = [listing, source, tree, tree / "dropped", tree / "constant"]
            numbers = subprocess.run([program, *files], check=True, stdout=subprocess.PIPE, text=True).stdout
            (tree / "switched").write_text(numbers)
            for crate in crates:
                root = tree / crate / "src/lib.rs"
                root.write_text((source / crate / "src/lib.rs").read_text() + SELECT)
            build, found = errors(tree, ["cargo", *check, "--quiet", "--message-format=json"])
            print(len(numbers.split()), "switched,", len(dropped), "dropped,", len(constant), "constant,", len(found), "errors", flush=True)
            if build.returncode == 0:
                break
            # An error may point at what was there, and only besides at what was changed.
            if not any(without_those_at_fault(tree, found, dropped, constant, primary) for primary in (True, False)):
                sys.exit("\n".join(message["rendered"] for message in found[:20]) or build.stderr)


# The tests that are to notice a mutant, by the beginning of its file: package, target and filters, the quickest first.
QUICK = [
    ("hws-tests", "integration", ["golden::"]),
    ("hws-tests", "integration", ["rules::", "dangers::", "decisions::"]),
]
SUITES = {
    "hws-model/src/behaviour": [("hws-model", "integration", []), ("hws-model", "hws_model", [])],
    "hws-model/src/snapshot": [("hws-model", "integration", []), ("hws-tests", "integration", ["snapshot::golden", "snapshot::a_quiet"])],
    "hws-model/": QUICK
    + [
        ("hws-model", "hws_model", []),
        ("hws-model", "integration", []),
        ("hws-tests", "integration", ["random_model_vs_plain", "random_advance", "environment::"]),
    ],
    "fw-api/": [
        ("fw-api", "fw_api", []),
        ("fw-api", "integration", ["calls::", "decorators::"]),
        ("fw-api", "integration", ["model::"]),
    ],
    "hws-sim/src/check": [("hws-sim", "hws_sim", ["check::"]), ("hws-tests", "integration", ["invariants::"])],
}
# It reads the sources, which have switches.
SKIPPED = "every_public_call_has_a_case"
# Of an undisturbed suite; a mutant that never ends is noticed, too.
SECONDS = 300


def programs(tree):
    """The test programs, by package and target."""
    packages = ["-p", "hws-model", "-p", "fw-api", "-p", "hws-sim", "-p", "hws-tests"]
    command = ["cargo", "test", "--no-run", "--quiet", "--message-format=json", *packages]
    build = subprocess.run(command, cwd=tree, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    found = {}
    for line in build.stdout.splitlines():
        message = json.loads(line)
        if message.get("executable") and message["profile"]["test"]:
            package = pathlib.Path(message["manifest_path"]).parent
            name = "hws-tests" if package.name == "tests" else package.name
            found[name, message["target"]["name"]] = (message["executable"], package)
    return found


def passes(program, filters, number):
    """Whether the tests pass with this mutant."""
    executable, folder = program
    environment = dict(os.environ, HWS_MUTANT=str(number), HWS_CASES="40", RUST_BACKTRACE="0")
    command = [executable, "--test-threads=1", "--quiet", "--skip", SKIPPED, *filters]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=folder, env=environment, **pipes) as tests:
        watch = threading.Timer(SECONDS, tests.kill)
        watch.start()
        # One letter for each test: the first that fails is enough.
        while letter := tests.stdout.read1(1):
            if letter == b"F":
                tests.kill()
        status = tests.wait()
        watch.cancel()
    return status == 0


def suites_of(mutant):
    return next(suites for start, suites in SUITES.items() if mutant["file"].startswith(start))


def survives(found, mutant, number):
    return all(passes(found[package, target], filters, number) for package, target, filters in suites_of(mutant))


def key(mutant, source):
    """The name of a mutant without its line number, and its line."""
    lines = (source / mutant["file"]).read_text().splitlines()
    name = re.sub(r":\d+:\d+: ", ": ", mutant["name"], count=1)
    return name + " | " + lines[mutant["span"]["start"]["line"] - 1].strip()


def run(listing, source, tree, accepted, every, offset, prefix=""):
    source, tree = pathlib.Path(source), pathlib.Path(tree)
    mutants = json.loads(pathlib.Path(listing).read_text())
    numbers = [int(number) for number in (tree / "switched").read_text().split()]
    numbers = sorted(number for number in numbers if mutants[number]["file"].startswith(prefix))
    numbers = numbers[int(offset) % int(every) :: int(every)]
    known = {line.split(" # ")[0] for line in pathlib.Path(accepted).read_text().splitlines() if " # " in line}
    found = programs(tree)
    wanted = {(package, target, *filters) for number in numbers for package, target, filters in suites_of(mutants[number])}
    for package, target, *filters in sorted(wanted):
        if not passes(found[package, target], filters, 2**32 - 1):
            sys.exit(f"the tests of {package} fail without a mutant: {filters}")
    counts, unknown = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("HWS_JOBS", os.cpu_count()))) as pool:
        for number, alive in zip(numbers, pool.map(lambda number: survives(found, mutants[number], number), numbers)):
            package = mutants[number]["package"]
            name = key(mutants[number], source)
            state = "noticed" if not alive else "accepted" if name in known else "missed"
            counts[package, state] += 1
            if state == "missed":
                unknown.append(name)
                print(number, name, flush=True)
    for package in sorted({package for package, _ in counts}):
        states = {state: counts[package, state] for state in ("noticed", "accepted", "missed")}
        print(f"{package}: {sum(states.values())} mutants:", ", ".join(f"{n} {state}" for state, n in states.items()))
    if unknown:
        sys.exit(f"{len(unknown)} mutants are not noticed")


def join():
    decoder, text, mutants = json.JSONDecoder(), sys.stdin.read().strip(), []
    while text:
        part, end = decoder.raw_decode(text)
        mutants += [{key: value for key, value in mutant.items() if key != "diff"} for mutant in part]
        text = text[end:].strip()
    json.dump(mutants, sys.stdout)


{"list": join, "switch": switch, "run": run}[sys.argv[1]](*sys.argv[2:])
