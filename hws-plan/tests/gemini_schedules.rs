//! Random valid schedules: no findings, times against a reference that reads the JSON itself, mutations.

use crate::common::schedules;
use std::collections::{BTreeMap, BTreeSet};

use crate::common::schedules::Dice;
use hws_plan::gemini::{GeminiMapping, GeminiReport};
use hws_plan::import::gemini::GeminiOptions;
use hws_plan::plan::{Plan, PlanDep};
use serde_json::{Value, json};

fn report(ir: &Value, options: GeminiOptions) -> GeminiReport {
    GeminiReport::from_text(&ir.to_string(), options).unwrap_or_else(|error| panic!("{error}"))
}

fn random(seed: u64) -> Value {
    let size = seed as usize;
    schedules::schedule(seed, 1 + size % 4, 1 + size % 23)
}

#[test]
fn valid_schedules_have_no_findings() {
    for seed in 0..300 {
        let report = report(&random(seed), GeminiOptions::default());
        assert_eq!((report.errors, report.warnings), (vec![], vec![]), "seed {seed}");
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

/// A schedule as the reference sees it: workloads in kernel order.
struct Reference<'a> {
    ir: &'a Value,
    workloads: Vec<(u64, &'a Value)>,
    data: Vec<BTreeSet<usize>>,
}

impl<'a> Reference<'a> {
    fn of(ir: &'a Value) -> Self {
        let cores = (0..ir["xlen"].as_u64().unwrap()).map(|core| (core, &ir[core.to_string()]));
        let workloads = cores.flat_map(|(core, workloads)| list(workloads).iter().map(move |w| (core, w)));
        let mut reference = Self { ir, workloads: workloads.collect(), data: Vec::new() };
        let reads = (0..reference.workloads.len()).map(|k| reference.reads(k));
        let producers = reads.map(|ids| ids.into_iter().flat_map(|id| reference.producers(id)).collect());
        reference.data = producers.collect();
        reference
    }

    fn reads(&self, k: usize) -> BTreeSet<i64> {
        let workload = self.workloads[k].1;
        let entries = list(&workload["ifmap"]).iter().chain([&workload["weight"]]);
        entries.flat_map(|entry| list(&entry["transfer_id"])).map(number).collect()
    }

    fn output(&self, id: i64) -> Option<&'a Value> {
        list(&self.ir["-1"]["out"]).iter().find(|output| output["transfer_id"] == id)
    }

    fn writer(&self, id: i64) -> Option<usize> {
        self.workloads
            .iter()
            .position(|(_, workload)| list(&workload["ofmap"]).iter().any(|ofmap| ofmap["transfer_id"] == id))
    }

    fn producers(&self, id: i64) -> Vec<usize> {
        match self.output(id) {
            Some(output) => {
                list(&output["related_ifmap"]).iter().filter_map(|id| self.writer(number(id))).collect()
            }
            None => self.writer(id).into_iter().collect(),
        }
    }

    fn time(&self, k: usize) -> i64 {
        number(&self.workloads[k].1["time"])
    }

    fn preds(&self, k: usize) -> BTreeSet<usize> {
        let before = k.checked_sub(1).filter(|&before| self.workloads[before].0 == self.workloads[k].0);
        self.data[k].iter().copied().chain(before).collect()
    }

    /// Relaxes until nothing changes: the longest path up to each kernel, without its own time.
    fn longest(&self, preds: impl Fn(usize) -> BTreeSet<usize>) -> Vec<i64> {
        let mut start = vec![0; self.workloads.len()];
        loop {
            let relaxed: Vec<i64> = (0..start.len())
                .map(|k| preds(k).iter().map(|&pred| start[pred] + self.time(pred)).max().unwrap_or(0))
                .collect();
            if relaxed == start {
                return start;
            }
            start = relaxed;
        }
    }

    /// The longest path of data edges from each kernel on.
    fn ranks(&self) -> Vec<i64> {
        let mut rank: Vec<i64> = (0..self.workloads.len()).map(|k| self.time(k)).collect();
        for _ in 0..rank.len() {
            for k in 0..rank.len() {
                for &pred in &self.data[k] {
                    rank[pred] = rank[pred].max(self.time(pred) + rank[k]);
                }
            }
        }
        rank
    }

    /// Place of a transfer in the queue of DRAM, as given by its reader.
    fn turn(&self, k: usize, id: i64) -> (i64, i64) {
        let none = list(&self.ir["-1"]["in"]).len() + list(&self.ir["-1"]["out"]).len();
        let snapshots = ["buffer", "wl0_buffer", "wl1_buffer"].map(|key| &self.workloads[k].1[key]);
        let entries = snapshots
            .into_iter()
            .flat_map(list)
            .filter(|entry| list(&entry["transfer_id"]).contains(&json!(id)));
        let mut orders = entries.filter_map(|entry| entry["tensor_order"].as_i64());
        (orders.find(|&order| order != none as i64).unwrap_or(i64::MAX), id)
    }

    /// Start times with a shared DRAM channel, exactly as in G17.
    fn simulate(&self, bandwidth: i64) -> Vec<i64> {
        let count = self.workloads.len();
        let (mut done, mut start, mut end) = (vec![false; count], vec![0; count], vec![0; count]);
        let mut channel = 0;
        let mut loaded = BTreeSet::new();
        for _ in 0..count {
            let k = (0..count).find(|&k| !done[k] && self.preds(k).iter().all(|&pred| done[pred])).unwrap();
            let mut loads: Vec<i64> =
                self.reads(k).into_iter().filter(|&id| self.output(id).is_some()).collect();
            loads.sort_by_key(|&id| self.turn(k, id));
            let mut ready = self.preds(k).iter().map(|&pred| end[pred]).max().unwrap_or(0);
            for id in loads {
                if loaded.insert((self.workloads[k].0, id)) {
                    let written = self.producers(id).iter().map(|&producer| end[producer]).max().unwrap_or(0);
                    let size = number(&self.output(id).unwrap()["size"]);
                    channel = channel.max(written) + (size + bandwidth - 1) / bandwidth;
                    ready = ready.max(channel);
                }
            }
            start[k] = ready;
            end[k] = ready + self.time(k);
            done[k] = true;
        }
        start
    }
}

#[test]
fn kernels_ranks_and_the_timeline_are_those_of_the_reference() {
    for seed in 0..80 {
        let ir = random(seed);
        let reference = Reference::of(&ir);
        let times = report(&ir, GeminiOptions::default()).times.unwrap();
        let (rank, start) = (reference.ranks(), reference.longest(|k| reference.preds(k)));
        let head = reference.longest(|k| reference.data[k].clone());
        let critical_path = *rank.iter().max().unwrap();
        for (k, planned) in times.kernels.iter().enumerate() {
            let kernel = &planned.kernel;
            assert_eq!(
                kernel.data_preds,
                reference.data[k].iter().copied().collect::<Vec<_>>(),
                "seed {seed}"
            );
            assert_eq!(kernel.preds, reference.preds(k).into_iter().collect::<Vec<_>>(), "seed {seed}");
            assert_eq!((planned.upward_rank, planned.start), (rank[k], start[k]), "seed {seed}, kernel {k}");
            assert_eq!(planned.end, start[k] + reference.time(k));
            assert_eq!(planned.on_cp, head[k] + rank[k] == critical_path, "seed {seed}, kernel {k}");
        }
        assert_eq!(times.critical_path, critical_path);
        assert_eq!(times.makespan, times.kernels.iter().map(|planned| planned.end).max().unwrap());
        let mut busy = BTreeMap::new();
        for k in 0..rank.len() {
            *busy.entry(reference.workloads[k].0).or_insert(0) += reference.time(k);
        }
        assert_eq!(times.lower_bound, critical_path.max(*busy.values().max().unwrap()));
        assert!(times.lower_bound <= times.makespan);
    }
}

#[test]
fn loads_from_dram_are_those_of_a_naive_simulation() {
    let mut later = 0;
    for seed in 0..80 {
        let ir = random(seed);
        let reference = Reference::of(&ir);
        for bandwidth in [1, 3, 64, 100_000] {
            let asked = GeminiOptions { dram_bw: Some(bandwidth), ..GeminiOptions::default() };
            let start: Vec<i64> = report(&ir, asked).times.unwrap().kernels.iter().map(|p| p.start).collect();
            assert_eq!(start, reference.simulate(bandwidth), "seed {seed}, {bandwidth} bytes per cycle");
            later += usize::from(start != reference.longest(|k| reference.preds(k)));
        }
    }
    assert!(later > 120, "the channel seldom counts: {later}");
}

/// When each kernel of a plan starts if everything starts as soon as its dependencies allow.
fn soonest(plan: &Plan) -> BTreeMap<String, u64> {
    let mut start: BTreeMap<String, u64> = BTreeMap::new();
    while start.len() < plan.kernels.len() {
        let before = start.len();
        for kernel in plan.kernels.iter().filter(|kernel| !start.contains_key(&kernel.id)).collect::<Vec<_>>()
        {
            let end = |dep: &PlanDep| {
                let before = plan.kernels.iter().find(|kernel| kernel.id == dep.kernel)?;
                Some(start.get(&dep.kernel)? + before.est + dep.transfer)
            };
            let ends: Option<Vec<u64>> = kernel.deps.iter().map(end).collect();
            if let Some(ends) = ends {
                start.insert(kernel.id.clone(), ends.into_iter().max().unwrap_or(0));
            }
        }
        assert!(start.len() > before, "a cycle");
    }
    start
}

/// The loads of a plan make its dependencies alone give the times that are planned.
#[test]
fn the_loads_of_a_plan_reproduce_its_times() {
    let mut with_loads = 0;
    for seed in 0..80 {
        let ir = random(seed);
        for bandwidth in [1, 3, 64, 100_000] {
            let asked = GeminiOptions { dram_bw: Some(bandwidth), ..GeminiOptions::default() };
            let Ok(plan) = report(&ir, asked).to_plan("g", None, GeminiMapping::Static) else { continue };
            let start = soonest(&plan);
            for slot in &plan.slots {
                assert_eq!(start[&slot.kernel], slot.start, "seed {seed}, {bandwidth}: {}", slot.kernel);
            }
            // A time of 0 is a violation by itself.
            let is_sound = plan.kernels.iter().all(|kernel| kernel.est > 0);
            assert!(!is_sound || plan.check().violations.is_empty(), "{}", plan.check());
            with_loads += usize::from(is_sound && plan.kernels.iter().any(|kernel| kernel.load));
        }
    }
    assert!(with_loads > 60, "{with_loads} sound plans with loads");
}

/// A change at a random place; the finding it must give, or `None` when it does not apply there.
type Change = fn(&mut Value, &mut Dice) -> Option<(&'static str, String)>;

/// A random workload: core and position, which is its workload_id.
fn pick(ir: &Value, dice: &mut Dice) -> Option<(usize, usize)> {
    let core = dice.roll(ir["xlen"].as_u64()? as usize);
    let count = list(&ir[core.to_string()]).len();
    (count > 0).then(|| (core, dice.roll(count)))
}

fn workload(ir: &mut Value, (core, index): (usize, usize)) -> &mut Value {
    &mut ir[core.to_string()][index]
}

/// A random entry of a list in a random workload, with its place.
fn entry<'a>(ir: &'a mut Value, dice: &mut Dice, key: &str) -> Option<(&'a mut Value, String)> {
    let at = pick(ir, dice)?;
    let entries = workload(ir, at)[key].as_array_mut()?;
    let i = dice.roll(entries.len());
    Some((&mut entries[i], format!("core {} wl {} {key} {i}", at.0, at.1)))
}

/// A random entry of a list of DRAM, with its place.
fn memory<'a>(ir: &'a mut Value, dice: &mut Dice, key: &str) -> Option<(&'a mut Value, String)> {
    let entries = ir["-1"][key].as_array_mut().filter(|entries| !entries.is_empty())?;
    let i = dice.roll(entries.len());
    Some((&mut entries[i], format!("-1.{key} {i}")))
}

