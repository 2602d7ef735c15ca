//! Every algorithm for the subset against the table of N15.

use proptest::prelude::*;

use super::items::{Items, Runs, Sizes};
use super::meter::Meter;
use super::sums::Sums;
use super::{Budget, Forest, first_fit, halves, leave_out, scaled};
use crate::periodic::forest::NONE;

/// dp[j][s], the largest sum of the first j items up to s, with backtracking from the last item.
fn table(sizes: &[u64], limit: u64) -> Vec<bool> {
    let limit = limit as usize;
    let mut dp = vec![vec![0; limit + 1]];
    for &size in sizes {
        let last = &dp[dp.len() - 1];
        let with = |s: usize| s.checked_sub(size as usize).map_or(0, |rest| last[rest] + size);
        dp.push((0..=limit).map(|s| with(s).max(last[s])).collect());
    }
    let (mut taken, mut s) = (vec![false; sizes.len()], limit);
    for j in (1..=sizes.len()).rev().filter(|&j| dp[j][limit] > 0) {
        if dp[j][s] != dp[j - 1][s] {
            taken[j - 1] = true;
            s -= sizes[j - 1] as usize;
        }
    }
    taken
}

/// Whether each of the items is taken.
fn each(items: usize, taken: &Runs) -> Vec<bool> {
    (0..items).map(|item| taken.iter().any(|run| run.contains(&item))).collect()
}

/// The search in a forest that holds the sizes in one list.
fn found(sizes: &[u64], limit: u64, budget: &mut Budget) -> Vec<bool> {
    let mut forest = Forest::new(sizes.iter().map(|&size| size as u32));
    let list = (0..sizes.len() as u32).fold(NONE, |list, node| forest.join(list, node));
    each(sizes.len(), &super::largest(&forest, list, limit, budget).unwrap())
}

fn exactly(sizes: &[u64], limit: u64) -> Vec<bool> {
    found(sizes, limit, &mut Budget::exact(u64::MAX))
}

fn total(sizes: &[u64], taken: &[bool]) -> u64 {
    sizes.iter().zip(taken).filter(|(_, taken)| **taken).map(|(size, _)| size).sum()
}

/// Sizes of several kinds: arbitrary, close to each other, with a common factor except for one, few distinct ones.
fn sizes(most: usize) -> impl Strategy<Value = Vec<u64>> {
    let list = |size: BoxedStrategy<u64>| prop::collection::vec(size, 1..=most);
    prop_oneof![
        list((1..60u64).boxed()),
        list((95..100u64).boxed()),
        list((1..20u64).prop_map(|size| 7 * size).boxed()),
        list(prop_oneof![9 => Just(30u64), 1 => 1..20u64].boxed()),
        list((0..4u64).prop_map(|size| [1, 40, 41, 83][size as usize]).boxed()),
    ]
}

