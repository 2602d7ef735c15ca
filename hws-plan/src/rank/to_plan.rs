//! The plan of a schedule: one kernel for each task, on the SIP of its processor (planner §5).

use std::collections::BTreeMap;

use super::ranking::Ranking;
use super::schedules::{Schedules, unknown_processors};
use crate::input::{InputError, InputFault};
use crate::periodic::Naming;
use crate::plan::{
    DepKind, Plan, PlanDag, PlanDagKind, PlanDep, PlanKernel, PlanOn, PlanOrder, PlanSlot, PlanTriggers,
    Provenance, Time, VERSION,
};

/// Logical SIPs that an affinity can select.
const SIPS_MOST: usize = 32;

impl Ranking {
    /// Returns the plan of the shortest schedule that was asked for: processor i is SIP i, each SIP keeps the order of the
    /// schedule, and priorities fall with the starts. A dependency between processors has the time of its communication.
    ///
    /// # Errors
    /// No number of processors, more than 32 of them, or a task that takes no time.
    pub fn to_plan(&self, naming: &Naming<'_>) -> Result<Plan, InputError> {
        let schedules = self.schedules.as_ref().ok_or_else(unknown_processors)?;
        let draft = Draft { ranking: self, schedules, dag: naming.name };
        draft.check()?;
        let tasks = 0..self.problem.ids.len();
        let before = draft.before();
        let priority = draft.priorities();
        Ok(Plan {
            hws_plan: VERSION,
            order: PlanOrder::Explicit,
            not_runnable: None,
            name: naming.name.to_owned(),
            provenance: draft.provenance(naming),
            time: Time { unit: naming.unit, scale: [1, 1], mean_attempts: None },
            machine: None,
            dags: vec![PlanDag {
                id: naming.name.to_owned(),
                arrival: 0,
                kind: PlanDagKind::Static,
                repeat: None,
            }],
            kernels: tasks.clone().map(|task| draft.kernel(task, priority[task], before[task])).collect(),
            slots: tasks.map(|task| draft.slot(task)).collect(),
            fifos: Vec::new(),
            buffers: Vec::new(),
        })
    }
}

struct Draft<'a> {
    ranking: &'a Ranking,
    schedules: &'a Schedules,
    dag: &'a str,
}

impl Draft<'_> {
    fn check(&self) -> Result<(), InputError> {
        let refused =
            |place: &str, what, remedy| Err(InputError::new(place, InputFault::Infeasible { what, remedy }));
        let processors = self.ranking.problem.processors.unwrap_or_default();
        if processors > SIPS_MOST {
            let what = format!("{processors} processors, but an affinity can select only {SIPS_MOST} SIPs");
            return refused("pes", what, "lower pes");
        }
        let placed = self.schedules.shown();
        if let Some(task) = placed.iter().position(|at| at.st == at.ed) {
            let what = format!(
                "task {} takes no time, but a kernel takes at least 1",
                self.ranking.problem.ids[task]
            );
            return refused("plan", what, "raise its cost");
        }
        Ok(())
    }

    fn provenance(&self, naming: &Naming<'_>) -> Provenance {
        let problem = &self.ranking.problem;
        Provenance {
            planner: "rank".to_owned(),
            source: Some(naming.source.to_owned()),
            options: vec![
                format!("pes={}", problem.processors.unwrap_or_default()),
                format!("method={}", self.schedules.shown_method()),
            ],
            notes: Vec::new(),
        }
    }

    /// Returns the task before each on its processor.
    fn before(&self) -> Vec<Option<usize>> {
        let placed = self.schedules.shown();
        let mut order: Vec<usize> = (0..placed.len()).collect();
        order.sort_by_key(|&task| placed[task].st);
        let mut before = vec![None; placed.len()];
        let mut last = BTreeMap::new();
        for task in order {
            before[task] = last.insert(placed[task].pe, task);
        }
        before
    }

    /// The number of distinct starts from that of the task on; below 2^20.
    fn priorities(&self) -> Vec<u32> {
        let placed = self.schedules.shown();
        let mut starts: Vec<i64> = placed.iter().map(|at| at.st).collect();
        starts.sort_unstable();
        starts.dedup();
        let later = |st: i64| starts.len() - starts.partition_point(|&start| start < st);
        placed.iter().map(|at| u32::try_from(later(at.st)).unwrap_or(u32::MAX)).collect()
    }

    fn kernel(&self, task: usize, priority: u32, before: Option<usize>) -> PlanKernel {
        let (problem, placed) = (&self.ranking.problem, self.schedules.shown());
        let at = placed[task];
        let dep = |pred: usize, kind, transfer| PlanDep {
            kernel: problem.ids[pred].plain(),
            dag: None,
            on: PlanOn::Finish,
            kind,
            transfer,
        };
        let preds = &problem.pred[task];
        // Data stays on its processor at no cost.
        let comm = |pred: usize, comm: i128| {
            if placed[pred].pe == at.pe { 0 } else { u64::try_from(comm).unwrap_or(u64::MAX) }
        };
        let data = preds.iter().map(|&(pred, time)| dep(pred, DepKind::Data, comm(pred, time)));
        let order = before.filter(|&before| preds.iter().all(|&(pred, _)| pred != before));
        PlanKernel {
            id: problem.ids[task].plain(),
            dag: self.dag.to_owned(),
            block_num: 1,
            thread_num: 1,
            est: (at.ed - at.st).unsigned_abs(),
            priority,
            on_cp: self.ranking.on_cp[task],
            // `check` has limited the processors.
            affinity: 1 << at.pe,
            ctx: 0,
            coop: false,
            deps: data.chain(order.map(|before| dep(before, DepKind::Order, 0))).collect(),
            triggers: PlanTriggers::All,
            l2_bytes: None,
            params: None,
            prefetch: None,
            load: false,
            instances: None,
        }
    }

    fn slot(&self, task: usize) -> PlanSlot {
        let at = self.schedules.shown()[task];
        PlanSlot {
            dag: self.dag.to_owned(),
            kernel: self.ranking.problem.ids[task].plain(),
            block: 0,
            sip: u8::try_from(at.pe).unwrap_or(u8::MAX),
            start: at.st.unsigned_abs(),
            end: at.ed.unsigned_abs(),
        }
    }
}