fn whole<'a>(ir: &'a mut Value, dice: &mut Dice) -> Option<(&'a mut Value, String)> {
    let at = pick(ir, dice)?;
    Some((workload(ir, at), format!("core {} wl {}", at.0, at.1)))
}

fn add(value: &mut Value, by: i64) {
    *value = json!(number(value) + by);
}

fn push(value: &mut Value, one: Value) {
    value.as_array_mut().unwrap().push(one);
}

const CHANGES: &[Change] = &[
    |ir, dice| {
        let wrong =
            [json!(null), json!(-1), json!(10.0), json!("x"), json!(1_i64 << 31), json!(true), json!([3])];
        let (workload, place) = whole(ir, dice)?;
        workload["time"] = wrong[dice.roll(wrong.len())].clone();
        Some(("E15", place))
    },
    |ir, dice| {
        let (workload, _) = whole(ir, dice)?;
        workload["workload_id"] = json!(-5);
        let place = ["0", "1", "2", "3"]
            .iter()
            .position(|core| list(&ir[*core]).iter().any(|w| w["workload_id"] == -5));
        Some(("E2", format!("core {} wl -5", place?)))
    },
    |ir, dice| {
        memory(ir, dice, "out").map(|(entry, _)| entry.clone()).map(|entry| {
            push(&mut ir["-1"]["out"], entry);
            ("E3", format!("-1.out {}", list(&ir["-1"]["out"]).len() - 1))
        })
    },
    |ir, dice| {
        memory(ir, dice, "in").map(|(entry, _)| entry.clone()).map(|entry| {
            push(&mut ir["-1"]["in"], entry);
            ("E3", format!("-1.in {}", list(&ir["-1"]["in"]).len() - 1))
        })
    },
    |ir, dice| {
        let (ifmap, place) = entry(ir, dice, "ifmap")?;
        push(&mut ifmap["transfer_id"], json!(999_999));
        Some(("E4", place))
    },
    |ir, dice| {
        let at = pick(ir, dice)?;
        let own = workload(ir, at)["ofmap"][0]["transfer_id"].clone();
        push(&mut workload(ir, at)["ifmap"][0]["transfer_id"], own);
        Some(("E5", format!("core {} wl {} ifmap 0", at.0, at.1)))
    },
    |ir, dice| {
        let (input, _) = memory(ir, dice, "in")?;
        input["core_id"] = [json!(77), json!("x")][dice.roll(2)].clone();
        let (id, w) = (input["transfer_id"].clone(), number(&input["workload_id"]));
        let cores = ir["xlen"].as_u64()?;
        let find = |core: u64| {
            let i = list(&ir[core.to_string()][w as usize]["ofmap"])
                .iter()
                .position(|ofmap| ofmap["transfer_id"] == id)?;
            Some(("E6", format!("core {core} wl {w} ofmap {i}")))
        };
        (0..cores).find_map(find)
    },
    |ir, dice| {
        let (input, place) = memory(ir, dice, "in")?;
        push(&mut input["related_ofmap"], [json!(999_999), json!("x")][dice.roll(2)].clone());
        Some(("E7", place))
    },
    |ir, dice| {
        let (output, place) = memory(ir, dice, "out")?;
        push(&mut output["related_ifmap"], json!(999_999));
        Some(("E7", place))
    },
    |ir, dice| {
        let (output, place) = memory(ir, dice, "out")?;
        output["destination"][0]["workload_id"] =
            [json!(9999), json!("x"), json!(null)][dice.roll(3)].clone();
        Some(("E8", place))
    },
    |ir, dice| {
        let (ofmap, place) = entry(ir, dice, "ofmap")?;
        push(&mut ofmap["destination"], json!({"core_id": 9, "workload_id": 0, "type": "core"}));
        Some(("E8", place))
    },
    |ir, dice| {
        let (workload, place) = whole(ir, dice)?;
        workload["weight"] = json!({"transfer_id": [999_999]});
        Some(("E9", format!("{place} weight")))
    },
    |ir, dice| {
        let key = ["ifmap", "ofmap", "buffer"][dice.roll(3)];
        let (entry, place) = entry(ir, dice, key)?;
        let d = dice.roll(4);
        entry["lower"][d] = json!(number(&entry["upper"][d]) + 1);
        Some(("E11", place))
    },
    |ir, dice| {
        let list = ["in", "out"][dice.roll(2)];
        let (output, place) = memory(ir, dice, list)?;
        output["upper"] = [json!([1, 2, 3]), json!(null), json!([0, 0, 0, 0.5])][dice.roll(3)].clone();
        Some(("E11", place))
    },
    |ir, dice| {
        let (workload, place) = whole(ir, dice)?;
        push(&mut workload["workload"], json!([0, 0, 0, 0]));
        Some(("E11", place))
    },
    |ir, dice| {
        let (buffer, place) = entry(ir, dice, "buffer")?;
        buffer["address"] = json!(1 << 15);
        Some(("E12", place))
    },
    |ir, dice| {
        let at = pick(ir, dice)?;
        let buffers = workload(ir, at)["buffer"].as_array_mut().filter(|buffers| buffers.len() > 1)?;
        buffers[1]["address"] = buffers[0]["address"].clone();
        Some(("E12", format!("core {} wl {} buffer 1", at.0, at.1)))
    },
    |ir, dice| {
        let (workload, place) = whole(ir, dice)?;
        let current =
            workload["buffer"].as_array_mut()?.iter_mut().find(|entry| entry["cur_wl_ifmap"] == true)?;
        current["cur_wl_ifmap"] = [json!(false), json!(1), json!(null)][dice.roll(3)].clone();
        Some(("E13", place))
    },
    |ir, dice| {
        let (ifmap, place) = entry(ir, dice, "ifmap")?;
        match dice.roll(3) {
            0 => add(&mut ifmap["size"], 1),
            1 => ifmap["align"] = json!(0),
            _ => ifmap["bitwidth"] = json!("8"),
        }
        Some(("E14", place))
    },
    |ir, dice| {
        let (buffer, place) = entry(ir, dice, "buffer")?;
        // The first snapshot of a core has none before it.
        let stays = buffer["newly_added"] == false && !place.contains(" wl 0 ");
        add(&mut buffer["address"], 1);
        stays.then_some(("E16", place))
    },
    |ir, dice| {
        let (buffer, place) = entry(ir, dice, "buffer")?;
        buffer["newly_added"] = json!(buffer["newly_added"] == false);
        (!place.contains(" wl 0 ")).then_some(("E17", place))
    },
    |ir, dice| {
        let (buffer, place) = entry(ir, dice, "buffer")?;
        let source = &mut buffer["source"][0];
        match dice.roll(3) {
            0 => source["transfer_id"] = json!(999_999),
            1 => add(&mut source["upper"][3], 1),
            _ => push(&mut buffer["source"], json!({"core_id": -1, "type": "DRAM"})),
        }
        Some(("E18", place))
    },
    |ir, dice| {
        let (workload, place) = whole(ir, dice)?;
        match dice.roll(2) {
            0 => push(&mut workload["ring_buffer_info"], json!([1, 1 << 15])),
            _ => workload["wl0_buffer"] = json!([{"address": 5, "size": 9}, {"address": 13, "size": 1}]),
        }
        Some(("E20", place))
    },
    |ir, dice| {
        let at = pick(ir, dice)?;
        let itself = json!({"core_id": at.0, "workload_id": at.1, "type": "core"});
        push(&mut workload(ir, at)["ofmap"][0]["destination"], itself);
        Some(("W1", format!("core {} wl {} ofmap 0", at.0, at.1)))
    },
    |ir, dice| {
        let (workload, place) = whole(ir, dice)?;
        add(&mut workload["workload"][1][3], 1);
        Some(("W2", place))
    },
    |ir, dice| {
        let (workload, place) = whole(ir, dice)?;
        add(&mut workload["ofmap_size"], 1);
        Some(("W3", place))
    },
    |ir, dice| {
        let (workload, place) = whole(ir, dice)?;
        workload["layer_type"] = [json!("PE"), json!(1)][dice.roll(2)].clone();
        Some(("W4", place))
    },
    |ir, dice| {
        let (buffer, place) = entry(ir, dice, "buffer")?;
        buffer["address"] = json!(null);
        Some(("W5", place))
    },
    |ir, dice| {
        let (workload, place) = whole(ir, dice)?;
        let current =
            workload["buffer"].as_array_mut()?.iter_mut().find(|entry| entry["cur_wl_ifmap"] == true)?;
        push(&mut current["transfer_id"], json!(999_999));
        Some(("W6", place))
    },
    |ir, dice| {
        let (workload, place) = whole(ir, dice)?;
        add(&mut workload["tile_info"]["tile_num_0"]["ofmap_upper"][3], 1);
        Some(("W8", place))
    },
    |ir, dice| {
        ir["top_batch_cut"] = json!(2 + dice.roll(5));
        Some(("W9", "top top_batch_cut".into()))
    },
];

