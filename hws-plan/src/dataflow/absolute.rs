//! The program with its calls expanded: each call is an instance of its function, and the starting delays of the
//! instance's nodes count from the start of the program (T9).

use std::collections::BTreeMap;

use super::function::Scheduled;
use super::input::{Kind, Problem};
use crate::input::{InputError, InputFault, MOST};

/// Most bytes of all paths together: calls nest, so paths can be far longer than the input.
const MOST_TEXT: usize = 1 << 28;

/// A call of a function, or the top function.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    /// The function.
    pub(super) function: usize,
    /// `TOP` or `TOP/call/call`.
    pub(super) path: String,
    /// Start of the function, counted from the start of the program.
    pub(super) sd: i64,
    /// The calling instance and its call node; `None` for the top function.
    pub(super) caller: Option<(usize, usize)>,
}

/// Returns every instance, callers before callees.
pub(super) fn instances(problem: &Problem, scheduled: &[Scheduled]) -> Result<Vec<Instance>, InputError> {
    let (top, sd) = (problem.top, problem.options.sd0);
    let path = problem.functions[top].name.clone();
    let mut instances = vec![Instance { function: top, path, sd, caller: None }];
    let mut size = Size::default();
    let mut next = 0;
    while let Some(instance) = instances.get(next).cloned() {
        size.add(problem, &instance)?;
        for (node, operator) in problem.functions[instance.function].operators.iter().enumerate() {
            if let Kind::Call(function) = operator.kind {
                let sd = scheduled[instance.function].timings[node].sd;
                let path = format!("{}/{}", instance.path, operator.id);
                let sd = later(instance.sd, sd, &path)?;
                instances.push(Instance { function, path, sd, caller: Some((next, node)) });
            }
        }
        next += 1;
    }
    Ok(instances)
}

/// Starting delay of every node of every instance, by path.
pub(super) fn starts(
    problem: &Problem,
    scheduled: &[Scheduled],
    instances: &[Instance],
) -> Result<BTreeMap<String, i64>, InputError> {
    let mut starts = BTreeMap::new();
    for instance in instances {
        let function = &problem.functions[instance.function];
        for (operator, timing) in function.operators.iter().zip(&scheduled[instance.function].timings) {
            let path = format!("{}/{}", instance.path, operator.id);
            let sd = later(instance.sd, timing.sd, &path)?;
            if starts.contains_key(&path) {
                let what = format!("two nodes have the path {path:?}");
                return Err(refused(what, "rename one of them without `/`"));
            }
            starts.insert(path, sd);
        }
    }
    Ok(starts)
}

fn later(start: i64, sd: i64, path: &str) -> Result<i64, InputError> {
    start.checked_add(sd).ok_or_else(|| InputError::new(format!("absolute.{path}"), InputFault::Overflow))
}

fn refused(what: String, remedy: &'static str) -> InputError {
    InputError::new("absolute", InputFault::Infeasible { what, remedy })
}

/// Nodes so far, and the bytes of their paths.
#[derive(Default)]
struct Size {
    nodes: usize,
    text: usize,
}

impl Size {
    /// Calls can double with every level, so a program that is too large is refused before it is expanded.
    fn add(&mut self, problem: &Problem, instance: &Instance) -> Result<(), InputError> {
        let operators = &problem.functions[instance.function].operators;
        self.nodes += operators.len();
        let ids = operators.iter().map(|operator| operator.id.len() + 1).sum::<usize>();
        self.text += ids + operators.len() * instance.path.len();
        if self.nodes > MOST {
            let what = format!("the calls of the top function expand to more than {MOST} nodes");
            return Err(refused(what, "call fewer functions, or schedule them as programs of their own"));
        }
        if self.text > MOST_TEXT {
            let what = format!("the paths of nested calls have more than {MOST_TEXT} bytes");
            return Err(refused(what, "nest calls less deeply, or give shorter ids"));
        }
        Ok(())
    }
}
