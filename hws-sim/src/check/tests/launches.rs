//! I2, I3 and I6: where a launch may go.

use hws_model::Event;
use hws_regs::{
    EnableEarlyLaunchSip, Promote, RegId, RsvdSipBackfillMarginOffset, Sign, SipTopology, SipUsageMask,
};
use hws_types::{SipMask, TaskDescriptor};

use super::bench::{Bench, two_blocks};

/// The launch of this cycle takes other SIPs.
fn moved(bench: &mut Bench, cycle: u64, sips: u32) {
    bench.alter(cycle, |event| match event {
        Event::Launch { sip_mask, .. } => {
            *sip_mask = SipMask(sips);
            true
        }
        _ => false,
    });
}

#[test]
fn i2_affinity() {
    let mut bench = Bench::launched();
    bench.latched(8).tasks[0].as_mut().unwrap().affinity = SipMask(u32::MAX >> 1);
    assert_eq!(
        bench.verdict(),
        "I2 is violated at cycle 56: launch 0 of kernel 0 takes SIP 31 outside its affinity 0x7fffffff, latched \
         at cycle 8 (scheduler.md §5.1)"
    );
}

#[test]
fn i2_usage_mask_of_the_class_and_context() {
    let mut bench = Bench::launched();
    bench.latched(56).regs.sip_usage_mask[0][2] = SipUsageMask::default().with_mask(0xF000_0000);
    assert_eq!(
        bench.verdict(),
        "I2 is violated at cycle 104: launch 1 of kernel 0 takes SIP 24 outside the usage mask 0xf0000000, latched \
         at cycle 56 (scheduler.md §5.1)"
    );
}

#[test]
fn i2_present() {
    let mut bench = Bench::launched();
    let pair = SipTopology::default().with_cluster_sip_num(12).unwrap().with_cluster_num(2).unwrap();
    bench.latched(8).regs.sip_topology = pair;
    assert_eq!(
        bench.verdict(),
        "I2 is violated at cycle 56: launch 0 of kernel 0 takes SIP 28 outside the present SIPs 0x0fff0fff, latched \
         at cycle 8 (scheduler.md §5.1)"
    );
}

#[test]
fn i2_aligned_block_of_thread_num() {
    for (sips, shown) in
        [(0x7800_0000, "0x78000000"), (0x7000_0000, "0x70000000"), (0x3000_3000, "0x30003000")]
    {
        let mut bench = Bench::launched();
        moved(&mut bench, 56, sips);
        assert_eq!(
            bench.verdict(),
            format!(
                "I2 is violated at cycle 56: launch 0 of kernel 0 takes {shown}, not an aligned block of 4 SIPs, \
                 latched at cycle 8 (scheduler.md §5.2)"
            )
        );
    }
}

#[test]
fn i2_one_cluster() {
    let mut bench = Bench::launched();
    moved(&mut bench, 56, 0xFF00_0000);
    let latched = bench.latched(8);
    latched.regs.sip_topology =
        SipTopology::default().with_cluster_sip_num(4).unwrap().with_cluster_num(8).unwrap();
    latched.tasks[0].as_mut().unwrap().threads = 8;
    assert_eq!(
        bench.verdict(),
        "I2 is violated at cycle 56: launch 0 of kernel 0 takes 0xff000000 in clusters 6 and 7, latched at cycle 8 \
         (scheduler.md §5.2)"
    );
}

#[test]
fn i3_busy_sips() {
    let mut bench = Bench::launched();
    moved(&mut bench, 104, 0xF000_0000);
    assert_eq!(
        bench.verdict(),
        "I3 is violated at cycle 104: SIP 28 was not idle when launch 1 of kernel 0 took it, latched at cycle 56 \
         (scheduler.md §7.1)"
    );
}

#[test]
fn i3_early_launch_needs_pre_idle_sips() {
    let mut bench = Bench::launched();
    moved(&mut bench, 104, 0xF000_0000);
    bench.latched(56).regs.enable_early_launch_sip = EnableEarlyLaunchSip::default().with_enable(true);
    assert_eq!(
        bench.verdict(),
        "I3 is violated at cycle 104: SIP 28 was neither idle nor pre-idle when launch 1 of kernel 0 took it, \
         latched at cycle 56 (scheduler.md §7.1)"
    );
}

#[test]
fn i3_firmware_owned_sips() {
    let mut bench = Bench::launched();
    bench.latched(8).owned = SipMask(1 << 30);
    assert_eq!(
        bench.verdict(),
        "I3 is violated at cycle 56: SIP 30 was firmware-owned when launch 0 of kernel 0 took it, latched at cycle 8 \
         (scheduler.md §8.4)"
    );
}

