//! The width: as given, of the widest level, of most levels, or the one with the shortest total.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{answer, random};
use crate::common::pairs;
use hws_plan::Periodic;

fn with(input: &Value, key: &str, value: Value) -> Value {
    let mut input = input.clone();
    input[key] = value;
    input
}

/// Total, latency and width of a plan: what is compared, in this order.
fn rank(plan: &Value) -> (i64, i64, i64) {
    let int = |key: &str| plan[key].as_i64().unwrap();
    (int("chosen_total"), int("latency"), int("width"))
}

fn every_width(input: &Value) -> Vec<Value> {
    let pes = input["pes"].as_i64().unwrap();
    (1..=pes).map(|width| answer(&with(input, "width", width.into()))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// No width is better than the one that is chosen, and its plan is the one of that width.
    #[test]
    fn auto_is_the_best_of_every_width(input in random::input()) {
        let mut found = answer(&with(&input, "width", "auto".into()));
        let all = every_width(&input);
        let best = all.iter().min_by_key(|plan| rank(plan)).unwrap();
        let found = found.as_object_mut().unwrap();
        let tried = found.remove("widths").unwrap();
        prop_assert_eq!(found.remove("widths_left"), Some(json!(0)));
        prop_assert_eq!(&Value::Object(found.clone()), best);
        // Each row is what the plan of its width says.
        for row in tried.as_array().unwrap() {
            let plan = &all[row["width"].as_u64().unwrap() as usize - 1];
            prop_assert_eq!((&row["total"], &row["latency"], &row["H"]), (&plan["chosen_total"], &plan["latency"], &plan["H"]));
            let peaks = plan["launches"].as_array().unwrap().iter().flat_map(|launch| {
                launch["period"]["peak_cache"].as_object().unwrap().values().map(|peak| peak.as_i64().unwrap())
            });
            prop_assert_eq!(row["cache"].as_i64(), peaks.max());
        }
    }

    /// With a limit, the best of those that keep it; a limit that none keeps is refused.
    #[test]
    fn the_latency_keeps_its_limit(input in random::input(), most in 1..60i64) {
        let limited = with(&with(&input, "width", "auto".into()), "max_latency", most.into());
        let all = every_width(&input);
        let kept = all.iter().filter(|plan| plan["latency"].as_i64().unwrap() <= most);
        match kept.min_by_key(|plan| rank(plan)) {
            Some(best) => prop_assert_eq!(rank(&answer(&limited)), rank(best)),
            None => {
                let least = all.iter().map(|plan| plan["latency"].as_i64().unwrap()).min().unwrap();
                let error = Periodic::from_json(&limited).unwrap_err().to_string();
                let start = format!("max_latency: an iteration takes at least {least}, ");
                prop_assert!(error.starts_with(&start), "{}", error);
            }
        }
    }

    /// From the first start to the last end of every iteration, one by one.
    #[test]
    fn the_latency_is_that_of_the_slowest_iteration(input in random::input()) {
        let plan = answer(&input);
        if plan["baseline"]["use_retiming"] != true {
            prop_assert_eq!(&plan["latency"], &plan["baseline"]["one_iteration"]);
            return Ok(());
        }
        let mut slowest = 0;
        for launch in plan["launches"].as_array().unwrap().iter().filter(|launch| launch["iterations_each"] != 0) {
            let period = &launch["period"];
            let int = |value: &Value| value.as_i64().unwrap();
            let copies = period["placements"].as_array().unwrap().iter().zip(period["retiming"].as_array().unwrap());
            for copy in 1..=int(&period["i_period"]) {
                let times = copies.clone().filter(|(place, _)| place["r"] == copy).map(|(place, retiming)| {
                    let shift = int(&retiming["R"]) * int(&period["T"]);
                    (int(&place["st"]) + shift, int(&place["ed"]) + shift)
                });
                let (first, last) = times.fold((i64::MAX, i64::MIN), |all, one| (all.0.min(one.0), all.1.max(one.1)));
                slowest = slowest.max(last - first);
            }
        }
        prop_assert_eq!(plan["latency"].as_i64(), Some(slowest));
    }
}

/// Levels of 1, 3, 4, 2, 2, 4 and 3 tasks.
#[test]
fn mode_is_the_widest_level_or_the_most_frequent_one() {
    let levels: [&[i64]; 7] =
        [&[0], &[1, 2, 3], &[4, 5, 6, 7], &[8, 9], &[10, 11], &[12, 13, 14, 15], &[16, 17, 18]];
    let width = |levels: &[&[i64]], pes: i64| {
        let nodes: Vec<Value> =
            levels.concat().iter().map(|id| json!({"id": id, "cost": 1 + id % 3})).collect();
        let pairs = levels.windows(2).flat_map(|pair| pair[1].iter().map(|to| (pair[0][0], *to)));
        let edges: Vec<Value> = pairs.map(|(from, to)| json!({"from": from, "to": to, "size": 0})).collect();
        let input = json!({"pes": pes, "iterations": 20, "nodes": nodes, "edges": edges, "width": "mode"});
        answer(&input)["width"].clone()
    };
    assert_eq!(width(&levels, 4), 4, "the widest level");
    assert_eq!(width(&levels, 3), 3, "four is as frequent as two and three, but the machine has three");
    assert_eq!(width(&levels[..5], 3), 2, "twice two, once three and four");
    assert_eq!(width(&levels[..3], 3), 3, "every number once: the largest, but the machine has three");
}

#[test]
fn a_given_width_has_to_keep_the_latency_too() {
    let input = pairs::read("six_node", "periodic", "in");
    let latency = answer(&input)["latency"].as_i64().unwrap();
    let limit = |most: i64| with(&input, "max_latency", most.into());
    assert_eq!(rank(&answer(&limit(latency))), rank(&answer(&input)));
    let error = Periodic::from_json(&limit(latency - 1)).unwrap_err().to_string();
    let wanted = format!(
        "max_latency: an iteration takes {latency} with launches of width 2; raise it, or let the width be `auto`"
    );
    assert_eq!(error, wanted);
}
