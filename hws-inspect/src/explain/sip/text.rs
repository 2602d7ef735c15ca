//! The history of a SIP as text.

use std::fmt::{self, Formatter};

use super::{SipExplanation, SipUse, WhyIdle};

impl fmt::Display for SipExplanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let totals = &self.totals;
        writeln!(f, "SIP {}, {} cycles", self.sip.get(), self.end)?;
        for (name, cycles) in [
            ("running", totals.running),
            ("idle, reserved", totals.reserved),
            ("idle", totals.idle),
            ("firmware's", totals.owned),
            ("absent", totals.absent),
        ] {
            if cycles > 0 {
                writeln!(f, "  {name:<15} {cycles:>12}")?;
            }
        }
        self.spans.iter().try_for_each(|span| writeln!(f, "{:>10} .. {}: {}", span.from, span.to, span.used))
    }
}

impl fmt::Display for SipUse {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str("absent: not in SIP_TOPOLOGY (§8.8)"),
            Self::Owned => f.write_str("owned by firmware (§8.4)"),
            Self::Running { launch_id, kernel_id, block, pending } => {
                write!(f, "runs kernel {kernel_id} block {block} (launch {})", launch_id.get())?;
                pending.map_or(Ok(()), |kernel| write!(f, ", kernel {kernel} pending"))
            }
            Self::Idle(why) => write!(f, "idle: {why}"),
        }
    }
}

impl fmt::Display for WhyIdle {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disabled => f.write_str("HWS_CTRL.ENABLE is 0 (§3.1)"),
            Self::NothingResident => f.write_str("no kernel is resident"),
            Self::NothingToLaunch => {
                f.write_str("every resident kernel waits for its trigger or grants (§4.1)")
            }
            Self::Launching { kernel } => write!(f, "the attempt in flight launches {kernel} on it"),
            Self::Reserved { kernel } => write!(f, "reserved for {kernel} (§6.6)"),
            Self::NotAllowed => f.write_str("no candidate has it in affinity and usage mask (§5.1)"),
            Self::SecondResources => f.write_str("its VG or die has no grants for a candidate (§9.1)"),
            Self::NoPlace { kernel } => {
                write!(f, "no candidate has an aligned free place with it, not even {kernel} (§5.2)")
            }
            Self::OtherFirst { kernel } => {
                write!(f, "the attempt in flight launches {kernel} elsewhere (§5.6)")
            }
            Self::InFlight => f.write_str("the attempt in flight was latched before it became idle (§3.1)"),
            Self::Undecided => f.write_str("the next tick begins an attempt"),
        }
    }
}
