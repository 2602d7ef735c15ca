//! Plan files and the inputs of the planners of periods, pipelines and ranks.

use std::num::NonZeroU32;

use hws_plan::input::{InputError, parse};
use hws_plan::pipeline::Pipeline;
use hws_plan::plan::{Naming, Plan, PlanTimeUnit};
use hws_plan::rank::Ranking;
use hws_plan::{Periodic, PlannerAnswer};
use serde_json::Value;

use crate::edit::Edited;
use crate::place::{has_remedy, inside};
use crate::plans::{is_read_again, is_sound, shown};
use crate::target::{Checked, FileVerdict, ParserTarget, keys};

/// The target `plan`.
pub static PLAN: ParserTarget = ParserTarget::new(
    "plan",
    &[
        include_bytes!("../../examples/plans/two_stages.json"),
        include_bytes!("../../hws-plan/tests/data/six_node.periodic.in.json"),
        include_bytes!("../../hws-plan/tests/data/six_node_check_ok.periodic.in.json"),
        include_bytes!("../../hws-plan/tests/data/six_node_bruteforce.periodic.in.json"),
        include_bytes!("../../hws-plan/tests/data/ratio_reached.periodic.in.json"),
        include_bytes!("../../hws-plan/tests/data/rows_graph.pipeline.in.json"),
        include_bytes!("../../hws-plan/tests/data/rows_lists.pipeline.in.json"),
        include_bytes!("../../hws-plan/tests/data/match_ok.pipeline.in.json"),
        include_bytes!("../../hws-plan/tests/data/phase.pipeline.in.json"),
        include_bytes!("../../hws-plan/tests/data/strategy.pipeline.in.json"),
        include_bytes!("../../hws-plan/tests/data/soma_router_mem2.pipeline.in.json"),
        include_bytes!("../../hws-plan/tests/data/support.pipeline.in.json"),
        include_bytes!("../../hws-plan/tests/data/plain.rank.in.json"),
        include_bytes!("../../hws-plan/tests/data/heft10.rank.in.json"),
    ],
    || keys(&Plan::schema()),
    Edited::Text,
    check,
);

/// Graphs of a periodic plan; the default of `hws plan periodic`.
const INSTANCES: u64 = 4;
/// Instances of each graph that are written out.
const FIRST: NonZeroU32 = NonZeroU32::MIN.saturating_add(3);

fn check(file: &[u8]) -> Checked {
    let Ok(text) = str::from_utf8(file) else { return Ok(FileVerdict::Refused) };
    let answers = [plan(text), planner(text, periodic), planner(text, pipeline), planner(text, rank)];
    let mut verdict = FileVerdict::Refused;
    for answer in answers {
        match answer {
            Ok(()) => verdict = FileVerdict::Accepted,
            Err(Stopped::Refused(error)) => refused(text, &error)?,
            Err(Stopped::Failed(found)) => return Err(found),
        }
    }
    Ok(verdict)
}

/// Why an input has no plan.
enum Stopped {
    Refused(InputError),
    Failed(String),
}

impl From<InputError> for Stopped {
    fn from(error: InputError) -> Self {
        Self::Refused(error)
    }
}

impl From<String> for Stopped {
    fn from(found: String) -> Self {
        Self::Failed(found)
    }
}

fn refused(text: &str, error: &InputError) -> Result<(), String> {
    has_remedy(&error.diagnostic())?;
    match &error.place {
        hws_plan::import::FilePlace::At(position) => {
            inside(text, *position).map_err(|found| format!("{found}: {error}"))
        }
        _ => Ok(()),
    }
}

fn plan(text: &str) -> Result<(), Stopped> {
    let plan = Plan::parse(text)?;
    is_read_again(&plan)?;
    plan.sound()?;
    Ok(())
}

fn planner(text: &str, answer: fn(&Value) -> Result<(), Stopped>) -> Result<(), Stopped> {
    answer(&parse(text)?)
}

fn periodic(input: &Value) -> Result<(), Stopped> {
    let answer = Periodic::from_json(input)?;
    shown(&answer);
    let naming = Naming { name: "p", source: "p.json", unit: PlanTimeUnit::Cycles };
    // An answer of another mode, or of too many graphs, has no plan.
    match answer.to_plan(&naming, INSTANCES) {
        // A plan of very many iterations can be written, but only its first instances can run.
        Ok(mut plan) => {
            plan.keep_first_instances(FIRST);
            is_sound(&plan)?;
        }
        Err(error) => has_remedy(&error.diagnostic())?,
    }
    Ok(())
}

fn pipeline(input: &Value) -> Result<(), Stopped> {
    let answer = Pipeline::from_json(input)?;
    shown(&answer);
    match answer.to_plan(None) {
        Ok(plan) => plan.iter().try_for_each(is_sound)?,
        Err(error) => has_remedy(&error.diagnostic())?,
    }
    Ok(())
}

fn rank(input: &Value) -> Result<(), Stopped> {
    let answer = Ranking::from_json(input)?;
    let (asked, ranked) = (input["tasks"].as_array(), answer.json());
    if asked.map(Vec::len) != ranked["ranks"].as_array().map(Vec::len) {
        return Err(Stopped::Failed("the ranking has other tasks than the input".to_owned()));
    }
    shown(&answer);
    Ok(())
}
