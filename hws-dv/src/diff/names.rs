//! The signals of one dump below a scope, by their names from there.

use std::collections::HashMap;

use hws_input::{did_you_mean, nearest};

use super::expr::Leaf;
use crate::wave::{Hierarchy, Variable};

/// The variables below a scope.
pub(super) struct Names<'h> {
    pub(super) hierarchy: &'h Hierarchy,
    pub(super) prefix: String,
    /// The first variable of each name.
    by_name: HashMap<String, usize>,
    /// Names and variables, the outermost first, each name once.
    pub(super) ordered: Vec<(String, usize)>,
}

impl<'h> Names<'h> {
    pub(super) fn new(hierarchy: &'h Hierarchy, prefix: String) -> Self {
        let relative: Vec<Option<String>> =
            hierarchy.scopes().iter().map(|scope| below(scope, &prefix).map(str::to_owned)).collect();
        let (mut by_name, mut ordered) = (HashMap::new(), Vec::new());
        for (number, variable) in hierarchy.variables().iter().enumerate() {
            let Some(Some(scope)) = relative.get(variable.scope as usize) else { continue };
            let name = joined(scope, &variable.name);
            if !by_name.contains_key(&name) {
                by_name.insert(name.clone(), number);
                ordered.push((name, number));
            }
        }
        ordered.sort_by_key(|(_, number)| depth(hierarchy, *number));
        Self { hierarchy, prefix, by_name, ordered }
    }

    pub(super) fn get(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    pub(super) fn variable(&self, number: usize) -> &'h Variable {
        &self.hierarchy.variables()[number]
    }

    /// Finds the variable that an option names: below the prefix, by its whole path, or by the only one of its name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        let name = crate::wave::normalised(name);
        if let Some(number) = self.get(&name) {
            return Some(number);
        }
        let (scope, leaf) = split(&name);
        let all = self.hierarchy.variables().iter().enumerate();
        let mut hits = all.filter(|(_, it)| it.name == leaf && self.hierarchy.scope_of(it) == scope);
        if let Some((number, _)) = hits.next() {
            return Some(number);
        }
        let same: Vec<_> =
            self.hierarchy.variables().iter().enumerate().filter(|(_, it)| it.name == name).collect();
        let (number, first) = same.first()?;
        same.iter().all(|(_, other)| other.id == first.id).then_some(*number)
    }

    /// A leaf of an expression: a signal, or a bit of one; numbers are those of variables.
    pub(super) fn leaf(&self, name: &str) -> Result<Leaf, String> {
        if let Some(signal) = self.find(name) {
            return Ok(Leaf { signal, bit: None });
        }
        let bit = name.strip_suffix(']').and_then(|name| name.rsplit_once('['));
        if let Some((base, index)) = bit
            && let (Some(signal), Ok(bit)) = (self.find(base), index.parse::<u32>())
            && bit < self.variable(signal).width.min(64)
        {
            return Ok(Leaf { signal, bit: Some(bit) });
        }
        Err(self.missing(name))
    }

    /// "the dump has no signal `a` (did you mean …)".
    pub(super) fn missing(&self, name: &str) -> String {
        let known = self.ordered.iter().map(|(name, _)| name.as_str()).take(20_000);
        let meant = did_you_mean(nearest(name, known));
        let place =
            if self.prefix.is_empty() { "the root".to_owned() } else { format!("scope `{}`", self.prefix) };
        format!(
            "no single signal `{name}` in {place} ({meant}a name is relative to that scope, or a whole path)"
        )
    }
}

/// The scope below the prefix: `TOP.hws.u` below `TOP` is `hws.u`.
fn below<'s>(scope: &'s str, prefix: &str) -> Option<&'s str> {
    if prefix.is_empty() {
        return Some(scope);
    }
    let rest = scope.strip_prefix(prefix)?;
    if rest.is_empty() { Some("") } else { rest.strip_prefix('.') }
}

pub(super) fn joined(scope: &str, name: &str) -> String {
    if scope.is_empty() { name.to_owned() } else { format!("{scope}.{name}") }
}

/// The scope and the name; dots inside brackets do not count.
pub(super) fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('.').unwrap_or(("", path))
}

fn depth(hierarchy: &Hierarchy, number: usize) -> usize {
    hierarchy.scope_of(&hierarchy.variables()[number]).matches('.').count()
}
