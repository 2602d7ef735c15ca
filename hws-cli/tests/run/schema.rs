//! `hws schema`.

use hws_run::{overview, report, workload};
use rstest::rstest;
use serde_json::Value;

use crate::common::{printed, refused};

#[rstest]
#[case("workload", workload::schema())]
#[case("config", workload::config_schema())]
#[case("report", report::schema())]
#[case("overview", overview::schema())]
#[case("plan", hws_plan::plan::Plan::schema())]
#[case("map", hws_regmap::schema())]
fn schemas_are_printed(#[case] of: &str, #[case] schema: Value) {
    assert_eq!(serde_json::from_str::<Value>(&printed(&["schema", of])).unwrap(), schema);
}

#[test]
fn an_unknown_format_lists_the_known_ones() {
    assert!(refused(&["schema", "waveform"]).contains(
        "[possible values: workload, config, report, overview, plan, map, interfaces, stimulus, trace, ops]"
    ));
}
