//! The decisions of a policy are carried out, and errors get its answers.

use std::collections::BTreeMap;

use fw_api::{HwsError, KernelAction, PinPolicy};
use hws_types::Cluster;
use rstest::rstest;

use super::*;
use crate::run::{
    ErrorAnswer, Flow, GrantPlace, PolicyHws, PolicyOutcome, PolicyTask, RunError, error_field,
};

/// Records every call, and overrides some decisions.
#[derive(Default)]
struct Curious {
    admitted: Vec<String>,
    launched: BTreeMap<u32, u32>,
    finished_blocks: BTreeMap<u32, u32>,
    finished: Vec<u32>,
    idle: u32,
    places: Vec<usize>,
    answer: Option<ErrorAnswer>,
    errors: Vec<(HwsError, Option<u32>)>,
}

impl Policy for Curious {
    fn configure(&mut self, hws: &mut PolicyHws<'_>) -> PolicyOutcome {
        hws.set_p_top_k(3)
    }
    fn admit(&mut self, _: Cycle, arrived: &[&Dag]) -> usize {
        self.admitted.push(arrived.last().unwrap().name.clone());
        usize::MAX
    }
    fn describe(&mut self, task: &PolicyTask<'_>, action: &mut KernelAction) {
        if task.kernel.name == "broken" {
            action.affinity = SipMask::EMPTY;
        }
    }
    fn window(&mut self, task: &PolicyTask<'_>, flow: Flow) -> u16 {
        let is_own = task.dag.scheduler == Scheduler::Firmware;
        assert!(is_own || flow.finished <= flow.triggered);
        if task.kernel.name == "narrow" { 1 } else { task.kernel.blocks }
    }
    fn place_grant(&mut self, _: &PolicyTask<'_>, places: &[GrantPlace]) -> usize {
        self.places.push(places.len());
        places.len() - 1
    }
    fn pin(&mut self, task: &PolicyTask<'_>, _: [u32; Cluster::COUNT]) -> Option<PinPolicy> {
        (task.kernel.name == "narrow").then_some(PinPolicy::Fixed(Cluster::wrapping(1)))
    }
    fn on_error(&mut self, error: HwsError, task: Option<&PolicyTask<'_>>) -> ErrorAnswer {
        self.errors.push((error, task.map(|task| task.kernel_id)));
        self.answer.unwrap_or(ErrorAnswer::default_for(error))
    }
    fn on_launch(&mut self, task: &PolicyTask<'_>, _: u16, _: Cycle) {
        *self.launched.entry(task.kernel_id).or_default() += 1;
    }
    fn on_block_finish(&mut self, task: &PolicyTask<'_>, _: u16, _: Cycle) {
        *self.finished_blocks.entry(task.kernel_id).or_default() += 1;
    }
    fn on_kernel_finish(&mut self, task: &PolicyTask<'_>, _: Cycle) {
        self.finished.push(task.kernel_id);
    }
    fn on_idle(&mut self, hws: &mut PolicyHws<'_>) -> PolicyOutcome {
        self.idle += 1;
        hws.status().map(drop)
    }
}

#[rstest]
fn every_method_is_called_and_its_decision_carried_out(
    #[values("hdr", "firmware")] input: &str,
    #[values("hws", "firmware")] by: &str,
) {
    let workload = yaml(&format!(
        "firmware: {{ in_path: {input} }}
dags:
  - {{ id: first, kernels: [{{ id: narrow, threads: 2, blocks: 6, est: 300 }}] }}
  - {{ id: second, scheduler: {by}, kernels: [{{ id: wide, threads: 2, blocks: 6, est: 300 }}] }}
  - {{ id: third, kernels: [{{ id: with_l2, threads: 2, blocks: 6, est: 300, l2: 100 }}] }}"
    ));
    let mut curious = Curious::default();
    let record = run_with_and_replay(&workload, &mut curious);
    assert!(record.drained && record.errors.is_empty(), "{:?} {:?}", record.stuck, record.errors);
    assert_eq!(curious.admitted, ["third", "second", "first"]);
    let each = BTreeMap::from([(0, 6), (1, 6), (2, 6)]);
    assert_eq!((&curious.launched, &curious.finished_blocks), (&each, &each));
    curious.finished.sort_unstable();
    assert_eq!(curious.finished, [0, 1, 2]);
    assert!(curious.idle > 0 && curious.places.iter().all(|&places| places == 2), "{:?}", curious.places);
    let narrow = &record.kernels[0];
    assert!(SipMask(0xFFFF_0000).contains(narrow.sips), "pinned to cluster 1: {}", narrow.sips);
    assert!(narrow.finish.unwrap().since(narrow.first_launch.unwrap()) >= 6 * 300, "one at a time");
    assert!(SipMask(0xFFFF_0000).contains(record.kernels[2].sips), "the last VG was named for each grant");
}

const BROKEN: &str = "dags:
  - id: g
    kernels:
      - { id: broken, threads: 2, blocks: 1, est: 100 }
      - { id: behind, threads: 1, est: 100, deps: [broken] }
      - { id: far_behind, threads: 1, est: 100, deps: [{ kernel: behind, on: launch }] }
      - { id: beside, threads: 1, est: 100 }
  - { id: h, repeat: 40, every: 0, kernels: [{ id: other, threads: 16, est: 100 }] }
