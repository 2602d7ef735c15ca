//! DAG commands: announce a graph before its kernels arrive, clear it when it is finished.

use fw_api::{DagKind, DagReset};

use crate::boundary::{call, from_c, get};
use crate::{hws_bus, hws_status, number};

/// The result of resetting a DAG.
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hws_dag_reset {
    /// The slot is free and the tag may be used again.
    HWS_DAG_FREED = 0,
    /// Kernels of the DAG are still resident: its history is cleared, but it keeps its slot and tag.
    HWS_DAG_STILL_RESIDENT = 1,
    /// No slot has the tag; it may be used.
    HWS_DAG_NOT_FOUND = 2,
}

impl From<DagReset> for hws_dag_reset {
    fn from(reset: DagReset) -> Self {
        match reset {
            DagReset::Freed => Self::HWS_DAG_FREED,
            DagReset::StillResident => Self::HWS_DAG_STILL_RESIDENT,
            DagReset::NotFound => Self::HWS_DAG_NOT_FOUND,
        }
    }
}

pub(crate) fn kind(total: u32, dynamic: u32) -> DagKind {
    if dynamic == 0 { DagKind::Static { total } } else { DagKind::Dynamic }
}

/// Announces a DAG by its tag (0..=65535) and waits until its slot is set up. It can be repeated after HWS_BUS.
///
/// If `dynamic` is not 0, kernels are ranked by their unscaled offline priorities, and `total` is ignored.
/// Otherwise they are ranked by the remaining share of `total` kernels, scaled by the priority table.
///
/// Errors: HWS_DAG_TABLE_FULL, HWS_COMMAND_DROPPED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn initDAGProperty(
    bus: *const hws_bus,
    tag: u32,
    total: u32,
    dynamic: u32,
) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.init_dag(number::half("tag", tag)?, kind(total, dynamic))?)))
}

/// Clears the HWS's history of a DAG and frees its slot unless kernels still use it, as reported in `reset`.
///
/// Errors: HWS_COMMAND_DROPPED. If repeated after HWS_BUS, it may not find a slot that the first call freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn resetDAG(bus: *const hws_bus, tag: u32, reset: *mut hws_dag_reset) -> hws_status {
    from_c!(get(bus, reset, "reset", |hws| Ok(hws.reset_dag(number::half("tag", tag)?)?.into())))
}
