"""Imports the cocotb tests, and runs them on a device made from the JSON, with and without faults; no simulator is needed.

Arguments: the Python file, the JSON, a directory to work in.
"""

import asyncio
import importlib.util
import re
import sys

from device import Device, Refused
from expected import check_fingerprint, load
from trials import trials


class Bus:
    """The driver of a user."""

    def __init__(self, device, refusal):
        self.device, self.refusal = device, refusal

    async def read(self, address, width):
        try:
            return self.device.read(address, width)
        except Refused as error:
            raise self.refusal(str(error)) from error

    async def write(self, address, data, width):
        try:
            self.device.write(address, data, width)
        except Refused as error:
            raise self.refusal(str(error)) from error


def runner(module):
    """What `trials` calls."""
    def run(test, device, is_idle, has_reset):
        async def reset():
            device.reset()

        bus = Bus(device, module.BusError)
        call = getattr(module, f"{test}_test")
        try:
            result = asyncio.run(call(bus, reset=reset if has_reset else None, hardware_is_idle=is_idle))
        except AssertionError as error:
            return None, named(error, test)
        return result.comparisons, []
    return run


def named(error, test):
    """The registers and addresses that an error lists."""
    head, *lines = str(error).splitlines()
    match = re.fullmatch(rf"{test} test: (\d+) of \d+ comparisons failed", head)
    if not match or int(match[1]) != len(lines):
        raise error
    found = [re.fullmatch(r"  (\S+) at (0x[0-9a-f]+): .+", line) for line in lines]
    return [(re.sub(r"\[\d+\]", "[]", line[1]), int(line[2], 16)) for line in found]


def main(export, json, _):
    document = load(json)
    check_fingerprint(export, document)
    spec = importlib.util.spec_from_file_location("tests", export)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if module.FINGERPRINT != int(document["fingerprint"], 16):
        sys.exit("the module has another fingerprint")
    trials("cocotb (without a simulator)", document, runner(module))


main(*sys.argv[1:])
