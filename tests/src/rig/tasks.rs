//! Kernels: descriptors with defaults, pushed into the HDR port or the firmware FIFO.

use hws_model::{ErrorBit, Event, HdrRefused};
use hws_regs::params::N_RS;
use hws_regs::{FwTaskPush, FwTaskTdAddr, HwsWorkMode, InPath, RegId, RegIndex};
use hws_types::{HdrPush, Source, TaskDescriptor, TaskIds};

use super::Rig;

/// The address of the first descriptor; the others follow.
const FIRST_TD: u32 = 0x1000;
const TD_BYTES: u32 = 64;
/// hdr_id of every push of the rig.
const HDR_ID: u8 = 5;

/// A kernel of `blocks` blocks on `threads` SIPs each that may start at once anywhere: estimate 1000
/// units, offline priority 100, DAG 1, MDMA path, context 0. Change what a test is about with `..td(4, 2)`.
#[must_use]
pub fn td(threads: u16, blocks: u16) -> TaskDescriptor {
    TaskDescriptor {
        affinity: u32::MAX,
        est_exec_time: 1000,
        offline_priority: 100,
        dag_tag: 1,
        out_path_mdma: true,
        enable_sip_alloc: true,
        thread_num: threads,
        block_num: blocks,
        block_trigger_cnt: blocks,
        ..TaskDescriptor::default()
    }
}

/// A task as submitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RigTask {
    /// Its entry.
    pub entry: u8,
    /// Its kernel_seq.
    pub seq: u32,
    /// The address of its descriptor.
    pub address: u32,
    /// Its ids: hdr_entry_id counts the pushes of the rig; ids and addresses repeat after 256.
    pub ids: TaskIds,
}

impl RigTask {
    /// Returns its entry as the index of a register.
    #[must_use]
    pub fn index(&self) -> RegIndex<N_RS> {
        RegIndex::wrapping(self.entry.into())
    }
}

impl Rig {
    /// Submits through the HDR port and waits until the kernel is admitted. No other task may be on its way
    /// to the Ready Station.
    #[track_caller]
    pub fn submit(&mut self, td: TaskDescriptor) -> RigTask {
        self.try_submit(td).unwrap_or_else(|bit| panic!("the task is rejected: {bit:?}"))
    }

    /// Submits through the HDR port and waits until the kernel is admitted or rejected; otherwise as
    /// [`Rig::submit`].
    ///
    /// # Errors
    /// Why it was rejected.
    #[track_caller]
    pub fn try_submit(&mut self, td: TaskDescriptor) -> Result<RigTask, ErrorBit> {
        let (address, ids) = self.push(td).expect("room in the HDR FIFO");
        self.wait_for_admission(address, ids)
    }

    /// Puts a descriptor into memory and pushes it into the HDR port, without waiting.
    ///
    /// # Errors
    /// [`HdrRefused`] if the port refuses.
    pub fn push(&mut self, td: TaskDescriptor) -> Result<(u32, TaskIds), HdrRefused> {
        let (address, ids) = self.place(td, Source::Hdr);
        self.hws.push_hdr(HdrPush { hdr_id: HDR_ID, hdr_entry_id: ids.hdr_entry_id, td_addr: address })?;
        Ok((address, ids))
    }

    /// Submits through the firmware FIFO with the context of `ctx` and waits until the kernel is
    /// admitted. IN_PATH is restored afterwards.
    #[track_caller]
    pub fn submit_firmware(&mut self, td: TaskDescriptor, ctx: u32) -> RigTask {
        let mode = self.read::<HwsWorkMode>(());
        self.write((), mode.with_in_path(InPath::Firmware));
        let (address, ids) = self.push_firmware(td, ctx);
        let task = self.wait_for_admission(address, ids);
        self.write((), mode);
        task.unwrap_or_else(|bit| panic!("the task is rejected: {bit:?}"))
    }

    /// Writes a descriptor to memory and writes FW_TASK_PUSH, whatever IN_PATH is.
    pub fn push_firmware(&mut self, td: TaskDescriptor, ctx: u32) -> (u32, TaskIds) {
        let (address, ids) = self.place(td, Source::Firmware);
        let push = FwTaskPush::from_bits(0)
            .with_hdr_id_masked(ids.hdr_id.into())
            .with_entry_id_masked(ids.hdr_entry_id.into())
            .with_ctx_masked(ctx);
        self.write((), FwTaskTdAddr::from_bits(0).with_addr(address));
        self.write((), push);
        (address, ids)
    }

    /// Changes the descriptor of a kernel in memory. Its live words take effect at the next re-read.
    pub fn rewrite(&mut self, task: RigTask, td: TaskDescriptor) {
        self.memory.write_td(task.address, &td);
    }

    /// Returns whether the kernel still has its entry.
    #[must_use]
    pub fn is_resident(&self, task: RigTask) -> bool {
        let valid = hws_regs::RsFlags::from_bits(self.peek(RegId::RsFlags(task.index()))).valid();
        valid && self.peek(RegId::RsKernelSeq(task.index())) == task.seq
    }

    fn place(&mut self, td: TaskDescriptor, source: Source) -> (u32, TaskIds) {
        let address = FIRST_TD + TD_BYTES * u32::from(self.submitted);
        let ids = TaskIds { source, hdr_id: HDR_ID, hdr_entry_id: self.submitted };
        self.submitted = self.submitted.wrapping_add(1);
        self.memory.write_td(address, &td);
        (address, ids)
    }

    #[track_caller]
    fn wait_for_admission(&mut self, address: u32, ids: TaskIds) -> Result<RigTask, ErrorBit> {
        let before = self.events.len();
        let rejects = |event: &Event| matches!(event, Event::Error { ids: of, .. } if *of == ids);
        self.run_until(|event| matches!(event, Event::Admit { .. }) || rejects(event));
        self.events
            .since(before)
            .iter()
            .find_map(|recorded| match recorded.event {
                Event::Admit { entry, seq, .. } => {
                    Some(Ok(RigTask { entry: entry.get() as u8, seq, address, ids }))
                }
                Event::Error { bit, ids: of } if of == ids => Some(Err(bit)),
                _ => None,
            })
            .expect("the event that ended the wait")
    }
}
