//! Where a task came from, and the HDR port (interfaces.md §2).

/// The unit that gave the task to the HWS.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Source {
    /// The hardware dependency resolver.
    #[default]
    Hdr,
    /// Firmware, through FW_TASK_PUSH.
    Firmware,
}

/// The ids that a task carries for its whole life.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TaskIds {
    /// Who gave the task.
    pub source: Source,
    /// hdr_id, 4 bits.
    pub hdr_id: u8,
    /// hdr_entry_id, 8 bits.
    pub hdr_entry_id: u8,
}

/// One push into the HDR port.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HdrPush {
    /// hdr_id; the port has 4 bits, higher ones are not transported.
    pub hdr_id: u8,
    /// hdr_entry_id, 8 bits.
    pub hdr_entry_id: u8,
    /// Byte address of the task descriptor.
    pub td_addr: u32,
}
