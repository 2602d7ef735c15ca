//! The parameters of a function that are outputs: the function writes them, itself or through a call.

use std::collections::{BTreeMap, BTreeSet};

use super::super::syntax::{Function, Instruction, Variable};
use crate::import::ImportError;
use crate::import::LanguageFault;
use crate::topo;

/// For each function, by its name, whether each of its parameters is an output.
#[derive(Debug)]
pub(super) struct Directions<'t> {
    are_outputs: BTreeMap<&'t str, Vec<bool>>,
}

impl<'t> Directions<'t> {
    /// Follows the calls from callees to callers.
    ///
    /// # Errors
    /// Functions defined twice, calls of unknown functions, with another number of arguments, or in a circle.
    pub(super) fn of(functions: &[Function<'t>]) -> Result<Self, ImportError> {
        let indices = indices(functions)?;
        let callees = callees(functions, &indices)?;
        let order = topo::topological(&callees).map_err(|cycle| {
            let first = &functions[cycle.first()];
            let calls = cycle.calls(|index| format!("`@{}`", functions[index].name));
            let what = format!("function `@{}` calls itself ({calls})", first.name);
            LanguageFault::rule(what, "remove one of the calls").at(first.at)
        })?;
        let mut directions = Self { are_outputs: BTreeMap::new() };
        for index in order {
            let function = &functions[index];
            let mut written = BTreeSet::new();
            for instruction in &function.body {
                written.extend(directions.written(instruction).iter().map(Variable::key));
            }
            let is_output = |parameter: &Variable<'t>| written.contains(&parameter.key());
            let are_outputs = function.parameters.iter().map(is_output).collect();
            directions.are_outputs.insert(function.name, are_outputs);
        }
        Ok(directions)
    }

    /// The variables that an instruction writes.
    pub(super) fn written(&self, instruction: &Instruction<'t>) -> Vec<Variable<'t>> {
        match instruction {
            Instruction::Operation { dest, .. }
            | Instruction::Offset { dest, .. }
            | Instruction::Index { dest, .. }
            | Instruction::Merge { dest, .. }
            | Instruction::Scalar { dest }
            | Instruction::Store { dest }
            | Instruction::Read { dest, .. } => vec![*dest],
            Instruction::Split { lanes, .. } => lanes.clone(),
            Instruction::Call { callee, arguments, .. } => self.of_call(callee, arguments, true),
            Instruction::Memory { .. } | Instruction::Write { .. } => Vec::new(),
        }
    }

    /// The arguments of a call that are outputs, or those that are inputs.
    pub(super) fn of_call(
        &self,
        callee: &str,
        arguments: &[Variable<'t>],
        outputs: bool,
    ) -> Vec<Variable<'t>> {
        let are_outputs = self.are_outputs.get(callee).map(Vec::as_slice).unwrap_or_default();
        let of_kind = arguments.iter().zip(are_outputs).filter(|&(_, &is_output)| is_output == outputs);
        of_kind.map(|(argument, _)| *argument).collect()
    }
}

fn indices<'t>(functions: &[Function<'t>]) -> Result<BTreeMap<&'t str, usize>, ImportError> {
    let mut indices = BTreeMap::new();
    for (index, function) in functions.iter().enumerate() {
        if indices.insert(function.name, index).is_some() {
            let what = format!("function `@{}` is defined twice", function.name);
            return Err(LanguageFault::rule(what, "rename one").at(function.at));
        }
        let mut names = BTreeSet::new();
        if let Some(second) = function.parameters.iter().find(|parameter| !names.insert(parameter.key())) {
            return Err(LanguageFault::rule(format!("two parameters `{second}`"), "rename one").at(second.at));
        }
    }
    Ok(indices)
}

fn callees<'t>(
    functions: &[Function<'t>],
    indices: &BTreeMap<&'t str, usize>,
) -> Result<Vec<Vec<usize>>, ImportError> {
    let mut all = Vec::with_capacity(functions.len());
    for function in functions {
        let mut callees = Vec::new();
        for instruction in &function.body {
            let Instruction::Call { callee, at, arguments } = instruction else { continue };
            let Some(&index) = indices.get(callee) else {
                let remedy = "define it in the same file";
                return Err(
                    LanguageFault::unknown("function", callee, indices.keys().copied(), remedy).at(*at)
                );
            };
            let wanted = functions[index].parameters.len();
            if arguments.len() != wanted {
                let what = format!("{} arguments, but `@{callee}` has {wanted} parameters", arguments.len());
                return Err(LanguageFault::rule(what, "give one argument for each parameter").at(*at));
            }
            callees.push(index);
        }
        all.push(callees);
    }
    Ok(all)
}
