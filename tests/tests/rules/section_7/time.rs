//! 7.4: the prescaler, the count-downs, and the remaining time of groups.

use hws_regs::{RegId, RegIndex, TimeUnit};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

use super::state::{pre_idle_sip, remain};
use crate::rules::section_6::bench::on;

/// SIP 0 with `est` units to go, and a time unit of `prescale` + 1 cycles just begun.
fn running(est: u32, prescale: u32) -> Rig {
    let mut rig = Rig::new();
    rig.occupy(1, est);
    rig.write((), TimeUnit::from_bits(prescale));
    rig
}

/// Every PRESCALE + 1 ticks, first at tick PRESCALE.
#[test]
fn a_time_unit_is_prescale_plus_1_ticks() {
    for prescale in [0, 1, 4, 255] {
        let mut rig = running(50, prescale);
        for units in 1..4 {
            rig.ticks(u64::from(prescale));
            assert_eq!(remain(&rig, 0), 51 - units, "prescale {prescale}");
            rig.tick();
            assert_eq!(remain(&rig, 0), 50 - units, "prescale {prescale}");
        }
    }
}

/// The same after reset: the first tick is tick 0, so the first unit ends with tick PRESCALE.
#[test]
fn the_prescaler_starts_at_reset() {
    // A block admitted at tick 8 and committed at tick 56 of 64-tick units: the unit ends at tick 63.
    let mut rig = Rig::new();
    rig.write((), TimeUnit::from_bits(63));
    rig.enable(true);
    rig.push(on(1, td(1, 1))).unwrap();
    assert_eq!(rig.commit().cycle, 56);
    rig.ticks_to(63);
    assert_eq!(remain(&rig, 0), 1000);
    rig.tick();
    assert_eq!(remain(&rig, 0), 999);
}

/// Writing TIME_UNIT restarts it at 0, even with the current value.
#[test]
fn a_write_restarts_the_prescaler() {
    let mut rig = running(50, 9);
    rig.ticks(9);
    rig.write((), TimeUnit::from_bits(9));
    rig.ticks(9);
    assert_eq!(remain(&rig, 0), 50);
    rig.tick();
    assert_eq!(remain(&rig, 0), 49);
}

/// The largest prescaler.
#[test]
fn the_largest_time_unit() {
    let mut rig = running(50, 65_535);
    rig.ticks(65_535);
    assert_eq!(remain(&rig, 0), 50);
    rig.tick();
    assert_eq!(remain(&rig, 0), 49);
}

/// The remaining time never falls below 0, however long the block runs.
#[test]
fn the_remaining_time_stops_at_0() {
    let mut rig = running(3, 0);
    let values: Vec<u32> = (0..5)
        .map(|_| {
            rig.tick();
            remain(&rig, 0)
        })
        .collect();
    assert_eq!(values, [2, 1, 0, 0, 0]);
}

/// Only SIPs with count_en: not idle ones, not those with a block pending.
#[test]
fn only_counting_sips_count() {
    let mut rig = pre_idle_sip(100);
    rig.submit(on(1 << 31, TaskDescriptor { est_exec_time: 30, ..td(1, 1) }));
    rig.attempt();
    rig.write((), TimeUnit::from_bits(0));
    rig.ticks(5);
    assert_eq!((remain(&rig, 31), remain(&rig, 30)), (30, 0));
    rig.complete(1 << 31);
    rig.ticks(5);
    assert_eq!(remain(&rig, 31), 25);
}

/// A block that starts in tick c has counted once after tick c + 1: the time base comes before COMMIT.
#[test]
fn the_first_unit_of_a_block_is_the_next_tick() {
    let mut rig = Rig::new();
    rig.occupy(1, 100);
    assert_eq!(remain(&rig, 0), 100);
    rig.tick();
    assert_eq!(remain(&rig, 0), 99);
}

/// `remain(group)` is the maximum of 2, 4, 8, 16 aligned SIPs.
#[test]
fn groups_have_the_largest_remaining_time() {
    let mut rig = Rig::new();
    rig.freeze_time();
    for (sip, est) in [(2, 20), (5, 50), (12, 10), (31, 7)] {
        rig.occupy(1 << sip, est);
    }
    let pairs: Vec<u32> = [0, 20, 50, 0, 0, 0, 10].into_iter().chain([0; 8]).chain([7]).collect();
    assert_eq!(read(&rig, RegId::Grp2Remain), pairs);
    assert_eq!(read(&rig, RegId::Grp4Remain), [20, 50, 0, 10, 0, 0, 0, 7]);
    assert_eq!(read(&rig, RegId::Grp8Remain), [50, 10, 0, 7]);
    assert_eq!(read(&rig, RegId::Grp16Remain), [50, 7]);
}

fn read<const COUNT: usize>(rig: &Rig, id: fn(RegIndex<COUNT>) -> RegId) -> Vec<u32> {
    RegIndex::all().map(|index| rig.peek(id(index))).collect()
}

/// Absent SIPs are part of a group and have 0.
#[test]
fn absent_sips_count_as_0() {
    let mut rig = Rig::new();
    rig.topology(3, 4);
    rig.freeze_time();
    rig.occupy(0b0101_0000, 9);
    assert_eq!(
        (rig.peek(RegId::Grp4Remain(RegIndex::at::<1>())), rig.peek(RegId::Grp2Remain(RegIndex::at::<3>()))),
        (9, 9)
    );
    assert_eq!(
        (rig.peek(RegId::Grp4Remain(RegIndex::at::<0>())), rig.peek(RegId::Grp16Remain(RegIndex::at::<1>()))),
        (0, 0)
    );
}
