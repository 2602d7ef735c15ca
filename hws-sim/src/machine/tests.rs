//! The machine against the real HWS: order within a cycle, recording, and steps of any size.

use hws_model::{BusError, Config, Event, EventSink, HdrRefused};
use hws_regs::{HwsCtrl, RegId};
use hws_types::{SipMask, TaskDescriptor};
use proptest::prelude::*;

use super::*;
use crate::hdr::{HdrKernel, KernelState};
use crate::memory::MemoryError;
use crate::operation::Target;
use crate::replay::{ReplayOptions, replay};
use crate::stimulus::{Reader, Writer};
use crate::trace::TraceWriter;

type Recorded = Machine<(TraceWriter<Vec<u8>>, Writer<Vec<u8>>)>;

fn machine<S: Observer>(observer: S) -> Machine<S> {
    let mut machine = Machine::new(Hws::new(Config::default()), observer);
    let enable = HwsCtrl::default().with_enable(true).bits();
    machine.write(Target::Register(RegId::HwsCtrl), enable).unwrap();
    machine
}

fn recorded() -> Recorded {
    machine((TraceWriter::new(Vec::new()), Writer::new(Vec::new())))
}

/// Ends the run and returns its trace, after checking that the recorded stimulus gives the same trace.
fn replayable_trace(mut machine: Recorded) -> String {
    let state = machine.end();
    let (trace, stimulus) = machine.into_observer();
    let (trace, stimulus) = (trace.finish().unwrap(), stimulus.finish().unwrap());
    let mut again = Vec::new();
    let reader = Reader::new("recorded", stimulus.as_slice());
    let end = replay(reader, &mut again, ReplayOptions::default()).unwrap();
    let [trace, again] = [trace, again].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(again, trace);
    assert_eq!(end.state, state);
    trace
}

fn descriptor(kernel_id: u32) -> TaskDescriptor {
    TaskDescriptor {
        kernel_id,
        affinity: u32::MAX,
        est_exec_time: 10,
        out_path_mdma: true,
        enable_sip_alloc: true,
        thread_num: 4,
        block_num: 1,
        block_trigger_cnt: 1,
        sim_exec_time: 100,
        ..Default::default()
    }
}

const fn td_addr(kernel_id: u32) -> u32 {
    0x1000 + 64 * kernel_id
}

fn place<S: Observer>(machine: &mut Machine<S>, td: &TaskDescriptor) {
    machine.write_memory(td_addr(td.kernel_id), td.encode().unwrap().to_vec()).unwrap();
}

fn push<S: Observer>(machine: &mut Machine<S>, td: &TaskDescriptor) {
    place(machine, td);
    let push = HdrPush { hdr_id: 1, hdr_entry_id: 2, td_addr: td_addr(td.kernel_id) };
    machine.apply(&Op::Hdr(push)).unwrap();
}

fn idle<S: Observer>(machine: &mut Machine<S>) -> SipMask {
    SipMask(machine.read(Target::Register(RegId::SipIdleMask)).unwrap())
}

#[test]
fn operations_of_a_cycle_precede_its_reports_and_those_precede_its_tick() {
    let mut machine = recorded();
    machine.apply(&Op::SipArray { pre_lead: 0 }).unwrap();
    push(&mut machine, &descriptor(5));
    while machine.sips().unwrap().running().is_empty() {
        machine.step(Cycle(1000));
    }
    let due = machine.sips().unwrap().next_due().unwrap();
    machine.advance_to(due);
    assert_ne!(idle(&mut machine), SipMask::ALL, "the report is not written yet");
    machine.advance(1);
    assert_eq!(idle(&mut machine), SipMask::ALL);
    let trace = replayable_trace(machine);
    assert_eq!(trace.matches(&format!("{{\"c\":{due},\"ev\":\"complete\"")).count(), 4);
}

#[test]
fn a_run_starts_in_the_cycle_of_its_commit() {
    let mut machine = recorded();
    machine.apply(&Op::SipArray { pre_lead: 30 }).unwrap();
    push(&mut machine, &descriptor(5));
    machine.advance(1000);
    let trace = replayable_trace(machine);
    let cycle = |ev: &str| -> u64 {
        let line = trace.lines().find(|line| line.contains(ev)).unwrap();
        line.trim_start_matches("{\"c\":").split(',').next().unwrap().parse().unwrap()
    };
    assert_eq!(cycle("\"pre_complete\""), cycle("\"commit\"") + 70);
    assert_eq!(cycle("\"complete\""), cycle("\"commit\"") + 100);
}

