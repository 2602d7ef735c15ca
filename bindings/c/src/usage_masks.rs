//! Usage masks: the SIPs that a context may use for blocks of a given size.

use fw_api::UsageMasks;
use fw_api::types::SipMask;

use crate::boundary::{call, from_c, get, read};
use crate::number::{index, threads};
use crate::{hws_bus, hws_status};

/// Number of contexts.
pub const HWS_N_CTX: usize = 4;
const _: () = assert!(HWS_N_CTX == fw_api::regs::params::N_CTX);

/// Number of size classes: blocks of 1; 2; 3 and 4; 6 and 8; 9, 12 and 16 SIPs.
pub const HWS_N_CLASS: usize = 5;
const _: () = assert!(HWS_N_CLASS == fw_api::regs::params::N_CLASS);

/// A usage mask for each context and size class, bit i for SIP i.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_usage_masks {
    /// By context, then by class.
    pub mask: [[u32; HWS_N_CLASS]; HWS_N_CTX],
}

impl From<hws_usage_masks> for UsageMasks {
    fn from(masks: hws_usage_masks) -> Self {
        masks.mask.map(|classes| classes.map(SipMask))
    }
}

/// Sets the SIPs that context `ctx` (0..=3) may use for blocks of `threads` SIPs (1, 2, 3, 4, 6, 8, 9, 12 or 16), and
/// waits until no attempt that latched the old mask can still commit. From then on, that context and class launches
/// nothing on SIPs removed from the mask. Blocks already running continue.
///
/// Errors: HWS_MASK_NOT_TAKEN if the mask reads back differently.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sipUsageMaskConfig(
    bus: *const hws_bus,
    ctx: u32,
    threads: u32,
    mask: u32,
) -> hws_status {
    from_c!(call(bus, |hws| {
        Ok(hws.set_usage_mask(index("ctx", ctx, HWS_N_CTX)?, self::threads(threads)?, SipMask(mask))?)
    }))
}

/// Sets a usage mask and returns at once. An attempt in flight may still launch by the old one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_set_usage_mask_no_wait(
    bus: *const hws_bus,
    ctx: u32,
    threads: u32,
    mask: u32,
) -> hws_status {
    from_c!(call(bus, |hws| {
        let ctx = index("ctx", ctx, HWS_N_CTX)?;
        Ok(hws.set_usage_mask_no_wait(ctx, self::threads(threads)?, SipMask(mask))?)
    }))
}

/// Gets the SIPs that context `ctx` may use for blocks of `threads` SIPs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_usage_mask(
    bus: *const hws_bus,
    ctx: u32,
    threads: u32,
    mask: *mut u32,
) -> hws_status {
    from_c!(get(bus, mask, "mask", |hws| {
        Ok(hws.usage_mask(index("ctx", ctx, HWS_N_CTX)?, self::threads(threads)?)?.0)
    }))
}

/// Gets the usage masks of every context and class.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_usage_masks(bus: *const hws_bus, masks: *mut hws_usage_masks) -> hws_status {
    from_c!(get(bus, masks, "masks", |hws| {
        Ok(hws_usage_masks { mask: hws.usage_masks()?.map(|classes| classes.map(|sips| sips.0)) })
    }))
}

/// Sets the usage masks of every context and class, and waits until no attempt that latched an old one can still
/// commit.
///
/// Errors: HWS_MASK_NOT_TAKEN if one reads back differently. After a failed access, the masks before it are set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_set_usage_masks(
    bus: *const hws_bus,
    masks: *const hws_usage_masks,
) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.set_usage_masks(&read(masks, "masks")?.into())?)))
}
