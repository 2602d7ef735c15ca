//! The order of preference among tasks and SIPs.

use hws_regs::{DynDagPrio, EnableSecondRscSch, PTopK, SipFillupTaskFirst, UseRsvdSipFirst};

use crate::{Bus, HwsDriver, InvalidArgument, Outcome};

/// The order in which resources are tried. The default is the registers' reset value: both off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AllocationOrder {
    /// Backfill reserved SIPs before using free ones; if unset, free SIPs come first. This is only a
    /// preference: if just one of the two is possible, it is taken.
    pub use_reserved_first: bool,
    /// Prefer a task that takes every ready SIP of the clusters it uses, even if its priority is
    /// not the highest.
    pub fillup_first: bool,
}

impl<B: Bus> HwsDriver<B> {
    /// Sets the order in which resources are tried.
    ///
    /// Registers: write USE_RSVD_SIP_FIRST, then SIP_FILLUP_TASK_FIRST.
    ///
    /// # Errors
    /// Bus errors.
    #[doc(alias = "configRscAllocation")]
    pub fn set_allocation_order(&mut self, order: AllocationOrder) -> Outcome<(), B> {
        self.begins("configRscAllocation");
        self.write((), UseRsvdSipFirst::from_bits(0).with_enable(order.use_reserved_first))?;
        self.write((), SipFillupTaskFirst::from_bits(0).with_enable(order.fillup_first))
    }

    /// Sets how many kernels of one DAG compete in the P-pool, 1..=4.
    ///
    /// Registers: write P_TOP_K.
    ///
    /// # Errors
    /// An argument error if it is out of range; bus errors.
    pub fn set_p_top_k(&mut self, kernels: u8) -> Outcome<(), B> {
        self.begins("set_p_top_k");
        let k = u32::from(kernels);
        let value = PTopK::from_bits(0).with_k(k).map_err(InvalidArgument::field("kernels", k))?;
        self.write((), value)
    }

    /// Sets whether each admission to a dynamic DAG raises the offline priority of the DAG's other
    /// resident kernels by one.
    ///
    /// Registers: write DYN_DAG_PRIO.
    ///
    /// # Errors
    /// Bus errors.
    pub fn set_age_boost(&mut self, enable: bool) -> Outcome<(), B> {
        self.begins("set_age_boost");
        self.write((), DynDagPrio::from_bits(0).with_age_boost(enable))
    }

    /// Sets whether blocks wait for their L2 and VC grants. Switching this off strands
    /// allocation-only kernels, which finish only while it is on.
    ///
    /// Registers: write ENABLE_SECOND_RSC_SCH.
    ///
    /// # Errors
    /// Bus errors.
    pub fn set_second_resources(&mut self, enable: bool) -> Outcome<(), B> {
        self.begins("set_second_resources");
        self.write((), EnableSecondRscSch::from_bits(0).with_enable(enable))
    }
}
