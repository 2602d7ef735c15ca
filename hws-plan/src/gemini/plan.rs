//! From a Gemini schedule to a plan (planner §5).

use std::collections::BTreeMap;

use hws_types::{SipMask, ThreadNum, Topology};

use super::loads;
use super::report::{GeminiPlanned, GeminiReport, GeminiTimes};
use crate::import::gemini::GeminiRule;
use crate::input::{InputError, InputFault};
use crate::plan::{
    DepKind, Plan, PlanBuffer, PlanDag, PlanDep, PlanKernel, PlanMachine, PlanSlot, PlanTimeUnit, Provenance,
    Time,
};

/// The machine for which plans are made.
const MACHINE: Topology = Topology::FULL;

/// Where the kernels of a plan may run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GeminiMapping {
    /// Core i is logical SIP i, and each core keeps its order.
    #[default]
    Static,
    /// Any SIP, data edges only: the HWS chooses.
    Dynamic,
}

impl GeminiReport {
    /// Returns the plan of a schedule: one graph called `name`, read from the file `source`.
    ///
    /// # Errors
    /// A schedule with errors, a `thread_num` that the HWS does not support, or, with the static mapping, a core
    /// without a SIP. Times of 0 stay 0; checking the plan reports them.
    pub fn to_plan(
        &self,
        name: &str,
        source: Option<String>,
        mapping: GeminiMapping,
    ) -> Result<Plan, InputError> {
        let times = self.times.as_ref().filter(|_| self.errors.is_empty()).ok_or_else(|| self.refused())?;
        let maker = Maker { report: self, times, name, mapping, threads: self.threads()? };
        Ok(Plan {
            machine: Some(machine()),
            dags: vec![PlanDag::new(name)],
            kernels: maker.kernels()?,
            slots: maker.slots()?,
            buffers: maker.buffers()?,
            ..Plan::new(name, maker.provenance(source), self.time())
        })
    }

    fn refused(&self) -> InputError {
        let first = self.errors.first();
        let what = first.map_or(String::new(), |first| format!("{}: {}", first.rule, first.msg));
        let place = first.map_or(String::new(), |first| first.place.to_string());
        InputError::new(place, InputFault::Infeasible { what, remedy: "correct the schedule" })
    }

    fn threads(&self) -> Result<ThreadNum, InputError> {
        let given = self.options.thread_num.unwrap_or(1);
        let legal = u32::try_from(given).ok().and_then(ThreadNum::new);
        let wanted = || ThreadNum::ALL.map(|threads| threads.get().to_string()).join(", ");
        let fault = || InputFault::Value { found: given.to_string(), wanted: format!("one of {}", wanted()) };
        legal.ok_or_else(|| InputError::new("options.thread_num", fault()))
    }

    /// SP cycles if a scale to them is given, else units of the schedule.
    fn time(&self) -> Time {
        match self.options.time_scale {
            Some(scale) => Time {
                scale: scale.map(|factor| factor.unsigned_abs().into()),
                ..Time::of(PlanTimeUnit::Cycles)
            },
            None => Time::of(PlanTimeUnit::Units),
        }
    }
}

fn machine() -> PlanMachine {
    PlanMachine { cluster_sip_num: MACHINE.cluster_sip_num(), cluster_num: MACHINE.cluster_num() }
}

struct Maker<'a> {
    report: &'a GeminiReport,
    times: &'a GeminiTimes,
    name: &'a str,
    mapping: GeminiMapping,
    threads: ThreadNum,
}

