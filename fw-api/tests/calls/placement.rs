//! Placement of blocks, and software's SIP ids.

use fw_api::types::{Cluster, SipMask, ThreadNum, Topology};
use fw_api::{PinPolicy, max_coop_blocks, pin_to_cluster, sip_ids};

fn threads(count: u32) -> ThreadNum {
    ThreadNum::new(count).unwrap()
}

fn machine(sips: u32, clusters: u32) -> Topology {
    Topology::new(sips, clusters).unwrap()
}

const MACHINES: [(u32, u32); 12] =
    [(3, 4), (6, 2), (12, 1), (4, 4), (8, 2), (16, 1), (3, 8), (6, 4), (12, 2), (4, 8), (8, 4), (16, 2)];

#[test]
fn cooperative_kernels_are_as_large_as_scheduler_md_8_lists() {
    let listed = [
        ((3, 4), 4, 3),
        ((6, 2), 2, 6),
        ((6, 2), 2, 4),
        ((12, 1), 1, 12),
        ((12, 1), 1, 6),
        ((12, 1), 3, 4),
        ((3, 8), 8, 3),
        ((6, 4), 4, 6),
        ((6, 4), 4, 4),
        ((12, 2), 2, 12),
        ((12, 2), 2, 6),
        ((12, 2), 6, 4),
        ((16, 2), 32, 1),
        ((16, 2), 2, 16),
        ((4, 8), 8, 4),
    ];
    for ((sips, clusters), blocks, t) in listed {
        assert_eq!(max_coop_blocks(machine(sips, clusters), threads(t)), blocks, "{sips}x{clusters} t={t}");
    }
}

#[test]
fn a_block_larger_than_a_cluster_fits_nowhere() {
    assert_eq!(max_coop_blocks(machine(4, 8), threads(8)), 0);
    let policy = PinPolicy::Fixed(Cluster::wrapping(0));
    assert_eq!(pin_to_cluster(machine(4, 8), threads(8), 1, SipMask::ALL, policy), None);
}

#[test]
fn compact_ids_have_no_gaps_and_round_trip() {
    for (sips, clusters) in MACHINES {
        let machine = machine(sips, clusters);
        for id in 0..sips * clusters {
            let logical = sip_ids::to_logical(machine, SipMask(1 << id)).unwrap();
            assert_eq!(logical, SipMask(1 << (id / sips * machine.stride() + id % sips)));
            assert_eq!(sip_ids::from_logical(machine, logical), Ok(SipMask(1 << id)));
        }
        let all = SipMask((u64::MAX >> (64 - sips * clusters)) as u32);
        assert_eq!(sip_ids::to_logical(machine, all), Ok(machine.present()));
        assert_eq!(sip_ids::from_logical(machine, machine.present()), Ok(all));
    }
}

#[test]
fn ids_the_machine_does_not_have_are_refused() {
    assert!(sip_ids::to_logical(machine(3, 8), SipMask(1 << 24)).is_err());
    assert!(sip_ids::from_logical(machine(3, 8), SipMask(1 << 3)).is_err());
}

#[test]
fn a_small_kernel_is_pinned_to_the_chosen_cluster() {
    let fixed = PinPolicy::Fixed(Cluster::wrapping(2));
    let pinned = pin_to_cluster(machine(8, 4), threads(4), 1, SipMask::ALL, fixed);
    assert_eq!(pinned, Some(SipMask(0x00FF_0000)));
    // Cluster 2 has no aligned four in this affinity.
    assert_eq!(pin_to_cluster(machine(8, 4), threads(4), 1, SipMask(0x0F3C_0F0F), fixed), None);
}

#[test]
fn the_least_loaded_cluster_that_fits_is_taken() {
    let loads = PinPolicy::LeastLoaded([5, 1, 3, 1, 0, 0, 0, 0]);
    let pin =
        |together, affinity| pin_to_cluster(machine(8, 4), threads(4), together, SipMask(affinity), loads);
    assert_eq!(pin(1, u32::MAX), Some(SipMask(0xFF00)));
    assert_eq!(pin(1, 0xFFFF_03FF), Some(SipMask(0xFF00_0000)));
    // Two blocks together fit only where all eight SIPs may be used.
    assert_eq!(pin(2, 0x0FFF_0FFF), Some(SipMask(0x00FF_0000)));
    assert_eq!(pin(3, u32::MAX), None);
}

#[test]
fn kernels_that_need_no_pin_keep_their_affinity() {
    let fixed = PinPolicy::Fixed(Cluster::wrapping(0));
    let exact = pin_to_cluster(machine(8, 4), threads(8), 1, SipMask(0xFFFF_0000), fixed);
    assert_eq!(exact, Some(SipMask(0xFFFF_0000)));
    let inside = pin_to_cluster(machine(8, 4), threads(4), 1, SipMask(0x0F00_0000), fixed);
    assert_eq!(inside, Some(SipMask(0x0F00_0000)));
    assert_eq!(pin_to_cluster(machine(3, 8), threads(3), 1, SipMask(0x8), fixed), None);
}
