"""Imports the cocotb tests, and runs them on a device made from the JSON, with and without faults; no simulator is needed.

Arguments: the Python file, the JSON, a directory to work in.
"""

import asyncio
import importlib.util
import re
import sys

from device import Device, Refused, is_volatile
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


class Handle:
    """A place in the RTL, as a simulator has it: its value is that of a field of the device."""

    def __init__(self, device, path="", is_wrong=False):
        self.__dict__.update(device=device, path=path, is_wrong=is_wrong)

    def __getattr__(self, name):
        return Handle(self.device, f"{self.path}.{name}" if self.path else name, self.is_wrong)

    def __getitem__(self, index):
        return Handle(self.device, f"{self.path}[{index}]", self.is_wrong)

    @property
    def place(self):
        return next((address, field) for address, element in self.device.elements.items() for field in element.fields
                    if path_of(element, field) == self.path)

    @property
    def value(self):
        address, field = self.place
        return self.device.words[address] >> field.lsb & field.max ^ self.is_wrong

    def __setattr__(self, name, value):
        assert name == "value"
        address, field = self.place
        self.device.words[address] = self.device.words[address] & ~field.mask | value << field.lsb


def path_of(element, field):
    """Where the field of an element is in the RTL."""
    own = next(other["hdl_path"] for other in element.register["fields"] if other["name"] == field.name)
    index = "".join(f"[{index}]" for index in element.indices)
    if not element.register["hdl_path"]:
        return own and own + index
    if own is None and len(element.fields) > 1:
        return None
    return ".".join(part for part in (element.register["hdl_path"] + index, own) if part)


def through_storage(module, document):
    """The access test with paths into the RTL: right ones, and ones that lead to the complement of the lowest bit."""
    device = Device(document)
    every = [(element, field) for element in device.elements.values() for field in element.fields if path_of(element, field)]
    unique = len({path_of(*pair) for pair in every}) == len(every)
    tested = [(element, field) for element, field in every if (field.read, field.write) == ("kept", "stores")
              and not is_volatile(field) and not field.pulse and not element.queued
              and "access" not in element.register["skip_tests"]]
    if not tested or not unique:
        return
    bus = Bus(device, module.BusError)
    without = asyncio.run(module.access_test(bus))
    count = asyncio.run(module.access_test(bus, root=Handle(device))).comparisons - without.comparisons
    if count < 3 * len(tested):
        sys.exit(f"cocotb: {count} comparisons by {len(tested)} paths")
    try:
        asyncio.run(module.access_test(bus, root=Handle(device, is_wrong=True)))
    except AssertionError as error:
        lines = [line for line in str(error).splitlines() if "in the RTL, " in line]
        if len(lines) >= len(tested):
            return print(f"cocotb (without a simulator): {count} comparisons by HDL paths, wrong ones fail")
    sys.exit("cocotb: wrong HDL paths pass")


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
    through_storage(module, document)


main(*sys.argv[1:])
