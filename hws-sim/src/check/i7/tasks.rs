//! Tasks pushed and not refused = waiting in the two FIFOs + in the loader + rejected + resident + done.

use std::collections::VecDeque;

use hws_regs::{InPath, params};
use hws_types::{Cycle, Rule, Source, TaskIds};

use crate::check::view::{Touched, View};
use crate::check::violation::{Invariant, Resource, Violation};

/// A task on its way to the Ready Station.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct Waiting {
    pub(in crate::check) ids: TaskIds,
    pub(in crate::check) td_addr: u32,
    pub(in crate::check) pushed: Cycle,
}

/// The tasks by place. Counts wrap like the 32-bit counters.
#[derive(Clone, Debug, Default)]
pub(in crate::check) struct Tasks {
    hdr: VecDeque<Waiting>,
    firmware: VecDeque<Waiting>,
    loading: Option<Waiting>,
    pushed: u32,
    admitted: u32,
    rejected: u32,
    done: u32,
}

impl Tasks {
    /// What the registers show of an HWS in the middle of a run: the tasks that wait are unknown.
    pub(in crate::check) fn attached(now: &View) -> Self {
        Self {
            admitted: now.done.wrapping_add(now.rs_count),
            rejected: now.rejected,
            done: now.done,
            ..Self::default()
        }
    }

    /// As [`Self::agree`], without the tasks that wait.
    pub(in crate::check) fn counts_agree(&self, now: &View, touched: &Touched) -> Result<(), Violation> {
        self.counters_agree(now)?;
        if !touched.tasks.is_empty() {
            self.station_agrees(now)?;
        }
        self.residents_agree(now)
    }

    pub(in crate::check) fn hdr_pushed(&mut self, task: Waiting) {
        self.hdr.push_back(task);
        self.pushed = self.pushed.wrapping_add(1);
    }

    pub(in crate::check) fn firmware_pushed(&mut self, task: Waiting) {
        self.firmware.push_back(task);
        self.pushed = self.pushed.wrapping_add(1);
    }

    /// The loader admits its task; returns the task, if there is one.
    pub(in crate::check) fn admitted(&mut self) -> Option<Waiting> {
        self.admitted = self.admitted.wrapping_add(1);
        self.loading.take()
    }

    /// The loader rejects its task; returns the task, if it is known.
    pub(in crate::check) fn rejected(&mut self) -> Option<Waiting> {
        self.rejected = self.rejected.wrapping_add(1);
        self.loading.take()
    }

    pub(in crate::check) fn kernel_done(&mut self) {
        self.done = self.done.wrapping_add(1);
    }

    /// The tasks that wait in the firmware FIFO.
    pub(in crate::check) fn firmware_waiting(&self) -> usize {
        self.firmware.len()
    }

    /// The kernels admitted since the last reset: kernel_seq of the next one.
    pub(in crate::check) const fn admissions(&self) -> u32 {
        self.admitted
    }

    /// The source of a pop is the one that HWS_WORK_MODE selects.
    pub(in crate::check) fn pops_its_source(&self, now: &View, was_loading: bool) -> Result<(), Violation> {
        let Some(task) = &self.loading else { return Ok(()) };
        if !now.is_loading || was_loading {
            return Ok(());
        }
        let is_hdr = now.regs.hws_work_mode.in_path() == InPath::Hdr;
        if is_hdr == (task.ids.source == Source::Hdr) {
            return Ok(());
        }
        let how =
            format!("popped a task from the source {:?}, which IN_PATH does not select", task.ids.source);
        violated(now, "the loader", how, Rule::Scheduler2_1)
            .map_err(|violation| violation.since("pushed", task.pushed))
    }

    /// A busy loader without a task has popped one: from the HDR FIFO if that has one task less.
    pub(in crate::check) fn note_pop(&mut self, now: &View) {
        if now.is_loading && self.loading.is_none() {
            let is_hdr = (now.hdr_count as usize) < self.hdr.len();
            self.loading = if is_hdr { self.hdr.pop_front() } else { self.firmware.pop_front() };
        }
    }