/// On one cluster of 16 SIPs, a long block of one SIP runs from cycle 56 on; in cycle 104 a kernel of 16 SIPs is
/// promoted and reserves all of them, and in cycle 152 a block of one SIP backfills, latched in cycle 104.
fn backfilled() -> Bench {
    let one = TaskDescriptor { thread_num: 1, block_num: 1, block_trigger_cnt: 1, ..two_blocks() };
    let long = TaskDescriptor { est_exec_time: 1000, offline_priority: 9, ..one };
    let wide = TaskDescriptor { thread_num: 16, offline_priority: 8, dag_tag: 1, ..one };
    let short = TaskDescriptor { est_exec_time: 10, offline_priority: 1, dag_tag: 2, ..one };
    let mut bench = Bench::new();
    let pair = SipTopology::default().with_cluster_sip_num(16).unwrap().with_cluster_num(1).unwrap();
    bench.write(RegId::SipTopology, pair.bits());
    bench.write(RegId::Promote, Promote::default().with_rule_top1_full_vg(true).bits());
    bench.write(RegId::HwsCtrl, 1);
    [long, wide].iter().for_each(|td| bench.push(td));
    bench.ticks(100);
    bench.push(&short);
    bench.ticks(160);
    bench
}

fn backfill_cycle(bench: &Bench) -> (u64, u64) {
    let launch = bench
        .steps
        .iter()
        .flat_map(|step| &step.events)
        .find_map(|(cycle, event)| matches!(event, Event::Launch { seq: 2, .. }).then_some(cycle.0));
    let at = launch.expect("the short kernel backfills");
    (at, at - 48)
}

#[test]
fn i6_the_backfill_of_the_bench_is_one_and_holds() {
    let bench = backfilled();
    let (_, latched) = backfill_cycle(&bench);
    let view = &bench.steps.iter().find(|step| step.view.cycle.0 == latched + 1).unwrap().view;
    assert_eq!(view.reserved, SipMask(0xFFFF));
    assert!(bench.verdict().starts_with("I1-I9, I11, I13 hold"), "{}", bench.verdict());
}

/// The reservation is as old as its promotion.
#[test]
fn i5_a_reserved_sip_has_the_thread_number_of_its_task() {
    let mut bench = backfilled();
    bench.after_tick(120).view.sips[1].reserved_for = 0;
    assert_eq!(
        bench.verdict(),
        "I5 is violated at cycle 121: SIP 1 has RSV_THREAD_NUM 0 instead of 16, reserved at cycle 104 (scheduler.md §6.6)"
    );
}

#[test]
fn i6_the_group_stays_busy_long_enough() {
    let mut bench = backfilled();
    let (at, latched) = backfill_cycle(&bench);
    bench.latched(latched).tasks.iter_mut().flatten().find(|task| task.seq == 2).unwrap().est = 5000;
    let remain = bench.latched(latched).sips[15].remain;
    assert_eq!(
        bench.verdict(),
        format!(
            "I6 is violated at cycle {at}: SIP 14 is reserved for 16 threads, whose group stays busy for {remain} \
             units, less than 5000 +0: launch 1 of kernel 2 from the P-pool, latched at cycle {latched} (scheduler.md \
             §5.5)"
        )
    );
}

#[test]
fn i6_the_margin_counts_with_its_sign() {
    for (est, sign, is_violated) in
        [(10, Sign::Positive, true), (10, Sign::Negative, false), (5000, Sign::Negative, true)]
    {
        let mut bench = backfilled();
        let (at, latched) = backfill_cycle(&bench);
        let view = bench.latched(latched);
        view.tasks.iter_mut().flatten().find(|task| task.seq == 2).unwrap().est = est;
        view.regs.rsvd_sip_backfill_margin_offset =
            RsvdSipBackfillMarginOffset::default().with_magnitude(2000).unwrap().with_sign(sign);
        let remain = view.sips[15].remain;
        let offset = if sign == Sign::Positive { "+2000" } else { "-2000" };
        let violation = format!(
            "I6 is violated at cycle {at}: SIP 14 is reserved for 16 threads, whose group stays busy for {remain} \
             units, less than {est} {offset}: launch 1 of kernel 2 from the P-pool, latched at cycle {latched} \
             (scheduler.md §5.5)"
        );
        assert_eq!(bench.verdict() == violation, is_violated, "{}", bench.verdict());
    }
}

#[test]
fn i6_a_reservation_of_one_thread_is_not_backfilled() {
    let mut bench = backfilled();
    let (at, latched) = backfill_cycle(&bench);
    let view = bench.latched(latched);
    view.tasks.iter_mut().flatten().find(|task| task.is_r_task()).unwrap().threads = 1;
    view.sips[..16].iter_mut().for_each(|sip| sip.reserved_for = 1);
    assert_eq!(
        bench.verdict(),
        format!(
            "I6 is violated at cycle {at}: SIP 14 is reserved for one thread and must not be backfilled: launch 1 of \
             kernel 2 from the P-pool, latched at cycle {latched} (scheduler.md §5.5)"
        )
    );
}
