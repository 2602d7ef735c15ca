//! The scope of the HWS in a dump: the innermost one that has the most of its signals.

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::Hit;
use crate::map::SignalTarget;
use crate::map::{MapError, NameMap, misfit};
use crate::wave::Hierarchy;

/// Fewer signals are a coincidence of names.
const LEAST: usize = 8;

/// Finds the scope, or checks the one of the map.
pub(super) fn find(map: &NameMap, hierarchy: &Hierarchy, hits: &[Hit]) -> Result<String, MapError> {
    match &map.scope {
        Some(scope) => given(map, scope, hierarchy),
        None => counted(hierarchy, hits),
    }
}

/// The root, if the dump has few names of an HWS but the map gives it `made` signals in other ways.
pub(super) fn or_root(
    found: Result<String, MapError>,
    map: &NameMap,
    made: usize,
) -> Result<String, MapError> {
    if map.scope.is_none() && made >= LEAST { Ok(found.unwrap_or_default()) } else { found }
}

fn given(map: &NameMap, scope: &str, hierarchy: &Hierarchy) -> Result<String, MapError> {
    let place = if map.file.is_empty() { String::new() } else { format!("{}: ", map.file) };
    hierarchy.check_scope(scope).map_err(|reason| misfit(format!("{place}{reason}")))?;
    Ok(scope.to_owned())
}

fn counted(hierarchy: &Hierarchy, hits: &[Hit]) -> Result<String, MapError> {
    let mut found: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for hit in hits {
        let scope = hierarchy.scope_of(&hierarchy.variables()[hit.variable]);
        for path in ancestors(scope) {
            found.entry(path).or_default().insert(hit.place);
        }
    }
    let most = found.values().map(BTreeSet::len).max().unwrap_or(0);
    if most < LEAST {
        let reason = format!(
            "the dump has no signals of an HWS (it has {}); name its scope and signals in a map \
                              (--map FILE)",
            hierarchy.some_scopes()
        );
        return Err(misfit(reason));
    }
    let full: Vec<&str> =
        found.iter().filter(|(_, places)| places.len() == most).map(|(path, _)| *path).collect();
    let inner: Vec<&&str> =
        full.iter().filter(|path| !full.iter().any(|other| is_inside(other, path))).collect();
    match inner.as_slice() {
        [scope] => Ok((**scope).to_owned()),
        _ => {
            let names: Vec<String> = inner.iter().take(3).map(|path| format!("`{path}`")).collect();
            let reason = format!(
                "{} scopes look like an HWS: {}; choose one in a map (`scope: …`)",
                inner.len(),
                names.join(", ")
            );
            Err(misfit(reason))
        }
    }
}

/// The path and those of the scopes around it; the root is the empty path.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    let mut next = Some(path);
    std::iter::from_fn(move || {
        let path = next?;
        next =
            if path.is_empty() { None } else { Some(path.rsplit_once('.').map_or("", |(outer, _)| outer)) };
        Some(path)
    })
}

/// Whether `path` is inside `scope`, and not `scope` itself.
fn is_inside(path: &str, scope: &str) -> bool {
    path != scope && (scope.is_empty() || path.strip_prefix(scope).is_some_and(|rest| rest.starts_with('.')))
}

/// The variables of each target: one, or the bits of a split vector.
pub(super) fn best(
    hits: &[Hit],
    hierarchy: &Hierarchy,
    scope: &str,
    targets: &[SignalTarget],
) -> Vec<Vec<Hit>> {
    let mut best: Vec<Vec<Hit>> = vec![Vec::new(); targets.len()];
    let is_here = |hit: &Hit| {
        let path = hierarchy.scope_of(&hierarchy.variables()[hit.variable]);
        path == scope || is_inside(path, scope)
    };
    let depth = |hit: &Hit| hierarchy.variables()[hit.variable].scope;
    let mut ordered: Vec<(bool, Hit)> = hits.iter().map(|hit| (is_here(hit), *hit)).collect();
    ordered.retain(|(is_here, hit)| *is_here || hit.is_explicit);
    // The best name first; among equal names whole vectors, inside the scope, outer scopes first.
    // `MASK[0][1]` is a whole register, or bit 1 of one that is split into bits: a single bit comes last.
    let kind = |hit: &Hit| match hit.bit {
        Some(_) => 1,
        None if hierarchy.variables()[hit.variable].width == 1 && targets[hit.place].width() > 1 => 2,
        None => 0,
    };
    let home = |hit: &Hit| hierarchy.scope_of(&hierarchy.variables()[hit.variable]) != scope;
    ordered
        .sort_by_key(|(is_here, hit)| (kind(hit), !is_here, home(hit), hit.rank, depth(hit), hit.variable));
    for (_, hit) in ordered {
        let chosen = &mut best[hit.place];
        let is_further_bit = |first: &Hit| {
            hit.bit.is_some()
                && first.bit.is_some()
                && depth(first) == depth(&hit)
                && first.rank == hit.rank
                && !chosen.iter().any(|other| other.bit == hit.bit)
        };
        if chosen.first().is_none_or(is_further_bit) {
            chosen.push(hit);
        }
    }
    best
}
