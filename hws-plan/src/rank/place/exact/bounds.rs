//! The tasks placed so far, and how short a schedule can become from there.

use std::cmp::Reverse;

use crate::rank::place::instance::Instance;
use crate::rank::place::partial::Placement;

/// A node of the search.
pub(super) struct Bounds<'a> {
    pub(super) instance: &'a Instance,
    pub(super) placed: Vec<Option<Placement>>,
    /// When each processor is free for good.
    free: Vec<i64>,
    /// The last task placed, and its start.
    last: Option<(usize, i64)>,
    /// Lowest cost of each task.
    least: Vec<i64>,
    /// The least time from the end of each task to the end of the schedule.
    pub(super) tail: Vec<i64>,
    /// Tasks by falling tail.
    by_tail: Vec<usize>,
    /// Of equal processors, those that are in use.
    used: usize,
}

/// What a placement replaced.
pub(super) struct Before {
    pe: usize,
    free: i64,
    last: Option<(usize, i64)>,
    used: usize,
}

impl<'a> Bounds<'a> {
    pub(super) fn new(instance: &'a Instance) -> Self {
        let least = instance.least_costs();
        let upward = instance.without_communication().upward(&least);
        let tail: Vec<i64> = upward.iter().zip(&least).map(|(path, cost)| path - cost).collect();
        let mut by_tail: Vec<usize> = (0..instance.len()).collect();
        by_tail.sort_by_key(|&task| Reverse(tail[task]));
        let free = vec![0; instance.usable_processors()];
        Self { instance, placed: vec![None; instance.len()], free, last: None, least, tail, by_tail, used: 0 }
    }

    /// Returns the number of processors to be tried; an unused one is as good as any other, if all are equal.
    pub(super) fn choices(&self) -> usize {
        let all = self.free.len();
        if self.instance.has_equal_processors() { all.min(self.used + 1) } else { all }
    }

    /// Returns where a task would run on a processor, behind all others there and not before the last one placed.
    pub(super) fn at(&self, task: usize, pe: usize) -> Placement {
        let st = self.start(task, pe, |_| 0).max(self.last.map_or(0, |(_, start)| start));
        Placement { pe, st, ed: st + self.instance.cost(task, pe) }
    }

    /// Returns the first start of a task behind all others on a processor; `end` is the first end of a predecessor that has not
    /// been placed.
    fn start(&self, task: usize, pe: usize, end: impl Fn(usize) -> i64) -> i64 {
        let arrival = |&(pred, comm): &(usize, i64)| match self.placed[pred] {
            Some(from) if from.pe != pe => from.ed + comm,
            Some(from) => from.ed,
            None => end(pred),
        };
        self.instance.pred[task].iter().map(arrival).fold(self.free[pe], i64::max)
    }

    /// Returns whether a placement continues the order by start; tasks that start together ascend by index, unless they
    /// take no time. A start that waits for the order belongs to another branch.
    pub(super) fn may_follow(&self, task: usize, at: Placement) -> bool {
        let Some((last, start)) = self.last else { return true };
        let takes_time = |task: usize| self.placed[task].is_some_and(|at| at.ed > at.st);
        let is_tie = at.st == start && at.ed > at.st && takes_time(last);
        self.start(task, at.pe, |_| 0) == at.st && !(is_tie && task < last)
    }

    pub(super) fn place(&mut self, task: usize, at: Placement) -> Before {
        let before = Before { pe: at.pe, free: self.free[at.pe], last: self.last, used: self.used };
        self.placed[task] = Some(at);
        self.free[at.pe] = at.ed;
        self.last = Some((task, at.st));
        self.used = self.used.max(at.pe + 1);
        before
    }

    pub(super) fn take_back(&mut self, task: usize, before: Before) {
        self.placed[task] = None;
        self.free[before.pe] = before.free;
        (self.last, self.used) = (before.last, before.used);
    }

    /// Returns whether no continuation can be shorter than `record`.
    pub(super) fn reaches(&self, record: i64) -> bool {
        self.is_path_long(record) || self.is_work_long(record)
    }

    /// By the first end of each task, wherever it runs, and its tail.
    fn is_path_long(&self, record: i64) -> bool {
        let last = self.last.map_or(0, |(_, start)| start);
        let mut end = vec![0; self.placed.len()];
        for &task in &self.instance.topo {
            if let Some(at) = self.placed[task] {
                end[task] = at.ed;
                continue;
            }
            let on = |pe| self.start(task, pe, |pred| end[pred]).max(last) + self.instance.cost(task, pe);
            end[task] = (0..self.choices()).map(on).min().unwrap_or(0);
            if end[task] + self.tail[task] >= record {
                return true;
            }
        }
        false
    }

    /// By the work left: all tasks with a tail of at least some length must end that long before the end.
    fn is_work_long(&self, record: i64) -> bool {
        let last = self.last.map_or(0, |(_, start)| start);
        let mut work = 0;
        let left = self.by_tail.iter().filter(|&&task| self.placed[task].is_none());
        left.into_iter().any(|&task| {
            work += self.least[task];
            let latest = record - 1 - self.tail[task];
            let room = |&free: &i64| (latest - free.max(last)).max(0);
            self.free.iter().map(room).sum::<i64>() < work
        })
    }
}
