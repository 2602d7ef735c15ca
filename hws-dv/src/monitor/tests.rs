//! The text of monitors.

use super::Monitor;
use crate::map::NameMap;
use crate::wave::{Hierarchy, SignalId, VariableKind};

fn map(yaml: &str) -> NameMap {
    NameMap::from_yaml("map.yaml", yaml, &|_| Err(std::io::ErrorKind::NotFound.into())).unwrap()
}

fn text(yaml: &str) -> String {
    Monitor::of_map(&map(yaml)).unwrap().to_string()
}

/// The lines that contain a text, without what is around it.
fn lines<'t>(text: &'t str, part: &str) -> Vec<&'t str> {
    text.lines().map(str::trim).filter(|line| line.contains(part)).collect()
}

#[test]
fn signals_are_declared_with_their_paths_and_sampled_by_their_names() {
    let text = text("scope: tb.dut\nsignals: {irq: irq_o, 'RS[].FLAGS': 'u_rs.flags[]'}\n");
    assert_eq!(
        lines(&text, "irq"),
        [
            "void'(hws_live_signal(live, 1, \"tb.dut.irq_o\", 1));",
            "outs[33] = 32'(`HWS_DUT.irq_o);",
            "&& `HWS_DUT.irq_o === was_up",
            "was_up = `HWS_DUT.irq_o;"
        ]
    );
    assert!(text.contains("`HWS_CHANGED(32, `HWS_DUT.u_rs.flags[0], "), "{text}");
    assert_eq!(lines(&text, "hws_live_signal(live, 0,").len(), 12, "the inputs of the flat bus");
    // `cycle` has two words.
    assert_eq!(
        lines(&text, "64'(`HWS_DUT.cycle)"),
        ["{outs[3], outs[2]} = 64'(`HWS_DUT.cycle);", "last_cycle = 64'(`HWS_DUT.cycle);"]
    );
}

#[test]
fn an_array_is_one_group_however_its_elements_are_ordered() {
    let text = text("{}");
    let groups: std::collections::BTreeSet<&str> = lines(&text, "hws.RS_FLAGS[")
        .into_iter()
        .filter_map(|line| line.strip_prefix("void'(hws_live_signal(live, ")?.split(',').next())
        .collect();
    assert_eq!(groups.len(), 1, "{groups:?}");
}

#[test]
fn what_the_map_ignores_is_left_out_unless_the_model_needs_it() {
    let text = text("ignore: [irq, sm_req, 'DAG*']");
    assert!(!text.contains(".irq") && !text.contains("DAG_FLAGS"));
    assert!(text.contains("`HWS_DUT.sm_req"));
}

#[test]
fn the_edge_and_the_sample_point_are_those_of_the_map() {
    let text = text("clock: {signal: clk_i, edge: falling}\nsample: {inputs: after}\n");
    assert_eq!(lines(&text, "always @(negedge"), ["always @(negedge `HWS_DUT.clk_i) if (is_on) begin"]);
    assert_eq!(lines(&text, "hws_live_signal(live, 0,"), [""; 0]);
}

#[test]
fn masks_are_passed_with_the_ports() {
    let text = text("{}");
    for mask in ["HWS_STATUS", "SIP_PRE_IDLE_MASK", "SIP_READY_MASK"] {
        let declared = lines(&text, &format!("\"hws.{mask}\""));
        assert!(declared[0].starts_with("void'(hws_live_signal(live, 1, "), "{declared:?}");
    }
}

#[test]
fn quiet_ticks_need_the_flat_bus_and_lanes() {
    let calm = |yaml: &str| lines(&text(yaml), "is_calm =")[0].to_owned();
    assert!(calm("reset: {signal: rst, active: high}").ends_with("&& `HWS_DUT.rst === 1'b0;"));
    for yaml in ["bus: {kind: apb}", "ignore: [ev_n]"] {
        assert_eq!(calm(yaml), "is_calm = look > 1 && 1'b0;", "{yaml}");
    }
}

#[test]
fn a_design_without_an_hws_is_refused() {
    let mut hierarchy = Hierarchy::new();
    hierarchy.add("clk", (1, VariableKind::Vector), SignalId(0)).unwrap();
    let error = Monitor::of_dump(&NameMap::default(), &hierarchy).unwrap_err();
    assert!(error.to_string().contains("no signals of an HWS"), "{error}");
    assert!(Monitor::of_map(&map("signals: {irk: x}")).is_err());
}
