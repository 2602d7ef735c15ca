//! The kernels of two runs, aligned by GRAPH/KERNEL, with their times in both.

use std::collections::HashMap;

use serde::Serialize;

use super::load::Run;

/// A name and its instance: kernels of one name are told apart by their order.
type Named<'a> = (&'a str, usize);

/// Which kernel of one run is which of the other.
pub(super) struct AlignedKernels {
    /// GRAPH/KERNEL by kernel_id.
    pub(super) names: [Vec<String>; 2],
    /// The kernel_id in the other run, by kernel_id.
    pub(super) partners: [Vec<Option<u32>>; 2],
}

impl AlignedKernels {
    pub(super) fn new(runs: [&Run<'_>; 2]) -> Self {
        let names =
            runs.map(|run| run.kernels.iter().map(|kernel| kernel.id().into_owned()).collect::<Vec<_>>());
        let places = [by_name(&names[0]), by_name(&names[1])];
        let partners = [0, 1].map(|side| {
            let other = &places[1 - side];
            numbered(&names[side]).map(|named| other.get(&named).copied()).collect()
        });
        Self { names, partners }
    }

    /// The number of kernels that both runs have.
    pub(super) fn common(&self) -> usize {
        self.partners[0].iter().flatten().count()
    }

    /// The names of the kernels of a run that the other one does not have.
    pub(super) fn only(&self, side: usize) -> Vec<&str> {
        let alone = self.names[side].iter().zip(&self.partners[side]).filter(|(_, other)| other.is_none());
        alone.map(|(name, _)| name.as_str()).collect()
    }
}

/// The names with their instances, from 1.
fn numbered(names: &[String]) -> impl Iterator<Item = Named<'_>> {
    let mut seen: HashMap<&str, usize> = HashMap::with_capacity(names.len());
    names.iter().map(move |name| {
        let number = seen.entry(name).or_default();
        *number += 1;
        (name.as_str(), *number)
    })
}

/// Kernel_ids by name and instance.
pub(super) fn by_name(names: &[String]) -> HashMap<Named<'_>, u32> {
    numbered(names).zip(0..).collect()
}

/// The times of a kernel in one run, in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(super) struct KernelTimes {
    pub(super) ready: Option<u64>,
    pub(super) start: Option<u64>,
    pub(super) finish: Option<u64>,
}

impl KernelTimes {
    /// Returns the time that has a key in reports.
    pub(super) fn of_key(&mut self, key: &str) -> Option<&mut Option<u64>> {
        match key {
            "ready" => Some(&mut self.ready),
            "first_launch" => Some(&mut self.start),
            "finish" => Some(&mut self.finish),
            _ => None,
        }
    }

    /// From ready to the first launch.
    pub(super) fn wait(&self) -> Option<u64> {
        self.start?.checked_sub(self.ready?)
    }

    /// From ready to the finish.
    fn span(&self) -> Option<u64> {
        self.finish?.checked_sub(self.ready?)
    }
}

/// A kernel in both runs; differences are of the second run to the first.
#[derive(Clone, Debug, Serialize)]
pub(super) struct KernelChange {
    /// GRAPH/KERNEL.
    pub(super) kernel: String,
    pub(super) times: [KernelTimes; 2],
    pub(super) start_later: Option<i64>,
    pub(super) finish_later: Option<i64>,
    /// From ready to the first launch.
    pub(super) wait_longer: Option<i64>,
    /// From ready to the finish: what the kernel itself gained or paid, without what came before it.
    pub(super) span_longer: Option<i64>,
}

impl KernelChange {
    fn new(kernel: &str, times: [KernelTimes; 2]) -> Self {
        let change = |of: fn(&KernelTimes) -> Option<u64>| difference(times.each_ref().map(of));
        Self {
            kernel: kernel.to_owned(),
            times,
            start_later: change(|times| times.start),
            finish_later: change(|times| times.finish),
            wait_longer: change(KernelTimes::wait),
            span_longer: change(KernelTimes::span),
        }
    }

    /// What it paid by itself; a kernel that finished in one run only comes first.
    pub(super) fn paid(&self) -> i64 {
        let has_finished = self.times.map(|times| times.finish.is_some());
        match has_finished {
            [true, false] => i64::MAX,
            [false, true] => i64::MIN,
            _ => self.span_longer.unwrap_or(0),
        }
    }
}

pub(super) fn difference([first, second]: [Option<u64>; 2]) -> Option<i64> {
    i64::try_from(i128::from(second?) - i128::from(first?)).ok()
}

/// The common kernels in the order of the first run.
pub(super) fn changes(runs: [&Run<'_>; 2], aligned: &AlignedKernels) -> Vec<KernelChange> {
    let [first, second] = runs.map(|run| run.kernels.as_slice());
    let pairs = aligned.partners[0].iter().enumerate();
    let pairs = pairs.filter_map(|(a, b)| Some((a, (*b)? as usize)));
    pairs.map(|(a, b)| KernelChange::new(&aligned.names[0][a], [first[a].times, second[b].times])).collect()
}

/// The common kernels of a graph together.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GraphChange {
    pub(super) graph: String,
    pub(super) kernels: usize,
    /// Kernels that took less, and that took more time from ready to finish.
    pub(super) gained: usize,
    pub(super) paid: usize,
    /// The sums of the waits, of kernels that started in both runs.
    pub(super) waits: [u64; 2],
    pub(super) wait_longer: i64,
    /// The sum of what the kernels paid, of those that finished in both runs.
    pub(super) span_longer: i64,
    /// The last finish.
    pub(super) finish: [Option<u64>; 2],
    pub(super) finish_later: Option<i64>,
}

/// The graphs, in the order of the first run.
pub(super) fn graphs(changes: &[KernelChange]) -> Vec<GraphChange> {
    let mut graphs: Vec<GraphChange> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for change in changes {
        let name = change.kernel.split_once('/').map_or(change.kernel.as_str(), |(graph, _)| graph);
        let place = *places.entry(name).or_insert_with(|| {
            graphs.push(GraphChange::new(name));
            graphs.len() - 1
        });
        graphs[place].add(change);
    }
    graphs
}

impl GraphChange {
    fn new(graph: &str) -> Self {
        Self {
            graph: graph.to_owned(),
            kernels: 0,
            gained: 0,
            paid: 0,
            waits: [0; 2],
            wait_longer: 0,
            span_longer: 0,
            finish: [None; 2],
            finish_later: None,
        }
    }

    fn add(&mut self, change: &KernelChange) {
        self.kernels += 1;
        self.gained += usize::from(change.paid() < 0);
        self.paid += usize::from(change.paid() > 0);
        if let [Some(first), Some(second)] = change.times.each_ref().map(KernelTimes::wait) {
            self.waits = [self.waits[0] + first, self.waits[1] + second];
        }
        self.wait_longer += change.wait_longer.unwrap_or(0);
        self.span_longer += change.span_longer.unwrap_or(0);
        self.finish = [0, 1].map(|side| self.finish[side].max(change.times[side].finish));
        self.finish_later = difference(self.finish);
    }
}
