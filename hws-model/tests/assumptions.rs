//! An assumption gives the choice of an HWS that really is in the assumed state.

use hws_model::{Assumption, Choice, Config, Hws, ReadRefused, SharedMemory};
use hws_regs::{HwsCtrl, Promote, RegId, RegIndex, SipReportComplete};
use hws_types::{Cluster, Die, Entry, HdrPush, SipMask, TD_WORDS, TaskDescriptor};

const TD_BYTES: u32 = 64;

/// Descriptors one behind the other.
#[derive(Clone)]
struct Descriptors(Vec<[u32; TD_WORDS]>);

impl SharedMemory for Descriptors {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        let (td, word) = (address / TD_BYTES, address % TD_BYTES / 4);
        self.0.get(td as usize).map(|td| td[word as usize]).ok_or(ReadRefused)
    }
}

fn td(threads: u16) -> TaskDescriptor {
    TaskDescriptor {
        affinity: u32::MAX,
        est_exec_time: 100,
        offline_priority: 10,
        out_path_mdma: true,
        enable_sip_alloc: true,
        thread_num: threads,
        block_num: 1,
        block_trigger_cnt: 1,
        ..Default::default()
    }
}

fn entry(index: u32) -> Entry {
    Entry::new(index).unwrap()
}

/// A disabled HWS with these kernels in the entries 0, 1, ….
fn resident(registers: &[(RegId, u32)], kernels: &[TaskDescriptor]) -> Hws {
    let mut hws = Hws::new(Config::default());
    let mut memory = Descriptors(kernels.iter().map(|td| td.encode().unwrap()).collect());
    registers.iter().for_each(|&(id, value)| hws.write32(id.offset(), value, &mut ()).unwrap());
    for td in 0..kernels.len() as u32 {
        hws.push_hdr(HdrPush { td_addr: TD_BYTES * td, ..HdrPush::default() }).unwrap();
        hws.advance(9, &mut memory, &mut ());
    }
    hws
}

/// The same, after the attempts of `attempts` times 48 cycles.
fn run(registers: &[(RegId, u32)], kernels: &[TaskDescriptor], attempts: u64) -> Hws {
    let mut hws = resident(registers, kernels);
    let mut memory = Descriptors(kernels.iter().map(|td| td.encode().unwrap()).collect());
    hws.write((), HwsCtrl::default().with_enable(true), &mut ()).unwrap();
    for _ in 0..48 * attempts + 1 {
        hws.tick(&mut memory, &mut ());
        while hws.pop_mdma().is_some() {}
    }
    hws
}

#[track_caller]
fn assert_same(assumed: &Hws, assumptions: &[Assumption], real: &Hws) {
    let choice = assumed.choose_if(assumptions);
    assert_eq!(choice, real.decide().choice, "{assumptions:?}");
    assert_ne!(choice, assumed.decide().choice, "{assumptions:?}: nothing differs");
}

const SECOND: (RegId, u32) = (RegId::EnableSecondRscSch, 1);

#[test]
fn a_register_has_the_assumed_value() {
    let mask = RegId::SipUsageMask(RegIndex::at::<0>(), RegIndex::at::<2>());
    let (assumed, real) = (resident(&[], &[td(4)]), resident(&[(mask, 0xF0)], &[td(4)]));
    assert_same(&assumed, &[Assumption::Register { id: mask, value: 0xF0 }], &real);
}

#[test]
fn words_of_the_descriptor_have_the_assumed_values() {
    let two = |second: TaskDescriptor| resident(&[], &[td(4), second]);
    let (affinity, priority) = (Assumption::Affinity { entry: entry(1), sips: SipMask(0xFF) }, 11);
    let real = two(TaskDescriptor { affinity: 0xFF, offline_priority: priority, ..td(4) });
    let priority = Assumption::OfflinePriority { entry: entry(1), priority };
    assert_same(&two(td(4)), &[affinity, priority], &real);
    let waits = TaskDescriptor { block_trigger_cnt: 0, ..td(4) };
    let trigger = Assumption::Trigger { entry: entry(0), count: 1 };
    assert_same(&resident(&[], &[waits]), &[trigger], &resident(&[], &[td(4)]));
}

#[test]
fn grants_are_those_of_the_descriptor() {
    let both = TaskDescriptor { enable_l2_alloc: true, enable_vc_alloc: true, ..td(4) };
    let granted = TaskDescriptor { l2_done: [0, 1, 0, 0, 0, 0, 0, 0], vc_done: [0, 1], ..both };
    let l2 = Assumption::L2Grant { entry: entry(0), vg: Cluster::new(1).unwrap() };
    let vc = Assumption::VcGrant { entry: entry(0), die: Die::High };
    assert_same(&resident(&[SECOND], &[both]), &[l2, vc], &resident(&[SECOND], &[granted]));
    assert_eq!(resident(&[SECOND], &[both]).choose_if(&[l2]), None, "one of them is not enough");
}

