//! A dump that is compared in parts: from its start to the first difference, and from where the state is known again on.

use std::path::Path;
use std::sync::Arc;

use super::episode::{AfterEpisode, Judge};
use super::{CheckOptions, DumpReport};
use crate::input::{self, STANDARD_INPUT};
use crate::lockstep::{Divergence, Lockstep, LockstepObserver, LockstepOutcome};
use crate::map::{Binding, NameMap};
use crate::sample::Sampler;
use crate::start::{self, Resumption, StartPlace};
use crate::wave::{WaveEnd, WaveError, WaveReader};

/// What the parts have in common.
pub(crate) struct Parts<'a> {
    pub(crate) path: &'a Path,
    pub(crate) map: &'a NameMap,
    pub(crate) binding: Arc<Binding>,
    pub(crate) options: &'a CheckOptions,
}

/// Where a part begins.
pub(super) enum Begin<'a> {
    /// At power-on, or where the options say.
    Start(Option<&'a StartPlace>),
    /// After a difference, in the run of this number.
    Resumption(Resumption, u64),
}

/// What the comparison of a part has found.
pub(super) struct Part {
    pub(super) end: Result<WaveEnd, WaveError>,
    pub(super) outcome: LockstepOutcome,
    pub(super) stamps: u64,
}

/// The dump, read again, and where its next part begins.
type Next = (Box<dyn WaveReader>, Resumption);

impl Parts<'_> {
    pub(super) fn compare(
        &self,
        dump: Box<dyn WaveReader>,
        begin: Begin<'_>,
        judge: Option<Judge>,
        observer: &mut dyn LockstepObserver,
    ) -> Part {
        let lockstep = Lockstep::new(self.map, Arc::clone(&self.binding), dump.may_end_anywhere(), observer);
        let lockstep = lockstep.taking_unknown(self.options.unknown).judged_by(judge);
        let lockstep = match begin {
            Begin::Start(place) => lockstep.starting(place.map(|place| place.hws.clone())),
            Begin::Resumption(Resumption::State { place, time }, epoch) => {
                lockstep.starting(Some(place.hws)).from_time(time, epoch)
            }
            Begin::Resumption(Resumption::Reset { time }, epoch) => lockstep.from_time(time, epoch),
        };
        let lockstep = if self.options.records_inputs { lockstep.recording() } else { lockstep };
        let mut sampler = Sampler::bound(&self.binding, self.map, lockstep);
        let end = dump.read(&self.binding.select, &mut sampler);
        let stamps = sampler.stamps();
        Part { end, outcome: sampler.sink().outcome(), stamps }
    }

    /// Where the comparison goes on after a difference, and the dump, read again.
    fn after(&self, divergence: &Divergence) -> (AfterEpisode, Option<Next>) {
        let nothing = |reason: String| (AfterEpisode::Nothing { reason }, None);
        if self.path == Path::new(STANDARD_INPUT) {
            return nothing("standard input can be read once only; give a file".to_owned());
        }
        let found = match start::resumption(self.options, self.path, self.map, &self.binding, divergence.time)
        {
            Ok(found) => found,
            Err(reason) => return nothing(format!("the registers do not agree again, and {reason}")),
        };
        let after = match &found {
            Resumption::State { place, time } => AfterEpisode::Quiet { cycle: place.cycle(), time: *time },
            Resumption::Reset { time } => AfterEpisode::Reset { time: *time },
        };
        match input::open(self.path, self.options.opening()) {
            Ok(dump) => (after, Some((dump, found))),
            Err(error) => nothing(error.to_string()),
        }
    }
}

impl DumpReport {
    /// Compares from the start on, and goes on after the differences that the judge lets pass.
    pub(super) fn in_parts(
        &mut self,
        dump: Box<dyn WaveReader>,
        parts: &Parts<'_>,
        observer: &mut dyn LockstepObserver,
    ) -> Part {
        let options = parts.options;
        let judge = options.goes_on().then(|| Judge::new(&options.waivers, options.max_differences));
        let mut part = parts.compare(dump, Begin::Start(self.start.as_ref()), judge, observer);
        loop {
            self.episodes.append(&mut part.outcome.episodes);
            let unsettled = self.episodes.last_mut().filter(|last| last.after == AfterEpisode::Unsettled);
            let Some(last) = unsettled else { break };
            let (after, next) = parts.after(&last.divergence);
            last.after = after;
            let Some((dump, resumption)) = next else { break };
            let begin = Begin::Resumption(resumption, last.divergence.epoch);
            let LockstepOutcome { tally, divergence, judge, .. } = part.outcome;
            part = parts.compare(dump, begin, judge, observer);
            part.outcome.tally.add(&tally);
            part.outcome.divergence = divergence.or(part.outcome.divergence);
        }
        self.waivers = part.outcome.judge.take().map_or_else(Vec::new, |judge| judge.waivers);
        part
    }
}
