//! The register file: what a bus write stores, and that a refused one changes nothing.

use hws_regs::{RegFile, RegId, RegIndex, WriteError};
use rstest::rstest;

#[test]
fn it_holds_exactly_the_plain_rw_registers_at_their_resets() {
    let file = RegFile::reset();
    for id in RegId::all() {
        assert_eq!(file.read(id), id.info().is_stored().then_some(id.reset()), "{id}");
    }
}

#[test]
fn a_write_changes_the_register_and_no_other() {
    for id in RegId::all().filter(|id| id.info().is_stored()) {
        let mut file = RegFile::reset();
        let value =
            (0..=u32::from(u16::MAX)).find(|value| *value != id.reset() && id.is_legal(*value)).unwrap();
        file.write(id, value).unwrap();
        let info = id.info();
        assert_eq!(file.read(id), Some(value & info.write_mask & !info.pulse_mask), "{id}");
        let others = RegId::all().filter(|other| *other != id && other.info().is_stored());
        assert!(others.into_iter().all(|other| file.read(other) == Some(other.reset())), "{id}");
    }
}

#[rstest]
#[case(RegId::Promote, 0x0004_9001, WriteError::Illegal)]
#[case(RegId::Promote, 0, WriteError::Illegal)]
#[case(RegId::PTopK, 5, WriteError::Illegal)]
#[case(RegId::TdpCfg, 2, WriteError::Illegal)]
#[case(RegId::SipTopology, 0x0000_0310, WriteError::Illegal)]
#[case(RegId::HwsId, 0, WriteError::NotStored)]
#[case(RegId::DagCmd, 1, WriteError::NotStored)]
#[case(RegId::BlockTriggerCnt(RegIndex::at::<0>()), 1, WriteError::NotStored)]
#[case(RegId::ErrStatus, 1, WriteError::NotStored)]
fn a_refused_write_changes_nothing(#[case] id: RegId, #[case] value: u32, #[case] reason: WriteError) {
    let mut file = RegFile::reset();
    assert_eq!(file.write(id, value), Err(reason));
    assert_eq!(file, RegFile::reset());
}

#[test]
fn pulses_and_reserved_bits_are_not_stored() {
    let mut file = RegFile::reset();
    file.write(RegId::HwsCtrl, u32::MAX).unwrap();
    assert_eq!(file.read(RegId::HwsCtrl), Some(1));
    assert!(file.hws_ctrl.enable() && !file.hws_ctrl.soft_reset() && !file.hws_ctrl.force());
}
