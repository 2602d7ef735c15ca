//! The online priority at the edges of its operands, against exact rationals: §4.3 as inequalities without a division.

extern crate std;

use std::vec::Vec;

use super::{rank_of, scaled};
use crate::dag_table::Dag;

/// 0, 1, and around every power of two of 32 bits.
fn edges() -> Vec<u32> {
    let around = (0..32).flat_map(|power| {
        let power = 1_u32 << power;
        [power - 1, power, power + 1]
    });
    let mut edges: Vec<u32> = around.chain([100, 85, u32::MAX - 1, u32::MAX]).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// `ceil(a / b)` is the only number n with n × b ≥ a > (n - 1) × b.
fn is_ceiling(n: u128, a: u128, b: u128) -> bool {
    n * b >= a && (n == 0 || a > (n - 1) * b)
}

#[test]
fn the_scaled_priority_is_the_exact_ceiling_or_saturated() {
    let edges = edges();
    for &offline in &edges {
        for &scale in &edges {
            for &cp in edges.iter().filter(|&&cp| cp > 0) {
                let (found, product) =
                    (u128::from(scaled(offline, scale, cp)), u128::from(offline) * u128::from(scale));
                let largest = u128::from(u32::MAX);
                let is_saturated = found == largest && product > largest * u128::from(cp);
                assert!(
                    is_saturated || is_ceiling(found, product, cp.into()),
                    "ceil({offline} × {scale} / {cp}) is not {found}"
                );
            }
            assert_eq!(scaled(offline, scale, 0), scale);
        }
    }
}

/// idx = N - 1 - min(N - 1, q), where q = floor(N × remain / total) is the only number with q × total ≤ N × remain
/// < (q + 1) × total.
#[test]
fn the_rank_is_exact() {
    let edges = edges();
    for ranks in [1_usize, 2, 20, 31, 32] {
        for &total in edges.iter().filter(|&&total| total > 0) {
            for &finish in &edges {
                let idx = rank_of(&Dag { total, finish, ..Dag::default() }, ranks);
                let remain = u128::from(total.saturating_sub(finish)) * ranks as u128;
                let q = (ranks - 1 - idx) as u128;
                let is_floor = q * u128::from(total) <= remain && remain < (q + 1) * u128::from(total);
                // Everything remains: q would be N.
                let is_limited = idx == 0 && remain >= q * u128::from(total);
                assert!(is_floor || is_limited, "{finish} of {total} finished, {ranks} ranks: not {idx}");
            }
        }
    }
}
