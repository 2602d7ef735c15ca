//! Events as numbers, for listeners that cannot have Rust's types: monitor lanes, C, other languages.

use crate::event::{CommandKind, Event};
use crate::priority::Pool;

/// An event as numbers: its kind, and its values in the order of the keys of the trace (interfaces.md §7), 0 behind them.
///
/// | kind | event | words |
/// |---|---|---|
/// | 0 | admit | entry, seq, kernel_id |
/// | 1 | error | bit, hdr_id, hdr_entry_id |
/// | 2 | cancel | entry, mask |
/// | 3 | commit | launched |
/// | 4 | launch | entry, seq, pool (0 R, 1 P, 2 O), block, launch_id, sip_mask |
/// | 5 | mdma | sip, phy, thread, block, launch_id, param |
/// | 6, 7 | mih, mih_drop | dw0, dw1 |
/// | 8 | kernel_done | entry, seq, dag_slot (2^32 - 1 without one) |
/// | 9 | promote | entry, seq, mask |
/// | 10 | cmd | op (0 dag_init, 1 dag_reset, 2 trigger, 3 refresh, 4 claim, 5 release), result |
/// | 11, 12 | complete, pre_complete | sip, launch_id |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EventWords {
    /// The kind.
    pub kind: u32,
    /// The values.
    pub words: [u32; 6],
}

impl Event {
    /// Returns the event as numbers; `None` for a soft reset, which is not in the trace either.
    ///
    /// ```
    /// use hws_model::Event;
    ///
    /// let words = Event::Commit { launched: true }.words().expect("part of the trace");
    /// assert_eq!((words.kind, words.words), (3, [1, 0, 0, 0, 0, 0]));
    /// assert_eq!(Event::SoftReset { forced: false }.words(), None);
    /// ```
    #[must_use]
    pub fn words(&self) -> Option<EventWords> {
        let (kind, words): (u32, [u32; 6]) = match *self {
            Self::Admit { entry, seq, kernel_id } => (0, [entry.get(), seq, kernel_id, 0, 0, 0]),
            Self::Error { bit, ids } => {
                (1, [bit.code().into(), ids.hdr_id.into(), ids.hdr_entry_id.into(), 0, 0, 0])
            }
            Self::Cancel { entry, mask } => (2, [entry.get(), mask.0, 0, 0, 0, 0]),
            Self::Commit { launched } => (3, [launched.into(), 0, 0, 0, 0, 0]),
            Self::Launch { entry, seq, pool, block, launch_id, sip_mask } => {
                (4, [entry.get(), seq, code(pool), block.into(), launch_id.get(), sip_mask.0])
            }
            Self::Mdma(command) => {
                let (thread, block) = (command.thread_idx.into(), command.block_id.into());
                let (sip, phy) = (command.sip.get(), command.physical_sip.get());
                (5, [sip, phy, thread, block, command.launch_id.get(), command.block_param_addr])
            }
            Self::Mih(message) => (6, [message.dw0, message.dw1, 0, 0, 0, 0]),
            Self::MihDrop(message) => (7, [message.dw0, message.dw1, 0, 0, 0, 0]),
            Self::KernelDone { entry, seq, dag_slot } => {
                (8, [entry.get(), seq, dag_slot.map_or(u32::MAX, u32::from), 0, 0, 0])
            }
            Self::Promote { entry, seq, mask } => (9, [entry.get(), seq, mask.0, 0, 0, 0]),
            Self::Command { kind, result } => (10, [op(kind), result, 0, 0, 0, 0]),
            Self::Complete { sip, launch_id } => (11, [sip.get(), launch_id.get(), 0, 0, 0, 0]),
            Self::PreComplete { sip, launch_id } => (12, [sip.get(), launch_id.get(), 0, 0, 0, 0]),
            Self::SoftReset { .. } => return None,
        };
        Some(EventWords { kind, words })
    }
}

const fn code(pool: Pool) -> u32 {
    match pool {
        Pool::R => 0,
        Pool::P => 1,
        Pool::O => 2,
    }
}

