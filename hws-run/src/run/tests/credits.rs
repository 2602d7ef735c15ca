//! Kernels with credits: pushed with the first one, triggered by the contiguous prefix, stuck with a reason.

use std::collections::BTreeMap;

use hws_model::{Event, EventSink};
use hws_sim::{KernelState, Observer};
use hws_types::{Cycle, LaunchId, SipMask};
use proptest::prelude::*;

use super::{kernel, run_and_replay, workload};
use crate::run::{RunRecord, run};
use crate::workload::{Credit, Kernel, Scheduler, Triggers, Workload};

/// The launch and finish of blocks, by kernel_id and block.
#[derive(Debug, Default)]
struct Blocks {
    kernels: BTreeMap<u32, u32>,
    live: BTreeMap<LaunchId, (u32, u16, SipMask)>,
    launched: BTreeMap<(u32, u16), Cycle>,
    finished: BTreeMap<(u32, u16), Cycle>,
}

impl EventSink for Blocks {
    fn event(&mut self, cycle: Cycle, event: Event) {
        match event {
            Event::Admit { seq, kernel_id, .. } => drop(self.kernels.insert(seq, kernel_id)),
            Event::Launch { seq, block, launch_id, sip_mask, .. } => {
                let kernel = self.kernels[&seq];
                self.live.insert(launch_id, (kernel, block, sip_mask));
                assert_eq!(self.launched.insert((kernel, block), cycle), None, "a block starts once");
            }
            Event::Complete { sip, launch_id } => {
                let Some((kernel, block, left)) = self.live.get_mut(&launch_id) else { return };
                *left -= sip.mask();
                if left.is_empty() {
                    self.finished.insert((*kernel, *block), cycle);
                }
            }
            _ => {}
        }
    }
}

impl Observer for Blocks {}

impl Blocks {
    /// The cycle in which the first `need` blocks of a kernel had all finished.
    fn prefix(&self, kernel: u32, need: u16) -> Cycle {
        (0..need).map(|block| self.finished[&(kernel, block)]).max().unwrap_or_default()
    }

    /// Checks that no block starts before its credits, and that blocks start in order.
    fn keep_credits(&self, workload: &Workload) {
        for (id, kernel) in (0..).zip(&workload.dags[0].kernels) {
            let starts: Vec<Cycle> = (0..kernel.blocks).map(|block| self.launched[&(id, block)]).collect();
            assert!(starts.is_sorted(), "{starts:?}");
            let Triggers::Credits(credits) = &kernel.triggers else { continue };
            for credit in credits {
                let bounds = credit.need.iter().map(|&need| self.prefix(credit.kernel as u32, need));
                assert!(
                    starts.iter().zip(bounds).all(|(start, bound)| *start >= bound),
                    "{starts:?} {credit:?}"
                );
            }
        }
    }
}

fn credit(kernel: usize, need: &[u16]) -> Credit {
    Credit { kernel, need: need.to_vec() }
}

fn on_credit(kernel: Kernel, credits: Vec<Credit>) -> Kernel {
    Kernel { triggers: Triggers::Credits(credits.into()), ..kernel }
}

fn watched(workload: &Workload) -> (RunRecord, Blocks) {
    let (record, blocks) = run(workload, Blocks::default()).unwrap();
    assert_eq!(run_and_replay(workload), record);
    (record, blocks)
}

/// Ten rows; the consumer is three rows behind, and at most two more are in flight.
fn rows() -> Workload {
    let need: Vec<u16> = (0..8).map(|row| row + 3).collect();
    let released: Vec<u16> = (0..10_u16).map(|row| row.saturating_sub(4)).collect();
    workload(vec![
        on_credit(kernel("axon", 1, 10, 500, &[]), vec![credit(1, &released)]),
        on_credit(kernel("soma", 1, 8, 300, &[]), vec![credit(0, &need)]),
    ])
}

#[test]
fn rows_follow_each_other() {
    let rows = rows();
    let (record, blocks) = watched(&rows);
    assert!(record.drained && record.errors.is_empty(), "{:?}", record.stuck);
    blocks.keep_credits(&rows);
    // The consumer is pushed only once three rows are done.
    assert!(record.kernels[1].pushed > Some(blocks.prefix(0, 3)));
    assert!(record.kernels[1].pushed < Some(blocks.prefix(0, 4)));
}

