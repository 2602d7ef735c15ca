//! A kernel of a graph, and the kernels it waits for.

use compact_str::CompactString;
use hws_regs::{RegId, RegIndex};
use hws_sim::On;
use hws_types::{Cycle, SipMask, ThreadNum};

use super::{Needs, Triggers};

/// One kernel. A graph has fewer than 2^32 kernels, as many as there are kernel_ids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kernel {
    /// Its name, unique in its graph.
    pub name: CompactString,
    /// Context, 0..=3.
    pub ctx: u8,
    /// SIPs per block.
    pub threads: ThreadNum,
    /// Blocks, at least 1.
    pub blocks: u16,
    /// kernel_est_exec_time: time units per block, at least 1.
    pub est: u32,
    /// Real execution time of a block in cycles, at least 1; none if as estimated.
    pub actual: Option<u32>,
    /// Logical SIPs that it may use.
    pub affinity: SipMask,
    /// Whether all blocks start together.
    pub coop: bool,
    /// offline_priority.
    pub priority: u32,
    /// Whether it is on a critical path of its graph.
    pub on_cp: bool,
    /// Its predecessors in its graph, each once, ascending.
    pub deps: Vec<Dep>,
    /// Its predecessors in other graphs, each once, ascending.
    pub external: Vec<ExternalDep>,
    /// When its blocks may start.
    pub triggers: Triggers,
    /// Whether it computes or prefetches.
    pub role: Role,
    /// The needs of its blocks besides SIPs.
    pub needs: Needs,
    /// Its slot in a plan.
    pub planned: Option<Box<PlannedSpan>>,
    /// The cycles after the arrival of its graph in which it should finish, at least 1. Only reports know it.
    pub deadline: Option<u64>,
}

/// A predecessor in the same graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Dep {
    /// Index of the kernel in its graph.
    pub kernel: u32,
    /// The progress it must have made.
    pub on: On,
    /// Cycles from that progress to the earliest start of the kernel: the time of a transfer.
    pub delay: u64,
}

/// A predecessor in another graph, which may arrive later or already have finished.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ExternalDep {
    /// Index of its graph in the workload.
    pub dag: usize,
    /// Index of the kernel in its graph.
    pub kernel: usize,
    /// The progress it must have made.
    pub on: On,
    /// Cycles from that progress to the earliest start of the kernel: the time of a transfer.
    pub delay: u64,
}

impl Dep {
    /// Waits for the finish of a kernel, without delay.
    #[must_use]
    pub const fn on_finish(kernel: u32) -> Self {
        Self { kernel, on: On::Finish, delay: 0 }
    }

    /// Returns [`kernel`](Self::kernel) for indexing.
    #[must_use]
    pub const fn place(&self) -> usize {
        self.kernel as usize
    }
}

impl ExternalDep {
    /// The dependency as one inside the graph of the predecessor.
    pub(crate) const fn in_its_graph(&self) -> Dep {
        Dep { kernel: self.kernel as u32, on: self.on, delay: self.delay }
    }
}

/// The planned start of the first block and end of the last block, in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlannedSpan {
    /// The start.
    pub start: Cycle,
    /// The end.
    pub finish: Cycle,
}

/// Whether a kernel computes, prefetches or loads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It runs on SIPs.
    Compute,
    /// It runs on SIPs with L2 that the kernel of this index, a prefetch, has allocated.
    ComputeAfter(u32),
    /// It allocates L2 for all blocks of the kernel of this index and does not run itself.
    PrefetchOf(u32),
    /// It takes its time, but no SIP, and has no descriptor: a load over a channel to memory.
    Load,
}

impl Role {
    /// Returns whether the kernel runs on SIPs; a prefetch and a load do not.
    #[must_use]
    pub const fn computes(self) -> bool {
        matches!(self, Self::Compute | Self::ComputeAfter(_))
    }
}

