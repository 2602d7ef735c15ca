//! The machine: its clusters, the mapping of logical to physical SIPs, and compact SIP ids.

use fw_api::sip_ids;
use fw_api::types::{Sip, SipMask, Topology};

use crate::boundary::{call, from_c, get, give, list};
use crate::{hws_bus, hws_error, hws_status, number};

/// Number of logical SIPs.
pub const HWS_N_SIP: usize = 32;
const _: () = assert!(HWS_N_SIP == fw_api::regs::params::N_SIP);

/// The clusters of a machine; only twelve pairs are legal.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_topology {
    /// SIPs per cluster: 3, 4, 6, 8, 12 or 16.
    pub cluster_sip_num: u32,
    /// Number of clusters: 1, 2, 4 or 8, so that they fill one die or two.
    pub cluster_num: u32,
}

impl From<Topology> for hws_topology {
    fn from(topology: Topology) -> Self {
        Self { cluster_sip_num: topology.cluster_sip_num(), cluster_num: topology.cluster_num() }
    }
}

/// Sets the number and size of the clusters.
///
/// Errors: HWS_ARGUMENT if the pair is not legal; HWS_TOPOLOGY_IN_USE if the old value stayed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_set_topology(bus: *const hws_bus, topology: hws_topology) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.set_topology(number::topology(topology)?)?)))
}

/// Gets the machine's clusters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_topology(bus: *const hws_bus, topology: *mut hws_topology) -> hws_status {
    from_c!(get(bus, topology, "topology", |hws| Ok(hws.topology()?.into())))
}

/// Gets the logical SIPs that exist, bit i for SIP i.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_present_sips(bus: *const hws_bus, sips: *mut u32) -> hws_status {
    from_c!(get(bus, sips, "sips", |hws| Ok(hws.present_sips()?.0)))
}

/// Sets which physical SIP the MDMA addresses for each logical SIP; `map` has HWS_N_SIP elements.
///
/// The scheduler must be disabled and every SIP idle.
///
/// Errors: HWS_ARGUMENT if two logical SIPs share a physical one; HWS_MAP_IN_USE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_set_xmc_map(bus: *const hws_bus, map: *const u32) -> hws_status {
    from_c!(call(bus, |hws| {
        let mut sips = [Sip::default(); HWS_N_SIP];
        for (sip, &physical) in sips.iter_mut().zip(list(map, HWS_N_SIP, "map")?) {
            *sip = number::sip("map", physical)?;
        }
        Ok(hws.set_xmc_map(&sips)?)
    }))
}

/// Gets the physical SIP of a logical one, 0..=31.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_physical_sip(
    bus: *const hws_bus,
    sip: u32,
    physical: *mut u32,
) -> hws_status {
    from_c!(get(bus, physical, "physical", |hws| Ok(hws.physical_sip(number::sip("sip", sip)?)?.get())))
}

/// Converts compact ids to logical SIPs: compact id k is the k-th SIP that the machine has.
///
/// Errors: HWS_ARGUMENT if an id is past the number of SIPs, or the topology is not legal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_sip_ids_to_logical(
    topology: hws_topology,
    compact: u32,
    logical: *mut u32,
    error: *mut hws_error,
) -> hws_status {
    from_c!(give(logical, "logical", error, || {
        Ok(sip_ids::to_logical(number::topology(topology)?, SipMask(compact))?.0)
    }))
}

/// Converts logical SIPs to compact ids.
///
/// Errors: HWS_ARGUMENT if the machine does not have one of the SIPs, or the topology is not legal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_sip_ids_from_logical(
    topology: hws_topology,
    logical: u32,
    compact: *mut u32,
    error: *mut hws_error,
) -> hws_status {
    from_c!(give(compact, "compact", error, || {
        Ok(sip_ids::from_logical(number::topology(topology)?, SipMask(logical))?.0)
    }))
}
