//! Workload files: their meaning, and refusals.

mod across;
mod config;
mod deadlines;
mod files;
mod firmware;
mod models;
mod plans;
mod refusals;
mod schema;
mod several;
mod soup;
mod to_plan;

use std::io;

use super::{Kernel, Mapping, ReadOptions, Workload, WorkloadError, read};

/// A small graph with two sources and a join, times 5, 7 and 3.
const STG: &str = "5\n0 0 0\n1 5 1 0\n2 7 1 0\n3 3 2 1 2\n4 0 1 3\n";

/// Two cores: A(10) on core 0, then B(7) on core 1 and C(5) on core 0, both after A.
const GEMINI: &[u8] = include_bytes!("../../../hws-plan/tests/data/tiny.gemini.in.json");

/// 66 operators; the first, a convolution, has 29 blocks of two threads and 6,876 cycles.
const SQUEEZENET: &[u8] = include_bytes!("../../../examples/models/squeezenet.onnx");

fn load(path: &str) -> io::Result<Vec<u8>> {
    match path {
        "g.stg" => Ok(STG.as_bytes().to_vec()),
        "bad.stg" => Ok(b"3\n0 1 0\n1 1 1 9\n2 1 0\n".to_vec()),
        "squeezenet.onnx" => Ok(SQUEEZENET.to_vec()),
        "g.json" => Ok(GEMINI.to_vec()),
        "nested.yaml" => Ok(b"dags: []\n".to_vec()),
        _ => Err(io::Error::from(io::ErrorKind::NotFound)),
    }
}

fn read_with(text: &str, options: &ReadOptions) -> Result<Workload, WorkloadError> {
    read(text.as_bytes(), "w.yaml", options, &mut load)
}

fn read_text(text: &str) -> Result<Workload, WorkloadError> {
    read_with(text, &ReadOptions::default())
}

fn read_static(text: &str) -> Result<Workload, WorkloadError> {
    read_with(text, &ReadOptions { mapping: Mapping::Static, ..ReadOptions::default() })
}

fn kernel<'w>(workload: &'w Workload, dag: usize, name: &str) -> &'w Kernel {
    workload.dags[dag].kernels.iter().find(|kernel| kernel.name == name).unwrap()
}