#[test]
fn a_changed_field_is_found_at_its_place() {
    for (i, change) in CHANGES.iter().enumerate() {
        let mut applied = 0;
        for seed in 0..40 {
            // Most changes apply to every schedule; some only to a few.
            if applied == 20 {
                break;
            }
            let mut ir = random(seed);
            let Some((rule, place)) = change(&mut ir, &mut Dice::new(seed)) else { continue };
            let report = report(&ir, GeminiOptions::default());
            let all = report.errors.iter().chain(&report.warnings);
            let found: Vec<_> =
                all.map(|finding| (finding.rule.to_string(), finding.place.to_string())).collect();
            assert!(
                found.contains(&(rule.to_owned(), place.clone())),
                "change {i}, seed {seed}: {rule} at {place}, not in {found:?}"
            );
            applied += 1;
        }
        assert!(applied > 5, "change {i} applied {applied} times");
    }
}

/// Properties of every plan of these schedules, checked without the code that makes it.
#[test]
fn plans_keep_kernels_edges_and_times() {
    for seed in 0..100 {
        let ir = random(seed);
        let reference = Reference::of(&ir);
        let report = report(&ir, GeminiOptions::default());
        let still = report.to_plan("g", None, GeminiMapping::Static).unwrap();
        let free = report.to_plan("g", None, GeminiMapping::Dynamic).unwrap();
        let at: BTreeMap<&str, usize> =
            still.kernels.iter().enumerate().map(|(k, kernel)| (kernel.id.as_str(), k)).collect();
        assert_eq!(at.len(), reference.workloads.len(), "ids are unique");
        for (k, kernel) in still.kernels.iter().enumerate() {
            let core = reference.workloads[k].0;
            let deps: BTreeSet<usize> = kernel.deps.iter().map(|dep| at[dep.kernel.as_str()]).collect();
            assert_eq!(deps, reference.preds(k));
            assert_eq!((kernel.affinity, kernel.est as i64), (1 << core, reference.time(k)));
            assert_eq!(
                (free.kernels[k].affinity, free.kernels[k].deps.len()),
                (u32::MAX, reference.data[k].len())
            );
            let slot = &still.slots[k];
            assert_eq!(
                (slot.kernel.as_str(), u64::from(slot.sip), slot.end - slot.start),
                (kernel.id.as_str(), core, kernel.est)
            );
        }
        assert!(free.slots.is_empty() && free.buffers.is_empty());
    }
}
