//! WfCommons instances in both shapes: accepted files, refusals and their places.

use crate::common;
use std::collections::BTreeMap;

use hws_plan::TaskGraph;
use hws_plan::import::{self, ImportFormat, ImportOptions};
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

fn read_text(text: &str) -> Result<TaskGraph, String> {
    let (format, content) = import::recognise(text.as_bytes()).map_err(|error| error.to_string())?;
    assert_eq!(format, ImportFormat::WfCommons);
    import::graph(format, &content, "test", &ImportOptions::default())
        .map_err(|error| error.in_file("f.json").to_string())
}

fn read(document: &Value) -> Result<TaskGraph, String> {
    read_text(&document.to_string())
}

/// Two parallel tasks followed by a third, in WfFormat 1.4, with additional keys that are not read. One file is listed
/// twice, and two files have the same name but different paths.
fn flat() -> Value {
    json!({
        "name": "montage", "schemaVersion": "1.4", "wms": {"name": "Pegasus"},
        "workflow": {"executedAt": "03-23-21T06:04:36Z", "machines": [{"nodeName": "mem"}], "tasks": [
            {"name": "project_1", "id": "ID1", "type": "compute", "category": "project", "runtimeInSeconds": 16.712,
             "parents": [], "children": ["fit_3"], "cores": 1,
             "files": [{"link": "input", "name": "a.fits", "sizeInBytes": 100},
                       {"link": "output", "name": "p1.fits", "sizeInBytes": 4150080},
                       {"link": "output", "name": "p1_area.fits", "sizeInBytes": 20},
                       {"link": "output", "name": "p1_area.fits", "sizeInBytes": 20},
                       {"link": "output", "name": "p.fits", "sizeInBytes": 9}]},
            {"name": "project_2", "id": "ID2", "runtimeInSeconds": 0.0920001,
             "files": [{"link": "output", "path": "out/", "name": "p.fits", "sizeInBytes": 7}]},
            {"name": "fit_3", "id": "ID3", "runtimeInSeconds": 4, "parents": ["project_1", "ID2"], "children": [],
             "files": [{"link": "input", "name": "p1.fits", "sizeInBytes": 4150080},
                       {"link": "input", "name": "p1_area.fits", "sizeInBytes": 20},
                       {"link": "input", "name": "p1_area.fits", "sizeInBytes": 20},
                       {"link": "input", "path": "out/", "name": "p.fits", "sizeInBytes": 7},
                       {"link": "input", "name": "a.fits", "sizeInBytes": 100}]}]},
    })
}

/// The same in the shape of 1.5.
fn split() -> Value {
    json!({
        "name": "montage", "schemaVersion": "1.5", "runtimeSystem": {"name": "Pegasus"},
        "workflow": {
            "specification": {
                "tasks": [
                    {"name": "project", "id": "project_1", "parents": [], "children": ["fit_3"],
                     "inputFiles": ["a.fits"], "outputFiles": ["p1.fits", "p1_area.fits", "p1_area.fits", "p.fits"]},
                    {"name": "project", "id": "project_2", "parents": [], "children": [], "outputFiles": ["out/p.fits"]},
                    {"name": "fit", "id": "fit_3", "parents": ["project_2"], "children": [],
                     "inputFiles": ["p1.fits", "p1_area.fits", "out/p.fits", "a.fits"]}],
                "files": [{"id": "a.fits", "sizeInBytes": 100}, {"id": "p1.fits", "sizeInBytes": 4150080},
                          {"id": "p1_area.fits", "sizeInBytes": 20}, {"id": "out/p.fits", "sizeInBytes": 7},
                          {"id": "p.fits", "sizeInBytes": 9}]},
            "execution": {"makespanInSeconds": 21, "executedAt": "now", "tasks": [
                {"id": "fit_3", "runtimeInSeconds": 4.000}, {"id": "project_1", "runtimeInSeconds": 16.712},
                {"id": "project_2", "runtimeInSeconds": 9.20001e-2}]}},
    })
}

