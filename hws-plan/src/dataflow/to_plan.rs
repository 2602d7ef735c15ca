//! The plan of a program: streaming kernels with credit windows (planner §5).

use std::collections::BTreeSet;

use super::answer::DataflowSchedule;
use super::blocks::{DataflowBlocks, Kernels};
use super::flat::Flat;
use super::input::Function;
use super::{parts, windows};
use crate::input::{InputError, InputFault};
use crate::plan::{
    DepKind, Plan, PlanBuffer, PlanCredit, PlanDag, PlanDep, PlanFifo, PlanKernel, PlanTimeUnit,
    PlanTriggers, Provenance, Time,
};

/// Most numbers in the triggers of a plan.
const MOST_NEEDS: usize = 1 << 24;
const MORE_TOKENS: &str = "give blocks more tokens: --block-tokens";

impl DataflowSchedule {
    /// Returns the plan: a kernel for each node except calls and constants, launched in the order of SD, and for each
    /// edge a credit window, expressed as triggers on both sides. More than 32 kernels are cut into parts, which run
    /// one after the other. `source` names the input file.
    ///
    /// # Errors
    /// A kernel of more than 65535 blocks, more than 2^20 edges or 2^24 trigger counts, or times beyond 64 bits.
    pub fn to_plan(&self, blocks: DataflowBlocks, source: Option<&str>) -> Result<Plan, InputError> {
        let flat = Flat::of(self)?;
        let (tokens, top) = (i64::from(blocks.tokens.max(1)), &self.problem.functions[self.problem.top]);
        let kernels = Kernels::of(&flat, top.stream_size, tokens, self.problem.options.sd)?;
        check_size(&flat, &kernels, top)?;
        let draft = Draft::of(flat, kernels, blocks, &top.name);
        Ok(Plan {
            dags: vec![PlanDag::new(&top.name)],
            kernels: draft.kernels(),
            fifos: draft.fifos(),
            buffers: draft.buffers(),
            ..Plan::new(&top.name, self.provenance(blocks, source), Time::of(PlanTimeUnit::Units))
        })
    }

    fn provenance(&self, blocks: DataflowBlocks, source: Option<&str>) -> Provenance {
        let options =
            vec![format!("block_tokens={}", blocks.tokens), format!("token_bytes={}", blocks.token_bytes)];
        Provenance {
            planner: "dataflow".to_owned(),
            source: source.map(str::to_owned),
            options,
            notes: self.warnings.clone(),
        }
    }
}

/// gridDim has 16 bits, and plan files should stay of reasonable size.
fn check_size(flat: &Flat, kernels: &Kernels, top: &Function) -> Result<(), InputError> {
    if flat.names.is_empty() {
        let what = "the program has only constants".to_owned();
        let place = format!("functions.{}.nodes", top.name);
        return Err(InputError::new(place, InputFault::Infeasible { what, remedy: "add nodes that fire" }));
    }
    let most = i64::from(u16::MAX);
    if let Some(node) = kernels.block_num.iter().position(|&blocks| blocks > most) {
        let what = format!("{} blocks exceed the limit of {most}", kernels.block_num[node]);
        let place = format!("kernel {:?}", flat.names[node]);
        return Err(InputError::new(place, InputFault::Infeasible { what, remedy: MORE_TOKENS }));
    }
    let blocks = |node: usize| usize::try_from(kernels.block_num[node]).unwrap_or(usize::MAX);
    let needs: usize = flat.edges.iter().map(|&(from, to)| blocks(from) + blocks(to)).sum();
    if needs > MOST_NEEDS {
        let what = format!("the triggers of the blocks have {needs} counts, more than {MOST_NEEDS}");
        return Err(InputError::new("plan", InputFault::Infeasible { what, remedy: MORE_TOKENS }));
    }
    Ok(())
}

/// The ingredients of a plan.
struct Draft<'a> {
    flat: Flat,
    kernels: Kernels,
    /// Nodes by SD; at equal SD, producers come first.
    launch_order: Vec<usize>,
    /// By node.
    parts: Vec<usize>,
    /// By edge, in blocks.
    windows: Vec<i64>,
    blocks: DataflowBlocks,
    dag: &'a str,
}

impl<'a> Draft<'a> {
    fn of(flat: Flat, kernels: Kernels, blocks: DataflowBlocks, dag: &'a str) -> Self {
        let mut launch_order = flat.order.clone();
        launch_order.sort_by_key(|&node| flat.starts[node]);
        let parts = parts::parts(&launch_order);
        let windows = windows::windows(&kernels, &flat.edges, &parts);
        Self { flat, kernels, launch_order, parts, windows, blocks, dag }
    }

