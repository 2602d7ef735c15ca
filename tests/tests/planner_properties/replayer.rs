//! A machine without any overhead: a block starts as soon as everything allows it.
//!
//! At each instant, blocks end first; then blocks start, kernels of higher priority first, on the SIPs of their
//! affinity (one block of one SIP at a time). The replayer ignores slots.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use hws_plan::plan::{Plan, PlanOn, PlanTriggers};

/// Graph and kernel.
pub(crate) type Name = (String, String);

/// When a block ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ran {
    pub(crate) sip: u32,
    pub(crate) start: u64,
    pub(crate) end: u64,
}

/// By kernel and block.
pub(crate) type Replay = BTreeMap<(Name, u16), Ran>;

/// A kernel that is replayed.
struct Task<'p> {
    kernel: &'p hws_plan::plan::PlanKernel,
    /// Predecessors that have not progressed far enough.
    missing: usize,
    /// Earliest start: arrival of the graph, ends of predecessors and the delays after them.
    ready: u64,
    started: u16,
    finished: BTreeSet<u16>,
    /// The number of leading blocks that have all finished.
    prefix: u16,
    /// The tasks whose blocks the blocks of this one need.
    credits: Vec<(usize, &'p [u16])>,
}

impl Task<'_> {
    /// Whether its next block may start.
    fn may_start(&self, now: u64, prefixes: &[u16]) -> bool {
        let is_waiting = self.missing > 0 || self.ready > now;
        if is_waiting || self.started == self.kernel.block_num {
            return false;
        }
        let in_flight = usize::from(self.started) - self.finished.len();
        let has_window = match self.kernel.triggers {
            PlanTriggers::Window(window) => in_flight < usize::from(window),
            PlanTriggers::All | PlanTriggers::Credits(_) => true,
        };
        let has_slot = self.kernel.params.is_none_or(|params| self.started - self.prefix < params.queue);
        let has_credit =
            self.credits.iter().all(|&(other, need)| need[usize::from(self.started)] <= prefixes[other]);
        has_window && has_slot && has_credit
    }
}

/// Replays a plan of kernels whose blocks take one SIP; `delay` is the minimum time from the end of a predecessor
/// to the start of its successor.
///
/// # Panics
/// If the plan never ends.
pub(crate) fn replay(plan: &Plan, delay: impl Fn(&Name, &Name) -> u64) -> Replay {
    let mut world = World::of(plan, delay);
    let mut ran = Replay::new();
    let mut now = 0;
    loop {
        world.end_blocks(now);
        world.start_blocks(now, &mut ran);
        match world.next(now) {
            Some(next) => now = next,
            None => break,
        }
    }
    let blocks: usize = plan.kernels.iter().map(|kernel| usize::from(kernel.block_num)).sum();
    assert_eq!(ran.len(), blocks, "some block never starts");
    ran
}

struct World<'p, D> {
    tasks: Vec<Task<'p>>,
    names: Vec<Name>,
    /// The tasks that wait for a task, and for which event.
    dependents: Vec<Vec<(usize, PlanOn)>>,
    /// End of the block of a task on a SIP.
    running: BinaryHeap<Reverse<(u64, usize, u16, u32)>>,
    busy: u32,
    /// Tasks by priority, the highest first.
    order: Vec<usize>,
    delay: D,
}

impl<'p, D: Fn(&Name, &Name) -> u64> World<'p, D> {
    fn of(plan: &'p Plan, delay: D) -> Self {
        let names: Vec<Name> = plan.kernels.iter().map(|one| (one.dag.clone(), one.id.clone())).collect();
        let index: BTreeMap<&Name, usize> = names.iter().zip(0..).collect();
        let find = |dag: &str, id: &str| index[&(dag.to_owned(), id.to_owned())];
        let arrivals: BTreeMap<&str, u64> =
            plan.dags.iter().map(|dag| (dag.id.as_str(), dag.arrival)).collect();
        let mut dependents = vec![Vec::new(); names.len()];
        for (task, kernel) in plan.kernels.iter().enumerate() {
            for dep in &kernel.deps {
                let dag = dep.dag.as_deref().unwrap_or(&kernel.dag);
                dependents[find(dag, &dep.kernel)].push((task, dep.on));
            }
        }
        let task = |kernel: &'p hws_plan::plan::PlanKernel| Task {
            missing: kernel.deps.len(),
            ready: arrivals[kernel.dag.as_str()],
            started: 0,
            finished: BTreeSet::new(),
            prefix: 0,
            credits: match &kernel.triggers {
                PlanTriggers::Credits(credits) => {
                    credits.iter().map(|one| (find(&kernel.dag, &one.kernel), one.need.as_slice())).collect()
                }
                PlanTriggers::All | PlanTriggers::Window(_) => Vec::new(),
            },
            kernel,
        };
        let tasks: Vec<Task<'p>> = plan.kernels.iter().map(task).collect();
        let mut order: Vec<usize> = (0..tasks.len()).collect();
        order.sort_by_key(|&task| (Reverse(tasks[task].kernel.priority), task));
        Self { tasks, names, dependents, running: BinaryHeap::new(), busy: 0, order, delay }
    }

    fn end_blocks(&mut self, now: u64) {
        while let Some(&Reverse((end, task, block, sip))) = self.running.peek() {
            if end > now {
                return;
            }
            self.running.pop();
            self.busy &= !(1 << sip);
            let ended = &mut self.tasks[task];
            ended.finished.insert(block);
            while ended.finished.contains(&ended.prefix) {
                ended.prefix += 1;
            }
            if ended.finished.len() == usize::from(ended.kernel.block_num) {
                self.release(task, PlanOn::Finish, end);
            }
        }
    }

    fn release(&mut self, task: usize, on: PlanOn, at: u64) {
        for (dependent, wanted) in self.dependents[task].clone() {
            if wanted == on {
                let delay = (self.delay)(&self.names[task], &self.names[dependent]);
                let waiting = &mut self.tasks[dependent];
                waiting.missing -= 1;
                waiting.ready = waiting.ready.max(at + delay);
            }
        }
    }

    fn start_blocks(&mut self, now: u64, ran: &mut Replay) {
        let prefixes: Vec<u16> = self.tasks.iter().map(|task| task.prefix).collect();
        for place in 0..self.order.len() {
            let task = self.order[place];
            while self.tasks[task].may_start(now, &prefixes) {
                let free = self.tasks[task].kernel.affinity & !self.busy;
                if free == 0 {
                    break;
                }
                self.start(task, free.trailing_zeros(), now, ran);
            }
        }
    }

    fn start(&mut self, task: usize, sip: u32, now: u64, ran: &mut Replay) {
        let started = &mut self.tasks[task];
        let (block, end) = (started.started, now + started.kernel.est);
        started.started += 1;
        self.busy |= 1 << sip;
        self.running.push(Reverse((end, task, block, sip)));
        ran.insert((self.names[task].clone(), block), Ran { sip, start: now, end });
        if started.started == started.kernel.block_num {
            self.release(task, PlanOn::Launch, now);
        }
    }

    /// The next end, or the next start that only waits for its time.
    fn next(&self, now: u64) -> Option<u64> {
        let end = self.running.peek().map(|&Reverse((end, ..))| end);
        let waiting = self.tasks.iter().filter(|task| task.missing == 0 && task.ready > now);
        let ready = waiting.map(|task| task.ready).min();
        [end, ready].into_iter().flatten().min()
    }
}
