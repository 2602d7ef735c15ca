//! Properties of every plan, whatever the graph.

use std::collections::{BTreeMap, BTreeSet};

use hws_plan::plan::{DepKind, Naming, PlanDep, PlanTimeUnit};
use hws_plan::{Periodic, PlannerAnswer};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::reference::{Copy, Input, Positions};
use super::{answer, random};

/// The input that asks whether the period of a launch holds.
fn check_of(input: &Value, launch: &Value) -> Value {
    let period = &launch["period"];
    let cached = period["cached"].as_array().unwrap().iter();
    let cached: Vec<Value> =
        cached.map(|edge| json!({"from": edge[0], "to": edge[1], "r": edge[2]})).collect();
    let mut check = input.clone();
    check["mode"] = "check".into();
    check["launch_iterations"] = launch["iterations_each"].clone();
    check["schedule"] = json!({
        "T": period["T"],
        "i_period": period["i_period"],
        "pes": launch["pes"],
        "placements": period["placements"],
        "retiming": period["retiming"],
        "cached": cached,
    });
    check
}

fn int(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

fn copy(record: &Value) -> Copy {
    (int(&record["id"]), int(&record["r"]))
}

fn by_copy(list: &Value, key: &str) -> BTreeMap<Copy, i64> {
    list.as_array().unwrap().iter().map(|record| (copy(record), int(&record[key]))).collect()
}

fn launches(plan: &Value) -> &Vec<Value> {
    plan["launches"].as_array().unwrap()
}

/// From, to and copy of the edges whose data stays in the cache.
type Cached = BTreeSet<(i64, i64, i64)>;

/// Whether a complete schedule keeps every rule of §7, one rule after the other, and the resources it uses.
fn holds(input: &Input, schedule: &Value) -> (bool, Positions, BTreeMap<Copy, i64>, Cached) {
    let (t, i_period, pes) = (int(&schedule["T"]), int(&schedule["i_period"]), int(&schedule["pes"]));
    let (pe, st) = (by_copy(&schedule["placements"], "pe"), by_copy(&schedule["placements"], "st"));
    let r = by_copy(&schedule["retiming"], "R");
    let cached = schedule["cached"].as_array().unwrap().iter();
    let cached: BTreeSet<_> =
        cached.map(|edge| (int(&edge["from"]), int(&edge["to"]), int(&edge["r"]))).collect();
    let edges = input.edges.iter().flat_map(|edge| (1..=i_period).map(move |copy| (edge, copy)));
    let mut ok =
        pes <= input.pes && r.values().all(|r| *r <= 0) && pe.values().all(|pe| (0..pes).contains(pe));
    ok &= st.iter().all(|((id, _), st)| *st >= 0 && st + input.ex[id] <= t);
    for (a, start) in &st {
        let apart = |(b, other): (&Copy, &i64)| {
            a == b || pe[a] != pe[b] || start + input.ex[&a.0] <= *other || other + input.ex[&b.0] <= *start
        };
        ok &= st.iter().all(apart);
    }
    for (edge, copy) in edges.clone() {
        let (from, to) = ((edge.from, copy), (edge.to, copy));
        let is_cached = cached.contains(&(edge.from, edge.to, copy));
        let time = if is_cached { edge.t_cache } else { edge.t_dram };
        ok &= st[&from] + input.ex[&edge.from] + r[&from] * t + time <= st[&to] + r[&to] * t;
    }
    let known: BTreeSet<_> = edges.map(|(edge, copy)| (edge.from, edge.to, copy)).collect();
    ok &= cached.is_subset(&known);
    let period = Positions { t, i_period, pe, st };
    ok &= input.peaks(&period, &r, &cached, pes).iter().all(|peak| *peak <= input.capacity);
    (ok, period, r, cached)
}

/// One change of a schedule.
fn change(schedule: &mut Value, what: u8, index: usize, by: i64) {
    let list = |schedule: &mut Value, key: &str, field: &str| {
        let list = schedule[key].as_array_mut().unwrap();
        let at = index % list.len();
        list[at][field] = (int(&list[at][field]) + by).into();
    };
    match what {
        0 => list(schedule, "placements", "st"),
        1 => list(schedule, "placements", "pe"),
        2 => list(schedule, "retiming", "R"),
        3 => schedule["pes"] = (int(&schedule["pes"]) + by).max(1).into(),
        4 => schedule["T"] = (int(&schedule["T"]) + by).max(1).into(),
        _ => {
            let cached = schedule["cached"].as_array_mut().unwrap();
            match index % 3 {
                0 => cached.truncate(index % (cached.len() + 1)),
                1 => cached.push(json!({"from": 1, "to": by, "r": 1})),
                _ => cached.extend(cached.first().cloned()),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn plans_pass_the_check(input in random::input()) {
        let plan = answer(&input);
        for launch in launches(&plan) {
            let found = answer(&check_of(&input, launch));
            let period = &launch["period"];
            prop_assert_eq!(&found["violations"], &json!([]));
            prop_assert_eq!(&found["ok"], true);
            prop_assert_eq!(&found["retiming_is_maximal"], true);
            for key in ["R_max", "peak_cache", "prologue"] {
                prop_assert_eq!(&found[key], &period[key]);
            }
            prop_assert_eq!(&found["R_max_minimal"], &period["R_max"]);
        }
        let totals = launches(&plan).iter().filter(|launch| int(&launch["iterations_each"]) > 0);
        let checked: Vec<Value> = totals.map(|launch| answer(&check_of(&input, launch))).collect();
        for (key, of_check) in [("total_time", "makespan"), ("total_time_formula", "formula")] {
            prop_assert_eq!(checked.iter().map(|found| int(&found[of_check])).max(), plan[key].as_i64());
        }
    }

    /// A schedule that is changed somewhere is judged as the rules of §7 say, one by one.
    #[test]
    fn changed_schedules_are_judged(
        input in random::input(),
        changes in prop::collection::vec((0..6u8, 0..50usize, -9..10i64), 1..3),
    ) {
        let mut check = check_of(&input, &launches(&answer(&input))[0]);
        changes.iter().for_each(|&(what, index, by)| change(&mut check["schedule"], what, index, by));
        let reference = Input::read(&input);
        let (ok, period, r, cached) = holds(&reference, &check["schedule"]);
        let found = answer(&check);
        prop_assert_eq!(&found["ok"], ok, "{}", found);
        prop_assert_eq!(Periodic::from_json(&check).unwrap().is_good(), ok);
        let largest = reference.retiming(period.t, period.i_period, &period.st, &cached);
        let most = |r: &BTreeMap<Copy, i64>| r.values().map(|r| -r).max();
        prop_assert_eq!(found["R_max"].as_i64(), most(&r));
        prop_assert_eq!(found["R_max_minimal"].as_i64(), most(&largest));
        prop_assert_eq!(&found["retiming_is_maximal"], largest == r);
        let peaks = reference.peaks(&period, &r, &cached, int(&check["schedule"]["pes"]));
        let peaks: serde_json::Map<_, _> = peaks.iter().enumerate().map(|(pe, peak)| (pe.to_string(), json!(peak))).collect();
        prop_assert_eq!(&found["peak_cache"], &Value::Object(peaks));
        let n = int(&check["launch_iterations"]);
        prop_assert_eq!(int(&found["makespan"]), reference.exact(&period, &r, n));
    }

    /// No retiming can be larger anywhere.
    #[test]
    fn the_retiming_is_the_largest(input in random::input(), index in 0..50usize) {
        let mut check = check_of(&input, &launches(&answer(&input))[0]);
        change(&mut check["schedule"], 2, index, 1);
        prop_assert_eq!(&answer(&check)["ok"], false);
    }

    #[test]
    fn positions_do_not_depend_on_the_cache(input in random::input(), size in 0..30i64) {
        let mut other = input.clone();
        other["cache"]["size"] = size.into();
        let (one, other) = (answer(&input), answer(&other));
        for (one, other) in launches(&one).iter().zip(launches(&other)) {
            prop_assert_eq!(&one["period"]["placements"], &other["period"]["placements"]);
        }
    }

    /// Alpha decides which copies are key copies, but does not change the plan.
    #[test]
    fn alpha_does_not_change_the_plan(input in random::input(), alpha in -1..11i64) {
        let mut other = input.clone();
        other["alpha"] = json!([alpha, 10]);
        prop_assert_eq!(answer(&input), answer(&other));
    }

    /// In absolute time: one task at a time on each PE, no data too early, all done at the exact total.
    #[test]
    fn periods_unfold(input in random::input(), iterations in 1..40i64) {
        let (plan, reference) = (answer(&input), Input::read(&input));
        for launch in launches(&plan) {
            let period = &launch["period"];
            let (t, i_period, most) = (int(&period["T"]), int(&period["i_period"]), int(&period["R_max"]));
            let (pe, st, r) = (by_copy(&period["placements"], "pe"), by_copy(&period["placements"], "st"), by_copy(&period["retiming"], "R"));
            let start = |id: i64, k: i64| {
                let copy = (id, k % i_period + 1);
                (pe[&copy], (k / i_period + most + r[&copy]) * t + st[&copy])
            };
            let mut busy: Vec<(i64, i64, i64)> = Vec::new();
            for k in 0..iterations {
                for (&id, ex) in &reference.ex {
                    let (pe, start) = start(id, k);
                    prop_assert!(start >= 0);
                    busy.push((pe, start, start + ex));
                }
                for edge in &reference.edges {
                    let (from, to) = (start(edge.from, k).1 + reference.ex[&edge.from], start(edge.to, k).1);
                    prop_assert!(from + edge.t_cache <= to);
                }
            }
            busy.sort_unstable();
            prop_assert!(busy.windows(2).all(|pair| pair[0].0 != pair[1].0 || pair[0].2 <= pair[1].1));
        }
    }

    #[test]
    fn totals_keep_their_bounds(input in random::input()) {
        let (plan, reference) = (answer(&input), Input::read(&input));
        let (exact, bound) = (int(&plan["total_time"]), int(&plan["total_time_formula"]));
        let work = reference.ex.values().sum::<i64>() * int(&input["iterations"]);
        prop_assert!(exact <= bound);
        prop_assert!(exact * reference.pes >= work);
        prop_assert_eq!(&plan["utilisation"], &json!([work, exact * reference.pes]));
    }

    /// As few groups share a graph as leave a tag for one more graph of each launch than is live; empty launches have none.
    #[test]
    fn groups_share_graphs_only_if_tags_are_short(input in random::input(), pes in 1..33i64, iterations in 1..300i64) {
        let mut input = input;
        (input["pes"], input["iterations"]) = (pes.into(), iterations.into());
        let (plan, answer) = (answer(&input), Periodic::from_json(&input).unwrap());
        prop_assume!(plan["baseline"]["use_retiming"] == true);
        let naming = Naming { name: "random", source: "random.json", unit: PlanTimeUnit::Units };
        let file = answer.to_plan(&naming, u64::MAX).unwrap();
        let found: BTreeSet<i64> = file.dags.iter().map(|dag| dag.repeat.unwrap().per_graph.into()).collect();
        let ceil = |n: i64, by: i64| (n + by - 1) / by;
        let groups = |launch: &Value| ceil(int(&launch["iterations_each"]), int(&launch["period"]["i_period"]));
        let live = |k: i64| -> i64 {
            let of = |launch: &Value| ceil(groups(launch), k).min(ceil(int(&launch["period"]["R_max"]), k) + 2);
            launches(&plan).iter().map(|launch| int(&launch["count"]) * of(launch)).sum()
        };
        let all = launches(&plan).iter().map(groups).max().unwrap();
        let tags = if live(all) <= 24 { 24 } else { 32 };
        let smallest = (1..=all).find(|&k| live(k) <= tags).unwrap();
        prop_assert_eq!(found, BTreeSet::from([smallest]));
    }

    /// The written plan breaks no rule of plan files, contains every task of every iteration, and its priorities
    /// fall with the planned starts.
    #[test]
    fn written_plans_are_valid(input in random::input()) {
        let (plan, answer) = (answer(&input), Periodic::from_json(&input).unwrap());
        let naming = Naming { name: "random", source: "random.json", unit: PlanTimeUnit::Units };
        let file = answer.to_plan(&naming, 1000).unwrap();
        let checked = file.check();
        prop_assert!(checked.is_good(), "{}", checked);
        let written = file.expanded().unwrap();
        prop_assert_eq!(file.kernel_count(), written.kernels.len() as u128);
        let retimed = plan["baseline"]["use_retiming"] == true;
        let iterations = if retimed {
            launches(&plan).iter().map(|launch| int(&launch["count"]) * int(&launch["iterations_each"])).sum()
        } else {
            int(&input["iterations"])
        };
        let nodes = input["nodes"].as_array().unwrap().len();
        prop_assert_eq!(written.kernels.len(), nodes * iterations as usize);
        prop_assert_eq!(written.slots.iter().map(|slot| slot.end).max(), plan["chosen_total"].as_u64());
        for (kernel, slot) in written.kernels.iter().zip(&written.slots) {
            prop_assert_eq!((&kernel.id, &kernel.dag), (&slot.kernel, &slot.dag));
            prop_assert_eq!(kernel.affinity, 1 << slot.sip);
            prop_assert!(u64::from(slot.sip) < input["pes"].as_u64().unwrap());
            prop_assert!(written.dags.iter().find(|dag| dag.id == slot.dag).unwrap().arrival <= slot.start);
            prop_assert!(kernel.deps.iter().all(|dep| dep.kind == DepKind::Order || dep.dag.is_none()));
        }
        let mut order: Vec<(u64, u32)> = written.slots.iter().zip(&written.kernels).map(|(slot, kernel)| (slot.start, kernel.priority)).collect();
        order.sort_unstable();
        prop_assert!(order.windows(2).all(|pair| (pair[0].0 < pair[1].0) == (pair[0].1 > pair[1].1)));
        prop_assert_eq!(order.last().map(|last| last.1), Some(1));
        // On each PE every kernel waits for the one planned before it.
        let mut turns: Vec<usize> = (0..written.slots.len()).collect();
        turns.sort_by_key(|&slot| (written.slots[slot].sip, written.slots[slot].start));
        for pair in turns.windows(2).filter(|pair| written.slots[pair[0]].sip == written.slots[pair[1]].sip) {
            let (before, kernel) = (&written.kernels[pair[0]], &written.kernels[pair[1]]);
            let waits = |dep: &PlanDep| (dep.dag.as_ref().unwrap_or(&kernel.dag), &dep.kernel) == (&before.dag, &before.id);
            prop_assert!(kernel.deps.iter().any(waits), "{}/{} after {}/{}", kernel.dag, kernel.id, before.dag, before.id);
        }
    }
}

/// Every order of a list.
fn permutations(list: &[i64]) -> Vec<Vec<i64>> {
    if list.is_empty() {
        return vec![Vec::new()];
    }
    let with = |at: usize| {
        let mut rest = list.to_vec();
        let first = rest.remove(at);
        permutations(&rest).into_iter().map(move |tail| [vec![first], tail].concat())
    };
    (0..list.len()).flat_map(with).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Every assignment to the PEs, and every order of all tasks, in which each PE runs its own tasks.
    #[test]
    fn bruteforce_finds_the_optimum(draw in random::small(5)) {
        let mut input = draw.input();
        input["mode"] = "bruteforce".into();
        input.as_object_mut().unwrap().remove("iterations");
        let (found, reference) = (answer(&input), Input::read(&input));
        let (width, ids) = (reference.width(), reference.ex.keys().copied().collect::<Vec<_>>());
        let load = |assignment: i64, pe: i64| {
            let mine = |(place, id): (usize, &i64)| (assignment / width.pow(place as u32) % width == pe).then(|| reference.ex[id]);
            ids.iter().enumerate().filter_map(mine).sum::<i64>()
        };
        let longest = |assignment: i64| (0..width).map(|pe| load(assignment, pe)).max().unwrap();
        let optimal = (0..width.pow(ids.len() as u32)).map(longest).min();
        let round = reference.round_one(width);
        let lpt = round.iter().map(|list| list.iter().map(|(id, _)| reference.ex[id]).sum::<i64>()).max();
        let orders = permutations(&ids).into_iter().map(|order| {
            let own = |list: &Vec<Copy>| order.iter().map(|&id| (id, 1)).filter(|copy| list.contains(copy)).collect();
            reference.packed_r(&round.iter().map(own).collect::<Vec<_>>())
        });
        prop_assert_eq!(found["optimal_T"].as_i64(), optimal);
        prop_assert_eq!(found["lpt_T"].as_i64(), lpt);
        prop_assert_eq!(found["best_R_for_lpt_assignment_leftpacked"].as_i64(), orders.min());
    }
}
