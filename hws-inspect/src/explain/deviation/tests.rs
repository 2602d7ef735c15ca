use hws_model::{Config, Hws};
use hws_regs::{Promote, RegId, RegIndex, Register, SipFillupTaskFirst, SipUsageMask};
use hws_sim::Machine;
use hws_sim::stimulus::Reader;
use hws_types::{Cycle, Entry, Rule, SipMask, TaskDescriptor};

use super::{Deviation, LaunchedSips, PromotionDeviation};
use crate::explain::perform;
use crate::explain::tests::bench::{Bench, END, td};

/// The state after the tick of a cycle, which latches an attempt.
fn latched(stimulus: &[u8], at: u64) -> Hws {
    let mut machine = Machine::new(Hws::new(Config::default()), ());
    for operation in Reader::new("stimulus", stimulus).map(Result::unwrap).take_while(|one| one.at.0 <= at) {
        perform(&mut machine, &operation);
    }
    machine.advance_to(Cycle(at + 1));
    assert_eq!(machine.hws().attempt().unwrap().ticks_left, 48);
    machine.hws().clone()
}

/// The state at the first LATCH that sees all kernels.
fn together(bench: Bench, kernels: &[TaskDescriptor]) -> Hws {
    let bench = bench.together(kernels);
    latched(&bench.lines(END), bench.now())
}

fn launch(entry: u32, sips: u32) -> Option<LaunchedSips> {
    Some(LaunchedSips { entry: Entry::new(entry).unwrap(), sips: SipMask(sips) })
}

/// The rule, and the lines as one text.
fn launched_instead(hws: &Hws, rtl: Option<LaunchedSips>) -> (Rule, String) {
    let deviation = Deviation::from_launch(hws, rtl).expect("the launches differ");
    (deviation.rule.expect("a rule of the list"), deviation.lines.join("\n"))
}

#[test]
fn of_equal_kernels_the_older_one_comes_first() {
    let hws = together(Bench::new(&[]), &[td(1, 4, u32::MAX), td(2, 4, u32::MAX)]);
    assert_eq!(Deviation::from_launch(&hws, launch(0, 0xF000_0000)), None, "that is what the model does");
    let (rule, text) = launched_instead(&hws, launch(1, 0xF000_0000));
    assert_eq!(rule, Rule::Scheduler4_4, "{text}");
    assert!(
        text.contains("outranked: it has a place, but kernel 1 (entry 0, seq 0) comes first: it is older"),
        "{text}"
    );
}

#[test]
fn a_switch_that_the_rtl_ignores_is_named() {
    let on = SipFillupTaskFirst::default().with_enable(true).bits();
    let kernels = [td(1, 8, 0xFF), td(2, 16, 0xFFFF_0000)];
    let hws = together(Bench::new(&[(RegId::SipFillupTaskFirst, on)]), &kernels);
    let (rule, text) = launched_instead(&hws, launch(0, 0xFF));
    assert_eq!(rule, Rule::Scheduler5_6, "{text}");
    assert!(text.contains("with SIP_FILLUP_TASK_FIRST = 0x0 (off) the model does the same (§5.6)"), "{text}");
    assert_eq!(text.matches("SIP_FILLUP_TASK_FIRST = 0x0").count(), 1, "each suspect once: {text}");
}

#[test]
fn other_sips_of_the_same_kernel_are_judged_by_the_restriction_that_they_violate() {
    let usage = SipUsageMask::id((RegIndex::at::<0>(), RegIndex::at::<2>()));
    let hws = together(Bench::new(&[(usage, 0xFFFF_00FF)]), &[td(1, 4, 0xFFFF_FFF0)]);
    let of = |sips| launched_instead(&hws, launch(0, sips));
    assert_eq!(of(0xF0).0, Rule::Scheduler5_2, "{}", of(0xF0).1);
    assert_eq!(of(0xF).0, Rule::Scheduler5_1, "outside the affinity");
    assert_eq!(of(0xF00).0, Rule::Scheduler5_1, "outside the usage mask");
    assert!(of(0xF00).1.contains("SIPs 8-11 are not allowed for the kernel (§5.1)"), "{}", of(0xF00).1);
}

#[test]
fn busy_sips_are_not_ready() {
    let bench = Bench::new(&[]).kernels(&[td(1, 4, 0xF)]);
    let hws = together(bench, &[td(2, 4, 0xFF)]);
    let (rule, text) = launched_instead(&hws, launch(0, 0xF));
    assert_eq!(rule, Rule::Scheduler7_1, "{text}");
}