    pub(in crate::check) fn agree(&self, now: &View, touched: &Touched) -> Result<(), Violation> {
        self.loader_agrees(now)?;
        self.fifos_agree(now)?;
        self.counters_agree(now)?;
        if !touched.tasks.is_empty() {
            self.station_agrees(now)?;
        }
        self.residents_agree(now)?;
        self.nothing_is_lost(now)
    }

    fn loader_agrees(&self, now: &View) -> Result<(), Violation> {
        match self.loading {
            None if now.is_loading => violated(
                now,
                "the loader",
                "is busy with a task that was never pushed".to_owned(),
                Rule::Scheduler2_2,
            ),
            Some(task) if !now.is_loading => {
                let how = "lost its task: neither admitted nor rejected".to_owned();
                violated(now, "the loader", how, Rule::Scheduler2_3)
                    .map_err(|v| v.since("pushed", task.pushed))
            }
            _ => Ok(()),
        }
    }

    fn fifos_agree(&self, now: &View) -> Result<(), Violation> {
        let waiting = self.hdr.len() as u32;
        if waiting != now.hdr_count {
            let how = format!("has HDR_COUNT {} for {waiting} tasks pushed and not popped", now.hdr_count);
            return violated(now, "the HDR FIFO", how, Rule::Scheduler2_1)
                .map_err(|v| self.hdr.front().map_or(v.clone(), |task| v.since("pushed", task.pushed)));
        }
        let waiting = self.firmware.len();
        if waiting > params::FW_TASK_FIFO {
            let how = format!("took {waiting} tasks, but has only {} places", params::FW_TASK_FIFO);
            return violated(now, "the firmware task FIFO", how, Rule::Scheduler2_1);
        }
        Ok(())
    }

    fn counters_agree(&self, now: &View) -> Result<(), Violation> {
        if now.rejected != self.rejected {
            let how = format!("is {} after {} rejections", now.rejected, self.rejected);
            return violated(now, "CNT_TASK_REJECT", how, Rule::Scheduler2_3);
        }
        if now.done != self.done {
            let how = format!("is {} after {} kernels left", now.done, self.done);
            return violated(now, "CNT_KERNEL_DONE", how, Rule::Scheduler6_4);
        }
        Ok(())
    }

    fn station_agrees(&self, now: &View) -> Result<(), Violation> {
        let (shown, valid) = (now.rs_count, now.tasks.iter().flatten().count() as u32);
        if shown != valid {
            return violated(
                now,
                "RS_COUNT",
                format!("is {shown} for {valid} valid entries"),
                Rule::Scheduler2_4,
            );
        }
        Ok(())
    }

    fn residents_agree(&self, now: &View) -> Result<(), Violation> {
        let shown = now.rs_count;
        let resident = self.admitted.wrapping_sub(self.done);
        if shown != resident {
            let how = format!(
                "holds {shown} kernels, but {} were admitted and {} are done",
                self.admitted, self.done
            );
            return violated(now, "the Ready Station", how, Rule::Scheduler2_4);
        }
        Ok(())
    }

    /// The sum of the registers; only the firmware FIFO is counted by the checker.
    fn nothing_is_lost(&self, now: &View) -> Result<(), Violation> {
        let firmware = self.firmware.len() as u32;
        let (hdr, loading, rejected) = (now.hdr_count, u32::from(now.is_loading), now.rejected);
        let (resident, done) = (now.rs_count, now.done);
        let before = hdr.wrapping_add(firmware).wrapping_add(loading).wrapping_add(rejected);
        if before.wrapping_add(resident).wrapping_add(done) == self.pushed {
            return Ok(());
        }
        let how = format!(
            "are {}, but {hdr} wait in the HDR FIFO, {firmware} in the firmware FIFO, {loading} in the loader, \
             {rejected} are rejected, {resident} resident, {done} done",
            self.pushed
        );
        violated(now, "the tasks pushed", how, Rule::Scheduler2_1)
    }
}

fn violated(now: &View, name: &'static str, how: String, rule: Rule) -> Result<(), Violation> {
    Err(Violation::new(Invariant::I7, now.cycle, Resource::Named(name), how, rule))
}
