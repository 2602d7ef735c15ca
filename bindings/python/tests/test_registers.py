"""Registers as attributes and by name: values, names that do not exist, values that are not legal."""

from __future__ import annotations

import warnings

import pytest

import hws
from hws import enums


@pytest.fixture
def h() -> hws.Hws:
    return hws.Hws()


def test_a_field_is_read_and_written_without_the_others(h: hws.Hws) -> None:
    before = h.PROMOTE.fields()
    h.PROMOTE.THRESHOLD = 16
    assert h.PROMOTE.fields() == {**before, "THRESHOLD": 16}
    assert h["PROMOTE.THRESHOLD"] == 16
    assert hws.regmap.decode("PROMOTE", int(h.PROMOTE)) == h.PROMOTE.fields()


def test_registers_are_found_by_attribute_index_and_name(h: hws.Hws) -> None:
    assert h.RS[3].FLAGS.offset == h["RS[3].FLAGS"].offset == hws.regmap.lookup("RS[3].FLAGS").offset
    assert h.RS[3].FLAGS.R_FLAG is False
    assert len(h.RS) == 32 and len(h.SIP_USAGE_MASK) == 4 and len(h.SIP_USAGE_MASK[0]) == 5
    h.SIP_USAGE_MASK[1][2] = 0xFF
    assert h["SIP_USAGE_MASK[1][2].MASK"] == 0xFF
    h["SIP_USAGE_MASK[1][2]"] = 0xF0
    assert int(h.SIP_USAGE_MASK[1][2]) == 0xF0


def test_raw_accesses_are_those_of_the_bus(h: hws.Hws) -> None:
    h.write(h.TIME_UNIT.offset, 99)
    assert h.read(h.TIME_UNIT.offset) == 99 == h.TIME_UNIT.PRESCALE


def test_named_values_are_members_of_enumerations(h: hws.Hws) -> None:
    assert h.HWS_WORK_MODE.OUT_PATH is enums.OutPath.MDMA
    h.HWS_WORK_MODE.OUT_PATH = enums.OutPath.MIH
    assert h.HWS_WORK_MODE.OUT_PATH is enums.OutPath.MIH
    h.HWS_WORK_MODE.OUT_PATH = "MDMA"
    assert h.HWS_WORK_MODE.OUT_PATH == 0
    with pytest.raises(ValueError, match="did you mean `MIH`"):
        h.HWS_WORK_MODE.OUT_PATH = "MIHH"
    with pytest.raises(ValueError, match="not a value of HWS_WORK_MODE.OUT_PATH"):
        h.HWS_WORK_MODE.OUT_PATH = enums.Op.INIT


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("PROMOT", "did you mean `PROMOTE`"),
        ("PROMOTE.THRESHOLDS", "did you mean `THRESHOLD`"),
        ("RS[40].FLAGS", "index 40"),
        ("RS[x].FLAGS", "not a decimal number"),
        ("RS[3].FLAGS.RFLAG", "did you mean `R_FLAG`"),
        ("RS[].FLAGS", "needs an index"),
        ("PROMOTE[0]", "takes an index only where"),
        ("", "unknown register"),
    ],
)
def test_an_unknown_name_is_a_key_error_with_a_hint(h: hws.Hws, name: str, hint: str) -> None:
    with pytest.raises(KeyError, match=hint.replace("[", r"\[")) as error:
        h[name]
    assert str(error.value)[0] not in "'\"", "the message is not quoted"
    with pytest.raises(KeyError):
        h[name] = 1


