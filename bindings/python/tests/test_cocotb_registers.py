"""Registers by name over a bus, compared with a mirror, an Hws or a lock-step."""

import asyncio
from types import SimpleNamespace

import pytest

import hws
from hws.cocotb import BusAccessError, Mismatch, NothingCompared, RegisterModel, read_layout
from hws.cocotb.buses import adapted

P_TOP_K = hws.regmap.lookup("P_TOP_K").offset


class Device:
    """A device with a bus: an HWS of its own."""

    def __init__(self):
        self.hws = hws.Hws()
        self.faults = {}

    async def read(self, address):
        return self.faults.get(address, 0) ^ self.hws.read(address)

    async def write(self, address, data):
        self.hws.write(address, data)


def run(work):
    return asyncio.run(work)


def test_fields_enums_groups_and_arrays_by_name():
    async def work():
        registers = RegisterModel(Device())
        await registers.PROMOTE.write(THRESHOLD=16)
        await registers.PROMOTE.write(RTASK_MAX=2)
        word = await registers.PROMOTE.read()
        assert (word.THRESHOLD, word.RTASK_MAX, word) == (16, 2, 0x0010_2001)
        assert "THRESHOLD=16" in repr(word)
        await registers.HWS_WORK_MODE.IN_PATH.write("FIRMWARE")
        assert await registers.HWS_WORK_MODE.IN_PATH.read() is hws.enums.InPath.FIRMWARE
        await registers.SIP_USAGE_MASK[1][2].modify(MASK=5)
        assert await registers["SIP_USAGE_MASK[1][2]"].read() == 5
        assert (await registers.RS[3].FLAGS.read()).VALID == 0
        registers.assert_compared(at_least=4)

    run(work())


def test_a_wrong_value_names_the_field():
    device = Device()
    device.faults[P_TOP_K] = 2
    with pytest.raises(Mismatch, match="P_TOP_K reads 0x00000003, the model has 0x00000001.*K is 3, the model has 1"):
        run(RegisterModel(device).P_TOP_K.read())


@pytest.mark.parametrize("name", ["HWS_STATUS", "SIP_IDLE_MASK"])
def test_what_the_hardware_changes_is_compared_only_when_it_is_idle(name):
    device = Device()
    device.faults[hws.regmap.lookup(name).offset] = 1
    registers = RegisterModel(device)
    run(registers[name].read())
    with pytest.raises(NothingCompared, match="0 of 1 reads were compared"):
        registers.assert_compared()
    with pytest.raises(Mismatch):
        run(RegisterModel(device, hardware_is_idle=True)[name].read())


def test_effects_of_writes_follow_the_access():
    async def work():
        device = Device()
        registers = RegisterModel(device, hardware_is_idle=True)
        # An illegal value may be refused, as the HWS does, or stored.
        await registers.P_TOP_K.write(0)
        await registers.P_TOP_K.read()
        assert registers.compared == 0
        device.faults[hws.regmap.lookup("ERR_STATUS").offset] = 2
        await registers.ERR_STATUS.write(0x3FFFF)
        with pytest.raises(Mismatch, match="CFG"):
            await registers.ERR_STATUS.read()
        await registers.DAG_CMD.write(OP="INIT")
        # A pulse may change everything.
        other = RegisterModel(device)
        await other.P_TOP_K.write(2)
        await other.HWS_CTRL.write(SOFT_RESET=1)
        await other.P_TOP_K.read()
        assert other.compared == 0
        other.reset()
        device.hws = hws.Hws()
        await other.P_TOP_K.read()
        assert other.compared == 1

    run(work())


def test_an_hws_makes_every_access_as_well():
    async def work():
        device, model = Device(), hws.Hws()
        registers = RegisterModel(device, model)
        device.hws.tick(5)
        with pytest.raises(Mismatch, match="CNT_CYCLE_LO"):
            await registers.CNT_CYCLE_LO.read()
        model.tick(5)
        assert await registers.CNT_CYCLE_LO.read() == 5
        with pytest.raises(hws.BusError):
            await registers.DAG_CMD.read()
        with pytest.raises(hws.BusError):
            await registers.HWS_ID.write(1)
        assert registers.compared == 4

    run(work())


