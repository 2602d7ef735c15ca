//! Where the kernels and launches in the tables come from: the push, the descriptor, the tick.

use hws_model::Event;
use hws_regs::params::{N_LAUNCH, N_RS};
use hws_regs::{RegIndex, StateReg};
use hws_types::{Entry, LaunchId};

use super::ModelDifference;
use super::events::EventLog;
use super::inputs::InputLog;
use super::tick::TickRecord;

/// The origin of every entry of the Ready Station and of the launch table.
#[derive(Clone, Debug)]
pub(super) struct Origins {
    entries: [Option<Admission>; Entry::COUNT],
    launches: [Option<Launch>; LaunchId::COUNT],
}

#[derive(Clone, Copy, Debug)]
struct Admission {
    cycle: u64,
    seq: u32,
    kernel_id: u32,
    descriptor: Option<u32>,
    pushed: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Launch {
    cycle: u64,
    seq: u32,
    block: u16,
}

impl Default for Origins {
    fn default() -> Self {
        Self { entries: [None; Entry::COUNT], launches: [None; LaunchId::COUNT] }
    }
}

impl Origins {
    pub(super) fn note(&mut self, cycle: u64, log: &EventLog, record: &TickRecord, inputs: &InputLog) {
        for event in log.iter() {
            match *event {
                Event::Admit { entry, seq, kernel_id } => {
                    let descriptor = record.loaded();
                    let pushed =
                        descriptor.and_then(|address| inputs.push_of(address)).map(|(cycle, _)| cycle);
                    let admission = Admission { cycle, seq, kernel_id, descriptor, pushed };
                    self.entries[entry.index()] = Some(admission);
                }
                Event::Launch { seq, block, launch_id, .. } => {
                    self.launches[launch_id.index()] = Some(Launch { cycle, seq, block });
                }
                _ => (),
            }
        }
    }

    /// One line for each entry and launch whose registers differ.
    pub(super) fn of(&self, differences: &[ModelDifference]) -> Vec<String> {
        let mut lines = Vec::new();
        for difference in differences {
            let line = difference.register.and_then(|id| id.state()).and_then(|state| self.line(state));
            if let Some(line) = line.filter(|line| !lines.contains(line)) {
                lines.push(line);
            }
        }
        lines.truncate(8);
        lines
    }

    fn line(&self, state: StateReg) -> Option<String> {
        match state {
            StateReg::RsFlags(i)
            | StateReg::RsProgress(i)
            | StateReg::RsOnlinePriority(i)
            | StateReg::RsFail(i)
            | StateReg::RsReserved(i)
            | StateReg::RsRscOpen(i)
            | StateReg::RsRscReq(i)
            | StateReg::RsAgeRow(i) => self.entry(i),
            StateReg::LaunchInfo(i) | StateReg::LaunchSipMask(i) | StateReg::LaunchDoneMask(i) => {
                self.launch(i)
            }
            _ => None,
        }
    }

    fn entry(&self, index: RegIndex<N_RS>) -> Option<String> {
        let Admission { cycle, seq, kernel_id, descriptor, pushed } = (*self.entries.get(index.index())?)?;
        let from =
            descriptor.map_or(String::new(), |address| format!(" from the descriptor at {address:#x}"));
        let pushed = pushed.map_or(String::new(), |cycle| format!(", pushed before tick {cycle}"));
        Some(format!("RS[{index}]: kernel {kernel_id:#x}, seq {seq}, admitted in tick {cycle}{from}{pushed}"))
    }

    fn launch(&self, index: RegIndex<N_LAUNCH>) -> Option<String> {
        let Launch { cycle, seq, block } = (*self.launches.get(index.index())?)?;
        Some(format!("LAUNCH[{index}]: block {block} of the kernel with seq {seq}, launched in tick {cycle}"))
    }
}
