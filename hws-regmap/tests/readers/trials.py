"""Runs register tests on devices made from the JSON: on good ones, and on each with a fault."""

import sys

from device import Device
from faults import faults

TESTS = ("reset", "access", "bit_bash")


def trials(reader, document, run):
    """`run(test, device, is_idle, has_reset)` gives the number of comparisons, and a name and an address for each failure."""
    counts = {}
    for is_idle, has_reset in ((True, True), (False, True), (False, False)):
        device = Device(document)
        for test in TESTS:
            device.is_busy = not is_idle and test != "reset"
            count, failed = run(test, device, is_idle, has_reset)
            if failed:
                sys.exit(f"{reader}: {test} fails on a good device (idle: {is_idle}, reset: {has_reset}): {failed[:5]}")
            counts.setdefault(test, count)
    if not counts["reset"] and any(element.register["reset_mask"] for element in Device(document).elements.values()
                                   if is_read(element)):
        sys.exit(f"{reader}: the reset test compared nothing")
    print(f"{reader}: good devices pass, with", ", ".join(f"{count} comparisons in {test}" for test, count in counts.items()))
    seeded = faults(document)
    for fault, test, name in seeded:
        count, failed = run(test, Device(document, fault), True, True)
        if name not in {found for found, _ in failed}:
            sys.exit(f"{reader}: {test} does not find the fault {fault} of {name}; it reports {failed[:5]}")
    print(f"{reader}: {len(seeded)} devices with a fault fail:", ", ".join(fault[0] for fault, _, _ in seeded))


def is_read(element):
    """Whether the reset test reads it."""
    is_popped = any(field.read == "pops" for field in element.fields)
    return not is_popped and "reset" not in element.register["skip_tests"] and any(
        field.readable and field.is_known and not field.pulse for field in element.fields)
