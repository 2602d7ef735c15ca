//! The plan of a schedule: one kernel for each task, on the SIP of its processor (planner §5).

use hws_types::Sip;

use super::ranking::Ranking;
use super::schedules::{Schedules, unknown_processors};
use crate::input::{InputError, InputFault};
use crate::plan::{
    DepKind, Naming, Plan, PlanDag, PlanDep, PlanKernel, PlanOrder, PlanSlot, Provenance, Time,
};

impl Ranking {
    /// Returns the plan of the shortest schedule that was asked for: processor i is SIP i, and each SIP keeps the order of the
    /// schedule. A dependency between processors has the time of its communication.
    ///
    /// # Errors
    /// No number of processors, more than 32 of them, or a task that takes no time.
    pub fn to_plan(&self, naming: &Naming<'_>) -> Result<Plan, InputError> {
        let schedules = self.schedules.as_ref().ok_or_else(unknown_processors)?;
        let draft = Draft { ranking: self, schedules, dag: naming.name };
        draft.check()?;
        let tasks = 0..self.problem.ids.len();
        Ok(Plan {
            order: PlanOrder::Planned,
            dags: vec![PlanDag::new(naming.name)],
            kernels: tasks.clone().map(|task| draft.kernel(task)).collect(),
            slots: tasks.map(|task| draft.slot(task)).collect(),
            ..Plan::new(naming.name, draft.provenance(naming), Time::of(naming.unit))
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
        if processors > Sip::COUNT {
            let what =
                format!("{processors} processors, but an affinity can select only {} SIPs", Sip::COUNT);
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

    fn kernel(&self, task: usize) -> PlanKernel {
        let (problem, placed) = (&self.ranking.problem, self.schedules.shown());
        let at = placed[task];
        // Data stays on its processor at no cost.
        let comm = |pred: usize, comm: i128| {
            if placed[pred].pe == at.pe { 0 } else { u64::try_from(comm).unwrap_or(u64::MAX) }
        };
        let dep = |&(pred, time): &(usize, i128)| PlanDep {
            transfer: comm(pred, time),
            ..PlanDep::on_finish(problem.ids[pred].plain(), DepKind::Data)
        };
        PlanKernel {
            on_cp: self.ranking.on_cp[task],
            // `check` has limited the processors.
            affinity: 1 << at.pe,
            deps: problem.pred[task].iter().map(dep).collect(),
            ..PlanKernel::new(problem.ids[task].plain(), self.dag, (at.ed - at.st).unsigned_abs())
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
