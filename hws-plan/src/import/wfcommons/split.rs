//! WfFormat from 1.5 on: `workflow.specification` has tasks and files, `workflow.execution` the run times.

use std::collections::HashMap;

use super::file::{Execution, Specification, SpecifiedTask, Text, bytes, milliseconds};
use super::graph::{Draft, Names, Tasks};
use crate::input::{InputError, InputFault};

const LIST: &str = "workflow.specification.tasks";
const FILES: &str = "workflow.specification.files";
const RUNS: &str = "workflow.execution.tasks";

/// Sizes of the files by id, with a number for each; only asked, never iterated.
type Sizes<'a> = HashMap<&'a str, (usize, u64)>;

/// Tasks refer to each other by id.
pub(super) fn read<'a>(
    specification: &'a Specification<'_>,
    execution: Option<&Execution<'_>>,
) -> Result<Tasks<'a>, InputError> {
    let execution = execution.ok_or_else(|| InputError::new("workflow.execution", InputFault::Missing))?;
    let mut names = Names::of(LIST);
    for (index, task) in specification.tasks.iter().enumerate() {
        names.add(&task.id, index, "id")?;
    }
    let times = times(execution, &names, specification.tasks.len())?;
    let sizes = sizes(specification)?;
    let drafts = specification.tasks.iter().zip(times).enumerate().map(|(index, (task, time))| {
        let time = time.ok_or_else(|| without_runtime(index, &task.id))?;
        draft(index, task, time, &names, &sizes)
    });
    Ok(Tasks { list: LIST, drafts: drafts.collect::<Result<_, _>>()? })
}

fn times(execution: &Execution<'_>, names: &Names<'_>, tasks: usize) -> Result<Vec<Option<u64>>, InputError> {
    let mut times = vec![None; tasks];
    for (index, run) in execution.tasks.iter().enumerate() {
        let at = |key: &str| format!("{RUNS}[{index}].{key}");
        let task = names.get(&run.id).ok_or_else(|| {
            InputError::new(
                at("id"),
                InputFault::Unknown { what: "task", id: format!("{:?}", &*run.id), list: LIST },
            )
        })?;
        let time = milliseconds(run.runtime_in_seconds, || at("runtimeInSeconds"))?;
        if times[task].replace(time).is_some() {
            return Err(InputError::new(at("id"), InputFault::Twice { what: format!("id {:?}", &*run.id) }));
        }
    }
    Ok(times)
}

fn without_runtime(index: usize, id: &str) -> InputError {
    let what = format!("task {id:?} has no runtime");
    InputError::new(
        format!("{LIST}[{index}]"),
        InputFault::Infeasible { what, remedy: "add it to workflow.execution.tasks" },
    )
}

fn sizes<'a>(specification: &'a Specification<'_>) -> Result<Sizes<'a>, InputError> {
    let mut sizes = Sizes::new();
    for (index, file) in specification.files.iter().flatten().enumerate() {
        let at = |key: &str| format!("{FILES}[{index}].{key}");
        let size = bytes(file.size_in_bytes, || at("sizeInBytes"))?;
        if sizes.insert(&file.id, (index, size)).is_some() {
            return Err(InputError::new(at("id"), InputFault::Twice { what: format!("id {:?}", &*file.id) }));
        }
    }
    Ok(sizes)
}

fn draft<'a>(
    index: usize,
    task: &'a SpecifiedTask<'_>,
    time: u64,
    names: &Names<'_>,
    sizes: &Sizes<'_>,
) -> Result<Draft<'a>, InputError> {
    let files = |list: Option<&[Text<'_>]>, key: &str| {
        let file = |(at, id): (usize, &Text<'_>)| {
            sizes.get(&**id).copied().ok_or_else(|| {
                let place = format!("{LIST}[{index}].{key}[{at}]");
                InputError::new(
                    place,
                    InputFault::Unknown { what: "file", id: format!("{:?}", &**id), list: FILES },
                )
            })
        };
        list.unwrap_or_default().iter().enumerate().map(file).collect::<Result<Vec<_>, _>>()
    };
    Ok(Draft {
        id: &task.id,
        time,
        parents: names.find(task.parents.as_deref(), index, "parents")?,
        children: names.find(task.children.as_deref(), index, "children")?,
        reads: files(task.input_files.as_deref(), "inputFiles")?.into_iter().map(|(file, _)| file).collect(),
        writes: files(task.output_files.as_deref(), "outputFiles")?,
    })
}