#[rstest]
#[case(flat())]
#[case(split())]
fn both_shapes_mean_the_same(#[case] document: Value) {
    let graph = read(&document).unwrap();
    let tasks: Vec<_> = graph.tasks().iter().map(|task| (task.id.as_str(), task.time)).collect();
    assert_eq!(tasks, [("project_1", 16712), ("project_2", 93), ("fit_3", 4000)]);
    assert_eq!(graph.tasks()[2].preds, [0, 1]);
    assert_eq!(graph.bytes(), Some(&[vec![], vec![], vec![4_150_100, 7]][..]));
}

#[rstest]
#[case(Some("1.6"))]
#[case(None)]
fn the_shape_counts_for_newer_and_for_unnamed_versions(#[case] version: Option<&str>) {
    let mut document = split();
    document["schemaVersion"] = json!(version);
    assert!(read(&document).is_ok());
}

/// Sets the value at a pointer; without a value, removes it.
fn changed(mut document: Value, pointer: &str, value: Option<Value>) -> Value {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match (document.pointer_mut(parent).unwrap(), value) {
        (Value::Object(object), None) => drop(object.remove(key)),
        (Value::Array(list), None) => drop(list.remove(key.parse().unwrap())),
        (place, Some(value)) => match place {
            Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
            place => place[key] = value,
        },
        _ => unreachable!(),
    }
    document
}

#[rstest]
#[case::version("/schemaVersion", Some(json!("1.3")), "schemaVersion: WfFormat 1.3 is not supported; migrate")]
#[case::no_shape("/workflow/tasks", None, "workflow.specification: missing")]
#[case::both("/workflow/specification", Some(split()["workflow"]["specification"].clone()), "workflow: both `tasks` and `specification` are given")]
#[case::none("/workflow/tasks", Some(json!([])), "the graph has no tasks")]
#[case::no_runtime("/workflow/tasks/1/runtimeInSeconds", None, "workflow.tasks[1].runtimeInSeconds: missing")]
#[case::null_runtime(
    "/workflow/tasks/1/runtimeInSeconds",
    Some(Value::Null),
    "workflow.tasks[1].runtimeInSeconds: missing"
)]
#[case::negative("/workflow/tasks/1/runtimeInSeconds", Some(json!(-0.5)), "workflow.tasks[1].runtimeInSeconds: -0.5 is not legal here; give a time")]
#[case::text("/workflow/tasks/1/runtimeInSeconds", Some(json!("1")), "workflow.tasks[1].runtimeInSeconds: \"1\" is not legal here; give a time")]
#[case::long("/workflow/tasks/1/runtimeInSeconds", Some(json!(1e17)), "workflow.tasks[1].runtimeInSeconds: 1e+17 is not legal here; give a time")]
#[case::sum("/workflow/tasks/1/runtimeInSeconds", Some(json!(18446744073709551_u64)), "workflow.tasks[1]: times and bytes up to here")]
#[case::size("/workflow/tasks/0/files/1/sizeInBytes", Some(json!(-1)), "workflow.tasks[0].files[1].sizeInBytes: -1 is not legal here; give a size")]
#[case::sizes("/workflow/tasks/0/files/1/sizeInBytes", Some(json!(u64::MAX)), "workflow.tasks[2]: times and bytes up to here")]
#[case::link("/workflow/tasks/0/files/1/link", Some(json!("inout")), "workflow.tasks[0].files[1].link: \"inout\" is not legal here; give \"input\" or")]
#[case::parent("/workflow/tasks/2/parents/0", Some(json!("x")), "workflow.tasks[2].parents[0]: there is no task \"x\"")]
#[case::child("/workflow/tasks/0/children/0", Some(json!("x")), "workflow.tasks[0].children[0]: there is no task \"x\"")]
#[case::itself("/workflow/tasks/0/children/0", Some(json!("ID1")), "workflow.tasks[0].children[0]: task \"ID1\" waits for itself")]
#[case::name("/workflow/tasks/2/name", Some(json!("project_1")), "workflow.tasks[2].name: name \"project_1\" given twice")]
#[case::id("/workflow/tasks/2/id", Some(json!("project_1")), "workflow.tasks[2].id: id \"project_1\" given twice")]
#[case::cycle("/workflow/tasks/0/parents", Some(json!(["fit_3"])), "workflow.tasks[0]: task \"project_1\" is on a cycle")]
fn refusals_of_1_4(#[case] pointer: &str, #[case] value: Option<Value>, #[case] start: &str) {
    refused(&changed(flat(), pointer, value), start);
}

