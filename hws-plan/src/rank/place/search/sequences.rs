//! A schedule as a sequence of tasks on each processor; every task starts as early as its sequence and its data allow.

use crate::rank::place::instance::Instance;
use crate::rank::place::lcg::Lcg;
use crate::rank::place::partial::Placement;

/// Start and tail of a task that has been taken out: so low that nobody waits for it. All times together are below 2^61.
const GONE: i64 = -(1 << 62);

/// The sequences, with the longest paths through them. Starts and tails are current except between
/// [`Sequences::remove`] and the call that puts the task back.
pub(super) struct Sequences<'a> {
    pub(super) instance: &'a Instance,
    /// Processor of each task.
    pub(super) pe: Vec<usize>,
    /// The tasks before and after each on its processor.
    pub(super) before: Vec<Option<usize>>,
    pub(super) after: Vec<Option<usize>>,
    /// The first task on each processor.
    first: Vec<Option<usize>>,
    /// A topological order of edges and sequences, and the position of each task in it.
    pub(super) order: Vec<usize>,
    pub(super) position: Vec<usize>,
    /// When each task starts.
    pub(super) start: Vec<i64>,
    /// How long the schedule goes on after each task, at least.
    pub(super) tail: Vec<i64>,
    /// Those of before a removal.
    kept: (Vec<i64>, Vec<i64>),
    /// Predecessors that are not yet sorted.
    pub(super) missing: Vec<usize>,
    visits: usize,
}

/// A task that has been taken out.
pub(super) struct Removed {
    pub(super) task: usize,
    /// Its processor, and the task that was before it.
    pub(super) from: (usize, Option<usize>),
    /// The makespan without it.
    pub(super) rest: i64,
}

impl<'a> Sequences<'a> {
    pub(super) fn new(instance: &'a Instance, placed: &[Placement]) -> Self {
        let tasks = placed.len();
        let none = || vec![None; tasks];
        let mut this = Self {
            instance,
            pe: placed.iter().map(|at| at.pe).collect(),
            before: none(),
            after: none(),
            first: vec![None; instance.usable_processors()],
            order: vec![0; tasks],
            position: vec![0; tasks],
            start: vec![0; tasks],
            tail: vec![0; tasks],
            kept: (vec![0; tasks], vec![0; tasks]),
            missing: vec![0; tasks],
            visits: 0,
        };
        this.chain(placed);
        this.update();
        this
    }

    /// Links the tasks of each processor by their starts; tasks that take no time by the edges.
    fn chain(&mut self, placed: &[Placement]) {
        let mut tasks = self.instance.topo.clone();
        tasks.sort_by_key(|&task| (placed[task].st, placed[task].ed));
        let mut last = vec![None; self.first.len()];
        for task in tasks {
            let before = last[self.pe[task]].replace(task);
            self.link(task, self.pe[task], before);
        }
    }

    /// Tasks visited so far, a measure of the effort.
    pub(super) fn visits(&self) -> usize {
        self.visits
    }

    pub(super) fn visited(&mut self, tasks: usize) {
        self.visits += tasks;
    }

    /// Returns whether there is certainly no path from one task to another: it would make the order or the times rise.
    pub(super) fn is_no_path(&self, from: usize, to: usize) -> bool {
        from != to && (self.position[to] < self.position[from] || self.start[to] < self.end(from))
    }

    fn cost(&self, task: usize) -> i64 {
        self.instance.cost(task, self.pe[task])
    }

    pub(super) fn end(&self, task: usize) -> i64 {
        self.start[task] + self.cost(task)
    }

    /// The time from the start of a task to the end of the schedule, at least.
    pub(super) fn span(&self, task: usize) -> i64 {
        self.cost(task) + self.tail[task]
    }

    pub(super) fn makespan(&self) -> i64 {
        (0..self.pe.len()).map(|task| self.end(task)).fold(0, i64::max)
    }