#[test]
fn a_kernel_that_must_wait_is_explained_by_what_it_waits_for() {
    let hws = together(
        Bench::new(&[(SipUsageMask::id((RegIndex::at::<0>(), RegIndex::at::<2>())), 0xFF)]),
        &[td(1, 4, 0xFF00)],
    );
    let (rule, text) = launched_instead(&hws, launch(0, 0xF00));
    assert_eq!(rule, Rule::Scheduler5_1, "{text}");
    assert!(
        text.contains("the model launches nothing") && text.contains("usage mask: it excludes SIPs 8-15"),
        "{text}"
    );
    assert!(text.contains("SIP_USAGE_MASK[0][2] = 0xfff instead of 0xff"), "{text}");
}

/// Kernel 4 may start on reserved SIPs up to the estimate at which the remaining time is just long enough.
fn backfilled(estimate: u32) -> Hws {
    let text = include_str!("../../../../examples/explain/reserved.jsonl");
    let lines = text.lines().map(|line| match line.contains("\"addr\":4352") {
        true => line.replace("3000", &estimate.to_string()),
        false => line.to_owned(),
    });
    latched(lines.map(|line| line + "\n").collect::<String>().as_bytes(), 352)
}

#[test]
fn a_backfill_at_the_edge_of_the_filter_points_at_its_comparison() {
    let (rule, text) = launched_instead(&backfilled(1804), None);
    assert_eq!(rule, Rule::Scheduler5_5, "{text}");
    assert!(text.contains("the RTL launches nothing") && text.contains("option 2, backfill"), "{text}");
    assert!(text.contains("(one unit more: remain > est + offset) the model does the same (§5.5)"), "{text}");
    assert!(text.contains("with an estimate of 1805 instead of 1804 for kernel 4"), "{text}");

    let (rule, text) = launched_instead(&backfilled(1805), launch(1, 0xF000_0000));
    assert_eq!(rule, Rule::Scheduler5_5, "{text}");
    assert!(text.contains("(one unit less: remain + 1 >= est + offset) the model does the same"), "{text}");

    let (rule, text) = launched_instead(&backfilled(3000), launch(1, 0xF000_0000));
    assert_eq!(rule, Rule::Scheduler5_5, "{text}");
    assert!(!text.contains("one unit"), "{text}");
}

#[test]
fn an_entry_without_a_kernel_has_no_rule() {
    let hws = together(Bench::new(&[]), &[td(1, 4, u32::MAX)]);
    assert_eq!(Deviation::from_launch(&hws, launch(9, 1)), None);
}

/// Two kernels that wait for busy SIPs, and the promotions of RTL and model.
fn promoted_instead(
    priorities: [u32; 2],
    promote: Promote,
    rtl: Option<u32>,
    model: Option<u32>,
) -> Option<Deviation> {
    let bench = Bench::new(&[]).kernels(&[td(1, 8, 0xFF)]);
    let waiting =
        [2, 3].map(|id| TaskDescriptor { offline_priority: priorities[id as usize - 2], ..td(id, 8, 0xFF) });
    let hws = together(bench, &waiting);
    let entry = |index: Option<u32>| index.and_then(Entry::new);
    let promotion =
        PromotionDeviation { latched: &hws, promote, has_left: false, rtl: entry(rtl), model: entry(model) };
    Deviation::from_promotion(&promotion)
}

#[test]
fn a_promotion_differs_by_its_rule_or_by_the_order() {
    let always = Promote::default().with_rule_threshold(true).with_threshold(0).unwrap();
    let rule = |priorities, promote, rtl, model| promoted_instead(priorities, promote, rtl, model).unwrap();
    assert_eq!(promoted_instead([10, 10], always, Some(1), Some(1)), None);
    let age = rule([10, 10], always, Some(1), Some(0));
    assert_eq!(age.rule, Some(Rule::Scheduler4_4));
    assert!(age.lines[2].contains("it is older (§4.4)"), "{:?}", age.lines);
    let none = rule([10, 10], Promote::default(), Some(1), None);
    assert_eq!(none.rule, Some(Rule::Scheduler6_5));
    assert!(none.lines[0].contains("no rule of promotion holds"), "{:?}", none.lines);
    assert_eq!(none.lines[1], "the model promotes nothing");
    assert_eq!(rule([10, 10], always, None, Some(0)).rule, Some(Rule::Scheduler6_5));
}
