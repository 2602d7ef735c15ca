//! From a periodic schedule to a plan (planner §5).
//!
//! Each graph of the plan is an instance of the input graph: all copies of one group of iterations. It runs over
//! R_max + 1 periods, so several instances are live at once. Each launch has its own PEs. Without retiming, an
//! instance is one iteration in the simple arrangement, and the groups of PEs take the iterations in turn.

mod jobs;
mod kernels;

use jobs::Jobs;

use super::planned::PeriodicPlanned;
use crate::input::{InputError, InputFault, MOST};
use crate::plan::{Plan, PlanBuffer, PlanDag, PlanDagKind, PlanTimeUnit, Provenance, Time, VERSION};

/// Logical SIPs that an affinity can select.
const SIPS_MOST: usize = 32;
/// Graphs that may be live at once.
const LIVE_MOST: usize = 32;

/// The name of a plan and the meaning of its times.
#[derive(Clone, Copy, Debug)]
pub struct Naming<'a> {
    /// Name of the plan.
    pub name: &'a str,
    /// The file it is made from.
    pub source: &'a str,
    /// Unit of the times of the input.
    pub unit: PlanTimeUnit,
}

impl PeriodicPlanned {
    pub(super) fn to_plan(&self, naming: &Naming<'_>, most: u64) -> Result<Plan, InputError> {
        self.check_sizes(most)?;
        let jobs = Jobs::of(self);
        Ok(Plan {
            hws_plan: VERSION,
            name: naming.name.to_owned(),
            provenance: self.provenance(naming, &jobs),
            time: Time { unit: naming.unit, scale: [1, 1] },
            machine: None,
            dags: jobs.instances.iter().map(dag).collect(),
            kernels: kernels::kernels(self, &jobs),
            slots: kernels::slots(self, &jobs),
            fifos: Vec::new(),
            buffers: if self.baseline.use_retiming() { self.buffers() } else { Vec::new() },
        })
    }

    /// Instances of all launches, and kernels of all instances.
    fn sizes(&self) -> (i128, i128) {
        let nodes = self.problem.graph.len() as i128;
        if !self.baseline.use_retiming() {
            return (self.iterations.into(), i128::from(self.iterations) * nodes);
        }
        let launches = self.launches.iter().map(|launch| {
            let (count, iterations) = (launch.count as i128, i128::from(launch.iterations));
            let period = launch.period.arrangement.i_period as i128;
            (count * ((iterations + period - 1) / period), count * iterations * nodes)
        });
        launches.fold((0, 0), |sum, launch| (sum.0 + launch.0, sum.1 + launch.1))
    }

    fn check_sizes(&self, most: u64) -> Result<(), InputError> {
        let refused =
            |place, what, remedy| Err(InputError::new(place, InputFault::Infeasible { what, remedy }));
        let ((instances, kernels), pes) = (self.sizes(), self.problem.pes);
        if pes > SIPS_MOST {
            return refused(
                "pes",
                format!("{pes} PEs, but an affinity can select only {SIPS_MOST}"),
                "lower pes",
            );
        }
        if instances > most.into() {
            let what = format!("the plan has {instances} graphs, more than {most}");
            return refused("iterations", what, "lower iterations or raise --instances");
        }
        if kernels > MOST as i128 {
            let what = format!("the plan has {kernels} kernels, more than {MOST}");
            return refused("iterations", what, "lower iterations");
        }
        Ok(())
    }

    fn provenance(&self, naming: &Naming<'_>, jobs: &Jobs) -> Provenance {
        let options = [
            ("pes", self.problem.pes as i64),
            ("iterations", self.iterations),
            ("width", self.layers.width as i64),
            ("cache.size", self.problem.capacity),
        ];
        let chosen = if self.baseline.use_retiming() { "retimed" } else { "one iteration after the other" };
        let mut notes = vec![
            format!("{chosen}, planned total {}", self.chosen_total()),
            "transfer times are in the slots, not in the dependencies".to_owned(),
        ];
        let (starts, cached) = self.approximations();
        notes.extend((!starts.is_none()).then(|| format!("positions approximated: {starts} units of time")));
        notes.extend((!cached.is_none()).then(|| format!("cache approximated: {cached} bytes")));
        let live = jobs.most_live();
        if live > LIVE_MOST {
            notes.push(format!(
                "{live} graphs are live at once, more than the {LIVE_MOST} that the scheduler holds"
            ));
        }
        Provenance {
            planner: "periodic".to_owned(),
            source: Some(naming.source.to_owned()),
            options: options.iter().map(|(key, value)| format!("{key}={value}")).collect(),
            notes,
        }
    }

    /// One buffer for each copy of an edge that has bytes: at the consumer's SIP, or in DRAM.
    fn buffers(&self) -> Vec<PlanBuffer> {
        let (graph, labels) = (&self.problem.graph, self.problem.graph.labels());
        let mut buffers = Vec::new();
        for (launch, first_sip, iterations, period) in jobs::launches(self) {
            let layout = period.layout(&self.problem);
            for (copy, &cached) in period.choice.cached.iter().enumerate() {
                let (edge, r) = (graph.edges[copy / layout.i_period], copy % layout.i_period + 1);
                // A launch with fewer iterations than a period does not use every copy.
                if edge.size == 0 || r as i64 > iterations {
                    continue;
                }
                let sip = first_sip + period.pe[layout.ends(copy).1] as usize;
                let (from, to) = (&labels[edge.from], &labels[edge.to]);
                buffers.push(PlanBuffer {
                    id: format!("launch{launch} {from}.{r} -> {to}.{r}"),
                    kind: if cached { "cache" } else { "dram" }.to_owned(),
                    bytes: edge.size.unsigned_abs(),
                    dag: None,
                    kernels: vec![format!("{from}.{r}"), format!("{to}.{r}")],
                    sip: u8::try_from(sip).ok().filter(|_| cached),
                });
            }
        }
        buffers
    }
}

fn dag(instance: &jobs::Instance) -> PlanDag {
    PlanDag { id: instance.name.clone(), arrival: instance.arrival, kind: PlanDagKind::Static }
}
