//! Starts and tails of all tasks, from edges and sequences.

use std::ops::Range;

use super::sequences::Sequences;

impl Sequences<'_> {
    /// Computes order, starts and tails anew.
    pub(super) fn update(&mut self) {
        self.sort();
        let tasks = self.order.len();
        self.pass(0..tasks, 0..tasks);
        self.visited(2 * tasks);
    }

    /// Computes the starts of the tasks at some positions of the order, and the tails of those at others.
    pub(super) fn pass(&mut self, starts: Range<usize>, tails: Range<usize>) {
        for position in starts {
            let task = self.order[position];
            let ready = self.data_ready(task, self.pe[task]);
            self.start[task] = self.before[task].map_or(ready, |before| ready.max(self.end(before)));
        }
        for position in tails.rev() {
            let task = self.order[position];
            let tail = self.data_tail(task, self.pe[task]);
            self.tail[task] = self.after[task].map_or(tail, |after| tail.max(self.span(after)));
        }
    }

    /// Sorts the tasks topologically. Sequences and edges together have no cycle, since tasks are only put where they
    /// close none.
    fn sort(&mut self) {
        let mut found = 0;
        for task in 0..self.order.len() {
            self.missing[task] = self.instance.pred[task].len() + usize::from(self.before[task].is_some());
            if self.missing[task] == 0 {
                self.order[found] = task;
                found += 1;
            }
        }
        for position in 0..self.order.len() {
            let task = self.order[position];
            self.position[task] = position;
            let edges = self.instance.succ[task].iter().map(|&(next, _)| next);
            for next in edges.chain(self.after[task]) {
                self.missing[next] -= 1;
                if self.missing[next] == 0 {
                    self.order[found] = next;
                    found += 1;
                }
            }
        }
    }
}
