"""The same lines of the qtest protocol for QEMU and for `hws serve`: the same answers.

    python3 -B .ci/qtest.py HWS SEED COUNT

Both have memory from 0x80000000 on. Debian's QEMU is built without the accelerator that gives the client the clock, so that
the clock is not compared; its processor never starts. Prints what was compared; a difference ends with status 1.
"""

import base64
import os
import random
import socket
import subprocess
import sys
import tempfile

QEMU = ["qemu-system-riscv32", "-M", "virt", "-m", "64M", "-display", "none", "-S", "-bios", "none"]
MEMORY = 0x80000000
# QEMU leaves most of what is not valid undefined or ends; these it answers.
FIXED = [
    "endianness", "jump", "rtas x 0 0 0 0", "inb 0", "inw 0x10", "inl 0x20", "outb 0 1", "outl 0 0x1234",
    "memset 0x80000000 0 1", f"b64read {MEMORY} 3", f"readq {MEMORY:#x}", "irq_intercept_in /no/such",
]
SIZES = {"b": 1, "w": 2, "l": 4, "q": 8}


def random_line(rng):
    address = MEMORY + rng.randrange(512)
    size = rng.randrange(1, 64)
    data = rng.randbytes(size)
    letter, width = rng.choice(list(SIZES.items()))
    number = rng.choice([f"{address}", f"{address:#x}", f"{address:#X}"])
    return rng.choice([
        lambda: f"read{letter} {number}",
        lambda: f"write{letter} {number} {rng.getrandbits(8 * width):#x}",
        lambda: f"read {number} {size}",
        lambda: f"write {number} {size + rng.randrange(-1, 4) or 1} 0x{data.hex()}",
        lambda: f"memset {number} {size} {rng.getrandbits(8):#x}",
        lambda: f"b64read {number} {size}",
        lambda: f"b64write {number} {size} {base64.b64encode(data).decode()}",
    ])()


def answers(command, lines):
    """What a server that connects to a socket answers to each line."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "qtest")
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path)
            listener.listen(1)
            server = subprocess.Popen([*command, "-qtest", f"unix:{path}", "-qtest-log", "/dev/null"], stderr=subprocess.DEVNULL)
            try:
                listener.settimeout(60)
                client, _ = listener.accept()
                return converse(client, lines)
            finally:
                server.terminate()
                server.wait()


def converse(client, lines):
    result = []
    with client, client.makefile("rw", encoding="ascii", newline="\n") as stream:
        client.settimeout(60)
        for line in lines:
            stream.write(line + "\n")
            stream.flush()
            result.append(stream.readline())
    return result


def main():
    hws, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    # Memory of QEMU is zero at first, as that of the model.
    lines = FIXED + [random_line(rng) for _ in range(count)]
    theirs, ours = answers(QEMU, lines), answers([hws, "serve", "--as-qemu"], lines)
    for line, their, our in zip(lines, theirs, ours):
        if their != our:
            sys.exit(f"`{line}`: QEMU answers {their!r}, the model {our!r}")
    refused = sum(answer.startswith("FAIL") for answer in theirs)
    print(f"{len(lines)} lines (seed {seed}): the same answers, {refused} of them FAIL")


if __name__ == "__main__":
    main()
