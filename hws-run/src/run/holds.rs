//! Why kernels that were ready were not pushed at once: as the unit that did not push them has recorded it.
//!
//! Firmware records what it [holds back](HoldLog) where it decides so, the machine when the [HDR FIFO is full](Spans). What
//! neither of them has recorded is [`PushWait::Unrecorded`]; no reason is inferred from the absence of another one.

use std::collections::BTreeMap;

use hws_types::Cycle;

/// Why a kernel was not pushed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PushWait {
    /// Firmware holds it back until blocks of other kernels have finished (planner.md §5).
    Credits,
    /// Firmware holds it back until a slot for parameters is free.
    Parameters,
    /// Firmware holds it back, because its window of blocks is 0.
    Window,
    /// The HDR FIFO was full.
    HdrFull,
    /// Firmware, which pushes or starts it itself, had not come to it: it was busy, other kernels came first, or its FIFO was full.
    Firmware,
    /// Nothing was recorded.
    Unrecorded,
}

/// A kernel that was not pushed, `from <= cycle < to`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hold {
    kernel: u32,
    from: Cycle,
    to: Cycle,
    why: PushWait,
}

/// What firmware holds back, and has held back.
#[derive(Clone, Default, Debug)]
pub(super) struct HoldLog {
    open: BTreeMap<u32, (Cycle, PushWait)>,
    ended: Vec<Hold>,
    pub(super) without_tag: Spans,
}

impl HoldLog {
    /// Firmware holds a kernel back from now on, or no longer.
    pub(super) fn note(&mut self, kernel: u32, now: Cycle, why: Option<PushWait>) {
        let open = self.open.get(&kernel).copied();
        if open.map(|(_, why)| why) == why {
            return;
        }
        if let Some((from, why)) = self.open.remove(&kernel) {
            self.ended.push(Hold { kernel, from, to: now, why });
        }
        self.open.extend(why.map(|why| (kernel, (now, why))));
    }

    /// Firmware pushes a kernel itself, or starts it, that was ready at `ready`.
    pub(super) fn took(&mut self, kernel: u32, ready: Cycle, now: Cycle) {
        if ready < now {
            self.ended.push(Hold { kernel, from: ready, to: now, why: PushWait::Firmware });
        }
    }

    /// Everything up to the end of the run, with the times in which the HDR FIFO was full.
    pub(super) fn until(&self, end: Cycle, hdr_full: &Spans) -> Holds {
        let open = self.open.iter().map(|(&kernel, &(from, why))| Hold { kernel, from, to: end, why });
        let mut kernels: Vec<Hold> = self.ended.iter().copied().chain(open).collect();
        kernels.sort_by_key(|hold| (hold.kernel, hold.why, hold.from));
        Holds { kernels, hdr_full: hdr_full.until(end), without_tag: self.without_tag.until(end) }
    }
}

/// Spans of time in order, which do not touch.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Spans {
    ended: Vec<(Cycle, Cycle)>,
    open: Option<Cycle>,
}

impl Spans {
    /// A span begins, unless one is open; one that ends now goes on.
    pub(super) fn begin(&mut self, now: Cycle) {
        if self.open.is_none() {
            let last = self.ended.pop_if(|(_, to)| *to == now);
            self.open = Some(last.map_or(now, |(from, _)| from));
        }
    }

    /// The open span ends, if there is one.
    pub(super) fn end(&mut self, now: Cycle) {
        let open = self.open.take().filter(|&from| from < now);
        self.ended.extend(open.map(|from| (from, now)));
    }

    fn until(&self, end: Cycle) -> Vec<(Cycle, Cycle)> {
        let mut spans = self.clone();
        spans.end(end);
        spans.ended
    }
}

/// What was recorded of a run about kernels that were not pushed, and graphs that were not opened.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Holds {
    /// By kernel.
    kernels: Vec<Hold>,
    /// When a kernel was ready and the HDR FIFO had no room for it.
    hdr_full: Vec<(Cycle, Cycle)>,
    /// When every DAG tag was in use.
    without_tag: Vec<(Cycle, Cycle)>,
}

impl Holds {
    /// Returns why a kernel was not pushed, `from <= cycle < to`: in order and without gaps.
    #[must_use]
    pub fn between(&self, kernel: u32, from: Cycle, to: Cycle) -> Vec<(Cycle, Cycle, PushWait)> {
        let mut told = Told { gaps: vec![(from, to)], spans: Vec::new() };
        // Where firmware holds a kernel back, it does not matter whether there is room for it.
        let of_kernel = self.of(kernel);
        let (limits, turns) =
            of_kernel.split_at(of_kernel.partition_point(|hold| hold.why < PushWait::HdrFull));
        limits.iter().for_each(|hold| told.tell(hold.from, hold.to, hold.why));
        within(&self.hdr_full, from, to).for_each(|(from, to)| told.tell(from, to, PushWait::HdrFull));
        turns.iter().for_each(|hold| told.tell(hold.from, hold.to, hold.why));
        told.tell(from, to, PushWait::Unrecorded);
        told.spans.sort_unstable();
        told.spans
    }

