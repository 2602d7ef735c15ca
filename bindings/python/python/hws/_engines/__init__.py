"""Where the runs of a sweep are made, other than on threads of this process.

* `_driver`: which run is made where, and what happens when a worker is lost; it knows no engine;
* `_worker`: what a worker does;
* `_dask`, `_ray`: workers on an existing engine.

Rows come back to this process one by one, and only it writes to the folder of the sweep.
"""

from __future__ import annotations

import contextlib
import difflib
import importlib
from typing import Any

from .. import _hws
from .._errors import UnknownNameError
from .._hws import SweepPlan, Table
from ._driver import Engine, drive

#: The modules that an engine needs, and the extra of this package that brings them.
NEEDS = {"dask": "distributed", "ray": "ray"}

#: Every engine.
NAMES = ("local", *NEEDS)


def check_name(engine: Any) -> None:
    """Refuse the name of an engine that does not exist."""
    if engine in NAMES:
        return
    close = difflib.get_close_matches(str(engine).lower(), NAMES, 1)
    meant = f"did you mean `{close[0]}`? " if close else ""
    raise UnknownNameError(f"unknown engine `{engine}` ({meant}the engines are {', '.join(NAMES)})")


def sweep(plan: SweepPlan, engine: str, out: Any, jobs: int | None, restart: bool, format: str, address: Any) -> Table:
    """Make the runs of a plan on an engine; return the table."""
    _hws.SweepRows.check_format(format)
    jobs = None if jobs is None else _hws.SweepRows.check_jobs(jobs)
    make = _engine(engine)
    rows = _hws.SweepRows(plan, out, restart)
    try:
        if rows.missing():
            with make(plan, jobs, address) as workers:
                drive(plan, rows, workers)
    except BaseException:
        # As after Ctrl-C on the command line, the files have what was made. The first error is the one that counts.
        if out is not None:
            with contextlib.suppress(Exception):
                rows.finish(format)
        raise
    return rows.finish(format)


def _engine(name: str) -> type[Engine]:
    try:
        importlib.import_module(NEEDS[name])
    except ImportError as error:
        raise ImportError(
            f"the engine `{name}` needs the package `{NEEDS[name]}`: pip install 'hws-model[{name}]'", name=NEEDS[name]
        ) from error
    module = importlib.import_module(f"{__name__}._{name}")
    made: type[Engine] = module.Workers
    return made
