"""Imports the module and compares constants, addresses, resets and what the field helpers do with the JSON."""

import importlib.util
import sys

from expected import check_fingerprint, compare, elements, load


def imported(path):
    """The export as a module."""
    spec = importlib.util.spec_from_file_location("regs", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["regs"] = module
    spec.loader.exec_module(module)
    return module


def refuses(call, *arguments, **values):
    """A value or an index that does not fit is refused."""
    try:
        call(*arguments, **values)
    except (ValueError, IndexError):
        return True
    return False


def of_json(element):
    fields = [(f.name, f.mask, f.reset, f.is_known, f.access, f.hardware, f.pulse, f.values) for f in element.fields]
    known = element.register["reset_mask"]
    return element.offset, element.width, element.reset, known, element.access, element.queued, fields


def of_module(regs, element):
    register = regs.BY_NAME[element.title]
    number = register.flat(*element.indices)
    fields = [(f.name, f.mask, f.reset(number), f.resets[0] is not None, f.access, f.hardware, f.pulse,
               {v.name: int(v) for v in f.enum or []}) for f in register.fields.values()]
    address, reset = register.address(*element.indices), register.reset(*element.indices)
    return address, register.width, reset, register.reset_mask, register.access, register.queued, fields


def helpers(regs, element):
    """Reading back what was set, and refusals, for every field."""
    register = regs.BY_NAME[element.title]
    for field in element.fields:
        helper = getattr(register, field.name if field.name not in dir(register) else field.name + "_")
        legal = next(iter(field.values.values()), (field.legal or {}).get("min", 0))
        assert helper.get(helper.set((1 << element.width) - 1, legal)) == legal, (element.path, field.name)
        assert helper.set(0, legal) & ~field.mask == 0, (element.path, field.name)
        assert refuses(helper.set, 0, 1 << field.width), (element.path, field.name)
        if "max" in (field.legal or {}):
            assert refuses(helper.set, 0, field.legal["min"] - 1), (element.path, field.name)
    assert refuses(register.address, *element.indices, 0)


def main(export, json, _work):
    document = load(json)
    check_fingerprint(export, document)
    regs = imported(export)
    every = list(elements(document))
    for element in every:
        helpers(regs, element)
    assert len(regs.REGISTERS) == len(document["registers"])
    expected = {"fingerprint": int(document["fingerprint"], 16), **{e.path: of_json(e) for e in every},
                **{m["name"]: (m["offset"], m["bytes"], m["width"]) for m in document["memories"]},
                **{p["name"]: p["value"] for p in document["parameters"]}}
    seen = {"fingerprint": regs.FINGERPRINT, **{e.path: of_module(regs, e) for e in every},
            **regs.MEMORIES,
            **{p["name"]: getattr(regs, "PARAM_" + p["name"]) for p in document["parameters"]}}
    compare("python (import)", expected, seen)


main(*sys.argv[1:])
