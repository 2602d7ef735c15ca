//! A second, plain implementation of the planner from planner §4.1: tables over every unit of time and every byte,
//! walks over every iteration, maps by (id, copy). Only for small inputs.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::{Value, json};

pub(crate) type Copy = (i64, i64);
type Starts = BTreeMap<Copy, i64>;

pub(crate) struct Edge {
    pub(crate) from: i64,
    pub(crate) to: i64,
    pub(crate) size: i64,
    pub(crate) t_cache: i64,
    pub(crate) t_dram: i64,
}

pub(crate) struct Input {
    pub(crate) ex: BTreeMap<i64, i64>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) pes: i64,
    iterations: i64,
    pub(crate) capacity: i64,
    ratio_limit: (i64, i64),
    i_limit: i64,
    alpha: (i64, i64),
    is_global: bool,
    width: Option<i64>,
}

fn pair(value: &Value, default: (i64, i64)) -> (i64, i64) {
    value.as_array().map_or(default, |pair| (pair[0].as_i64().unwrap(), pair[1].as_i64().unwrap()))
}

fn ceil(a: i64, b: i64) -> i64 {
    (a + b - 1).div_euclid(b)
}

impl Input {
    pub(crate) fn read(input: &Value) -> Self {
        let int = |value: &Value| value.as_i64().unwrap();
        let cache = &input["cache"];
        let edge = |edge: &Value| {
            let size = int(&edge["size"]);
            let time = |key: &str, speed: &str| match edge[key].as_i64() {
                Some(time) => time,
                None if size == 0 => 0,
                None => ceil(size, int(&cache[speed])),
            };
            let (t_cache, t_dram) = (time("t_cache", "cache_speed"), time("t_dram", "dram_speed"));
            Edge { from: int(&edge["from"]), to: int(&edge["to"]), size, t_cache, t_dram }
        };
        let nodes = input["nodes"].as_array().unwrap();
        Self {
            ex: nodes.iter().map(|node| (int(&node["id"]), int(&node["cost"]))).collect(),
            edges: input["edges"].as_array().map_or(Vec::new(), |edges| edges.iter().map(edge).collect()),
            pes: int(&input["pes"]),
            iterations: input["iterations"].as_i64().unwrap_or(0),
            capacity: cache["size"].as_i64().unwrap_or(0),
            ratio_limit: pair(&input["ratio_limit"], (9, 10)),
            i_limit: input["i_limit"].as_i64().unwrap_or(10),
            alpha: pair(&input["alpha"], (8, 10)),
            is_global: input["arrange"] == "global_lpt",
            width: input["width"].as_i64(),
        }
    }

    fn work(&self) -> i64 {
        self.ex.values().sum()
    }

    /// Longest path from a source, by as many rounds as there are nodes.
    fn levels(&self) -> BTreeMap<i64, i64> {
        let mut level: BTreeMap<i64, i64> = self.ex.keys().map(|&id| (id, 0)).collect();
        for _ in 0..self.ex.len() {
            for edge in &self.edges {
                let least = level[&edge.from] + 1;
                let to = level.get_mut(&edge.to).unwrap();
                *to = (*to).max(least);
            }
        }
        level
    }

    fn lpt_order(&self) -> Vec<i64> {
        let level = self.levels();
        let mut order: Vec<i64> = self.ex.keys().copied().collect();
        order.sort_by_key(|id| (-self.ex[id], level[id], *id));
        order
    }

    fn max_concurrency(&self) -> i64 {
        let level = self.levels();
        let nodes = |wanted: i64| level.values().filter(|&&level| level == wanted).count() as i64;
        (0..self.ex.len() as i64).map(nodes).max().unwrap()
    }

    pub(crate) fn width(&self) -> i64 {
        self.width.unwrap_or(self.max_concurrency()).min(self.pes)
    }

    /// Puts copies in their order on the least loaded of the PEs; returns the lists.
    fn pack(&self, lists: &mut [Vec<Copy>], copies: &[Copy]) {
        for copy in copies {
            let load = |list: &Vec<Copy>| list.iter().map(|(id, _)| self.ex[id]).sum::<i64>();
            let pe = (0..lists.len()).min_by_key(|&pe| (load(&lists[pe]), pe)).unwrap();
            lists[pe].push(*copy);
        }
    }

