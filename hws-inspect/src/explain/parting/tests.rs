use hws_regs::RegId;
use hws_sim::stimulus::Reader;
use hws_types::{Cycle, TaskDescriptor};
use rstest::rstest;

use super::*;
use crate::explain::tests::bench::{Bench, END, td};

/// What is compared: a stimulus, and the names of its kernels by kernel_id.
struct Side {
    lines: Vec<u8>,
    names: Vec<String>,
}

impl Side {
    fn new(lines: Vec<u8>) -> Self {
        Self { lines, names: (0..8).map(|id| format!("g/k{id}")).collect() }
    }
}

fn parted([a, b]: [&Side; 2]) -> Parting {
    let partners = |own: &Side, other: &Side| -> Vec<Option<u32>> {
        let place = |name: &String| other.names.iter().position(|known| known == name);
        own.names.iter().map(|name| place(name).map(|place| place as u32)).collect()
    };
    let (to_b, to_a) = (partners(a, b), partners(b, a));
    let open = |side: &Side| {
        let lines = side.lines.clone();
        move || Ok(Box::new(io::Cursor::new(lines.clone())) as Box<dyn BufRead>)
    };
    let (open_a, open_b) = (open(a), open(b));
    let first = ComparedRun { file: "a", open: &open_a, kernels: &a.names, partners: &to_b };
    let second = ComparedRun { file: "b", open: &open_b, kernels: &b.names, partners: &to_a };
    let history = |side: &Side| RunHistory::record(Reader::new("bench", side.lines.as_slice()));
    part([&first, &second], [&history(a), &history(b)], true).unwrap()
}

/// Two kernels of 16 SIPs that the first attempt sees together, one of each priority, and one behind them.
fn bench(registers: &[(RegId, u32)], priorities: [u32; 2]) -> Bench {
    let kernel = |id: u32, priority: u32| TaskDescriptor {
        offline_priority: priority,
        dag_tag: 1,
        ..td(id, 16, 0xFFFF)
    };
    let kernels = [kernel(1, priorities[0]), kernel(2, priorities[1])];
    Bench::new(registers).together(&kernels)
}

/// A stimulus without settings of its own.
fn plain() -> Side {
    Side::new(bench(&[], [10, 10]).lines(END))
}

#[test]
fn a_run_is_equal_to_itself() {
    let seen = parted([&plain(), &plain()]);
    assert_eq!((seen.first, seen.decision, seen.later), (None, None, 0));
    assert!(seen.equal_events > 4, "{}", seen.equal_events);
}

#[test]
fn kernels_are_the_same_by_name_whatever_their_ids() {
    let other = bench(&[], [10, 10]).edited(|td| td.kernel_id += 3);
    let mut named = Side::new(other.lines(END));
    named.names = ["x", "y", "z", "g/k0", "g/k1", "g/k2"].map(str::to_owned).to_vec();
    assert_eq!(parted([&plain(), &named]).first, None);
}

#[test]
fn another_priority_is_another_decision_that_no_setting_explains() {
    let other = Side::new(bench(&[], [10, 20]).lines(END));
    let seen = parted([&plain(), &other]);
    assert_eq!(seen.first.unwrap().kind, DifferenceKind::Decision);
    let decision = seen.decision.unwrap();
    let launched = |run: usize| decision.sides[run].effects[0].to_string();
    assert_eq!(launched(0), "starts g/k1 block 0 on SIPs 0-15");
    assert_eq!(launched(1), "starts g/k2 block 0 on SIPs 0-15");
    let because = |run: usize| decision.sides[run].instead[0].because.clone();
    assert!(because(0).starts_with("outranked: it has a place, but g/k1 comes first"), "{}", because(0));
    assert!(because(1).contains("g/k2 comes first"), "{}", because(1));
    assert_eq!(decision.settings, SettingEffects::default());
}

/// With a usage mask of 8 SIPs in the other run the kernel has no place.
#[test]
fn a_setting_leads_from_one_decision_to_the_other() {
    let mask = RegId::parse("SIP_USAGE_MASK[0][4]").unwrap();
    let other = Side::new(bench(&[(mask, 0xFF)], [10, 10]).lines(END));
    let seen = parted([&plain(), &other]);
    let decision = seen.decision.clone().unwrap();
    assert_eq!(decision.sides[1].effects, []);
    let found: Vec<_> = decision.settings.leading().map(|one| (one.setting.as_str(), one.leads)).collect();
    assert_eq!(found, [("SIP_USAGE_MASK[0][4]", Some([true, true]))]);
    assert!(seen.to_string().contains("run 1 decides like run 2, and with"), "{seen}");
}

#[test]
fn swapped_runs_give_the_mirrored_result() {
    let mask = RegId::parse("SIP_USAGE_MASK[0][4]").unwrap();
    let other = Side::new(bench(&[(mask, 0xFF)], [10, 10]).lines(END));
    let (seen, swapped) = (parted([&plain(), &other]), parted([&other, &plain()]));
    let (decision, mut mirrored) = (seen.decision.unwrap(), swapped.decision.unwrap());
    mirrored.sides.swap(0, 1);
    assert_eq!(decision.sides, mirrored.sides);
    for (one, other) in decision.settings.settings.iter().zip(&mirrored.settings.settings) {
        assert_eq!(one.values, [other.values[1], other.values[0]]);
        assert_eq!(one.leads, other.leads.map(|[a, b]| [b, a]));
    }
    assert_eq!(seen.later, -swapped.later);
}

/// The block of the first kernel takes longer: that is not a decision, and the order stays.
#[test]
fn a_block_that_takes_longer_is_no_decision() {
    let other = bench(&[], [10, 10]).edited(|td| {
        if td.kernel_id == 1 {
            td.sim_exec_time += 20;
        }
    });
    let seen = parted([&plain(), &Side::new(other.lines(END))]);
    let first = seen.first.clone().unwrap();
    assert_eq!((first.kind, seen.decision.clone()), (DifferenceKind::Completion, None), "{seen}");
    let [Some(a), Some(b)] = first.events[0].cycles else { panic!("{first}") };
    assert_eq!(b.0 - a.0, 20);
    assert!(seen.to_string().contains("the time of a block, not a decision"), "{seen}");
}

/// A run whose last lines are missing is compared up to there.
#[rstest]
#[case(b"{\"at\":500,\"op\":\"re".as_slice())]
#[case(b"".as_slice())]
fn a_cut_stimulus_is_compared_up_to_the_cut(#[case] rest: &[u8]) {
    let whole = plain();
    let lines: Vec<&[u8]> = whole.lines.split_inclusive(|&byte| byte == b'\n').collect();
    let cut = Side::new([&lines[..lines.len() - 1].concat(), rest].concat());
    let history = RunHistory::record(Reader::new("cut", cut.lines.as_slice()));
    assert!(history.cut.is_some());
    let seen = parted([&whole, &cut]);
    assert_eq!((seen.first.clone(), seen.cut), (None, Some(history.end)));
    assert!(seen.to_string().starts_with("the runs are equal up to cycle"), "{seen}");
}

#[test]
fn the_bars_of_a_history_are_those_of_the_blocks() {
    let history = RunHistory::record(Reader::new("bench", plain().lines.as_slice()));
    let of_first: Vec<_> = history.bars.iter().filter(|bar| bar.kernel == 1).collect();
    assert_eq!(of_first.len(), 16);
    assert!(of_first.iter().all(|bar| bar.to.0 - bar.from.0 >= 20_000 && bar.to < Cycle(END)));
    assert_eq!(history.first_launches(2)[1], of_first.first().map(|bar| bar.from));
}
