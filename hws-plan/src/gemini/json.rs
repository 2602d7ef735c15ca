//! The report as JSON (planner §7).

use serde_json::{Value, json};

use super::dram::GeminiLoad;
use super::report::{GeminiPlanned, GeminiReport, GeminiTimes};
use crate::import::gemini::{GeminiFinding, GeminiStats};

impl GeminiReport {
    /// After E10 the report ends with the warnings.
    pub(super) fn to_json(&self) -> Value {
        let mut output = json!({
            "ok": self.errors.is_empty(),
            "errors": findings(&self.errors),
            "warnings": findings(&self.warnings),
        });
        if let Some(times) = &self.times {
            output["stats"] = stats(&self.stats);
            output["kernels"] = times.kernels.iter().enumerate().map(kernel).collect();
            output["makespan"] = times.makespan.into();
            output["critical_path"] = times.critical_path.into();
            output["core_busy"] = core_busy(times);
            output["lower_bound"] = times.lower_bound.into();
        }
        output
    }

    /// Returns the loads in the order of the channel, as a list of `{start, end, after, kernels}`: when each occupies the
    /// channel, the kernels that write what it reads, and those that read it. Empty without `dram_bw`.
    #[must_use]
    pub fn loads_json(&self) -> Value {
        let Some(times) = &self.times else { return json!([]) };
        let mut free = 0;
        let load = |load: &GeminiLoad| {
            let written = load.after.iter().map(|&kernel| times.kernels[kernel].end.unsigned_abs()).max();
            let start = free.max(written.unwrap_or(0));
            free = start + load.time;
            json!({ "start": start, "end": free, "after": load.after, "kernels": load.kernels })
        };
        times.loads.iter().map(load).collect()
    }
}

fn findings(list: &[GeminiFinding]) -> Value {
    let finding = |finding: &GeminiFinding| json!({"rule": finding.rule.to_string(), "where": finding.place.to_string(), "msg": finding.msg});
    list.iter().map(finding).collect()
}

fn stats(stats: &GeminiStats) -> Value {
    json!({
        "cores": stats.cores,
        "workloads": stats.workloads,
        "edges": stats.edges,
        // Checked to fit.
        "total_time": i64::try_from(stats.total_time).unwrap_or(i64::MAX),
        "dram_out_weight_bytes": stats.dram_out_weight_bytes,
        "dram_out_fmap_bytes": stats.dram_out_fmap_bytes,
    })
}

fn kernel((k, planned): (usize, &GeminiPlanned)) -> Value {
    let kernel = &planned.kernel;
    json!({
        "k": k,
        "core": kernel.core,
        "workload_id": kernel.workload_id,
        "layer": kernel.layer,
        "type": kernel.layer_type,
        "est_exec_time": kernel.est,
        "preds": kernel.preds,
        "data_preds": kernel.data_preds,
        "upward_rank": planned.upward_rank,
        "offline_priority": planned.offline_priority,
        "on_cp": planned.on_cp,
        "start": planned.start,
        "end": planned.end,
        "l2_bytes": planned.l2_bytes,
    })
}

fn core_busy(times: &GeminiTimes) -> Value {
    let busy = times.core_busy.iter().map(|(core, &time)| (core.to_string(), Value::from(time)));
    Value::Object(busy.collect())
}
