//! Every legal machine, including harvested ones: what fits where, and what does not.

use fw_api::{PinPolicy, max_coop_blocks, pin_to_cluster};
use hws_model::ErrorBit;
use hws_tests::rig::td;
use hws_types::{Cluster, SipMask, TaskDescriptor, ThreadNum, Topology};

use crate::use_cases::bench::Bench;
use crate::use_cases::story::{Block, Story};

/// CLUSTER_SIP_NUM and CLUSTER_NUM.
const MACHINES: [(u32, u32); 12] =
    [(3, 4), (6, 2), (12, 1), (4, 4), (8, 2), (16, 1), (3, 8), (6, 4), (12, 2), (4, 8), (8, 4), (16, 2)];

/// thread_num and the multiple at which its blocks start.
const SIZES: [(u32, u32); 9] = [(1, 1), (2, 2), (3, 4), (4, 4), (6, 8), (8, 8), (9, 16), (12, 16), (16, 16)];

/// A machine with the scheduler enabled.
fn machine((sips, clusters): (u32, u32)) -> (Bench, Topology) {
    let topology = Topology::new(sips, clusters).unwrap();
    let mut bench = Bench::new(4, 0);
    let mut fw = bench.fw();
    fw.identify().unwrap();
    fw.set_topology(topology).unwrap();
    fw.enable().unwrap();
    (bench, topology)
}

/// The positions at which a block of `threads` SIPs may start in a cluster of `cluster_sips`.
fn places(cluster_sips: u32, (threads, slot): (u32, u32)) -> Vec<u32> {
    (0..cluster_sips).step_by(slot as usize).filter(|place| place + threads <= cluster_sips).collect()
}

/// Checks that a block is in one cluster, at one of its positions, on adjacent SIPs.
#[track_caller]
fn assert_well_placed(block: &Block, (sips, clusters): (u32, u32), size: (u32, u32)) {
    // Clusters begin at multiples of the smallest power of two that is not below their size.
    let stride = sips.next_power_of_two();
    let first = block.sips.first().unwrap().get();
    let whole = ((1_u64 << size.0) - 1) << first;
    assert_eq!(u64::from(block.sips.0), whole, "{block:?} has gaps");
    assert!(first / stride < clusters, "{block:?} is outside of the {clusters} clusters");
    assert!(places(sips, size).contains(&(first % stride)), "{block:?} crosses a border");
}

/// Kernels of every size that fits, all at once, with enough blocks for every position twice; the others are
/// refused.
#[test]
fn blocks_of_every_size_find_their_places() {
    for shape in MACHINES {
        let (mut bench, _) = machine(shape);
        let kernel = |&size: &(u32, u32)| {
            let blocks = 2 * shape.1 * places(shape.0, size).len().max(1) as u32;
            let (dag_tag, est_exec_time) = (size.0 as u16, 300 + size.0);
            TaskDescriptor { dag_tag, est_exec_time, ..td(size.0 as u16, blocks as u16) }
        };
        for size in &SIZES {
            bench.submit(kernel(size));
        }
        let story = bench.end();
        assert_every_size(&story, shape);
    }
}

fn assert_every_size(story: &Story, shape: (u32, u32)) {
    for (kernel, size) in (0..).zip(SIZES) {
        let blocks: Vec<&Block> = story.blocks_of(kernel).collect();
        blocks.iter().for_each(|block| assert_well_placed(block, shape, size));
        let expected = if size.0 > shape.0 { 0 } else { 2 * shape.1 as usize * places(shape.0, size).len() };
        assert_eq!(blocks.len(), expected, "{shape:?}: blocks of {} SIPs", size.0);
    }
    let refused = SIZES.iter().filter(|size| size.0 > shape.0).count();
    assert_eq!(story.errors.len(), refused);
    assert!(story.errors.iter().all(|&(_, bit)| bit == ErrorBit::TdCluster), "{:?}", story.errors);
}

/// A kernel alone uses every position of the machine, including those left by harvesting.
#[test]
fn a_kernel_alone_uses_every_place() {
    for shape in MACHINES {
        for size in SIZES.into_iter().filter(|size| size.0 <= shape.0) {
            let (mut bench, topology) = machine(shape);
            let blocks = shape.1 as usize * places(shape.0, size).len();
            bench.submit(TaskDescriptor { est_exec_time: 5000, ..td(size.0 as u16, blocks as u16) });
            let story = bench.end();
            let sips = story.blocks.iter().fold(SipMask::EMPTY, |all, block| all | block.sips);
            assert_eq!(sips.len() as usize, blocks * size.0 as usize, "each place once");
            assert!(topology.present().contains(sips));
            let (first, last) = (story.blocks[0].finish.unwrap(), story.blocks[blocks - 1].launch);
            assert!(last < first, "all at a time on {shape:?}");
        }
    }
}

/// As many blocks as there are positions start together; a kernel with one more is refused at admission.
#[test]
fn the_largest_cooperative_kernel_fits_and_one_block_more_does_not() {
    for shape in MACHINES {
        for size in SIZES.into_iter().filter(|size| size.0 <= shape.0) {
            let (mut bench, topology) = machine(shape);
            let most = max_coop_blocks(topology, ThreadNum::new(size.0).unwrap());
            assert_eq!(most, shape.1 * places(shape.0, size).len() as u32, "{shape:?}, {} SIPs", size.0);
            let coop = |blocks: u32| TaskDescriptor { coop: true, ..td(size.0 as u16, blocks as u16) };
            let fits = bench.submit(coop(most));
            let does_not = bench.submit(coop(most + 1));
            let story = bench.end();
            assert_eq!(story.blocks_of(fits).count(), most as usize);
            assert!(story.blocks.iter().all(|block| block.launch == story.blocks[0].launch), "all together");
            assert!(!story.kernels.contains_key(&does_not));
            let [(_, bit)] = story.errors[..] else { panic!("{:?}", story.errors) };
            assert!(matches!(bit, ErrorBit::TdCoop | ErrorBit::TdUnplaceable), "{bit:?}");
        }
    }
}

/// The two cases that remain if firmware pins kernels smaller than a cluster: they share their cluster and stay in
/// it, and a kernel as large as a cluster may use any.
#[test]
fn pinned_kernels_share_one_cluster() {
    for shape in MACHINES.into_iter().filter(|&(sips, clusters)| sips > 3 && clusters > 1) {
        let (mut bench, topology) = machine(shape);
        let home = topology.clusters().nth(1).unwrap();
        let pinned = |threads| pin(topology, threads, home);
        let small = [1, 2, 3].map(|threads| {
            let affinity = pinned(threads).0;
            bench.submit(TaskDescriptor {
                affinity,
                dag_tag: threads as u16,
                est_exec_time: 100,
                ..td(threads as u16, 6)
            })
        });
        let affinity = pinned(shape.0).0;
        assert_eq!(affinity, topology.present().0);
        let whole = bench.submit(TaskDescriptor { affinity, dag_tag: 9, ..td(shape.0 as u16, 24) });
        let story = bench.end();
        for kernel in small {
            assert!(topology.cluster_mask(home).contains(story.sips_of(kernel)), "{shape:?}");
        }
        assert_eq!(story.sips_of(whole), topology.present());
    }
}

fn pin(topology: Topology, threads: u32, home: Cluster) -> SipMask {
    let threads = ThreadNum::new(threads).unwrap();
    pin_to_cluster(topology, threads, 1, SipMask::ALL, PinPolicy::Fixed(home)).unwrap()
}
