//! WfFormat 1.4: `workflow.tasks`, each with its runtime and its files.

use std::borrow::Cow;

use super::file::{FlatFile, FlatTask, bytes, milliseconds};
use super::graph::{Draft, Files, Names, Tasks};
use crate::input::{InputError, InputFault};

const LIST: &str = "workflow.tasks";

/// Tasks refer to each other by name, or by id if the id is not the name of another task.
pub(super) fn read<'a>(tasks: &'a [FlatTask<'_>]) -> Result<Tasks<'a>, InputError> {
    let mut names = Names::of(LIST);
    for (index, task) in tasks.iter().enumerate() {
        names.add(&task.name, index, "name")?;
    }
    for (index, task) in tasks.iter().enumerate() {
        task.id.iter().try_for_each(|id| names.add(id, index, "id"))?;
    }
    let mut files = Files::default();
    let drafts = tasks.iter().enumerate().map(|(index, task)| draft(index, task, &names, &mut files));
    Ok(Tasks { list: LIST, drafts: drafts.collect::<Result<_, _>>()? })
}

fn draft<'a>(
    index: usize,
    task: &'a FlatTask<'_>,
    names: &Names<'_>,
    files: &mut Files<'a>,
) -> Result<Draft<'a>, InputError> {
    let place = || format!("{LIST}[{index}].runtimeInSeconds");
    let runtime = task.runtime_in_seconds.ok_or_else(|| InputError::new(place(), InputFault::Missing))?;
    let mut draft = Draft {
        id: &task.name,
        time: milliseconds(runtime, place)?,
        parents: names.find(task.parents.as_deref(), index, "parents")?,
        children: names.find(task.children.as_deref(), index, "children")?,
        reads: Vec::new(),
        writes: Vec::new(),
    };
    for (file, entry) in task.files.iter().flatten().enumerate() {
        let place = |key| format!("{LIST}[{index}].files[{file}].{key}");
        let size = bytes(entry.size_in_bytes, || place("sizeInBytes"))?;
        let file = files.number(full_name(entry));
        match &*entry.link {
            "input" => draft.reads.push(file),
            "output" => draft.writes.push((file, size)),
            other => {
                let (found, wanted) = (format!("{other:?}"), "\"input\" or \"output\"".to_owned());
                return Err(InputError::new(place("link"), InputFault::Value { found, wanted }));
            }
        }
    }
    Ok(draft)
}

fn full_name<'a>(file: &'a FlatFile<'_>) -> Cow<'a, str> {
    match file.path.as_deref() {
        None | Some("") => Cow::Borrowed(&*file.name),
        Some(path) => Cow::Owned(format!("{path}{}", &*file.name)),
    }
}
