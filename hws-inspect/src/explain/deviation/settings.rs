//! Settings as an RTL may apply them by mistake: the opposite switch, a neighbouring value, the wrong sign.

use hws_model::{Assumption, Hws};
use hws_regs::{
    EnableEarlyLaunchSip, EnableSecondRscSch, PTopK, RegId, RegInfo, SipFillupTaskFirst, UseRsvdSipFirst,
};
use hws_types::Rule;

use crate::explain::change::rule_of_register;
use crate::explain::state::{StateFacts, margin_register};

/// A register with another value.
pub(super) struct Setting {
    pub(super) assumption: Assumption,
    pub(super) rule: Option<Rule>,
    pub(super) text: String,
    /// Whether only a comparison at its edge distinguishes it from the present value.
    pub(super) is_edge: bool,
}

impl Setting {
    fn new(id: RegId, value: u32, meaning: &str, is_edge: bool) -> Self {
        let info: &RegInfo = id.info();
        let text = format!("{} = {value:#x} ({meaning})", info.name);
        Self { assumption: Assumption::Register { id, value }, rule: rule_of_register(id), text, is_edge }
    }
}

/// The settings that differ from the present ones by one mistake.
pub(super) fn settings(hws: &Hws) -> Vec<Setting> {
    let state = StateFacts::of(hws);
    let mut settings = margins(state.backfill_offset);
    settings.extend(switches(&state));
    settings.extend(top_k(state.p_top_k));
    settings
}

/// An offset one higher is the comparison remain > est + offset.
fn margins(offset: i64) -> Vec<Setting> {
    let edges = [
        (offset + 1, "one unit more: remain > est + offset"),
        (offset - 1, "one unit less: remain + 1 >= est + offset"),
    ];
    let mistakes = [(0, "no offset"), (-offset, "the other sign")];
    let edges = edges.into_iter().map(|(value, meaning)| (value, meaning, true));
    let mistakes = mistakes.into_iter().filter(|_| offset != 0);
    let all = edges.chain(mistakes.map(|(value, meaning)| (value, meaning, false)));
    let setting = |(value, meaning, is_edge): (i64, &str, bool)| {
        let value = margin_register(value)?.bits();
        Some(Setting::new(RegId::RsvdSipBackfillMarginOffset, value, meaning, is_edge))
    };
    all.filter_map(setting).collect()
}

fn switches(state: &StateFacts) -> Vec<Setting> {
    let early = EnableEarlyLaunchSip::default().with_enable(!state.early_launch).bits();
    let second = EnableSecondRscSch::default().with_enable(!state.second_resources).bits();
    let fill_up = SipFillupTaskFirst::default().with_enable(!state.fill_up_first).bits();
    let reserved = UseRsvdSipFirst::default().with_enable(!state.reserved_first).bits();
    let switches = [
        (RegId::EnableEarlyLaunchSip, early),
        (RegId::EnableSecondRscSch, second),
        (RegId::SipFillupTaskFirst, fill_up),
        (RegId::UseRsvdSipFirst, reserved),
    ];
    let setting =
        |(id, value): (RegId, u32)| Setting::new(id, value, if value == 0 { "off" } else { "on" }, false);
    switches.into_iter().map(setting).collect()
}

fn top_k(present: u32) -> Vec<Setting> {
    let others = [present.checked_sub(1), present.checked_add(1)].into_iter().flatten();
    let setting = |k: u32| {
        let value = PTopK::default().with_k(k).ok()?.bits();
        Some(Setting::new(RegId::PTopK, value, &format!("{k} P-tasks of each DAG"), false))
    };
    others.filter_map(setting).collect()
}