#[rstest]
#[case::no_execution("/workflow/execution", None, "workflow.execution: missing")]
#[case::not_run(
    "/workflow/execution/tasks/0",
    None,
    "workflow.specification.tasks[2]: task \"fit_3\" has no runtime; add it to"
)]
#[case::unknown_run("/workflow/execution/tasks/0/id", Some(json!("x")), "workflow.execution.tasks[0].id: there is no task \"x\"")]
#[case::twice_run("/workflow/execution/tasks/0/id", Some(json!("project_1")), "workflow.execution.tasks[1].id: id \"project_1\" given twice")]
#[case::runtime("/workflow/execution/tasks/0/runtimeInSeconds", Some(json!([])), "workflow.execution.tasks[0].runtimeInSeconds: [] is not legal here; give a time")]
#[case::twice_task("/workflow/specification/tasks/1/id", Some(json!("project_1")), "workflow.specification.tasks[1].id: id \"project_1\" given twice")]
#[case::name_is_not_an_id("/workflow/specification/tasks/2/parents/0", Some(json!("project")), "workflow.specification.tasks[2].parents[0]: there is no task \"project\"")]
#[case::no_file("/workflow/specification/tasks/2/inputFiles/0", Some(json!("x")), "workflow.specification.tasks[2].inputFiles[0]: there is no file \"x\"")]
#[case::no_files(
    "/workflow/specification/files",
    None,
    "workflow.specification.tasks[0].inputFiles[0]: there is no file \"a.fits\""
)]
#[case::twice_file("/workflow/specification/files/1/id", Some(json!("a.fits")), "workflow.specification.files[1].id: id \"a.fits\" given twice")]
#[case::file_size("/workflow/specification/files/1/sizeInBytes", Some(json!("7")), "workflow.specification.files[1].sizeInBytes: \"7\" is not legal here; give a size")]
fn refusals_of_1_5(#[case] pointer: &str, #[case] value: Option<Value>, #[case] start: &str) {
    refused(&changed(split(), pointer, value), start);
}

fn refused(document: &Value, start: &str) {
    let error = read(document).unwrap_err();
    assert!(error.starts_with(&format!("f.json: {start}")), "{error}");
    assert!(error.contains("; "), "no remedy: {error}");
}

#[rstest]
#[case("{\"workflow\": {\n\"tasks\": [{\"id\": \"a\"}]}}", "f.json:2:21: missing field `name`")]
#[case("{\"workflow\": {\"tasks\": [", "f.json:1:24: EOF while parsing")] // recognised all the same
#[case("{\"workflow\": 7}", "f.json:1:14: invalid type")]
#[case("{\"workflow\": {}, \"workflow\": {}}", "f.json:1:27: duplicate field `workflow`")]
fn damaged_files_name_line_and_column(#[case] text: &str, #[case] start: &str) {
    let error = read_text(text).unwrap_err();
    assert!(error.starts_with(start), "{error}");
}

/// Tasks with times in milliseconds, edges, and files with their writers, readers and sizes.
#[derive(Clone, Debug)]
struct Random {
    times: Vec<u64>,
    edges: Vec<(usize, usize)>,
    files: Vec<File>,
}

type File = (usize, Vec<usize>, u64);

fn random() -> impl Strategy<Value = Random> {
    let files =
        prop::collection::vec((0usize..7, prop::collection::vec(0usize..7, 0..4), 0u64..1 << 40), 0..9);
    let times = prop::collection::vec(0u64..1 << 40, 7);
    let edges = prop::collection::btree_set((0usize..7, 0usize..7), 0..15);
    (times, edges, files).prop_map(|(times, edges, files)| {
        let edges = edges.into_iter().filter(|(from, to)| from < to).collect();
        Random { times, edges, files }
    })
}

