//! The history of a SIP as text.

use std::fmt::{self, Formatter};

use hws_types::Rule;

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
            Self::Absent => write!(f, "absent: not in SIP_TOPOLOGY ({})", Rule::Scheduler8_8.section()),
            Self::Owned => write!(f, "owned by firmware ({})", Rule::Scheduler8_4.section()),
            Self::Running { launch_id, kernel_id, block, pending } => {
                write!(f, "runs kernel {kernel_id} block {block} (launch {})", launch_id.get())?;
                pending.map_or(Ok(()), |kernel| write!(f, ", kernel {kernel} pending"))
            }
            Self::Idle(why) => write!(f, "idle: {why}"),
        }
    }
}

impl WhyIdle {
    /// The section of the specification that keeps the SIP idle; `None` if nothing does.
    const fn rule(&self) -> Option<Rule> {
        match self {
            Self::NothingResident | Self::Launching { .. } | Self::Undecided => None,
            Self::Disabled | Self::InFlight => Some(Rule::Scheduler3_1),
            Self::NothingToLaunch => Some(Rule::Scheduler4_1),
            Self::Reserved { .. } => Some(Rule::Scheduler6_6),
            Self::NotAllowed => Some(Rule::Scheduler5_1),
            Self::SecondResources => Some(Rule::Scheduler9_1),
            Self::NoPlace { .. } => Some(Rule::Scheduler5_2),
            Self::OtherFirst { .. } => Some(Rule::Scheduler5_6),
        }
    }

    /// The sentence without its section.
    fn sentence(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disabled => f.write_str("HWS_CTRL.ENABLE is 0"),
            Self::NothingResident => f.write_str("no kernel is resident"),
            Self::NothingToLaunch => f.write_str("every resident kernel waits for its trigger or grants"),
            Self::Launching { kernel } => write!(f, "the attempt in flight launches {kernel} on it"),
            Self::Reserved { kernel } => write!(f, "reserved for {kernel}"),
            Self::NotAllowed => f.write_str("no candidate has it in affinity and usage mask"),
            Self::SecondResources => f.write_str("its VG or die has no grants for a candidate"),
            Self::NoPlace { kernel } => {
                write!(f, "no candidate has an aligned free place with it, not even {kernel}")
            }
            Self::OtherFirst { kernel } => {
                write!(f, "the attempt in flight launches {kernel} elsewhere")
            }
            Self::InFlight => f.write_str("the attempt in flight was latched before it became idle"),
            Self::Undecided => f.write_str("the next tick begins an attempt"),
        }
    }
}

impl fmt::Display for WhyIdle {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.sentence(f)?;
        self.rule().map_or(Ok(()), |rule| write!(f, " ({})", rule.section()))
    }
}
