//! The tensors of a model, by index.

use super::declared::Declared;
use super::fact::Fact;

/// See the module. Each list has an entry for every tensor.
#[derive(Default)]
pub(super) struct Tensors {
    pub(super) names: Vec<String>,
    /// The node that makes it; `None` for constants and inputs.
    pub(super) makers: Vec<Option<usize>>,
    /// What is known; `None` until its node has been visited.
    pub(super) facts: Vec<Option<Fact>>,
    /// Whether its values are known before the run.
    pub(super) is_constant: Vec<bool>,
    /// What the file says about it.
    pub(super) declared: Vec<Option<Declared>>,
    /// The tensor of which it is a part, such as the slice that one turn of a loop reads; else itself.
    pub(super) wholes: Vec<usize>,
    /// The tensor that it is another name of, such as a result of a function; else itself.
    aliases: Vec<usize>,
}

impl Tensors {
    /// Adds a tensor and returns its index.
    pub(super) fn add(&mut self, name: String) -> usize {
        let id = self.names.len();
        self.names.push(name);
        self.makers.push(None);
        self.facts.push(None);
        self.is_constant.push(false);
        self.declared.push(None);
        self.wholes.push(id);
        self.aliases.push(id);
        id
    }

    /// Adds a tensor that is known.
    pub(super) fn add_known(&mut self, name: String, fact: Fact, is_constant: bool) -> usize {
        let id = self.add(name);
        (self.facts[id], self.is_constant[id]) = (Some(fact), is_constant);
        id
    }

    /// Adds a part of a tensor.
    pub(super) fn add_part(&mut self, name: String, whole: usize, fact: Fact) -> usize {
        let whole = self.resolved(whole);
        let id = self.add_known(name, fact, self.is_constant[whole]);
        (self.makers[id], self.wholes[id]) = (self.makers[whole], self.wholes[whole]);
        id
    }

    /// Makes `name` another name of `tensor`.
    pub(super) fn alias(&mut self, name: usize, tensor: usize) {
        let tensor = self.resolved(tensor);
        self.aliases[name] = tensor;
        self.facts[name] = self.facts[tensor].clone();
        self.is_constant[name] = self.is_constant[tensor];
        (self.makers[name], self.wholes[name]) = (self.makers[tensor], self.wholes[tensor]);
    }

    /// Returns the tensor itself for another name of it.
    pub(super) fn resolved(&self, tensor: usize) -> usize {
        self.aliases[tensor]
    }
}