#[test]
fn only_an_accepted_forced_reset_reaches_the_sips() {
    let mut machine = recorded();
    machine.apply(&Op::SipArray { pre_lead: 0 }).unwrap();
    push(&mut machine, &descriptor(5));
    machine.advance(80);
    let reset = HwsCtrl::default().with_soft_reset(true);
    machine.write(Target::Register(RegId::HwsCtrl), reset.bits()).unwrap();
    assert_eq!(machine.sips().unwrap().running().len(), 4, "refused: SIPs are busy");
    machine.write(Target::Register(RegId::HwsCtrl), HwsCtrl::default().with_force(true).bits()).unwrap();
    assert_eq!(machine.sips().unwrap().running().len(), 4, "FORCE alone does nothing");
    machine.write(Target::Register(RegId::HwsCtrl), reset.with_force(true).bits()).unwrap();
    assert_eq!(machine.sips().unwrap().running().len(), 0);
    machine.advance(1000);
    assert!(!replayable_trace(machine).contains("\"complete\""));
}

#[test]
fn commands_before_the_first_sip_array_never_reach_it() {
    let mut machine = recorded();
    push(&mut machine, &descriptor(5));
    machine.advance(100);
    machine.apply(&Op::SipArray { pre_lead: 0 }).unwrap();
    machine.advance(1000);
    assert!(!replayable_trace(machine).contains("\"complete\""));
}

#[test]
fn refusals_are_results_and_part_of_the_run() {
    let mut machine = recorded();
    assert_eq!(machine.read(Target::Address(2)), Err(BusError::Unaligned));
    let read_only = Target::Register(RegId::HwsId);
    assert_eq!(machine.write(read_only, 0), Err(BusError::ReadOnly));
    let push = Op::Hdr(HdrPush::default());
    machine.write(Target::Register(RegId::HwsCtrl), 0).unwrap();
    let refused = (0..100).filter(|_| machine.apply(&push) == Err(Refused::Hdr(HdrRefused::Full))).count();
    assert!(refused > 0);
    let trace = replayable_trace(machine);
    assert!(trace.starts_with(
        "{\"c\":0,\"ev\":\"bus_error\",\"addr\":2}\n{\"c\":0,\"ev\":\"bus_error\",\"reg\":\"HWS_ID\"}\n"
    ));
    assert_eq!(trace.matches("hdr_refused").count(), refused);
}

/// The format of stimuli has no such push, so it must not be in the record either.
#[test]
fn a_push_that_the_port_cannot_transport_is_refused_and_not_recorded() {
    let (mut machine, untouched) = (recorded(), recorded());
    for hdr_id in [16, 255] {
        let answer = machine.apply(&Op::Hdr(HdrPush { hdr_id, ..HdrPush::default() }));
        assert_eq!(answer, Err(Refused::Hdr(HdrRefused::HdrId { hdr_id })));
    }
    assert_eq!(machine.hws(), untouched.hws());
    assert_eq!(replayable_trace(machine), replayable_trace(untouched));
}

#[test]
fn an_unaligned_memory_write_is_refused_and_not_recorded() {
    let mut machine = recorded();
    let error = Refused::Memory(MemoryError::Unaligned { addr: 3 });
    assert_eq!(machine.write_memory(3, vec![1]), Err(error));
    replayable_trace(machine);
}

#[test]
fn the_last_cycle_is_reached_in_one_step() {
    let mut machine = recorded();
    machine.apply(&Op::SipArray { pre_lead: 0 }).unwrap();
    machine.advance_to(Cycle(i64::MAX as u64));
    assert_eq!(machine.cycle(), Cycle(i64::MAX as u64));
    push(&mut machine, &descriptor(5));
    replayable_trace(machine);
}

/// Notes when pushes happen and kernels leave the Ready Station.
#[derive(Default)]
struct Departures {
    pushes: Vec<u64>,
    departures: Vec<u64>,
}

impl EventSink for Departures {
    fn event(&mut self, cycle: Cycle, event: Event) {
        if let Event::KernelDone { .. } = event {
            self.departures.push(cycle.0);
        }
    }
}

impl Observer for Departures {
    fn operation(&mut self, at: Cycle, op: &Op) {
        if let Op::Hdr(_) = op {
            self.pushes.push(at.0);
        }
    }
}

