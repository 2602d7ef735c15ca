//! Reasons and suggestions about places: busy, fragmented, masks, ownership, early launch, reservations.

use hws_regs::{HrmFwClaim, Promote, RegId, RegIndex, Register, SipUsageMask};
use hws_sim::stimulus::Op;
use hws_types::{SipMask, TaskDescriptor};

use super::bench::{Bench, candidate, idle, is_register, suggestion, td};
use crate::explain::{NoAttempt, Reason, StateChange};

/// A cycle of the first attempt that sees the second kernel, which takes 108 to 156.
const FIRST_OF_SECOND: u64 = 120;

#[test]
fn too_few_ready_sips_are_completed_by_idle_ones() {
    // SIPs 24 and 25 are ready; 26 and 27 run kernel 4.
    let bench = Bench::new(&[]).kernels(&[
        td(1, 16, 0x0000_FFFF),
        td(2, 8, 0x00FF_0000),
        td(3, 4, 0xF000_0000),
        td(4, 2, 0x0C00_0000),
        td(5, 4, u32::MAX),
    ]);
    let seen = bench.at(bench.now());
    assert!(seen.attempt.is_some(), "{seen}");
    let one = candidate(&seen, 5);
    assert_eq!(one.reason, Reason::Busy { ready: SipMask(0x0300_0000), needed: 4 });
    let first = &one.why_not[0];
    assert_eq!((idle(first), first.size), (SipMask(0x0C00_0000), 2), "the smallest: {first}");
    bench.assert_idle_helps(5, first);
}

#[test]
fn without_a_ready_sip_there_is_no_attempt() {
    let bench = Bench::new(&[]).kernels(&[td(1, 16, 0xFFFF), td(2, 16, 0xFFFF_0000), td(3, 2, 0xC)]);
    let seen = bench.at(bench.now());
    assert_eq!((seen.attempt, seen.no_attempt.as_slice()), (None, &[NoAttempt::NothingReady][..]), "{seen}");
    let one = candidate(&seen, 3);
    assert_eq!(one.reason, Reason::Busy { ready: SipMask(0), needed: 2 });
    assert_eq!(idle(&one.why_not[0]), SipMask(0xC));
    bench.assert_idle_helps(3, &one.why_not[0]);
}

#[test]
fn one_sip_more_ends_fragmentation() {
    let ones: Vec<_> = (0..8).map(|group| td(1 + group, 1, 1 << (4 * group))).collect();
    let bench = Bench::new(&[]).kernels(&ones).kernels(&[td(9, 4, u32::MAX)]);
    let seen = bench.at(bench.now());
    let one = candidate(&seen, 9);
    assert_eq!(one.reason, Reason::Fragmentation { ready: SipMask(!0x1111_1111), needed: 4 });
    assert_eq!(one.places, SipMask(0));
    assert_eq!((idle(&one.why_not[0]), one.why_not[0].size), (SipMask(1), 1));
    bench.assert_idle_helps(9, &one.why_not[0]);
}

#[test]
fn a_usage_mask_that_excludes_free_places_is_widened() {
    let mask = SipUsageMask::id((RegIndex::at::<0>(), RegIndex::at::<2>()));
    let bench = Bench::new(&[(mask, 0x0F)]).kernels(&[td(1, 4, u32::MAX), td(2, 4, 0xFF)]);
    let seen = bench.at(bench.now());
    let one = candidate(&seen, 2);
    assert_eq!(one.reason, Reason::UsageMask { excluded: SipMask(0xF0) });
    let wider = suggestion(one, is_register("SIP_USAGE_MASK[0][2]"));
    assert!(matches!(wider.changes[0], StateChange::Register { from: 0x0F, to: 0xFF, .. }), "{wider}");
    assert_eq!(wider.size, 4);
    bench.assert_lines_help(2, wider);
}

#[test]
fn an_affinity_that_excludes_free_places_is_widened() {
    let bench = Bench::new(&[]).kernels(&[td(1, 4, 0xF), td(2, 4, 0xF)]);
    let seen = bench.at(FIRST_OF_SECOND);
    let one = candidate(&seen, 2);
    assert_eq!(one.reason, Reason::Affinity { excluded: SipMask(!0xF) });
    let wider = suggestion(one, |change| matches!(change, StateChange::Affinity { .. }));
    assert_eq!(wider.changes, [StateChange::Affinity { added: SipMask(0xF0) }]);
    bench.assert_edit_helps(2, wider, |td| td.affinity |= 0xF0);
}

