"""What ONNX models leave open: dimensions, and operators without a rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hws

RULES = {"operators": {"Fancy": {"outputs": [{"shape": "in0"}], "operations": "100000 * out0.elements"}}}
SIZE = {"n": 6400}


def field(number: int, content: bytes) -> bytes:
    """A field of a protobuf message that is short."""
    return bytes([number << 3 | 2, len(content)]) + content


def model(operator: bytes) -> bytes:
    """One node over a vector whose dimension is open."""
    node = field(1, b"x") + field(2, b"y") + field(4, operator)
    vector = field(1, b"\x08\x01" + field(2, field(1, field(2, b"n"))))
    graph = field(1, node) + field(11, field(1, b"x") + field(2, vector)) + field(12, field(1, b"y"))
    return b"\x08\x08" + field(7, graph) + field(8, b"\x10\x11")


def test_an_operator_without_a_rule_is_refused_or_counted() -> None:
    with pytest.raises(hws.InputError, match="Fancy"):
        hws.run(model(b"Fancy"), dims=SIZE)
    few = hws.run(model(b"Fancy"), dims=SIZE, unknown_op="cost=bytes,shape=input")
    many = hws.run(model(b"Fancy"), dims=SIZE, unknown_op="cost=100000,shape=input")
    assert few.drained and many.makespan > few.makespan
    table = hws.sweep({"workloads": [model(b"Fancy")], "dims": SIZE, "unknown_op": "cost=100000,shape=input"})
    assert table["makespan"].to_pylist() == [many.makespan]


def test_rules_are_a_file_its_content_or_a_dictionary(tmp_path: Path) -> None:
    counted = hws.run(model(b"Fancy"), dims=SIZE, unknown_op="cost=100000,shape=input").makespan
    text = "operators: {Fancy: {outputs: [{shape: in0}], operations: 100000 * out0.elements}}\n"
    file = tmp_path / "rules.yaml"
    file.write_text(text)
    for rules in (file, str(file), text.encode(), RULES):
        assert hws.run(model(b"Fancy"), dims=SIZE, ops=rules).makespan == counted
    ranked = hws.plan.rank(model(b"Fancy"), dims=SIZE, ops=RULES)
    assert ranked == hws.plan.rank(model(b"Fancy"), dims=SIZE, unknown_op="cost=100000,shape=input")
    assert hws.plan.periodic(model(b"Fancy"), dims=SIZE, ops=RULES, pes=2, iterations=4)


@pytest.mark.parametrize(
    ("options", "error", "hint"),
    [
        ({"unknown_op": "cots=bytes"}, ValueError, "did you mean `cost`"),
        ({"unknown_op": "cost=-1"}, ValueError, "not a cost"),
        ({"unknown_op": 3}, TypeError, "unknown_op must be a text, not int"),
        ({"ops": {"operator": {}}}, hws.InputError, "did you mean `operators`"),
        ({"ops": b"\xff"}, hws.InputError, "UTF-8"),
        ({"ops": 3}, TypeError, "ops must be a path, not int"),
        ({"ops": "missing.yaml"}, FileNotFoundError, "missing.yaml"),
        ({"dims": {"n": 4, "m": 3}}, hws.InputError, "dimension `m`"),
        ({"dims": {"n": -1}}, ValueError, "from 0 to"),
        ({"dims": {"n": "4"}}, TypeError, "dims..n.. must be an integer, not str"),
        ({"dims": {4: 4}}, TypeError, "a dimension must be a text, not int"),
        ({"dims": ["n=4"]}, TypeError, "dims must be a dict"),
        ({}, hws.InputError, "dimension 0 is open"),
    ],
)
def test_an_option_that_is_refused_is_named(options: dict[str, Any], error: type[Exception], hint: str) -> None:
    with pytest.raises(error, match=hint):
        hws.run(model(b"Relu"), **options)
    with pytest.raises(error, match=hint):
        hws.plan.rank(model(b"Relu"), **options)
