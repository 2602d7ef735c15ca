"""One HWS: time, pushes, messages, commands, events, snapshots, copies, threads."""

from __future__ import annotations

import copy
import json
import threading

import pytest

import hws


def enabled() -> hws.Hws:
    h = hws.Hws()
    h.HWS_CTRL.ENABLE = True
    return h


def busy() -> hws.Hws:
    """One kernel of four SIPs, launched."""
    h = enabled()
    h.push(0x1000, hdr_id=2, hdr_entry_id=3, descriptor=hws.TaskDescriptor(kernel_id=7, thread_num=4))
    assert h.advance_to_output(1000) == 57
    return h


def test_a_kernel_from_its_push_to_its_last_message() -> None:
    h = busy()
    events = list(h.events())
    assert [event["ev"] for event in events] == ["admit", "commit", "launch"] + ["mdma"] * 4 + ["mih"] * 2 + ["kernel_done"]
    assert events[2] == {
        "c": 56, "ev": "launch", "entry": 0, "seq": 0, "pool": "P", "block": 0, "launch_id": 0, "sip_mask": 0xF000_0000,
    }  # fmt: skip
    commands = list(iter(h.pop_mdma, None))
    assert [command.sip for command in commands] == [28, 29, 30, 31]
    assert {command.kernel_id for command in commands} == {7}
    for command in commands:
        h.complete(command)
    messages = list(iter(h.pop_mih, None))
    assert [message.kind for message in messages] == ["RESULT", "SCHED_INFO", "BLOCK_FINISH"]
    assert messages[0].sips == 0xF000_0000 and messages[0].hdr_id == 2 and messages[0].hdr_entry_id == 3
    assert messages[1].last_block is True and messages[2].kernel_finish is True and messages[0].code is None
    assert h.SIP_IDLE_MASK.MASK == 0xFFFF_FFFF


def test_ticks_and_advances_lead_to_the_same_state() -> None:
    one, many = enabled(), enabled()
    for h in (one, many):
        h.push(0x1000, descriptor=hws.TaskDescriptor())
    one.advance(1000)
    many.tick(999)
    many.tick()
    assert one == many and one.cycle == many.cycle == 1000 and one.digest == many.digest
    assert list(one.events()) == list(many.events())


def test_idle_time_costs_nothing() -> None:
    h = enabled()
    h.advance(2**63)
    assert h.cycle == 2**63


@pytest.mark.parametrize("cycles", [-1, 2**64, 1.0, "1", None])
def test_a_time_that_cannot_pass_changes_nothing(cycles: object) -> None:
    h = enabled()
    before = h.snapshot()
    for call in (h.tick, h.advance, h.advance_to_output):
        if cycles is None and call == h.tick:
            continue
        with pytest.raises((ValueError, TypeError)):
            call(cycles)
    assert h.snapshot() == before


def test_sizes_outside_their_range_are_refused() -> None:
    assert hws.Hws(n_rs=16, n_dag=24).HWS_PARAM0.N_RS == 16
    for size in (15, 33, -1, 2**40):
        with pytest.raises(ValueError):
            hws.Hws(n_rs=size)
        with pytest.raises(ValueError):
            hws.Hws(n_dag=size)
    with pytest.raises(TypeError):
        hws.Hws(n_rs="16")


def test_a_full_port_refuses_a_push_and_its_descriptor() -> None:
    h = hws.Hws()
    for entry in range(16):
        h.push(0x1000, hdr_entry_id=entry, descriptor=hws.TaskDescriptor())
    assert h.hdr_room == 0
    before = h.snapshot()
    with pytest.raises(hws.QueueFullError, match="full"):
        h.push(0x2000, descriptor=hws.TaskDescriptor())
    assert h.snapshot() == before and h.read_memory(0x2000) == [None]


@pytest.mark.parametrize(
    "arguments",
    [
        {"hdr_id": 16},
        {"hdr_id": -1},
        {"hdr_entry_id": 256},
        {"td_addr": 2**32},
        {"td_addr": 0x1002, "descriptor": hws.TaskDescriptor()},
        {"td_addr": 0xFFFF_FFF0, "descriptor": hws.TaskDescriptor()},
        {"descriptor": [1, 2, 3]},
        {"descriptor": hws.TaskDescriptor(ctx=4)},
    ],
)
def test_a_push_that_is_refused_changes_nothing(arguments: dict[str, object]) -> None:
    h = hws.Hws()
    before = h.snapshot()
    with pytest.raises(ValueError):
        h.push(**{"td_addr": 0x1000, **arguments})
    assert h.snapshot() == before and h.hdr_room == 16 and h.read_memory(0x1000) == [None]


def test_memory_takes_words_bytes_and_descriptors() -> None:
    h = hws.Hws()
    h.write_memory(0x100, [1, 2**32 - 1])
    h.write_memory(0x108, b"\x04\x03\x02\x01")
    h.write_memory(0x10C, bytearray(b"\x01\0\0\0"))
    assert h.read_memory(0x100, 5) == [1, 2**32 - 1, 0x0102_0304, 1, None]
    descriptor = hws.TaskDescriptor(kernel_id=5, l2_done=[1, 2, 3, 4, 5, 6, 7, 8])
    h.write_memory(0x200, descriptor)
    assert hws.TaskDescriptor.decode([word or 0 for word in h.read_memory(0x200, 16)]) == descriptor
    for words in ([1, -1], [2**32], b"\x01\x02", "words", 7, [1.5]):
        with pytest.raises((ValueError, TypeError)):
            h.write_memory(0x300, words)
    with pytest.raises(ValueError, match="multiple of 4"):
        h.write_memory(0x301, [1])
    assert h.read_memory(0x300) == [None]


