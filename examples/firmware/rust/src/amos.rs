//! The state of the firmware, its beginning, and its loop.

use fw_api::regs::params::N_DAG;
use fw_api::types::{Entry, Source, TaskIds};
use fw_api::{BackfillMargin, Bus, DagTable, Error, HwsDriver, Interrupts, Mmio};

use crate::blocks::Blocks;
use crate::failure::Failure;
use crate::graphs::GraphProgress;
use crate::handover::Handover;
use crate::platform::{self, MOST_GRAPHS, MOST_KERNELS, Tables};
use crate::resolver::{Resolver, State};
use crate::say;

/// What firmware knows of a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KernelProgress {
    /// block_trigger_cnt as last set.
    pub(crate) trigger: u16,
    /// Blocks that have finished; counted for kernels with a window only.
    pub(crate) finished: u16,
    /// The place of its blocks among those seen, if it has a window.
    pub(crate) window_blocks: Option<usize>,
    /// It is in the Ready Station, in an entry that firmware knows.
    pub(crate) is_resident: bool,
    pub(crate) entry: Entry,
    pub(crate) ids: TaskIds,
    pub(crate) is_done: bool,
    pub(crate) is_given_up: bool,
    pub(crate) sends_messages: bool,
}

impl KernelProgress {
    /// All bits 0: the table takes no place in the image.
    pub(crate) const NEW: Self = Self {
        trigger: 0,
        finished: 0,
        window_blocks: None,
        is_resident: false,
        entry: Entry::wrapping(0),
        ids: TaskIds { source: Source::Hdr, hdr_id: 0, hdr_entry_id: 0 },
        is_done: false,
        is_given_up: false,
        sends_messages: false,
    };
}

/// The firmware.
pub(crate) struct Amos {
    pub(crate) work: Handover,
    pub(crate) hws: HwsDriver<Mmio>,
    pub(crate) resolver: Resolver,
    pub(crate) dags: DagTable<{ N_DAG as usize }>,
    pub(crate) kernels: &'static mut [KernelProgress; MOST_KERNELS],
    pub(crate) graphs: &'static mut [GraphProgress; MOST_GRAPHS],
    pub(crate) blocks: &'static mut Blocks,
    pub(crate) unclosed: u32,
    pub(crate) given_up: u32,
}

impl Amos {
    pub(crate) fn new(work: Handover, tables: Tables) -> Result<Self, Failure> {
        let Tables { kernels, graphs, blocks } = tables;
        let platform = &work.platform;
        Ok(Self {
            work,
            hws: HwsDriver::new(platform.registers()),
            resolver: Resolver(platform.resolver),
            dags: DagTable::new(),
            kernels,
            graphs,
            blocks,
            unclosed: work.graph_count(),
            given_up: 0,
        })
    }

    /// Firmware's own settings, then those of the workload, which override them; the margin depends on both.
    pub(crate) fn bring_up(&mut self) -> Result<(), Failure> {
        let (work, hws) = (self.work, &mut self.hws);
        let (out_path, in_path) = work.paths();
        hws.identify()?;
        hws.set_topology(work.topology()?)?;
        hws.set_time_unit(work.time_unit())?;
        hws.set_mode(out_path, in_path)?;
        hws.set_report(work.report())?;
        hws.set_second_resources(work.second_resources())?;
        for (offset, value) in work.settings() {
            hws.bus().write32(offset, value).map_err(Error::Bus)?;
        }
        if !work.has_margin() {
            hws.set_backfill(BackfillMargin::safe(0))?;
        }
        for mask in work.masks() {
            let (ctx, threads, mask) = mask?;
            hws.set_usage_mask(ctx, threads, mask)?;
        }
        hws.enable_interrupts(Interrupts { message: true, error: true })?;
        Ok(hws.enable()?)
    }

    /// Answers the HWS and the resolver until every graph is closed.
    pub(crate) fn serve(&mut self) -> Result<(), Failure> {
        self.resolver.enable_interrupt();
        platform::enable_wake_ups();
        while self.unclosed > 0 {
            let ended = self.resolver.next_ended();
            let is_asserted = self.resolver.is_hws_asserted();
            if let Some(id) = ended {
                self.resolver_ended(id);
            }
            if is_asserted {
                self.serve_interrupt()?;
            } else if ended.is_none()
                && !self.close_finished()?
                && !self.open_next(self.work.platform.now())?
            {
                self.work.platform.wait_until(self.next_arrival());
            }
        }
        Ok(())
    }

    /// The resolver has seen the end of a kernel. Firmware learns of it by a message, unless the kernel sends none.
    fn resolver_ended(&mut self, id: u32) {
        let is_silent = self.kernels.get(id as usize).is_some_and(|kernel| !kernel.sends_messages);
        if is_silent && self.resolver.state(id) == State::Finished {
            self.done_with(id);
        }
    }

    /// The last words; returns the exit code.
    pub(crate) fn farewell(&self) -> u32 {
        let (graphs, kernels) = (self.work.graph_count(), self.work.kernel_count() - self.given_up);
        say!("amos: drained {graphs} graphs, {kernels} kernels");
        if self.given_up > 0 {
            say!("amos: gave up {} kernels", self.given_up);
        }
        u32::from(self.given_up > 0)
    }
}