impl Random {
    fn seconds(&self, task: usize) -> Value {
        let time = self.times[task];
        serde_json::from_str(&format!("{}.{:03}", time / 1000, time % 1000)).unwrap()
    }

    fn related(&self, task: usize, of: impl Fn(&(usize, usize)) -> (usize, usize)) -> Vec<String> {
        let pairs = self.edges.iter().map(of).filter(|&(_, other)| other == task);
        pairs.map(|(one, _)| format!("t{one}")).collect()
    }

    fn flat(&self) -> Value {
        let file = |link: &str, at: usize| json!({"link": link, "name": format!("f{at}"), "sizeInBytes": self.files[at].2});
        let files = |task: usize| -> Vec<Value> {
            let all = self.files.iter().enumerate();
            all.flat_map(|(at, (writer, readers, _))| {
                let written = (*writer == task).then(|| file("output", at));
                let read = readers.contains(&task).then(|| file("input", at));
                written.into_iter().chain(read)
            })
            .collect()
        };
        let task = |task: usize| {
            json!({"name": format!("t{task}"), "runtimeInSeconds": self.seconds(task),
            "parents": self.related(task, |&(from, to)| (from, to)), "files": files(task)})
        };
        json!({"schemaVersion": "1.4", "workflow": {"tasks": (0..7).map(task).collect::<Vec<_>>()}})
    }

    fn split(&self) -> Value {
        let named = |is_of: &dyn Fn(&File) -> bool| -> Vec<String> {
            let all = self.files.iter().enumerate().filter(|(_, file)| is_of(file));
            all.map(|(at, _)| format!("f{at}")).collect()
        };
        let task = |task: usize| {
            json!({"name": "t", "id": format!("t{task}"),
            "children": self.related(task, |&(from, to)| (to, from)),
            "inputFiles": named(&|file| file.1.contains(&task)), "outputFiles": named(&|file| file.0 == task)})
        };
        let files: Vec<Value> = self
            .files
            .iter()
            .enumerate()
            .map(|(at, file)| json!({"id": format!("f{at}"), "sizeInBytes": file.2}))
            .collect();
        let runs: Vec<Value> = (0..7)
            .map(|task| json!({"id": format!("t{task}"), "runtimeInSeconds": self.seconds(task)}))
            .collect();
        json!({"workflow": {"specification": {"tasks": (0..7).map(task).collect::<Vec<_>>(), "files": files},
               "execution": {"tasks": runs}}})
    }

    /// For each task its predecessors with the bytes they send.
    fn expected(&self) -> Vec<BTreeMap<usize, u64>> {
        let bytes = |from: usize, to: usize| {
            let crossing =
                self.files.iter().filter(|(writer, readers, _)| *writer == from && readers.contains(&to));
            crossing.map(|file| file.2).sum()
        };
        let mut preds = vec![BTreeMap::new(); 7];
        self.edges.iter().for_each(|&(from, to)| {
            preds[to].insert(from, bytes(from, to));
        });
        preds
    }
}

proptest! {
    #[test]
    fn written_and_read_again(random in random()) {
        // Numbers of thirteen digits pass through a JSON value unchanged.
        for document in [random.flat(), random.split()] {
            let graph = read(&document).unwrap();
            for (task, expected) in random.expected().iter().enumerate() {
                let found = &graph.tasks()[task];
                prop_assert_eq!(&found.id, &format!("t{task}"));
                prop_assert_eq!(found.time, random.times[task]);
                prop_assert_eq!(&found.preds, &expected.keys().copied().collect::<Vec<_>>());
                prop_assert_eq!(&graph.bytes().unwrap()[task], &expected.values().copied().collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn mutated_files_never_panic(at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in 0usize..200, is_flat: bool) {
        let mut bytes = if is_flat { flat() } else { split() }.to_string().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        bytes.truncate(bytes.len().saturating_sub(cut.saturating_sub(100)));
        common::import_any(&bytes);
    }
}