@pytest.mark.parametrize(
    ("field", "value", "error", "hint"),
    [
        ("thread_num", 70_000, ValueError, "thread_num is 70000; it must be from 0 to 65535"),
        ("kernel_id", -1, ValueError, "kernel_id is -1; it must be from 0 to 4294967295"),
        ("kernel_id", 2**70, ValueError, "kernel_id"),
        ("kernel_id", "7", TypeError, "kernel_id must be an integer, not str"),
        ("kernel_id", None, TypeError, "kernel_id must be an integer, not NoneType"),
        ("coop", 2, TypeError, "coop must be True or False, not int"),
        ("l2_done", [1], ValueError, "l2_done"),
        ("vc_done", [0, 70_000], ValueError, "vc_done"),
        ("ctx", 4, ValueError, "context"),
    ],
)
def test_a_descriptor_names_the_field_that_does_not_fit(
    field: str, value: object, error: type[Exception], hint: str
) -> None:
    with pytest.raises(error, match=hint):
        hws.TaskDescriptor(**{field: value}).encode()


def test_words_that_are_no_descriptor_are_refused() -> None:
    words = hws.TaskDescriptor(kernel_id=5).encode()
    data = b"".join(word.to_bytes(4, "little") for word in words)
    assert hws.TaskDescriptor.decode(words) == hws.TaskDescriptor.decode(data) == hws.TaskDescriptor(kernel_id=5)
    for bad in (words[:15], data[:60], data[:63], [*words[:15], 2**32], [*words[:15], -1]):
        with pytest.raises(ValueError):
            hws.TaskDescriptor.decode(bad)
    with pytest.raises(TypeError):
        hws.TaskDescriptor.decode([*words[:15], "1"])


def test_the_entry_shows_the_descriptor_that_was_admitted() -> None:
    h = hws.Hws()
    descriptor = hws.TaskDescriptor(kernel_id=9, block_num=3)
    h.push(0x40, descriptor=descriptor)
    assert h.descriptor(0) is None
    h.advance(20)
    assert h.descriptor(0) == descriptor
    with pytest.raises(ValueError):
        h.descriptor(32)


def test_a_decision_says_what_would_be_launched() -> None:
    h = hws.Hws()
    h.push(0x40, descriptor=hws.TaskDescriptor(thread_num=16, affinity=0xFFFF_0000))
    h.advance(20)
    decision = h.decide()
    assert decision["choice"]["entry"] == 0 and decision["choice"]["placement"]["blocks"] == [0xFFFF_0000]
    assert decision["tasks"][0]["pool"] == "P" and decision["ready"] == 0xFFFF_FFFF
    assert hws.Hws().decide()["choice"] is None


def test_a_snapshot_restores_the_state() -> None:
    h = busy()
    saved = h.snapshot()
    other = hws.Hws(n_rs=16)
    other.restore(saved)
    assert other == h and other.HWS_PARAM0.N_RS == 32
    h.advance(100)
    other.advance(100)
    assert other == h and other.snapshot() == h.snapshot()


def test_a_snapshot_of_another_map_or_damaged_is_refused() -> None:
    h = busy()
    saved = json.loads(h.snapshot())
    other = {**saved, "header": {**saved["header"], "map": 7}}
    before = h.snapshot()
    for bad in (json.dumps(other).encode(), b"", b"{}", before[: len(before) // 2], b"\xff\xfe"):
        with pytest.raises(hws.SnapshotError):
            h.restore(bad)
    with pytest.raises(hws.SnapshotError, match="register map"):
        h.restore(json.dumps(other).encode())
    for wrong in ("text", None, 7):
        with pytest.raises(TypeError):
            h.restore(wrong)
    assert h.snapshot() == before


def test_copies_are_apart() -> None:
    h = busy()
    for other in (copy.copy(h), copy.deepcopy(h)):
        assert other == h
        other.tick()
        assert other != h and list(other.events()) == list(copy.copy(h).events())


def test_an_hws_is_not_hashable_and_equal_to_nothing_else() -> None:
    with pytest.raises(TypeError):
        hash(hws.Hws())
    assert hws.Hws() != 3 and hws.Hws() == hws.Hws()


def test_old_events_are_dropped_and_counted() -> None:
    h = hws.Hws(event_limit=3)
    h.HWS_CTRL.ENABLE = True
    h.push(0x1000, descriptor=hws.TaskDescriptor(thread_num=4))
    h.advance(100)
    assert h.events_dropped == 7
    assert len(list(h.events())) == 3 and list(h.events()) == []


def test_threads_may_share_an_hws() -> None:
    h = enabled()
    h.push(0x1000, descriptor=hws.TaskDescriptor(affinity=0xF, thread_num=4))
    failures: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(200):
                h.advance(1000)
                h.PROMOTE.THRESHOLD = 5
                assert h.PROMOTE.THRESHOLD == 5
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and h.cycle == 4 * 200 * 1000


def test_messages_are_decoded_from_words() -> None:
    message = hws.MihMessage(0x1234_A594 | 3, 17)
    assert (message.kind, message.source, message.hdr_id, message.block, message.code) == ("ERROR", "FIRMWARE", 9, 0x1234, 17)
    assert hws.MihMessage(2 << 2, 0).kind == "UNKNOWN" and hws.MihMessage(2 << 2, 0).block is None
    assert message == hws.MihMessage(message.dw0, message.dw1) and len({message, message}) == 1
    with pytest.raises(ValueError):
        hws.MihMessage(2**32, 0)
