//! The sentence of I10 on RULE_THRESHOLD, checked at every COMMIT.
//!
//! The P-pool and its order come from the decision at LATCH; everything else is read from registers. Whether a kernel
//! "has a reservation" is the last sentence of scheduler.md §6.6 only where second resources do not count for it:
//! otherwise the grants left after the groups already taken decide, which no register shows, and either outcome passes.

use hws_model::{Decision, Event, EventSink, Hws, Pool};
use hws_regs::{HwsStatus, RegId, RegIndex, RsDims, RsFail, RsFlags, SipTopology};
use hws_sim::{LaunchShape, Observer};
use hws_types::{Cycle, Entry, SipMask, ThreadNum, Topology};

/// What the events of a step say about promotion.
#[derive(Default)]
struct Step {
    is_commit: bool,
    launched: Option<Entry>,
    promoted: Option<(Entry, SipMask)>,
    /// Cancelled at the LATCH that follows the COMMIT in the same tick.
    cancelled: SipMask,
    cancels: u32,
}

/// Compares every promotion with what RULE_THRESHOLD requires.
#[derive(Default)]
pub(super) struct ThresholdRule {
    /// The P-pool of the attempt in flight, in its order.
    latched: Vec<Entry>,
    /// That of an attempt that was latched in this step.
    next: Option<Vec<Entry>>,
    step: Step,
    owned: SipMask,
    /// Promotions that the rule required.
    pub(super) required: u64,
    pub(super) fault: Option<String>,
}

/// A task of the latched P-pool whose fail_times has reached THRESHOLD.
struct Candidate {
    entry: Entry,
    fails: u32,
    /// Unknown where second resources count.
    has_reservation: Option<bool>,
}

impl ThresholdRule {
    fn judge(&mut self, hws: &Hws) {
        let promote = hws.registers().promote;
        let status = HwsStatus::from_bits(hws.peek(RegId::HwsStatus));
        let others = status.rtask_count() + self.step.cancels - u32::from(self.step.promoted.is_some());
        if !promote.rule_threshold() || others >= promote.rtask_max() {
            return;
        }
        let mut candidates = self.candidates(hws, promote.threshold());
        if promote.most_failed_first() {
            // A stable sort: ties stay in pool order.
            candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.fails));
        }
        let Some(first) = candidates.iter().position(|candidate| candidate.has_reservation == Some(true))
        else {
            return;
        };
        self.required += 1;
        let may = |candidate: &&Candidate| candidate.has_reservation != Some(false);
        let promoted = self.step.promoted.map(|(entry, _)| entry);
        if !candidates[..=first].iter().filter(may).any(|candidate| Some(candidate.entry) == promoted) {
            let fault = story(hws, &candidates[first], promote.threshold(), promoted);
            self.fault.get_or_insert(fault);
        }
    }

    fn candidates(&self, hws: &Hws, threshold: u32) -> Vec<Candidate> {
        let waiting = self.latched.iter().filter(|&&entry| Some(entry) != self.step.launched);
        let fails = |entry: Entry| {
            RsFail::from_bits(hws.peek(RegId::RsFail(RegIndex::wrapping(entry.get())))).times()
        };
        let failed = waiting.filter(|&&entry| fails(entry) >= threshold);
        failed
            .map(|&entry| Candidate {
                entry,
                fails: fails(entry),
                has_reservation: self.has_reservation(hws, entry),
            })
            .collect()
    }

    /// scheduler.md §6.6, by the registers at the COMMIT: what was promoted or cancelled since is undone.
    fn has_reservation(&self, hws: &Hws, entry: Entry) -> Option<bool> {
        let index = RegIndex::wrapping(entry.get());
        let flags = RsFlags::from_bits(hws.peek(RegId::RsFlags(index)));
        let regs = hws.registers();
        if regs.enable_second_rsc_sch.enable() && (flags.l2_alloc() || flags.vc_alloc()) {
            return None;
        }
        let dims = RsDims::from_bits(hws.peek(RegId::RsDims(index)));
        let threads = ThreadNum::new(dims.thread_num())?;
        let topology = topology(regs.sip_topology);
        let usage = regs.sip_usage_mask[flags.ctx() as usize][threads.class()].mask();
        let allowed = SipMask(hws.peek(RegId::RsAffinity(index)) & usage) & topology.present();
        let promoted = self.step.promoted.map_or(SipMask::EMPTY, |(_, mask)| mask);
        let reserved = (SipMask(hws.peek(RegId::ReservedSipMask)) | self.step.cancelled) - promoted;
        let target = allowed - topology.clusters_touched(reserved) - self.owned;
        let blocks = if flags.coop() { dims.block_num() } else { 1 };
        Some(LaunchShape { threads, blocks }.fits(target))
    }
}

fn topology(pair: SipTopology) -> Topology {
    // The register refuses illegal pairs.
    Topology::new(pair.cluster_sip_num(), pair.cluster_num()).unwrap_or(Topology::FULL)
}

fn story(hws: &Hws, candidate: &Candidate, threshold: u32, promoted: Option<Entry>) -> String {
    let Candidate { entry, fails, .. } = candidate;
    let seq = hws.peek(RegId::RsKernelSeq(RegIndex::wrapping(entry.get())));
    let instead = promoted.map_or("nothing".to_owned(), |entry| format!("entry {}", entry.get()));
    format!(
        "I10 is violated at cycle {}: kernel {seq} in entry {} has failed {fails} times, THRESHOLD is {threshold}, and \
         its SIPs could be reserved, but {instead} was promoted (scheduler.md §6.5)",
        hws.cycle(),
        entry.get()
    )
}

impl EventSink for ThresholdRule {
    fn event(&mut self, _cycle: Cycle, event: Event) {
        match event {
            Event::Commit { .. } => self.step.is_commit = true,
            Event::Launch { entry, .. } => self.step.launched = Some(entry),
            Event::Promote { entry, mask, .. } => self.step.promoted = Some((entry, mask)),
            Event::Cancel { mask, .. } => {
                self.step.cancelled |= mask;
                self.step.cancels += 1;
            }
            _ => {}
        }
    }

    fn latch(&mut self, _cycle: Cycle, decision: &dyn Fn() -> Decision) {
        self.next = Some(decision().pool(Pool::P).map(|task| task.entry).collect());
    }
}

impl Observer for ThresholdRule {
    fn watches_state(&self) -> bool {
        true
    }

    fn settled(&mut self, hws: &Hws) {
        if self.step.is_commit {
            self.judge(hws);
        }
        self.step = Step::default();
        if let Some(next) = self.next.take() {
            self.latched = next;
        }
        self.owned = SipMask(hws.peek(RegId::HrmFwOwned));
    }
}
