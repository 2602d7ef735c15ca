//! Assumptions of the model about the register map, checked at compile time.
//!
//! Masks are machine words, indices are types that are always in range, and `hws-types` does not depend on the
//! map. A map with other sizes must fail to compile rather than be modelled wrongly.

use hws_regs::{
    BlockTriggerCnt, DagFlags, FwTaskPush, LaunchInfo, Register, RsFlags, RsRscOpen, RsvThreadNum, SipLaunch,
    SipRemainExecTime, SipReportComplete, SipTopology, SipUsageMask, VcPoolFree, XmcSipMap, params,
};
use hws_types::{Cluster, Die, Entry, HdrPush, LaunchId, Sip, ThreadNum, Topology};

use crate::dag_table::DagSlot;
use crate::mih::REQUEST_LIMIT;
use crate::second_resource::VcPools;

/// Elements of the outermost dimension of an array of registers.
const fn elements<R: Register>() -> usize {
    R::INFO.dims[0] as usize
}

// SIPs: one bit each in a word, and one element each in the arrays of the map.
const _: () = assert!(Sip::COUNT == params::N_SIP && Sip::COUNT == u32::BITS as usize);
const _: () = assert!(elements::<XmcSipMap>() == Sip::COUNT && elements::<SipLaunch>() == Sip::COUNT);
const _: () = assert!(elements::<SipRemainExecTime>() == Sip::COUNT);
const _: () = assert!(elements::<RsvThreadNum>() == Sip::COUNT);
const _: () = assert!(SipReportComplete::SIP_ID.max() as usize + 1 == Sip::COUNT);

// Entries and slots: the maximum of any instance, one bit each in a word.
const _: () = assert!(Entry::COUNT == params::max::N_RS && Entry::COUNT == elements::<RsFlags>());
const _: () = assert!(DagSlot::COUNT == params::max::N_DAG && DagSlot::COUNT == elements::<DagFlags>());
const _: () = assert!(Entry::COUNT == u32::BITS as usize && Entry::COUNT == elements::<BlockTriggerCnt>());
const _: () = assert!(params::min::N_RS == params::min::N_DAG && params::max::N_RS == params::max::N_DAG);

// Launches: one bit each in a double word; messages carry the whole id.
const _: () = assert!(LaunchId::COUNT == params::N_LAUNCH && LaunchId::COUNT == u64::BITS as usize);
const _: () = assert!(LaunchId::COUNT == elements::<LaunchInfo>());
const _: () = assert!(SipReportComplete::LAUNCH_ID.max() as usize + 1 == LaunchId::COUNT);
const _: () = assert!(LaunchInfo::BLOCK_ID.max() == u16::MAX as u32);

// The HDR port has as many bits of hdr_id as the registers.
const _: () = assert!(LaunchInfo::HDR_ID.max() == HdrPush::MAX_HDR_ID as u32);

// VGs, dies and their VCs: one bit each in RSC_OPEN, a double word of VCs for each die.
const _: () = assert!(RsRscOpen::VG.width as usize == Cluster::COUNT);
const _: () = assert!(RsRscOpen::DIE.width as usize == Die::COUNT && elements::<VcPoolFree>() == Die::COUNT);
const _: () = assert!(VcPools::VCS as u32 == u64::BITS);

// Contexts, size classes and sizes.
const _: () = assert!(elements::<SipUsageMask>() == params::N_CTX);
const _: () = assert!(FwTaskPush::CTX.max() as usize + 1 == params::N_CTX);
const _: () = assert!(SipUsageMask::INFO.dims[1] as usize == params::N_CLASS);
const _: () = assert!(LARGEST.class() + 1 == params::N_CLASS);
const _: () = assert!(LARGEST.get() <= RsvThreadNum::THREAD_NUM.max());
const LARGEST: ThreadNum = ThreadNum::ALL[ThreadNum::ALL.len() - 1];

// Requests leave room for messages that cannot wait (§9.3).
const _: () = assert!(REQUEST_LIMIT <= params::MIH_FIFO);

// Every pair that SIP_TOPOLOGY accepts is a topology.
const _: () = {
    let Some(legal) = SipTopology::INFO.combinations else { panic!("every pair would be legal") };
    let mut next = 0;
    while next < legal.patterns.len() {
        let pair = legal.patterns[next];
        let (sips, clusters) =
            (SipTopology::CLUSTER_SIP_NUM.extract(pair), SipTopology::CLUSTER_NUM.extract(pair));
        assert!(Topology::new(sips, clusters).is_some());
        next += 1;
    }
};
