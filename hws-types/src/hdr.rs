//! The source of a task, and the HDR port (interfaces.md §2).

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

/// One push into the HDR port.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct HdrPush {
    /// hdr_id, 0..=15: the port has four bits and ignores higher ones.
    pub hdr_id: u8,
    /// hdr_entry_id, 0..=255.
    pub hdr_entry_id: u8,
    /// The byte address of the task descriptor in shared memory, to which TDP_CFG.OFFSET is added.
    pub td_addr: u32,
}
