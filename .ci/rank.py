"""Compares `hws plan rank` with the optima of CP-SAT. `.ci/rank` calls this.

    rank.py HWS GRAPHS OPTIMA    HWS is the command; GRAPHS as the example random_graphs prints them; OPTIMA the stored makespans by name
"""

import collections
import json
import subprocess
import sys

from ortools.sat.python import cp_model

BARS = {"light": 1.03, "heavy": 1.08}
# Seconds for one graph, and nodes of --optimal.
LIMIT = 120
NODES = "200000"


def optimum(graph):
    """The shortest makespan: a task is an optional interval on each processor; data takes time between two of them."""
    model = cp_model.CpModel()
    tasks, pes = graph["tasks"], graph["pes"]
    costs = {task["id"]: task.get("costs") or [task["cost"]] * pes for task in tasks}
    horizon = sum(map(max, costs.values())) + sum(edge["comm"] for edge in graph["edges"])
    start = {task: model.new_int_var(0, horizon, "") for task in costs}
    end = {task: model.new_int_var(0, horizon, "") for task in costs}
    on = {task: [model.new_bool_var("") for _ in range(pes)] for task in costs}
    for task in costs:
        model.add_exactly_one(on[task])
    for pe in range(pes):
        model.add_no_overlap(
            model.new_optional_interval_var(start[task], costs[task][pe], end[task], on[task][pe], "") for task in costs)
    for edge in graph["edges"]:
        source, target, comm = edge["from"], edge["to"], edge["comm"]
        model.add(start[target] >= end[source])
        for pe in range(pes):
            for other in range(pes):
                if pe != other:
                    model.add(start[target] >= end[source] + comm).only_enforce_if(on[source][pe], on[target][other])
    makespan = model.new_int_var(0, horizon, "")
    model.add_max_equality(makespan, end.values())
    model.minimize(makespan)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = LIMIT
    # CP-SAT 9.15 is not sound with every seed: for light14, which has a schedule of 87, some runs call 88 optimal. One worker
    # and one seed make it deterministic.
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    status = solver.solve(model)
    assert status == cp_model.OPTIMAL, solver.status_name(status)
    return round(solver.objective_value)


def planned(graph):
    command = [sys.argv[1], "plan", "rank", "-", "--json", "--optimal", "--nodes", NODES]
    return json.loads(subprocess.check_output(command, input=json.dumps(graph), text=True))


def main():
    with open(sys.argv[2]) as graphs, open(sys.argv[3]) as stored:
        graphs, stored = json.load(graphs), json.load(stored)
    assert [entry["name"] for entry in graphs] == list(stored)
    ratios, proven = collections.defaultdict(list), 0
    for entry in graphs:
        name, graph = entry["name"], entry["input"]
        best, answer = optimum(graph), planned(graph)
        assert best == stored[name], (name, best, stored[name])
        makespans = {method: answer[method]["makespan"] for method in ("heft", "best", "optimal")}
        assert makespans["heft"] >= makespans["best"] >= makespans["optimal"] >= best, (name, best, makespans)
        if answer["optimal"]["proven"]:
            proven += 1
            assert makespans["optimal"] == best, (name, best, makespans)
        ratios[name.rstrip("0123456789")].append([makespans[method] / best for method in makespans])
    failed = False
    for kind, rows in ratios.items():
        heft, best, optimal = (sum(column) / len(rows) for column in zip(*rows))
        print(f"{kind}: {len(rows)} graphs, to the optimum: heft {heft:.3f}, best {best:.3f}, optimal {optimal:.3f}")
        failed |= best > BARS[kind]
    print(f"--optimal --nodes {NODES} proves {proven} of {len(graphs)}")
    sys.exit(f"best is above its bar: {BARS}" if failed else 0)


if __name__ == "__main__":
    main()
