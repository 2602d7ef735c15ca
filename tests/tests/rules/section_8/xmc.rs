//! XMC_SIP_MAP: when it may be written, and what ENABLE requires of it.

use hws_model::ErrorBit;
use hws_regs::{HwsCtrl, RegId, RegIndex, XmcSipMap};
use hws_tests::rig::{Rig, td};

fn map(rig: &mut Rig, sip: u8, phy: u32) {
    rig.write(sip.into(), XmcSipMap::from_bits(0).with_phy_id_masked(phy));
}

#[track_caller]
fn assert_ignored(rig: &mut Rig) {
    let before = rig.hws.clone();
    map(rig, 3, 4);
    assert_eq!(rig.errors().pop(), Some(ErrorBit::Cfg));
    assert!(rig.take_errors().cfg());
    assert_eq!(rig.hws, before);
}

/// Written while nothing runs; resident kernels do not matter.
#[test]
fn the_map_may_be_written_while_nothing_runs() {
    let mut rig = Rig::new();
    rig.submit(td(1, 1));
    rig.claim(1);
    map(&mut rig, 3, 4);
    assert!(rig.errors().is_empty());
    assert_eq!(rig.peek(RegId::XmcSipMap(RegIndex::at::<3>())), 4);
}

/// Not with ENABLE = 1, with an attempt in flight, or with a SIP that is not idle.
#[test]
fn the_map_is_not_written_while_enabled_or_busy() {
    let mut rig = Rig::new();
    rig.enable(true);
    assert_ignored(&mut rig);
    let mut rig = Rig::new();
    rig.submit(td(1, 1));
    rig.latch();
    assert_ignored(&mut rig);
    let launch = rig.commit().launch();
    assert_ignored(&mut rig);
    rig.complete(launch.mask);
    map(&mut rig, 3, 4);
    assert_eq!(rig.peek(RegId::XmcSipMap(RegIndex::at::<3>())), 4);
}

/// ENABLE = 1 needs a permutation of all 32; a refused write changes nothing.
#[test]
fn enable_needs_a_permutation() {
    let mut rig = Rig::new();
    map(&mut rig, 31, 0);
    let before = rig.hws.clone();
    rig.write((), HwsCtrl::default().with_enable(true));
    assert_eq!(rig.errors(), [ErrorBit::Cfg]);
    rig.take_errors();
    assert_eq!(rig.hws, before);
    rig.enable(false);
    assert_eq!(rig.errors().len(), 1, "ENABLE = 0 does not matter");
    map(&mut rig, 0, 31);
    rig.enable(true);
    assert!(rig.read::<HwsCtrl>(()).enable());
}

/// Absent SIPs count, too.
#[test]
fn absent_sips_are_part_of_the_permutation() {
    let mut rig = Rig::new();
    rig.topology(3, 4);
    map(&mut rig, 31, 0);
    rig.write((), HwsCtrl::default().with_enable(true));
    assert_eq!(rig.errors(), [ErrorBit::Cfg]);
}

/// The commands of a COMMIT carry the physical ids, messages and masks the logical ones.
#[test]
fn commands_carry_physical_ids() {
    let mut rig = Rig::new();
    (0..32).for_each(|sip| map(&mut rig, sip, 31 - u32::from(sip)));
    rig.submit(td(4, 1));
    let commit = rig.attempt();
    assert_eq!(commit.launch().mask, 0xF000_0000);
    let ids: Vec<_> = commit.commands().iter().map(|c| (c.sip.get(), c.physical_sip.get())).collect();
    assert_eq!(ids, [(28, 3), (29, 2), (30, 1), (31, 0)]);
}
