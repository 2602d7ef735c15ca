//! A schedule as a sequence of tasks on each processor; every task starts as early as its sequence and its data allow.

use std::ops::Range;

use super::order::Order;
use crate::rank::place::instance::Instance;
use crate::rank::place::lcg::Lcg;
use crate::rank::place::partial::Placement;

/// End and span of a task that has been taken out: so low that nobody waits for it. All times together are below 2^61.
const GONE: i64 = -(1 << 62);

/// A task on its processor, or a *frame*: what is before the first and after the last task of a processor, at no time.
struct Slot {
    pe: usize,
    /// Cost of the task on this processor.
    cost: i64,
    /// The slots before and after it on the processor.
    before: usize,
    after: usize,
    /// When the task ends.
    end: i64,
    /// How long the schedule goes on from its start, at least.
    span: i64,
}

/// The sequences, with the longest paths through them. Ends and spans are current except between [`Sequences::remove`]
/// and the call that puts the task back.
pub(super) struct Sequences<'a> {
    pub(super) instance: &'a Instance,
    /// One for each task, and behind them one for each processor, its frame.
    slots: Vec<Slot>,
    /// A topological order of edges and sequences.
    order: Order,
    /// Ends and spans of before a removal, of the tasks for which it has changed them.
    kept_ends: Vec<(usize, i64)>,
    kept_spans: Vec<(usize, i64)>,
    visits: usize,
}

/// A task that has been taken out.
pub(super) struct Removed {
    pub(super) task: usize,
    /// Its processor, and the task or frame that was before it.
    pub(super) from: (usize, usize),
    /// The makespan without it.
    pub(super) rest: i64,
}

impl<'a> Sequences<'a> {
    pub(super) fn new(instance: &'a Instance, placed: &[Placement]) -> Self {
        let tasks = placed.len();
        let frame = |pe| Slot { pe, cost: 0, before: tasks + pe, after: tasks + pe, end: 0, span: 0 };
        let slot =
            |(task, at): (usize, &Placement)| Slot { cost: instance.cost(task, at.pe), ..frame(at.pe) };
        let mut order = instance.topo.clone();
        // Tasks that take no time follow the edges.
        order.sort_by_key(|&task| (placed[task].st, placed[task].ed));
        let mut this = Self {
            instance,
            slots: placed
                .iter()
                .enumerate()
                .map(slot)
                .chain((0..instance.usable_processors()).map(frame))
                .collect(),
            order: Order::new(order),
            kept_ends: Vec::new(),
            kept_spans: Vec::new(),
            visits: 0,
        };
        for position in 0..tasks {
            let task = this.order.at(position);
            let pe = this.slots[task].pe;
            this.link(task, pe, this.last(pe));
            this.slots[task].end = this.end_of(task);
        }
        for position in (0..tasks).rev() {
            let task = this.order.at(position);
            this.slots[task].span = this.span_of(task);
        }
        this.visits = 2 * tasks;
        this
    }

    /// A measure of the effort: tasks and places looked at so far. Four positions of the order that are passed over count
    /// as one.
    pub(super) fn visits(&self) -> usize {
        self.visits
    }

    pub(super) fn visited(&mut self, tasks: usize) {
        self.visits += tasks;
    }

    /// Returns the frame of a processor.
    pub(super) fn frame(&self, pe: usize) -> usize {
        self.order.len() + pe
    }

    /// Returns the last task of a processor, or its frame.
    fn last(&self, pe: usize) -> usize {
        self.slots[self.frame(pe)].before
    }

