//! The DAG table: slots in range, one per tag (scheduler.md §2.5).

use core::fmt;

use hws_types::Entry;

use super::error::RestoreError;
use crate::Hws;

/// An inconsistency of a DAG slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DagFault {
    /// It is in use although it is not below N_DAG.
    Beyond {
        /// N_DAG.
        n_dag: u32,
    },
    /// Another slot has its tag.
    SameTag {
        /// The tag.
        tag: u16,
        /// The first slot of the tag.
        other: Entry,
    },
}

impl fmt::Display for DagFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Beyond { n_dag } => write!(f, "it is in use; only slots below N_DAG = {n_dag} can be"),
            Self::SameTag { tag, other } => {
                write!(f, "its tag {tag} is that of slot {}; a tag has one slot", other.get())
            }
        }
    }
}

pub(super) fn check(hws: &Hws) -> Result<(), RestoreError> {
    let n_dag = hws.config.n_dag();
    for slot in Entry::all() {
        let Some(tag) = hws.tables.dags.get(slot).map(|dag| dag.tag) else { continue };
        let refuse = |fault| Err(RestoreError::Dag { slot, fault });
        if slot.get() >= n_dag {
            return refuse(DagFault::Beyond { n_dag });
        }
        if let Some(other) = hws.tables.dags.find(tag).filter(|&other| other != slot) {
            return refuse(DagFault::SameTag { tag, other });
        }
    }
    Ok(())
}
