//! `select` for every thread count, number of blocks and mask of 16 SIPs, against the sentences of §5.2.

extern crate std;

use std::vec::Vec;

use hws_types::{Sip, SipMask, ThreadNum};

use super::{Candidates, Request, select};

const THREADS: [u32; 9] = [1, 2, 3, 4, 6, 8, 9, 12, 16];

/// The candidate positions of §5.2 in their search order.
fn positions(threads: u32) -> Vec<u32> {
    let slot = (0..5).map(|power| 1 << power).find(|&slot| slot >= threads).unwrap();
    let multiples = (0..32).filter(|position| position % slot == 0);
    if threads <= 4 { multiples.rev().collect() } else { multiples.collect() }
}

/// §5.2, SIP by SIP: first among idle SIPs, then among ready ones; all blocks or none.
fn by_the_text(threads: u32, blocks: u16, idle: u32, ready: u32) -> Option<Vec<u32>> {
    let set = |mask: u32| core::array::from_fn::<bool, { Sip::COUNT }, _>(|sip| mask >> sip & 1 == 1);
    let (in_order, mut idle, mut ready) = (positions(threads), set(idle), set(ready));
    let mut found = Vec::new();
    for _ in 0..blocks {
        let sips = |at: u32| at as usize..(at + threads) as usize;
        let first =
            |set: &[bool; Sip::COUNT]| in_order.iter().copied().find(|&at| sips(at).all(|sip| set[sip]));
        let at = first(&idle).or_else(|| first(&ready))?;
        sips(at).for_each(|sip| (idle[sip], ready[sip]) = (false, false));
        found.push(sips(at).fold(0, |mask, sip| mask | 1 << sip));
    }
    Some(found)
}

fn assert_found(threads: u32, blocks: u16, idle: u32, ready: u32) {
    let request = Request { threads: ThreadNum::new(threads).unwrap(), blocks };
    let placement = select(request, Candidates { idle: SipMask(idle), ready: SipMask(ready) }, None);
    let found = placement.map(|placement| placement.blocks().map(|block| block.0).collect::<Vec<_>>());
    let expected = by_the_text(threads, blocks, idle, ready);
    assert_eq!(found, expected, "{blocks} blocks of {threads}, idle {idle:#x}, ready {ready:#x}");
}

/// One block on every mask of one die, and of the middle, where the dies meet.
#[test]
fn one_block_on_every_mask_of_16_sips() {
    for threads in THREADS {
        for mask in 0..1 << 16 {
            assert_found(threads, 1, mask << 8, mask << 8);
        }
    }
}

/// Early launch: every pair of idle and pre-idle SIPs among 6, which has every way for a block to span both.
#[test]
fn blocks_on_every_pair_of_masks_of_6_sips() {
    for threads in THREADS.into_iter().filter(|&threads| threads <= 6) {
        for (idle, busy) in (0..1 << 6).flat_map(|idle| (0..1 << 6).map(move |busy| (idle, busy))) {
            (1..=3).for_each(|blocks| assert_found(threads, blocks, idle, idle | busy));
        }
    }
}

#[test]
#[ignore = "a minute without optimisation, for .ci/nightly"]
fn any_number_of_blocks_on_every_mask_of_either_die() {
    for threads in THREADS {
        for blocks in 1..=(16 / threads) as u16 {
            for mask in 0..1 << 16 {
                assert_found(threads, blocks, mask, mask);
                assert_found(threads, blocks, mask << 16, mask << 16);
            }
        }
    }
}