def test_an_unknown_attribute_is_an_attribute_error_with_a_hint(h: hws.Hws) -> None:
    with pytest.raises(AttributeError, match="did you mean `PROMOTE`"):
        h.PROMOT
    with pytest.raises(AttributeError, match="did you mean `THRESHOLD`"):
        h.PROMOTE.THRESHOL
    with pytest.raises(AttributeError, match="did you mean `FLAGS`"):
        h.RS[0].FLAG
    with pytest.raises(AttributeError, match=r"RS\[0\].FLAGS"):
        h.RS.FLAGS
    with pytest.raises(AttributeError, match="did you mean `PROMOTE`"):
        h.PROMOT = 3
    with pytest.raises(AttributeError, match="cannot be set"):
        h.cycle = 3
    assert getattr(h, "NOTHING", None) is None and not hasattr(h.PROMOTE, "NOTHING")


@pytest.mark.parametrize("index", [32, -1, 2**70])
def test_an_index_out_of_range_names_the_range(h: hws.Hws, index: int) -> None:
    with pytest.raises(IndexError, match="0 to 31"):
        h.RS[index]


@pytest.mark.parametrize(
    ("register", "field", "value", "hint"),
    [
        ("PROMOTE", "THRESHOLD", 65536, "at most 65535"),
        ("PROMOTE", "THRESHOLD", -1, "from 0 to 65535"),
        ("PROMOTE", "THRESHOLD", 2**70, "from 0 to 65535"),
        ("P_TOP_K", "K", 0, "from 1 to 4"),
        ("P_TOP_K", "K", 5, "from 1 to 4"),
        ("PROMOTE", "THRESHOLD", "16", "no named values"),
    ],
)
def test_an_illegal_value_names_the_range_and_changes_nothing(
    h: hws.Hws, register: str, field: str, value: object, hint: str
) -> None:
    before = h.snapshot()
    with pytest.raises(ValueError, match=hint):
        setattr(h[register], field, value)
    with pytest.raises(ValueError, match=hint):
        h[register].write(**{field: value})
    assert h.snapshot() == before


@pytest.mark.parametrize("value", [1.5, None, [1], b"1"])
def test_a_value_of_another_type_is_a_type_error(h: hws.Hws, value: object) -> None:
    before = h.snapshot()
    with pytest.raises(TypeError):
        h.PROMOTE.THRESHOLD = value
    with pytest.raises(TypeError):
        h.PROMOTE = value
    with pytest.raises(TypeError):
        h.write(0x114, value)
    assert h.snapshot() == before


def test_a_word_is_checked_as_a_whole(h: hws.Hws) -> None:
    with pytest.raises(ValueError, match="4294967295"):
        h.TIME_UNIT = 2**32
    with pytest.raises(ValueError, match="SIP_TOPOLOGY"):
        h.SIP_TOPOLOGY = 0
    with pytest.raises(TypeError, match="not both"):
        h.PROMOTE.write(1, THRESHOLD=1)
    with pytest.raises(TypeError, match="nothing to write"):
        h.PROMOTE.write()


def test_bus_errors_are_os_errors_with_the_offset(h: hws.Hws) -> None:
    with pytest.raises(OSError, match="0x0002") as error:
        h.read(2)
    assert isinstance(error.value, hws.BusError)
    assert (error.value.offset, error.value.register, error.value.is_write) == (2, None, False)
    with pytest.raises(hws.BusError, match="read-only") as error:
        h.HWS_ID = 1
    assert (error.value.offset, error.value.register, error.value.is_write) == (0, "HWS_ID", True)
    with pytest.raises(hws.BusError, match="write-only"):
        h.DAG_CMD.OP
    assert h.ERR_STATUS.BUS is True


@pytest.mark.parametrize("offset", [-1, 2**32, 2**70])
def test_an_offset_that_no_bus_has_is_a_value_error(h: hws.Hws, offset: int) -> None:
    with pytest.raises(ValueError, match="offset"):
        h.read(offset)
    assert h.ERR_STATUS.BUS is False