/// The producer ends at any time from before the consumer is pushed to after its entry is known; a credit in between
/// is kept until then.
#[test]
fn a_credit_that_comes_before_the_entry_is_not_lost() {
    let mut kept = 0;
    for est in (10..400).step_by(3) {
        let two = workload(vec![
            kernel("producer", 1, 1, est, &[]),
            on_credit(kernel("consumer", 1, 2, 5000, &[]), vec![credit(0, &[0, 1])]),
        ]);
        let (record, blocks) = watched(&two);
        assert!(record.drained && record.errors.is_empty(), "{est}: {:?}", record.stuck);
        blocks.keep_credits(&two);
        assert!(
            blocks.launched[&(1, 1)] < blocks.finished[&(1, 0)],
            "{est}: only the consumer's own end shows it"
        );
        let ended = Some(blocks.finished[&(0, 0)]);
        kept += usize::from(record.kernels[1].pushed < ended && ended < record.kernels[1].first_launch);
    }
    assert!(kept > 0, "no producer ended in between");
}

/// With early launch, the first block of `wide` is pending on a SIP that runs long beyond its estimate; the second
/// one runs at once on the other SIP, and ends first.
#[test]
fn the_finished_prefix_counts_and_not_the_number_of_finished_blocks() {
    let on = |sips, kernel| Kernel { affinity: SipMask(sips), ..kernel };
    let mut early = workload(vec![
        on(1, Kernel { actual: Some(9000), priority: 30, ..kernel("long", 1, 1, 300, &[]) }),
        on(2, Kernel { priority: 20, ..kernel("short", 1, 1, 400, &[]) }),
        on(3, kernel("wide", 1, 2, 500, &[])),
        on(4, on_credit(kernel("narrow", 1, 2, 200, &[]), vec![credit(2, &[1, 2])])),
    ]);
    let settings = [("early_launch", "estimate"), ("early_launch.offset", "100")];
    for (key, value) in settings {
        early.set_policy(key, value).unwrap();
    }
    let (record, blocks) = watched(&early);
    assert!(record.drained && record.errors.is_empty(), "{:?}", record.stuck);
    assert!(blocks.finished[&(2, 1)] < blocks.finished[&(2, 0)], "out of order: {blocks:?}");
    assert!(blocks.launched[&(3, 0)] > blocks.finished[&(2, 0)]);
    blocks.keep_credits(&early);
}

#[test]
fn credits_work_in_every_mode_of_the_hws_and_without_reports() {
    for (in_path, out_path, report) in [
        (hws_regs::InPath::Firmware, hws_regs::OutPath::Mdma, true),
        (hws_regs::InPath::Firmware, hws_regs::OutPath::Mih, false),
        (hws_regs::InPath::Hdr, hws_regs::OutPath::Mih, true),
        (hws_regs::InPath::Hdr, hws_regs::OutPath::Mdma, false),
    ] {
        let mut rows = rows();
        (rows.firmware.in_path, rows.firmware.out_path, rows.firmware.report) = (in_path, out_path, report);
        let (record, blocks) = watched(&rows);
        let is_fine = record.drained && record.errors.is_empty();
        assert!(is_fine, "{in_path:?} {out_path:?} {report}: {:?}", record.stuck);
        blocks.keep_credits(&rows);
    }
}

#[test]
fn credits_work_where_firmware_schedules() {
    let mut rows = rows();
    rows.dags[0].scheduler = Scheduler::Firmware;
    rows.dags[0].kernels.iter_mut().for_each(|kernel| kernel.affinity = SipMask(3));
    let record = run_and_replay(&rows);
    assert!(record.drained, "{:?}", record.stuck);
}

/// Kernels of a single block, pushed as single tasks, are held, too.
#[test]
fn a_kernel_of_one_block_waits_for_its_credit() {
    for in_path in [hws_regs::InPath::Hdr, hws_regs::InPath::Firmware] {
        let mut chain = workload(vec![
            on_credit(kernel("b", 1, 1, 300, &[]), vec![credit(1, &[2])]),
            kernel("a", 1, 2, 700, &[]),
        ]);
        chain.firmware.in_path = in_path;
        let record = run_and_replay(&chain);
        assert!(record.drained && record.kernels[1].finish < record.kernels[0].first_launch, "{record:?}");
    }
}