const fn op(kind: CommandKind) -> u32 {
    match kind {
        CommandKind::DagInit => 0,
        CommandKind::DagReset => 1,
        CommandKind::Trigger => 2,
        CommandKind::Refresh => 3,
        CommandKind::Claim => 4,
        CommandKind::Release => 5,
    }
}

#[cfg(test)]
mod tests {
    use hws_types::{Entry, LaunchId, MdmaCommand, RawMih, Sip, SipMask, TaskIds};

    use super::*;
    use crate::ErrorBit;

    const ENTRY: Entry = Entry::wrapping(9);
    const MASK: SipMask = SipMask(0xF0F0);

    fn launch(pool: Pool) -> Event {
        Event::Launch {
            entry: ENTRY,
            seq: 1,
            pool,
            block: 2,
            launch_id: LaunchId::wrapping(63),
            sip_mask: MASK,
        }
    }

    #[test]
    fn every_event_has_the_words_of_its_row() {
        let ids = TaskIds { hdr_id: 3, hdr_entry_id: 200, ..TaskIds::default() };
        let command = MdmaCommand {
            sip: Sip::wrapping(4),
            physical_sip: Sip::wrapping(12),
            thread_idx: 5,
            block_id: 6,
            launch_id: LaunchId::wrapping(7),
            block_param_addr: 8,
            ..MdmaCommand::default()
        };
        let raw = RawMih { dw0: 10, dw1: 11 };
        let (sip, launch_id) = (Sip::wrapping(31), LaunchId::wrapping(40));
        let rows: [(Event, u32, &[u32]); 17] = [
            (Event::Admit { entry: ENTRY, seq: 1, kernel_id: 2 }, 0, &[9, 1, 2]),
            (Event::Error { bit: ErrorBit::TdCoop, ids }, 1, &[7, 3, 200]),
            (Event::Cancel { entry: ENTRY, mask: MASK }, 2, &[9, 0xF0F0]),
            (Event::Commit { launched: true }, 3, &[1]),
            (Event::Commit { launched: false }, 3, &[0]),
            (launch(Pool::R), 4, &[9, 1, 0, 2, 63, 0xF0F0]),
            (launch(Pool::P), 4, &[9, 1, 1, 2, 63, 0xF0F0]),
            (launch(Pool::O), 4, &[9, 1, 2, 2, 63, 0xF0F0]),
            (Event::Mdma(command), 5, &[4, 12, 5, 6, 7, 8]),
            (Event::Mih(raw), 6, &[10, 11]),
            (Event::MihDrop(raw), 7, &[10, 11]),
            (Event::KernelDone { entry: ENTRY, seq: 1, dag_slot: None }, 8, &[9, 1, u32::MAX]),
            (Event::KernelDone { entry: ENTRY, seq: 1, dag_slot: Some(15) }, 8, &[9, 1, 15]),
            (Event::Promote { entry: ENTRY, seq: 1, mask: MASK }, 9, &[9, 1, 0xF0F0]),
            (Event::Command { kind: CommandKind::Claim, result: 12 }, 10, &[4, 12]),
            (Event::Complete { sip, launch_id }, 11, &[31, 40]),
            (Event::PreComplete { sip, launch_id }, 12, &[31, 40]),
        ];
        for (event, kind, first) in rows {
            let mut words = [0; 6];
            words[..first.len()].copy_from_slice(first);
            assert_eq!(event.words(), Some(EventWords { kind, words }), "{event:?}");
        }
        assert_eq!(Event::SoftReset { forced: true }.words(), None);
    }

    #[test]
    fn commands_are_numbered_in_their_order() {
        let kinds = [
            CommandKind::DagInit,
            CommandKind::DagReset,
            CommandKind::Trigger,
            CommandKind::Refresh,
            CommandKind::Claim,
            CommandKind::Release,
        ];
        assert_eq!(kinds.map(op), [0, 1, 2, 3, 4, 5]);
    }
}
