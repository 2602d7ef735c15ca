//! A decision as a dictionary.

use hws_model::{Choice, ChoiceRule, Considered, Decision, TaskOption, Way};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::json::to_python;

/// Returns everything that an attempt considers in the present state, and what it chooses.
pub(crate) fn dict<'py>(py: Python<'py>, decision: &Decision) -> PyResult<Bound<'py, PyAny>> {
    let tasks: Vec<Value> = decision.tasks.iter().map(considered).collect();
    let value = json!({
        "second_resources": decision.second_resources,
        "ready": decision.ready.0,
        "idle": decision.idle.0,
        "reserved": decision.reserved.0,
        "tasks": tasks,
        "choice": decision.choice.as_ref().map(choice),
    });
    to_python(py, &value)
}

fn considered(task: &Considered) -> Value {
    json!({
        "entry": task.entry.get(),
        "pool": task.pool.name(),
        "offline_priority": task.offline_priority,
        "online_priority": task.online_priority,
        "masks": {
            "allowed": task.masks.allowed.0,
            "usable": task.masks.usable.0,
            "nonrsv": task.masks.nonrsv.0,
            "rsv": task.masks.rsv.0,
            "backfill": task.masks.backfill.0,
        },
        "options": task.options.iter().map(option).collect::<Vec<_>>(),
    })
}

fn option(option: &TaskOption) -> Value {
    let blocks: Vec<u32> = option.placement.blocks().map(|sips| sips.0).collect();
    json!({ "way": way(option.way), "blocks": blocks, "is_fill_up": option.is_fill_up })
}

fn choice(choice: &Choice) -> Value {
    let blocks: Vec<u32> = choice.placement.blocks().map(|sips| sips.0).collect();
    let rule = match choice.rule {
        ChoiceRule::First => "first",
        ChoiceRule::FillUp => "fill_up",
    };
    json!({
        "entry": choice.entry.get(),
        "pool": choice.pool.name(),
        "rule": rule,
        "way": way(choice.way),
        "blocks": blocks,
        "sips": choice.placement.sips().0,
    })
}

const fn way(way: Way) -> &'static str {
    match way {
        Way::Reserved => "reserved",
        Way::AroundReservations => "around_reservations",
        Way::Unreserved => "unreserved",
        Way::Backfill => "backfill",
        Way::Mixed => "mixed",
    }
}