/// Limits from the largest size to below the total, as the algorithms require.
fn proper(sizes: &[u64], permille: u64) -> Option<u64> {
    let (total, least) = (sizes.iter().sum::<u64>(), sizes.iter().max().copied()?);
    let limit = least + (total - least) * permille / 1000;
    (limit < total).then_some(limit)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_limit(sizes in sizes(80), permille in 0..1100u64) {
        let limit = sizes.iter().sum::<u64>() * permille / 1000;
        prop_assert_eq!(exactly(&sizes, limit), table(&sizes, limit));
    }

    #[test]
    fn halves_give_the_table(sizes in sizes(13), permille in 0..1000u64) {
        if let Some(limit) = proper(&sizes, permille) {
            prop_assert_eq!(each(sizes.len(), &halves::solve(&sizes, limit)), table(&sizes, limit));
        }
    }

    #[test]
    fn leaving_out_gives_the_table(sizes in sizes(60), permille in 0..1000u64) {
        if let Some(limit) = proper(&sizes, permille) {
            let taken = leave_out::solve(&Sizes::of(sizes.clone()), limit, &mut Meter::new(u64::MAX)).unwrap();
            prop_assert_eq!(each(sizes.len(), &taken), table(&sizes, limit));
        }
    }

    /// Sizes beyond any table: a unit scales small sums up.
    #[test]
    fn large_sizes_are_small_ones_in_another_unit(sizes in sizes(50), permille in 0..1000u64, rest in 0..1u64 << 24) {
        let limit = sizes.iter().sum::<u64>() * permille / 1000;
        let large: Vec<u64> = sizes.iter().map(|size| size << 24).collect();
        prop_assert_eq!(exactly(&large, (limit << 24) + rest), table(&sizes, limit));
    }

    /// Bits and lists record the same sums.
    #[test]
    fn lists_of_sums_are_the_bits(sizes in sizes(30), width in 1..300u64) {
        let sums = |sizes: Vec<u64>, width| Sums::of(&Sizes::of(sizes), width, &mut Meter::new(u64::MAX)).unwrap();
        let list = sums(sizes.iter().map(|size| size << 30).collect(), width << 30);
        let bits = sums(sizes, width);
        for sum in 0..=width {
            prop_assert_eq!(bits.first(sum), list.first(sum << 30));
            prop_assert_eq!(bits.next(sum), list.next(sum << 30).map(|sum| sum >> 30));
        }
        prop_assert_eq!(bits.largest(), list.largest() >> 30);
    }

    /// Whatever the number of steps: within the limit, the room as stated, and nothing more would fit.
    #[test]
    fn scaled_sizes_fill_nearly(sizes in sizes(60), permille in 0..1000u64, steps in 0..1u64 << 10, unit in 1..1u64 << 20) {
        let sizes: Vec<u64> = sizes.iter().enumerate().map(|(n, size)| size * unit + n as u64 * 37 % unit).collect();
        if let Some(limit) = proper(&sizes, permille) {
            let scaled = scaled::solve(&Sizes::of(sizes.clone()), limit, scaled::LEAST_STEPS + steps).unwrap();
            let taken = each(sizes.len(), &scaled.runs);
            prop_assert_eq!(total(&sizes, &taken) + scaled.room, limit);
            prop_assert!(sizes.iter().zip(&taken).all(|(size, taken)| *taken || *size > scaled.room));
        }
    }

    /// With enough steps nothing is scaled, and among the items looked at the best subset is found.
    #[test]
    fn unscaled_sizes_fill_as_well_as_the_prefix_allows(sizes in sizes(40), permille in 0..1000u64) {
        if let Some(limit) = proper(&sizes, permille) {
            let items = Sizes::of(sizes.clone());
            let found = scaled::solve(&items, limit, 1 << 20).unwrap();
            let prefix = items.reaching(limit);
            let best = total(&sizes[..prefix], &table(&sizes[..prefix], limit));
            prop_assert_eq!(found.shift, 0);
            prop_assert!(limit - found.room >= best);
        }
    }

    #[test]
    fn what_fits_is_taken_in_order(sizes in sizes(60), permille in 0..1100u64) {
        let limit = sizes.iter().sum::<u64>() * permille / 1000;
        let (mut room, mut wanted) = (limit, Vec::new());
        for size in &sizes {
            wanted.push(*size <= room);
            room -= if *size <= room { *size } else { 0 };
        }
        let (taken, left) = first_fit::from(&Sizes::of(sizes.clone()), 0, limit);
        prop_assert_eq!((each(sizes.len(), &taken), left), (wanted, room));
    }

    /// A small budget changes what is found only where it says so.
    #[test]
    fn a_search_without_note_is_exact(sizes in sizes(80), permille in 0..1100u64, searches in 1..1usize << 24) {
        let limit = sizes.iter().sum::<u64>() * permille / 1000;
        let mut budget = Budget::new(searches, false, "nodes");
        let found = found(&sizes, limit, &mut budget);
        let noted = budget.approximations();
        if noted.scaled + noted.in_order == 0 {
            prop_assert_eq!(found, table(&sizes, limit));
        } else {
            prop_assert_eq!(total(&sizes, &found) + noted.unfilled, limit);
        }
    }
}

/// Thirty sizes near 2^31: no table, no bits.
#[test]
fn few_huge_sizes() {
    let sizes: Vec<u64> = (0..30).map(|item| (1 << 31) - 1 - item * item * 7919).collect();
    let total: u64 = sizes.iter().sum();
    let all_but = |left: &[usize]| (0..30).map(|item| !left.contains(&item)).collect::<Vec<_>>();
    assert_eq!(exactly(&sizes, total - 1), all_but(&[29]), "the smallest one leaves");
    assert_eq!(exactly(&sizes, total - sizes[12]), all_but(&[12]), "just enough");
    assert_eq!(exactly(&sizes, total - sizes[3] - sizes[17]), all_but(&[3, 17]), "two that are just enough");
}

/// More than two thousand sizes up to 2^31 with sums that no table holds: answered, within the limit.
#[test]
fn many_huge_sizes_are_scaled() {
    let sizes: Vec<u64> = (0..2500_u64).map(|item| item * item * 829_348_951 % ((1 << 31) - 1) + 1).collect();
    let limit = sizes.iter().sum::<u64>() / 2;
    let mut budget = Budget::new(2500, false, "nodes");
    let taken = found(&sizes, limit, &mut budget);
    let noted = budget.approximations();
    assert_eq!((noted.scaled, noted.in_order), (1, 0));
    assert_eq!(limit - total(&sizes, &taken), noted.unfilled);
    // 2^k for each of at most 64 sizes left out, and for the excess.
    assert!(noted.unfilled < 65 << noted.shift, "{noted:?}");
}

#[test]
fn an_exact_search_that_is_too_large_is_refused() {
    let sizes: Vec<u64> = (0..250_u64).map(|item| (1 << 31) - 1 - item * item * 7919 % 1_000_003).collect();
    let limit = sizes.iter().sum::<u64>() / 2;
    let mut forest = Forest::new(sizes.iter().map(|&size| size as u32));
    let list = (0..250).fold(NONE, |list, node| forest.join(list, node));
    let error = super::largest(&forest, list, limit, &mut Budget::exact(1 << 20)).unwrap_err();
    let wanted =
        format!("nodes: filling {limit} units exactly with some of 250 items takes too much work or memory");
    assert!(error.to_string().starts_with(&wanted), "{error}");
}
