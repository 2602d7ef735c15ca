//! Every call once, on the model, with its documented recovery from a bus fault.

use std::fmt::Debug;

use fw_api::regs::{
    RegId, RegIndex, RsIds,
    params::{FW_TASK_FIFO, TD_READ_CYCLES},
};
use fw_api::types::{Entry, LaunchId, Sip, SipMask, SipReport, TaskDescriptor, ThreadNum, Topology};
use fw_api::*;
use hws_model::BusError;

use crate::model::model_bus::ModelBus;
use crate::model::worlds::{
    FREE_TAG, IDS, TAG, TAKEN, TASK, firmware_input, fresh, launched, owning, reporting, resident, searching,
    unrefreshed, with_dag, with_errors,
};

pub(crate) type Failure = Error<FaultyError<BusError>>;
/// A command that need not have retired when the call returns.
const ROOM: &[Wait] = &[Wait::CommandRoom];
const ROOM_AND_RETIREMENT: &[Wait] = &[Wait::CommandRoom, Wait::CommandRetired];

/// The result of a call, as text; empty if a recovered call may return something else.
pub(crate) type Answer = Result<String, Failure>;
/// Sees every access that is delivered.
pub(crate) type Listener<'a> = Box<dyn FnMut(&BusAccess<&BusError>) + 'a>;
pub(crate) type Fw<'a> = HwsDriver<Faulty<Traced<&'a mut ModelBus, Listener<'a>>>>;
type Call = fn(&mut Fw<'_>, &mut Tags) -> Answer;

/// Firmware's own table of DAGs.
pub(crate) struct Tags(DagTable<8>);

/// The DAG that every table contains, with FREE_TAG.
const KNOWN_DAG: u32 = 77;

impl Tags {
    /// A table with one DAG.
    pub(crate) fn prepared() -> Self {
        let mut table = DagTable::new();
        let mut bus = fresh();
        let tag = HwsDriver::new(&mut bus).open_dag(&mut table, KNOWN_DAG, DagKind::Dynamic).unwrap();
        assert_eq!(tag, FREE_TAG);
        Self(table)
    }
}

pub(crate) struct Case {
    /// The call's name, followed by a space and its form, if it has several.
    pub(crate) name: &'static str,
    pub(crate) world: fn() -> ModelBus,
    pub(crate) call: Call,
    /// What firmware does after a bus error; usually it repeats the call.
    pub(crate) recovery: Call,
    /// Registers in which a repeated call is visible.
    pub(crate) differing: &'static [RegId],
    /// The bounded waits of the call.
    pub(crate) waits: &'static [Wait],
}

impl Case {
    pub(crate) fn call_name(&self) -> &str {
        self.name.split(' ').next().unwrap_or_default()
    }

    fn recovered_by(self, recovery: Call) -> Self {
        Self { recovery, ..self }
    }

    fn waiting_for(self, waits: &'static [Wait]) -> Self {
        Self { waits, ..self }
    }

    fn differing_in(self, differing: &'static [RegId]) -> Self {
        Self { differing, ..self }
    }
}

fn case(name: &'static str, world: fn() -> ModelBus, call: Call) -> Case {
    Case { name, world, call, recovery: call, differing: &[], waits: &[] }
}

/// The whole answer has to be the same after a recovery.
fn said<T: Debug>(answer: Result<T, Failure>) -> Answer {
    answer.map(|value| format!("{value:?}"))
}

/// Only the success has to be the same.
fn done<T>(answer: Result<T, Failure>) -> Answer {
    answer.map(|_| String::new())
}

fn four() -> ThreadNum {
    ThreadNum::new(4).unwrap()
}

fn report() -> SipReport {
    SipReport { launch_id: LaunchId::wrapping(0), block_id: 0, sip: Sip::wrapping(28) }
}

pub(crate) fn all() -> Vec<Case> {
    let mut cases = identity_and_mode();
    cases.extend(machine());
    cases.extend(policy());
    cases.extend(masks_and_claims());
    cases.extend(dags());
    cases.extend(flow());
    cases.extend(messages_and_launches());
    cases.extend(state());
    cases
}

fn identity_and_mode() -> Vec<Case> {
    vec![
        case("identify", fresh, |hws, _| said(hws.identify())),
        case("status", resident, |hws, _| said(hws.status())),
        case("set_mode", fresh, |hws, _| said(hws.set_mode(OutPath::Mih, InPath::Firmware))),
        case("set_report", fresh, |hws, _| said(hws.set_report(true))),
        case("mode", firmware_input, |hws, _| said(hws.mode())),
        case("enable", resident, |hws, _| said(hws.enable())),
        case("disable", searching, |hws, _| said(hws.disable())).waiting_for(&[Wait::AttemptCommitted]),
        case("is_enabled", searching, |hws, _| said(hws.is_enabled())),
        case("soft_reset", with_errors, |hws, _| said(hws.soft_reset())),
        case("soft_reset_after_sip_reset", launched, |hws, _| {
            said(hws.soft_reset_after_sip_reset(EverySipWasReset::i_have_reset_every_sip()))
        }),
    ]
}

fn machine() -> Vec<Case> {
    vec![
        case("set_topology", fresh, |hws, _| said(hws.set_topology(Topology::new(3, 8).unwrap()))),
        case("topology", fresh, |hws, _| said(hws.topology())),
        case("present_sips", fresh, |hws, _| said(hws.present_sips())),
        case("set_xmc_map", fresh, |hws, _| {
            said(hws.set_xmc_map(&std::array::from_fn(|i| Sip::wrapping(31 - i as u32))))
        }),
        case("physical_sip", fresh, |hws, _| said(hws.physical_sip(Sip::wrapping(7)))),
        case("set_time_unit", fresh, |hws, _| said(hws.set_time_unit(10))),
        case("time_unit", fresh, |hws, _| said(hws.time_unit())),
        case("set_descriptor_offset", fresh, |hws, _| said(hws.set_descriptor_offset(128))),
        case("set_launch_delay", fresh, |hws, _| said(hws.set_launch_delay(30))),
        case("enable_interrupts", fresh, |hws, _| {
            said(hws.enable_interrupts(Interrupts { message: true, error: true }))
        }),
        case("interrupts", launched, |hws, _| said(hws.interrupts())),
    ]
}

fn policy() -> Vec<Case> {
    vec![
        case("set_priority_ratio", fresh, |hws, _| said(hws.set_priority_ratio(3, 7))),
        case("set_priority_table", fresh, |hws, _| {
            said(hws.set_priority_table(&std::array::from_fn(|i| 5 * i as u32)))
        }),
        case("set_early_launch (estimate)", fresh, |hws, _| {
            said(hws.set_early_launch(true, PreIdleSource::HwsEstimate { offset: 6 }))
        }),
        case("set_early_launch (report)", fresh, |hws, _| {
            said(hws.set_early_launch(true, PreIdleSource::SipReport))
        }),
        case("set_promotion", fresh, |hws, _| {
            let rules = PromotionRules::NONE.with(PromotionRule::OnCp);
            let policy = PromotionPolicy { rules, threshold: 6, r_tasks_max: 8, most_failed_first: true };
            said(hws.set_promotion(&policy))
        }),
        case("set_backfill (exact)", fresh, |hws, _| said(hws.set_backfill(BackfillMargin::exact(-5)))),
        case("set_backfill (safe)", fresh, |hws, _| said(hws.set_backfill(BackfillMargin::safe(2)))),
        case("set_allocation_order", fresh, |hws, _| {
            said(hws.set_allocation_order(AllocationOrder { use_reserved_first: true, fillup_first: true }))
        }),
        case("set_p_top_k", fresh, |hws, _| said(hws.set_p_top_k(4))),
        case("set_age_boost", fresh, |hws, _| said(hws.set_age_boost(true))),
        case("set_second_resources", fresh, |hws, _| said(hws.set_second_resources(true))),
    ]
}

/// A claim that was granted although its answer was lost is not granted again: HRM_FW_REFUSED of the
/// repeated claim contains its SIPs.
const REPEATED_CLAIM: &[RegId] = &[RegId::HrmFwRefused];

fn masks_and_claims() -> Vec<Case> {
    vec![
        case("set_usage_mask", searching, |hws, _| said(hws.set_usage_mask(2, four(), TAKEN)))
            .waiting_for(&[Wait::AttemptCommitted]),
        case("set_usage_mask_no_wait", searching, |hws, _| {
            said(hws.set_usage_mask_no_wait(2, four(), TAKEN))
        }),
        case("usage_mask", fresh, |hws, _| said(hws.usage_mask(2, four()))),
        case("claim_sips", searching, |hws, _| said(hws.claim_sips(TAKEN).map(|claim| claim.owned)))
            .waiting_for(ROOM_AND_RETIREMENT)
            .differing_in(REPEATED_CLAIM),
        case("claim_guarded", searching, claim_and_release)
            .waiting_for(ROOM_AND_RETIREMENT)
            .recovered_by(|hws, tags| {
                hws.release_sips(TAKEN)?;
                claim_and_release(hws, tags)
            })
            .differing_in(REPEATED_CLAIM),
        case("release_sips", owning, |hws, _| said(hws.release_sips(TAKEN))).waiting_for(ROOM),
        case("usage_masks", fresh, |hws, _| said(hws.usage_masks())),
        case("set_usage_masks", searching, |hws, _| said(hws.set_usage_masks(&MASKS)))
            .waiting_for(&[Wait::AttemptCommitted]),
        case("claim_when_idle", searching, |hws, _| {
            said(hws.claim_when_idle(TAKEN, &MASKS, 1).map(|claim| claim.owned))
        })
        .waiting_for(&[Wait::AttemptCommitted, Wait::CommandRoom, Wait::CommandRetired])
        .differing_in(REPEATED_CLAIM),
        case("owned_sips", owning, |hws, _| said(hws.owned_sips())),
    ]
}

/// All but the last SIP, for every context and class.
const MASKS: UsageMasks = [[SipMask(u32::MAX >> 1); 5]; 4];

fn claim_and_release(hws: &mut Fw<'_>, _: &mut Tags) -> Answer {
    let released = hws.claim_guarded(TAKEN)?.release();
    done(released.map_err(|(guard, error)| {
        let _ = guard.keep();
        error
    }))
}

/// A repeated call does not find the slot that the first call freed.
const NOT_FOUND_AGAIN: &[RegId] = &[RegId::DagCmdStatus];

fn dags() -> Vec<Case> {
    vec![
        case("init_dag", searching, |hws, _| said(hws.init_dag(8, DagKind::Static { total: 12 })))
            .waiting_for(ROOM_AND_RETIREMENT),
        case("reset_dag (resident)", searching, |hws, _| said(hws.reset_dag(TAG)))
            .waiting_for(ROOM_AND_RETIREMENT),
        case("reset_dag", with_dag, |hws, _| done(hws.reset_dag(FREE_TAG)))
            .waiting_for(ROOM_AND_RETIREMENT)
            .differing_in(NOT_FOUND_AGAIN),
        case("open_dag", searching, |hws, tags| said(hws.open_dag(&mut tags.0, 1, DagKind::Dynamic)))
            .waiting_for(ROOM_AND_RETIREMENT),
        case("close_dag", with_dag, |hws, tags| {
            done(hws.close_dag(&mut tags.0, KNOWN_DAG))?;
            said(Ok(tags.0.tag(KNOWN_DAG)))
        })
        .waiting_for(ROOM_AND_RETIREMENT)
        .differing_in(NOT_FOUND_AGAIN),
    ]
}

fn flow() -> Vec<Case> {
    vec![
        case("trigger_blocks", resident, |hws, _| said(hws.trigger_blocks(Entry::wrapping(0), IDS, 7)))
            .waiting_for(ROOM),
        case("triggered_blocks", launched, |hws, _| said(hws.triggered_blocks(Entry::wrapping(0)))),
        case("refresh_descriptor", unrefreshed, |hws, _| {
            said(hws.refresh_descriptor(Entry::wrapping(0), IDS))
        })
        .waiting_for(ROOM),
        case("check_messages", reporting, |hws, _| {
            said(hws.check_messages(&TaskDescriptor { enable_l2_alloc: true, ..Default::default() }))
        }),
        case("push_task", firmware_input, |hws, _| said(hws.push_task(&TASK))).recovered_by(push_if_absent),
        case("sip_complete", launched, |hws, _| said(hws.sip_complete(report())))
            .recovered_by(complete_if_running),
        // A SIP accepts no second pre-completion: the repeated report is spurious.
        case("sip_pre_complete", launched, |hws, _| said(hws.sip_pre_complete(report())))
            .recovered_by(pre_complete_if_running),
    ]
}

/// The number of accesses within which the loader reads every task in the FIFO.
fn loading_time() -> u32 {
    (FW_TASK_FIFO as u32 + 1) * (TD_READ_CYCLES + 1)
}

/// The documented recovery: a task that was pushed is resident once the loader has read it.
fn push_if_absent(hws: &mut Fw<'_>, _: &mut Tags) -> Answer {
    for _ in 0..loading_time() {
        hws.status()?;
    }
    let mut is_resident = false;
    for entry in RegIndex::all() {
        let ids: RsIds = hws.bus().read(entry).map_err(Error::Bus)?;
        is_resident |= (ids.hdr_id(), ids.hdr_entry_id()) == (TASK.hdr_id.into(), TASK.hdr_entry_id.into());
    }
    if is_resident { said(Ok(())) } else { said(hws.push_task(&TASK)) }
}

/// The launch table shows whether the report arrived.
fn complete_if_running(hws: &mut Fw<'_>, _: &mut Tags) -> Answer {
    let launch = hws.launch(report().launch_id)?.expect("three other SIPs still run the block");
    if launch.done.contains(report().sip.mask()) { said(Ok(())) } else { said(hws.sip_complete(report())) }
}

fn pre_complete_if_running(hws: &mut Fw<'_>, _: &mut Tags) -> Answer {
    let status = hws.sip_status()?;
    if status.pre_idle.contains(report().sip.mask()) {
        return said(Ok(()));
    }
    said(hws.sip_pre_complete(report()))
}

fn messages_and_launches() -> Vec<Case> {
    vec![
        // A message whose pop lost its answer is gone; its contents are on the LAUNCH page.
        case("next_message", launched, |hws, _| done(hws.next_message())).recovered_by(|hws, _| {
            if hws.message_count()? == 4 { done(hws.next_message()) } else { done(Ok(())) }
        }),
        case("messages", launched, |hws, _| done(hws.messages().collect::<Result<Vec<_>, _>>())),
        case("message_count", launched, |hws, _| said(hws.message_count())),
        case("firmware_launches", launched, |hws, _| {
            said(hws.firmware_launches().collect::<Result<Vec<_>, _>>())
        })
        .waiting_for(&[Wait::StableLaunch]),
        case("launch", launched, |hws, _| said(hws.launch(LaunchId::wrapping(1))))
            .waiting_for(&[Wait::StableLaunch]),
    ]
}

fn state() -> Vec<Case> {
    vec![
        case("errors", with_errors, |hws, _| said(hws.errors())),
        case("first_error", with_errors, |hws, _| said(hws.first_error())),
        case("clear_errors", with_errors, |hws, _| said(hws.clear_errors(HwsError::Cfg.set()))),
        case("sip_status", launched, |hws, _| said(hws.sip_status())).waiting_for(&[Wait::StableStatus]),
        case("remaining_time", launched, |hws, _| said(hws.remaining_time(Sip::wrapping(31)))),
        // Time passes between a call and its repetition.
        case("counters", launched, |hws, _| done(hws.counters())),
        case("cycles", launched, |hws, _| done(hws.cycles())),
    ]
}
