//! The packed 32-bit words of `interfaces.md`, with the bits of every field.
#![allow(dead_code, reason = "the macro generates an accessor for every field, used or not")]
#![allow(unreachable_pub, reason = "the macro does not apply pub(crate) to everything that it generates")]

use modular_bitfield::prelude::*;

/// TD word 4.
#[bitfield(bits = 32)]
#[derive(Clone, Copy)]
pub(crate) struct TdFlags {
    pub(crate) dag_tag: B16,
    pub(crate) on_cp: bool,
    pub(crate) coop: bool,
    pub(crate) out_path_mdma: bool,
    pub(crate) out_path_mih: bool,
    pub(crate) enable_sip_alloc: bool,
    pub(crate) enable_l2_alloc: bool,
    pub(crate) enable_vc_alloc: bool,
    pub(crate) vc_hw_alloc: bool,
    pub(crate) ctx: B2,
    #[skip]
    __: B6,
}

/// TD words 5, 6, 11 and 13: two halves.
#[bitfield(bits = 32)]
#[derive(Clone, Copy)]
pub(crate) struct Halves {
    pub(crate) low: B16,
    pub(crate) high: B16,
}

/// TD word 7.
#[bitfield(bits = 32)]
#[derive(Clone, Copy)]
pub(crate) struct TdWindows {
    pub(crate) outstanding_block_num: B8,
    pub(crate) cdte_vc_num: B8,
    pub(crate) num_block_to_alloc_l2: B16,
}

/// TD word 14.
#[bitfield(bits = 32)]
#[derive(Clone, Copy)]
pub(crate) struct TdEdte {
    pub(crate) vc_base: B8,
    pub(crate) vc_num: B8,
    #[skip]
    __: B16,
}

/// MIH DW0.
#[bitfield(bits = 32)]
#[derive(Clone, Copy)]
pub(crate) struct MihHeader {
    pub(crate) kind: B2,
    pub(crate) src: B2,
    pub(crate) hdr_id: B4,
    pub(crate) hdr_entry_id: B8,
    pub(crate) block_id: B16,
}

/// MIH DW1 of SCHED_INFO.
#[bitfield(bits = 32)]
#[derive(Clone, Copy)]
pub(crate) struct MihSchedInfo {
    pub(crate) hws_entry_id: B5,
    #[skip]
    __: B3,
    pub(crate) launch_id: B6,
    #[skip]
    __: B2,
    pub(crate) last_block: bool,
    pub(crate) vc_base: B6,
    pub(crate) vc_num: B7,
    #[skip]
    __: B2,
}

/// MIH DW1 of BLOCK_FINISH.
#[bitfield(bits = 32)]
#[derive(Clone, Copy)]
pub(crate) struct MihBlockFinish {
    #[skip]
    __: B8,
    pub(crate) launch_id: B6,
    #[skip]
    __: B2,
    pub(crate) kernel_finish: bool,
    #[skip]
    __: B15,
}

/// MIH DW1 of NOTIFY: an error.
#[bitfield(bits = 32)]
#[derive(Clone, Copy)]
pub(crate) struct MihError {
    pub(crate) code: B5,
    #[skip]
    __: B23,
    pub(crate) subtype: B4,
}

/// MIH DW1 of NOTIFY: a request.
#[bitfield(bits = 32)]
#[derive(Clone, Copy)]
pub(crate) struct MihRequest {
    #[skip]
    __: B8,
    pub(crate) hws_entry_id: B5,
    #[skip]
    __: B3,
    pub(crate) places: B8,
    #[skip]
    __: B4,
    pub(crate) subtype: B4,
}

/// Conversion between a packed struct and its word.
macro_rules! packed_as_u32 {
    ($($name:ident),*) => {$(
        impl From<u32> for $name {
            fn from(word: u32) -> Self {
                Self::from_bytes(word.to_le_bytes())
            }
        }
        impl From<$name> for u32 {
            fn from(packed: $name) -> Self {
                Self::from_le_bytes(packed.into_bytes())
            }
        }
    )*};
}
packed_as_u32!(
    TdFlags,
    Halves,
    TdWindows,
    TdEdte,
    MihHeader,
    MihSchedInfo,
    MihBlockFinish,
    MihError,
    MihRequest
);