def test_the_fields_of_a_command_are_written_together(h: hws.Hws) -> None:
    with pytest.raises(ValueError, match=r"write\(OP=…"):
        h.DAG_CMD.OP = "INIT"
    h.DAG_CMD_TAG = 7
    h.DAG_CMD_TOTAL = 1
    h.DAG_CMD.write(OP="INIT")
    h.tick()
    assert h.DAG_CMD_STATUS.RESULT is enums.DagResult.OK
    assert h.DAG[0].FLAGS.TAG == 7


def test_writing_one_clears_only_that_bit(h: hws.Hws) -> None:
    with pytest.raises(OSError):
        h.read(2)
    h.write(h.SIP_TOPOLOGY.offset, 0)
    assert h.ERR_STATUS.BUS and h.ERR_STATUS.CFG
    h.ERR_STATUS.BUS = 1
    assert not h.ERR_STATUS.BUS and h.ERR_STATUS.CFG


def test_a_write_that_the_state_forbids_warns(h: hws.Hws) -> None:
    h.HWS_CTRL.ENABLE = True
    with pytest.warns(hws.RefusedWriteWarning, match="ERR_STATUS.CFG"):
        h.XMC_SIP_MAP[0] = 1
    assert h.ERR_STATUS.CFG and h.XMC_SIP_MAP[0].PHY_ID == 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(hws.RefusedWriteWarning):
            h.XMC_SIP_MAP[0] = 1


def test_a_peek_has_no_effect(h: hws.Hws) -> None:
    assert h.MIH_DATA_HI.peek() == 0 and h.DAG_CMD.peek() == 0


def test_names_can_be_completed(h: hws.Hws) -> None:
    assert {"PROMOTE", "RS", "advance"} <= set(dir(h))
    assert {"THRESHOLD", "read"} <= set(dir(h.PROMOTE))
    assert "FLAGS" in dir(h.RS[0])


def test_what_is_shown() -> None:
    h = hws.Hws()
    assert repr(h) == "<Hws at cycle 0: disabled, 0 kernels, 0 R-tasks, idle 0xffffffff>"
    assert repr(h.PROMOTE) == "<PROMOTE at 0x0114 = 0x00041001: RULE_THRESHOLD RTASK_MAX=1 THRESHOLD=4>"
    assert repr(h.HWS_WORK_MODE) == "<HWS_WORK_MODE at 0x0018 = 0x00000000: OUT_PATH=MDMA IN_PATH=HDR>"
    assert repr(h.DAG_CMD) == "<DAG_CMD at 0x0410, write-only>"
    assert repr(h.RS) == "<RS[0..31]>"
    h.TIME_UNIT.PRESCALE = 99
    assert "<td>TIME_UNIT</td><td><code>0x00000063</code></td><td>PRESCALE=99</td>" in h._repr_html_()


def test_a_register_compares_and_formats_as_its_word(h: hws.Hws) -> None:
    word = int(h.PROMOTE)
    assert h.PROMOTE == word == h.PROMOTE and h.PROMOTE != word + 1 and h.PROMOTE != -1 and h.PROMOTE != 2**70
    assert h.PROMOTE == hws.Hws().PROMOTE and h.PROMOTE != h.TIME_UNIT
    assert (h.PROMOTE == str(word)) is False and h.PROMOTE != None  # noqa: E711
    assert f"{h.PROMOTE:#010x}" == f"{word:#010x}" == f"0x{h.PROMOTE:08x}" and f"{h.PROMOTE}" == str(h.PROMOTE)
    with pytest.raises(ValueError, match="format"):
        f"{h.PROMOTE:y}"
    with pytest.raises(TypeError, match="unhashable"):
        hash(h.PROMOTE)


def test_arrays_are_iterated_over(h: hws.Hws) -> None:
    assert [entry.FLAGS.name for entry in h.RS][::31] == ["RS[0].FLAGS", "RS[31].FLAGS"]
    assert [len(list(row)) for row in h.SIP_USAGE_MASK] == [5, 5, 5, 5]
    with pytest.raises(TypeError, match="takes a name"):
        iter(h.RS[0])
