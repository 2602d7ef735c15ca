//! The methods of the publications, as keys of the input.

use serde_json::{Value, json};

use crate::args::plan::periodic::Method;

/// Sets the keys of a method in an input that has its `pes`; docs/planner/periodic.md has where they come from. An input that is
/// not an object stays as it is; the planner refuses it.
pub(super) fn set(method: Method, input: &mut Value) {
    if !input.is_object() {
        return;
    }
    let half = input["pes"].as_i64().map(|pes| (pes / 2).max(1));
    match method {
        Method::Auto => input["width"] = "auto".into(),
        Method::Resc => input["width"] = "mode".into(),
        Method::Bala => {
            input["arrange"] = "global_lpt".into();
            input["ratio_limit"] = json!([99, 100]);
            // Without `pes` the planner refuses the input.
            input["width"] = half.into();
        }
    }
}
