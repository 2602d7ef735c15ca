//! Applies the rules to the nodes in order: the type of each tensor, and the nodes that are left to run.
//!
//! Functions, branches and loops are expanded on the way, since what is taken may depend on shapes. A node is folded,
//! and does not become a kernel, if it depends only on constants of the file, or if the values of all its outputs
//! are known before the run (the shape of a tensor, and what is computed from it).

use std::collections::BTreeMap;

use super::attributes::Attributes;
use super::dtype::DType;
use super::error::OnnxError;
use super::expand;
use super::fact::Fact;
use super::node::{Node, NodePlace};
use super::ops::{self, Call, Traffic};
use super::proto::FunctionProto;
use super::rule::Rule;
use super::scope::{Local, Scope};
use super::tensors::Tensors;
use crate::import::ImportOptions;
use crate::import::error::ImportError;

/// See the module.
pub(super) struct State<'m> {
    pub(super) options: &'m ImportOptions,
    pub(super) tensors: Tensors,
    pub(super) nodes: Vec<Node>,
    /// The functions of the model, by full name and overload.
    pub(super) functions: BTreeMap<(String, &'m str), &'m FunctionProto>,
    /// How many more nodes bodies and functions may add.
    pub(super) room: u64,
}

impl<'m> State<'m> {
    /// Visits a node: expands it, or applies its rule.
    pub(super) fn node(&mut self, node: &Local<'m>, scope: &Scope<'m, '_>) -> Result<(), ImportError> {
        let attributes = Attributes::new(&node.proto.attribute, &scope.arguments);
        let expanded = match self.expansion(node) {
            Some(expansion) => expand::run(self, expansion, node, &attributes, scope)?,
            None => None,
        };
        match expanded {
            Some(outputs) => self.name(node, &outputs),
            None => self.apply(node, &attributes, scope),
        }
        .map_err(|error| node.place.error(&node.op, error))
    }