    fn length(&self, lists: &[Vec<Copy>]) -> i64 {
        lists.iter().map(|list| list.iter().map(|(id, _)| self.ex[id]).sum()).max().unwrap()
    }

    pub(crate) fn round_one(&self, pes: i64) -> Vec<Vec<Copy>> {
        let mut lists = vec![Vec::new(); pes as usize];
        self.pack(&mut lists, &self.lpt_order().into_iter().map(|id| (id, 1)).collect::<Vec<_>>());
        lists
    }

    /// The round that is chosen: its number and its lists.
    fn arrange(&self, pes: i64) -> (i64, Vec<Vec<Copy>>) {
        let (level, mut rounds) = (self.levels(), Vec::new());
        let mut lists = vec![Vec::new(); pes as usize];
        for i in 1..=self.i_limit {
            if self.is_global {
                let mut copies: Vec<Copy> =
                    self.ex.keys().flat_map(|&id| (1..=i).map(move |r| (id, r))).collect();
                copies.sort_by_key(|&(id, r)| (-self.ex[&id], level[&id], id, r));
                lists = vec![Vec::new(); pes as usize];
                self.pack(&mut lists, &copies);
            } else {
                self.pack(&mut lists, &self.lpt_order().into_iter().map(|id| (id, i)).collect::<Vec<_>>());
            }
            let (num, den) = (i * self.work(), pes * self.length(&lists));
            rounds.push((num, den, i, lists.clone()));
            if num * self.ratio_limit.1 >= self.ratio_limit.0 * den {
                return (i, lists);
            }
        }
        let mut best = rounds[0].clone();
        for round in rounds {
            if round.0 * best.1 > best.0 * round.1 {
                best = round;
            }
        }
        (best.2, best.3)
    }

    /// Positions by N11 to N14, with the key sets of N11.
    fn place(&self, t: i64, lists: &[Vec<Copy>]) -> BTreeMap<Copy, (i64, i64)> {
        // Free intervals: PE, from, to, copies.
        let start = |(pe, list): (usize, &Vec<Copy>)| {
            (pe as i64, 0, t, list.iter().copied().collect::<BTreeSet<Copy>>())
        };
        let mut free: Vec<(i64, i64, i64, BTreeSet<Copy>)> = lists.iter().enumerate().map(start).collect();
        let mut placed = BTreeMap::new();
        let mut unchecked: BTreeSet<Copy> = lists.iter().flatten().copied().collect();
        while !unchecked.is_empty() {
            let longest = unchecked.iter().map(|(id, _)| self.ex[id]).max().unwrap();
            let is_key = |(id, _): &&Copy| self.ex[id] * self.alpha.1 >= self.alpha.0 * longest;
            let mut keys: Vec<Copy> = unchecked.iter().filter(is_key).copied().collect();
            keys.sort_by_key(|&(id, r)| (-self.ex[&id], id, r));
            for key in keys {
                if placed.contains_key(&key) {
                    continue;
                }
                let interval = free.iter_mut().find(|(.., copies)| copies.contains(&key)).unwrap();
                placed.insert(key, (interval.0, interval.1));
                interval.1 += self.ex[&key.0];
                interval.3.remove(&key);
                unchecked.remove(&key);
                let mut queue = VecDeque::from([key]);
                while let Some((consumer, r)) = queue.pop_front() {
                    let mut into: Vec<&Edge> = self.edges.iter().filter(|edge| edge.to == consumer).collect();
                    into.sort_by_key(|edge| (-self.ex[&edge.from], edge.from));
                    for edge in into {
                        let copy = (edge.from, r);
                        if placed.contains_key(&copy) {
                            continue;
                        }
                        let latest = placed[&(consumer, r)].1 - edge.t_cache - self.ex[&edge.from];
                        self.put(&mut free, &mut placed, copy, latest, t);
                        unchecked.remove(&copy);
                        queue.push_back(copy);
                    }
                }
            }
        }
        placed
    }

