//! SIP_TOPOLOGY: the legal machines, when it may be written, and what fits at most.

use hws_model::ErrorBit;
use hws_regs::{RegId, SipTopology};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

/// CLUSTER_SIP_NUM, CLUSTER_NUM, stride.
const LEGAL: [(u32, u32, u32); 12] = [
    (3, 4, 4),
    (6, 2, 8),
    (12, 1, 16),
    (4, 4, 4),
    (8, 2, 8),
    (16, 1, 16),
    (3, 8, 4),
    (6, 4, 8),
    (12, 2, 16),
    (4, 8, 4),
    (8, 4, 8),
    (16, 2, 16),
];

/// Exactly twelve pairs are accepted; the others are ignored with CFG.
#[test]
fn twelve_pairs_are_legal() {
    for sips in 0..32 {
        for clusters in 0..16 {
            let mut rig = Rig::new();
            rig.topology(4, 4);
            rig.topology(sips, clusters);
            let is_legal = LEGAL.iter().any(|&(s, c, _)| (s, c) == (sips, clusters));
            let now = rig.read::<SipTopology>(());
            let expected = if is_legal { (sips, clusters) } else { (4, 4) };
            assert_eq!((now.cluster_sip_num(), now.cluster_num()), expected);
            assert_eq!(rig.errors(), if is_legal { vec![] } else { vec![ErrorBit::Cfg] });
        }
    }
}

/// Cluster c occupies CLUSTER_SIP_NUM ids from c × stride; present is their union. Reset: 16 × 2.
#[test]
fn clusters_lie_a_stride_apart() {
    assert_eq!(Rig::new().peek(RegId::SipPresentMask), u32::MAX);
    for (sips, clusters, stride) in LEGAL {
        let mut rig = Rig::new();
        rig.topology(sips, clusters);
        let present = (0..clusters).fold(0, |mask, c| mask | ((1_u64 << sips) - 1) << (c * stride));
        assert_eq!(u64::from(rig.peek(RegId::SipPresentMask)), present, "{sips} × {clusters}");
    }
}

#[track_caller]
fn assert_ignored(rig: &mut Rig) {
    let before = rig.hws.clone();
    rig.topology(8, 4);
    assert_eq!(rig.errors().pop(), Some(ErrorBit::Cfg));
    assert!(rig.take_errors().cfg());
    assert_eq!(rig.hws, before);
}

/// Not while an entry is valid, the loader is busy, or a SIP is not idle or owned by firmware.
#[test]
fn the_topology_needs_an_empty_machine() {
    let mut rig = Rig::new();
    rig.push(td(1, 1)).unwrap();
    rig.tick();
    assert_ignored(&mut rig);
    rig.ticks(8);
    assert_ignored(&mut rig);
    rig.take_errors();
    let launch = rig.attempt().launch();
    assert_ignored(&mut rig);
    rig.complete(launch.mask);
    rig.claim(1 << 7);
    assert_ignored(&mut rig);
}

/// Tasks waiting in a FIFO, ENABLE and queued commands do not matter.
#[test]
fn waiting_tasks_do_not_matter() {
    let mut rig = Rig::new();
    rig.enable(true);
    rig.push(td(16, 1)).unwrap();
    rig.topology(8, 4);
    assert!(rig.errors().is_empty());
    rig.ticks(9);
    assert_eq!(rig.errors(), [ErrorBit::TdCluster], "checked against the new machine");
}

/// The largest cooperative kernel that is admitted; checks that all its blocks launch together.
fn most_blocks(sips: u32, clusters: u32, threads: u16) -> u16 {
    let fits = |blocks: &u16| {
        let mut rig = Rig::new();
        rig.topology(sips, clusters);
        let admitted = rig.try_submit(TaskDescriptor { coop: true, ..td(threads, *blocks) }).is_ok();
        assert!(!admitted || rig.attempt().launches().len() == usize::from(*blocks));
        admitted
    };
    (1..=33).take_while(fits).count() as u16
}

/// The maximum that fits on the harvested machines, <blocks, threads>.
#[test]
fn what_fits_on_harvested_machines() {
    let table = [
        (3, 4, [(4, 3)].as_slice()),
        (6, 2, &[(2, 6), (2, 4)]),
        (12, 1, &[(1, 12), (1, 6), (3, 4)]),
        (3, 8, &[(8, 3)]),
        (6, 4, &[(4, 6), (4, 4)]),
        (12, 2, &[(2, 12), (2, 6), (6, 4)]),
    ];
    for (sips, clusters, rows) in table {
        for &(blocks, threads) in rows {
            assert_eq!(most_blocks(sips, clusters, threads), blocks, "<{threads}> on {sips} × {clusters}");
        }
    }
}

/// Only on 3-SIP clusters do 3 threads fit where 4 do not.
#[test]
fn three_threads_fit_where_four_do_on_larger_clusters() {
    for (sips, clusters) in [(6, 2), (12, 1), (6, 4), (12, 2)] {
        assert_eq!(most_blocks(sips, clusters, 3), most_blocks(sips, clusters, 4));
    }
    assert_eq!(most_blocks(3, 4, 4), 0);
}

/// Full machines waste nothing: blocks whose size is a power of two fill every SIP.
#[test]
fn full_machines_are_filled() {
    for (sips, clusters) in [(4, 8), (8, 4), (16, 2)] {
        assert_eq!(most_blocks(sips, clusters, 4), 8);
    }
    assert_eq!((most_blocks(16, 2, 16), most_blocks(16, 1, 16), most_blocks(8, 4, 8)), (2, 1, 4));
    assert_eq!(most_blocks(16, 2, 9), 2);
}