#[test]
fn a_free_vc_pool_has_every_run() {
    let all = TaskDescriptor {
        enable_vc_alloc: true,
        vc_hw_alloc: true,
        cdte_vc_num: 64,
        affinity: 0xFFFF,
        ..td(4)
    };
    let hws = run(&[SECOND], &[all, all], 2);
    assert_eq!(hws.decide().choice, None);
    let sips = |choice: Choice| choice.placement.sips();
    assert_eq!(hws.choose_if(&[Assumption::VcPoolFree { die: Die::High }]).map(sips), None);
    assert_eq!(hws.choose_if(&[Assumption::VcPoolFree { die: Die::Low }]).map(sips), Some(SipMask(0xF00)));
}

#[test]
fn idle_sips_are_those_that_have_reported() {
    let kernels = [TaskDescriptor { affinity: 0xF, ..td(4) }, TaskDescriptor { affinity: 0xF, ..td(4) }];
    let assumed = run(&[], &kernels, 1);
    let mut real = assumed.clone();
    for sip in 0..4 {
        let report = SipReportComplete::default().with_sip_id_masked(sip);
        real.write((), report, &mut ()).unwrap();
    }
    assert_same(&assumed, &[Assumption::Idle { sips: SipMask(0xF) }], &real);
}

#[test]
fn released_sips_are_not_owned() {
    let claimed = resident(&[(RegId::HrmFwClaim, !0xF)], &[td(8)]);
    let sips = |choice: Choice| choice.placement.sips();
    let released = |mask| claimed.choose_if(&[Assumption::Released { sips: SipMask(mask) }]).map(sips);
    assert_eq!((released(0x70), released(0xF0)), (None, Some(SipMask(0xFF))));
    let all = resident(&[(RegId::HrmFwClaim, u32::MAX)], &[td(8)]);
    assert_eq!((all.decide().ready, all.decide().choice), (SipMask::EMPTY, None));
}

#[test]
fn what_is_assumed_of_a_kernel_that_is_not_there_changes_nothing() {
    let hws = resident(&[SECOND], &[td(4)]);
    let entry = entry(9);
    let (vg, die) = (Cluster::new(1).unwrap(), Die::High);
    let assumptions = [
        Assumption::Unreserved { entry },
        Assumption::Absent { entry },
        Assumption::Trigger { entry, count: 1 },
        Assumption::Affinity { entry, sips: SipMask(1) },
        Assumption::Estimate { entry, units: 1 },
        Assumption::OfflinePriority { entry, priority: 1 },
        Assumption::L2Grant { entry, vg },
        Assumption::VcGrant { entry, die },
    ];
    let choice = hws.decide().choice;
    assert!(choice.is_some());
    for assumption in assumptions {
        assert_eq!(hws.choose_if(&[assumption]), choice, "{assumption:?}");
    }
}

/// §3.2: LATCH cancels a stale reservation before it decides.
#[test]
fn a_decision_is_without_the_reservations_that_have_become_stale() {
    let promote = Promote::default().with_threshold_masked(0).with_rtask_max_masked(1).bits();
    let low = |threads| TaskDescriptor { affinity: 0xFFFF, ..td(threads) };
    // Kernel 0 runs, kernel 1 is promoted to all SIPs that both may use.
    let mut hws = run(&[(RegId::Promote, promote)], &[low(12), low(16)], 2);
    assert_eq!(hws.decide().reserved, SipMask(0xFFFF));
    let usage = RegId::SipUsageMask(RegIndex::at::<0>(), RegIndex::at::<4>());
    hws.write32(usage.offset(), 0xFFFE, &mut ()).unwrap();
    assert_eq!(hws.decide().reserved, SipMask::EMPTY);
    assert_eq!(hws.peek(RegId::ReservedSipMask), 0xFFFF, "only LATCH cancels it");
}

/// Kernel 1 has reserved the SIPs that kernel 0 runs on; kernel 2 could run on the rest of them.
#[test]
fn a_dropped_reservation_and_an_absent_kernel_free_their_sips() {
    let promote = Promote::default().with_threshold_masked(0).with_rtask_max_masked(1).bits();
    let long = TaskDescriptor { affinity: 0xFFFF, dag_tag: 1, ..td(12) };
    let kernels = [
        long,
        TaskDescriptor { dag_tag: 2, thread_num: 16, ..long },
        TaskDescriptor { est_exec_time: 9000, dag_tag: 3, ..td(4) },
    ];
    let only_there = |td: TaskDescriptor| TaskDescriptor { affinity: 0xFFFF, ..td };
    let kernels = kernels.map(only_there);
    let hws = run(&[(RegId::Promote, promote)], &kernels, 2);
    assert_eq!(hws.decide().choice, None);
    let chosen = |assumption| hws.choose_if(&[assumption]).map(|choice| choice.entry);
    assert_eq!(chosen(Assumption::Unreserved { entry: entry(1) }), Some(entry(2)));
    assert_eq!(chosen(Assumption::Absent { entry: entry(1) }), Some(entry(2)));
    assert_eq!(chosen(Assumption::Estimate { entry: entry(2), units: 1 }), Some(entry(2)), "it backfills");
}
