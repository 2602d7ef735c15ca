//! The signals of a dump, by scope and name.

use hws_input::{did_you_mean, nearest};

use super::normalised;

/// The number of a signal in its dump. Variables that are aliases have the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SignalId(pub u32);

/// A named signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The number of its scope in [`Hierarchy::scopes`].
    pub scope: u32,
    /// Its normalised name, without the scope.
    pub name: String,
    /// The number of bits; 0 for a real, a string or an event, which are never compared.
    pub width: u32,
    /// The signal whose value it shows.
    pub id: SignalId,
}

/// All scopes and variables of a dump.
#[derive(Clone, Debug, Default)]
pub struct Hierarchy {
    scopes: Vec<String>,
    variables: Vec<Variable>,
    open: Vec<u32>,
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
        Err(format!("the dump has no scope `{path}` ({meant}it has {})", self.some_scopes()))
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
        Self { scopes: vec![String::new()], variables: Vec::new(), open: Vec::new() }
    }

    pub(crate) fn enter(&mut self, name: &str) {
        let outer = &self.scopes[self.scope() as usize];
        let name = normalised(name);
        let path = if outer.is_empty() { name } else { format!("{outer}.{name}") };
        self.open.push(self.scopes.len() as u32);
        self.scopes.push(path);
    }

    /// Leaves the innermost scope; one too many is ignored, as all viewers do.
    pub(crate) fn leave(&mut self) {
        self.open.pop();
    }

    pub(crate) fn add(&mut self, name: &str, width: u32, id: SignalId) {
        let scope = self.scope();
        self.variables.push(Variable { scope, name: normalised(name), width, id });
    }

    fn scope(&self) -> u32 {
        self.open.last().copied().unwrap_or(0)
    }
}
