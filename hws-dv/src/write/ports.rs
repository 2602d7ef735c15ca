//! The signals that are not registers: clock, cycle, ports, and the lanes of events.
//!
//! Names and widths are those of the ports of the RTL, so that both kinds of file are read with the same map.

use crate::map::{LANE_COLUMNS, LANES, Port as MapPort};

/// A port: its scope (none: the top scope), its name and its width in bits.
pub(crate) struct PortInfo {
    pub(crate) scope: Option<&'static str>,
    pub(crate) name: &'static str,
    pub(crate) width: u32,
}

impl PortInfo {
    const fn new(port: MapPort, scope: Option<&'static str>) -> Self {
        Self { scope, name: port.name(), width: port.width() }
    }
}

macro_rules! ports {
    ($($port:ident = $scope:expr;)*) => {
        /// A port, whose number is that of its signal.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Port { $($port,)* }

        /// Every port, by its number.
        pub(crate) const PORTS: &[PortInfo] =
            &[$(PortInfo::new(MapPort::$port, $scope),)*];
    };
}

ports! {
    Clk = None;
    RstN = None;
    Cycle = None;
    TickReq = None;
    TickBusy = None;
    Irq = None;
    ForcedReset = None;
    BusValid = Some("bus");
    BusWrite = Some("bus");
    BusAddr = Some("bus");
    BusWdata = Some("bus");
    BusReady = Some("bus");
    BusErr = Some("bus");
    BusRdata = Some("bus");
    HdrValid = Some("hdr");
    HdrId = Some("hdr");
    HdrEntryId = Some("hdr");
    HdrTdAddr = Some("hdr");
    HdrReady = Some("hdr");
    HdrErr = Some("hdr");
    SmReq = Some("sm");
    SmAddr = Some("sm");
    SmLoader = Some("sm");
    SmRdata = Some("sm");
    SmErr = Some("sm");
    MdmaValid = Some("mdma");
    MdmaThreadIdx = Some("mdma");
    MdmaBlockIdx = Some("mdma");
    MdmaSip = Some("mdma");
    MdmaPhy = Some("mdma");
    MdmaLaunchId = Some("mdma");
    MdmaKernelId = Some("mdma");
    MdmaReport = Some("mdma");
    MdmaEdteVcBase = Some("mdma");
    MdmaEdteVcNum = Some("mdma");
    MdmaParamAddr = Some("mdma");
    MihPush = Some("mih");
    MihDropped = Some("mih");
    MihPushDw0 = Some("mih");
    MihPushDw1 = Some("mih");
    RptComplete = Some("rpt");
    RptPreComplete = Some("rpt");
    RptValid = Some("rpt");
    RptSip = Some("rpt");
    RptLaunchId = Some("rpt");
    RptBlockId = Some("rpt");
    EvN = Some("ev");
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

const _: () = assert!(PORTS.len() == MapPort::OF_HWS, "a port of the HWS is not written");
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
