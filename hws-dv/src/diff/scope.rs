//! The scopes of two dumps below which their names agree.
//!
//! Pairs of scopes are proposed by names that occur in few scopes, also for the scopes around them; of the proposed
//! pairs the one with the most signals in common wins, the innermost if several have as many.

use std::collections::{BTreeMap, HashMap};

use hws_input::fnv_1a;

use super::DiffError;
use super::names::{below, split};
use crate::wave::{Hierarchy, SignalId};

/// A name in more scopes than this proposes nothing.
const COMMON: usize = 8;
/// The number of proposals that are counted exactly.
const COUNTED: usize = 12;

/// Finds what was not given.
pub(super) fn find(
    a: &Hierarchy,
    b: &Hierarchy,
    given: (Option<&str>, Option<&str>),
) -> Result<(String, String), DiffError> {
    for (option, hierarchy, prefix) in [("--prefix-a", a, given.0), ("--prefix-b", b, given.1)] {
        prefix
            .map_or(Ok(()), |prefix| hierarchy.check_scope(prefix))
            .map_err(|reason| DiffError::new(format!("{option}: {reason}")))?;
    }
    if let (Some(a), Some(b)) = given {
        return Ok((a.to_owned(), b.to_owned()));
    }
    let fits = |pair: &(String, String)| {
        given.0.is_none_or(|prefix| prefix == pair.0) && given.1.is_none_or(|prefix| prefix == pair.1)
    };
    let (sizes_a, sizes_b) = (sizes(a), sizes(b));
    // The innermost of those with the most: the longest paths.
    let mut best: Option<((usize, usize), (String, String))> = None;
    for pair in proposals(a, b).into_iter().filter(fits).take(COUNTED) {
        let most = size(a, &sizes_a, &pair.0).min(size(b, &sizes_b, &pair.1));
        if best.as_ref().is_some_and(|((count, _), _)| most < *count) {
            continue;
        }
        let rank = (common(a, b, &pair), pair.0.len() + pair.1.len());
        if best.as_ref().is_none_or(|(best, _)| rank >= *best) {
            best = Some((rank, pair));
        }
    }
    Ok(best.map_or_else(
        || (given.0.unwrap_or("").to_owned(), given.1.unwrap_or("").to_owned()),
        |(_, pair)| pair,
    ))
}

/// Pairs of scopes, the one with the most votes first.
fn proposals(a: &Hierarchy, b: &Hierarchy) -> Vec<(String, String)> {
    let mut votes: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    let (scopes_of_a, scopes_of_b) = (scopes_by_name(a), scopes_by_name(b));
    #[expect(clippy::iter_over_hash_type, reason = "votes are summed, and read in the order of the scopes")]
    for (name, of_a) in &scopes_of_a {
        let Some(of_b) = scopes_of_b.get(name) else { continue };
        if of_a.len() * of_b.len() <= COMMON {
            let pairs = of_a.iter().flat_map(|a| of_b.iter().map(move |b| (*a, *b)));
            pairs.for_each(|pair| *votes.entry(pair).or_default() += 1);
        }
    }
    let mut sums: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for ((scope_a, scope_b), count) in votes {
        for pair in around(&a.scopes()[scope_a as usize], &b.scopes()[scope_b as usize]) {
            *sums.entry(pair).or_default() += count;
        }
    }
    let mut ordered: Vec<_> = sums.into_iter().collect();
    ordered.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    ordered.into_iter().map(|((a, b), _)| (a.to_owned(), b.to_owned())).collect()
}

fn scopes_by_name(hierarchy: &Hierarchy) -> HashMap<&str, Vec<u32>> {
    let mut scopes: HashMap<&str, Vec<u32>> = HashMap::new();
    for variable in hierarchy.variables() {
        let known = scopes.entry(&variable.name).or_default();
        if known.len() <= COMMON && !known.contains(&variable.scope) {
            known.push(variable.scope);
        }
    }
    scopes
}

/// The pair, and the scopes around both as long as the names on the way agree.
fn around<'s>(a: &'s str, b: &'s str) -> Vec<(&'s str, &'s str)> {
    let (mut pairs, mut a, mut b) = (vec![(a, b)], a, b);
    while !a.is_empty() && !b.is_empty() {
        let ((outer_a, name_a), (outer_b, name_b)) = (split(a), split(b));
        if name_a != name_b {
            break;
        }
        (a, b) = (outer_a, outer_b);
        pairs.push((a, b));
    }
    pairs
}

/// The number of variables in each scope.
fn sizes(hierarchy: &Hierarchy) -> Vec<usize> {
    let mut sizes = vec![0; hierarchy.scopes().len()];
    hierarchy.variables().iter().for_each(|variable| sizes[variable.scope as usize] += 1);
    sizes
}

/// The number of variables below a scope: no more can be common.
fn size(hierarchy: &Hierarchy, sizes: &[usize], prefix: &str) -> usize {
    let scopes = hierarchy.scopes().iter().zip(sizes);
    scopes.filter(|(scope, _)| below(scope, prefix).is_some()).map(|(_, size)| size).sum()
}

/// The number of signals, aliases counted once, that both have below the pair. Names are compared by their hashes: the
/// count only chooses between scopes, and a dump may have a million names.
fn common(a: &Hierarchy, b: &Hierarchy, (prefix_a, prefix_b): &(String, String)) -> usize {
    let mut of_b: Vec<u64> = hashes(b, prefix_b).map(|(hash, _)| hash).collect();
    of_b.sort_unstable();
    let of_both = hashes(a, prefix_a).filter(|(hash, _)| of_b.binary_search(hash).is_ok());
    let mut ids: Vec<SignalId> = of_both.map(|(_, id)| id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.len()
}

/// The hash of each name below the prefix.
fn hashes(hierarchy: &Hierarchy, prefix: &str) -> impl Iterator<Item = (u64, SignalId)> {
    let relative: Vec<Option<&str>> = hierarchy.scopes().iter().map(|scope| below(scope, prefix)).collect();
    hierarchy.variables().iter().filter_map(move |variable| {
        let scope = relative.get(variable.scope as usize).copied().flatten()?;
        // As `inside` joins them.
        let dot = if scope.is_empty() || variable.name.starts_with('[') { "" } else { "." };
        let name = scope.bytes().chain(dot.bytes()).chain(variable.name.bytes());
        Some((fnv_1a(name), variable.id))
    })
}
