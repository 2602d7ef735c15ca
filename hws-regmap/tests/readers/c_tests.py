"""Compiles the register tests without a warning, and runs them on a device made from the JSON, with and without faults.

Arguments: the C file, the JSON, a directory to work in.
"""

import ctypes
import sys
from pathlib import Path

from device import Device, Refused
from expected import check_fingerprint, load
from riscv import compile_for_riscv
from run import run
from trials import trials

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wundef", "-Wmissing-prototypes", "-Werror"]
READ = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint, ctypes.POINTER(ctypes.c_uint64))
WRITE = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint, ctypes.c_uint64)
RESET = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Failure(ctypes.Structure):
    """What a test reports."""

    _fields_ = [("test", ctypes.c_char_p), ("name", ctypes.c_char_p), ("index", ctypes.c_uint32 * 3),
                ("address", ctypes.c_uint64), ("expected", ctypes.c_uint64), ("found", ctypes.c_uint64),
                ("mask", ctypes.c_uint64), ("is_write", ctypes.c_bool)]


REPORT = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Failure))


class Access(ctypes.Structure):
    """The device, as the tests reach it."""

    _fields_ = [("context", ctypes.c_void_p), ("read", READ), ("write", WRITE), ("reset", RESET), ("report", REPORT),
                ("hardware_is_idle", ctypes.c_bool)]


class Result(ctypes.Structure):
    """What a test did."""

    _fields_ = [("comparisons", ctypes.c_uint32), ("failures", ctypes.c_uint32), ("skipped", ctypes.c_uint32)]


class Library:
    """The compiled tests."""

    def __init__(self, path, prefix):
        self.library, self.prefix = ctypes.CDLL(str(path)), prefix

    def __call__(self, test, device, is_idle, has_reset):
        """The comparisons, and the names of the registers that failed."""
        function = getattr(self.library, f"{self.prefix}_{test}_test")
        function.restype = Result
        failed, broken = [], []

        def guarded(act):
            # An exception does not pass through C.
            def call(*arguments):
                try:
                    return act(*arguments)
                except Refused:
                    return False
                except Exception as error:
                    broken.append(error)
                    return False
            return call

        def read(_, address, bits, value):
            value[0] = device.read(address, bits)
            return True

        def write(_, address, bits, value):
            device.write(address, value, bits)
            return True

        def report(_, failure):
            assert failure[0].test.decode() == test
            failed.append((failure[0].name.decode(), failure[0].address))

        calls = [READ(guarded(read)), WRITE(guarded(write)), RESET(lambda _: device.reset()), REPORT(guarded(report))]
        access = Access(None, *calls, is_idle)
        if not has_reset:
            access.reset = RESET()
        result = function(ctypes.byref(access))
        if broken:
            raise broken[0]
        assert result.failures == len(failed), "each failure is reported"
        return result.comparisons, failed


def main(export, json, work):
    document, work = load(json), Path(work)
    check_fingerprint(export, document)
    run("gcc", "-std=c99", *WARNINGS, "-O1", "-shared", "-fPIC", export, "-o", work / "tests.so")
    run("gcc", "-std=c99", *WARNINGS, "-O2", "-ffreestanding", "-c", export, "-o", work / "tests.o")
    undefined = run("nm", "--undefined-only", work / "tests.o").split()
    if undefined:
        sys.exit(f"c-tests: needs a library: {undefined}")
    compile_for_riscv("c-tests", export, "c99", WARNINGS)
    trials("c-tests (gcc)", document, Library(work / "tests.so", document["name"].lower()))


main(*sys.argv[1:])