#[test]
fn sips_of_firmware_are_released() {
    let claim = HrmFwClaim::from_bits(0xFFFF_FFF0).bits();
    let mut bench = Bench::new(&[(RegId::HrmFwClaim, claim)]);
    bench.wait(5);
    let bench = bench.kernels(&[td(1, 8, u32::MAX)]);
    let seen = bench.at(bench.now());
    let one = candidate(&seen, 1);
    assert_eq!(one.reason, Reason::Owned { sips: SipMask(0xFFFF_FFF0) });
    assert_eq!(one.why_not[0].changes, [StateChange::Released { sips: SipMask(0xF0) }]);
    bench.assert_lines_help(1, &one.why_not[0]);
}

#[test]
fn early_launch_opens_pre_idle_sips() {
    let mut bench = Bench::new(&[]);
    bench.op(Op::SipArray { pre_lead: 10_000 });
    let mut bench = bench.kernels(&[td(1, 4, 0xF)]);
    // The SIPs report pre-complete 10000 cycles before the end.
    bench.wait(11_000);
    let bench = bench.kernels(&[td(2, 4, 0xF)]);
    let seen = bench.at(bench.now());
    let one = candidate(&seen, 2);
    assert_eq!(one.reason, Reason::EarlyLaunch { sips: SipMask(0xF) });
    assert_eq!(one.why_not[0].size, 1);
    bench.assert_lines_help(2, suggestion(one, is_register("ENABLE_EARLY_LAUNCH_SIP")));
}

/// Kernel 3 is promoted at once and has reserved SIPs 16..=31, of which 16..=27 run kernel 2.
fn reserved() -> Bench {
    let promote = Promote::default().with_threshold_masked(0).with_rtask_max_masked(1).bits();
    let long = |td| TaskDescriptor { est_exec_time: 2000, ..td };
    Bench::new(&[(RegId::Promote, promote)]).kernels(&[
        long(td(1, 16, 0x0000_FFFF)),
        long(td(2, 12, 0xFFFF_0000)),
        td(3, 16, 0xFFFF_0000),
        TaskDescriptor { est_exec_time: 5000, ..td(4, 4, 0xFFFF_0000) },
    ])
}

#[test]
fn reserved_sips_are_opened_by_the_margin_the_estimate_or_the_end_of_the_reservation() {
    let bench = reserved();
    let seen = bench.at(bench.now());
    let one = candidate(&seen, 4);
    let Reason::Reserved { by: Some(by), sips } = one.reason else { panic!("{seen}") };
    assert_eq!((by.kernel_id, sips), (3, SipMask(0xF000_0000)));
    let group = seen.groups[0];
    assert_eq!((group.sips, group.threads, group.by), (SipMask(0xFFFF_0000), 16, Some(by)));
    let margin = suggestion(one, is_register("RSVD_SIP_BACKFILL_MARGIN_OFFSET"));
    let StateChange::Register { to, .. } = margin.changes[0] else { unreachable!() };
    assert_eq!(to, 5000 - group.remain, "a negative offset that just suffices");
    bench.assert_lines_help(4, margin);
    let shorter = suggestion(one, |change| matches!(change, StateChange::Estimate { .. }));
    assert_eq!(shorter.changes, [StateChange::Estimate { from: 5000, to: group.remain }]);
    bench.assert_edit_helps(4, shorter, |td| td.est_exec_time = group.remain);
    let dropped = suggestion(one, |change| matches!(change, StateChange::Unreserved { .. }));
    assert_eq!(dropped.changes, [StateChange::Unreserved { of: by }]);
    // A usage mask without the reserved SIPs makes the reservation stale; kernel 3 alone has that class of mask.
    let none = Op::Write {
        target: SipUsageMask::id((RegIndex::at::<0>(), RegIndex::at::<4>())).into(),
        value: 0xFFFF,
    };
    let changed = bench.with(Bench::latch(dropped), none);
    super::bench::assert_helps(
        &bench.lines(super::bench::END),
        &changed.lines(super::bench::END),
        4,
        dropped,
    );
}

#[test]
fn the_reserving_kernel_itself_waits_for_its_sips() {
    let bench = reserved();
    let seen = bench.at(bench.now());
    let one = candidate(&seen, 3);
    assert_eq!(one.reason, Reason::Busy { ready: SipMask(0xF000_0000), needed: 16 });
    assert_eq!(idle(&one.why_not[0]), SipMask(0x0FFF_0000));
    bench.assert_idle_helps(3, &one.why_not[0]);
}
