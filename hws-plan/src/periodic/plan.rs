//! From a periodic schedule to a plan (planner §5).
//!
//! A launch is a template: the copies of all tasks in one group of iterations, which repeats every period. A group runs
//! over R_max + 1 periods, so several are live at once; consecutive groups share a graph if tags are short ([`fold`]).
//! Each launch has its own PEs. Without retiming, a template is one iteration in the simple arrangement, and the groups
//! of PEs take the iterations in turn.

mod fold;
mod kernels;
mod templates;

use hws_types::Sip;
use kernels::Tasks;
use templates::Template;

use super::candidate::Launches;
use super::planned::PeriodicPlanned;
use crate::input::{InputError, InputFault, MOST};
use crate::plan::{Naming, Plan, PlanBuffer, PlanDag, PlanOrder, Provenance, Time};

/// SIPs that a slot can name.
const SLOT_SIPS: usize = 1 << 8;
/// Attempts of the scheduler in the mean estimate for each SIP of the plan. When all SIPs finish together, the last
/// waits for an attempt for each of them: that is then at most a tenth of the mean estimate.
const ATTEMPTS_PER_SIP: u32 = 10;

impl PeriodicPlanned {
    pub(super) fn to_plan(&self, naming: &Naming<'_>, most: u64) -> Result<Plan, InputError> {
        self.check_pes()?;
        self.check_kernels()?;
        let (templates, tasks) = (templates::templates(self), Tasks::of(&self.problem.graph));
        check_graphs(&templates, most)?;
        let time = Time { mean_attempts: Some(self.mean_attempts()), ..Time::of(naming.unit) };
        Ok(Plan {
            order: PlanOrder::Planned,
            not_runnable: self.not_runnable(),
            dags: templates.iter().map(dag).collect(),
            kernels: templates.iter().flat_map(|template| tasks.kernels(template)).collect(),
            slots: templates.iter().flat_map(|template| tasks.slots(template)).collect(),
            buffers: if self.baseline.use_retiming() { self.buffers(&tasks) } else { Vec::new() },
            ..Plan::new(naming.name, self.provenance(naming), time)
        })
    }

    fn check_pes(&self) -> Result<(), InputError> {
        let pes = self.problem.pes;
        if pes <= SLOT_SIPS {
            return Ok(());
        }
        let what = format!("{pes} PEs, but a plan file can name only {SLOT_SIPS}");
        Err(InputError::new("pes", InputFault::Infeasible { what, remedy: "lower pes" }))
    }

    /// A plan file has each copy of a period of each launch once.
    fn check_kernels(&self) -> Result<(), InputError> {
        let copies = |launch: &Launches| launch.count * launch.period.arrangement.i_period;
        let copies: usize = self.launches.iter().map(copies).sum();
        let kernels = copies.saturating_mul(self.problem.graph.len());
        if kernels <= MOST {
            return Ok(());
        }
        let what = format!("the periods of all launches have {kernels} kernels, more than {MOST}");
        Err(InputError::new("pes", InputFault::Infeasible { what, remedy: "lower pes or i_limit" }))
    }

    /// Why no machine can run the plan.
    fn not_runnable(&self) -> Option<String> {
        let (pes, most) = (self.problem.pes, Sip::COUNT);
        let reason = || {
            format!(
                "{pes} PEs, but the largest machine has {most} SIPs; {most} PEs are the nearest number that runs"
            )
        };
        (pes > most).then(reason)
    }

    fn mean_attempts(&self) -> u32 {
        u32::try_from(self.problem.pes).map_or(u32::MAX, |pes| pes.saturating_mul(ATTEMPTS_PER_SIP))
    }

    fn provenance(&self, naming: &Naming<'_>) -> Provenance {
        let options = [
            ("pes", self.problem.pes as i64),
            ("iterations", self.iterations),
            ("width", self.layers.width as i64),
            ("cache.size", self.problem.capacity),
        ];
        let chosen = if self.baseline.use_retiming() { "retimed" } else { "one iteration after the other" };
        let mut notes = vec![format!("{chosen}, planned total {}", self.chosen_total())];
        let (starts, cached) = self.approximations();
        notes.extend((!starts.is_none()).then(|| format!("positions approximated: {starts} units of time")));
        notes.extend((!cached.is_none()).then(|| format!("cache approximated: {cached} bytes")));
        Provenance {
            planner: "periodic".to_owned(),
            source: Some(naming.source.to_owned()),
            options: options.iter().map(|(key, value)| format!("{key}={value}")).collect(),
            notes,
        }
    }

    /// One buffer for each copy of an edge that has bytes: at the consumer's SIP, or in DRAM.
    fn buffers(&self, tasks: &Tasks<'_>) -> Vec<PlanBuffer> {
        let graph = &self.problem.graph;
        let mut buffers = Vec::new();
        for (launch, first_sip, iterations, period) in templates::launches(self) {
            let layout = period.layout(&self.problem);
            for (copy, &cached) in period.choice.cached.iter().enumerate() {
                let (edge, r) = (graph.edges[copy / layout.i_period], copy % layout.i_period + 1);
                // A launch with fewer iterations than a period does not use every copy.
                if edge.size == 0 || r as i64 > iterations {
                    continue;
                }
                let sip = first_sip + period.pe[layout.ends(copy).1] as usize;
                let (from, to) = (tasks.id(edge.from, r), tasks.id(edge.to, r));
                buffers.push(PlanBuffer {
                    id: format!("{launch}.{}.{r}", copy / layout.i_period),
                    kind: if cached { "cache" } else { "dram" }.to_owned(),
                    bytes: edge.size.unsigned_abs(),
                    dag: None,
                    kernels: vec![from, to],
                    sip: u8::try_from(sip).ok().filter(|_| cached),
                });
            }
        }
        buffers
    }
}

fn dag(template: &Template) -> PlanDag {
    PlanDag { repeat: Some(template.repeat), ..PlanDag::new(&template.name) }
}

fn check_graphs(templates: &[Template], most: u64) -> Result<(), InputError> {
    let graphs = |template: &Template| u64::from(template.repeat.count.div_ceil(template.repeat.per_graph));
    let graphs: u64 = templates.iter().map(graphs).sum();
    if graphs > most {
        let what = format!("the plan has {graphs} graphs, more than {most}");
        let remedy = "lower iterations or raise --instances";
        return Err(InputError::new("iterations", InputFault::Infeasible { what, remedy }));
    }
    Ok(())
}