    fn put(
        &self,
        free: &mut Vec<(i64, i64, i64, BTreeSet<Copy>)>,
        placed: &mut BTreeMap<Copy, (i64, i64)>,
        copy: Copy,
        latest: i64,
        t: i64,
    ) {
        let at = free.iter().position(|(.., copies)| copies.contains(&copy)).unwrap();
        let (pe, a, b, mut copies) = free.remove(at);
        copies.remove(&copy);
        let ex = self.ex[&copy.0];
        let mut latest = latest;
        while latest < a {
            latest += t;
        }
        while latest >= a + t {
            latest -= t;
        }
        let others: Vec<Copy> = copies.into_iter().collect();
        let sizes: Vec<i64> = others.iter().map(|(id, _)| self.ex[id]).collect();
        let taken = table(&sizes, latest.min(b - ex) - a);
        let part = |wanted: bool| {
            others.iter().zip(&taken).filter(|(_, taken)| **taken == wanted).map(|(copy, _)| *copy).collect()
        };
        let (before, after): (BTreeSet<Copy>, BTreeSet<Copy>) = (part(true), part(false));
        let st = a + before.iter().map(|(id, _)| self.ex[id]).sum::<i64>();
        placed.insert(copy, (pe, st));
        free.push((pe, a, st, before));
        free.push((pe, st + ex, b, after));
    }

    /// The pointwise largest retiming, by lowering until nothing is late.
    pub(crate) fn retiming(
        &self,
        t: i64,
        i_period: i64,
        st: &Starts,
        cached: &BTreeSet<(i64, i64, i64)>,
    ) -> BTreeMap<Copy, i64> {
        let mut r: BTreeMap<Copy, i64> = st.keys().map(|&copy| (copy, 0)).collect();
        loop {
            let mut is_late = false;
            for edge in &self.edges {
                for copy in 1..=i_period {
                    let (from, to) = ((edge.from, copy), (edge.to, copy));
                    let is_cached = cached.contains(&(edge.from, edge.to, copy));
                    let time = if is_cached { edge.t_cache } else { edge.t_dram };
                    while st[&from] + self.ex[&edge.from] + r[&from] * t + time > st[&to] + r[&to] * t {
                        *r.get_mut(&from).unwrap() -= 1;
                        is_late = true;
                    }
                }
            }
            if !is_late {
                return r;
            }
        }
    }

    /// Live instances of each cached edge copy with bytes at a moment of the period, by PE of the consumer.
    fn live(
        &self,
        period: &Positions,
        r: &BTreeMap<Copy, i64>,
        cached: &BTreeSet<(i64, i64, i64)>,
        pe: i64,
        moment: i64,
    ) -> BTreeMap<(i64, i64, i64), i64> {
        let mut live = BTreeMap::new();
        for edge in &self.edges {
            for copy in 1..=period.i_period {
                let (from, to, name) = ((edge.from, copy), (edge.to, copy), (edge.from, edge.to, copy));
                if !cached.contains(&name) || period.pe[&to] != pe || edge.size == 0 {
                    continue;
                }
                let start = period.st[&from] + self.ex[&edge.from] + r[&from] * period.t;
                let end = period.st[&to] + r[&to] * period.t;
                let mut absolute = moment + start.div_euclid(period.t) * period.t;
                while absolute < end {
                    if absolute >= start {
                        *live.entry(name).or_insert(0) += edge.size;
                    }
                    absolute += period.t;
                }
            }
        }
        live
    }

    pub(crate) fn peaks(
        &self,
        period: &Positions,
        r: &BTreeMap<Copy, i64>,
        cached: &BTreeSet<(i64, i64, i64)>,
        pes: i64,
    ) -> Vec<i64> {
        let bytes = |pe, moment| self.live(period, r, cached, pe, moment).values().sum::<i64>();
        (0..pes).map(|pe| (0..period.t).map(|moment| bytes(pe, moment)).max().unwrap_or(0)).collect()
    }

    fn choose_cache(&self, period: &Positions, pes: i64) -> (BTreeSet<(i64, i64, i64)>, usize) {
        let copies = |edge: &Edge| {
            let (from, to) = (edge.from, edge.to);
            (1..=period.i_period).map(move |r| (from, to, r))
        };
        let mut cached: BTreeSet<(i64, i64, i64)> = self.edges.iter().flat_map(copies).collect();
        let mut passes = 0;
        loop {
            let (r, before) = (self.retiming(period.t, period.i_period, &period.st, &cached), cached.len());
            for pe in 0..pes {
                for moment in 0..period.t {
                    let live = self.live(period, &r, &cached, pe, moment);
                    let kept = table(&live.values().copied().collect::<Vec<_>>(), self.capacity);
                    if live.values().sum::<i64>() > self.capacity {
                        live.keys().zip(kept).filter(|(_, kept)| !kept).for_each(|(name, _)| {
                            cached.remove(name);
                        });
                    }
                }
            }
            if cached.len() == before {
                return (cached, passes);
            }
            passes += 1;
        }
    }

