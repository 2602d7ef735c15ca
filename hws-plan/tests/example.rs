//! The built-in example: legal kernels, the published sizes, and a run of a few million cycles.

use std::collections::BTreeSet;

use hws_plan::bounds::Bounds;
use hws_plan::cost::BLOCKS_MOST;
use hws_plan::example::{ExampleDag, dags};

const LEGAL: [u32; 9] = [1, 2, 3, 4, 6, 8, 9, 12, 16];

fn multiply_adds(dag: &ExampleDag, part: impl Fn(&str) -> bool) -> u64 {
    dag.kernels.iter().filter(|kernel| part(&kernel.name)).map(|kernel| kernel.ops / 2).sum()
}

#[test]
fn every_kernel_is_legal_and_every_size_occurs() {
    let dags = dags();
    assert!(dags.iter().map(|dag| dag.kernels.len()).sum::<usize>() >= 60);
    let mut sizes = BTreeSet::new();
    for kernel in dags.iter().flat_map(|dag| &dag.kernels) {
        assert!(LEGAL.contains(&kernel.threads), "{kernel:?}");
        assert!((1..=BLOCKS_MOST).contains(&kernel.blocks), "{kernel:?}");
        assert!((1_000..=60_000).contains(&kernel.est_cycles_per_block), "{kernel:?}");
        sizes.insert(kernel.threads);
    }
    assert_eq!(sizes.into_iter().collect::<Vec<_>>(), LEGAL);
}

#[test]
fn dependencies_point_backward_and_only_the_first_kernel_has_none() {
    for dag in dags() {
        for (k, kernel) in dag.kernels.iter().enumerate() {
            assert_eq!(kernel.deps.is_empty(), k == 0, "{kernel:?}");
            assert!(kernel.deps.iter().all(|&dep| dep < k) && kernel.deps.is_sorted(), "{kernel:?}");
        }
    }
}

#[test]
fn residual_branches_join() {
    let dags = dags();
    let names = |dag: &ExampleDag, of: &str| {
        let kernel = dag.kernels.iter().find(|kernel| kernel.name == of).unwrap();
        kernel.deps.iter().map(|&dep| dag.kernels[dep].name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&dags[0], "conv3_1.expand"), ["conv3_1.conv3x3", "conv3_1.project"]);
    assert_eq!(names(&dags[0], "conv3_2.expand"), ["conv3_1.expand", "conv3_2.conv3x3"]);
    assert_eq!(names(&dags[1], "layer2.output"), ["layer1.ffn_down", "layer2.attention"]);
}

#[test]
fn sizes_are_the_published_ones() {
    let dags = dags();
    // Table 1 of He et al. gives 3.8e9 multiply-adds; this is convolutions and classifier exactly.
    let resnet = multiply_adds(&dags[0], |name| !name.contains("pool"));
    assert_eq!(resnet, 3_857_973_248);
    assert_eq!(dags[0].kernels.len(), 53 + 3); // convolutions, two pools, classifier
    // 12 layers of 12 H^2 S + 2 S^2 H multiply-adds.
    let bert = multiply_adds(&dags[1], |name| name.starts_with("layer"));
    assert_eq!(bert, 12 * (12 * 768 * 768 * 128 + 2 * 128 * 128 * 768));
    assert_eq!(dags[1].kernels.len(), 12 * 5 + 2);
    // Zhang et al. give 5.4e6 operations for a DS-CNN of this size, two for a multiply-add; a block per stream.
    let ds_cnn = multiply_adds(&dags[3], |name| !name.contains("pool"));
    assert_eq!(ds_cnn / 16, 125 * 64 * (40 + 4 * (9 + 64)) + 64 * 12);
    assert_eq!(dags[3].kernels.len(), 1 + 4 * 2 + 2); // convolution, separable ones, pool and classifier
}

#[test]
fn the_dags_contend_and_the_run_is_a_few_million_cycles() {
    let dags = dags();
    let work = |dag: &ExampleDag| -> u128 {
        let kernels = dag.kernels.iter();
        kernels.map(|k| u128::from(k.est_cycles_per_block) * u128::from(k.threads * k.blocks)).sum()
    };
    let all: u128 = dags.iter().map(work).sum();
    let lower = Bounds::from_totals(0, all, 32).lower;
    assert!((1_000_000..4_000_000).contains(&lower), "{lower}");
    // The last arrives before the work of the earlier ones can be done.
    let earlier: u128 = dags[..2].iter().map(work).sum();
    assert!(u128::from(dags[2].arrival_cycles) < earlier / 32);
}
