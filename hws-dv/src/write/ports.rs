//! The signals that are not registers: clock, cycle, ports, and the lanes of events.
//!
//! Names and widths are those of the ports of the RTL, so that both kinds of file are read with the same map.

/// A port: its scope (none: the top scope), its name and its width in bits.
pub(crate) struct PortInfo {
    pub(crate) scope: Option<&'static str>,
    pub(crate) name: &'static str,
    pub(crate) width: u32,
}

macro_rules! ports {
    ($($port:ident = $scope:expr, $name:literal, $width:literal;)*) => {
        /// A port, whose number is that of its signal.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Port { $($port,)* }

        /// Every port, by its number.
        pub(crate) const PORTS: &[PortInfo] =
            &[$(PortInfo { scope: $scope, name: $name, width: $width },)*];
    };
}

ports! {
    Clk = None, "clk", 1;
    RstN = None, "rst_n", 1;
    Cycle = None, "cycle", 64;
    TickReq = None, "tick_req", 1;
    TickBusy = None, "tick_busy", 1;
    Irq = None, "irq", 1;
    ForcedReset = None, "forced_reset", 1;
    BusValid = Some("bus"), "bus_valid", 1;
    BusWrite = Some("bus"), "bus_write", 1;
    BusAddr = Some("bus"), "bus_addr", 32;
    BusWdata = Some("bus"), "bus_wdata", 32;
    BusReady = Some("bus"), "bus_ready", 1;
    BusErr = Some("bus"), "bus_err", 1;
    BusRdata = Some("bus"), "bus_rdata", 32;
    HdrValid = Some("hdr"), "hdr_valid", 1;
    HdrId = Some("hdr"), "hdr_id", 4;
    HdrEntryId = Some("hdr"), "hdr_entry_id", 8;
    HdrTdAddr = Some("hdr"), "hdr_td_addr", 32;
    HdrReady = Some("hdr"), "hdr_ready", 1;
    HdrErr = Some("hdr"), "hdr_err", 1;
    SmReq = Some("sm"), "sm_req", 1;
    SmAddr = Some("sm"), "sm_addr", 32;
    SmLoader = Some("sm"), "sm_loader", 1;
    SmRdata = Some("sm"), "sm_rdata", 32;
    SmErr = Some("sm"), "sm_err", 1;
    MdmaValid = Some("mdma"), "mdma_valid", 1;
    MdmaThreadIdx = Some("mdma"), "mdma_thread_idx", 16;
    MdmaBlockIdx = Some("mdma"), "mdma_block_idx", 16;
    MdmaSip = Some("mdma"), "mdma_sip", 5;
    MdmaPhy = Some("mdma"), "mdma_phy", 5;
    MdmaLaunchId = Some("mdma"), "mdma_launch_id", 6;
    MdmaKernelId = Some("mdma"), "mdma_kernel_id", 32;
    MdmaReport = Some("mdma"), "mdma_report", 27;
    MdmaEdteVcBase = Some("mdma"), "mdma_edte_vc_base", 8;
    MdmaEdteVcNum = Some("mdma"), "mdma_edte_vc_num", 8;
    MdmaParamAddr = Some("mdma"), "mdma_param_addr", 32;
    MihPush = Some("mih"), "mih_push", 1;
    MihDropped = Some("mih"), "mih_dropped", 1;
    MihPushDw0 = Some("mih"), "mih_push_dw0", 32;
    MihPushDw1 = Some("mih"), "mih_push_dw1", 32;
    RptComplete = Some("rpt"), "rpt_complete", 1;
    RptPreComplete = Some("rpt"), "rpt_pre_complete", 1;
    RptValid = Some("rpt"), "rpt_valid", 1;
    RptSip = Some("rpt"), "rpt_sip", 5;
    RptLaunchId = Some("rpt"), "rpt_launch_id", 6;
    RptBlockId = Some("rpt"), "rpt_block_id", 16;
    EvN = Some("ev"), "ev_n", 5;
}

/// Ports of one bit that describe one edge only: those that are 1 at it, by their numbers. They return to 0 with the
/// next edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pulses(pub(crate) u64);

impl Pulses {
    /// Makes the port 1 if `is_raised`.
    pub(crate) fn set(&mut self, port: Port, is_raised: bool) {
        self.0 |= u64::from(is_raised) << port.signal();
    }
}

// A set of ports is one word.
const _: () = assert!(PORTS.len() <= u64::BITS as usize);

/// The positions of the ones in a word.
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let position = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (position < u64::BITS).then_some(position as usize)
    })
}

/// The number of lanes: at most this many events are shown at one edge.
pub(crate) const LANES: usize = 16;

/// The signals of a lane: the kind of the event, then its values in the order of the keys of the trace.
pub(crate) const LANE_SIGNALS: [(&str, u32); 7] =
    [("ev_kind", 4), ("ev_a", 32), ("ev_b", 32), ("ev_c", 32), ("ev_d", 32), ("ev_e", 32), ("ev_f", 32)];

/// The scope of the lanes.
pub(crate) const LANE_SCOPE: &str = "ev";

impl Port {
    /// The number of the signal.
    pub(crate) const fn signal(self) -> usize {
        self as usize
    }
}

/// The number of the signal `field` of a lane; fields are numbered as in [`LANE_SIGNALS`].
pub(crate) const fn lane_signal(lane: usize, field: usize) -> usize {
    PORTS.len() + field * LANES + lane
}

/// The number of the first signal that is a register.
pub(crate) const FIRST_REGISTER: usize = PORTS.len() + LANES * LANE_SIGNALS.len();
