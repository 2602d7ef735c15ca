//! The machine's clusters, and the mapping of logical to physical SIPs.

use hws_regs::{
    HwsCtrl, RegIndex, Register, SipIdleMask, SipPresentMask, SipTopology, XmcSipMap, params::N_SIP,
};
use hws_types::{Sip, SipMask, Topology};

use crate::{Bus, Expected, HwsDriver, InvalidArgument, Outcome, Refusal};

/// The physical SIP of each logical SIP.
pub type XmcMap = [Sip; N_SIP];

impl<B: Bus> HwsDriver<B> {
    /// Sets the number and size of the clusters.
    ///
    /// Registers: write SIP_TOPOLOGY, read SIP_TOPOLOGY.
    ///
    /// # Errors
    /// [`Refusal::TopologyInUse`] if the old value stayed; ERR_STATUS.CFG is then set. Bus errors.
    pub fn set_topology(&mut self, topology: Topology) -> Outcome<(), B> {
        self.begins("set_topology");
        let wanted = encode(topology)?;
        self.write((), wanted)?;
        if self.read::<SipTopology>(())?.bits() == wanted.bits() {
            return Ok(());
        }
        Err(Refusal::TopologyInUse.into())
    }

    /// Returns the machine's clusters.
    ///
    /// Registers: read SIP_TOPOLOGY.
    ///
    /// # Errors
    /// [`Refusal::OtherHardware`] if the pair is not legal; bus errors.
    pub fn topology(&mut self) -> Outcome<Topology, B> {
        self.begins("topology");
        let read = self.read::<SipTopology>(())?;
        Topology::new(read.cluster_sip_num(), read.cluster_num()).ok_or_else(|| illegal(read).into())
    }

    /// Returns the logical SIPs that exist.
    ///
    /// Registers: read SIP_PRESENT_MASK.
    ///
    /// # Errors
    /// Bus errors.
    pub fn present_sips(&mut self) -> Outcome<SipMask, B> {
        self.begins("present_sips");
        Ok(SipMask(self.read::<SipPresentMask>(())?.mask()))
    }

    /// Sets which physical SIP the MDMA addresses for each logical SIP. The scheduler must be disabled
    /// ([`disable`](Self::disable)) and every SIP idle.
    ///
    /// This is checked before the first write, and only [`enable`](Self::enable) can change it
    /// afterwards, so the whole map is accepted. After a bus error it may be half written; the hardware
    /// refuses to be enabled while it is not a permutation, and a repeated call writes all of it.
    ///
    /// Registers: read HWS_CTRL, HWS_STATUS, SIP_IDLE_MASK; write XMC_SIP_MAP\[0..32\].
    ///
    /// # Errors
    /// An argument error if two logical SIPs share a physical one; [`Refusal::MapInUse`]; bus errors.
    pub fn set_xmc_map(&mut self, map: &XmcMap) -> Outcome<(), B> {
        self.begins("set_xmc_map");
        check_permutation(map)?;
        self.check_stopped()?;
        for (index, physical) in RegIndex::all().zip(map) {
            self.write(index, XmcSipMap::from_bits(0).with_phy_id_masked(physical.get()))?;
        }
        Ok(())
    }

    /// Returns the physical SIP of a logical one.
    ///
    /// Registers: read XMC_SIP_MAP\[sip\].
    ///
    /// # Errors
    /// Bus errors.
    pub fn physical_sip(&mut self, sip: Sip) -> Outcome<Sip, B> {
        self.begins("physical_sip");
        let entry = self.read::<XmcSipMap>(RegIndex::wrapping(sip.get()))?;
        Ok(Sip::wrapping(entry.phy_id()))
    }

    fn check_stopped(&mut self) -> Outcome<(), B> {
        let enabled = self.read::<HwsCtrl>(())?.enable();
        let busy = self.read_status()?.attempt_busy();
        let idle = SipMask(self.read::<SipIdleMask>(())?.mask());
        if enabled || busy || idle != SipMask::ALL {
            return Err(Refusal::MapInUse.into());
        }
        Ok(())
    }
}

fn encode(topology: Topology) -> Result<SipTopology, InvalidArgument> {
    let (sips, clusters) = (topology.cluster_sip_num(), topology.cluster_num());
    SipTopology::from_bits(0)
        .with_cluster_sip_num(sips)
        .map_err(InvalidArgument::field("cluster_sip_num", sips))?
        .with_cluster_num(clusters)
        .map_err(InvalidArgument::field("cluster_num", clusters))
}

fn illegal(found: SipTopology) -> Refusal {
    let (register, expected) = (SipTopology::INFO.name, SipTopology::default().bits());
    Refusal::OtherHardware { register, expected, found: found.bits() }
}

fn check_permutation(map: &XmcMap) -> Result<(), InvalidArgument> {
    let mut taken = SipMask::EMPTY;
    for physical in map {
        if taken.contains(physical.mask()) {
            let value = i64::from(physical.get());
            return Err(InvalidArgument { argument: "map", value, expected: Expected::Permutation });
        }
        taken |= physical.mask();
    }
    Ok(())
}
