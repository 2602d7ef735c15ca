//! Events as lanes: a kind, and values in the order of the keys of the trace.

use hws_model::{CommandKind, Event, Pool};

use super::ports::LANES;

/// The values of a lane: the kind, then six values, which are 0 where the event has fewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lane(pub(crate) [u32; 7]);

/// What a kernel without a DAG slot has there.
const NO_SLOT: u32 = u32::MAX;

impl Lane {
    fn new<const N: usize>(kind: u32, values: [u32; N]) -> Self {
        let mut words = [kind, 0, 0, 0, 0, 0, 0];
        for (word, value) in words[1..].iter_mut().zip(values) {
            *word = value;
        }
        Self(words)
    }

    /// Returns the lane of an event; none for a reset, which is not in the trace either.
    pub(crate) fn from_event(event: &Event) -> Option<Self> {
        Some(match *event {
            Event::Admit { entry, seq, kernel_id } => Self::new(0, [entry.get(), seq, kernel_id]),
            Event::Error { bit, ids } => {
                Self::new(1, [bit.code(), ids.hdr_id, ids.hdr_entry_id].map(u32::from))
            }
            Event::Cancel { entry, mask } => Self::new(2, [entry.get(), mask.0]),
            Event::Commit { launched } => Self::new(3, [launched.into()]),
            Event::Launch { entry, seq, pool, block, launch_id, sip_mask } => {
                Self::new(4, [entry.get(), seq, pool_code(pool), block.into(), launch_id.get(), sip_mask.0])
            }
            Event::Mdma(command) => Self::new(
                5,
                [
                    command.sip.get(),
                    command.physical_sip.get(),
                    command.thread_idx.into(),
                    command.block_idx.into(),
                    command.launch_id.get(),
                    command.block_param_addr,
                ],
            ),
            Event::Mih(raw) => Self::new(6, [raw.dw0, raw.dw1]),
            Event::MihDrop(raw) => Self::new(7, [raw.dw0, raw.dw1]),
            Event::KernelDone { entry, seq, dag_slot } => {
                Self::new(8, [entry.get(), seq, dag_slot.map_or(NO_SLOT, u32::from)])
            }
            Event::Promote { entry, seq, mask } => Self::new(9, [entry.get(), seq, mask.0]),
            Event::Command { kind, result } => Self::new(10, [command_code(kind), result]),
            Event::Complete { sip, launch_id } => Self::new(11, [sip.get(), launch_id.get()]),
            Event::PreComplete { sip, launch_id } => Self::new(12, [sip.get(), launch_id.get()]),
            Event::SoftReset { .. } => return None,
        })
    }
}

const fn pool_code(pool: Pool) -> u32 {
    match pool {
        Pool::R => 0,
        Pool::P => 1,
        Pool::O => 2,
    }
}

const fn command_code(kind: CommandKind) -> u32 {
    match kind {
        CommandKind::DagInit => 0,
        CommandKind::DagReset => 1,
        CommandKind::Trigger => 2,
        CommandKind::Refresh => 3,
        CommandKind::Claim => 4,
        CommandKind::Release => 5,
    }
}

/// How many of the events, from the first one on, one edge shows: the MDMA port and the MIH port show one command
/// and one message at a time. At least 1, unless there is no event.
pub(crate) fn at_one_edge(events: &[Event]) -> usize {
    let (mut lanes, mut commands, mut messages) = (0, 0, 0);
    let fits = |event: &&Event| {
        match event {
            Event::Mdma(_) => commands += 1,
            Event::Mih(_) | Event::MihDrop(_) => messages += 1,
            _ => {}
        }
        lanes += usize::from(!matches!(event, Event::SoftReset { .. }));
        lanes <= LANES && commands <= 1 && messages <= 1
    };
    events.iter().take_while(fits).count()
}

#[cfg(test)]
mod tests {
    use hws_types::RawMih;

    use super::*;

    const COMMIT: Event = Event::Commit { launched: true };
    const MESSAGE: Event = Event::Mih(RawMih { dw0: 1, dw1: 2 });

    #[test]
    fn an_edge_shows_one_message_and_as_many_events_as_there_are_lanes() {
        assert_eq!(at_one_edge(&[]), 0);
        assert_eq!(at_one_edge(&[COMMIT, MESSAGE, COMMIT, MESSAGE, COMMIT]), 3);
        assert_eq!(at_one_edge(&[MESSAGE; 3]), 1);
        assert_eq!(at_one_edge(&[COMMIT; LANES + 3]), LANES);
        assert_eq!(at_one_edge(&[Event::SoftReset { forced: true }; LANES + 3]), LANES + 3);
    }

    #[test]
    fn a_lane_has_the_values_of_the_trace_in_their_order() {
        let done = Event::KernelDone { entry: Default::default(), seq: 7, dag_slot: None };
        let lane = Lane::from_event(&done).unwrap();
        assert_eq!(lane.0, [8, 0, 7, u32::MAX, 0, 0, 0]);
        assert_eq!(Lane::from_event(&Event::SoftReset { forced: false }), None);
    }
}
