"""What a process may send to another one."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from types import ModuleType
from typing import Any

import pytest

import hws
import hws.cocotb

#: What the class takes, if it takes more than a message.
ARGUMENTS: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "BusError": (("refused",), {"offset": 0x3FFC, "register": "X", "is_write": True}),
    "BusAccessError": (("read", 4), {}),
    "Divergence": (("differs", {"dumps": [{"first": {"cycle": 7}}]}), {}),
    "InputError": (("malformed",), {"path": "a.yaml", "line": 2, "column": 3, "key": "dags[0]"}),
    "RunError": (("stuck",), {"path": "a.yaml"}),
}


def exceptions(module: ModuleType) -> list[type[Exception]]:
    """The public exceptions of a module."""
    public = [getattr(module, name) for name in module.__all__]
    return [kind for kind in public if isinstance(kind, type) and issubclass(kind, Exception)]


EXCEPTIONS = exceptions(hws) + exceptions(hws.cocotb)


def test_every_public_exception_is_tried() -> None:
    names = {kind.__name__ for kind in EXCEPTIONS}
    assert len(EXCEPTIONS) > 10 and names >= set(ARGUMENTS)


@pytest.mark.parametrize("kind", EXCEPTIONS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_an_exception_arrives_with_message_and_attributes(kind: type[Exception], protocol: int) -> None:
    positional, named = ARGUMENTS.get(kind.__name__, (("a message",), {}))
    error = kind(*positional, **named)
    for other in (pickle.loads(pickle.dumps(error, protocol)), copy.copy(error)):
        assert type(other) is kind
        assert (str(other), other.args, vars(other)) == (str(error), error.args, vars(error))
    assert all(vars(error)[name] == value for name, value in named.items())


def test_a_class_derived_from_one_arrives() -> None:
    error = pickle.loads(pickle.dumps(Derived(5)))
    assert (str(error), error.offset, error.more) == ("refused", 5, "more")


class Derived(hws.BusError):
    """With a signature of its own."""

    def __init__(self, offset: int) -> None:
        super().__init__("refused", offset=offset)
        self.more = "more"


def read(offset: int) -> int:
    """In a process of a pool."""
    return hws.Hws().read(offset)


def test_a_pool_passes_on_the_error_of_a_worker_and_goes_on() -> None:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        with pytest.raises(hws.BusError, match="read at 0x3ffc") as refused:
            pool.submit(read, 0x3FFC).result(timeout=60)
        assert (refused.value.offset, refused.value.is_write) == (0x3FFC, False)
        assert isinstance(pool.submit(read, 0).result(timeout=60), int)


def test_descriptors_and_named_values_arrive() -> None:
    for value in (hws.TaskDescriptor(kernel_id=7, l2_done=[1] * 8), hws.enums.OutPath(0)):
        assert pickle.loads(pickle.dumps(value)) == value


@pytest.mark.parametrize("make", [hws.Hws, hws.Machine, lambda: hws.Hws().PROMOTE, lambda: hws.Hws().events()])
def test_what_has_a_state_that_goes_on_is_refused(make: Any) -> None:
    with pytest.raises(TypeError, match="cannot pickle"):
        pickle.dumps(make())
