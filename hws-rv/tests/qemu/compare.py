"""Compares two traces, line by line: compare.py OURS QEMU START.

OURS is the output of the example `trace`; QEMU a log of `-d cpu` with one instruction in each block. QEMU's machine
begins with a program of its own: it is skipped up to START, the address of the first instruction (hexadecimal).
"""
import re
import sys

PC = re.compile(r"^ pc +([0-9a-f]+)")
REGISTER = re.compile(r"x\d+/\S+ +([0-9a-f]{8})")


def states(lines):
    """The states of QEMU's log: the program counter and the registers 1 to 31."""
    state = None
    for line in lines:
        counter = PC.match(line)
        if counter:
            state = [counter[1][-8:]]
        elif state is not None:
            state += REGISTER.findall(line)
            if len(state) == 33:
                yield [state[0]] + state[2:]
                state = None


def main():
    ours, qemu, start = sys.argv[1:]
    with open(ours) as mine, open(qemu, errors="replace") as log:
        theirs = states(log)
        expected = next((state for state in theirs if state[0] == start), None)
        count = 0
        # The first instructions set every register; until then QEMU's have other values.
        for line in mine:
            state = line.split()
            if expected is None:
                sys.exit(f"QEMU ended after {count} instructions, at {state[0]}")
            skipped = 32 if count < 40 else 0
            if state[:1] + state[1 + skipped:] != expected[:1] + expected[1 + skipped:]:
                names = ["pc"] + [f"x{number}" for number in range(1, 32)]
                differ = [f"{name} {a}, QEMU {b}" for name, a, b in zip(names, state, expected) if a != b]
                sys.exit(f"after {count} instructions: {'; '.join(differ)} (the instruction before was at {before})")
            before = state[0]
            count += 1
            expected = next(theirs, None)
    if count < 1000:
        sys.exit(f"only {count} instructions were compared")
    print(f"{count} instructions, the same registers before each")


main()
