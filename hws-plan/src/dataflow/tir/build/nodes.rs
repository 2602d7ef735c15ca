//! The nodes of a function, and which of them produces each variable.

use std::collections::{BTreeMap, BTreeSet};

use hws_input::Position;
use serde_json::{Value, json};

use super::super::latency;
use super::super::syntax::{Function, Instruction, Variable};
use super::cost_name;
use super::directions::Directions;
use crate::import::ImportError;
use crate::import::LanguageFault;

/// A node, and the variables that it reads.
#[derive(Debug)]
pub(super) struct Node<'t> {
    pub(super) at: Position,
    pub(super) json: Value,
    pub(super) reads: Vec<Variable<'t>>,
}

/// The nodes of a function.
#[derive(Debug, Default)]
pub(super) struct Nodes<'t> {
    pub(super) list: Vec<Node<'t>>,
    /// The node that produces a variable, by [`Variable::key`].
    pub(super) producers: BTreeMap<(bool, &'t str), usize>,
    /// Memories, by [`Variable::key`].
    memories: BTreeSet<(bool, &'t str)>,
    /// Offset buffers by the stream that they shift, with the largest offset.
    windows: BTreeMap<(bool, &'t str), (usize, i64)>,
    /// How many nodes there are of ids that may occur several times.
    repeated: BTreeMap<String, usize>,
}

impl<'t> Nodes<'t> {
    /// Adds the nodes of the input parameters and of all instructions, in the order of the text.
    pub(super) fn of(
        function: &Function<'t>,
        directions: &Directions<'t>,
        costs: &BTreeMap<String, i64>,
    ) -> Result<Self, ImportError> {
        let mut nodes = Self::default();
        for parameter in directions.of_call(function.name, &function.parameters, false) {
            nodes.add(parameter.at, json!({"id": parameter.to_string(), "kind": "in"}), &[], &[parameter])?;
        }
        for instruction in &function.body {
            nodes.instruction(instruction, directions, costs)?;
        }
        Ok(nodes)
    }

    fn instruction(
        &mut self,
        instruction: &Instruction<'t>,
        directions: &Directions<'t>,
        costs: &BTreeMap<String, i64>,
    ) -> Result<(), ImportError> {
        let written = directions.written(instruction);
        match instruction {
            Instruction::Operation { dest, opcode, of_type, sources, reduction } => {
                let cost = cost_name(opcode, of_type);
                // A unit that is not pipelined takes nothing new until it is done.
                let lfi = if latency::is_iterative(opcode) { costs.get(&cost) } else { None };
                let json = operation(dest, cost, lfi, *reduction);
                self.add(dest.at, json, sources, &written)
            }
            Instruction::Call { callee, at, arguments } => {
                let id = self.numbered(format!("{callee}()"));
                let json = json!({"id": id, "kind": "call", "callee": callee});
                self.add(*at, json, &directions.of_call(callee, arguments, false), &written)
            }
            Instruction::Offset { dest, source, offset } => self.offset(dest, source, *offset),
            Instruction::Index { dest, source } => {
                self.add(dest.at, json!({"id": dest.to_string(), "kind": "autoindex"}), &[*source], &written)
            }
            Instruction::Split { lanes, source } => {
                let Some(first) = lanes.first() else { return Ok(()) };
                let json = json!({"id": format!("{first}:split"), "kind": "op", "lat": lanes.len()});
                self.add(first.at, json, &[*source], lanes)
            }
            Instruction::Merge { dest, lanes } => {
                let json = json!({"id": dest.to_string(), "kind": "op", "lat": 1});
                self.add(dest.at, json, lanes, &written)
            }
            // One that is defined twice makes no difference.
            Instruction::Memory { dest } => {
                self.memories.insert(dest.key());
                Ok(())
            }
            Instruction::Scalar { dest } => self.constant(dest),
            // A scalar is a constant already.
            Instruction::Store { dest } if self.is_constant(dest) => Ok(()),
            Instruction::Store { dest } => self.constant(dest),
            Instruction::Read { dest, .. } => {
                self.add(dest.at, json!({"id": dest.to_string(), "kind": "gate"}), &[], &written)
            }
            Instruction::Write { source } => {
                let id = self.numbered(format!("{source}:write"));
                self.add(source.at, json!({"id": id, "kind": "out"}), &[*source], &[])
            }
        }
    }

    fn add(
        &mut self,
        at: Position,
        json: Value,
        reads: &[Variable<'t>],
        writes: &[Variable<'t>],
    ) -> Result<(), ImportError> {
        for variable in writes {
            self.produce(variable, self.list.len())?;
        }
        self.list.push(Node { at, json, reads: reads.to_vec() });
        Ok(())
    }

    fn produce(&mut self, variable: &Variable<'t>, node: usize) -> Result<(), ImportError> {
        if self.producers.insert(variable.key(), node).is_none() {
            return Ok(());
        }
        let what = format!("`{variable}` is written twice");
        Err(LanguageFault::rule(what, "rename one").at(variable.at))
    }

    fn constant(&mut self, dest: &Variable<'t>) -> Result<(), ImportError> {
        self.add(dest.at, json!({"id": dest.to_string(), "kind": "const"}), &[], &[*dest])
    }

    fn is_constant(&self, variable: &Variable<'t>) -> bool {
        let producer = self.producers.get(&variable.key());
        producer.is_some_and(|&node| self.list[node].json["kind"] == "const")
    }

    /// One buffer gives all offsets of a stream. Its latency is its largest offset, and one cycle for its register.
    fn offset(&mut self, dest: &Variable<'t>, source: &Variable<'t>, offset: i64) -> Result<(), ImportError> {
        let window = self.windows.get(&source.key()).copied();
        let (node, largest) = match window {
            Some((node, largest)) => (node, largest.max(offset)),
            None => (self.list.len(), offset.max(0)),
        };
        if window.is_none() {
            self.add(dest.at, json!({"id": format!("{source}:window"), "kind": "op"}), &[*source], &[])?;
        }
        self.list[node].json["lat"] = (largest + 1).into();
        self.windows.insert(source.key(), (node, largest));
        self.produce(dest, node)
    }

    /// Returns the node that produces a variable.
    pub(super) fn producer(&self, variable: &Variable<'t>) -> Result<usize, ImportError> {
        if let Some(&node) = self.producers.get(&variable.key()) {
            return Ok(node);
        }
        let fault = if self.memories.contains(&variable.key()) {
            LanguageFault::rule(
                format!("`{variable}` is a memory"),
                "read it by `streamread`, and use that stream",
            )
        } else {
            let known = self.producers.keys().map(|&(_, name)| name);
            LanguageFault::unknown("variable", &variable.to_string(), known, "write it in the same function")
        };
        Err(fault.at(variable.at))
    }

    /// Makes an id unique: `kernel()`, then `kernel():2`.
    fn numbered(&mut self, id: String) -> String {
        let count = self.repeated.entry(id.clone()).or_insert(0);
        *count += 1;
        if *count == 1 { id } else { format!("{id}:{count}") }
    }
}

fn operation(dest: &Variable<'_>, cost: String, lfi: Option<&i64>, reduction: Option<i64>) -> Value {
    let mut json = json!({"id": dest.to_string(), "kind": "op", "opcode": cost});
    if let Some(size) = reduction {
        json["reduction"] = json!({"size": size});
    }
    if let Some(&lfi) = lfi {
        json["lfi"] = lfi.into();
    }
    json
}
