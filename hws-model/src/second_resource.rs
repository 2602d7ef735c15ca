//! Second resources: the L2 and VC grants of a kernel, and the VC pools of the HWS (scheduler.md §9).

mod grants;
mod needs;
mod supply;
mod vc_pools;

pub(crate) use grants::{Grants, Requests};
pub(crate) use needs::{Needs, VcNeed};
pub(crate) use supply::Supply;
pub(crate) use vc_pools::VcPools;
