//! The explanation of an attempt as text.

use std::fmt::{self, Formatter};

use hws_model::{Pool, TaskMasks};

use super::build::refused;
use super::{AttemptExplanation, AttemptWindow, BackfillGroup, Candidate, Chosen};
use crate::explain::reason::{Reason, pool_name};
use crate::explain::words::{Sips, count, list};

/// The number of changes shown for each kernel; the data has all.
const SHOWN: usize = 4;

impl fmt::Display for AttemptExplanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.heading(f)?;
        writeln!(f, "{}", self.state)?;
        self.result(f)?;
        self.candidates.iter().enumerate().try_for_each(|(index, one)| self.candidate(f, index, one))?;
        if !self.outside.is_empty() {
            writeln!(f, "\nin no pool")?;
        }
        self.outside.iter().try_for_each(|one| {
            writeln!(f, "  {}", one.facts.kernel)?;
            reasons(f, one)
        })?;
        if !self.unseen.is_empty() {
            writeln!(f, "\nadmitted since LATCH, so not seen by the attempt (§3.1)")?;
        }
        self.unseen.iter().try_for_each(|kernel| writeln!(f, "  {kernel}"))
    }
}

impl AttemptExplanation {
    fn heading(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.attempt {
            Some(AttemptWindow { latch, commit, committed }) => {
                let end = if committed { "" } else { ", which was not reached" };
                writeln!(f, "cycle {}: the attempt from LATCH {latch} to COMMIT {commit}{end}", self.cycle)?;
            }
            None => {
                let why = list(&self.no_attempt);
                writeln!(f, "cycle {}: no attempt is in flight: {why} (§3.1)", self.cycle)?;
            }
        }
        if self.next_latched {
            writeln!(f, "  another attempt is latched in this cycle; ask for cycle {}", self.cycle.after(1))?;
        }
        let when = if self.attempt.is_some() { "at LATCH" } else { "after this tick" };
        writeln!(f, "\nstate {when}")
    }

    fn result(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.merged_groups().iter().try_for_each(|group| self.group(f, group))?;
        for cancelled in &self.cancelled {
            let (kernel, sips) = (cancelled.kernel, Sips(cancelled.sips));
            writeln!(f, "  cancelled   {sips}: the reservation of {kernel} was stale (§6.6)")?;
        }
        writeln!(f, "\ndecision")?;
        match &self.chosen {
            Some(chosen) if self.attempt.is_some() => writeln!(f, "  {chosen}")?,
            Some(chosen) => writeln!(f, "  if an attempt were latched: {chosen}")?,
            None if self.candidates.is_empty() => writeln!(f, "  nothing: no kernel is in a pool")?,
            None => writeln!(f, "  nothing: no candidate has a place")?,
        }
        for block in &self.launched {
            let (id, sips) = (block.launch_id.get(), Sips(block.sips));
            writeln!(f, "  COMMIT launched block {} as launch {id} on {sips}", block.block)?;
        }
        if let Some(promoted) = &self.promoted {
            let (kernel, sips) = (promoted.kernel, Sips(promoted.sips));
            let rule = promoted.rule.name();
            writeln!(f, "  COMMIT promoted {kernel} {rule} and reserved {sips} (§6.5, §6.6)")?;
        }
        if !self.candidates.is_empty() {
            writeln!(f, "\ncandidates in their order")?;
        }
        Ok(())
    }

    /// Groups that differ only in their SIPs are one line.
    fn merged_groups(&self) -> Vec<BackfillGroup> {
        let mut merged: Vec<BackfillGroup> = Vec::new();
        for group in &self.groups {
            let alike = |other: &&mut BackfillGroup| BackfillGroup { sips: group.sips, ..**other } == *group;
            match merged.iter_mut().find(alike) {
                Some(other) => other.sips |= group.sips,
                None => merged.push(*group),
            }
        }
        merged
    }

