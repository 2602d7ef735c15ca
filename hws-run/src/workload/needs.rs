//! Needs of blocks besides SIPs.

/// The needs of a kernel's blocks besides SIPs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Needs {
    /// Bytes of L2 per block, granted by firmware.
    pub l2: Option<u32>,
    /// VCs per block.
    pub vc: Option<Vc>,
    /// outstanding_block_num: grants that may be requested ahead of the blocks launched; 0 counts as 1.
    pub ahead: u8,
    /// The parameter slots of its blocks.
    pub params: Option<Params>,
}

/// The VCs of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vc {
    /// Their number, 1..=64.
    pub count: u8,
    /// The unit that allocates them.
    pub by: VcBy,
}

/// The unit that allocates VCs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VcBy {
    /// The HWS, as a contiguous run in its pools.
    Hws,
    /// Firmware, on request.
    Firmware,
}

/// Slots for block parameters, used in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Params {
    /// Bytes per slot, a multiple of 4, at least 8.
    pub entry_bytes: u16,
    /// Number of slots, at least 1.
    pub queue: u16,
}
