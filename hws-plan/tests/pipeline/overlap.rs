//! `full_overlap_pipeline_num` against pipelines whose credits take the firmware's latency on each way.

use hws_plan::pipeline::Pipeline;
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

use super::answer;
use super::random::{Rows, rows};

/// Last finish of Soma by recurrence: a row starts `latency` after the output row that frees its place, an
/// output row `latency` after its last row; none when they wait for each other.
fn total(rows: &Rows, pipeline_num: i64, latency: i64) -> Option<i64> {
    let freed_by =
        |row: i64| (0..=rows.n_out()).find(|k| (k * rows.sy - rows.pad_top).max(0) > row - pipeline_num);
    let (mut axon, mut soma): (Vec<i64>, Vec<i64>) = (Vec::new(), Vec::new());
    loop {
        let (row, output) = (axon.len(), soma.len());
        let after = freed_by(row as i64).unwrap_or(rows.n_out()) as usize;
        let from = (output as i64 * rows.sy - rows.pad_top + rows.ky).min(rows.ny) as usize;
        if row < rows.t_axon.len() && after <= output {
            let credit = if after == 0 { 0 } else { soma[after - 1] + latency };
            axon.push(credit.max(axon.last().copied().unwrap_or(0)) + rows.t_axon[row]);
        } else if output < rows.t_soma.len() && from <= row {
            let start = (axon[from - 1] + latency).max(soma.last().copied().unwrap_or(0));
            soma.push(start + rows.t_soma[output]);
        } else if output == rows.t_soma.len() {
            return soma.last().copied();
        } else {
            return None;
        }
    }
}

fn of_formula(rows: &Rows, latency: i64) -> Option<i64> {
    let mut input = rows.input();
    // Enough that it does not wait for ever: the formula does not depend on it.
    (input["pipeline_num"], input["fw_latency"]) = (json!(rows.ky + rows.sy + rows.ny), json!(latency));
    answer(&input)["full_overlap_pipeline_num"].as_i64()
}

/// A buffer that never holds Axon back.
fn unlimited(rows: &Rows, latency: i64) -> Option<i64> {
    total(rows, rows.ny, latency)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn the_total_never_falls_beyond_it(rows in rows(30), latency in 0..9i64) {
        if let Some(enough) = of_formula(&rows, latency) {
            prop_assert_eq!(total(&rows, enough, latency), unlimited(&rows, latency));
        }
    }

    #[test]
    fn without_latency_and_padding_one_row_less_is_slower(rows in rows(30)) {
        let is_plain = rows.pad_top == 0 && rows.pad_bottom == 0 && rows.n_out() >= 3;
        if let Some(enough) = of_formula(&rows, 0).filter(|_| is_plain) {
            prop_assert_ne!(total(&rows, enough - 1, 0), unlimited(&rows, 0));
        }
    }

    #[test]
    fn there_is_none_for_times_that_differ(rows in rows(12), latency in 0..9i64) {
        let differ = |times: &[i64]| times.iter().any(|time| *time != times[0]);
        let is_none = of_formula(&rows, latency).is_none();
        prop_assert_eq!(is_none, differ(&rows.t_axon) || differ(&rows.t_soma));
    }

    #[test]
    fn a_larger_buffer_is_never_slower_and_the_table_finds_the_first_of_the_best(rows in rows(14)) {
        let what_if = Pipeline::from_json(&rows.input()).unwrap().what_if(20).unwrap();
        let totals: Vec<Option<i64>> = what_if.rows().iter().map(|row| row.total).collect();
        let wanted: Vec<Option<i64>> = (1..=20).map(|pipeline_num| total(&rows, pipeline_num, 0)).collect();
        prop_assert_eq!(&totals, &wanted);
        let slowness = |total: &Option<i64>| total.unwrap_or(i64::MAX);
        prop_assert!(totals.is_sorted_by(|a, b| slowness(a) >= slowness(b)));
        let best = totals.iter().position(|total| total == &totals[19]).unwrap();
        prop_assert_eq!(what_if.least_for_best(), (best as i64 + 1, totals[19].unwrap()));
    }
}

/// With latency the formula asks for more than it takes when Soma is the slower unit: here 7 rows, and 5 do.
#[test]
fn with_latency_it_may_be_more_than_needed() {
    let rows = Rows {
        ny: 20,
        ky: 3,
        sy: 1,
        pad_top: 0,
        pad_bottom: 0,
        pipeline_num: 7,
        t_axon: vec![6; 20],
        t_soma: vec![11; 18],
        is_listed: false,
    };
    assert_eq!(of_formula(&rows, 8), Some(7));
    assert_eq!(total(&rows, 5, 8), unlimited(&rows, 8));
    assert_ne!(total(&rows, 4, 8), unlimited(&rows, 8));
}

#[rstest]
#[case(json!({"t_axon": 10, "t_soma": 4}), 2)]
#[case(json!({"t_axon": 10, "t_soma": 4, "fw_latency": 3}), 2)]
#[case(json!({"t_axon": 10, "t_soma": 4, "fw_latency": 4}), 3)]
#[case(json!({"ky": 2, "sy": 2, "t_axon": 10, "t_soma": 15}), 4)]
#[case(json!({"ky": 2, "sy": 2, "t_axon": 10, "t_soma": 25}), 4)]
#[case(json!({"t_axon": [3, 3, 3, 3, 3, 3], "t_soma": [5, 5, 5, 5, 5, 5], "fw_latency": 2}), 4)]
fn worked_numbers(#[case] keys: Value, #[case] enough: i64) {
    let rows = super::with(&json!({"op": "row_pipeline", "ny": 6, "pipeline_num": 6}), &keys);
    assert_eq!(answer(&rows)["full_overlap_pipeline_num"], enough);
}