    fn kernels(&self) -> Vec<PlanKernel> {
        let (priorities, critical) = (self.priorities(), self.critical());
        let (mut credits, before) = (self.credits(), self.part_before());
        let kernel = |node: usize| PlanKernel {
            block_num: u16::try_from(self.kernels.block_num[node]).unwrap_or(u16::MAX),
            priority: priorities[node],
            on_cp: critical[node],
            deps: before[self.parts[node]].clone(),
            triggers: match std::mem::take(&mut credits[node]) {
                none if none.is_empty() => PlanTriggers::All,
                some => PlanTriggers::Credits(some),
            },
            ..PlanKernel::new(&self.flat.names[node], self.dag, self.kernels.est[node].unsigned_abs())
        };
        self.launch_order.iter().copied().map(kernel).collect()
    }

    /// Returns, for each part, the dependencies of its kernels on the kernels that end the part before.
    fn part_before(&self) -> Vec<Vec<PlanDep>> {
        let takes_all = |edge: usize| {
            let (from, to) = self.flat.edges[edge];
            self.kernels.firings(to) >= self.kernels.block_num[from].into()
        };
        let ends = parts::ends(&self.flat, &self.launch_order, &self.parts, takes_all);
        let dep = |&node: &usize| PlanDep::on_finish(&self.flat.names[node], DepKind::Order);
        let deps = ends.iter().map(|ends| ends.iter().map(dep).collect());
        std::iter::once(Vec::new()).chain(deps).collect()
    }

    /// Priorities that fall with SD: the number of distinct starts from this one on.
    fn priorities(&self) -> Vec<u32> {
        let starts: BTreeSet<i64> = self.flat.starts.iter().copied().collect();
        let starts: Vec<i64> = starts.into_iter().rev().collect();
        let place = |start: &i64| starts.partition_point(|other| other >= start);
        // Below 2^20.
        self.flat.starts.iter().map(|start| u32::try_from(place(start)).unwrap_or(u32::MAX)).collect()
    }

    /// Returns whether a node lies on a chain without slack to the node that ends last.
    fn critical(&self) -> Vec<bool> {
        let end = |node: usize| self.kernels.timings[node].end();
        let last = (0..self.flat.units.len()).map(end).max();
        let mut critical: Vec<bool> =
            (0..self.flat.units.len()).map(|node| Some(end(node)) == last).collect();
        let mut feeders = vec![Vec::new(); critical.len()];
        for (&(from, to), fifo) in self.flat.edges.iter().zip(&self.kernels.fifos) {
            if fifo.delay == 0 {
                feeders[to].push(from);
            }
        }
        for &node in self.flat.order.iter().rev() {
            if critical[node] {
                feeders[node].iter().for_each(|&from| critical[from] = true);
            }
        }
        critical
    }

    /// Returns the credits of the blocks of each kernel: data from its producers and free space at its consumers.
    fn credits(&self) -> Vec<Vec<PlanCredit>> {
        let mut credits: Vec<Vec<PlanCredit>> = self.flat.units.iter().map(|_| Vec::new()).collect();
        for (&(from, to), &window) in self.flat.edges.iter().zip(&self.windows) {
            let name = |node: usize| self.flat.names[node].clone();
            credits[to].push(PlanCredit { kernel: name(from), need: windows::data(&self.kernels, to) });
            let room = windows::room(&self.kernels, (from, to), window);
            if room.last().is_some_and(|&last| last > 0) {
                credits[from].push(PlanCredit { kernel: name(to), need: room });
            }
        }
        credits
    }

    fn fifos(&self) -> Vec<PlanFifo> {
        let fifo = |(&(from, to), &window): (&(usize, usize), &i64)| PlanFifo {
            dag: self.dag.to_owned(),
            from: self.flat.names[from].clone(),
            to: self.flat.names[to].clone(),
            depth: self.tokens(window),
            window: u16::try_from(window).ok(),
        };
        self.flat.edges.iter().zip(&self.windows).map(fifo).collect()
    }

    /// Tokens of a window: below 2^16 x 2^32.
    fn tokens(&self, window: i64) -> u64 {
        window.unsigned_abs() * u64::from(self.blocks.tokens)
    }

    fn buffers(&self) -> Vec<PlanBuffer> {
        let buffer = |(index, fifo): (usize, PlanFifo)| PlanBuffer {
            id: format!("fifo{index}"),
            kind: "fifo".to_owned(),
            bytes: fifo.depth.saturating_mul(self.blocks.token_bytes.into()),
            dag: Some(fifo.dag),
            kernels: vec![fifo.from, fifo.to],
            sip: None,
        };
        self.fifos().into_iter().enumerate().map(buffer).collect()
    }
}
