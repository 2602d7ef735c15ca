//! What the blocks of a kernel need besides SIPs.

/// What the blocks of a kernel need besides SIPs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Needs {
    /// Bytes of L2 of a block, which firmware grants.
    pub l2: Option<u32>,
    /// VCs of a block.
    pub vc: Option<Vc>,
    /// outstanding_block_num: grants that may be requested ahead of the blocks launched; 0 counts as 1.
    pub ahead: u8,
    /// Where its blocks find their parameters.
    pub params: Option<Params>,
}

/// The VCs of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vc {
    /// How many, 1..=64.
    pub count: u8,
    /// Which unit allocates them.
    pub by: VcBy,
}

/// Which unit allocates VCs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VcBy {
    /// The HWS, as a run of its pools.
    Hws,
    /// Firmware, on request.
    Firmware,
}

/// Slots for the parameters of blocks, used in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Params {
    /// Bytes of a slot, a multiple of 4, at least 8.
    pub entry_bytes: u16,
    /// Number of slots, at least 1.
    pub queue: u16,
}
