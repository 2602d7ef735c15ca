//! A soft reset and the reference environment (interfaces.md): only a forced one that is accepted reaches it.

use hws_model::{Config, Event, EventSink, Hws};
use hws_regs::{HwsCtrl, RegId, RegIndex, SipReportComplete};
use hws_sim::stimulus::{Op, Target};
use hws_sim::{EventsOnly, Machine};
use hws_tests::rig::td;
use hws_types::{Cycle, HdrPush, TaskDescriptor};

/// Everything that happened.
#[derive(Default)]
struct Events(Vec<(u64, Event)>);

impl EventSink for Events {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.0.push((cycle.0, event));
    }
}

type Bench = Machine<EventsOnly<Events>>;

fn write(machine: &mut Bench, register: RegId, value: u32) {
    machine.write(Target::Register(register), value).unwrap();
}

fn ctrl(enable: bool, soft_reset: bool, force: bool) -> u32 {
    HwsCtrl::default().with_enable(enable).with_soft_reset(soft_reset).with_force(force).bits()
}

/// When the block of [`running`] starts and when its SIP reports.
const START: u64 = 56;
const END: u64 = START + 1000;

/// SIP 31 of the environment runs a block from cycle 56 to 1056.
fn running() -> Bench {
    let mut machine = Machine::new(Hws::new(Config::default()), EventsOnly(Events::default()));
    machine.apply(&Op::SipArray { pre_lead: 0 }).unwrap();
    let td = TaskDescriptor { sim_exec_time: 1000, ..td(1, 1) };
    machine.write_memory(0x1000, td.encode().unwrap().to_vec()).unwrap();
    machine.apply(&Op::Hdr(HdrPush { hdr_id: 0, hdr_entry_id: 0, td_addr: 0x1000 })).unwrap();
    write(&mut machine, RegId::HwsCtrl, ctrl(true, false, false));
    machine.advance_to(Cycle(100));
    assert_eq!(machine.sips().unwrap().running().0, 1 << 31);
    machine
}

/// Firmware reports for the SIP, so that the HWS considers it idle while the environment continues to run, and
/// disables the scheduler.
fn idle_for_the_hws() -> Bench {
    let mut machine = running();
    let report = SipReportComplete::default().with_sip_id_masked(31);
    write(&mut machine, RegId::SipReportComplete, report.bits());
    write(&mut machine, RegId::HwsCtrl, ctrl(false, false, false));
    assert_eq!(machine.hws().peek(RegId::SipIdleMask), u32::MAX);
    machine
}

/// Whether the environment still reports at the end of the block.
fn reports_later(mut machine: Bench) -> bool {
    machine.advance_to(Cycle(END + 1));
    let events = &machine.observer().0.0;
    events
        .iter()
        .any(|(cycle, event)| *cycle == END && matches!(event, Event::Complete { .. } | Event::Error { .. }))
}

/// FORCE written with ENABLE = 1 while XMC_SIP_MAP is not a permutation is refused whole.
#[test]
fn a_refused_forced_reset_does_not_reach_the_environment() {
    let mut machine = idle_for_the_hws();
    write(&mut machine, RegId::XmcSipMap(RegIndex::at::<0>()), 1);
    write(&mut machine, RegId::HwsCtrl, ctrl(true, true, true));
    assert_ne!(machine.hws().peek(RegId::ErrStatus), 0, "refused");
    assert_eq!(machine.sips().unwrap().running().0, 1 << 31);
    assert!(reports_later(machine));
}

/// The same write with a permutation is accepted and drops the run.
#[test]
fn a_forced_reset_drops_the_runs_of_the_environment() {
    let mut machine = idle_for_the_hws();
    write(&mut machine, RegId::HwsCtrl, ctrl(true, true, true));
    assert_eq!(machine.sips().unwrap().running().0, 0, "also when every SIP is idle for the HWS");
    assert!(!reports_later(machine));
    let mut machine = running();
    write(&mut machine, RegId::HwsCtrl, ctrl(false, true, true));
    assert_eq!(machine.hws().peek(RegId::SipIdleMask), u32::MAX);
    assert!(!reports_later(machine));
}

/// Without FORCE it does not reach the environment, refused or accepted.
#[test]
fn a_reset_without_force_does_not_reach_the_environment() {
    let mut machine = running();
    write(&mut machine, RegId::HwsCtrl, ctrl(false, true, false));
    assert_ne!(machine.hws().peek(RegId::ErrStatus), 0, "refused: a SIP is not idle");
    assert!(reports_later(machine));
    let mut machine = idle_for_the_hws();
    write(&mut machine, RegId::HwsCtrl, ctrl(false, true, false));
    assert_eq!(machine.hws().peek(RegId::CntLaunchP), 0, "accepted");
    assert!(reports_later(machine));
}

/// FORCE alone is not a reset.
#[test]
fn force_alone_does_not_reach_the_environment() {
    let mut machine = running();
    write(&mut machine, RegId::HwsCtrl, ctrl(true, false, true));
    assert!(reports_later(machine));
}

/// The environment stays attached.
#[test]
fn the_environment_stays_attached() {
    let mut machine = running();
    write(&mut machine, RegId::HwsCtrl, ctrl(true, true, true));
    machine.apply(&Op::Hdr(HdrPush { hdr_id: 0, hdr_entry_id: 0, td_addr: 0x1000 })).unwrap();
    machine.advance_to(Cycle(100 + 8 + 48 + 1000 + 1));
    let last = machine.observer().0.0.last().unwrap();
    assert!(matches!(last, (1156, Event::Complete { .. })), "{last:?}");
}
