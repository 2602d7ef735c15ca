"""What type checkers see of the registers. `.ci/bindings` checks this file with mypy, which refuses an `ignore` without a mistake."""

from __future__ import annotations

from typing import assert_type

import hws
from hws import enums


def registers(h: hws.Hws, m: hws.Machine) -> None:
    """Names, values and indices that are right."""
    assert_type(h.PROMOTE.THRESHOLD, int)
    assert_type(h.HWS_CTRL.ENABLE, bool)
    assert_type(m.HWS_WORK_MODE.OUT_PATH, enums.OutPath)
    assert_type(h.SIP_USAGE_MASK[1][2].MASK, int)
    h.PROMOTE = 16
    h.PROMOTE.THRESHOLD = 16
    h.PROMOTE.write(0x41001)
    h.PROMOTE.write(THRESHOLD=16)
    h.HWS_CTRL.ENABLE = True
    h.HWS_WORK_MODE.OUT_PATH = "MIH"
    h.HWS_WORK_MODE.OUT_PATH = enums.OutPath.MIH
    h.DAG_CMD.write(OP="INIT")
    h.SIP_USAGE_MASK[1][2] = 0xFF
    some: hws.LiveRegister = h.PROMOTE
    print([entry.FLAGS.R_FLAG for entry in h.RS], some.read(), h.PROMOTE == 16, f"{h.PROMOTE:#x}")


def mistakes(h: hws.Hws, m: hws.Machine) -> None:
    """Each line has one."""
    h.PROMTE  # type: ignore[attr-defined]
    m.PROMTE  # type: ignore[attr-defined]
    h.PROMTE = 3  # type: ignore[attr-defined]
    h.PROMOTE.TRESHOLD  # type: ignore[attr-defined]
    h.PROMOTE.TRESHOLD = 3  # type: ignore[attr-defined]
    h.PROMOTE.THRESHOLD = "16"  # type: ignore[assignment]
    h.PROMOTE.write(TRESHOLD=3)  # type: ignore[call-arg]
    h.HWS_WORK_MODE.OUT_PATH = "MIHH"  # type: ignore[assignment]
    h.HWS_STATUS.RS_COUNT = 3  # type: ignore[misc]
    h.RS.FLAGS  # type: ignore[attr-defined]
    h.RS["3"]  # type: ignore[index]
