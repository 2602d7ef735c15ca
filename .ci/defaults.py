"""What settings do to many graphs, in comparison with the defaults. `.ci/defaults` calls this.

    defaults.py HWS FOLDER FIRST ERRORS [DATA]    HWS is the command; graphs and tables are written to FOLDER. Each subfolder of DATA
                                                  is a set

Every workload is run with every combination of AXES and eight seeds from FIRST on (large graphs: two), under the error model ERRORS; a
combination is compared with the defaults seed by seed. Workloads count the same, whatever their length.
"""

import csv
import math
import os
import statistics
import subprocess
import sys

import sizes

OFFSET = 48
AXES = {
    "p_top_k": ["1", "2", "4"],
    "early_launch": ["off", "estimate"],
    "fillup_first": ["off", "on"],
    "promote.threshold": ["4", "1"],
}
DEFAULTS = {key: values[0] for key, values in AXES.items()}

#: Settings by the names in the tables: `early` is early_launch=estimate with an offset of 48.
EARLY, K4, FILLUP, ONCE = {"early_launch": "estimate"}, {"p_top_k": "4"}, {"fillup_first": "on"}, {"promote.threshold": "1"}
CANDIDATES = {
    "p_top_k=4": K4,
    "early": EARLY,
    "fillup": FILLUP,
    "threshold=1": ONCE,
    "p_top_k=4 early": K4 | EARLY,
    "p_top_k=4 early fillup": K4 | EARLY | FILLUP,
    "p_top_k=4 early threshold=1": K4 | EARLY | ONCE,
    "all four": K4 | EARLY | FILLUP | ONCE,
}
#: The metrics of workloads whose graphs share the machine.
METRICS = ["slowdown_mean_permille", "slowdown_max_permille", "unfairness_permille"]
#: A workload is better or worse if its change is larger, in percent.
NOISE = 0.1

#: The examples that leave the settings of AXES to Amos.
EXAMPLES = ["contended", "deadlines", "disjoint", "firmware", "paths", "prefetch"]
MODELS = ["mobilenet", "resnet50", "squeezenet"]
#: Seeds of each workload, and of large ones.
SEEDS, FEW_SEEDS = 8, 2
#: Copies of a graph that share the machine.
COPIES = 4
RANDOM_GRAPHS = 4
#: Kernels of a large graph.
LARGE = 10_000


def wide(path, number, graphs, kernels):
    """A workload of random graphs that arrive one after the other: kernels of 1 to 16 threads and 1 to 8 blocks, each of which waits for
    one or two of the hundred before it."""
    numbers = sizes.draws(number)
    draw = lambda least, most: least + next(numbers) % (most - least + 1)
    with open(path, "w") as out:
        print("dags:", file=out)
        for graph in range(graphs):
            print(f"  - id: g{graph}\n    arrival: {graph * draw(0, 5_000)}\n    kernels:", file=out)
            for kernel in range(kernels):
                deps = sorted({draw(max(0, kernel - 100), kernel - 1) for _ in range(2)}) if kernel else []
                named = ", ".join(f"k{dep}" for dep in deps)
                size = f"threads: {1 << draw(0, 4)}, blocks: {draw(1, 8)}, est: {draw(200, 4_000)}"
                print(f"      - {{ id: k{kernel}, {size}, deps: [ {named} ] }}", file=out)
    return path


def sets(folder, data):
    """The sets: a name, and the workloads, each a list of files."""
    yield "built-in", [[]]
    yield "examples", [[f"examples/{name}.yaml"] for name in EXAMPLES]
    models = [f"examples/models/{name}.onnx" for name in MODELS]
    yield "ONNX", [[model] for model in models] + [models]
    for kernels in (100, 1_000, LARGE):
        count = 1 if kernels == LARGE else RANDOM_GRAPHS
        place = lambda kind, number: os.path.join(folder, f"{kind}-{kernels}-{number}")
        yield f"random narrow, {kernels:,} kernels", [[sizes.stg(place("narrow", at), kernels, range(100, 1_100 + at))] for at in range(count)]
        yield f"random wide, {kernels:,} kernels", [[wide(place("wide", at), at, 1, kernels)] for at in range(count)]
    yield "random wide, 8 graphs of 50", [[wide(os.path.join(folder, f"graphs-{at}"), at, 8, 50)] for at in range(2 * RANDOM_GRAPHS)]
    for name in sorted(os.listdir(data)) if data else []:
        place = os.path.join(data, name)
        files = [os.path.join(place, file) for file in sorted(os.listdir(place))] if os.path.isdir(place) else []
        read = [file for file in files if runs(file)]
        if read:
            yield name, [[file] for file in read]
            yield f"{name}, {COPIES} copies", [[file] * COPIES for file in read]


