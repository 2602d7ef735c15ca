//! Reasons, outcomes and errors in words.

use hws_types::{MihMessage, Rule};
use serde::Serialize;

use crate::run::error_field;
use crate::timeline::{FirmwareAccess, InterruptSpan, ReservationOutcome, TroubleKind, Why};

/// A description.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Words {
    /// A word or two.
    name: &'static str,
    /// A sentence; `{}` is replaced by the kernel that is the reason.
    text: &'static str,
    /// The citation of a rule, or of a section of the planner; empty if nothing defines it.
    section: &'static str,
}

/// The number of reasons.
pub(super) const REASONS: usize = 15;

/// The word or two for a reason.
pub(super) const fn name(why: Why) -> &'static str {
    reason(why).name
}

/// The reasons, by [`code`].
pub(super) const EVERY: [Why; REASONS] = [
    Why::HdrPort,
    Why::ReadyStation,
    Why::Trigger,
    Why::Grants,
    Why::NotInPool,
    Why::NothingAllowed,
    Why::NoPlace,
    Why::Reserved { by: 0 },
    Why::Outranked { by: 0 },
    Why::Attempt,
    Why::Credits,
    Why::Parameters,
    Why::Window,
    Why::Firmware,
    Why::Unrecorded,
];

pub(super) const fn code(why: Why) -> usize {
    match why {
        Why::HdrPort => 0,
        Why::ReadyStation => 1,
        Why::Trigger => 2,
        Why::Grants => 3,
        Why::NotInPool => 4,
        Why::NothingAllowed => 5,
        Why::NoPlace => 6,
        Why::Reserved { .. } => 7,
        Why::Outranked { .. } => 8,
        Why::Attempt => 9,
        Why::Credits => 10,
        Why::Parameters => 11,
        Why::Window => 12,
        Why::Firmware => 13,
        Why::Unrecorded => 14,
    }
}

pub(super) fn reasons() -> [Words; REASONS] {
    EVERY.map(reason)
}

const fn reason(why: Why) -> Words {
    let (name, text, section) = match why {
        Why::HdrPort => ("HDR FIFO full", "The HDR FIFO had no room for it", Rule::Scheduler2_1.cite()),
        Why::ReadyStation => (
            "Ready Station",
            "The loader had not read its descriptor, or the Ready Station had no free entry",
            Rule::Scheduler2_2.cite(),
        ),
        Why::Trigger => {
            ("trigger", "BLOCK_TRIGGER_CNT did not allow a further block yet", Rule::Scheduler4_1.cite())
        }
        Why::Grants => ("grants", "Firmware had not granted the L2 or VCs it needs", Rule::Scheduler9.cite()),
        Why::NotInPool => (
            "not in pool",
            "It was not among the P_TOP_K of its graph, or its graph had no slot, and no O-task was chosen",
            Rule::Scheduler4_2.cite(),
        ),
        Why::NothingAllowed => (
            "nothing allowed",
            "No SIP of the machine is in both its affinity and the usage mask of its size class",
            Rule::Scheduler5_1.cite(),
        ),
        Why::NoPlace => {
            ("no place", "No aligned place was free among the SIPs it may use", Rule::Scheduler5_2.cite())
        }
        Why::Reserved { .. } => (
            "reserved",
            "Its place was reserved for {}, and the backfill condition did not hold",
            Rule::Scheduler5_5.cite(),
        ),
        Why::Outranked { .. } => {
            ("outranked", "It had a place, but the attempt chose {}", Rule::Scheduler5_6.cite())
        }
        Why::Credits => {
            ("credits", "Firmware held it back until blocks of other kernels had finished", "planner.md §5")
        }
        Why::Parameters => (
            "parameter slots",
            "Firmware held it back until a slot for parameters was free",
            Rule::Scheduler4_1.cite(),
        ),
        Why::Window => {
            ("window", "Firmware held it back: its window of blocks was 0", Rule::Scheduler4_1.cite())
        }
        Why::Firmware => (
            "firmware",
            "Firmware, which pushes it itself, was busy, pushed other kernels first, or had no room in its FIFO",
            Rule::Scheduler2_1.cite(),
        ),
        Why::Unrecorded => ("not recorded", "It was not pushed, and the reason was not recorded", ""),
        Why::Attempt => ("attempt", "The attempt that launches it was in flight", Rule::Scheduler3_1.cite()),
    };
    Words { name, text, section }
}

/// By [`outcome`].
pub(super) const OUTCOMES: [&str; 4] = [
    "ended: the kernel launched a block",
    "cancelled: it had become stale (scheduler.md §6.6)",
    "dropped by a reset",
    "still open when the run ended",
];

pub(super) const fn outcome(outcome: ReservationOutcome) -> u64 {
    match outcome {
        ReservationOutcome::Launched => 0,
        ReservationOutcome::Cancelled => 1,
        ReservationOutcome::Dropped => 2,
        ReservationOutcome::Open => 3,
    }
}

pub(super) fn trouble(kind: TroubleKind) -> Words {
    let (name, text, section) = match kind {
        TroubleKind::Error(bit) => {
            let (name, text) =
                error_field(bit).map_or(("ERR_STATUS", ""), |field| (field.name, field.description));
            (name, text, Rule::Registers5.cite())
        }
        TroubleKind::MessageDropped => {
            ("message dropped", "The MIH FIFO had no room for a message.", Rule::Interfaces4.cite())
        }
        TroubleKind::BusError => {
            ("bus error", "The register window refused an access.", Rule::Registers1.cite())
        }
        TroubleKind::SoftReset(true) => (
            "forced soft reset",
            "HWS_CTRL.SOFT_RESET with FORCE: everything except the settings was reset.",
            Rule::Scheduler8_5.cite(),
        ),
        TroubleKind::SoftReset(false) => (
            "soft reset",
            "HWS_CTRL.SOFT_RESET: everything except the settings was reset.",
            Rule::Scheduler8_5.cite(),
        ),
    };
    Words { name, text, section }
}

/// What an access does.
pub(super) const fn access(access: &FirmwareAccess) -> &'static str {
    match (access.is_write, access.is_refused) {
        (false, false) => "read",
        (true, false) => "write",
        (false, true) => "refused read of",
        (true, true) => "refused write of",
    }
}

/// Why the interrupt line was high.
pub(super) const fn interrupt(line: &InterruptSpan) -> &'static str {
    match (line.has_message, line.has_error) {
        (true, true) => "messages and errors",
        (false, true) => "errors",
        (_, false) => "messages",
    }
}

/// The kind of a message, as interfaces.md §4 calls it.
pub(super) const fn message(message: MihMessage) -> &'static str {
    match message {
        MihMessage::Result { .. } => "RESULT",
        MihMessage::SchedInfo { .. } => "SCHED_INFO",
        MihMessage::BlockFinish { .. } => "BLOCK_FINISH",
        MihMessage::Notify { .. } => "NOTIFY",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hws_model::ErrorBit;

    #[test]
    fn every_code_finds_its_own_words() {
        EVERY.iter().enumerate().for_each(|(place, &why)| assert_eq!(code(why), place));
    }

    #[test]
    fn only_reasons_that_are_kernels_name_one() {
        EVERY.iter().for_each(|&why| assert_eq!(why.blamed().is_some(), reason(why).text.contains("{}")));
    }

    #[test]
    fn an_error_has_the_datasheet_s_name_and_words() {
        let words = trouble(TroubleKind::Error(ErrorBit::TdCluster));
        assert_eq!(words.name, "TD_CLUSTER");
        assert!(!words.text.is_empty());
    }
}
