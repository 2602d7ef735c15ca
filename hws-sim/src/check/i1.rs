//! I1: a SIP runs at most one launch and holds at most one pending; each live launch owns exactly the SIPs
//! of its mask that are not done; two live launches share a SIP only as running and pending.

use hws_types::{LaunchId, Rule, SipMask};

use super::clause::{list, show, sips_where};
use super::view::{LaunchView, SipView, Touched, View};
use super::violation::{Invariant, Resource, Violation};

/// A pending launch is behind a running one, and behind a different one.
///
/// That a SIP runs *at most one* and holds *at most one* follows from the layout of SIP_LAUNCH.
pub(super) fn one_launch_per_place(view: &View, touched: &Touched) -> Result<(), Violation> {
    let is_wrong =
        |sip: &SipView| sip.pending.is_some() && (sip.running.is_none() || sip.running == sip.pending);
    sip_where(view, touched.sips, is_wrong, Rule::Scheduler7_2, |sip| {
        format!("runs {} and holds {} as pending", show(sip.running), show(sip.pending))
    })
}

/// SIP_LAUNCH names live launches only.
pub(super) fn places_name_live_launches(view: &View, touched: &Touched) -> Result<(), Violation> {
    let is_dead = |id: &LaunchId| view.launches[id.index()].is_none();
    let dead = |sip: &SipView| [sip.running, sip.pending].into_iter().flatten().find(is_dead);
    sip_where(
        view,
        touched.sips,
        |sip| dead(sip).is_some(),
        Rule::Scheduler7_3,
        |sip| format!("names {}, which is not live", show(dead(sip))),
    )
}

/// Each live launch owns exactly the SIPs of its mask that are not done, at least one. A launch that was freed owns
/// none; among all SIPs the clause before has found that.
pub(super) fn launches_own_what_is_not_done(view: &View, touched: &Touched) -> Result<(), Violation> {
    let launches = touched.launches().map(|id| (id, view.launches[id.index()]));
    let is_checked = |launch: &Option<LaunchView>| launch.is_some() || !touched.is_all();
    let wrong = launches
        .filter(|(_, launch)| is_checked(launch))
        .find_map(|(id, launch)| Some((id, wrong_sips(view, id, launch, touched.sips)?)));
    match wrong {
        Some((id, how)) => violated(view, Resource::Launch(id), how, Rule::Scheduler7_3),
        None => Ok(()),
    }
}

/// Only touched SIPs can have come to a live launch, and only those of its mask can have been its before.
fn wrong_sips(view: &View, id: LaunchId, launch: Option<LaunchView>, touched: SipMask) -> Option<String> {
    let Some(LaunchView { mask, done, .. }) = launch else {
        let owned = owned_by(view, id, SipMask::ALL);
        return (!owned.is_empty()).then(|| format!("is not live but owns {owned}"));
    };
    if !mask.contains(done) {
        return Some(format!("is done on {done} outside its mask {mask}"));
    }
    let (due, owned) = (mask - done, owned_by(view, id, touched | mask));
    (due.is_empty() || due != owned).then(|| format!("is not done on {due} but owns {owned}"))
}

/// The SIPs of a set that run the launch or hold it as pending.
fn owned_by(view: &View, id: LaunchId, among: SipMask) -> SipMask {
    sips_where(view, among, |sip| sip.names(id))
}

/// Two live launches share a SIP that neither is done with only as running and pending.
///
/// That follows from the clauses before: it is checked when everything is.
pub(super) fn shared_sips_are_running_and_pending(view: &View, touched: &Touched) -> Result<(), Violation> {
    if !touched.is_all() {
        return Ok(());
    }
    let due = |launch: LaunchView| launch.mask - launch.done;
    for sip in shared_sips(view.live().map(|(_, launch)| due(launch))).iter() {
        let on_sip = view.live().filter(|&(_, launch)| due(launch).contains(sip.mask()));
        let sharing: Vec<LaunchId> = on_sip.map(|(id, _)| id).collect();
        let SipView { running, pending, .. } = view.sips[sip.index()];
        if !agrees(&sharing, running, pending) {
            let ids: Vec<u32> = sharing.iter().map(|id| id.get()).collect();
            let how = format!(
                "is shared by launches {}, runs {}, holds {}",
                list(&ids),
                show(running),
                show(pending)
            );
            return violated(view, Resource::Sip(sip), how, Rule::Scheduler7_2);
        }
    }
    Ok(())
}

/// The SIPs in more than one of the masks.
fn shared_sips(masks: impl Iterator<Item = SipMask>) -> SipMask {
    let (_, shared) = masks
        .fold((SipMask::EMPTY, SipMask::EMPTY), |(all, shared), mask| (all | mask, shared | (all & mask)));
    shared
}

fn agrees(sharing: &[LaunchId], running: Option<LaunchId>, pending: Option<LaunchId>) -> bool {
    match *sharing {
        [a, b] => [(Some(a), Some(b)), (Some(b), Some(a))].contains(&(running, pending)),
        _ => false,
    }
}

/// Checks that no SIP of a set is wrong; `how` describes the first one that is.
fn sip_where(
    view: &View,
    among: SipMask,
    is_wrong: impl Fn(&SipView) -> bool,
    rule: Rule,
    how: impl Fn(&SipView) -> String,
) -> Result<(), Violation> {
    match sips_where(view, among, is_wrong).first() {
        Some(sip) => violated(view, Resource::Sip(sip), how(&view.sips[sip.index()]), rule),
        None => Ok(()),
    }
}

fn violated(view: &View, resource: Resource, how: String, rule: Rule) -> Result<(), Violation> {
    Err(Violation::new(Invariant::I1, view.cycle, resource, how, rule))
}
