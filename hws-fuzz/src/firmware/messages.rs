//! The interrupt: messages, errors, and the blocks that firmware starts itself.

use fw_api::{HwsError, Launch};
use hws_regs::{RegIndex, SipLaunch};
use hws_sim::{FirmwareRun, Observer};
use hws_types::{BlockHeader, Entry, LaunchId, MihMessage, Notice, SipMask};

use super::amos::{Amos, Start};
use super::grants::{Request, Resource};

impl<O: Observer> Amos<'_, '_, O> {
    /// Reads up to `most` messages, then the errors.
    pub(super) fn serve(&mut self, most: usize) {
        for _ in 0..most {
            let Some(Some(message)) = self.call("next_message", |hws| hws.next_message()) else { break };
            self.handle(message);
        }
        self.start_blocks();
        self.serve_errors();
    }

    fn handle(&mut self, message: MihMessage) {
        let of = message.header();
        let Some(kernel) = self.kernel_of(of.ids) else {
            return self.blame(format!("a message names ids that were never pushed: {message:?}"));
        };
        match message {
            MihMessage::SchedInfo { entry, launch_id, .. } => {
                self.kernels[kernel].entry = Some(entry);
                self.look_at(kernel, of, launch_id);
            }
            MihMessage::Notify { notice, .. } => self.notified(kernel, notice),
            // The launch table says the same, and who has to start the block.
            MihMessage::Result { .. } | MihMessage::BlockFinish { .. } => {}
        }
    }

    fn notified(&mut self, kernel: usize, notice: Notice) {
        let (entry, resource, places) = match notice {
            Notice::Error { .. } => return,
            Notice::L2AllocReq { entry, vgs } => (entry, Resource::L2, vgs),
            Notice::VcAllocReq { entry, dies } => (entry, Resource::Vc, dies),
        };
        self.note_entry(kernel, entry);
        self.requests.push_back(Request { kernel, entry, resource, places });
    }

    fn note_entry(&mut self, kernel: usize, entry: Entry) {
        self.kernels[kernel].entry = Some(entry);
    }

    /// Whether the launch of a message is firmware's to start.
    fn look_at(&mut self, kernel: usize, of: BlockHeader, id: LaunchId) {
        let Some(Some(launch)) = self.call("launch", |hws| hws.launch(id)) else { return };
        if launch.is_firmwares() && launch.ids == of.ids && launch.block_id == of.block_id {
            self.note_start(kernel, launch);
        }
    }

    /// Notes a launch to start, once.
    fn note_start(&mut self, kernel: usize, launch: Launch) -> bool {
        let is_new = self.started.insert((launch.kernel_seq, launch.block_id));
        if is_new {
            let Launch { id, block_id, sips, .. } = launch;
            self.starts.push(Start { kernel, launch_id: id, block_id, waiting: sips });
        }
        is_new
    }

    /// Starts threads on the SIPs that have nothing older to run.
    pub(super) fn start_blocks(&mut self) {
        let mut starts = std::mem::take(&mut self.starts);
        for start in &mut starts {
            for sip in start.waiting.iter() {
                let shown: SipLaunch = self.read(RegIndex::wrapping(sip.get()));
                if shown.running_valid() && shown.running() == start.launch_id.get() {
                    let td = self.kernels[start.kernel].td;
                    let (kernel_id, block_id, launch_id) =
                        (td.kernel_id, start.block_id, Some(start.launch_id));
                    self.machine.deliver(
                        FirmwareRun { sip, kernel_id, block_id, launch_id },
                        td.sim_exec_time.into(),
                    );
                    start.waiting -= sip.mask();
                }
            }
        }
        let begun = starts.len();
        starts.retain(|start| start.waiting != SipMask::EMPTY);
        self.ledger().reached.started_blocks += (begun - starts.len()) as u64;
        self.starts = starts;
    }

    fn serve_errors(&mut self) {
        let Some(errors) = self.call("errors", |hws| hws.errors()) else { return };
        if errors.is_empty() {
            return;
        }
        self.call("clear_errors", |hws| hws.clear_errors(errors));
        if errors.has(HwsError::MihOverflow) {
            self.recover();
        }
    }

    /// D23: launches whose RESULT was lost are found in the launch table.
    pub(super) fn recover(&mut self) {
        let found: Vec<Launch> = {
            let mut hws = self.hws();
            hws.firmware_launches().flatten().collect()
        };
        for launch in found {
            let Some(kernel) = self.kernel_of(launch.ids) else { continue };
            let is_lost = self.note_start(kernel, launch);
            self.ledger().reached.recovered_blocks += u64::from(is_lost);
        }
    }
}
