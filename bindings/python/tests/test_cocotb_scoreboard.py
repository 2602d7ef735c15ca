"""Streams of events."""

import pytest

import hws
from hws.cocotb import Mismatch, NothingCompared, Scoreboard


def board(expected, seen, **options):
    made = Scoreboard("launches", **options)
    for kind, fields in expected:
        made.expect(kind, **fields)
    for kind, fields in seen:
        made.see(kind, **fields)
    return made


A, B, C = (("launch", {"entry": entry, "launch_id": number}) for entry, number in ((0, 1), (0, 2), (1, 3)))


def test_streams_of_different_keys_are_independent_of_each_other():
    board([A, B, C], [C, A, B]).assert_equal()


def test_order_within_a_stream_counts_up_to_the_reorder_that_is_allowed():
    with pytest.raises(Mismatch, match="launch entry 0"):
        board([A, B], [B, A]).assert_equal()
    board([A, B], [B, A], reorder=1).assert_equal()


@pytest.mark.parametrize(("expected", "seen"), [([A, B], [A]), ([A], [A, B]), ([A], []), ([], [A])])
def test_leftovers_are_differences(expected, seen):
    with pytest.raises(Mismatch, match="launches: "):
        board(expected, seen).assert_equal()


def test_values_are_compared_where_both_sides_have_them():
    with pytest.raises(Mismatch, match="launch_id"):
        board([A], [("launch", {"entry": 0, "launch_id": 9})]).assert_equal()
    board([A], [("launch", {"entry": 0})]).assert_equal()


def test_cycles_count_if_a_slack_is_given():
    early, late = ("done", {"cycle": 5, "sip": 1}), ("done", {"cycle": 7, "sip": 1})
    board([early], [late]).assert_equal()
    board([early], [late], slack=2).assert_equal()
    with pytest.raises(Mismatch):
        board([early], [late], slack=1).assert_equal()


def test_any_field_can_be_the_key():
    x, y = ("beat", {"tag": 1, "data": 5}), ("beat", {"tag": 2, "data": 6})
    board([x, y], [y, x], key="tag").assert_equal()
    with pytest.raises(Mismatch, match="beat.tag.2"):
        board([x, y], [x], key="tag").assert_equal()


def test_events_of_a_model_are_expectations():
    model = hws.Hws()
    model.HWS_CTRL.ENABLE = True
    model.push(0x1000, descriptor=hws.TaskDescriptor(kernel_id=7, thread_num=4))
    model.advance(200)
    events = list(model.events())
    made = Scoreboard(slack=0)
    made.expect_all(events)
    made.see_all(events)
    made.assert_equal()
    assert made.counts == (len(events), len(events)) and events
    made.see_all(events[:1])
    with pytest.raises(Mismatch):
        made.assert_equal()


def test_nothing_and_nonsense_are_refused():
    with pytest.raises(NothingCompared, match="no event was expected and none was seen"):
        Scoreboard().assert_equal()
    with pytest.raises(ValueError, match="from 0 to 1000"):
        Scoreboard(reorder=1001)
    with pytest.raises(ValueError, match="slack is -1"):
        Scoreboard(slack=-1)
    with pytest.raises(ValueError, match="needs its cycle"):
        Scoreboard(slack=0).see("launch", entry=1)
    with pytest.raises(ValueError, match="no field `tag`, the key; it has entry"):
        Scoreboard(key="tag").see("launch", entry=1)