";

#[rstest]
fn a_rejected_kernel_fails_its_graph_and_no_other(#[values("hdr", "firmware")] input: &str) {
    let workload = yaml(&format!("firmware: {{ in_path: {input} }}\n{BROKEN}"));
    let mut curious = Curious::default();
    let record = run_with_and_replay(&workload, &mut curious);
    assert!(!record.drained);
    let stuck: Vec<_> = record.stuck.iter().map(|stuck| (stuck.kernel, stuck.reason.as_str())).collect();
    let expected = [
        (0, "the HWS rejected it: TdUnplaceable"),
        (1, "it waits for the end of broken"),
        (2, "it waits for the launch of behind"),
    ];
    assert_eq!(stuck, expected);
    assert_eq!(curious.errors, [(HwsError::TdUnplaceable, Some(0))]);
    assert_eq!(curious.finished.len(), 41, "`beside` and all others");
    // Its tag became free again: there are 41 graphs and 32 tags, and the broken graph arrived first.
    assert!(record.dags.iter().all(|dag| dag.finish.is_some()));
}

#[test]
fn a_policy_may_let_a_rejected_kernel_wait_or_stop() {
    let mut waits = Curious { answer: Some(ErrorAnswer::Note), ..Curious::default() };
    let record = run_with_and_replay(&yaml(BROKEN), &mut waits);
    assert_eq!((record.drained, record.stuck.len()), (false, 3));
    assert_eq!(record.dags[0].finish, None);
    let mut stops = Curious { answer: Some(ErrorAnswer::Stop), ..Curious::default() };
    let error = run_with(&yaml(BROKEN), &mut stops, ()).unwrap_err();
    assert!(matches!(error, RunError::Stopped { error: HwsError::TdUnplaceable }));
    assert_eq!(
        error.to_string(),
        "firmware stopped the run because of TD_UNPLACEABLE: Rejected: the kernel fits nowhere."
    );
}

/// A policy that violates rules of the HWS.
struct Careless;

impl Policy for Careless {
    fn on_idle(&mut self, hws: &mut PolicyHws<'_>) -> PolicyOutcome {
        hws.sip_complete(hws_types::SipReport::default())?;
        hws.trigger_blocks(hws_types::Entry::wrapping(31), hws_types::TaskIds::default(), 1)?;
        // Illegal while a kernel runs.
        hws.set_topology(Topology::FULL).or(Ok(()))
    }
}

#[test]
fn errors_of_a_policy_are_in_the_record() {
    let workload = workload(vec![kernel("a", 4, 3, 500, &[])]);
    let record = run_with_and_replay(&workload, &mut Careless);
    assert!(record.drained, "errors are cleared and noted: {:?}", record.stuck);
    for bit in
        [hws_model::ErrorBit::SpuriousComplete, hws_model::ErrorBit::TriggerEntry, hws_model::ErrorBit::Cfg]
    {
        assert!(record.errors.iter().any(|error| error.bit == bit), "{bit:?}");
    }
    let names: Vec<_> =
        record.errors.iter().filter_map(|error| error_field(error.bit)).map(|bit| bit.name).collect();
    assert!(names.contains(&"SPURIOUS_COMPLETE") && names.contains(&"TRIGGER_ENTRY"), "{names:?}");
}

#[rstest]
#[case("none", [0xFFFF_FFFF, 0xFFFF_FFFF])]
#[case("fixed", [0xF, 0xF])]
#[case("least_loaded", [0xF, 0xF0])]
fn small_kernels_are_pinned_as_the_workload_says(#[case] pin: &str, #[case] within: [u32; 2]) {
    let workload = yaml(&format!(
        "hardware: {{ topology: 4x8 }}
firmware: {{ pin: {pin} }}
dags: [{{ id: g, kernels: [
  {{ id: a, threads: 1, blocks: 4, est: 300 }}, {{ id: b, threads: 2, blocks: 2, est: 300 }},
  {{ id: c, threads: 4, blocks: 8, est: 300 }} ] }}]"
    ));
    let record = run_and_replay(&workload);
    assert!(record.drained);
    for (kernel, within) in record.kernels.iter().zip(within) {
        assert!(SipMask(within).contains(kernel.sips), "{}", kernel.sips);
    }
    assert!(record.kernels[2].sips.len() > 4, "a kernel as large as a cluster may use every cluster");
}

/// Pinned, 300 blocks would wait for one of two clusters, and the run would take almost twice as long.
#[test]
fn a_kernel_of_many_blocks_is_not_pinned_to_the_least_loaded_cluster() {
    let makespan = |pin: &str| {
        let kernel = "{ id: a, threads: 1, blocks: 300, est: 2000 }";
        let text = format!("firmware: {{ pin: {pin} }}\ndags: [{{ id: g, kernels: [ {kernel} ] }}]");
        run_and_replay(&yaml(&text)).makespan
    };
    assert_eq!(makespan("least_loaded"), makespan("none"));
    assert!(makespan("fixed") > makespan("none") * 3 / 2);
}
