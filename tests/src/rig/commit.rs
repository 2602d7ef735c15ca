//! The effects of one COMMIT.

use hws_model::{Event, Pool};
use hws_types::MdmaCommand;

/// One block that was launched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Launched {
    /// The kernel's entry.
    pub entry: u8,
    /// The kernel.
    pub seq: u32,
    /// Its pool.
    pub pool: Pool,
    /// block_id.
    pub block: u16,
    /// The launch.
    pub launch_id: u8,
    /// Its SIPs.
    pub mask: u32,
}

/// A P-task that became an R-task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promoted {
    /// Its entry.
    pub entry: u8,
    /// The SIPs reserved for it.
    pub mask: u32,
}

/// The events of a COMMIT and of the boundary after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Commit {
    /// The cycle of the tick.
    pub cycle: u64,
    /// The `Commit` event and what follows in that tick.
    pub events: Vec<Event>,
}

impl Commit {
    /// Events of the loader in the same tick are omitted.
    pub(super) fn new(cycle: u64, of_tick: Vec<Event>) -> Self {
        let events = of_tick.into_iter().skip_while(|event| !matches!(event, Event::Commit { .. })).collect();
        Self { cycle, events }
    }

    /// Returns whether something was launched.
    #[must_use]
    pub fn is_launched(&self) -> bool {
        self.events.first() == Some(&Event::Commit { launched: true })
    }

    /// Returns the blocks launched, in order.
    #[must_use]
    pub fn launches(&self) -> Vec<Launched> {
        self.events.iter().filter_map(launched).collect()
    }

    /// Returns the one block launched.
    #[track_caller]
    #[must_use]
    pub fn launch(&self) -> Launched {
        let launches = self.launches();
        assert_eq!(launches.len(), 1, "blocks launched in cycle {}", self.cycle);
        launches[0]
    }

    /// Returns the SIPs of the blocks launched, in order.
    #[must_use]
    pub fn masks(&self) -> Vec<u32> {
        self.launches().iter().map(|launch| launch.mask).collect()
    }

    /// Returns the kernel promoted, if one was.
    #[must_use]
    pub fn promotion(&self) -> Option<Promoted> {
        self.events.iter().find_map(|event| match *event {
            Event::Promote { entry, mask, .. } => Some(Promoted { entry: entry.get() as u8, mask: mask.0 }),
            _ => None,
        })
    }

    /// Returns the MDMA commands, in order.
    #[must_use]
    pub fn commands(&self) -> Vec<MdmaCommand> {
        let command = |event: &Event| if let Event::Mdma(command) = event { Some(*command) } else { None };
        self.events.iter().filter_map(command).collect()
    }
}

fn launched(event: &Event) -> Option<Launched> {
    match *event {
        Event::Launch { entry, seq, pool, block, launch_id, sip_mask } => Some(Launched {
            entry: entry.get() as u8,
            seq,
            pool,
            block,
            launch_id: launch_id.get() as u8,
            mask: sip_mask.0,
        }),
        _ => None,
    }
}
