//! The result of `hws plan check`.

use std::fmt;

use serde_json::{Value, json};

use crate::plan::{Plan, PlanFinding, finding};
use crate::table::counted;
use crate::{PlannerAnswer, TextTable};

/// Every violation found, and the size of the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanChecked {
    /// The violations, in the order found.
    pub violations: Vec<PlanFinding>,
    /// The numbers of graphs, kernels, dependencies and slots.
    sizes: [(&'static str, usize); 4],
    /// When the last slot ends, in the unit of the plan; `None` without slots.
    end: Option<u64>,
}

impl PlanChecked {
    pub(super) fn new(plan: &Plan, violations: Vec<PlanFinding>) -> Self {
        let deps = plan.kernels.iter().map(|kernel| kernel.deps.len()).sum();
        let sizes = [
            ("dags", plan.dags.len()),
            ("kernels", plan.kernels.len()),
            ("deps", deps),
            ("slots", plan.slots.len()),
        ];
        Self { violations, sizes, end: plan.slots.iter().map(|slot| slot.end).max() }
    }
}

impl PlannerAnswer for PlanChecked {
    fn json(&self) -> Value {
        let mut output = json!({
            "ok": self.is_good(),
            "violations": self.violations.iter().map(PlanFinding::json).collect::<Vec<_>>(),
            "end": self.end,
        });
        for (what, count) in self.sizes {
            output[what] = count.into();
        }
        output
    }

    fn is_good(&self) -> bool {
        self.violations.is_empty()
    }
}

/// The size of the plan, then the violations.
impl fmt::Display for PlanChecked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = TextTable::new(&["dags", "kernels", "deps", "slots", "end"]);
        let end = self.end.map_or_else(String::new, |end| end.to_string());
        table.row(self.sizes.iter().map(|(_, count)| count.to_string()).chain([end]));
        writeln!(f, "{table}")?;
        match self.violations.len() {
            0 => writeln!(f, "no violations"),
            count => {
                writeln!(f, "{}", finding::table(&self.violations))?;
                writeln!(f, "{}", counted(count, "violation", "violations"))
            }
        }
    }
}
