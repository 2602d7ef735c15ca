//! All properties on real graphs.

use std::path::PathBuf;

use hws_plan::Periodic;
use hws_plan::gemini::{GeminiMapping, GeminiReport};
use hws_plan::import;
use hws_plan::plan::Plan;

use super::model::{has_room_for, play};
use super::periodic::Schedule;
use super::static_plans::{check_dependencies, check_model, check_replay};
use super::transfers::check_not_early;
use super::{bounds, conservation};

/// A file of the shared data folder; prints a note if it does not exist.
fn shared(file: &str) -> Option<String> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let folder = std::env::var_os("HWS_SHARED_DATA").map_or_else(beside, PathBuf::from);
    let Ok(bytes) = std::fs::read(folder.join(file)) else {
        eprintln!("skipped: no {file} in {} (set HWS_SHARED_DATA)", folder.display());
        return None;
    };
    Some(import::read_text(&bytes).unwrap().into_owned())
}

/// The schedules of §4.2, static and dynamic. L2 is a second resource, which a static plan ignores.
fn gemini(file: &str) {
    let Some(text) = shared(file) else { return };
    let report = GeminiReport::from_text(&text, import::gemini::GeminiOptions::default()).unwrap();
    let plan = |mapping| without_l2(report.to_plan("g", None, mapping).unwrap());
    let fixed = plan(GeminiMapping::Static);
    check_replay(&fixed, |_, _| 0);
    let run = check_model(&fixed);
    bounds::check(&fixed, &run);
    conservation::check(&fixed, &run);
    let free = plan(GeminiMapping::Dynamic);
    let run = play(&free, None);
    check_dependencies(&free, &run);
    bounds::check(&free, &run);
    conservation::check(&free, &run);
}

fn without_l2(mut plan: Plan) -> Plan {
    plan.kernels.iter_mut().for_each(|kernel| kernel.l2_bytes = None);
    plan
}

#[test]
fn resnet_34_on_one_core() {
    gemini("gemini_ir/int8_resnet34.sim_quantized_b1_c1_bw16_stschedule.json");
}

#[test]
fn resnet_50_on_four_cores() {
    gemini("gemini_ir/rn22_LP.gemini.json.gz");
}

/// Loads from DRAM, 16 bytes per cycle, through one channel: the run follows the plan, and does not overtake it.
#[test]
fn resnet34_through_dram() {
    let file = "gemini_ir/int8_resnet34.sim_quantized_b1_c1_bw16_stschedule.json";
    let Some(text) = shared(file) else { return };
    let options = import::gemini::GeminiOptions { dram_bw: Some(16), ..Default::default() };
    let report = GeminiReport::from_text(&text, options).unwrap();
    let plan = without_l2(report.to_plan("g", None, GeminiMapping::Static).unwrap());
    assert!(plan.check().violations.is_empty(), "{}", plan.check());
    let run = play(&plan, Some(1));
    check_not_early(&plan, &run, 1);
    let planned = plan.slots.iter().map(|slot| slot.end).max().unwrap();
    assert!((planned..planned + planned / 50).contains(&run.record.makespan), "{}", run.record.makespan);
}

/// Two iterations on each of the PEs, transfers of 0 cycles.
#[test]
fn squeezenet_in_periods() {
    let Some(text) = shared("cnn/squeezenet.in.gz") else { return };
    let (format, content) = import::recognise(text.as_bytes()).unwrap();
    let graph = import::graph(format, &content, "squeezenet", &import::ImportOptions::default()).unwrap();
    let mut input = Periodic::input_of(&graph).unwrap();
    for edge in input["edges"].as_array_mut().unwrap() {
        (edge["t_cache"], edge["t_dram"]) = (0.into(), 0.into());
    }
    (input["pes"], input["iterations"]) = (4.into(), 8.into());
    let schedule = Schedule::of(input);
    check_replay(&schedule.plan, schedule.delays());
    assert!(has_room_for(&schedule.plan), "{} graphs", schedule.plan.dags.len());
    let run = check_model(&schedule.plan);
    bounds::check(&schedule.plan, &run);
    conservation::check(&schedule.plan, &run);
}
