//! The SIPs that a kernel is allowed to use (scheduler.md §5.1).

use hws_regs::RegFile;
use hws_types::SipMask;

use crate::kernel::Kernel;

/// `allowed = affinity & SIP_USAGE_MASK[ctx][class] & present`.
pub(crate) fn allowed(kernel: &Kernel, regs: &RegFile, present: SipMask) -> SipMask {
    kernel.affinity() & usage(kernel, regs) & present
}

/// The usage mask of the kernel's context and size class (§0).
fn usage(kernel: &Kernel, regs: &RegFile) -> SipMask {
    let class = kernel.threads.class();
    let mask = regs.sip_usage_mask.get(usize::from(kernel.ctx)).and_then(|masks| masks.get(class));
    SipMask(mask.map_or(0, |usage| usage.mask()))
}