def runs(file):
    """Whether it is a workload."""
    return subprocess.run([HWS, "run", file, "--explain-workload"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def rows(workload, seeds, out):
    """The table of a workload: settings and seed to the metrics."""
    axes = [part for key, values in AXES.items() if key not in own(workload) for part in ("--set", f"{key}={','.join(values)}")]
    if "early_launch" not in own(workload):
        axes += ["--policy", f"early_launch.offset={OFFSET}"]
    command = [HWS, "sweep", *workload, *axes, "--error-model", ERRORS, "--seeds", f"{FIRST}..{FIRST + seeds - 1}", "--jobs", "1", "--out", out, "--format", "csv"]
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(os.path.join(out, "sweep.csv")) as table:
        return list(csv.DictReader(table))


def own(workload):
    """The settings of AXES that a workload makes: the built-in example has early launch."""
    return {} if workload else {"early_launch"}


def logs(table, settings, metric):
    """The logarithms of the ratios to the defaults, seed by seed; seeds without a value are left out."""
    values = {}
    for row in table:
        values[tuple(row[key] for key in AXES if key in row), row["seed"]] = row
    of = lambda changed: tuple((DEFAULTS | changed)[key] for key in AXES if key in table[0])
    ratios = []
    for row in table:
        pair = [values[of(changed), row["seed"]].get(metric) for changed in (settings, {})]
        if of({}) == tuple(row[key] for key in AXES if key in row) and all(pair):
            ratios.append(math.log((int(pair[0]) + 1) / (int(pair[1]) + 1)))
    return ratios


def percent(mean):
    return (math.exp(mean) - 1) * 100


def means(tables, settings, metric):
    """The change of a metric in percent for each workload, over its seeds."""
    ratios = [logs(table, settings, metric) for table in tables]
    return [percent(statistics.fmean(of)) for of in ratios if of]


def together(changes):
    return percent(statistics.fmean(math.log1p(change / 100) for change in changes))


def makespans(tables, settings):
    """Geometric mean, worst workload, and how many are better and worse."""
    changes = means(tables, settings, "makespan")
    better, worse = (sum(sign * change > NOISE for change in changes) for sign in (-1, 1))
    return f"{together(changes):+.2f} ({max(changes):+.2f}) {better}:{worse}"


def slowdowns(tables, settings):
    """Geometric means of the mean and the largest slowdown, and of the unfairness."""
    changes = [means(tables, settings, metric) for metric in METRICS]
    return ", ".join(f"{together(change):+.2f}" for change in changes if change)


def table(title, measured, cell):
    print(f"\n{title}\n\n| set | workloads | {' | '.join(CANDIDATES)} |\n|---|---|{'---|' * len(CANDIDATES)}")
    for name, tables in measured.items():
        cells = [cell(tables, settings) for settings in CANDIDATES.values()]
        print(f"| {name} | {len(tables)} | {' | '.join(cells)} |")


def main():
    global HWS, FIRST, ERRORS
    HWS, folder, first, ERRORS, *data = sys.argv[1:]
    FIRST = int(first)
    measured = {}
    for name, workloads in sets(folder, data[0] if data else None):
        print(name, file=sys.stderr, flush=True)
        seeds = FEW_SEEDS if f"{LARGE:,}" in name else SEEDS
        out = lambda number: os.path.join(folder, f"{name}-{number}-{FIRST}-{ERRORS}".replace(" ", "-"))
        measured[name] = [rows(workload, seeds, out(number)) for number, workload in enumerate(workloads)]
    several = {name: tables for name, all_of in measured.items() if (tables := [one for one in all_of if shares(one)])}
    measured["all"] = [one for tables in measured.values() for one in tables]
    table("Makespan in %: mean (worst workload) better:worse", measured, makespans)
    table("Of workloads with several graphs, in %: mean slowdown, largest slowdown, unfairness", several, slowdowns)


def shares(table):
    """Whether several graphs share the machine: a single one is as fast as any other."""
    return any(row["unfairness_permille"] not in ("", "1000") for row in table)


if __name__ == "__main__":
    main()
