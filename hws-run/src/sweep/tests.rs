//! Sweeps of small workloads: options, runs, and results.

mod axes;
mod outlines;
mod plans;
mod rows;
mod run_tables;
mod summaries;

use std::io;

use super::{Axis, Grid, PolicySetting, RowOptions, Seeds, SweepError, SweepPlan};
use crate::workload::{ErrorKind, InputFile, Inputs, Workload, WorkloadError};

/// Kernels that need the whole machine and kernels that need one SIP.
const CONTENTION: &str = "\
dags:
  - id: wide
    kernels:
      - { id: a, threads: 16, blocks: 6, est: 700 }
      - { id: b, threads: 16, blocks: 6, est: 900, deps: [ a ] }
  - id: narrow
    kernels:
      - { id: c, threads: 1, blocks: 90, est: 500 }
      - { id: d, threads: 2, blocks: 40, est: 800 }
";

const LOW: RowOptions = RowOptions { error_kind: ErrorKind::Low };
const EXACT: RowOptions = RowOptions { error_kind: ErrorKind::None };

fn grid(options: &[&str]) -> Grid {
    Grid::new(options.iter().map(|option| Axis::parse(option).unwrap()).collect()).unwrap()
}

fn setting(key: &str, value: &str) -> PolicySetting {
    PolicySetting { key: key.to_owned(), value: value.to_owned() }
}

/// The workload of this text under settings that shape it.
fn read(text: &str, settings: &[PolicySetting]) -> Result<Workload, WorkloadError> {
    let inputs = Inputs {
        files: vec![InputFile { name: "w.yaml".to_owned(), bytes: text.as_bytes().to_vec() }],
        policies: settings.iter().map(|set| (set.key.clone(), set.value.clone())).collect(),
        ..Inputs::default()
    };
    inputs.read(&mut |_: &str, _: &str| Err(io::ErrorKind::NotFound.into()))
}

fn workload(text: &str) -> Workload {
    read(text, &[]).unwrap()
}

fn plan_of(text: &str, options: &[&str], seeds: u64) -> Result<SweepPlan, SweepError> {
    let mut reader = |settings: &[PolicySetting]| read(text, settings);
    SweepPlan::new(&mut reader, grid(options), Seeds::from_count(seeds), LOW)
}

fn plan(options: &[&str], seeds: u64) -> SweepPlan {
    plan_of(CONTENTION, options, seeds).unwrap()
}
