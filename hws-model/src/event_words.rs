//! Events as numbers, for listeners that cannot have Rust's types: monitor lanes, C, other languages.

use hws_types::{EventWords, RawMih, event_words};

use crate::event::Event;

impl Event {
    /// Returns the event as numbers; `None` for a soft reset, which is not in the trace either.
    ///
    /// ```
    /// use hws_model::Event;
    /// use hws_types::EventKind;
    ///
    /// let words = Event::Commit { launched: true }.words().expect("part of the trace");
    /// assert_eq!((words.kind, words.words), (EventKind::Commit, [1, 0, 0, 0, 0, 0]));
    /// assert_eq!(Event::SoftReset { forced: false }.words(), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn words(&self) -> Option<EventWords> {
        Some(match *self {
            Self::Admit { entry, seq, kernel_id } => {
                event_words::AdmitWords { entry: entry.get(), seq, kernel_id }.into()
            }
            Self::Error { bit, ids } => {
                let (hdr_id, hdr_entry_id) = (ids.hdr_id.into(), ids.hdr_entry_id.into());
                event_words::ErrorWords { bit: bit.code().into(), hdr_id, hdr_entry_id }.into()
            }
            Self::Cancel { entry, mask } => {
                event_words::CancelWords { entry: entry.get(), mask: mask.0 }.into()
            }
            Self::Commit { launched } => event_words::CommitWords { launched: launched.into() }.into(),
            Self::Launch { entry, seq, pool, block, launch_id, sip_mask } => event_words::LaunchWords {
                entry: entry.get(),
                seq,
                pool: pool as u32,
                block: block.into(),
                launch_id: launch_id.get(),
                sip_mask: sip_mask.0,
            }
            .into(),
            Self::Mdma(command) => event_words::MdmaWords {
                sip: command.sip.get(),
                phy: command.physical_sip.get(),
                thread: command.thread_idx.into(),
                block: command.block_id.into(),
                launch_id: command.launch_id.get(),
                param: command.block_param_addr,
            }
            .into(),
            Self::Mih(RawMih { dw0, dw1 }) => event_words::MihWords { dw0, dw1 }.into(),
            Self::MihDrop(RawMih { dw0, dw1 }) => event_words::MihDropWords { dw0, dw1 }.into(),
            Self::KernelDone { entry, seq, dag_slot } => {
                let dag_slot = dag_slot.map_or(u32::MAX, u32::from);
                event_words::KernelDoneWords { entry: entry.get(), seq, dag_slot }.into()
            }
            Self::Promote { entry, seq, mask } => {
                event_words::PromoteWords { entry: entry.get(), seq, mask: mask.0 }.into()
            }
            Self::Command { kind, result } => event_words::CmdWords { op: kind as u32, result }.into(),
            Self::Complete { sip, launch_id } => {
                event_words::CompleteWords { sip: sip.get(), launch_id: launch_id.get() }.into()
            }
            Self::PreComplete { sip, launch_id } => {
                event_words::PreCompleteWords { sip: sip.get(), launch_id: launch_id.get() }.into()
            }
            Self::SoftReset { .. } => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use hws_types::{Entry, EventKind, LaunchId, MdmaCommand, Sip, SipMask, TaskIds};

    use super::*;
    use crate::{CommandKind, ErrorBit, Pool};

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
        let kinds = rows.map(|(_, kind, _)| kind);
        let is_shown = |kind: &EventKind| kinds.contains(&kind.number());
        assert!(EventKind::ALL.iter().all(is_shown), "a kind of interfaces.yaml that no event has");
        for (event, kind, first) in rows {
            let kind = EventKind::from_number(kind).expect("a row of interfaces.md");
            let mut words = [0; 6];
            words[..first.len()].copy_from_slice(first);
            assert_eq!(event.words(), Some(EventWords { kind, words }), "{event:?}");
        }
        assert_eq!(Event::SoftReset { forced: true }.words(), None);
    }

    #[test]
    fn commands_and_pools_have_the_numbers_of_their_names() {
        let kinds = [
            (CommandKind::DagInit, "dag_init"),
            (CommandKind::DagReset, "dag_reset"),
            (CommandKind::Trigger, "trigger"),
            (CommandKind::Refresh, "refresh"),
            (CommandKind::Claim, "claim"),
            (CommandKind::Release, "release"),
        ];
        assert_eq!(kinds.map(|(kind, _)| kind.name()), kinds.map(|(_, name)| name));
        assert_eq!([Pool::R, Pool::P, Pool::O].map(Pool::name), ["R", "P", "O"]);
    }
}
