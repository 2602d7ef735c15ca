//! Offsets of classes: changes of B that wait for the cycle of A to which they belong.

use std::collections::VecDeque;

use super::batch::Change;
use super::options::{PerClass, chosen};
use super::pair::Pair;

/// The delays of the lanes of B.
#[derive(Debug)]
pub(super) struct Delays {
    /// B is read ahead by so many edges.
    pub(super) lead: i64,
    /// The smallest offset: before this many cycles not every class has begun.
    pub(super) smallest: i64,
    /// The line of each lane; 0 is not delayed.
    line: Vec<u32>,
    lines: Vec<Line>,
}

#[derive(Debug)]
struct Line {
    delay: usize,
    waiting: VecDeque<Vec<Change>>,
}

impl Delays {
    pub(super) fn new(pairs: &[Pair], lanes: usize, offsets: &[PerClass<i64>]) -> Self {
        let of = |pair: &Pair| chosen(offsets, pair.class).unwrap_or(0);
        let lead = pairs.iter().map(of).max().unwrap_or(0);
        let smallest = pairs.iter().map(of).min().unwrap_or(0);
        let (mut line, mut lines) = (vec![0; lanes], Vec::<Line>::new());
        for pair in pairs {
            let delay = (lead - of(pair)) as usize;
            if delay > 0 {
                let known = lines.iter().position(|line| line.delay == delay);
                let place = known.unwrap_or_else(|| {
                    lines.push(Line { delay, waiting: VecDeque::new() });
                    lines.len() - 1
                });
                line[pair.lane..pair.lane + pair.words()].fill(place as u32 + 1);
            }
        }
        Self { lead, smallest, line, lines }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Takes the changes of the next edge of B and passes on those whose time has come.
    pub(super) fn pass(&mut self, changes: &[Change], mut apply: impl FnMut(Change)) {
        self.lines.iter_mut().for_each(|line| line.waiting.push_back(Vec::new()));
        for &change in changes {
            match self.line[change.lane as usize] {
                0 => apply(change),
                line => {
                    if let Some(newest) = self.lines[line as usize - 1].waiting.back_mut() {
                        newest.push(change);
                    }
                }
            }
        }
        for line in self.lines.iter_mut().filter(|line| line.waiting.len() > line.delay) {
            line.waiting.pop_front().into_iter().flatten().for_each(&mut apply);
        }
    }
}