impl Kernel {
    /// Creates a kernel of context 0 that may run on any SIP, with all its triggers, no dependencies and priority 0.
    /// `blocks` and `est` (time units per block) must be at least 1.
    ///
    /// ```
    /// use hws_run::workload::{Dag, Dep, Kernel, Workload};
    /// use hws_run::run::run;
    /// use hws_sim::On;
    /// use hws_types::ThreadNum;
    ///
    /// let load = Kernel::new("load", ThreadNum::ONE, 4, 500);
    /// let work = Kernel::new("work", ThreadNum::ONE, 32, 2000).after_finish([0]);
    /// let workload = Workload::new(vec![Dag::new("g", vec![load, work])]);
    /// let (record, ()) = run(&workload, ())?;
    /// assert!(record.drained && record.makespan > 2500);
    /// # Ok::<(), hws_run::run::RunError>(())
    /// ```
    #[must_use]
    pub fn new(name: impl Into<CompactString>, threads: ThreadNum, blocks: u16, est: u32) -> Self {
        Self {
            name: name.into(),
            ctx: 0,
            threads,
            blocks,
            est,
            actual: None,
            affinity: SipMask::ALL,
            coop: false,
            priority: 0,
            on_cp: false,
            deps: Vec::new(),
            external: Vec::new(),
            triggers: Triggers::All,
            role: Role::Compute,
            needs: Needs::default(),
            planned: None,
            deadline: None,
        }
    }

    /// Returns the same kernel, waiting for these kernels to finish. `kernels` are indices in the graph, ascending.
    #[must_use]
    pub fn after_finish(self, kernels: impl IntoIterator<Item = usize>) -> Self {
        let deps = kernels.into_iter().map(|kernel| Dep::on_finish(kernel as u32)).collect();
        Self { deps, ..self }
    }

    /// Returns all its dependencies in the graph with index `dag`: the graph of each predecessor, and the dependency in that
    /// graph.
    pub fn predecessors(&self, dag: usize) -> impl Iterator<Item = (usize, Dep)> + '_ {
        let own = self.deps.iter().map(move |&dep| (dag, dep));
        own.chain(self.external.iter().map(|dep| (dep.dag, dep.in_its_graph())))
    }

    /// Whether both differ at most in dependencies on other graphs and in their places in a plan.
    pub(crate) fn is_like_apart_from_others(&self, other: &Self) -> bool {
        // A kernel with another member has to say whether it counts.
        let Self {
            name,
            ctx,
            threads,
            blocks,
            est,
            actual,
            affinity,
            coop,
            priority,
            on_cp,
            deps,
            external: _,
            triggers,
            role,
            needs,
            planned: _,
            deadline,
        } = self;
        (ctx, threads, blocks, est, actual)
            == (&other.ctx, &other.threads, &other.blocks, &other.est, &other.actual)
            && (affinity, coop, priority, on_cp)
                == (&other.affinity, &other.coop, &other.priority, &other.on_cp)
            && (triggers, role, needs, deadline)
                == (&other.triggers, &other.role, &other.needs, &other.deadline)
            && (name, deps) == (&other.name, &other.deps)
    }

    /// The delays of all its dependencies.
    pub(super) fn delays_mut(&mut self) -> impl Iterator<Item = &mut u64> {
        let own = self.deps.iter_mut().map(|dep| &mut dep.delay);
        own.chain(self.external.iter_mut().map(|dep| &mut dep.delay))
    }

    /// The usage mask that the scheduler applies to it: that of its context, which is below N_CTX, and its class.
    pub(crate) fn usage_register(&self) -> RegId {
        let class = RegIndex::wrapping(self.threads.class() as u32);
        RegId::SipUsageMask(RegIndex::wrapping(self.ctx.into()), class)
    }

    /// Returns whether it runs on SIPs; a prefetch and a load do not.
    #[must_use]
    pub const fn runs(&self) -> bool {
        self.role.computes()
    }
}
