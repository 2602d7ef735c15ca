//! The methods of the publications, as keys of the input.

use std::str::FromStr;

use serde_json::{Value, json};

/// The own method, or one of the publications that can be reproduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PeriodicMethod {
    /// The shortest total over all widths.
    Auto,
    /// The width `mode`.
    Resc,
    /// All copies of a period packed together, on half of the PEs.
    Bala,
}

impl PeriodicMethod {
    /// Returns its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Resc => "resc",
            Self::Bala => "bala",
        }
    }

    /// Sets its keys in an input that has its `pes`; docs/planner/periodic.md has where they come from. An input that is not an
    /// object stays as it is; the planner refuses it.
    pub(super) fn set(self, input: &mut Value) {
        if !input.is_object() {
            return;
        }
        let half = input["pes"].as_i64().map(|pes| (pes / 2).max(1));
        match self {
            Self::Auto => input["width"] = "auto".into(),
            Self::Resc => input["width"] = "mode".into(),
            Self::Bala => {
                input["arrange"] = "global_lpt".into();
                input["ratio_limit"] = json!([99, 100]);
                // Without `pes` the planner refuses the input.
                input["width"] = half.into();
            }
        }
    }
}

impl FromStr for PeriodicMethod {
    type Err = &'static str;

    /// Those without a description are refused with the reason.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "auto" => Ok(Self::Auto),
            "resc" => Ok(Self::Resc),
            "bala" => Ok(Self::Bala),
            "lctes" | "para-conv" => Err(
                "the publications do not describe it, so it cannot be reproduced; there are `auto`, `resc` and `bala`",
            ),
            _ => Err("give `auto`, `resc` or `bala`"),
        }
    }
}
