"""HEFT of SAGA (PyPI: anrg-saga) on inputs of `hws plan rank`, for .ci/bench-peers.

    bench_saga.py graph TASKS PROCESSORS   prints a random graph as an input
    bench_saga.py heft INPUT               schedules it
    bench_saga.py compare INPUT HWS        prints the makespans of both
"""

import json
import random
import subprocess
import sys


def graph(tasks, processors):
    """Each task reads from one to three of the twenty before it."""
    draw = random.Random(tasks)
    edges = [
        {"from": source, "to": task, "comm": draw.randrange(1, 50)}
        for task in range(1, tasks)
        for source in sorted({max(0, task - draw.randrange(1, 21)) for _ in range(3)})
    ]
    costs = [{"id": task, "cost": draw.randrange(10, 200)} for task in range(tasks)]
    return {"tasks": costs, "edges": edges, "pes": processors}


def heft(graph):
    """The makespan on equal processors; communication takes its time between any two of them."""
    from saga import Network, TaskGraph
    from saga.schedulers.heft import HeftScheduler

    processors = [f"p{number}" for number in range(graph["pes"])]
    links = [(a, b, 1.0) for a in processors for b in processors if a < b]
    network = Network.create([(name, 1.0) for name in processors], links)
    tasks = [(str(task["id"]), float(task["cost"])) for task in graph["tasks"]]
    edges = [(str(edge["from"]), str(edge["to"]), float(edge["comm"])) for edge in graph["edges"]]
    return HeftScheduler().schedule(network, TaskGraph.create(tasks, edges)).makespan


def main():
    match sys.argv[1:]:
        case ["graph", tasks, processors]:
            json.dump(graph(int(tasks), int(processors)), sys.stdout)
        case ["heft", path]:
            with open(path) as file:
                print(heft(json.load(file)))
        case ["compare", path, hws]:
            with open(path) as file:
                theirs = heft(json.load(file))
            command = [hws, "plan", "rank", "--method", "heft", "--json", path]
            ours = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)["heft"]["makespan"]
            print(f"makespan by HEFT: {ours}, by that of SAGA {theirs:.0f}")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
