//! `hws plan rank`.

use super::{fed, is_refused, plan};

#[test]
fn tables_for_readers() {
    let (status, out, said) = plan(&["rank", "hws-plan/tests/data/heft10.rank.in.json"]);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    assert!(out.contains("critical path 108, HEFT makespan 80"), "{out}");
}

#[test]
fn bad_inputs_name_file_and_place() {
    is_refused(fed(&["rank"], "{\"tasks\": [{}]}"), "standard input: tasks[0].id: missing (add it)");
    is_refused(fed(&["rank"], "{\"tasks\": [}"), "standard input:1:12: ");
    is_refused(
        fed(&["rank"], "{\"tasks\": [{\"id\": 1, \"id\": 2"),
        "standard input:1:25: the key `id` is given twice",
    );
    is_refused(
        fed(&["rank"], "{\"tasks\": [{\"id\": 1, \"cost\": 99999999999999999999}]}"),
        "standard input: tasks[0].cost: ",
    );
    is_refused(plan(&["rank", "no/such/file"]), "no/such/file: cannot be read");
}
