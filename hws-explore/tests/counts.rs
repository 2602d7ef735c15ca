//! Complete counts: one by hand, and those of the documentation.

use std::fs;

use crate::{example, explored, scenario};

/// Nothing pushed; in the FIFO; 8 ticks and 1 tick before the descriptor; 48 and 1 before COMMIT; running; finished. Each
/// has the transition of time, the first also the push, and the running one the completion.
#[test]
fn one_kernel_on_one_sip_has_eight_states() {
    let found = explored("{version: 1, topology: 3x4, sips: [0], kernels: [{name: a}]}");
    assert_eq!((found.states, found.transitions, found.depth), (8, 10, 7));
    assert!(found.is_complete && found.defect.is_none() && found.starvations.is_empty());
}

/// As above at every tick: 8 ticks of the loader and 48 of the attempt instead of two each.
#[test]
fn one_kernel_at_every_tick_has_a_state_for_each_tick() {
    let found = explored("{version: 1, topology: 3x4, sips: [0], time: ticks, kernels: [{name: a}]}");
    assert_eq!((found.states, found.transitions, found.depth), (4 + 8 + 48, 6 + 8 + 48, 3 + 8 + 48));
}

#[test]
fn an_exploration_ends_at_its_limit() {
    let text = format!("{}\nmost_states: 100", example("three_on_two"));
    let found = explored(&text);
    assert!(!found.is_complete && found.starvations.is_empty());
    assert!((101..120).contains(&found.states), "{}", found.states);
}

/// The rows of the table in docs/reliability.md: name, states, transitions, depth, and the kernels that starve.
fn rows() -> Vec<(String, u32, u64, u32, String)> {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/reliability.md")).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells = rows.map(|row| row.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>());
    let number = |text: &str| text.replace(',', "").parse::<u64>().unwrap();
    let configurations = cells.filter(|cells| cells[0].ends_with(".yaml`"));
    configurations
        .map(|cells| {
            let name = cells[0].trim_end_matches(".yaml`").to_owned();
            (name, number(&cells[1]) as u32, number(&cells[2]), number(&cells[3]) as u32, cells[4].clone())
        })
        .collect()
}

fn assert_row(row: &(String, u32, u64, u32, String)) {
    let (name, states, transitions, depth, result) = row;
    let (found, scenario) = (explored(&example(name)), scenario(&example(name)));
    assert_eq!((found.states, found.transitions, found.depth), (*states, *transitions, *depth), "{name}");
    assert!(found.is_complete && found.defect.is_none(), "{name}");
    let starving = found.starvations.iter().map(|starvation| scenario.name(starvation.kernel));
    let starving = starving.map(|name| format!("`{name}` can starve")).collect::<Vec<_>>().join(", ");
    assert_eq!(if starving.is_empty() { "live" } else { &starving }, result, "{name}");
}

#[test]
fn the_table_of_the_documentation_is_real() {
    let rows = rows();
    let examples = fs::read_dir(crate::examples()).unwrap().count();
    assert_eq!(rows.len(), examples, "every example has a row");
    rows.iter().filter(|row| row.1 < 3_000).for_each(assert_row);
}

#[test]
#[ignore = "minutes with optimisation, for .ci/nightly"]
fn the_large_rows_of_the_table_are_real() {
    rows().iter().filter(|row| row.1 >= 3_000).for_each(assert_row);
}