#[test]
fn a_launch_without_any_output_is_acted_upon_in_the_next_cycle() {
    // There are only messages, and the interrupt is off, so nothing stops the HWS at the COMMIT.
    let silent = |id| TaskDescriptor { out_path_mdma: false, out_path_mih: true, ..descriptor(id) };
    let mut machine = machine(Departures::default());
    (1..=3).for_each(|id| place(&mut machine, &silent(id)));
    let chain = vec![
        HdrKernel::new(1, td_addr(1)),
        HdrKernel::new(2, td_addr(2)).after_launch(1),
        HdrKernel::new(3, td_addr(3)).after_launch(2),
    ];
    machine.attach_hdr(Hdr::new(chain).unwrap());
    machine.advance(1000);
    let Departures { pushes, departures } = machine.into_observer();
    assert_eq!(departures.len(), 3);
    assert_eq!(pushes, [0, departures[0] + 1, departures[1] + 1]);
}

#[test]
fn pushes_wait_for_room_and_follow_it_at_once() {
    let mut machine = machine(Departures::default());
    (1..=60).for_each(|id| place(&mut machine, &descriptor(id)));
    machine.apply(&Op::SipArray { pre_lead: 0 }).unwrap();
    let kernels = (1..=60).map(|id| HdrKernel::new(id, td_addr(id))).collect();
    machine.attach_hdr(Hdr::new(kernels).unwrap());
    machine.advance(20_000);
    assert!(machine.hdr().unwrap().is_drained());
    let pushes = machine.into_observer().pushes;
    let room = hws_regs::params::HDR_FIFO;
    assert_eq!(pushes.iter().filter(|&&at| at == 0).count(), room);
    // The loader pops in tick 0, and again one tick after each descriptor is read.
    let pop = hws_regs::params::TD_READ_CYCLES as u64 + 1;
    assert_eq!(pushes[room..room + 3], [1, 1 + pop, 1 + 2 * pop]);
}

/// Descriptor, arrival, predecessors (0: none) and whether only their launch is waited for.
type PlannedKernel = (TaskDescriptor, u64, Vec<(u32, bool)>);

#[derive(Clone, Debug)]
struct Plan {
    kernels: Vec<PlannedKernel>,
    pre_lead: u32,
}

fn any_descriptor(kernel_id: u32) -> impl Strategy<Value = TaskDescriptor> {
    let threads = prop_oneof![Just(1), Just(4), Just(6), Just(16)];
    (threads, 1..4u16, 0..300u32, 0..100u32, any::<bool>(), 0..3u16).prop_map(
        move |(thread_num, block_num, sim_exec_time, est_exec_time, out_path_mih, dag_tag)| TaskDescriptor {
            thread_num,
            block_num,
            block_trigger_cnt: block_num,
            sim_exec_time,
            est_exec_time,
            out_path_mih,
            dag_tag,
            ..descriptor(kernel_id)
        },
    )
}

fn any_kernel(kernel_id: u32) -> impl Strategy<Value = PlannedKernel> {
    let after = proptest::collection::vec((0..kernel_id, any::<bool>()), 0..3);
    (any_descriptor(kernel_id), 0..400u64, after)
}

fn any_plan() -> impl Strategy<Value = Plan> {
    let kernels = (1..40u32).prop_flat_map(|count| (1..=count).map(any_kernel).collect::<Vec<_>>());
    (kernels, 0..50u32).prop_map(|(kernels, pre_lead)| Plan { kernels, pre_lead })
}

fn run(plan: &Plan, advance: impl Fn(&mut Recorded)) -> String {
    let mut machine = recorded();
    machine.apply(&Op::SipArray { pre_lead: plan.pre_lead }).unwrap();
    plan.kernels.iter().for_each(|(td, ..)| place(&mut machine, td));
    let kernel = |(td, arrival, after): &PlannedKernel| {
        let kernel = HdrKernel::new(td.kernel_id, td_addr(td.kernel_id)).arriving(Cycle(*arrival));
        after.iter().filter(|(id, _)| *id > 0).fold(kernel, |kernel, &(id, on_launch)| {
            if on_launch { kernel.after_launch(id) } else { kernel.after_finish(id) }
        })
    };
    machine.attach_hdr(Hdr::new(plan.kernels.iter().map(kernel).collect()).unwrap());
    advance(&mut machine);
    let hdr = machine.hdr().unwrap();
    let all = hdr.kernel_ids().map(|kernel_id| hdr.state(kernel_id));
    assert!(all.into_iter().all(|state| state == Some(KernelState::Finished)));
    replayable_trace(machine)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn steps_of_any_size_make_the_same_run_and_its_recording_replays(plan in any_plan()) {
        let end = Cycle(60_000);
        let at_once = run(&plan, |machine| machine.advance_to(end));
        let tick_by_tick = run(&plan, |machine| {
            while machine.cycle() < Cycle(20_000) {
                machine.advance(1);
            }
            machine.advance_to(end);
        });
        prop_assert_eq!(at_once, tick_by_tick);
    }
}
