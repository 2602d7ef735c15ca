//! The signals that are not registers: clock, cycle, ports, and the lanes of events.
//!
//! Names and widths are those of the ports of the RTL, so that both kinds of file are read with the same map.

use crate::map::{LANE_COLUMNS, LANES};

/// A port: its scope (none: the top scope), its name and its width in bits.
pub(crate) struct PortInfo {
    pub(crate) scope: Option<&'static str>,
    pub(crate) name: &'static str,
    pub(crate) width: u32,
}

macro_rules! ports {
    ($($port:ident = $scope:expr, $width:literal;)*) => {
        /// A port, whose number is that of its signal.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Port { $($port,)* }

        /// Every port, by its number.
        pub(crate) const PORTS: &[PortInfo] =
            &[$(PortInfo { scope: $scope, name: crate::map::Port::$port.name(), width: $width },)*];
    };
}

ports! {
    Clk = None, 1;
    RstN = None, 1;
    Cycle = None, 64;
    TickReq = None, 1;
    TickBusy = None, 1;
    Irq = None, 1;
    ForcedReset = None, 1;
    BusValid = Some("bus"), 1;
    BusWrite = Some("bus"), 1;
    BusAddr = Some("bus"), 32;
    BusWdata = Some("bus"), 32;
    BusReady = Some("bus"), 1;
    BusErr = Some("bus"), 1;
    BusRdata = Some("bus"), 32;
    HdrValid = Some("hdr"), 1;
    HdrId = Some("hdr"), 4;
    HdrEntryId = Some("hdr"), 8;
    HdrTdAddr = Some("hdr"), 32;
    HdrReady = Some("hdr"), 1;
    HdrErr = Some("hdr"), 1;
    SmReq = Some("sm"), 1;
    SmAddr = Some("sm"), 32;
    SmLoader = Some("sm"), 1;
    SmRdata = Some("sm"), 32;
    SmErr = Some("sm"), 1;
    MdmaValid = Some("mdma"), 1;
    MdmaThreadIdx = Some("mdma"), 16;
    MdmaBlockIdx = Some("mdma"), 16;
    MdmaSip = Some("mdma"), 5;
    MdmaPhy = Some("mdma"), 5;
    MdmaLaunchId = Some("mdma"), 6;
    MdmaKernelId = Some("mdma"), 32;
    MdmaReport = Some("mdma"), 27;
    MdmaEdteVcBase = Some("mdma"), 8;
    MdmaEdteVcNum = Some("mdma"), 8;
    MdmaParamAddr = Some("mdma"), 32;
    MihPush = Some("mih"), 1;
    MihDropped = Some("mih"), 1;
    MihPushDw0 = Some("mih"), 32;
    MihPushDw1 = Some("mih"), 32;
    RptComplete = Some("rpt"), 1;
    RptPreComplete = Some("rpt"), 1;
    RptValid = Some("rpt"), 1;
    RptSip = Some("rpt"), 5;
    RptLaunchId = Some("rpt"), 6;
    RptBlockId = Some("rpt"), 16;
    EvN = Some("ev"), 5;
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

/// The bits of each column of a lane: the kind of the event, then its values in the order of the keys of the trace.
pub(crate) const LANE_WIDTHS: [u32; LANE_COLUMNS.len()] = [4, 32, 32, 32, 32, 32, 32];

/// The scope of the lanes.
pub(crate) const LANE_SCOPE: &str = "ev";

impl Port {
    /// The number of the signal.
    pub(crate) const fn signal(self) -> usize {
        self as usize
    }
}

/// The number of the signal of a column of a lane.
pub(crate) const fn lane_signal(lane: usize, column: usize) -> usize {
    PORTS.len() + column * LANES + lane
}

/// The number of the first signal that is a register.
pub(crate) const FIRST_REGISTER: usize = PORTS.len() + LANES * LANE_COLUMNS.len();
