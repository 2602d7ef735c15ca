"""The first difference of two runs of the RTL, by brute force, from two dumps in VCD: the model has no part in it.

usage: first_difference.py RIGHT.vcd WRONG.vcd [REPORT.json]

Both runs get the same inputs at the same edges. Ports are compared after every edge, registers after accesses and complete
ticks. Prints the cycle before whose tick, or in whose tick, something differs first, the ports that differ at that edge and
the registers that differ after the access or tick; prints nothing if the two runs agree. With the report of `hws check` on
WRONG.vcd, exits with 1 if that names another cycle or other registers.
"""

import json
import re
import sys

# Names in lower case are the RTL's own, except for its output ports.
PORTS = re.compile(
    r"tick_busy|bus_(ready|err|rdata)|hdr_(ready|err)|sm_(req|addr|loader)|mdma_(?!ready)\w+|mih_(push|dropped)"
    r"|mih_push_dw[01]|rpt_\w+|irq|forced_reset|ev_n|ev_(kind|[a-f])\[\d+\]"
)
# Fields of registers, which the RTL keeps apart.
FIELDS = re.compile(
    r"HWS_CTRL_ENABLE|HWS_WORK_MODE_\w+|SIP_TOPOLOGY_\w+|TDP_CFG_OFFSET|TIME_UNIT_PRESCALE|DYN_DAG_PRIO_AGE_BOOST"
    r"|DAG_CMD_STATUS_\w+|ERR_FIRST_\w+|MIH_STATUS_COUNT|SIP_RUNNING\w*(\[\d+\])?|SIP_PENDING\[\d+\]"
)
SCOPE = "TOP.hws"


def header(lines):
    """The names of the signals in the scope, by their codes; a code may have several names."""
    scopes, names = [], {}
    for line in lines:
        words = line.split()
        if not words:
            continue
        if words[0] == "$scope":
            scopes.append(words[2])
        elif words[0] == "$upscope":
            scopes.pop()
        elif words[0] == "$var" and ".".join(scopes) == SCOPE:
            names.setdefault(words[3], []).append(words[4])
        elif words[0] == "$enddefinitions":
            return names
    raise SystemExit("the header has no end")


def is_register(name):
    return name[0].isupper() and not FIELDS.fullmatch(name)


class Run:
    """One dump, read edge by edge."""

    def __init__(self, path):
        self.lines = open(path, encoding="ascii")
        names = header(self.lines)
        self.code = {name: code for code, found in names.items() for name in found}
        self.registers = [name for name in self.code if is_register(name)]
        self.ports = [name for name in self.code if PORTS.fullmatch(name)]
        self.values = dict.fromkeys(names, 0)
        self.compared = {self.code[name] for name in self.registers + self.ports}

    def number(self, name):
        return self.values[self.code[name]]

    def edges(self):
        """After each time stamp in which `clk` has risen: the cycle before it, and the codes that have changed."""
        cycle, was_high, changed = 0, 0, set()
        for line in self.lines:
            if line[0] == "#":
                if self.number("clk") and not was_high:
                    yield cycle, changed
                    cycle, changed = self.number("cycle"), set()
                was_high = self.number("clk")
            elif not line.isspace():
                self.change(line, changed)
        yield cycle, changed

    def change(self, line, changed):
        bits, code = line[1:].split() if line[0] == "b" else (line[0], line[1:].strip())
        value = int(bits, 2)
        # Other scopes have codes, too.
        if self.values.get(code, value) != value:
            self.values[code] = value
            if code in self.compared:
                changed.add(code)

    def is_valid(self, port):
        """Lanes above `ev_n` are stale."""
        lane = re.fullmatch(r"ev_\w+\[(\d+)\]", port)
        return lane is None or int(lane[1]) < self.number("ev_n")


def differing(right, wrong, names):
    return [name for name in names if right.number(name) != wrong.number(name)]


def at_this_edge(right, wrong):
    ports = [port for port in right.ports if right.is_valid(port) or wrong.is_valid(port)]
    is_busy = right.number("tick_busy") or wrong.number("tick_busy")
    return differing(right, wrong, ports), [] if is_busy else differing(right, wrong, right.registers)


def first_difference(right, wrong):
    of_right, of_wrong = right.edges(), wrong.edges()
    suspects = set()
    for (cycle, changed), (_, also_changed) in zip(of_right, of_wrong):
        # What was equal and has changed on neither side is equal.
        suspects |= changed | also_changed
        suspects = {code for code in suspects if right.values[code] != wrong.values[code]}
        ports, registers = at_this_edge(right, wrong) if suspects else ([], [])
        if ports or registers:
            for run, edges in ((right, of_right), (wrong, of_wrong)):
                while run.number("tick_busy"):
                    next(edges)
            return cycle, ports, differing(right, wrong, right.registers)
    return None


def reported(report):
    """The cycle and the registers that `hws check` names."""
    first = json.load(open(report, encoding="utf-8"))["dumps"][0].get("first")
    if first is None:
        return None
    names = [difference["path"].removeprefix(SCOPE + ".") for difference in first["differences"]]
    return first["cycle"], sorted(name for name in names if name[0].isupper())


def main():
    found = first_difference(Run(sys.argv[1]), Run(sys.argv[2]))
    if found is not None:
        cycle, ports, registers = found
        print(cycle, *ports, *registers)
        found = cycle, sorted(registers)
    if len(sys.argv) > 3 and reported(sys.argv[3]) != found:
        sys.exit(f"hws check: {reported(sys.argv[3])}, by brute force: {found}")


if __name__ == "__main__":
    main()