    pub(super) fn placements(&self) -> Vec<Placement> {
        let at = |task| Placement { pe: self.pe[task], st: self.start[task], ed: self.end(task) };
        (0..self.pe.len()).map(at).collect()
    }

    pub(super) fn first(&self, pe: usize) -> Option<usize> {
        self.first[pe]
    }

    pub(super) fn after(&self, task: usize) -> Option<usize> {
        self.after[task]
    }

    /// Returns when the data of the predecessors of a task is on `pe`.
    pub(super) fn data_ready(&self, task: usize, pe: usize) -> i64 {
        self.arrivals(task, pe).map(|(_, time)| time).fold(0, i64::max)
    }

    fn arrivals(&self, task: usize, pe: usize) -> impl Iterator<Item = (usize, i64)> + '_ {
        let arrival = move |&(pred, comm): &(usize, i64)| {
            (pred, self.end(pred) + if self.pe[pred] == pe { 0 } else { comm })
        };
        self.instance.pred[task].iter().map(arrival)
    }

    /// Returns how long the schedule goes on, because of the successors of a task, after its end on `pe`.
    pub(super) fn data_tail(&self, task: usize, pe: usize) -> i64 {
        let span =
            |&(next, comm): &(usize, i64)| self.span(next) + if self.pe[next] == pe { 0 } else { comm };
        self.instance.succ[task].iter().map(span).fold(0, i64::max)
    }

    /// Returns the tasks of a path as long as the makespan, from its end; where it forks, one at random.
    pub(super) fn critical_path(&mut self, random: &mut Lcg) -> Vec<usize> {
        let end = self.makespan();
        let mut next = (0..self.pe.len()).find(|&task| self.end(task) == end);
        let mut path = Vec::new();
        while let Some(task) = next {
            path.push(task);
            let before = self.before[task].filter(|&before| self.end(before) == self.start[task]);
            let data = self.arrivals(task, self.pe[task]).filter(|&(_, time)| time == self.start[task]);
            let mut binding = 0;
            next = None;
            for pred in before.into_iter().chain(data.map(|(pred, _)| pred)) {
                binding += 1;
                if random.below(binding) == 0 {
                    next = Some(pred);
                }
            }
        }
        path
    }

    /// Takes a task out; starts and tails of the others become those without it.
    pub(super) fn remove(&mut self, task: usize) -> Removed {
        self.kept.0.copy_from_slice(&self.start);
        self.kept.1.copy_from_slice(&self.tail);
        let from = (self.pe[task], self.before[task]);
        self.unlink(task);
        let tasks = self.order.len();
        (self.start[task], self.tail[task]) = (GONE, GONE);
        self.pass(self.position[task] + 1..tasks, 0..self.position[task]);
        self.visited(2 * tasks);
        Removed { task, from, rest: self.makespan() }
    }

    /// Puts a task back where it was.
    pub(super) fn restore(&mut self, Removed { task, from: (pe, before), .. }: Removed) {
        self.link(task, pe, before);
        std::mem::swap(&mut self.start, &mut self.kept.0);
        std::mem::swap(&mut self.tail, &mut self.kept.1);
    }

    /// Puts a task that was taken out behind `before` on `pe`, or first.
    pub(super) fn insert(&mut self, task: usize, pe: usize, before: Option<usize>) {
        self.link(task, pe, before);
        self.update();
    }

    fn link(&mut self, task: usize, pe: usize, before: Option<usize>) {
        self.pe[task] = pe;
        let place = match before {
            Some(before) => &mut self.after[before],
            None => &mut self.first[pe],
        };
        let after = place.replace(task);
        (self.before[task], self.after[task]) = (before, after);
        if let Some(after) = after {
            self.before[after] = Some(task);
        }
    }

    fn unlink(&mut self, task: usize) {
        let (before, after) = (self.before[task], self.after[task]);
        match before {
            Some(before) => self.after[before] = after,
            None => self.first[self.pe[task]] = after,
        }
        if let Some(after) = after {
            self.before[after] = before;
        }
    }
}