impl Maker<'_> {
    fn kernels(&self) -> Result<Vec<PlanKernel>, InputError> {
        let names: Vec<String> = self.times.kernels.iter().map(|planned| planned.kernel.name()).collect();
        let kernels = self.times.kernels.iter().enumerate();
        let mut kernels =
            kernels.map(|(k, planned)| self.kernel(k, planned, &names)).collect::<Result<Vec<_>, _>>()?;
        let loads = loads::kernels(self.name, &self.times.loads, &names);
        for (load, of) in loads.iter().zip(&self.times.loads) {
            of.kernels
                .iter()
                .for_each(|&k| kernels[k].deps.push(PlanDep::on_finish(&load.id, DepKind::Data)));
        }
        Ok(kernels.into_iter().chain(loads).collect())
    }

    fn kernel(&self, k: usize, planned: &GeminiPlanned, names: &[String]) -> Result<PlanKernel, InputError> {
        let affinity = match self.mapping {
            GeminiMapping::Static => self.group(planned.kernel.core)?.1,
            GeminiMapping::Dynamic => SipMask::ALL,
        };
        Ok(PlanKernel {
            thread_num: self.threads.get(),
            priority: u32::try_from(planned.upward_rank / self.divisor()).unwrap_or(u32::MAX),
            on_cp: planned.on_cp,
            affinity: affinity.0,
            deps: self.deps(planned, names),
            l2_bytes: l2_bytes(planned),
            ..PlanKernel::new(&names[k], self.name, planned.kernel.est)
        })
    }

    /// Returns the data edges and, in a static plan, an edge from the kernel before it on its core.
    fn deps(&self, planned: &GeminiPlanned, names: &[String]) -> Vec<PlanDep> {
        let kernel = &planned.kernel;
        let dep = |&pred: &usize| {
            let is_data = kernel.data_preds.binary_search(&pred).is_ok();
            let kind = if is_data { DepKind::Data } else { DepKind::Order };
            PlanDep::on_finish(&names[pred], kind)
        };
        match self.mapping {
            GeminiMapping::Static => kernel.preds.iter().map(dep).collect(),
            GeminiMapping::Dynamic => kernel.data_preds.iter().map(dep).collect(),
        }
    }

    /// First SIP and SIP mask of a core: core i is the i-th aligned group of `thread_num` SIPs (G18).
    fn group(&self, core: u32) -> Result<(u8, SipMask), InputError> {
        let first = u8::try_from(u64::from(core) * u64::from(self.threads.slot())).ok();
        let group = first.map(|first| (first, SipMask::block(first.into(), self.threads)));
        let group = group.filter(|&(_, sips)| !sips.is_empty() && MACHINE.present().contains(sips));
        let what = || format!("core {core}, of {} SIPs, is beyond the machine", self.threads.get());
        let fault = || InputFault::Infeasible { what: what(), remedy: "use the dynamic mapping" };
        group.ok_or_else(|| InputError::new(format!("top {core}"), fault()))
    }

    /// rank_div, or the smallest divisor that brings the largest rank into 32 bits.
    fn divisor(&self) -> i64 {
        let squeeze = (self.times.critical_path >> 32) + 1;
        self.report.options.rank_div.unwrap_or(1).max(squeeze)
    }

    /// Slots as in the timeline; a dynamic plan has none.
    fn slots(&self) -> Result<Vec<PlanSlot>, InputError> {
        if self.mapping == GeminiMapping::Dynamic {
            return Ok(Vec::new());
        }
        let slot = |planned: &GeminiPlanned| {
            let cycle = |value: i64| value.unsigned_abs();
            Ok(PlanSlot {
                dag: self.name.to_owned(),
                kernel: planned.kernel.name(),
                block: 0,
                sip: self.group(planned.kernel.core)?.0,
                start: cycle(planned.start),
                end: cycle(planned.end),
            })
        };
        self.times.kernels.iter().map(slot).collect()
    }

    /// Returns the largest snapshot of each core that has one; a dynamic plan has no cores.
    fn buffers(&self) -> Result<Vec<PlanBuffer>, InputError> {
        if self.mapping == GeminiMapping::Dynamic {
            return Ok(Vec::new());
        }
        let mut users: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for planned in self.times.kernels.iter().filter(|planned| planned.l2_bytes > 0) {
            users.entry(planned.kernel.core).or_default().push(planned.kernel.name());
        }
        let peaks = self.times.l2_peaks().into_iter().filter(|&(_, bytes)| bytes > 0);
        let buffer = |(core, bytes): (u32, i64)| {
            Ok(PlanBuffer {
                id: format!("core{core}.l2"),
                kind: "l2".into(),
                bytes: bytes.unsigned_abs(),
                dag: Some(self.name.to_owned()),
                kernels: users.remove(&core).unwrap_or_default(),
                sip: Some(self.group(core)?.0),
            })
        };
        peaks.map(buffer).collect()
    }

    fn provenance(&self, source: Option<String>) -> Provenance {
        let options = &self.report.options;
        let mapping = match self.mapping {
            GeminiMapping::Static => "static",
            GeminiMapping::Dynamic => "dynamic",
        };
        let number = |key: &str, value: Option<i64>| value.map(|value| format!("{key}={value}"));
        let scale = options.time_scale.map(|[num, den]| format!("time_scale={num}/{den}"));
        let asked = [
            Some(format!("mapping={mapping}")),
            number("dram_bw", options.dram_bw),
            number("thread_num", options.thread_num),
            number("rank_div", options.rank_div),
            scale,
        ];
        Provenance {
            planner: "gemini".into(),
            source,
            options: asked.into_iter().flatten().collect(),
            notes: self.notes(),
        }
    }

    fn notes(&self) -> Vec<String> {
        let batches = self.report.warnings.iter().filter(|finding| finding.rule == GeminiRule::W9);
        let mut notes: Vec<String> = batches.map(|finding| finding.msg.clone()).collect();
        let kernels = &self.times.kernels;
        let counted = |is: fn(&GeminiPlanned) -> bool| kernels.iter().filter(|planned| is(planned)).count();
        let idle = counted(|planned| planned.kernel.est == 0);
        if idle > 0 {
            notes.push(format!("{idle} kernels take no time, which no machine can run"));
        }
        let large = counted(|planned| planned.l2_bytes > 0 && l2_bytes(planned).is_none());
        if large > 0 {
            notes.push(format!("{large} snapshots of L2 of 2^32 bytes or more are left out"));
        }
        if self.divisor() > self.report.options.rank_div.unwrap_or(1) {
            notes.push(format!("ranks divided by {} to fit in 32 bits", self.divisor()));
        }
        notes
    }
}

/// Returns the bytes of L2 of its block, if any.
fn l2_bytes(planned: &GeminiPlanned) -> Option<u32> {
    u32::try_from(planned.l2_bytes).ok().filter(|&bytes| bytes > 0)
}