    /// Returns the processors that differ for a task: of equal ones without tasks the first.
    pub(super) fn processors(&self) -> impl Iterator<Item = usize> + '_ {
        let all = 0..self.instance.usable_processors();
        let are_equal = self.instance.has_equal_processors();
        let is_empty = move |&pe: &usize| are_equal && self.is_frame(self.last(pe));
        let empty = all.clone().find(is_empty);
        all.filter(move |pe| Some(*pe) == empty || !is_empty(pe))
    }

    /// Returns what follows a task, or the first task of a frame.
    pub(super) fn after(&self, task: usize) -> usize {
        self.slots[task].after
    }

    pub(super) fn is_frame(&self, task: usize) -> bool {
        task >= self.order.len()
    }

    pub(super) fn end(&self, task: usize) -> i64 {
        self.slots[task].end
    }

    pub(super) fn span(&self, task: usize) -> i64 {
        self.slots[task].span
    }

    fn start(&self, task: usize) -> i64 {
        self.slots[task].end - self.slots[task].cost
    }

    pub(super) fn makespan(&self) -> i64 {
        (0..self.instance.usable_processors()).map(|pe| self.slots[self.last(pe)].end).fold(0, i64::max)
    }

    pub(super) fn placements(&self) -> Vec<Placement> {
        let at = |task: usize| Placement {
            pe: self.slots[task].pe,
            st: self.start(task),
            ed: self.slots[task].end,
        };
        (0..self.order.len()).map(at).collect()
    }

    /// Returns when the data of the predecessors of a task is on `pe`.
    pub(super) fn data_ready(&self, task: usize, pe: usize) -> i64 {
        self.arrivals(task, pe).map(|(_, time)| time).fold(0, i64::max)
    }

    fn arrivals(&self, task: usize, pe: usize) -> impl Iterator<Item = (usize, i64)> + '_ {
        let arrival = move |&(pred, comm): &(usize, i64)| {
            (pred, self.slots[pred].end + if self.slots[pred].pe == pe { 0 } else { comm })
        };
        self.instance.pred[task].iter().map(arrival)
    }

    /// Returns how long the schedule goes on, because of the successors of a task, after its end on `pe`.
    pub(super) fn data_tail(&self, task: usize, pe: usize) -> i64 {
        let span = |&(next, comm): &(usize, i64)| {
            self.slots[next].span + if self.slots[next].pe == pe { 0 } else { comm }
        };
        self.instance.succ[task].iter().map(span).fold(0, i64::max)
    }

    fn end_of(&self, task: usize) -> i64 {
        self.data_ready(task, self.slots[task].pe).max(self.slots[self.slots[task].before].end)
            + self.slots[task].cost
    }

    fn span_of(&self, task: usize) -> i64 {
        self.data_tail(task, self.slots[task].pe).max(self.slots[self.slots[task].after].span)
            + self.slots[task].cost
    }

    /// Returns whether there is certainly no path from one task to another: it would make the order or the times rise.
    fn is_no_path(&self, from: usize, to: usize) -> bool {
        from != to
            && (self.order.position(to) < self.order.position(from) || self.start(to) < self.slots[from].end)
    }

    /// Returns whether there is certainly no path from a successor of a task that was taken out to `before`.
    pub(super) fn may_follow(&self, task: usize, before: usize) -> bool {
        self.is_frame(before)
            || self.order.position(before) < self.order.position(task)
            || self.instance.succ[task].iter().all(|&(next, _)| self.is_no_path(next, before))
    }

    /// Returns whether there is certainly no path from `after` to a predecessor of a task that was taken out.
    pub(super) fn may_precede(&self, task: usize, after: usize) -> bool {
        self.is_frame(after)
            || self.order.position(after) > self.order.position(task)
            || self.instance.pred[task].iter().all(|&(pred, _)| self.is_no_path(after, pred))
    }

    /// Returns a random task of a path as long as the makespan.
    pub(super) fn critical_task(&mut self, random: &mut Lcg, path: &mut Vec<usize>) -> Option<usize> {
        path.clear();
        let end = self.makespan();
        let last =
            |pe| Some(self.last(pe)).filter(|&task| self.slots[task].end == end && !self.is_frame(task));
        let mut next = (0..self.instance.usable_processors()).find_map(last);
        while let Some(task) = next {
            path.push(task);
            next = self.binding(task);
        }
        self.visits += path.len();
        path.get(random.below(path.len())).copied()
    }

    /// Returns a task for which another one has to wait until it starts: of the edges if there is one, else on its processor.
    fn binding(&self, task: usize) -> Option<usize> {
        let start = self.start(task);
        let mut data = self.arrivals(task, self.slots[task].pe).filter(|&(_, time)| time == start);
        let before = self.slots[task].before;
        let is_binding = !self.is_frame(before) && self.slots[before].end == start;
        data.next().map(|(pred, _)| pred).or(is_binding.then_some(before))
    }

    /// Takes a task out; ends, and with [`Self::complete`] spans, of the others become those without it.
    pub(super) fn remove(&mut self, task: usize) -> Removed {
        self.kept_ends.clear();
        self.kept_spans.clear();
        let (before, after) = (self.slots[task].before, self.slots[task].after);
        (self.slots[before].after, self.slots[after].before) = (after, before);
        self.set_end(task, GONE, after);
        Removed { task, from: (self.slots[task].pe, before), rest: self.makespan() }
    }

    /// Completes a removal.
    pub(super) fn complete(&mut self, removed: &Removed) {
        self.set_span(removed.task, GONE, removed.from.1);
    }

    /// Puts a task back where it was.
    pub(super) fn restore(&mut self, Removed { task, from: (pe, before), .. }: Removed) {
        self.link(task, pe, before);
        // A task is changed once.
        self.kept_ends.iter().for_each(|&(task, end)| self.slots[task].end = end);
        self.kept_spans.iter().for_each(|&(task, span)| self.slots[task].span = span);
    }

    /// Puts a task that was taken out behind `before`, a task or the frame of `pe`.
    pub(super) fn insert(&mut self, task: usize, pe: usize, before: usize) {
        self.slots[task].cost = self.instance.cost(task, pe);
        self.link(task, pe, before);
        self.reorder(task);
        self.set_end(task, self.end_of(task), self.slots[task].after);
        self.set_span(task, self.span_of(task), self.slots[task].before);
    }

    fn link(&mut self, task: usize, pe: usize, before: usize) {
        self.slots[task].pe = pe;
        let after = std::mem::replace(&mut self.slots[before].after, task);
        (self.slots[task].before, self.slots[task].after) = (before, after);
        self.slots[after].before = task;
    }

    /// Sets the end of a task, and those of all behind it that change with it; `after` follows it on its processor.
    fn set_end(&mut self, task: usize, end: i64, after: usize) {
        let instance = self.instance;
        let (mut task, mut end, mut after) = (task, end, after);
        let mut waiting = 0;
        let first = self.order.position(task);
        for position in first..self.order.len() {
            if position > first {
                task = self.order.at(position);
                if !self.order.unmark(task) {
                    continue;
                }
                waiting -= 1;
                (end, after) = (self.end_of(task), self.slots[task].after);
            }
            if end != self.slots[task].end {
                self.kept_ends.push((task, std::mem::replace(&mut self.slots[task].end, end)));
                for next in instance.succ[task].iter().map(|&(next, _)| next).chain([after]) {
                    waiting += usize::from(self.order.mark(next));
                }
            }
            self.visits += 1;
            if waiting == 0 {
                self.visits += (position - first) / 4;
                break;
            }
        }
    }

    /// Sets the span of a task, and those of all before it that change with it; `before` precedes it on its processor.
    fn set_span(&mut self, task: usize, span: i64, before: usize) {
        let instance = self.instance;
        let (mut task, mut span, mut before) = (task, span, before);
        let mut waiting = 0;
        let first = self.order.position(task);
        for position in (0..=first).rev() {
            if position < first {
                task = self.order.at(position);
                if !self.order.unmark(task) {
                    continue;
                }
                waiting -= 1;
                (span, before) = (self.span_of(task), self.slots[task].before);
            }
            if span != self.slots[task].span {
                self.kept_spans.push((task, std::mem::replace(&mut self.slots[task].span, span)));
                for next in instance.pred[task].iter().map(|&(pred, _)| pred).chain([before]) {
                    waiting += usize::from(self.order.mark(next));
                }
            }
            self.visits += 1;
            if waiting == 0 {
                self.visits += (first - position) / 4;
                break;
            }
        }
    }

    /// Makes the order one of the sequences with a task that has been put in: within the positions that are concerned, the
    /// tasks that precede it come first, in their order, then the task, then the others.
    fn reorder(&mut self, task: usize) {
        let window = self.concerned(task);
        if window.len() <= 1 {
            return;
        }
        self.visits += window.len();
        self.mark_before(task, &window);
        for position in window.clone().rev() {
            let other = self.order.at(position);
            if self.order.is_marked(other) {
                self.mark_before(other, &window);
            }
        }
        self.order.split(window, task);
    }

    /// Marks what a task directly waits for, as far as it is at these positions.
    fn mark_before(&mut self, task: usize, window: &Range<usize>) {
        let edges = self.instance.pred[task].iter().map(|&(pred, _)| pred);
        for pred in edges.chain([self.slots[task].before]) {
            if self.order.place(pred).is_some_and(|position| window.contains(&position)) {
                self.order.mark(pred);
            }
        }
    }

    /// Returns the positions from the first task that has to follow a task to the last that has to precede it; its own is
    /// among them.
    fn concerned(&self, task: usize) -> Range<usize> {
        let at = self.order.position(task);
        let place = |task: usize| self.order.place(task).unwrap_or(at);
        let last = self.instance.pred[task]
            .iter()
            .map(|&(pred, _)| place(pred))
            .fold(place(self.slots[task].before), usize::max);
        let first = self.instance.succ[task]
            .iter()
            .map(|&(next, _)| place(next))
            .fold(place(self.slots[task].after), usize::min);
        first.min(at)..last.max(at) + 1
    }
}
