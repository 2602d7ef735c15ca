// Generated from interfaces.yaml by `cargo xtask generate`; do not edit.

/// One push into the HDR port. (interfaces.md §2)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct HdrPush {
    /// The id of the resolver. Legal: 0..=15.
    pub hdr_id: u8,
    /// Its entry.
    pub hdr_entry_id: u8,
    /// The byte address of the task descriptor in shared memory, to which TDP_CFG.OFFSET is added.
    pub td_addr: u32,
}
