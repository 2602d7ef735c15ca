"""Writes a program of random instructions to standard output: random_program.py SEED COUNT.

Every instruction of RV32IMAC is among them, with operands that are legal on QEMU's machine `virt`, which has no
misaligned accesses that trap; exceptions are left by the handler of start.S.
"""
import random
import sys

REGISTERS = ["ra", "t0", "t1", "t2", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "s2", "s3", "s4", "s5", "t3", "t6"]
SHORT = ["a0", "a1", "a2", "a3", "a4", "a5"]
THREE = "add sub sll slt sltu xor srl sra or and mul mulh mulhsu mulhu div divu rem remu".split()
TWELVE = "addi slti sltiu xori ori andi".split()
ATOMIC = "amoadd amoswap amoxor amoor amoand amomin amomax amominu amomaxu".split()
# Not mepc: QEMU 7.2 keeps its lowest bit, which the architecture does not have. The handler uses it.
CSRS = "mscratch mtval mcause".split()


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.labels = 0

    def register(self):
        return self.random.choice(REGISTERS)

    def short(self):
        return self.random.choice(SHORT)

    def constant(self):
        special = [0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 31, 32]
        return self.random.choice(special + [self.random.getrandbits(32)] * 7)

    def branch(self):
        self.labels += 1
        name = f"l{self.labels}"
        kind = self.random.choice("beq bne blt bge bltu bgeu".split())
        return f"{kind} {self.register()}, {self.register()}, {name}\n{self.one_simple()}\n{name}:"

    def jump(self):
        self.labels += 1
        name = f"l{self.labels}"
        if self.random.random() < 0.5:
            return f"jal {self.register()}, {name}\n.word 0\n{name}:"
        return f"la t4, {name}\njalr {self.register()}, 0(t4)\n.word 0\n{name}:"

    def memory(self):
        kind, size = self.random.choice([("lb", 1), ("lbu", 1), ("lh", 2), ("lhu", 2), ("lw", 4), ("sb", 1), ("sh", 2), ("sw", 4)])
        return f"{kind} {self.register()}, {self.random.randrange(-512, 508) // size * size}(s0)"

    def atomic(self):
        lines = f"addi s1, s0, {4 * self.random.randrange(-100, 100)}\n"
        kind = self.random.random()
        if kind < 0.2:
            return lines + f"lr.w {self.register()}, (s1)\nsc.w {self.register()}, {self.register()}, (s1)"
        if kind < 0.3:
            return lines + f"sc.w {self.register()}, {self.register()}, (s1)"
        return lines + f"{self.random.choice(ATOMIC)}.w {self.register()}, {self.register()}, (s1)"

    def csr(self):
        csr, kind = self.random.choice(CSRS), self.random.choice(["csrrw", "csrrs", "csrrc"])
        if self.random.random() < 0.3:
            return f"{kind}i {self.register()}, {csr}, {self.random.randrange(32)}"
        return f"{kind} {self.register()}, {csr}, {self.register()}"

    def exception(self):
        return self.random.choice([
            "ecall", "ebreak", ".word 0xffffffff", ".word 0x00000073 | 0x8000000", "csrw mhartid, t0", "csrr t0, 0x5c0",
            "li s1, 0x8000000\nlw t0, 4(s1)", "li s1, 0x8000000\nsw t0, 8(s1)", ".half 0", ".half 0x9c05",
            "addi s1, s0, 2\nlr.w t0, (s1)", "csrsi mcause, 0", "fence", "fence.i",
        ])

    def compressed(self):
        r = self.random
        return r.choice([
            lambda: f"c.addi {self.register()}, {r.choice([-32, -1, 1, 31])}",
            lambda: f"c.li {self.register()}, {r.randrange(-32, 32)}",
            lambda: f"c.lui {self.register()}, {r.choice([1, 31, 0xfffe0, 0xfffff])}",
            lambda: f"c.srli {self.short()}, {r.randrange(1, 32)}",
            lambda: f"c.srai {self.short()}, {r.randrange(1, 32)}",
            lambda: f"c.andi {self.short()}, {r.randrange(-32, 32)}",
            lambda: f"c.{r.choice(['sub', 'xor', 'or', 'and'])} {self.short()}, {self.short()}",
            lambda: f"c.slli {self.register()}, {r.randrange(1, 32)}",
            lambda: f"c.mv {self.register()}, {self.register()}",
            lambda: f"c.add {self.register()}, {self.register()}",
            lambda: f"c.lw {self.short()}, {4 * r.randrange(32)}(s0)",
            lambda: f"c.sw {self.short()}, {4 * r.randrange(32)}(s0)",
            lambda: f"c.lwsp {self.register()}, {4 * r.randrange(32)}(sp)",
            lambda: f"c.swsp {self.register()}, {4 * r.randrange(32)}(sp)",
            lambda: f"c.addi4spn {self.short()}, sp, {4 * r.randrange(1, 256)}",
        ])()

    def one_simple(self):
        r = self.random
        kind = r.random()
        if kind < 0.45:
            return f"{r.choice(THREE)} {self.register()}, {self.register()}, {self.register()}"
        if kind < 0.65:
            return f"{r.choice(TWELVE)} {self.register()}, {self.register()}, {r.randrange(-2048, 2048)}"
        if kind < 0.75:
            return f"{r.choice(['slli', 'srli', 'srai'])} {self.register()}, {self.register()}, {r.randrange(32)}"
        if kind < 0.9:
            return f"li {self.register()}, {self.constant()}"
        return f"auipc {self.register()}, {r.randrange(1 << 20)}"

    def one(self):
        kind = self.random.random()
        if kind < 0.45:
            return self.one_simple()
        for limit, make in [(0.65, self.compressed), (0.75, self.memory), (0.82, self.branch), (0.87, self.jump),
                            (0.92, self.atomic), (0.96, self.csr)]:
            if kind < limit:
                return make()
        return self.exception()


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    writer = Writer(seed)
    print(".text\n.globl main\nmain:\naddi sp, sp, -1028\nsw ra, 1024(sp)\nla s0, scratch + 512")
    for _ in range(count):
        print(writer.one())
    print("lw ra, 1024(sp)\naddi sp, sp, 1028\nret\n.bss\n.balign 4\nscratch: .space 1024")


main()
