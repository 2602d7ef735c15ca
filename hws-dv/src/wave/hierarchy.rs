//! The signals of a dump, by scope and name.

mod limits;

use std::collections::{BTreeMap, HashMap};

use hws_input::{did_you_mean, nearest};
use limits::Paths;

use super::name::{inside, parts};
use super::{Timing, Variable, VariableKind, normalised};

/// The number of a signal in its dump. Variables that are aliases have the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SignalId(pub u32);

/// All scopes and variables of a dump.
#[derive(Clone, Debug, Default)]
pub struct Hierarchy {
    scopes: Vec<String>,
    variables: Vec<Variable>,
    open: Vec<u32>,
    paths: Paths,
    timing: Timing,
}

impl Hierarchy {
    /// Returns the paths of the scopes, joined with dots; number 0 is the root, the empty path.
    #[must_use]
    pub fn scopes(&self) -> &[String] {
        &self.scopes
    }

    /// Returns the variables in the order of the file.
    #[must_use]
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Returns the unit of time, and when values can be sampled.
    #[must_use]
    pub fn timing(&self) -> Timing {
        self.timing
    }

    /// Returns the path of the variable's scope.
    #[must_use]
    pub fn scope_of(&self, variable: &Variable) -> &str {
        self.scopes.get(variable.scope as usize).map_or("", String::as_str)
    }

    /// Checks that a scope exists; the error is a sentence about the dump.
    pub(crate) fn check_scope(&self, path: &str) -> Result<(), String> {
        if self.scopes.iter().any(|scope| scope == path) {
            return Ok(());
        }
        let meant = did_you_mean(nearest(path, self.scopes.iter().map(String::as_str)));
        Err(format!("the dump has no scope `{path}`; {meant}it has {}", self.some_scopes()))
    }

    /// The first scopes, for errors: "`TOP`, `TOP.dut`, …".
    pub(crate) fn some_scopes(&self) -> String {
        let named = self.scopes.iter().filter(|path| !path.is_empty()).take(4);
        let named: Vec<String> = named.map(|path| format!("`{path}`")).collect();
        match named.len() {
            0 => "no scope".to_owned(),
            4 => format!("{}, …", named[..3].join(", ")),
            _ => named.join(", "),
        }
    }

    pub(crate) fn new() -> Self {
        Self {
            scopes: vec![String::new()],
            variables: Vec::new(),
            open: Vec::new(),
            paths: Paths::default(),
            timing: Timing::default(),
        }
    }

    /// Opens a scope inside the innermost one; the error is a sentence about the dump.
    pub(crate) fn enter(&mut self, name: &str) -> Result<(), String> {
        limits::check_depth(name, self.open.len())?;
        let outer = &self.scopes[self.scope() as usize];
        self.paths.count(name, outer.len() + 1 + name.len())?;
        let name = normalised(name);
        let path = inside(outer, &name);
        self.open.push(self.scopes.len() as u32);
        self.scopes.push(path);
        Ok(())
    }

    /// Leaves the innermost scope; one too many is ignored, as all viewers do.
    pub(crate) fn leave(&mut self) {
        self.open.pop();
    }

    /// Adds a variable of the innermost scope; the error is a sentence about the dump.
    pub(crate) fn add(&mut self, name: &str, shape: (u32, VariableKind), id: SignalId) -> Result<(), String> {
        self.paths.count(name, self.scopes[self.scope() as usize].len() + 1 + name.len())?;
        self.push(name, shape, id);
        Ok(())
    }

    fn push(&mut self, name: &str, (width, kind): (u32, VariableKind), id: SignalId) {
        let (scope, (name, range)) = (self.scope(), parts(name));
        self.variables.push(Variable { scope, name, width, range, kind, id });
    }

    /// Adds a variable by its path; `scopes` has the numbers of the scopes that were added like this.
    pub(crate) fn add_path(
        &mut self,
        path: &str,
        shape: (u32, VariableKind),
        id: SignalId,
        scopes: &mut HashMap<String, u32>,
    ) {
        let (scope, name) = path.rsplit_once('.').unwrap_or(("", path));
        let next = self.scopes.len() as u32;
        let number = if scope.is_empty() { 0 } else { *scopes.entry(scope.to_owned()).or_insert(next) };
        if number == next {
            self.scopes.push(scope.to_owned());
        }
        self.open = vec![number];
        // The file itself has the whole path.
        self.push(name, shape, id);
        self.open.clear();
    }

    /// Adds a variable by its path, with all scopes around it; `scopes` has the numbers of those that were added like
    /// this.
    pub(crate) fn add_nested(
        &mut self,
        path: &str,
        shape: (u32, VariableKind),
        id: SignalId,
        scopes: &mut BTreeMap<String, u32>,
    ) -> Result<(), String> {
        let mut parts = scoped(path);
        let name = parts.pop().unwrap_or_default();
        for part in parts {
            let outer = &self.scopes[self.scope() as usize];
            let known = if outer.is_empty() { part.to_owned() } else { format!("{outer}.{part}") };
            match scopes.get(&known) {
                Some(&number) => self.open.push(number),
                None => {
                    self.enter(part)?;
                    scopes.insert(known, self.scope());
                }
            }
        }
        self.add(name, shape, id)?;
        self.open.clear();
        Ok(())
    }

    pub(crate) fn set_timing(&mut self, timing: Timing) {
        self.timing = timing;
    }

    fn scope(&self) -> u32 {
        self.open.last().copied().unwrap_or(0)
    }
}

/// The parts of a path between dots. There may be dots in an escaped name, which begins with `\` and ends with a space.
fn scoped(path: &str) -> Vec<&str> {
    let (mut parts, mut rest) = (Vec::new(), path);
    loop {
        let from = if rest.starts_with('\\') { rest.find(' ').unwrap_or(rest.len()) } else { 0 };
        let Some(dot) = rest[from..].find('.') else {
            parts.push(rest);
            return parts;
        };
        parts.push(&rest[..from + dot]);
        rest = &rest[from + dot + 1..];
    }
}

#[cfg(test)]
mod tests;
