//! Firmware of a synthetic run: it opens a graph, then takes a message for each block that starts.

use hws_regs::RegId;
use hws_run::timeline::{
    FirmwareAccess, FirmwareCall, FirmwareLog, InterruptSpan, LogCut, MessageSpan, SipRun, Timeline,
};
use hws_types::{BlockHeader, Cycle, MihMessage};

const BUS_CYCLES: u32 = 4;
const NAMES: [&str; 3] = ["initDAGProperty", "interrupts", "next_message"];
const OPEN: [(RegId, bool, u32); 4] = [
    (RegId::HwsStatus, false, 0),
    (RegId::DagCmdTag, true, 3),
    (RegId::DagCmd, true, 1),
    (RegId::DagCmdStatus, false, 0),
];
const LOOK: [(RegId, bool, u32); 1] = [(RegId::IrqStatus, false, 1)];
const TAKE: [(RegId, bool, u32); 3] =
    [(RegId::MihStatus, false, 1), (RegId::MihDataLo, false, 7), (RegId::MihDataHi, false, 15)];

struct Firmware {
    now: Cycle,
    log: FirmwareLog,
}

/// What firmware does in a run.
pub(crate) fn log(timeline: &Timeline) -> FirmwareLog {
    let names = NAMES.map(str::to_owned).to_vec();
    let log = FirmwareLog { bus_cycles: BUS_CYCLES, names, ..FirmwareLog::default() };
    let mut firmware = Firmware { now: Cycle(8), log };
    firmware.call(0, &OPEN);
    for run in &timeline.runs {
        if firmware.log.accesses.len() + 4 > FirmwareLog::MOST_ACCESSES {
            firmware.log.cut = Some(LogCut { at: firmware.now, accesses: 1234 });
            break;
        }
        firmware.serve(run);
    }
    firmware.log
}

impl Firmware {
    fn call(&mut self, name: u32, accesses: &[(RegId, bool, u32)]) {
        let (from, call) = (self.now, self.log.calls.len() as u32);
        for &(register, is_write, value) in accesses {
            let (at, target) = (self.now, register.into());
            let access = FirmwareAccess { at, target, is_write, is_refused: false, value, call: Some(call) };
            self.log.accesses.push(access);
            self.now = at.after(BUS_CYCLES.into());
        }
        self.log.calls.push(FirmwareCall { name, from, to: self.now });
    }

    fn serve(&mut self, run: &SipRun) {
        let sent = self.now.max(run.launched);
        self.now = sent.after(1);
        self.call(1, &LOOK);
        self.call(2, &TAKE);
        let of = BlockHeader { block_id: run.block, ..BlockHeader::default() };
        let raw = MihMessage::Result { of, sips: run.sip.mask() }.encode();
        let (to, kernel) = (self.now, Some(run.kernel));
        self.log.messages.push(MessageSpan { sent, to, is_taken: true, raw, kernel });
        let noticed = Some(sent.after(1));
        self.log.interrupts.push(InterruptSpan {
            from: sent,
            noticed,
            to,
            has_message: true,
            has_error: false,
        });
        self.now = to.after(2);
    }
}
