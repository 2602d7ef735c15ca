//! Where two runs part: the events of both, kernel by kernel.
//!
//! As long as all events are equal, B is compared at a constant distance of cycles, which the first events give: firmware
//! that makes one register write more is a few cycles later with everything. From the first event on that is not a
//! decision of the HWS, only the order of launches, promotions and cancellations is compared, without their cycles.

use hws_regs::params::ATTEMPT_CYCLES;
use hws_types::Cycle;

use super::history::RunHistory;
use super::step::{DifferenceKind, Step, What};

/// The kernels of a run in the other one, by kernel_id.
pub(super) type Partners<'a> = &'a [Option<u32>];

/// How the steps of A are compared with those of B.
#[derive(Clone, Copy, Debug)]
pub(super) struct Likeness<'a> {
    pub(super) to_b: Partners<'a>,
    pub(super) to_a: Partners<'a>,
    /// Whether a SIP of one run is that of the same number in the other one.
    pub(super) same_sips: bool,
}

impl Likeness<'_> {
    pub(super) fn is_same(&self, a: What, b: What) -> bool {
        let (a, b) = (of_b(a, self.to_b), Some(b));
        if self.same_sips { a == b } else { a.map(What::anywhere) == b.map(What::anywhere) }
    }
}

/// The first difference: the step of each run that the other one does not have in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parted {
    pub(super) kind: DifferenceKind,
    /// The events before it, which are equal.
    pub(super) equal: usize,
    /// Cycles that the events before are later in B.
    pub(super) later: i64,
    /// The step in each run; at least one of them is earlier than the other one's.
    pub(super) steps: [Option<Step>; 2],
}

/// The place of a decision in both runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PartedDecision {
    /// The cycle of its effects, or that in which the other run has them.
    pub(super) at: [Cycle; 2],
    /// The cycle for which each run is explained.
    pub(super) ask: [Cycle; 2],
}

/// Finds the first difference; `None` if the runs are equal. Besides it, the distance at the end.
pub(super) fn first(runs: [&RunHistory; 2], likeness: &Likeness<'_>) -> (Option<Parted>, i64) {
    let [a, b] = runs.map(|run| run.steps.as_slice());
    let (mut later, mut has_tried) = (0, false);
    for (place, (x, y)) in a.iter().zip(b).enumerate() {
        let distance = y.at.0 as i64 - x.at.0 as i64;
        let is_same = likeness.is_same(x.what, y.what);
        if is_same && !has_tried {
            later = distance;
        }
        if !is_same || distance != later {
            return (Some(parted(place, later, [Some(*x), Some(*y)])), later);
        }
        has_tried |= matches!(x.what, What::Commit { .. });
    }
    let equal = a.len().min(b.len());
    let steps = [a.get(equal).copied(), b.get(equal).copied()];
    let is_equal = steps == [None, None] || has_cut_end(runs, steps);
    ((!is_equal).then(|| parted(equal, later, steps)), later)
}

/// Whether nothing is known of the run that has ended.
fn has_cut_end(runs: [&RunHistory; 2], steps: [Option<Step>; 2]) -> bool {
    [0, 1].into_iter().any(|side| steps[side].is_none() && runs[side].cut.is_some())
}

/// A step of A with the kernel as B names it; `None` if B does not have the kernel.
pub(super) fn of_b(a: What, to_b: Partners<'_>) -> Option<What> {
    let Some(kernel) = a.kernel() else { return Some(a) };
    to_b.get(kernel as usize).copied().flatten().map(|kernel| a.of_kernel(kernel))
}

/// It is a decision if everything that happens first is.
fn parted(equal: usize, later: i64, steps: [Option<Step>; 2]) -> Parted {
    let time = |side: usize| steps[side].map(|step| step.at.0 as i64 - if side == 0 { 0 } else { later });
    let [a, b] = [time(0), time(1)];
    let is_first = [b.is_none_or(|b| a.is_some_and(|a| a <= b)), a.is_none_or(|a| b.is_some_and(|b| b <= a))];
    let kinds = [0, 1].map(|side| steps[side].filter(|_| is_first[side]).map(|step| step.what.kind()));
    let other = kinds.into_iter().flatten().find(|kind| *kind != DifferenceKind::Decision);
    let kind = other.unwrap_or(DifferenceKind::Decision);
    let steps = [0, 1].map(|side| steps[side].filter(|_| is_first[side]));
    Parted { kind, equal, later, steps }
}

