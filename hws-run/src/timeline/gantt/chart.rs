//! The lines of a chart: every span is divided among the columns, and the cycles are added up.

use std::collections::BTreeMap;

use hws_types::{Cycle, Sip};

use super::cell::Cell;
use crate::timeline::Timeline;

/// The uses of a column, in SIP cycles.
#[derive(Clone, Debug, Default)]
struct Column {
    /// Cycles by graph: all, and those backfilled.
    ran: BTreeMap<u32, (u64, u64)>,
    reserved: u64,
    owned: u64,
}

/// A chart.
pub(super) struct Chart {
    /// Cycles of a column.
    pub(super) cycles: u64,
    /// The lines, each with its name.
    pub(super) lines: Vec<(String, Vec<Cell>)>,
}

/// The columns of every line.
struct Sums {
    cycles: u64,
    columns: Vec<Vec<Column>>,
    /// The line of each SIP.
    line_of: [usize; Sip::COUNT],
}

impl Chart {
    pub(super) fn new(timeline: &Timeline, width: usize, by_cluster: bool) -> Self {
        let (names, line_of) = lines(timeline, by_cluster);
        let cycles = timeline.end.0.div_ceil(width as u64).max(1);
        let used = (timeline.end.0.div_ceil(cycles) as usize).max(1);
        let mut sums = Sums { cycles, columns: vec![vec![Column::default(); used]; names.len()], line_of };
        sums.add_all(timeline);
        let cells = sums.columns.iter().map(|line| line.iter().map(Column::cell).collect());
        Self { cycles, lines: names.into_iter().zip(cells).collect() }
    }
}

/// The names of the lines, and the line of each SIP.
fn lines(timeline: &Timeline, by_cluster: bool) -> (Vec<String>, [usize; Sip::COUNT]) {
    let topology = timeline.topology;
    let (mut names, mut line_of) = (Vec::new(), [0; Sip::COUNT]);
    for cluster in topology.clusters() {
        if by_cluster {
            names.push(format!("cluster {}", cluster.get()));
        }
        for sip in topology.cluster_mask(cluster).iter() {
            if !by_cluster {
                names.push(format!("SIP {}", sip.get()));
            }
            line_of[sip.index()] = names.len() - 1;
        }
    }
    (names, line_of)
}

impl Sums {
    fn add_all(&mut self, timeline: &Timeline) {
        for run in timeline.every_run() {
            let dag = timeline.kernels.get(run.kernel as usize).map_or(0, |kernel| kernel.dag);
            self.add(run.sip, run.from, run.to, |column, cycles| {
                let (all, backfilled) = column.ran.entry(dag).or_default();
                *all += cycles;
                *backfilled += if run.backfilled { cycles } else { 0 };
            });
        }
        for kept in &timeline.reservations {
            for sip in kept.sips.iter() {
                self.add(sip, kept.from, kept.to, |column, cycles| column.reserved += cycles);
            }
        }
        for owned in &timeline.owned {
            self.add(owned.sip, owned.from, owned.to, |column, cycles| column.owned += cycles);
        }
    }

    /// Adds a span to each column that it overlaps.
    fn add(&mut self, sip: Sip, from: Cycle, to: Cycle, mut add: impl FnMut(&mut Column, u64)) {
        let (width, line) = (self.cycles, self.line_of[sip.index()]);
        let first = from.0 / width;
        for (column, start) in self.columns[line].iter_mut().zip(0..).skip(first as usize) {
            let start = start * width;
            if start >= to.0 {
                break;
            }
            add(column, to.0.min(start + width) - from.0.max(start));
        }
    }
}

impl Column {
    fn cell(&self) -> Cell {
        let most = self.ran.iter().max_by_key(|(dag, (cycles, _))| (*cycles, std::cmp::Reverse(**dag)));
        match most {
            Some((&dag, &(cycles, backfilled))) => Cell::Ran { dag, backfilled: 2 * backfilled > cycles },
            None if self.owned > 0 => Cell::Owned,
            None if self.reserved > 0 => Cell::Reserved,
            None => Cell::Idle,
        }
    }
}
