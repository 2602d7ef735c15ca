//! The events of one step, until its state is judged.

use hws_model::{ErrorBit, Event};
use hws_types::{Cycle, Entry, LaunchId, Sip, SipMask, TaskIds};

use crate::check::i9::Request;
use crate::check::launched::{Judged, Launched};
use crate::check::view::View;

/// The events of one step, until its state is judged.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    /// Launches of the COMMIT, in order.
    pub(super) launches: Vec<Launched>,
    /// Kernels that left the Ready Station.
    pub(super) left: Vec<(Entry, u32)>,
    /// Entries whose descriptor was read again.
    pub(super) refreshed: Vec<Entry>,
    /// Reservations made by promotions.
    pub(super) promoted: Vec<(Entry, SipMask)>,
    /// Requests for second resources.
    pub(super) requests: Vec<(Cycle, Request)>,
    /// Messages dropped.
    pub(super) drops: usize,
    /// ERR_STATUS conditions.
    pub(super) errors: Vec<ErrorBit>,
    /// The ids of the last of them.
    pub(super) error_ids: TaskIds,
    /// The state that the COMMIT is judged by.
    pub(super) latched: Option<Box<View>>,
    pub(super) is_commit: bool,
    /// Complete and pre-complete reports that took effect.
    pub(super) reports: Vec<(Sip, LaunchId)>,
    /// HRM_FW_OWNED after the claims and releases so far.
    pub(super) owned: Option<SipMask>,
    /// SIPs whose reservation is cancelled in this step, which is after the claims.
    pub(super) cancelled: SipMask,
    /// Whether a command was retired that was written before the checker was attached.
    pub(super) has_unknown_command: bool,
    pub(super) is_reset: bool,
    /// Whether the step is an access or push, and not time.
    pub(super) has_act: bool,
    /// Whether nothing but reports of SIPs has taken effect.
    pub(super) is_of_reports: bool,
}

impl Batch {
    /// Notes what has to be known before the first event is heard.
    pub(super) fn begin(&mut self, has_act: bool, events: &[(Cycle, Event)]) {
        (self.has_act, self.is_of_reports) = (has_act, !has_act);
        for (_, event) in events {
            match *event {
                Event::Complete { .. } | Event::PreComplete { .. } => {}
                Event::Cancel { mask, .. } => {
                    (self.cancelled, self.is_of_reports) = (self.cancelled | mask, false)
                }
                _ => self.is_of_reports = false,
            }
        }
    }

    pub(super) fn has(&self, bits: &[ErrorBit]) -> bool {
        self.errors.iter().any(|bit| bits.contains(bit))
    }

    /// The launches with the state they are judged by.
    pub(super) fn judged(&self) -> impl Iterator<Item = Judged<'_>> {
        let latched = self.latched.as_deref();
        self.launches.iter().filter_map(move |&launch| {
            let latched = latched?;
            latched.tasks[launch.entry.index()].as_ref().map(|task| Judged { launch, task, latched })
        })
    }

    /// Forgets what has been noted.
    pub(super) fn end(&mut self) {
        if self.is_of_reports { self.reports.clear() } else { self.clear() }
    }

    /// Forgets everything, but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.launches.clear();
        self.left.clear();
        self.refreshed.clear();
        self.promoted.clear();
        self.errors.clear();
        self.requests.clear();
        self.drops = 0;
        self.latched = None;
        self.is_commit = false;
        self.reports.clear();
        (self.owned, self.cancelled) = (None, SipMask::EMPTY);
        (self.has_unknown_command, self.is_reset) = (false, false);
    }
}
