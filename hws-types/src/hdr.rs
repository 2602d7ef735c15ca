//! The source of a task, and the HDR port (interfaces.md §2).

mod generated;

pub use generated::HdrPush;

/// The unit that submitted the task to the HWS.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub enum Source {
    /// The hardware dependency resolver.
    #[default]
    Hdr,
    /// Firmware, by a write of FW_TASK_PUSH.
    Firmware,
}

/// The ids of a task, from its submission to the last message about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct TaskIds {
    /// The unit that submitted the task.
    pub source: Source,
    /// hdr_id, 0..=15.
    pub hdr_id: u8,
    /// hdr_entry_id, 0..=255.
    pub hdr_entry_id: u8,
}

impl HdrPush {
    /// The largest hdr_id that the port can transport.
    pub const MAX_HDR_ID: u8 = 15;

    /// Returns whether hdr_id fits into the four bits of the port. The port refuses a push whose hdr_id does not.
    #[must_use]
    pub const fn has_legal_hdr_id(&self) -> bool {
        self.hdr_id <= Self::MAX_HDR_ID
    }
}
