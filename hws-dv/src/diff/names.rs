//! The signals of one dump below a scope, by their names from there.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use hws_input::{did_you_mean, nearest};

use crate::expr::Leaf;
use crate::wave::{Hierarchy, Steps, Variable, inside};

/// A variable below the scope.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) name: Rc<str>,
    /// The name by which it is paired: its own, or the one that a map gives it.
    pub(super) key: Rc<str>,
    /// The number of the variable.
    pub(super) number: usize,
}

/// The variables below a scope.
pub(super) struct Names<'h> {
    pub(super) hierarchy: &'h Hierarchy,
    pub(super) prefix: String,
    /// The first variable of each name.
    by_name: HashMap<Rc<str>, usize>,
    /// The same by key, if a map has changed any.
    by_key: Option<HashMap<Rc<str>, usize>>,
    /// The outermost first, each name once.
    pub(super) ordered: Vec<Named>,
    /// Other signals with a name that is there already.
    pub(super) hidden: Vec<Rc<str>>,
}

impl<'h> Names<'h> {
    pub(super) fn new(hierarchy: &'h Hierarchy, prefix: String) -> Self {
        let relative: Vec<Option<&str>> =
            hierarchy.scopes().iter().map(|scope| below(scope, &prefix)).collect();
        let (mut by_name, mut ordered, mut hidden) = (HashMap::new(), Vec::new(), Vec::new());
        for (number, variable) in hierarchy.variables().iter().enumerate() {
            let Some(Some(scope)) = relative.get(variable.scope as usize) else { continue };
            let name: Rc<str> = inside(scope, &variable.name).into();
            match by_name.entry(Rc::clone(&name)) {
                Entry::Vacant(free) => {
                    free.insert(number);
                    if hierarchy.timing().steps != (Steps::Rows { cycle: Some(number) }) {
                        ordered.push(Named { key: Rc::clone(&name), name, number });
                    }
                }
                Entry::Occupied(first) if hierarchy.variables()[*first.get()].id == variable.id => (),
                Entry::Occupied(_) => hidden.push(name),
            }
        }
        let depths: Vec<usize> = hierarchy.scopes().iter().map(|scope| scope.matches('.').count()).collect();
        ordered.sort_by_key(|named| depths[hierarchy.variables()[named.number].scope as usize]);
        Self { hierarchy, prefix, by_name, by_key: None, ordered, hidden }
    }

    pub(super) fn get(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The name of a variable below the prefix.
    pub(super) fn name(&self, number: usize) -> String {
        let variable = self.variable(number);
        inside(below(self.hierarchy.scope_of(variable), &self.prefix).unwrap_or(""), &variable.name)
    }

    pub(super) fn steps(&self) -> Steps {
        self.hierarchy.timing().steps
    }

    /// The variable that is paired by this name.
    pub(super) fn by_key(&self, key: &str) -> Option<usize> {
        self.by_key.as_ref().unwrap_or(&self.by_name).get(key).copied()
    }

    /// Notes the keys that have changed.
    pub(super) fn set_keys(&mut self) {
        self.by_key =
            Some(self.ordered.iter().rev().map(|named| (Rc::clone(&named.key), named.number)).collect());
    }

    pub(super) fn variable(&self, number: usize) -> &'h Variable {
        &self.hierarchy.variables()[number]
    }

    /// Finds the variable that an option names: below the prefix, by its whole path, or by the only one of its name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        let name = crate::wave::normalised(name);
        if let Some(number) = self.get(&name).or_else(|| self.get(below(&name, &self.prefix)?)) {
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
            return Ok(Leaf::whole(signal, self.variable(signal)));
        }
        let bit = name.strip_suffix(']').and_then(|name| name.rsplit_once('['));
        if let Some((base, index)) = bit
            && let (Some(signal), Ok(index)) = (self.find(base), index.parse::<i64>())
            && let Some(bit) = self.variable(signal).bit(index).filter(|bit| *bit < 64)
        {
            return Ok(Leaf { signal, low: bit, width: 1 });
        }
        Err(self.missing(name))
    }

    /// Why [`leaf`](Self::leaf) finds nothing: several signals have the name, or none.
    pub(super) fn missing(&self, name: &str) -> String {
        let same = self.hierarchy.variables().iter().filter(|variable| variable.name == name);
        let paths: Vec<String> = same.map(|one| inside(self.hierarchy.scope_of(one), &one.name)).collect();
        if !paths.is_empty() {
            return format!(
                "{} signals are named `{name}`: {}; give the whole path",
                paths.len(),
                some(&paths)
            );
        }
        let known = self.ordered.iter().map(|named| &*named.name);
        let meant = did_you_mean(nearest(name, known));
        let place =
            if self.prefix.is_empty() { "the root".to_owned() } else { format!("scope `{}`", self.prefix) };
        format!("no signal `{name}` in {place}; {meant}a name is relative to that scope, or a whole path")
    }
}

/// The first of the names: "`a.clk`, `b.clk`, …".
fn some(names: &[String]) -> String {
    const MOST: usize = 4;
    let quoted: Vec<String> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > MOST { ", …" } else { "" };
    quoted.join(", ") + more
}

/// The scope below the prefix: `TOP.hws.u` below `TOP` is `hws.u`.
pub(super) fn below<'s>(scope: &'s str, prefix: &str) -> Option<&'s str> {
    if prefix.is_empty() {
        return Some(scope);
    }
    let rest = scope.strip_prefix(prefix)?;
    if rest.is_empty() || rest.starts_with('[') { Some(rest) } else { rest.strip_prefix('.') }
}

/// The scope and the name; dots inside brackets do not count.
pub(super) fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('.').unwrap_or(("", path))
}
