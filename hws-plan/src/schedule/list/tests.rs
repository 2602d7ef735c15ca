//! Worked placements, and what holds for random kernels.

use super::*;
use proptest::prelude::*;

fn job(cycles: u64, threads: u32, blocks: u16, after: &[usize]) -> Job {
    Job {
        cycles,
        threads: ThreadNum::new(threads).unwrap(),
        blocks,
        coop: false,
        sips: SipMask(0xFFFF),
        release: 0,
        after: after.iter().map(|&before| (before, After::End, 0)).collect(),
    }
}

fn starts(blocks: &[Block]) -> Vec<(u32, u128)> {
    blocks.iter().map(|block| (block.sips.0, block.start)).collect()
}

#[test]
fn a_short_kernel_goes_into_the_gap_before_a_long_one() {
    // The second waits for the first on its own group, and leaves SIPs 4 to 15 idle until then.
    let jobs = [job(10, 4, 1, &[]), job(5, 16, 1, &[0]), job(10, 4, 1, &[]), job(11, 1, 1, &[])];
    let placed = list_schedule(&jobs, &[0, 1, 2, 3]).unwrap();
    assert_eq!(starts(&placed[0]), [(0xF, 0)]);
    assert_eq!(starts(&placed[1]), [(0xFFFF, 10)]);
    assert_eq!(starts(&placed[2]), [(0xF0, 0)]);
    assert_eq!(starts(&placed[3]), [(0x1, 15)]); // a cycle too long for any gap
}

#[test]
fn blocks_fill_the_machine_in_rounds() {
    let placed = list_schedule(&[job(7, 6, 3, &[])], &[0]).unwrap();
    assert_eq!(starts(&placed[0]), [(0x3F, 0), (0x3F00, 0), (0x3F, 7)]);
}

#[test]
fn cooperative_blocks_start_together() {
    let coop = Job { coop: true, ..job(5, 8, 2, &[]) };
    let placed = list_schedule(&[job(3, 1, 1, &[]), coop], &[0, 1]).unwrap();
    assert_eq!(starts(&placed[1]), [(0xFF, 3), (0xFF00, 3)]);
}

#[test]
fn a_launch_counts_from_the_last_start_and_a_release_holds_back() {
    let prefetch = Job { release: 4, ..job(9, 1, 0, &[]) };
    let first = Job { after: vec![(0, After::Start, 0)], ..job(20, 8, 3, &[]) };
    let second = Job { after: vec![(1, After::Start, 0)], ..job(1, 8, 1, &[]) };
    let placed = list_schedule(&[prefetch, first, second], &[2, 1, 0]).unwrap();
    assert_eq!(placed[0], []);
    assert_eq!(starts(&placed[1]), [(0xFF, 4), (0xFF00, 4), (0xFF, 24)]);
    assert_eq!(starts(&placed[2]), [(0xFF00, 24)]);
}

#[test]
fn a_transfer_comes_after_its_predecessor() {
    let behind = Job { after: vec![(0, After::End, 6), (1, After::End, 1)], ..job(2, 1, 1, &[]) };
    let early = Job { after: vec![(1, After::Start, 5)], ..job(1, 1, 1, &[]) };
    let placed =
        list_schedule(&[job(10, 1, 1, &[]), job(12, 1, 1, &[]), behind, early], &[0, 1, 2, 3]).unwrap();
    // The second predecessor ends later, but its transfer is shorter.
    assert_eq!((starts(&placed[2]), starts(&placed[3])), (vec![(0x1, 16)], vec![(0x4, 5)]));
}

#[test]
fn what_fits_nowhere_is_named() {
    let narrow = Job { sips: SipMask(0x3FE), ..job(1, 8, 1, &[]) };
    assert_eq!(list_schedule(&[job(1, 1, 1, &[]), narrow], &[0, 1]), Err(1));
    assert_eq!(list_schedule(&[job(1, 1, 1, &[1]), job(1, 1, 1, &[0])], &[0, 1]), Err(0));
}

fn any_job() -> impl Strategy<Value = Job> {
    let threads = prop::sample::select(ThreadNum::ALL.to_vec());
    (
        0u64..9,
        threads,
        0u16..4,
        any::<bool>(),
        0u64..20,
        prop::collection::vec((any::<prop::sample::Index>(), 0u64..9), 0..3),
    )
        .prop_map(|(cycles, threads, blocks, coop, release, after)| Job {
            cycles,
            threads,
            blocks: if coop { blocks.min(2) } else { blocks },
            coop,
            sips: SipMask(0xFFFF_FFFF),
            release,
            // Reduced to earlier kernels by the caller.
            after: after.iter().map(|(index, delay)| (index.index(1 << 20), After::End, *delay)).collect(),
        })
}

proptest! {
    #[test]
    fn nothing_overlaps_and_nothing_is_early(jobs in prop::collection::vec(any_job(), 1..25)) {
        let mut jobs = jobs;
        for (index, job) in jobs.iter_mut().enumerate() {
            job.after.iter_mut().for_each(|after| after.0 = after.0.checked_rem(index).unwrap_or(0));
            job.after.sort_by_key(|after| after.0);
            job.after.dedup_by_key(|after| after.0);
            job.after.truncate(index);
        }
        let order: Vec<usize> = (0..jobs.len()).rev().collect();
        let placed = list_schedule(&jobs, &order).unwrap();
        let ended = |index: usize| placed[index].iter().map(|block| block.end).max().unwrap_or(0);
        for (job, blocks) in jobs.iter().zip(&placed) {
            prop_assert_eq!(blocks.len(), usize::from(job.blocks));
            for block in blocks {
                prop_assert!(job.sips.blocks(job.threads).any(|place| place == block.sips));
                prop_assert_eq!(block.end - block.start, u128::from(job.cycles));
                prop_assert!(block.start >= u128::from(job.release));
                prop_assert!(!job.coop || block.start == blocks[0].start);
                prop_assert!(job.after.iter().all(|&(before, _, delay)| block.start >= ended(before) + u128::from(delay)));
            }
        }
        let all: Vec<&Block> = placed.iter().flatten().collect();
        for (at, a) in all.iter().enumerate() {
            let apart = |b: &&Block| a.end <= b.start || b.end <= a.start || (a.sips & b.sips).is_empty();
            prop_assert!(all[..at].iter().all(apart));
        }
    }
}