    /// The end of the last task of n iterations, one by one.
    pub(crate) fn exact(&self, period: &Positions, r: &BTreeMap<Copy, i64>, n: i64) -> i64 {
        let most = r.values().map(|r| -r).max().unwrap();
        let ends = (0..n).flat_map(|k| {
            let (copy, q) = (k % period.i_period + 1, k / period.i_period);
            self.ex.iter().map(move |(&id, ex)| {
                let name = (id, copy);
                (q + most + r[&name]) * period.t + period.st[&name] + ex
            })
        });
        ends.max().unwrap_or(0)
    }

    fn period(&self, pes: i64) -> (Value, impl Fn(i64) -> (i64, i64)) {
        let (i_period, lists) = self.arrange(pes);
        let t = self.length(&lists);
        let placed = self.place(t, &lists);
        let period = Positions {
            t,
            i_period,
            pe: placed.iter().map(|(&copy, at)| (copy, at.0)).collect(),
            st: placed.iter().map(|(&copy, at)| (copy, at.1)).collect(),
        };
        let (cached, passes) = self.choose_cache(&period, pes);
        let r = self.retiming(t, i_period, &period.st, &cached);
        let most = r.values().map(|r| -r).max().unwrap();
        let (mut inside, mut outside, mut bytes) = (Vec::new(), Vec::new(), [0, 0]);
        for edge in &self.edges {
            for copy in 1..=i_period {
                let name = (edge.from, edge.to, copy);
                let list = if cached.contains(&name) { &mut inside } else { &mut outside };
                bytes[usize::from(!cached.contains(&name))] += edge.size;
                list.push(name);
            }
        }
        let peaks = self.peaks(&period, &r, &cached, pes).into_iter().enumerate();
        let value = json!({
            "T": t,
            "i_period": i_period,
            "ratio": [i_period * self.work(), pes * t],
            "arrangement": lists.iter().enumerate().map(|(pe, list)| (pe.to_string(), json!(list))).collect::<serde_json::Map<_, _>>(),
            "placements": placed.iter().map(|((id, r), (pe, st))| {
                json!({"id": id, "r": r, "pe": pe, "st": st, "ed": st + self.ex[id]})
            }).collect::<Vec<_>>(),
            "retiming": r.iter().map(|((id, copy), r)| json!({"id": id, "r": copy, "R": r})).collect::<Vec<_>>(),
            "R_max": most,
            "prologue": most * t,
            "cached": inside,
            "dram": outside,
            "cache_bytes": bytes[0],
            "dram_bytes": bytes[1],
            "peak_cache": peaks.map(|(pe, peak)| (pe.to_string(), json!(peak))).collect::<serde_json::Map<_, _>>(),
            "demotion_passes": passes,
        });
        let exact: Vec<i64> = (0..=self.iterations).map(|n| self.exact(&period, &r, n)).collect();
        (value, move |n| (exact[n as usize], (most + ceil(n, i_period)) * t))
    }

    /// One iteration level by level: placements and length.
    fn simple(&self) -> (BTreeMap<i64, (i64, i64)>, i64) {
        let (level, width) = (self.levels(), self.width());
        let (mut placed, mut free) = (BTreeMap::<i64, (i64, i64)>::new(), vec![0; width as usize]);
        for wanted in 0..self.ex.len() as i64 {
            let ids = level.iter().filter(|(_, level)| **level == wanted).map(|(id, _)| *id);
            for (k, id) in ids.enumerate() {
                let pe = k as i64 % width;
                let mut st = free[pe as usize];
                for edge in self.edges.iter().filter(|edge| edge.to == id) {
                    st = st.max(placed[&edge.from].1 + self.ex[&edge.from] + edge.t_cache);
                }
                placed.insert(id, (pe, st));
                free[pe as usize] = st + self.ex[&id];
            }
        }
        (placed, free.into_iter().max().unwrap())
    }

