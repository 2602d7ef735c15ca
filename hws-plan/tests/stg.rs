//! Standard Task Graph files: accepted files, refusals and their places.

use crate::common;
use hws_plan::import::{self, ImportFormat, ImportOptions};
use hws_plan::{TaskGraph, priorities};
use proptest::prelude::*;
use rstest::rstest;

fn read(text: &str) -> Result<TaskGraph, String> {
    let (format, content) = import::recognise(text.as_bytes()).map_err(|error| error.to_string())?;
    assert_eq!(format, ImportFormat::Stg);
    import::graph(format, &content, "test", &ImportOptions::default())
        .map_err(|error| error.in_file("f.stg").to_string())
}

const DIAMOND: &str = "4\n0 0 0\n1 5 1 0\n2 7 1 0\n3 0 2 1 2\n# Standard Task Graph Set\n";

#[rstest]
#[case(DIAMOND)]
#[case("2\n0 0 0\n1 5 1 0\n2 7 1 0\n3 0 2 1 2\n")] // the header leaves the dummies out
#[case("# first\n\n 4 \n0 0 0\r\n\t1 5 1 0\n2 7 1 0\n\n3 0 2 1 2")]
fn dummies_vanish(#[case] text: &str) {
    let graph = read(text).unwrap();
    let ids: Vec<_> = graph.tasks().iter().map(|task| (task.id.as_str(), task.time)).collect();
    assert_eq!(ids, [("1", 5), ("2", 7)]);
    assert!(graph.tasks().iter().all(|task| task.preds.is_empty()));
    assert_eq!(graph.static_order(), None);
}

#[test]
fn inner_tasks_of_no_time_pass_their_predecessors_on() {
    let graph = read("5\n0 3 0\n1 4 0\n2 0 2 0 1\n3 0 1 2\n4 1 2 3 1\n").unwrap();
    assert_eq!(graph.tasks()[2].preds, [0, 1]);
    assert_eq!(priorities(&graph).critical_path, 5);
}

#[rstest]
#[case("3\n0 1 0\n1 1 1 9\n2 1 0\n", "f.stg:3: predecessor 9 does not exist")]
#[case("3\n0 1 0\n1 1 1 2\n2 1 1 1\n", "f.stg:3: task 1 waits for itself")]
#[case("1\n0 1 1 0\n", "f.stg:2: task 0 waits for itself")]
#[case("9\n0 1 0\n1 1 0\n", "f.stg:1: the header announces 9 tasks, but there are 2")]
#[case("1\n0 1 0\n1 1 0\n", "f.stg:1: the header announces 1 tasks, but there are 2")]
#[case("2\n0 1 0\n# note\n1 x 0\n", "f.stg:4: `x` is not a time")]
#[case("1\n0 -3 0\n", "f.stg:2: `-3` is not a time")]
#[case("1\n0 1.5 0\n", "f.stg:2: `1.5` is not a time")]
#[case("1\n0 99999999999999999999 0\n", "f.stg:2: `99999999999999999999` is not a time")]
#[case("2\n0 1 0\n2 1 0\n", "f.stg:3: task id 2 where 1 is expected")]
#[case("2\n1 1 0\n0 1 0\n", "f.stg:2: task id 1 where 0 is expected")]
#[case("3\n0 1 0\n1 1 0\n2 1 2 0\n", "f.stg:4: 4 numbers, but `id time count` and 2 predecessors make 5")]
#[case("2\n0 1 0\n1 1\n", "f.stg:3: 2 numbers, but `id time count` and 0 predecessors make 3")]
#[case("2\n0 1 0\n1 1 2 0 0\n", "f.stg:3: predecessor 0 is named twice")]
#[case("2\n0 1 0\n1 1 1 0 12\n", "f.stg:3: the file carries communication costs")]
#[case("2\n0 1 0\n1 1 1\n 0 12\n", "f.stg:3: the file carries communication costs")]
#[case("2 4\n0 1 0\n1 1 0\n", "f.stg:1: the file carries communication costs")]
#[case("2\n0 0 0\n1 0 1 0\n", "f.stg: no task has a time above 0")]
#[case("2\n0 18446744073709551615 0\n1 1 0\n", "f.stg:3: the times up to task 1 add up")]
#[case("18446744073709551615\n0 1 0\n", "f.stg:1: the header announces")]
#[case("1\n0 1 18446744073709551615\n", "f.stg:2: the file carries")]
fn refusals_name_their_line(#[case] text: &str, #[case] start: &str) {
    let error = read(text).unwrap_err();
    assert!(error.starts_with(start), "{error}");
    assert!(error.contains("; "), "no remedy: {error}");
}

#[test]
fn too_many_spliced_edges_are_refused() {
    // 2,100 tasks, a join of no time, and 2,100 tasks after it: 4.4 million dependencies.
    let mut text = String::from("4201\n");
    (0..2100).for_each(|id| text += &format!("{id} 1 0\n"));
    let all: Vec<String> = (0..2100).map(|id| id.to_string()).collect();
    text += &format!("2100 0 2100 {}\n", all.join(" "));
    (2101..4201).for_each(|id| text += &format!("{id} 1 1 2100\n"));
    assert!(read(&text).unwrap_err().contains("more than 4194304 dependencies"));
}

#[rstest]
#[case("stg/robot.stg", 88, 569)]
#[case("stg/sparse.stg", 96, 122)]
fn published_graphs(#[case] file: &str, #[case] tasks: usize, #[case] critical_path: u64) {
    let Some(bytes) = common::shared(file) else { return };
    let (format, content) = import::recognise(&bytes).unwrap();
    let graph = import::graph(format, &content, file, &ImportOptions::default()).unwrap();
    assert_eq!((graph.len(), priorities(&graph).critical_path), (tasks, critical_path));
}

proptest! {
    #[test]
    fn mutated_files_never_panic(at in 0usize..60, byte in any::<u8>(), cut in 0usize..60) {
        let mut bytes = DIAMOND.as_bytes().to_vec();
        let len = bytes.len();
        bytes[at % len] = byte;
        bytes.truncate(len.saturating_sub(cut % 7));
        common::import_any(&bytes);
    }

    #[test]
    fn integer_soup_never_panics(text in "([0-9]{1,3}[ \n]){0,40}") {
        common::import_any(text.as_bytes());
    }
}
