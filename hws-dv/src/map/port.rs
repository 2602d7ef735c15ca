//! The ports that a lock-step uses, by the names that the reference RTL gives them.

/// Declares the ports and their names, in the order of their place in a sample.
macro_rules! ports {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// A port of the HWS or of the bus in front of it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Port {
            $($(#[$doc])* $variant,)*
        }

        impl Port {
            /// All ports, inputs first.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the default name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

ports! {
    // Sampled before the edge: inputs, and the handshakes of buses that need a wrapper.
    /// Power-on reset.
    RstN = "rst_n",
    /// A CF access.
    BusValid = "bus_valid",
    /// The access is a write.
    BusWrite = "bus_write",
    /// Its byte offset.
    BusAddr = "bus_addr",
    /// The data of a write.
    BusWdata = "bus_wdata",
    /// A push into the HDR port.
    HdrValid = "hdr_valid",
    /// Its hdr_id.
    HdrId = "hdr_id",
    /// Its hdr_entry_id.
    HdrEntryId = "hdr_entry_id",
    /// Its td_addr.
    HdrTdAddr = "hdr_td_addr",
    /// The scheduler clock enable.
    TickReq = "tick_req",
    /// The word that was asked for.
    SmRdata = "sm_rdata",
    /// The word is refused.
    SmErr = "sm_err",
    /// APB.
    Psel = "psel",
    /// APB.
    Penable = "penable",
    /// APB.
    Pwrite = "pwrite",
    /// APB.
    Paddr = "paddr",
    /// APB.
    Pwdata = "pwdata",
    /// APB.
    Pready = "pready",
    /// APB.
    Prdata = "prdata",
    /// APB.
    Pslverr = "pslverr",
    /// AXI4-Lite, write address.
    Awvalid = "awvalid",
    /// AXI4-Lite, write address.
    Awready = "awready",
    /// AXI4-Lite, write address.
    Awaddr = "awaddr",
    /// AXI4-Lite, write data.
    Wvalid = "wvalid",
    /// AXI4-Lite, write data.
    Wready = "wready",
    /// AXI4-Lite, write data.
    Wdata = "wdata",
    /// AXI4-Lite, write response.
    Bvalid = "bvalid",
    /// AXI4-Lite, write response.
    Bready = "bready",
    /// AXI4-Lite, write response.
    Bresp = "bresp",
    /// AXI4-Lite, read address.
    Arvalid = "arvalid",
    /// AXI4-Lite, read address.
    Arready = "arready",
    /// AXI4-Lite, read address.
    Araddr = "araddr",
    /// AXI4-Lite, read data.
    Rvalid = "rvalid",
    /// AXI4-Lite, read data.
    Rready = "rready",
    /// AXI4-Lite, read data.
    Rdata = "rdata",
    /// AXI4-Lite, read data.
    Rresp = "rresp",
    // Sampled at the end of the time stamp of the edge: outputs.
    /// The clock itself.
    Clk = "clk",
    /// A tick goes on.
    TickBusy = "tick_busy",
    /// Ticks completed.
    Cycle = "cycle",
    /// The access was taken.
    BusReady = "bus_ready",
    /// It is a bus error.
    BusErr = "bus_err",
    /// The data of a read.
    BusRdata = "bus_rdata",
    /// The push was taken.
    HdrReady = "hdr_ready",
    /// The push was refused.
    HdrErr = "hdr_err",
    /// A word of shared memory is asked for.
    SmReq = "sm_req",
    /// For a new descriptor.
    SmLoader = "sm_loader",
    /// Its byte address.
    SmAddr = "sm_addr",
    /// An MDMA command.
    MdmaValid = "mdma_valid",
    /// MDMA command.
    MdmaThreadIdx = "mdma_thread_idx",
    /// MDMA command.
    MdmaBlockIdx = "mdma_block_idx",
    /// MDMA command.
    MdmaSip = "mdma_sip",
    /// MDMA command.
    MdmaPhy = "mdma_phy",
    /// MDMA command.
    MdmaLaunchId = "mdma_launch_id",
    /// MDMA command.
    MdmaKernelId = "mdma_kernel_id",
    /// MDMA command: the value for SIP_REPORT_COMPLETE.
    MdmaReport = "mdma_report",
    /// MDMA command.
    MdmaEdteVcBase = "mdma_edte_vc_base",
    /// MDMA command.
    MdmaEdteVcNum = "mdma_edte_vc_num",
    /// MDMA command.
    MdmaParamAddr = "mdma_param_addr",
    /// A message entered the MIH FIFO.
    MihPush = "mih_push",
    /// A message was dropped.
    MihDropped = "mih_dropped",
    /// The last message.
    MihPushDw0 = "mih_push_dw0",
    /// The last message.
    MihPushDw1 = "mih_push_dw1",
    /// A complete report.
    RptComplete = "rpt_complete",
    /// A pre-complete report.
    RptPreComplete = "rpt_pre_complete",
    /// The report was accepted.
    RptValid = "rpt_valid",
    /// The reporting SIP.
    RptSip = "rpt_sip",
    /// The launch that it names.
    RptLaunchId = "rpt_launch_id",
    /// The block that it names.
    RptBlockId = "rpt_block_id",
    /// The interrupt line.
    Irq = "irq",
    /// A soft reset with FORCE.
    ForcedReset = "forced_reset",
    /// The number of valid monitor lanes.
    EvN = "ev_n",
}

impl Port {
    /// The number of ports that are sampled before the edge.
    pub const SAMPLED_BEFORE: usize = Self::Clk as usize;
    /// The number of ports.
    pub const COUNT: usize = Self::ALL.len();

    /// Returns the number of bits that the port has in the reference RTL, or on the bus of a wrapper.
    #[must_use]
    pub fn width(self) -> u32 {
        match self {
            Self::Cycle => 64,
            Self::HdrId => 4,
            Self::EvN | Self::MdmaSip | Self::MdmaPhy | Self::RptSip => 5,
            Self::MdmaLaunchId | Self::RptLaunchId => 6,
            Self::HdrEntryId | Self::MdmaEdteVcBase | Self::MdmaEdteVcNum => 8,
            Self::MdmaThreadIdx | Self::MdmaBlockIdx | Self::RptBlockId => 16,
            Self::MdmaReport => 27,
            Self::Bresp | Self::Rresp => 2,
            Self::BusAddr
            | Self::BusWdata
            | Self::BusRdata
            | Self::HdrTdAddr
            | Self::SmRdata
            | Self::SmAddr
            | Self::MdmaKernelId
            | Self::MdmaParamAddr
            | Self::MihPushDw0
            | Self::MihPushDw1
            | Self::Paddr
            | Self::Pwdata
            | Self::Prdata
            | Self::Awaddr
            | Self::Wdata
            | Self::Araddr
            | Self::Rdata => 32,
            _ => 1,
        }
    }

    /// Returns whether the port drives the HWS: its value is used, not compared.
    #[must_use]
    pub fn is_input(self) -> bool {
        (self as usize) < Self::SAMPLED_BEFORE
    }

    /// Returns whether the port answers an access on a bus that is not the flat one: sampled with the handshakes, and
    /// compared.
    #[must_use]
    pub fn is_answer(self) -> bool {
        matches!(self, Self::Prdata | Self::Pslverr | Self::Bresp | Self::Rdata | Self::Rresp)
    }

    /// Returns whether only a bus that is not the flat one has the port.
    #[must_use]
    pub fn is_of_wrapper(self) -> bool {
        Self::Psel <= self && self <= Self::Rresp
    }

    /// Returns whether the port belongs to the flat bus.
    #[must_use]
    pub fn is_of_flat_bus(self) -> bool {
        (Self::BusValid <= self && self <= Self::BusWdata)
            || (Self::BusReady <= self && self <= Self::BusRdata)
    }
}

#[cfg(test)]
mod tests {
    use super::Port;

    #[test]
    fn a_port_is_its_place_in_the_list() {
        assert!(Port::ALL.iter().enumerate().all(|(place, port)| *port as usize == place));
        assert_eq!(Port::ALL.iter().filter(|port| port.is_input()).count(), Port::SAMPLED_BEFORE);
    }
}