    fn group(&self, f: &mut Formatter<'_>, group: &BackfillGroup) -> fmt::Result {
        let by = group.by.map_or_else(String::new, |by| format!(" for {by}"));
        write!(f, "  reserved    {}{by}: ", Sips(group.sips))?;
        match group.threads {
            1 => writeln!(f, "for one thread, so never backfilled (§5.5)"),
            _ => writeln!(f, "{} remain, so backfilled by estimates up to {}", units(group.remain), {
                i64::from(group.remain) - self.state.backfill_offset
            }),
        }
    }

    fn candidate(&self, f: &mut Formatter<'_>, index: usize, one: &Candidate) -> fmt::Result {
        let facts = &one.facts;
        let in_pool = one.pool.map_or("", Pool::name);
        write!(f, "  {}. {in_pool}  {}, {}", index + 1, facts.kernel, count(facts.threads, "SIP"))?;
        if facts.cooperative {
            write!(f, " × {} together", count(facts.blocks, "block"))?;
        } else {
            write!(f, ", {} of {} launched", facts.launched, count(facts.blocks, "block"))?;
        }
        write!(f, ", estimate {}, offline {}", facts.est_exec_time, facts.offline_priority)?;
        if let Some(online) = one.online_priority {
            write!(f, ", online {online}, passed over {}", count(facts.fail_times, "time"))?;
        }
        writeln!(f)?;
        if let Some(masks) = &one.masks {
            self.masks(f, one, masks)?;
        }
        reasons(f, one)
    }

    fn masks(&self, f: &mut Formatter<'_>, one: &Candidate, masks: &TaskMasks) -> fmt::Result {
        let facts = &one.facts;
        writeln!(
            f,
            "       may use     {} (affinity {}, usage mask {})",
            Sips(masks.allowed),
            facts.affinity,
            facts.usage_mask
        )?;
        let places = match one.places.is_empty() {
            true => "no aligned place is ready".to_owned(),
            false => format!("aligned places are ready at {}", Sips(one.places)),
        };
        writeln!(f, "       usable now  {}; {places}", Sips(masks.usable))?;
        if !facts.reserved.is_empty() {
            writeln!(f, "       reserved    {} for it", Sips(facts.reserved))?;
        }
        if !refused(one).is_empty() {
            let needed = i64::from(facts.est_exec_time) + self.state.backfill_offset;
            writeln!(f, "       backfill    not {}: {needed} must remain", Sips(refused(one)))?;
        }
        if self.state.second_resources && (facts.needs_l2 || facts.needs_vc) {
            let (vgs, dies) = (facts.open_vgs, facts.open_dies);
            writeln!(f, "       resources   open VGs {vgs:#04x}, open dies {dies:#x}")?;
        }
        for place in &one.options {
            let fill_up = if place.is_fill_up { ", a fill-up" } else { "" };
            writeln!(f, "       option      {}: {}{fill_up}", place.way, Sips(place.sips))?;
        }
        Ok(())
    }
}

fn reasons(f: &mut Formatter<'_>, one: &Candidate) -> fmt::Result {
    writeln!(f, "       {}", one.reason)?;
    if let Some(started) = one.started {
        writeln!(f, "       launched at {started}")?;
    }
    let is_launched = matches!(one.reason, Reason::Launching | Reason::AllocationOnly);
    if one.why_not.is_empty() && !is_launched {
        writeln!(f, "       why not: no small change would have started it")?;
    }
    for why_not in one.why_not.iter().take(SHOWN) {
        writeln!(f, "       why not: {why_not}")?;
        why_not.lines.iter().try_for_each(|line| writeln!(f, "         {line}"))?;
    }
    Ok(())
}

fn units(units: u32) -> String {
    count(units, "unit")
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let blocks: Vec<_> = self.blocks.iter().map(|&sips| Sips(sips)).collect();
        let (kernel, pool, rule) = (self.kernel, pool_name(self.pool), self.rule);
        write!(f, "{kernel} of the {pool}: {rule} (§5.6)\n  on {}: {}", list(&blocks), self.way)
    }
}