    /// Returns how a node is expanded. A rule of the user takes precedence.
    fn expansion(&self, node: &Local<'m>) -> Option<expand::Expansion<'m>> {
        if self.options.rules.find(&node.op).is_some() {
            return None;
        }
        let function = self.functions.get(&(node.op.clone(), node.proto.overload.as_str()));
        let control = || expand::Expansion::of_operator(&node.op);
        function.map(|&function| expand::Expansion::Function(function)).or_else(control)
    }

    /// Gives the outputs of an expanded node the tensors that its body makes.
    fn name(&mut self, node: &Local<'m>, made: &[Option<usize>]) -> Result<(), OnnxError> {
        for (index, output) in node.outputs.iter().enumerate() {
            let Some(output) = *output else { continue };
            let tensor = made.get(index).copied().flatten();
            let tensor = tensor.ok_or(OnnxError::Outputs { found: node.outputs.len(), most: made.len() })?;
            self.tensors.alias(output, tensor);
            self.check(output)?;
        }
        Ok(())
    }

    /// Checks that a tensor matches its declaration.
    fn check(&self, tensor: usize) -> Result<(), OnnxError> {
        match (&self.tensors.declared[tensor], &self.tensors.facts[tensor]) {
            (Some(declared), Some(fact)) => declared.check(&self.tensors.names[tensor], fact),
            _ => Ok(()),
        }
    }

    /// Applies the rule of a node.
    fn apply(
        &mut self,
        node: &Local<'m>,
        attributes: &Attributes<'m>,
        scope: &Scope<'m, '_>,
    ) -> Result<(), OnnxError> {
        let rule = Rule::find(&node.op, self.options).ok_or_else(|| super::unsupported::one(node))?;
        let place = node.place.clone();
        self.push(&rule, place, &node.inputs, &node.captured, &node.outputs, attributes, scope.opset)
    }

    /// Adds a node that is not in the file: it puts together what the turns of a loop make. Returns its output.
    pub(super) fn gather(
        &mut self,
        node: &Local<'m>,
        scope: &Scope<'m, '_>,
        fact: Fact,
        traffic: Traffic,
        turns: &[usize],
        name: String,
    ) -> Result<usize, OnnxError> {
        let inputs: Vec<_> = turns.iter().copied().map(Some).collect();
        let output = self.tensors.add(name);
        let rule = Rule::Gathered { name: node.op.clone(), fact, traffic };
        let nothing = Attributes::default();
        self.push(&rule, node.place.clone(), &inputs, &[], &[Some(output)], &nothing, scope.opset)?;
        Ok(output)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one node")]
    fn push(
        &mut self,
        rule: &Rule<'_>,
        place: NodePlace,
        inputs: &[Option<usize>],
        others: &[usize],
        outputs: &[Option<usize>],
        attributes: &Attributes<'m>,
        opset: i64,
    ) -> Result<(), OnnxError> {
        let resolved = |tensor: usize| self.tensors.resolved(tensor);
        let inputs: Vec<_> = inputs.iter().map(|input| input.map(resolved)).collect();
        let others: Vec<_> = others.iter().copied().map(resolved).collect();
        let mut node = Node::new(self.nodes.len(), place, inputs, &others, outputs.to_vec());
        let facts = self.tensors.facts.as_slice();
        let call = Call {
            opset,
            inputs: node.inputs.iter().map(|input| input.and_then(|tensor| facts[tensor].as_ref())).collect(),
            outputs: outputs.len(),
            attributes,
        };
        let made = self.outputs(rule, &call, outputs)?;
        node.is_folded = !rule.is_random() && self.is_folded(&node, &made);
        if !node.is_folded {
            let work = rule.work(&call, &made)?;
            (node.operations, node.traffic) = (work.operations, work.traffic);
        }
        (node.op, node.is_fusible) = (rule.name(), rule.is_fusible());
        for (output, fact) in outputs.iter().zip(made) {
            let Some(tensor) = *output else { continue };
            self.tensors.facts[tensor] = Some(fact.countable()?);
            self.tensors.is_constant[tensor] = node.is_folded;
            self.tensors.makers[tensor] = Some(node.index);
            self.check(tensor)?;
        }
        self.nodes.push(node);
        Ok(())
    }

    /// Returns the facts about the outputs of a node. Where its rule cannot tell a shape, or can tell only the largest
    /// one, the declaration counts.
    fn outputs(
        &self,
        rule: &Rule<'_>,
        call: &Call<'_>,
        outputs: &[Option<usize>],
    ) -> Result<Vec<Fact>, OnnxError> {
        // An output that is left out may be anything.
        let nothing = || Some(Fact::new(DType::FLOAT, Vec::new()));
        let declared = |output: &Option<usize>| match *output {
            Some(tensor) => self.tensors.declared[tensor].as_ref()?.fact(),
            None => nothing(),
        };
        match rule.outputs(call, &|index| outputs.get(index).and_then(declared)) {
            Ok(mut facts) => {
                for (fact, output) in facts.iter_mut().zip(outputs) {
                    if let (true, Some(known)) = (fact.is_bound, declared(output)) {
                        *fact = known;
                    }
                }
                Ok(facts)
            }
            Err(error @ OnnxError::DataDependent { .. }) => {
                outputs.iter().map(declared).collect::<Option<Vec<_>>>().ok_or(error)
            }
            Err(error) => Err(error),
        }
    }

    fn is_folded(&self, node: &Node, made: &[Fact]) -> bool {
        let count = node.outputs.len().min(made.len());
        node.reads().all(|tensor| self.tensors.is_constant[tensor])
            || made[..count].iter().all(|fact| fact.values.is_some())
    }
}

/// The names of everything that a node may be.
pub(super) fn known_names() -> impl Iterator<Item = &'static str> {
    ops::names().chain(expand::NAMES.iter().copied())
}
