"""Writes a VCD of random values for measurements: dumps.py FILE VARIABLES CHANGES_PER_CYCLE MEGABYTES."""

import random
import sys

WIDTHS = (1, 1, 1, 4, 8, 16, 32, 32, 64)


def code(number):
    """The identifier code of a variable, as simulators count."""
    text = ""
    number += 1
    while number:
        number -= 1
        text += chr(33 + number % 94)
        number //= 94
    return text


def main(path, variables, changes, megabytes):
    chosen = random.Random(1)
    codes = [code(1 + number) for number in range(variables)]
    widths = [WIDTHS[number % len(WIDTHS)] for number in range(variables)]

    def change(number):
        width = widths[number]
        value = chosen.getrandbits(width)
        if width == 1:
            return f"{value}{codes[number]}\n"
        # Two dialects: some simulators write leading zeros.
        digits = f"{value:b}" if number % 2 else f"{value:0{width}b}"
        return f"b{digits} {codes[number]}\n"

    with open(path, "w") as out:
        out.write("$timescale 1ps $end\n$scope module top $end\n$var wire 1 ! clk $end\n")
        for number in range(variables):
            if number % 1000 == 0:
                out.write("$upscope $end\n" if number else "")
                out.write(f"$scope module u_{number // 1000} $end\n")
            width = widths[number]
            span = f" [{width - 1}:0]" if width > 1 else ""
            out.write(f"$var wire {width} {codes[number]} signal_{number}{span} $end\n")
        out.write("$upscope $end\n$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\n0!\n")
        out.writelines(change(number) for number in range(variables))
        out.write("$end\n")
        time = 0
        while out.tell() < megabytes * 1_000_000:
            lines = []
            for _ in range(100):
                time += 500
                lines.append(f"#{time}\n1!\n")
                lines.extend(change(number) for number in chosen.sample(range(variables), changes))
                time += 500
                lines.append(f"#{time}\n0!\n")
            out.write("".join(lines))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
