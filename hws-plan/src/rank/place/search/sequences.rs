//! A schedule as a sequence of tasks on each processor; every task starts as early as its sequence and its data allow.

use std::ops::Range;

use crate::rank::place::instance::Instance;
use crate::rank::place::lcg::Lcg;
use crate::rank::place::partial::Placement;

/// End and span of a task that has been taken out: so low that nobody waits for it. All times together are below 2^61.
const GONE: i64 = -(1 << 62);

/// The sequences, with the longest paths through them. Ends and spans are current except between [`Sequences::remove`]
/// and the call that puts the task back.
///
/// Behind the tasks, each list of neighbours and times has an entry for each processor, its *frame*: the neighbour of its
/// first and its last task, at no time.
pub(super) struct Sequences<'a> {
    pub(super) instance: &'a Instance,
    /// Processor of each task.
    pe: Vec<usize>,
    /// Cost of each task on its processor.
    cost: Vec<i64>,
    /// The tasks before and after each on its processor.
    before: Vec<usize>,
    after: Vec<usize>,
    /// When each task ends.
    end: Vec<i64>,
    /// How long the schedule goes on from the start of each task, at least.
    span: Vec<i64>,
    /// A topological order of edges and sequences, and the position of each task in it.
    order: Vec<usize>,
    position: Vec<usize>,
    /// Tasks marked by a method; none between two calls.
    marked: Vec<bool>,
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
        let entries = tasks + instance.usable_processors();
        let frames = || (0..entries).collect::<Vec<_>>();
        let mut this = Self {
            instance,
            pe: placed.iter().map(|at| at.pe).collect(),
            cost: placed.iter().enumerate().map(|(task, at)| instance.cost(task, at.pe)).collect(),
            before: frames(),
            after: frames(),
            end: vec![0; entries],
            span: vec![0; entries],
            order: instance.topo.clone(),
            position: vec![0; tasks],
            marked: vec![false; tasks],
            kept_ends: Vec::new(),
            kept_spans: Vec::new(),
            visits: 0,
        };
        // Tasks that take no time follow the edges.
        this.order.sort_by_key(|&task| (placed[task].st, placed[task].ed));
        for position in 0..tasks {
            let task = this.order[position];
            this.position[task] = position;
            let pe = this.pe[task];
            this.link(task, pe, this.last(pe));
            this.end[task] = this.end_of(task);
        }
        for position in (0..tasks).rev() {
            let task = this.order[position];
            this.span[task] = this.span_of(task);
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
        self.pe.len() + pe
    }

    /// Returns the last task of a processor, or its frame.
    fn last(&self, pe: usize) -> usize {
        self.before[self.frame(pe)]
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
        self.after[task]
    }

    pub(super) fn is_frame(&self, task: usize) -> bool {
        task >= self.pe.len()
    }

    pub(super) fn end(&self, task: usize) -> i64 {
        self.end[task]
    }

    pub(super) fn span(&self, task: usize) -> i64 {
        self.span[task]
    }

    fn start(&self, task: usize) -> i64 {
        self.end[task] - self.cost[task]
    }

    pub(super) fn makespan(&self) -> i64 {
        (0..self.instance.usable_processors()).map(|pe| self.end[self.last(pe)]).fold(0, i64::max)
    }

    pub(super) fn placements(&self) -> Vec<Placement> {
        let at = |task| Placement { pe: self.pe[task], st: self.start(task), ed: self.end[task] };
        (0..self.pe.len()).map(at).collect()
    }

    /// Returns when the data of the predecessors of a task is on `pe`.
    pub(super) fn data_ready(&self, task: usize, pe: usize) -> i64 {
        self.arrivals(task, pe).map(|(_, time)| time).fold(0, i64::max)
    }

    fn arrivals(&self, task: usize, pe: usize) -> impl Iterator<Item = (usize, i64)> + '_ {
        let arrival = move |&(pred, comm): &(usize, i64)| {
            (pred, self.end[pred] + if self.pe[pred] == pe { 0 } else { comm })
        };
        self.instance.pred[task].iter().map(arrival)
    }

    /// Returns how long the schedule goes on, because of the successors of a task, after its end on `pe`.
    pub(super) fn data_tail(&self, task: usize, pe: usize) -> i64 {
        let span =
            |&(next, comm): &(usize, i64)| self.span[next] + if self.pe[next] == pe { 0 } else { comm };
        self.instance.succ[task].iter().map(span).fold(0, i64::max)
    }

    fn end_of(&self, task: usize) -> i64 {
        self.data_ready(task, self.pe[task]).max(self.end[self.before[task]]) + self.cost[task]
    }

    fn span_of(&self, task: usize) -> i64 {
        self.data_tail(task, self.pe[task]).max(self.span[self.after[task]]) + self.cost[task]
    }

    /// Returns whether there is certainly no path from one task to another: it would make the order or the times rise.
    fn is_no_path(&self, from: usize, to: usize) -> bool {
        from != to && (self.position[to] < self.position[from] || self.start(to) < self.end[from])
    }

    /// Returns whether there is certainly no path from a successor of a task that was taken out to `before`.
    pub(super) fn may_follow(&self, task: usize, before: usize) -> bool {
        self.is_frame(before)
            || self.position[before] < self.position[task]
            || self.instance.succ[task].iter().all(|&(next, _)| self.is_no_path(next, before))
    }

    /// Returns whether there is certainly no path from `after` to a predecessor of a task that was taken out.
    pub(super) fn may_precede(&self, task: usize, after: usize) -> bool {
        self.is_frame(after)
            || self.position[after] > self.position[task]
            || self.instance.pred[task].iter().all(|&(pred, _)| self.is_no_path(after, pred))
    }

    /// Returns a random task of a path as long as the makespan.
    pub(super) fn critical_task(&mut self, random: &mut Lcg, path: &mut Vec<usize>) -> Option<usize> {
        path.clear();
        let end = self.makespan();
        let last = |pe| Some(self.last(pe)).filter(|&task| self.end[task] == end && !self.is_frame(task));
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
        let mut data = self.arrivals(task, self.pe[task]).filter(|&(_, time)| time == start);
        let before = self.before[task];
        let is_binding = !self.is_frame(before) && self.end[before] == start;
        data.next().map(|(pred, _)| pred).or(is_binding.then_some(before))
    }

    /// Takes a task out; ends, and with [`Self::complete`] spans, of the others become those without it.
    pub(super) fn remove(&mut self, task: usize) -> Removed {
        self.kept_ends.clear();
        self.kept_spans.clear();
        let (before, after) = (self.before[task], self.after[task]);
        (self.after[before], self.before[after]) = (after, before);
        self.set_end(task, GONE, after);
        Removed { task, from: (self.pe[task], before), rest: self.makespan() }
    }

    /// Completes a removal.
    pub(super) fn complete(&mut self, removed: &Removed) {
        self.set_span(removed.task, GONE, removed.from.1);
    }

    /// Puts a task back where it was.
    pub(super) fn restore(&mut self, Removed { task, from: (pe, before), .. }: Removed) {
        self.link(task, pe, before);
        // A task is changed once.
        self.kept_ends.iter().for_each(|&(task, end)| self.end[task] = end);
        self.kept_spans.iter().for_each(|&(task, span)| self.span[task] = span);
    }

    /// Puts a task that was taken out behind `before`, a task or the frame of `pe`.
    pub(super) fn insert(&mut self, task: usize, pe: usize, before: usize) {
        self.cost[task] = self.instance.cost(task, pe);
        self.link(task, pe, before);
        self.reorder(task);
        self.set_end(task, self.end_of(task), self.after[task]);
        self.set_span(task, self.span_of(task), self.before[task]);
    }

    fn link(&mut self, task: usize, pe: usize, before: usize) {
        self.pe[task] = pe;
        let after = std::mem::replace(&mut self.after[before], task);
        (self.before[task], self.after[task]) = (before, after);
        self.before[after] = task;
    }

    /// Sets the end of a task, and those of all behind it that change with it; `after` follows it on its processor.
    fn set_end(&mut self, task: usize, end: i64, after: usize) {
        let instance = self.instance;
        let (mut task, mut end, mut after) = (task, end, after);
        let mut waiting = 0;
        let first = self.position[task];
        for position in first..self.order.len() {
            if position > first {
                task = self.order[position];
                if !std::mem::take(&mut self.marked[task]) {
                    continue;
                }
                waiting -= 1;
                (end, after) = (self.end_of(task), self.after[task]);
            }
            if end != self.end[task] {
                self.kept_ends.push((task, std::mem::replace(&mut self.end[task], end)));
                for next in instance.succ[task].iter().map(|&(next, _)| next).chain([after]) {
                    waiting += self.mark(next);
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
        let first = self.position[task];
        for position in (0..=first).rev() {
            if position < first {
                task = self.order[position];
                if !std::mem::take(&mut self.marked[task]) {
                    continue;
                }
                waiting -= 1;
                (span, before) = (self.span_of(task), self.before[task]);
            }
            if span != self.span[task] {
                self.kept_spans.push((task, std::mem::replace(&mut self.span[task], span)));
                for next in instance.pred[task].iter().map(|&(pred, _)| pred).chain([before]) {
                    waiting += self.mark(next);
                }
            }
            self.visits += 1;
            if waiting == 0 {
                self.visits += (first - position) / 4;
                break;
            }
        }
    }

    /// Marks a task; returns how many are marked by that.
    fn mark(&mut self, task: usize) -> usize {
        match self.marked.get_mut(task) {
            Some(marked) => usize::from(!std::mem::replace(marked, true)),
            None => 0,
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
            let other = self.order[position];
            if self.marked[other] {
                self.mark_before(other, &window);
            }
        }
        let mut front: Vec<usize> = Vec::with_capacity(window.len());
        let mut behind = vec![task];
        for &other in &self.order[window.clone()] {
            if std::mem::take(&mut self.marked[other]) {
                front.push(other);
            } else if other != task {
                behind.push(other);
            }
        }
        for (position, task) in window.zip(front.into_iter().chain(behind)) {
            self.order[position] = task;
            self.position[task] = position;
        }
    }

    /// Marks what a task directly waits for, as far as it is at these positions.
    fn mark_before(&mut self, task: usize, window: &Range<usize>) {
        let edges = self.instance.pred[task].iter().map(|&(pred, _)| pred);
        for pred in edges.chain([self.before[task]]) {
            if self.position.get(pred).is_some_and(|position| window.contains(position)) {
                self.marked[pred] = true;
            }
        }
    }

    /// Returns the positions from the first task that has to follow a task to the last that has to precede it; its own is
    /// among them.
    fn concerned(&self, task: usize) -> Range<usize> {
        let at = self.position[task];
        let place = |task: usize| self.position.get(task).copied().unwrap_or(at);
        let last = self.instance.pred[task]
            .iter()
            .map(|&(pred, _)| place(pred))
            .fold(place(self.before[task]), usize::max);
        let first = self.instance.succ[task]
            .iter()
            .map(|&(next, _)| place(next))
            .fold(place(self.after[task]), usize::min);
        first.min(at)..last.max(at) + 1
    }
}
