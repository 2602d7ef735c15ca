//! All properties on real graphs.

use std::path::PathBuf;

use hws_plan::gemini::{Mapping, Report};
use hws_plan::import;
use hws_plan::plan::Plan;

use super::model::play;
use super::static_plans::{check_dependencies, check_model, check_replay};
use super::{bounds, conservation};

/// A file of the shared data folder, or nothing and a note.
fn shared(file: &str) -> Option<String> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let folder = std::env::var_os("HWS_SHARED_DATA").map_or_else(beside, PathBuf::from);
    let Ok(bytes) = std::fs::read(folder.join(file)) else {
        eprintln!("skipped: no {file} in {} (set HWS_SHARED_DATA)", folder.display());
        return None;
    };
    Some(import::read_text(&bytes).unwrap().into_owned())
}

/// The schedules of §4.2, static and dynamic; L2 is a second resource, which a static plan does not count on.
fn gemini(file: &str) {
    let Some(text) = shared(file) else { return };
    let report = Report::of(&text, import::gemini::Options::default()).unwrap();
    let plan = |mapping| without_l2(report.to_plan("g", None, mapping).unwrap());
    let fixed = plan(Mapping::Static);
    check_replay(&fixed, |_, _| 0);
    let run = check_model(&fixed);
    bounds::check(&fixed, &run);
    conservation::check(&fixed, &run);
    let free = plan(Mapping::Dynamic);
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