def test_a_device_that_takes_what_the_model_refuses_is_wrong():
    class Lax(Device):
        async def read(self, address):
            return 0

    with pytest.raises(Mismatch, match="refuses the read"):
        run(RegisterModel(Lax(), hws.Hws()).DAG_CMD.read())


def test_a_lock_step_must_have_seen_the_read():
    lockstep = SimpleNamespace(counts=SimpleNamespace(accesses=0))
    with pytest.raises(Mismatch, match="has not seen the read"):
        run(RegisterModel(Device(), lockstep).P_TOP_K.read())


def test_names_that_do_not_exist_are_refused_before_any_access():
    registers = RegisterModel(SimpleNamespace(read=print, write=print))
    with pytest.raises(AttributeError, match="PROMOTE"):
        registers.PROMOT.read()
    with pytest.raises(AttributeError, match="did you mean `THRESHOLD`"):
        registers.PROMOTE.THRESHHOLD.read()
    with pytest.raises(hws.UnknownNameError, match="is a field"):
        registers["PROMOTE.THRESHOLD"]
    with pytest.raises(hws.UnknownNameError, match="is an array"):
        registers["XMC_SIP_MAP[]"]
    with pytest.raises(AttributeError):
        registers.RS[99].FLAGS
    with pytest.raises(TypeError, match="not both"):
        run(registers.PROMOTE.write(1, THRESHOLD=2))
    with pytest.raises(ValueError, match="32 bits"):
        run(registers.PROMOTE.write(1 << 32))
    with pytest.raises(TypeError, match="not a bus"):
        RegisterModel(object())
    with pytest.raises(TypeError, match="model must be"):
        RegisterModel(Device(), 7)


def test_masters_that_deal_in_bytes_are_buses():
    class Axi:
        def __init__(self):
            self.words, self.resp = {}, 0

        async def read_dword(self, address): ...

        async def read(self, address, length, **options):
            return SimpleNamespace(data=self.words.get(address, 0).to_bytes(length, "little"), resp=self.resp)

        async def write(self, address, data, **options):
            self.words[address] = int.from_bytes(data, "little")
            return SimpleNamespace(resp=self.resp)

    axi = Axi()
    bus = adapted(axi)
    run(bus.write(4, 0x1234))
    assert run(bus.read(4)) == 0x1234
    axi.resp = 2
    with pytest.raises(BusAccessError, match="write at 0x0004"):
        run(bus.write(4, 1))
    with pytest.raises(BusAccessError, match="read at 0x0004"):
        run(bus.read(4))


def test_a_layout_gives_addresses(tmp_path):
    path = tmp_path / "layout.csv"
    path.write_text("register,offset,count,stride\nP_TOP_K,0x80,,\nSIP_USAGE_MASK[i][j],0x100,4x5,20x4\n")
    layout = read_layout(path)
    assert layout["P_TOP_K"] == 0x80 and layout["SIP_USAGE_MASK[1][2]"] == 0x100 + 20 + 8
    seen = []

    class Recorder:
        async def read(self, address):
            seen.append(address)
            return 1

        async def write(self, address, data): ...

    registers = RegisterModel(Recorder(), addresses=layout, base=0x4000)
    run(registers.P_TOP_K.read())
    assert seen == [0x4080]
    with pytest.raises(hws.UnknownNameError, match="no address for `PROMOTE`"):
        run(registers.PROMOTE.read())
    path.write_text("register,offset,count,stride\nP_TOP_Q,0x80,,\n")
    with pytest.raises(ValueError, match="layout.csv:2: the map has no register `P_TOP_Q`"):
        read_layout(path)
