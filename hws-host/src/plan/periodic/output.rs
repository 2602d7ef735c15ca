//! The plan of a periodic schedule: whether it runs to its end, and how late it ends if decisions delay it.

use hws_plan::plan::Plan;
use hws_run::prediction::{PREDICTION_KERNELS, predicted_factor};

/// Runs a plan, or parts of it, on the model. Returns it with how much later it ends (`time.predicted_factor`), or with why it cannot
/// run (`not_runnable`). A plan that is marked already is not run.
#[must_use]
pub fn tried_on_model(mut plan: Plan) -> Plan {
    if plan.not_runnable.is_none() {
        match predicted_factor(&plan, PREDICTION_KERNELS) {
            Ok(factor) => plan.time.predicted_factor = factor,
            Err(reason) => plan.not_runnable = Some(reason.to_string()),
        }
    }
    plan
}
