"""Tables in the memory of other libraries."""

from __future__ import annotations

from pathlib import Path

import pytest

import hws

numpy = pytest.importorskip("numpy")
pyarrow = pytest.importorskip("pyarrow")


@pytest.fixture
def run(graph: Path) -> hws.Run:
    return hws.run(graph)


def test_pyarrow_takes_a_table(run: hws.Run) -> None:
    table = pyarrow.table(run.timeline)
    assert table.num_rows == len(run.timeline) and table.column_names == run.timeline.column_names
    assert table.schema.field("start").type == pyarrow.int64(), "may be subtracted"
    assert table.to_pylist() == run.timeline.to_pylist()


def test_numbers_are_shared_with_numpy(run: hws.Run) -> None:
    column = run.timeline["start"]
    shared = numpy.asarray(column)
    assert shared.dtype == numpy.int64 and shared.tolist() == column.to_pylist()
    assert shared.__array_interface__["data"][0] == column.__array_interface__["data"][0]
    assert not shared.flags.writeable
    del column
    assert (numpy.asarray(run.timeline["end"]) - shared).sum() > 0


def test_a_column_with_missing_numbers_is_not_shared(run: hws.Run) -> None:
    column = run.events["sip"]
    assert column.null_count > 0 and not hasattr(column, "__array_interface__")
    assert pyarrow.array(column).null_count == column.null_count
    assert numpy.asarray(column).tolist() == column.to_pylist() and numpy.asarray(column).dtype == object


def test_texts_and_truth_values_are_copied_for_numpy(run: hws.Run) -> None:
    names, flags = run.kernels["name"], run.kernels["on_cp"]
    assert numpy.asarray(names).tolist() == ["a", "b"] and numpy.asarray(names).dtype == object
    assert numpy.asarray(names, dtype="U9").dtype == "U9"
    assert numpy.asarray(flags).dtype == bool and numpy.asarray(flags).tolist() == flags.to_pylist()
    with pytest.raises(ValueError, match="cannot be shared"):
        numpy.array(names, copy=False)
    with pytest.raises(ValueError, match="invalid literal"):
        numpy.asarray(names, dtype="int64")


def test_pandas_and_polars_take_a_table(run: hws.Run) -> None:
    pandas = pytest.importorskip("pandas")
    assert pandas.Series(run.kernels["name"]).tolist() == ["a", "b"]
    assert run.kernels.to_pandas()["name"].tolist() == ["a", "b"]
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(run.kernels)["name"].to_list() == ["a", "b"]
    assert run.kernels.to_polars().shape == (2, 15)


def test_rows_and_columns(run: hws.Run) -> None:
    kernels = run.kernels
    assert kernels[0]["name"] == "a" and kernels[-1]["name"] == "b" and len(kernels["name"]) == 2
    assert kernels["name"][1] == "b" and kernels["on_cp"].dtype == "bool"
    with pytest.raises(IndexError):
        kernels[2]
    with pytest.raises(IndexError):
        kernels["name"][-3]
    with pytest.raises(KeyError, match="did you mean `finish`"):
        kernels["finnish"]
    with pytest.raises(TypeError):
        kernels[1.5]
    assert "<th>name</th>" in kernels._repr_html_() and repr(kernels).startswith("<Table of 2 rows")


def test_memory_outlives_its_table(graph: Path) -> None:
    arrays = [numpy.asarray(hws.run(graph).timeline["start"]) for _ in range(20)]
    assert all((array == arrays[0]).all() for array in arrays)


def test_an_empty_table_is_a_table(graph: Path) -> None:
    assert pyarrow.table(hws.run(graph, events=False).events).num_rows == 0