#[test]
fn parameters_and_a_window_by_policy_limit_credits_further() {
    let mut rows = rows();
    rows.dags[0].kernels[0].needs.params = Some(crate::workload::Params { entry_bytes: 8, queue: 1 });
    let (record, blocks) = watched(&rows);
    assert!(record.drained);
    blocks.keep_credits(&rows);
    let alone = (1..10).all(|block| blocks.launched[&(0, block)] > blocks.finished[&(0, block - 1)]);
    assert!(alone, "with one slot, one block at a time");
}

/// Many short blocks on a slow bus: messages are dropped, and their credits are read back.
#[test]
fn credits_survive_dropped_messages() {
    let need: Vec<u16> = (1..=200).collect();
    let mut slow = workload(vec![
        kernel("a", 1, 200, 10, &[]),
        on_credit(kernel("b", 1, 200, 10, &[]), vec![credit(0, &need)]),
        kernel("c", 1, 200, 10, &[]),
    ]);
    slow.hardware.bus_cycles = 40;
    let record = run_and_replay(&slow);
    assert!(record.errors.iter().any(|error| error.bit == hws_model::ErrorBit::MihOverflow));
    assert!(record.drained, "{:?}", record.stuck);
}

/// Each kernel waits for a block of the other that waits for it.
#[test]
fn a_cycle_of_credits_is_stuck_with_its_reason() {
    let record = run_and_replay(&workload(vec![
        on_credit(kernel("a", 1, 3, 100, &[]), vec![credit(1, &[0, 1, 2])]),
        on_credit(kernel("b", 1, 2, 100, &[]), vec![credit(0, &[2, 3])]),
        kernel("c", 1, 1, 100, &[1]),
    ]));
    assert!(!record.drained);
    let reasons: Vec<_> = record.stuck.iter().map(|stuck| stuck.reason.as_str()).collect();
    let of_a = "entry 0, 1 of 3 blocks launched: its trigger is 1 (BLOCK_TRIGGER_CNT[0], hdr_entry_id 0); \
                block 1 waits for the first 1 blocks of b, of which 0 have finished";
    let of_b = "not pushed: block 0 waits for the first 2 blocks of a, of which 1 have finished";
    assert_eq!(reasons, [of_a, of_b, "it waits for the end of b"]);
    assert_eq!(record.kernels[1].state, KernelState::Ready, "it holds no entry");
}

/// More kernels without a credit than the Ready Station has entries: none of them takes one.
#[test]
fn kernels_without_a_credit_hold_no_entry() {
    let behind =
        |index: usize| on_credit(kernel(&format!("k{index}"), 1, 1, 100, &[]), vec![credit(60, &[1])]);
    let mut kernels: Vec<Kernel> = (0..60).map(behind).collect();
    kernels.push(Kernel { priority: 1, ..kernel("first", 1, 1, 100, &[]) });
    let record = run_and_replay(&workload(kernels));
    assert!(record.drained, "{:?}", record.stuck);
}

/// The needs of a kernel of a chain, of the one before it.
fn needs(blocks: u16, of: u16) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(0..=of, usize::from(blocks)).prop_map(|mut need| {
        need.sort_unstable();
        need
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// In chains of kernels on one to three SIPs each, everything runs, and nothing before its credits.
    #[test]
    fn no_block_starts_before_its_credits(
        (a, b, c, ab, bc, ac) in (1_u16..12, 1_u16..12, 1_u16..12).prop_flat_map(|(a, b, c)| {
            (Just(a), Just(b), Just(c), needs(b, a), needs(c, b), needs(c, a))
        }),
        ests in [1_u32..2000, 1_u32..2000, 1_u32..2000],
        sips in [1_u32..8, 1_u32..8, 1_u32..8],
    ) {
        let on = |kernel: Kernel, index: usize| Kernel { affinity: SipMask(sips[index]), ..kernel };
        let chain = workload(vec![
            on(kernel("a", 1, a, ests[0], &[]), 0),
            on(on_credit(kernel("b", 1, b, ests[1], &[]), vec![credit(0, &ab)]), 1),
            on(on_credit(kernel("c", 1, c, ests[2], &[]), vec![credit(1, &bc), credit(0, &ac)]), 2),
        ]);
        let (record, blocks) = watched(&chain);
        prop_assert!(record.drained && record.errors.is_empty(), "{:?}", record.stuck);
        blocks.keep_credits(&chain);
    }
}