    /// Smallest R_max of tasks that run one after the other on each PE.
    pub(crate) fn packed_r(&self, lists: &[Vec<Copy>]) -> i64 {
        let mut st = Starts::new();
        for list in lists {
            let mut end = 0;
            for &(id, r) in list {
                st.insert((id, r), end);
                end += self.ex[&id];
            }
        }
        let every = self.edges.iter().map(|edge| (edge.from, edge.to, 1)).collect();
        let r = self.retiming(self.length(lists), 1, &st, &every);
        r.values().map(|r| -r).max().unwrap()
    }

    fn baseline(&self) -> Value {
        let (placed, length) = self.simple();
        let width = self.width();
        let rounds = ceil(self.iterations, self.pes / width);
        let (narrow, wide) = (self.round_one(width), self.round_one(self.pes));
        let (t, r) = (self.length(&narrow), self.packed_r(&narrow));
        json!({
            "one_iteration": length,
            "t_normal": rounds * length,
            "estimate_T": t,
            "estimate_R": r,
            "t_estimate": (r + rounds) * t,
            "t_estimate_wide": (self.packed_r(&wide) + self.iterations) * self.length(&wide),
            "use_retiming": (r + rounds) * t <= rounds * length,
            "placements": placed.iter().map(|(id, (pe, st))| json!({"id": id, "pe": pe, "st": st})).collect::<Vec<_>>(),
        })
    }

    pub(crate) fn plan(&self) -> Value {
        let (width, level) = (self.width(), self.levels());
        let launches = ceil(self.pes, width);
        let (main, main_total) = self.period(width);
        let entry = |pes: i64, count: i64, n: i64, period: Value| json!({"pes": pes, "count": count, "iterations_each": n, "period": period});
        let (list, total, bound) = if self.pes % width == 0 {
            let each = ceil(self.iterations, launches);
            let (total, bound) = main_total(each);
            (vec![entry(width, launches, each, main)], total, bound)
        } else {
            let (last, last_total) = self.period(self.pes % width);
            let others = launches - 1;
            let totals = (0..=self.iterations / others).map(|x| {
                let y = self.iterations - others * x;
                (main_total(x).0.max(last_total(y).0), x, y)
            });
            // The smallest total, then the smallest x.
            let (total, x, y) = totals.min().unwrap();
            let bounds = [(x, main_total(x).1), (y, last_total(y).1)];
            let bound = bounds.iter().filter(|(n, _)| *n > 0).map(|(_, bound)| *bound).max().unwrap();
            (vec![entry(width, others, x, main), entry(self.pes % width, 1, y, last)], total, bound)
        };
        let baseline = self.baseline();
        let chosen =
            if baseline["use_retiming"] == true { json!(total) } else { baseline["t_normal"].clone() };
        json!({
            "layers": level.iter().map(|(id, level)| (id.to_string(), json!(level))).collect::<serde_json::Map<_, _>>(),
            "max_concurrency": self.max_concurrency(),
            "width": width,
            "H": launches,
            "baseline": baseline,
            "launches": list,
            "total_time": total,
            "total_time_formula": bound,
            "chosen_total": chosen,
            "utilisation": [self.work() * self.iterations, total * self.pes],
        })
    }
}

/// Positions of a period.
pub(crate) struct Positions {
    pub(crate) t: i64,
    pub(crate) i_period: i64,
    pub(crate) pe: BTreeMap<Copy, i64>,
    pub(crate) st: Starts,
}

/// The table of N15 with its backtracking.
pub(crate) fn table(sizes: &[i64], capacity: i64) -> Vec<bool> {
    let width = capacity as usize;
    let mut dp = vec![vec![0; width + 1]];
    for &size in sizes {
        let last = dp.last().unwrap();
        let best = |s: usize| {
            let with = s.checked_sub(size as usize).map_or(0, |rest| last[rest] + size);
            with.max(last[s])
        };
        dp.push((0..=width).map(best).collect());
    }
    let (mut taken, mut s) = (vec![false; sizes.len()], width);
    for j in (1..=sizes.len()).rev() {
        if dp[j][s] != dp[j - 1][s] {
            taken[j - 1] = true;
            s -= sizes[j - 1] as usize;
        }
    }
    taken
}
