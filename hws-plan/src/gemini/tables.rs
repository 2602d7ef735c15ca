//! The report as tables: findings first, then the kernels, the timeline of each core, and its use of L2.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

use super::report::{GeminiPlanned, GeminiReport, GeminiTimes};
use crate::import::gemini::GeminiFinding;
use crate::table::counted;
use crate::{PlannerAnswer, TextTable};

impl PlannerAnswer for GeminiReport {
    fn json(&self) -> Value {
        self.to_json()
    }

    fn is_good(&self) -> bool {
        self.errors.is_empty()
    }
}

impl fmt::Display for GeminiReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.errors.is_empty() || !self.warnings.is_empty() {
            writeln!(f, "{}", findings(self.errors.iter().chain(&self.warnings)))?;
        }
        let errors = counted(self.errors.len(), "error", "errors");
        writeln!(f, "{errors}, {}", counted(self.warnings.len(), "warning", "warnings"))?;
        match &self.times {
            Some(times) => times.write(f),
            None => Ok(()),
        }
    }
}

fn findings<'a>(list: impl Iterator<Item = &'a GeminiFinding>) -> TextTable {
    let mut table = TextTable::new(&["rule where", "what"]).ending_with_text();
    for finding in list {
        table.row([format!("{:<4} {}", finding.rule.to_string(), finding.place), finding.msg.clone()]);
    }
    table
}

impl GeminiTimes {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}\n{}\n{}", self.kernel_table(), self.timeline_table(), self.core_table())?;
        let Self { makespan, critical_path, lower_bound, .. } = self;
        writeln!(f, "\nmakespan {makespan}, critical path {critical_path}, lower bound {lower_bound}")
    }

    fn kernel_table(&self) -> TextTable {
        let head = [
            "kernel",
            "core",
            "wl",
            "type",
            "est",
            "rank",
            "priority",
            "critical",
            "L2 bytes",
            "waits for",
            "layer",
        ];
        let mut table = TextTable::new(&head).ending_with_text();
        for (k, planned) in self.kernels.iter().enumerate() {
            let kernel = &planned.kernel;
            table.row([
                k.to_string(),
                kernel.core.to_string(),
                kernel.workload_id.to_string(),
                kernel.layer_type.clone(),
                kernel.est.to_string(),
                planned.upward_rank.to_string(),
                planned.offline_priority.to_string(),
                if planned.on_cp { "yes".into() } else { String::new() },
                planned.l2_bytes.to_string(),
                list(&kernel.data_preds),
                kernel.layer.clone(),
            ]);
        }
        table
    }

    /// Returns the kernels core by core, in the order in which each core runs them.
    fn timeline_table(&self) -> TextTable {
        let mut table = TextTable::new(&["core", "start", "end", "kernel", "layer"]).ending_with_text();
        for (k, planned) in self.kernels.iter().enumerate() {
            let GeminiPlanned { kernel, start, end, .. } = planned;
            let cells = [kernel.core.to_string(), start.to_string(), end.to_string(), k.to_string()];
            table.row(cells.into_iter().chain([kernel.layer.clone()]));
        }
        table
    }

    fn core_table(&self) -> TextTable {
        let peaks = self.l2_peaks();
        let mut table = TextTable::new(&["core", "busy", "peak of L2 bytes"]);
        for (core, busy) in &self.core_busy {
            let peak = peaks.get(core).copied().unwrap_or(0);
            table.row([core.to_string(), busy.to_string(), peak.to_string()]);
        }
        table
    }

    /// Returns the largest snapshot of L2 of each core, in bytes.
    pub(super) fn l2_peaks(&self) -> BTreeMap<u32, i64> {
        let mut peaks: BTreeMap<u32, i64> = BTreeMap::new();
        for planned in &self.kernels {
            let peak = peaks.entry(planned.kernel.core).or_default();
            *peak = planned.l2_bytes.max(*peak);
        }
        peaks
    }
}

fn list(kernels: &[usize]) -> String {
    kernels.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}
