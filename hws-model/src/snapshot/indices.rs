//! Indices lie inside their tables: serde reads an index as any byte.

use hws_types::{Entry, LaunchId, Sip};

use super::error::RestoreError;
use super::state::State;
use crate::commands::Command;

/// An index type: its values fold to themselves, and nothing else does.
trait Index: Copy + PartialEq {
    const LAST: u32;
    fn folded(self) -> Self;
}

macro_rules! index {
    ($($name:ident),*) => {$(
        impl Index for $name {
            const LAST: u32 = $name::COUNT as u32 - 1;
            fn folded(self) -> Self {
                Self::wrapping(self.get())
            }
        }
    )*};
}
index!(Entry, LaunchId, Sip);

type Result = core::result::Result<(), RestoreError>;

fn inside<I: Index>(what: &'static str, indices: impl IntoIterator<Item = I>) -> Result {
    match indices.into_iter().all(|index| index.folded() == index) {
        true => Ok(()),
        false => Err(RestoreError::Index { what, last: I::LAST }),
    }
}

pub(super) fn check(state: &State) -> Result {
    inside("the DAG slot of a kernel", state.kernels.iter().flatten().filter_map(|kernel| kernel.dag_slot))?;
    inside("the launch of a SIP", state.sips.iter().flat_map(|sip| sip.launches()).flatten())?;
    inside("the next launch_id", [state.next_launch])?;
    let mdma = || state.mdma.iter();
    inside("the launch of an MDMA command", mdma().map(|command| command.launch_id))?;
    inside("the SIP of an MDMA command", mdma().flat_map(|command| [command.sip, command.physical_sip]))?;
    inside("the entry of a command", state.commands.iter().filter_map(entry_of))?;
    inside("an entry of the attempt", state.attempt.iter().flat_map(|attempt| attempt.entries()))
}

fn entry_of(command: &Command) -> Option<Entry> {
    match command {
        Command::Trigger { entry, .. } | Command::Refresh { entry, .. } => Some(*entry),
        Command::Dag { .. } | Command::Claim(_) | Command::Release(_) => None,
    }
}
