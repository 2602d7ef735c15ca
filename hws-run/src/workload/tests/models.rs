//! ONNX models as workloads: threads and blocks from the cost model, times already in cycles.

use hws_types::{Cycle, ThreadNum};

use super::{SQUEEZENET, load, read_text, read_with};
use crate::workload::{GraphKind, ReadOptions, Workload, read};

fn alone(options: &ReadOptions) -> Workload {
    read(SQUEEZENET, "models/squeezenet.onnx", options, &mut load).unwrap()
}

#[test]
fn a_model_is_a_workload_whose_times_are_not_scaled() {
    let workload = alone(&ReadOptions::default());
    let dag = &workload.dags[0];
    assert_eq!((dag.name.as_str(), dag.arrival, dag.kind), ("squeezenet", Cycle(0), GraphKind::Static));
    assert_eq!((workload.est_scale, dag.kernels.len()), (1, 66));
    let first = &dag.kernels[0];
    assert_eq!((first.threads, first.blocks, first.est), (ThreadNum::new(2).unwrap(), 29, 6876));
}

#[test]
fn the_rates_of_the_machine_count() {
    let text = "hardware: { cost: { overhead: 0 } }\ndags: [{ id: m, import: squeezenet.onnx }]";
    assert_eq!(read_text(text).unwrap().dags[0].kernels[0].est, 5876);
}

/// 29 blocks of two threads fill 16 places twice.
#[test]
fn a_rank_counts_the_rounds_of_the_blocks() {
    let kernels = &alone(&ReadOptions::default()).dags[0].kernels;
    assert_eq!(kernels[1].deps[0].kernel, 0);
    assert_eq!(kernels[0].priority - kernels[1].priority, 2 * 6876);
    let last = &kernels[65];
    assert_eq!((last.priority, last.blocks), (last.est, 1));
}

#[test]
fn a_scale_multiplies_cycles_only_if_it_is_given() {
    let options = ReadOptions { est_scale: Some(3), ..ReadOptions::default() };
    let workload = alone(&options);
    assert_eq!((workload.est_scale, workload.dags[0].kernels[0].est), (3, 3 * 6876));
    // With another graph in its own units, whose mean of 5 needs 1000, as without the model.
    let text = "dags: [{ id: m, import: squeezenet.onnx }, { id: g, import: g.stg }]";
    let workload = read_text(text).unwrap();
    assert_eq!((workload.est_scale, workload.dags[1].kernels[0].est), (1000, 5000));
    assert_eq!(workload.dags[0].kernels[0].est, 6876);
    let workload = read_with(text, &options).unwrap();
    assert_eq!((workload.dags[0].kernels[0].est, workload.dags[1].kernels[0].est), (20_628, 15));
}

#[test]
fn the_machine_limits_threads_and_gives_the_time_unit() {
    let text = "hardware: { topology: 4x4, time_unit: 20 }\ndags: [{ id: m, import: squeezenet.onnx }]";
    let kernels = &read_text(text).unwrap().dags[0].kernels;
    assert_eq!(kernels.iter().map(|kernel| kernel.threads.get()).max(), Some(4));
    // ceil(6876 / 20).
    assert_eq!(kernels[0].est, 344);
    let whole = &alone(&ReadOptions::default()).dags[0].kernels;
    assert!(whole.iter().any(|kernel| kernel.threads.get() > 4));
}

#[test]
fn fusion_is_an_option() {
    let options = ReadOptions { fuse: true, ..ReadOptions::default() };
    assert_eq!(alone(&options).dags[0].kernels.len(), 39);
    let text = "dags: [{ id: m, import: squeezenet.onnx, repeat: 2, every: 1000 }]";
    let dags = read_with(text, &options).unwrap().dags;
    assert_eq!(dags.iter().map(|dag| dag.kernels.len()).collect::<Vec<_>>(), [39, 39]);
}