/// The decision that the first difference is, in the cycles of both runs.
pub(super) fn of_difference(parted: &Parted, runs: [&RunHistory; 2]) -> PartedDecision {
    let at = match parted.steps {
        [Some(a), _] => [a.at, shift(a.at, parted.later)],
        [None, Some(b)] => [shift(b.at, -parted.later), b.at],
        [None, None] => [Cycle(0); 2],
    };
    asked(at, runs)
}

/// The first decision with other effects, in the order of the decisions about common kernels; `later` cycles are known
/// from the beginning. If the order is the same, and delays are wanted, the first decision that one run makes at least an
/// attempt later.
pub(super) fn in_order(
    runs: [&RunHistory; 2],
    likeness: &Likeness<'_>,
    mut later: i64,
    with_delays: bool,
) -> Option<PartedDecision> {
    let (mut a, mut b) = (Decisions::new(runs[0], likeness.to_b), Decisions::new(runs[1], likeness.to_a));
    let (mut matched, mut delayed) = ([None; 2], None);
    loop {
        let pair = [a.next(), b.next()];
        if pair.iter().all(Option::is_none) || has_cut_end(runs, pair.each_ref().map(first_of)) {
            return delayed;
        }
        if let [Some(x), Some(y)] = &pair {
            if x.len() == y.len() && x.iter().zip(y).all(|(x, y)| likeness.is_same(x.what, y.what)) {
                let now = y[0].at.0 as i64 - x[0].at.0 as i64;
                if with_delays && delayed.is_none() && now.abs_diff(later) >= ATTEMPT_CYCLES.into() {
                    delayed = Some(unmatched(runs, pair.each_ref().map(first_of), later, matched));
                }
                later = now;
                matched = [Some(x[0].at), Some(y[0].at)];
                continue;
            }
            if x.iter().any(|x| y.iter().any(|y| likeness.is_same(x.what, y.what))) {
                return Some(asked([x[0].at, y[0].at], runs));
            }
        }
        return Some(unmatched(runs, pair.each_ref().map(first_of), later, matched));
    }
}

fn first_of(decision: &Option<Vec<Step>>) -> Option<Step> {
    decision.as_ref()?.first().copied()
}

/// The earlier of two decisions that have nothing in common, and what the other run decides at this time.
fn unmatched(
    runs: [&RunHistory; 2],
    pair: [Option<Step>; 2],
    later: i64,
    matched: [Option<Cycle>; 2],
) -> PartedDecision {
    let times = [0, 1].map(|side| pair[side].map(|step| shift(step.at, if side == 0 { 0 } else { -later })));
    let at = times.into_iter().flatten().min().unwrap_or_default();
    let expected = [at, shift(at, later)];
    let at = [0, 1].map(|side| match pair[side] {
        Some(step) if step.at.0.abs_diff(expected[side].0) < ATTEMPT_CYCLES.into() => step.at,
        _ => runs[side].attempt_near(expected[side], matched[side]),
    });
    asked(at, runs)
}

fn shift(at: Cycle, by: i64) -> Cycle {
    Cycle(at.0.saturating_add_signed(by))
}

/// The decisions in these cycles, with the cycles for which they are explained.
fn asked(at: [Cycle; 2], runs: [&RunHistory; 2]) -> PartedDecision {
    let committed = [0, 1].map(|side| runs[side].commits_at(at[side]));
    let by_latch = committed == [false, false];
    let ask = [0, 1].map(|side| match (committed[side], by_latch) {
        (true, _) => at[side],
        // A cancellation belongs to the attempt that is latched in its cycle.
        (false, true) => at[side].after(1),
        // The run has no attempt like that of the other one: what it is like after that LATCH.
        (false, false) => shift(at[side], 1 - i64::from(ATTEMPT_CYCLES)),
    });
    PartedDecision { at, ask }
}

/// The decisions of a run that have an effect on kernels that the other run has: the effects of one cycle are one.
struct Decisions<'r> {
    steps: &'r [Step],
    partners: Partners<'r>,
}

impl<'r> Decisions<'r> {
    fn new(run: &'r RunHistory, partners: Partners<'r>) -> Self {
        Self { steps: &run.steps, partners }
    }
}

impl Iterator for Decisions<'_> {
    type Item = Vec<Step>;

    fn next(&mut self) -> Option<Vec<Step>> {
        let is_common = |step: &&Step| step.what.is_effect() && of_b(step.what, self.partners).is_some();
        let from = self.steps.iter().position(|step| is_common(&step))?;
        let at = self.steps[from].at;
        let (cycle, behind) =
            self.steps[from..].split_at(self.steps[from..].partition_point(|step| step.at == at));
        self.steps = behind;
        Some(cycle.iter().filter(is_common).copied().collect())
    }
}
