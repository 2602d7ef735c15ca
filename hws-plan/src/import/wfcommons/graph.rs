//! From the tasks of either shape to a task graph.

use std::borrow::Cow;
use std::collections::HashMap;

use super::file::Text;
use crate::input::{InputError, InputFault};
use crate::{GraphError, Task, TaskGraph};

/// The tasks of a file.
pub(super) struct Tasks<'a> {
    /// The path of the list, for errors.
    pub(super) list: &'static str,
    pub(super) drafts: Vec<Draft<'a>>,
}

/// A task; other tasks are given by index.
pub(super) struct Draft<'a> {
    pub(super) id: &'a str,
    /// Milliseconds.
    pub(super) time: u64,
    pub(super) parents: Vec<usize>,
    pub(super) children: Vec<usize>,
    /// Files by number.
    pub(super) reads: Vec<usize>,
    /// Files by number, with their bytes.
    pub(super) writes: Vec<(usize, u64)>,
}

/// Tasks by name; only asked, never iterated.
pub(super) struct Names<'a> {
    list: &'static str,
    by_name: HashMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    pub(super) fn of(list: &'static str) -> Self {
        Self { list, by_name: HashMap::new() }
    }

    /// Adds a name, which must not belong to another task.
    pub(super) fn add(&mut self, name: &'a str, task: usize, key: &str) -> Result<(), InputError> {
        match self.by_name.insert(name, task) {
            Some(other) if other != task => {
                let place = format!("{}[{task}].{key}", self.list);
                Err(InputError::new(place, InputFault::Twice { what: format!("{key} {name:?}") }))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// Returns the tasks named by a list in a task.
    pub(super) fn find(
        &self,
        list: Option<&[Text<'_>]>,
        task: usize,
        key: &str,
    ) -> Result<Vec<usize>, InputError> {
        let found = list.unwrap_or_default().iter().enumerate().map(|(at, name)| {
            let place = || format!("{}[{task}].{key}[{at}]", self.list);
            match self.get(name) {
                Some(other) if other == task => {
                    let fault = InputFault::SelfEdge { what: "task", id: format!("{:?}", &**name) };
                    Err(InputError::new(place(), fault))
                }
                Some(other) => Ok(other),
                None => {
                    let fault =
                        InputFault::Unknown { what: "task", id: format!("{:?}", &**name), list: self.list };
                    Err(InputError::new(place(), fault))
                }
            }
        });
        found.collect()
    }
}

/// Numbers for the names of files; only asked, never iterated.
#[derive(Default)]
pub(super) struct Files<'a> {
    numbers: HashMap<Cow<'a, str>, usize>,
}

impl<'a> Files<'a> {
    pub(super) fn number(&mut self, name: Cow<'a, str>) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(name).or_insert(next)
    }
}

/// Returns the graph, tasks in the order of the file.
pub(super) fn build(tasks: Tasks<'_>, name: &str) -> Result<TaskGraph, InputError> {
    let Tasks { list, mut drafts } = tasks;
    let preds = predecessors(&mut drafts);
    let bytes = bytes(&mut drafts, &preds).map_err(|task| too_much(list, task))?;
    let ids: Vec<&str> = drafts.iter().map(|draft| draft.id).collect();
    let tasks = drafts.into_iter().zip(preds).map(|(draft, preds)| Task {
        id: draft.id.to_owned(),
        time: draft.time,
        core: None,
        preds,
    });
    let graph = TaskGraph::new(name, tasks.collect()).and_then(|graph| graph.with_bytes(bytes));
    graph.map_err(|error| match error {
        GraphError::Cycle(cycle) => {
            let id = |task: usize| format!("{:?}", ids[task]);
            let fault = InputFault::Cycle {
                what: "task",
                id: id(cycle.first()).into(),
                path: cycle.waits(id).into(),
            };
            InputError::new(format!("{list}[{}]", cycle.first()), fault)
        }
        GraphError::TimeOverflow { task } | GraphError::BytesOverflow { task } => too_much(list, task),
        other => InputError::new(
            list,
            InputFault::Infeasible { what: other.to_string(), remedy: "correct the graph" },
        ),
    })
}

fn too_much(list: &str, task: usize) -> InputError {
    let what = "times and bytes up to here add up to more than 64 bits".to_owned();
    InputError::new(format!("{list}[{task}]"), InputFault::Infeasible { what, remedy: "scale them down" })
}

/// Returns the predecessors of each task, ascending. An edge may be listed by its parent, by its child, or by both.
fn predecessors(drafts: &mut [Draft<'_>]) -> Vec<Vec<usize>> {
    let mut preds: Vec<_> = drafts.iter_mut().map(|draft| std::mem::take(&mut draft.parents)).collect();
    for (task, draft) in drafts.iter().enumerate() {
        draft.children.iter().for_each(|&child| preds[child].push(task));
    }
    for list in &mut preds {
        list.sort_unstable();
        list.dedup();
    }
    preds
}

/// Returns, for each task, the bytes from each predecessor: those of the files that one writes and the other reads,
/// each once. The error is the task at which they exceed 64 bits.
fn bytes(drafts: &mut [Draft<'_>], preds: &[Vec<usize>]) -> Result<Vec<Vec<u64>>, usize> {
    for draft in drafts.iter_mut() {
        draft.reads.sort_unstable();
        draft.reads.dedup();
        draft.writes.sort_by_key(|&(file, _)| file);
        draft.writes.dedup_by_key(|&mut (file, _)| file);
    }
    let of_task = |(task, list): (usize, &Vec<usize>)| {
        let crossing = list.iter().map(|&pred| crossing(&drafts[pred].writes, &drafts[task].reads));
        crossing.collect::<Option<Vec<u64>>>().ok_or(task)
    };
    preds.iter().enumerate().map(of_task).collect()
}

/// Returns the bytes of the files in both lists, which ascend: each file of the shorter list is looked up in the
/// longer.
fn crossing(writes: &[(usize, u64)], reads: &[usize]) -> Option<u64> {
    let mut sum = 0_u64;
    if writes.len() <= reads.len() {
        for (file, size) in writes {
            sum = sum.checked_add(if reads.binary_search(file).is_ok() { *size } else { 0 })?;
        }
    } else {
        for file in reads {
            let at = writes.binary_search_by_key(file, |&(file, _)| file);
            sum = sum.checked_add(at.map_or(0, |at| writes[at].1))?;
        }
    }
    Some(sum)
}
