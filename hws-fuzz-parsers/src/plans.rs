//! Plans that planners make.

use hws_plan::PlannerAnswer;
use hws_plan::plan::{LintTarget, Plan};

/// Requires that a plan is written and read again to the same value, and that it can be judged.
pub(crate) fn is_read_again(plan: &Plan) -> Result<(), String> {
    let mut written = Vec::new();
    plan.write(&mut written).map_err(|error| error.to_string())?;
    let text = str::from_utf8(&written).map_err(|error| error.to_string())?;
    let again = Plan::parse(text).map_err(|error| format!("a plan is refused as a file: {error}"))?;
    if again != *plan {
        return Err("a plan reads differently than it was written".to_owned());
    }
    shown(&plan.check());
    shown(&plan.lint(&LintTarget::default()));
    Ok(())
}

/// Requires that a plan made by a planner can be run, too.
pub(crate) fn is_sound(plan: &Plan) -> Result<(), String> {
    is_read_again(plan)?;
    plan.sound().map_err(|error| format!("the planner's plan is refused: {error}"))
}

/// Makes the text and the JSON of an answer.
pub(crate) fn shown(answer: &dyn PlannerAnswer) {
    // Both are made for their panics; any text is right.
    let _ = (answer.to_string(), answer.json());
}
