use serde_json::{Value, json};

use super::*;
use crate::sweep::{Cell, Column, ColumnKind};

/// The settings, the seed, and the metrics of a run.
type Run<'r> = (i64, &'r str, u64, Option<u64>, Option<u64>);

/// A table with one setting of numbers, one of words, and two metrics.
fn table(rows: &[Run<'_>]) -> SweepTable {
    let column = |name: &str, kind| Column::new(name, kind, "meaning");
    let columns = vec![
        column("p_top_k", ColumnKind::I64),
        column("early_launch", ColumnKind::Text),
        column("seed", ColumnKind::U64),
        column("drained", ColumnKind::Bool),
        column("problem", ColumnKind::Text),
        column("makespan", ColumnKind::U64),
        column("utilisation_permille", ColumnKind::U64),
    ];
    let number = |value: Option<u64>| value.map_or(Cell::Null, Cell::U64);
    let row = |&(top, early, seed, makespan, utilisation): &Run<'_>| {
        let problem = makespan.map_or(Cell::Text("stuck".to_owned()), |_| Cell::Null);
        let drained = Cell::Bool(makespan.is_some());
        vec![
            Cell::I64(top),
            Cell::Text(early.to_owned()),
            Cell::U64(seed),
            drained,
            problem,
            number(makespan),
            number(utilisation),
        ]
    };
    SweepTable { columns, rows: rows.iter().map(row).collect(), ..SweepTable::default() }
}

/// Two values of each setting, two seeds; the second seed makes everything 100 longer.
fn grid() -> SweepTable {
    let runs = [(4, "off", 100), (4, "on", 110), (1, "off", 140), (1, "on", 150)];
    let rows = runs.iter().flat_map(|&(top, early, makespan)| {
        [0, 1].map(|seed| (top, early, seed, Some(makespan + 100 * seed), Some(500)))
    });
    table(&rows.collect::<Vec<_>>())
}

