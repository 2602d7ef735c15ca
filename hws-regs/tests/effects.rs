//! The registers that are more than storage: the enums that implementations match without a wildcard.

use hws_regs::{Access, ActionReg, PopReg, RegId, RegIndex, StateReg};

/// A read returns stored bits, returns hardware state, or is a bus error: exactly one of the three.
#[test]
fn every_readable_register_is_stored_or_returns_state() {
    for id in RegId::all() {
        let info = id.info();
        assert_eq!(info.is_stored() || id.state().is_some(), info.access.is_readable(), "{id}");
        assert!(!(info.is_stored() && id.state().is_some()), "{id}");
    }
}

/// A write that is not a bus error stores, or acts, or both.
#[test]
fn every_writable_register_stores_or_acts() {
    for id in RegId::all() {
        let info = id.info();
        assert_eq!(info.is_stored() || id.action().is_some(), info.access.is_writable(), "{id}");
    }
}

/// Both enums carry the indices of the register.
#[test]
fn indices_survive_the_conversion() {
    assert_eq!(
        RegId::VcPoolFree(RegIndex::at::<1>(), RegIndex::at::<0>()).state(),
        Some(StateReg::VcPoolFree(RegIndex::at::<1>(), RegIndex::at::<0>()))
    );
    assert_eq!(
        RegId::BlockTriggerCnt(RegIndex::at::<31>()).state(),
        Some(StateReg::BlockTriggerCnt(RegIndex::at::<31>()))
    );
    assert_eq!(
        RegId::BlockTriggerCnt(RegIndex::at::<31>()).action(),
        Some(ActionReg::BlockTriggerCnt(RegIndex::at::<31>()))
    );
}

/// registers.md: the write-only registers and commands, ERR_STATUS (W1C), and the soft reset of HWS_CTRL.
#[test]
fn the_registers_that_act_are_those_of_the_register_pages() {
    let acting: Vec<&str> =
        hws_regs::REGISTERS.iter().map(|info| info.name).filter(|name| acts(name)).collect();
    assert_eq!(
        acting,
        [
            "HWS_CTRL",
            "SIP_REPORT_COMPLETE",
            "SIP_REPORT_PRE_COMPLETE",
            "DAG_CMD",
            "FW_TASK_PUSH",
            "TD_REFRESH",
            "HRM_FW_CLAIM",
            "HRM_FW_RELEASE",
            "BLOCK_TRIGGER_CNT[]",
            "ERR_STATUS",
        ]
    );
}

fn acts(name: &str) -> bool {
    let first = RegId::parse(&name.replace("[]", "[0]")).unwrap();
    first.action().is_some()
}

#[test]
fn exactly_the_registers_with_access_rp_are_popped() {
    for id in RegId::all() {
        assert_eq!(id.pop().is_some(), id.info().access == Access::Rp, "{id}");
    }
    assert_eq!(RegId::MihDataHi.pop(), Some(PopReg::MihDataHi));
}
