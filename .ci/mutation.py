"""Switches the mutants of a list into a copy of the tree, and runs the tests with each.

mutation.py list: joins the lists of `cargo mutants --list --json` on standard input, without the differences.
mutation.py switch PROGRAM LIST FROM TO: PROGRAM is that of tests/mutation. Leaves out the mutants that do not compile, and
writes TO/switched (numbers, one a line).
mutation.py run LIST FROM TO LISTS EVERY OFFSET [PREFIX]: every EVERYth mutant, beginning with number OFFSET, of the files that
begin with PREFIX. Fails if one survives that neither LISTS/equivalent.txt nor LISTS/open.txt has, or if a line of these
matches no mutant. The outcome of each is kept in TO/../outcomes.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import threading
import time

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
    "hws-model/src/behaviour": [("hws-model", "hws_model", []), ("hws-model", "integration", [])],
    "hws-model/src/snapshot": [
        ("hws-model", "integration", ["snapshot::"]),
        ("hws-tests", "integration", ["snapshot::golden", "snapshot::a_quiet"]),
        ("hws-model", "integration", []),
    ],
    "hws-model/": QUICK
    + [
        ("hws-model", "hws_model", []),
        ("hws-model", "integration", []),
        ("hws-tests", "integration", ["random_model_vs_plain", "random_advance", "environment::"]),
        ("hws-tests", "integration", ["snapshot::golden", "snapshot::a_quiet"]),
    ],
    "fw-api/": [
        ("fw-api", "fw_api", []),
        ("fw-api", "integration", ["calls::", "decorators::"]),
        ("fw-api", "integration", ["model::"]),
    ],
    # Alterations show what the checker does not notice; runs without one, what it finds though nothing is wrong.
    "hws-sim/src/check": [
        ("hws-sim", "hws_sim", ["check::"]),
        ("hws-tests", "integration", ["altered_runs::"]),
        ("hws-tests", "integration", ["invariants::"]),
        ("hws-tests", "integration", ["attached::"]),
        ("hws-tests", "integration", ["fuzz_registers::random_inputs", "fuzz_registers::the_committed_corpus"]),
    ],
}
# They read the sources, which have switches, or the pages.
SKIPPED = ["every_public_call_has_a_case", "rules::table"]
NO_MUTANT = 2**32 - 1
# A mutant that never ends, or that needs memory without end, is noticed, too. The limit is this many times what the tests
# take without a mutant, and a reserve for a machine that does other things besides.
TIMES, RESERVE = 4, 15
BYTES = 4 << 30


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


def passes(program, filters, number, seconds):
    """Whether the tests pass with this mutant."""
    executable, folder = program
    environment = dict(os.environ, HWS_MUTANT=str(number), HWS_CASES="40", RUST_BACKTRACE="0")
    # The same random cases every time, so that a survivor stays one.
    environment.pop("HWS_FIRST", None)
    skipped = [word for name in SKIPPED for word in ("--skip", name)]
    command = [executable, "--test-threads=1", "--quiet", *skipped, *filters]
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=folder, env=environment, preexec_fn=limit, **pipes) as tests:
        watch = threading.Timer(seconds, tests.kill)
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


def limits(found, mutants):
    """The seconds that each suite may take, measured without a mutant, which it has to pass."""
    seconds = {}
    for suite in {(package, target, *filters) for mutant in mutants for package, target, filters in suites_of(mutant)}:
        package, target, *filters = suite
        began = time.monotonic()
        if not passes(found[package, target], filters, NO_MUTANT, 3600):
            sys.exit(f"the tests of {package} fail without a mutant: {filters}")
        seconds[suite] = TIMES * (time.monotonic() - began) + RESERVE
    return seconds


def survives(found, seconds, mutant, number):
    suites = suites_of(mutant)
    return all(passes(found[p, target], words, number, seconds[p, target, *words]) for p, target, words in suites)


def key(mutant, source):
    """The name of a mutant without its line number, and its line."""
    lines = (source / mutant["file"]).read_text().splitlines()
    name = re.sub(r":\d+:\d+: ", ": ", mutant["name"], count=1)
    return name + " | " + lines[mutant["span"]["start"]["line"] - 1].strip()


def keys_of(mutants, source):
    """The keys of all mutants; the second of a name and a line is numbered, and so on."""
    seen, keys = collections.Counter(), []
    for mutant in mutants:
        name = key(mutant, source)
        seen[name] += 1
        keys.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return keys


def listed(file):
    """The mutants of a list, each a key and a reason."""
    return {line.split(" # ")[0] for line in pathlib.Path(file).read_text().splitlines() if " # " in line}


def remembered(file):
    """What an earlier run found, by number."""
    lines = file.read_text().splitlines() if file.exists() else []
    return {int(number): outcome for number, outcome in (line.split() for line in lines)}


def outcomes(mutants, numbers, tree, file):
    """Whether each mutant is noticed or missed. Each is written to the file at once: a run that is stopped goes on there."""
    known = remembered(file)
    wanted = [number for number in numbers if number not in known]
    if wanted:
        found = programs(tree)
        seconds = limits(found, [mutants[number] for number in wanted])
        with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("HWS_JOBS", os.cpu_count()))) as pool, file.open("a") as log:
            judge = lambda number: (number, survives(found, seconds, mutants[number], number))
            for future in concurrent.futures.as_completed([pool.submit(judge, number) for number in wanted]):
                number, alive = future.result()
                known[number] = "missed" if alive else "noticed"
                print(number, known[number], file=log, flush=True)
    return {number: known[number] for number in numbers}


STATES = ("noticed", "equivalent", "open", "missed")


def run(listing, source, tree, lists, every, offset, prefix=""):
    source, tree, lists = pathlib.Path(source), pathlib.Path(tree), pathlib.Path(lists)
    mutants = json.loads(pathlib.Path(listing).read_text())
    switched = [int(number) for number in (tree / "switched").read_text().split()]
    keys = dict(enumerate(keys_of(mutants, source)))
    known = {key: state for state in ("equivalent", "open") for key in listed(lists / f"{state}.txt")}
    wrong = [f"not a mutant: {key}" for key in sorted(known.keys() - {keys[number] for number in switched})]
    numbers = sorted(number for number in switched if mutants[number]["file"].startswith(prefix))
    numbers = numbers[int(offset) % int(every) :: int(every)]
    counts = collections.Counter()
    for number, outcome in outcomes(mutants, numbers, tree, tree.parent / "outcomes").items():
        state = known.get(keys[number], "missed") if outcome == "missed" else "noticed"
        counts[mutants[number]["package"], state] += 1
        if state == "missed":
            wrong.append(f"not noticed: {keys[number]}")
        elif outcome == "noticed" and keys[number] in known:
            print(f"listed, but noticed: {keys[number]}")
    for package in sorted({package for package, _ in counts}):
        states = {state: counts[package, state] for state in STATES}
        print(f"{package}: {sum(states.values())} mutants:", ", ".join(f"{n} {state}" for state, n in states.items()))
    if wrong:
        sys.exit("\n".join(wrong))


def join():
    decoder, text, mutants = json.JSONDecoder(), sys.stdin.read().strip(), []
    while text:
        part, end = decoder.raw_decode(text)
        mutants += [{key: value for key, value in mutant.items() if key != "diff"} for mutant in part]
        text = text[end:].strip()
    json.dump(mutants, sys.stdout)


{"list": join, "switch": switch, "run": run}[sys.argv[1]](*sys.argv[2:])