    /// Returns the number of cycles, `from <= cycle < to`, in which every DAG tag was in use.
    #[must_use]
    pub fn without_tag(&self, from: Cycle, to: Cycle) -> u64 {
        within(&self.without_tag, from, to).map(|(from, to)| to.since(from)).sum()
    }

    fn of(&self, kernel: u32) -> &[Hold] {
        let first = self.kernels.partition_point(|hold| hold.kernel < kernel);
        let count = self.kernels[first..].partition_point(|hold| hold.kernel == kernel);
        &self.kernels[first..first + count]
    }
}

/// The parts of ordered spans that are in a span.
fn within(spans: &[(Cycle, Cycle)], from: Cycle, to: Cycle) -> impl Iterator<Item = (Cycle, Cycle)> {
    let first = spans.partition_point(|span| span.1 <= from);
    let inside = spans[first..].iter().take_while(move |span| span.0 < to);
    inside.map(move |span| (span.0.max(from), span.1.min(to)))
}

/// A span of which parts have a reason.
struct Told {
    gaps: Vec<(Cycle, Cycle)>,
    spans: Vec<(Cycle, Cycle, PushWait)>,
}

impl Told {
    /// Gives what has no reason between these cycles this one.
    fn tell(&mut self, from: Cycle, to: Cycle, why: PushWait) {
        let mut left = Vec::with_capacity(self.gaps.len() + 1);
        for &gap in &self.gaps {
            let (begin, end) = (gap.0.max(from), gap.1.min(to));
            if begin >= end {
                left.push(gap);
                continue;
            }
            self.spans.push((begin, end, why));
            left.extend([(gap.0, begin), (end, gap.1)].into_iter().filter(|(from, to)| from < to));
        }
        self.gaps = left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(all: &[(u64, u64)]) -> Spans {
        Spans { ended: all.iter().map(|&(from, to)| (Cycle(from), Cycle(to))).collect(), open: None }
    }

    fn told(holds: &Holds, kernel: u32, from: u64, to: u64) -> Vec<(u64, u64, PushWait)> {
        let told = holds.between(kernel, Cycle(from), Cycle(to));
        told.into_iter().map(|(from, to, why)| (from.0, to.0, why)).collect()
    }

    #[test]
    fn every_cycle_has_what_was_recorded_and_the_rest_is_said_to_be_unrecorded() {
        let mut log = HoldLog::default();
        log.note(3, Cycle(10), Some(PushWait::Credits));
        log.note(3, Cycle(15), Some(PushWait::Credits));
        log.note(3, Cycle(20), Some(PushWait::Parameters));
        log.note(3, Cycle(30), None);
        log.took(4, Cycle(5), Cycle(9));
        let holds = log.until(Cycle(99), &spans(&[(0, 12), (33, 35)]));
        let expected = [
            (8, 10, PushWait::HdrFull),
            (10, 20, PushWait::Credits),
            (20, 30, PushWait::Parameters),
            (30, 33, PushWait::Unrecorded),
            (33, 35, PushWait::HdrFull),
            (35, 40, PushWait::Unrecorded),
        ];
        assert_eq!(told(&holds, 3, 8, 40), expected);
        assert_eq!(told(&holds, 4, 12, 20), [(12, 20, PushWait::Unrecorded)]);
        assert_eq!(told(&holds, 5, 7, 7), []);
    }

    #[test]
    fn what_is_held_at_the_end_is_held_until_then() {
        let mut log = HoldLog::default();
        log.note(0, Cycle(4), Some(PushWait::Window));
        let holds = log.until(Cycle(50), &Spans::default());
        assert_eq!(told(&holds, 0, 7, 50), [(7, 50, PushWait::Window)]);
    }

    #[test]
    fn a_span_that_ends_and_begins_again_is_one() {
        let mut full = Spans::default();
        for (begin, end) in [(3, 5), (5, 9), (11, 11), (12, 14)] {
            full.begin(Cycle(begin));
            full.begin(Cycle(begin + 1));
            full.end(Cycle(end));
            full.end(Cycle(end));
        }
        full.begin(Cycle(20));
        let all = [(3, 9), (12, 14), (20, 22)].map(|(from, to)| (Cycle(from), Cycle(to)));
        assert_eq!(full.until(Cycle(22)), all);
    }

    #[test]
    fn cycles_without_a_tag_are_added_up() {
        let log = HoldLog { without_tag: spans(&[(3, 9), (12, 14)]), ..HoldLog::default() };
        let holds = log.until(Cycle(50), &Spans::default());
        assert_eq!(
            [(0, 50), (4, 13), (9, 12)].map(|(from, to)| holds.without_tag(Cycle(from), Cycle(to))),
            [8, 6, 0]
        );
    }
}
