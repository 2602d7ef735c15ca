//! A checked dataflow input.

mod function;
mod node;
mod options;

use serde_json::Value;

use crate::input::{InputError, InputFault, InputNode, MOST};
use crate::topo;

pub(super) use function::{Edge, Function};
pub(super) use node::{Kind, Operator, Unit};
pub(super) use options::{LfiRule, Options, OutputSync, SdRule};

/// The keys of a program.
const KEYS: [&str; 9] = [
    "functions",
    "top",
    "costs",
    "fifo_limit",
    "reduction_model",
    "output_sync",
    "lfi_rule",
    "sd_rule",
    "sd0",
];

/// A checked input; functions ascend by name.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    /// The options of the input.
    pub(super) options: Options,
    /// By name, ascending.
    pub(super) functions: Vec<Function>,
    /// Index of the function that the program starts with.
    pub(super) top: usize,
    /// Callees before their callers; among ready functions, the first name comes first.
    pub(super) call_order: Vec<usize>,
}

impl Problem {
    /// Reads and checks `input`; the error names the first breach.
    pub(super) fn read(input: &Value) -> Result<Self, InputError> {
        let root = InputNode::new(input);
        root.has_only(&KEYS)?;
        let (functions, top) = (root.key("functions")?, root.key("top")?);
        let entries = functions.entries()?;
        let names: Vec<&str> = entries.iter().map(|(name, _)| *name).collect();
        let top = find(&top, &names)?;
        let (options, costs) = (Options::read(&root)?, node::read_costs(&root)?);
        let context = node::Context { names: &names, costs: &costs, reductions: options.reductions };
        let mut read = Vec::with_capacity(entries.len());
        let (mut nodes, mut edges) = (0, 0);
        for (name, entry) in &entries {
            let function = Function::read(name, entry, &context)?;
            (nodes, edges) = (nodes + function.operators.len(), edges + function.edges.len());
            if nodes.max(edges) > MOST {
                return Err(functions.error(InputFault::TooMany { most: MOST }));
            }
            read.push(function);
        }
        let call_order = call_order(&read)?;
        Ok(Self { options, functions: read, top, call_order })
    }
}

/// Returns the index of the function that a node names.
fn find(node: &InputNode<'_, '_>, names: &[&str]) -> Result<usize, InputError> {
    let name = node.text()?;
    let unknown =
        |_| node.error(InputFault::Unknown { what: "function", id: format!("{name:?}"), list: "functions" });
    names.binary_search(&name).map_err(unknown)
}

/// Callees before callers. A function that calls itself, directly or through others, has no order.
fn call_order(functions: &[Function]) -> Result<Vec<usize>, InputError> {
    let callees: Vec<Vec<usize>> = functions.iter().map(|function| function.callees().collect()).collect();
    topo::topological(&callees).map_err(|cycle| {
        let name = &functions[cycle.first()].name;
        let calls = cycle.calls(|index| format!("{:?}", functions[index].name));
        let what = format!("function {name:?} calls itself ({calls})");
        InputError::new(
            format!("functions.{name}"),
            InputFault::Infeasible { what, remedy: "remove one of the calls" },
        )
    })
}
