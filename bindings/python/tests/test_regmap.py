"""The register map as values."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
import register_stubs

import hws
from hws import enums, regmap


def test_every_register_is_listed_with_its_elements() -> None:
    offsets = [element.offset for register in regmap.registers.values() for element in register.elements()]
    assert len(offsets) == len(set(offsets)) > 1000
    assert len(regmap.registers["RS[].FLAGS"].elements()) == 32
    assert regmap.registers["SIP_USAGE_MASK[][]"].dims == (4, 5)


def test_every_element_is_found_by_name_and_by_offset() -> None:
    for register in regmap.registers.values():
        for element in register.elements():
            assert regmap.lookup(element.name) == element == regmap.lookup(element.offset)


def test_the_model_has_the_reset_values_of_the_map() -> None:
    h = hws.Hws()
    for register in regmap.registers.values():
        if register.access in ("RW", "RO") and not register.queued and register.page in ("CTRL", "FEATURE"):
            for element in register.elements():
                assert h.read(element.offset) == element.reset, element


def test_words_become_fields_and_fields_words() -> None:
    word = regmap.encode("PROMOTE", THRESHOLD=3, RULE_TOP1=True)
    assert regmap.decode("PROMOTE", word)["THRESHOLD"] == 3
    assert regmap.encode("PROMOTE", **regmap.decode("PROMOTE", word)) == word
    assert regmap.encode("HWS_WORK_MODE", OUT_PATH="MIH") == regmap.encode("HWS_WORK_MODE", OUT_PATH=enums.OutPath.MIH)
    assert regmap.lookup("DAG_CMD").encode(OP="RESET") == 2


def test_what_does_not_exist_is_refused_with_a_hint() -> None:
    with pytest.raises(KeyError, match="did you mean"):
        regmap.lookup("PROMOTES")
    with pytest.raises(KeyError, match="0x3ffc"):
        regmap.lookup(0x3FFC)
    with pytest.raises(KeyError, match="did you mean `THRESHOLD`"):
        regmap.encode("PROMOTE", THRESHHOLD=1)
    with pytest.raises(KeyError, match="is a field"):
        regmap.decode("PROMOTE.THRESHOLD", 1)
    with pytest.raises(ValueError):
        regmap.decode("PROMOTE", -1)
    with pytest.raises(ValueError, match="legal"):
        regmap.encode("P_TOP_K", K=9)
    with pytest.raises(TypeError):
        regmap.lookup(1.5)


def test_fields_are_described() -> None:
    field = regmap.lookup("HWS_WORK_MODE.OUT_PATH")
    assert isinstance(field, regmap.Field)
    assert field.enumeration is enums.OutPath and field.extract(1) is enums.OutPath.MIH and field.place("MIH") == 1
    field = regmap.lookup("PROMOTE.THRESHOLD")
    assert (field.lsb, field.msb, field.width, field.max, field.legal) == (16, 31, 16, 65535, None)
    assert regmap.lookup("P_TOP_K.K").legal == "from 1 to 4"


def test_tables_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        regmap.registers["X"] = 1


def test_the_stub_of_the_enumerations_is_that_of_the_map() -> None:
    stub = ast.parse((Path(hws.__file__).parent / "enums.pyi").read_text())
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
    written = {
        name: {line.targets[0].id: line.value.value for line in node.body if isinstance(line, ast.Assign)}
        for name, node in classes.items()
    }
    assert written == {name: {item.name: item.value for item in made} for name, made in regmap.enums.items()}


def test_the_stub_of_the_registers_is_that_of_the_map() -> None:
    stub = Path(hws.__file__).parent / "_registers.pyi"
    assert stub.read_text() == register_stubs.text(), f"run python {register_stubs.__file__} python/hws/_registers.pyi"
