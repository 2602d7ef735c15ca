"""Reads the tables of a sweep, as Parquet and CSV, with pandas and Polars: types, order, and every cell."""

import csv
import sys

import pandas
import polars
import pyarrow.parquet

folder, rows = sys.argv[1], int(sys.argv[2])


def lines_of(table):
    """The names and the cells of a table as the CSV file has them."""
    with open(f"{folder}/{table}.csv", newline="") as file:
        plain = list(csv.reader(file))
    return plain[0], plain[1:]


head, cells = lines_of("sweep")
assert len(cells) == rows, f"{len(cells)} rows"


def text(value):
    """A cell as the CSV file has it."""
    if value is None or value is pandas.NA or value != value:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def compare(reader, names, read, head=head, cells=cells):
    assert list(names) == head, f"{reader}: {names}"
    for number, (expected, row) in enumerate(zip(cells, read, strict=True), 1):
        found = [text(value) for value in row]
        assert found == expected, f"{reader}: row {number}: {found}, not {expected}"


frame = polars.read_parquet(f"{folder}/sweep.parquet")
compare("polars, parquet", frame.columns, frame.iter_rows())
types = dict(frame.schema)
assert types["seed"] == polars.UInt64 and types["makespan"] == types["lateness_max"] == polars.Int64, types
assert types["drained"] == polars.Boolean and types["problem"] == polars.String, types
for setting in head[: head.index("seed")]:
    assert types[setting] in (polars.Int64, polars.String), types
lines = polars.read_csv(f"{folder}/sweep.csv", schema=frame.schema)
assert lines.equals(frame), "polars: csv and parquet differ"

# With nullable types, so that integers stay integers where some are missing.
frame = pandas.read_parquet(f"{folder}/sweep.parquet", dtype_backend="numpy_nullable")
compare("pandas, parquet", frame.columns, frame.astype(object).itertuples(index=False, name=None))
assert str(frame["makespan"].dtype) == "Int64" and str(frame["drained"].dtype) == "boolean", frame.dtypes
lines = pandas.read_csv(f"{folder}/sweep.csv", dtype={name: frame[name].dtype for name in head})
pandas.testing.assert_frame_equal(lines, frame)
# Units and meanings of all columns.
about = {field.name: field.metadata or {} for field in pyarrow.parquet.read_schema(f"{folder}/sweep.parquet")}
assert about["makespan"][b"unit"] == b"cycles" and all(about[name][b"description"] for name in head), about

# Graphs and kernels of the same runs, which the table of the runs joins.
runs = head[: head.index("drained")]
for table in ("graphs", "kernels"):
    names, expected = lines_of(table)
    assert names[: len(runs)] == runs, names
    many = polars.read_parquet(f"{folder}/{table}.parquet")
    compare(f"polars, {table}", many.columns, many.iter_rows(), names, expected)
    many = pandas.read_parquet(f"{folder}/{table}.parquet", dtype_backend="numpy_nullable")
    compare(f"pandas, {table}", many.columns, many.astype(object).itertuples(index=False, name=None), names, expected)
    joined = many.merge(frame, on=runs, suffixes=("", " of the run"))
    assert len(joined) == len(many) and (joined["finish"] <= joined["makespan"]).all(), table
    assert many.groupby(runs).ngroups == frame["drained"].sum(), table
means = frame[frame["drained"]].groupby(head[: head.index("seed")] or ["drained"])["makespan"].mean()
print(f"pandas {pandas.__version__} and Polars {polars.__version__} read {rows} rows, {len(means)} groups drained")
