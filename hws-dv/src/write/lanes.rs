//! How many events one edge shows.

use hws_model::Event;

use crate::map::LANES;

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
}
