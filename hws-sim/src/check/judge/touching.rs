//! Which parts of the state the events of a step touch.

use hws_model::{CommandKind, Event};
use hws_types::Cycle;

use super::Judge;
use super::counted::Queued;
use crate::check::view::Touched;

impl Judge {
    /// What the events touch; returns whether an attempt has ended. Commands do not name what they touch, but they are retired
    /// in the order of their writes.
    pub(in crate::check) fn touch(&self, events: &[(Cycle, Event)], touched: &mut Touched) -> bool {
        let (mut commands, mut is_commit) = (0, false);
        for (_, event) in events {
            match event {
                Event::SoftReset { .. } => *touched = Touched::ALL,
                Event::Commit { .. } => is_commit = true,
                Event::Command { kind, .. } => {
                    self.touch_by_command(*kind, commands, events, touched);
                    commands += 1;
                }
                event => touch_by_event(event, touched),
            }
        }
        is_commit
    }

    /// The command is the one in this place of the queue.
    #[inline(never)]
    fn touch_by_command(
        &self,
        kind: CommandKind,
        place: usize,
        events: &[(Cycle, Event)],
        touched: &mut Touched,
    ) {
        if self.gaps.commands {
            *touched = Touched::ALL;
            return;
        }
        match self.counted.commands.get(place) {
            // The slot of a tag that has one stays the same until the next DAG command.
            Some(Queued::DagInit(tag, ..) | Queued::DagReset(tag)) if is_only(events) => {
                touched.dag(self.counted.dags.find(*tag));
            }
            command => touch_by_command(kind, command, touched),
        }
    }
}

/// Whether no more than one DAG command is among the events.
fn is_only(events: &[(Cycle, Event)]) -> bool {
    let of_dags = |(_, event): &&(Cycle, Event)| {
        matches!(event, Event::Command { kind: CommandKind::DagInit | CommandKind::DagReset, .. })
    };
    events.iter().filter(of_dags).nth(1).is_none()
}

fn touch_by_event(event: &Event, touched: &mut Touched) {
    match *event {
        Event::Admit { entry, .. } => touched.task(entry),
        Event::Cancel { entry, mask } | Event::Promote { entry, mask, .. } => {
            touched.task(entry);
            touched.sips |= mask;
        }
        Event::Launch { entry, launch_id, sip_mask, .. } => {
            touched.task(entry);
            touched.launch(launch_id);
            touched.sips |= sip_mask;
            touched.pools = true;
        }
        Event::KernelDone { entry, dag_slot, .. } => {
            touched.task(entry);
            dag_slot.into_iter().for_each(|slot| touched.dag(Some(slot)));
        }
        Event::Complete { sip, launch_id } | Event::PreComplete { sip, launch_id } => {
            touched.sip(sip);
            touched.launch(launch_id);
            touched.pools = true;
        }
        Event::Mih(_) => touched.messages = true,
        Event::MihDrop(_) | Event::Error { .. } => (touched.messages, touched.errors) = (true, true),
        Event::Commit { .. } | Event::Mdma(_) | Event::Command { .. } | Event::SoftReset { .. } => {}
    }
}

fn touch_by_command(kind: CommandKind, command: Option<&Queued>, touched: &mut Touched) {
    match (kind, command) {
        (CommandKind::DagInit | CommandKind::DagReset, _) => touched.dag(None),
        (_, Some(Queued::Trigger(entry) | Queued::Refresh(entry))) => touched.task(*entry),
        _ => {}
    }
}
