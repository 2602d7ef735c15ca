//! Every algorithm for the subset against the table of N15.

use proptest::prelude::*;

use super::sums::Sums;
use super::{halves, largest, leave_out};

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
        prop_assert_eq!(largest(&sizes, limit), table(&sizes, limit));
    }

    #[test]
    fn halves_give_the_table(sizes in sizes(13), permille in 0..1000u64) {
        if let Some(limit) = proper(&sizes, permille) {
            prop_assert_eq!(halves::solve(&sizes, limit), table(&sizes, limit));
        }
    }

    #[test]
    fn leaving_out_gives_the_table(sizes in sizes(60), permille in 0..1000u64) {
        if let Some(limit) = proper(&sizes, permille) {
            prop_assert_eq!(leave_out::solve(&sizes, limit), table(&sizes, limit));
        }
    }

    /// Sizes beyond any table: a unit scales small sums up.
    #[test]
    fn large_sizes_are_small_ones_in_another_unit(sizes in sizes(50), permille in 0..1000u64, rest in 0..1u64 << 30) {
        let limit = sizes.iter().sum::<u64>() * permille / 1000;
        let large: Vec<u64> = sizes.iter().map(|size| size << 30).collect();
        prop_assert_eq!(largest(&large, (limit << 30) + rest), table(&sizes, limit));
    }

    /// Bits and lists record the same sums.
    #[test]
    fn lists_of_sums_are_the_bits(sizes in sizes(30), width in 1..300u64) {
        let bits = Sums::of(&sizes, width);
        let scaled: Vec<u64> = sizes.iter().map(|size| size << 30).collect();
        let list = Sums::of(&scaled, width << 30);
        for sum in 0..=width {
            prop_assert_eq!(bits.first(sum), list.first(sum << 30));
            prop_assert_eq!(bits.next(sum), list.next(sum << 30).map(|sum| sum >> 30));
        }
        prop_assert_eq!(bits.largest(), list.largest() >> 30);
    }
}

/// Thirty sizes near 2^31: no table, no bits.
#[test]
fn few_huge_sizes() {
    let sizes: Vec<u64> = (0..30).map(|item| (1 << 31) - 1 - item * item * 7919).collect();
    let total: u64 = sizes.iter().sum();
    let all_but = |left: &[usize]| (0..30).map(|item| !left.contains(&item)).collect::<Vec<_>>();
    assert_eq!(largest(&sizes, total - 1), all_but(&[29]), "the smallest one leaves");
    assert_eq!(largest(&sizes, total - sizes[12]), all_but(&[12]), "just enough");
    assert_eq!(largest(&sizes, total - sizes[3] - sizes[17]), all_but(&[3, 17]), "two that are just enough");
}