fn page(table: &SweepTable) -> String {
    let mut out = Vec::new();
    write(table, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn data(table: &SweepTable) -> Value {
    serde_json::to_value(Data::new(table, &Columns::find(table).unwrap())).unwrap()
}

fn section(table: &SweepTable) -> Value {
    data(table)["sections"][0].clone()
}

#[test]
fn a_module_needs_only_those_before_it() {
    assert_eq!(PAGE.unmet_import(), None);
}

#[test]
fn the_page_is_filled_and_names_nothing_outside() {
    let page = page(&grid());
    assert!(page.starts_with("<!DOCTYPE html>\n") && page.ends_with("</html>\n"));
    for mark in ["<!-- ", "\nimport ", "\nexport ", "src=", "href=", "https:"] {
        assert!(!page.contains(mark), "{mark}");
    }
    assert_eq!(page, self::page(&grid()), "the same rows give the same bytes");
}

#[test]
fn names_cannot_end_the_data_or_begin_a_comment() {
    let hostile = "</script><!-- <script>\u{2028}\"\\";
    let named = |name| table(&[(1, name, 0, Some(1), None), (1, "b", 0, None, None)]);
    let (plain, hostile_page) = (page(&named("a")), page(&named(hostile)));
    assert_eq!(hostile_page.matches('<').count(), plain.matches('<').count());
    assert_eq!(section(&named(hostile))["settings"][1]["values"][0], json!(hostile));
}

#[test]
fn another_table_is_refused_and_nothing_is_written() {
    let mut wrong = grid();
    wrong.columns[2].name = "seeds".to_owned();
    let mut out = Vec::new();
    let error = write(&wrong, &mut out).unwrap_err();
    assert_eq!((error.kind(), out.len()), (io::ErrorKind::InvalidInput, 0));
    assert!(error.to_string().contains("a column `seed`"), "{error}");
}

#[test]
fn numbers_are_sorted_and_words_stay_in_order() {
    let section = section(&grid());
    assert_eq!(section["settings"][0]["values"], json!(["1", "4"]));
    assert_eq!(section["settings"][1]["values"], json!(["off", "on"]));
    let values: Vec<&Value> = section["rows"].as_array().unwrap().iter().map(|row| &row["values"]).collect();
    assert_eq!(values, [&json!([1, 0]), &json!([1, 1]), &json!([0, 0]), &json!([0, 1])]);
    assert_eq!(
        (&section["runs"], &section["combinations"], &section["seeds"]),
        (&json!(8), &json!(4), &json!(2))
    );
}

/// A tuning sets only what it changes.
#[test]
fn a_setting_that_is_not_set_has_no_value() {
    let mut table = grid();
    table.rows.iter_mut().filter(|row| row[0] == Cell::I64(1)).for_each(|row| row[0] = Cell::Null);
    let section = section(&table);
    let setting = &section["settings"][0];
    assert_eq!((&setting["values"], &setting["is_numeric"]), (&json!(["4", null]), &json!(false)));
}

#[test]
fn the_page_of_a_tuning_has_its_conclusion() {
    assert_eq!(section(&grid()).get("conclusion"), None, "a sweep has none");
    let conclusion = "Keep the defaults: nothing that was tried is better.";
    let table = SweepTable { conclusion: Some(conclusion.to_owned()), ..grid() };
    assert_eq!(section(&table)["conclusion"], conclusion);
}

/// It is the sweep that knows its defaults: a workload may have others than the HWS.
#[test]
fn the_defaults_are_those_of_the_table() {
    let mut table = grid();
    let unmarked = section(&table);
    assert_eq!((&unmarked["is_default"], &unmarked["baseline"]), (&json!(false), &json!(0)));
    assert_eq!(unmarked["settings"][0]["default"], json!(null));
    table.is_default =
        table.rows.iter().map(|row| row[0] == Cell::I64(4) && row[1] == Cell::Text("on".into())).collect();
    let section = section(&table);
    assert_eq!((&section["is_default"], &section["baseline"]), (&json!(true), &json!(1)));
    let defaults = [0, 1].map(|setting| &section["settings"][setting]["default"]);
    assert_eq!(defaults, [&json!("4"), &json!("on")]);
}

/// The seeds differ by 100 in every combination, so that differences have no spread at all: 4 is 40 better than 1, `off` 10 better
/// than `on`. The means of 4 are 105 and 205, those of 1 are 145 and 245.
#[test]
fn effects_are_those_of_the_same_seeds() {
    let measure = &section(&grid())["measures"][0];
    assert_eq!(measure["effects"][0], json!({ "values": [[195, 0], [155, 0]], "spread": [40, 0] }));
    assert_eq!(measure["effects"][1], json!({ "values": [[170, 0], [180, 0]], "spread": [10, 0] }));
    assert_eq!(measure["ranks"], json!([0, 1, 2, 3]));
    assert_eq!(measure["ties"], json!([true, false, false, false]));
    assert_eq!(measure["runs"][2], json!([140, 240]));
}

#[test]
fn what_is_the_same_everywhere_is_listed_once() {
    let section = section(&grid());
    assert_eq!(section["measures"].as_array().unwrap().len(), 1);
    assert_eq!(section["constants"], json!([{ "metric": 1, "value": 500 }]));
}

#[test]
fn a_single_seed_has_no_interval_and_ties_only_with_its_equals() {
    let rows =
        [(1, "off", 7, Some(9), Some(1)), (2, "off", 7, Some(8), Some(2)), (3, "off", 7, Some(8), Some(2))];
    let measure = &section(&table(&rows))["measures"][0];
    assert_eq!(measure["means"], json!([[9, null], [8, null], [8, null]]));
    assert_eq!((&measure["ties"], &measure["all_ties"]), (&json!([false, true, true]), &json!(2)));
    assert_eq!(measure["ranks"], json!([2, 0, 1]));
    // Of utilisation more is better.
    assert_eq!(section(&table(&rows))["measures"][1]["ranks"], json!([2, 0, 1]));
}

#[test]
fn combinations_that_did_not_drain_come_last() {
    let rows = [
        (1, "off", 0, Some(5), None),
        (1, "off", 1, None, None),
        (2, "off", 0, Some(9), None),
        (2, "off", 1, Some(9), None),
        (3, "off", 0, None, None),
    ];
    let section = section(&table(&rows));
    assert_eq!(section["measures"][0]["ranks"], json!([1, 0, 2]));
    assert_eq!(section["measures"][0]["means"][2], json!(null));
    assert_eq!(
        (&section["rows"][0]["drained"], &section["rows"][0]["problem"]),
        (&json!(1), &json!("stuck"))
    );
}

#[test]
fn candidates_with_more_runs_come_first() {
    let rows = [(1, "off", 0, Some(5), None), (2, "off", 0, Some(9), None), (2, "off", 1, Some(9), None)];
    assert_eq!(section(&table(&rows))["measures"][0]["ranks"], json!([1, 0]));
}

#[test]
fn each_workload_is_a_section() {
    let mut whole = grid();
    whole.columns.insert(0, Column::new("workload", ColumnKind::Text, "files"));
    for (place, row) in whole.rows.iter_mut().enumerate() {
        row.insert(0, Cell::Text(if place < 4 { "a.yaml" } else { "b.yaml" }.to_owned()));
    }
    let data = data(&whole);
    let sections = data["sections"].as_array().unwrap();
    let of = |place: usize| {
        (&sections[place]["workload"], &sections[place]["runs"], &sections[place]["settings"][0]["values"])
    };
    assert_eq!(of(0), (&json!("a.yaml"), &json!(4), &json!(["4"])));
    assert_eq!(of(1), (&json!("b.yaml"), &json!(4), &json!(["1"])));
}

#[test]
fn a_page_of_many_runs_says_what_it_has() {
    let rows: Vec<_> =
        (0..40_000).map(|run| (run, "off", 0, Some(run as u64), Some(run as u64 % 7))).collect();
    let section = section(&table(&rows));
    let kept = section["rows"].as_array().unwrap();
    assert_eq!((&section["combinations"], &section["runs"]), (&json!(40_000), &json!(40_000)));
    assert!(kept.len() == 4000 && kept[1999]["values"][0] == json!(1999), "the better half is there");
    assert_eq!(kept[2000]["values"][0], json!(2000), "and of the others every nineteenth");
    assert_eq!(kept[2001]["values"][0], json!(2019));
    assert_eq!(section["measures"][0]["ranks"].as_array().unwrap().len(), 4000);
}

#[test]
fn a_table_without_rows_is_a_page() {
    let section = section(&table(&[]));
    assert_eq!((&section["runs"], &section["baseline"]), (&json!(0), &json!(null)));
    page(&table(&[]));
}
