//! A live check whose caller does not show registers at every edge, and passes quiet ticks together.

use hws_dv::check::DumpVerdict;
use hws_dv::live::{LiveCheck, LiveOptions, LiveSignal};
use hws_dv::map::{NameMap, Port};
use hws_dv::wave::{Bits, WaveFlow};
use hws_model::{Config, Hws};
use hws_regs::RegId;

/// The ports of the flat bus and one register, as a design in which nothing happens.
struct Design {
    live: LiveCheck,
    names: Vec<String>,
    cycle: u64,
}

fn reset_value(id: RegId) -> u64 {
    Hws::new(Config::default()).peek(id).into()
}

fn time_unit() -> u64 {
    reset_value(RegId::TimeUnit)
}

impl Design {
    fn new() -> Self {
        let is_port = |name: &str| Port::ALL.iter().any(|port| port.name() == name);
        let wanted = NameMap::default().wanted().unwrap().into_iter().map(|wanted| wanted.names[0].clone());
        let names =
            wanted.filter(|name| is_port(name) || ["TIME_UNIT", "SIP_READY_MASK"].contains(&name.as_str()));
        let signals: Vec<LiveSignal> =
            names.map(|name| LiveSignal { path: format!("dut.{name}"), width: 64 }).collect();
        let live = LiveCheck::new(&NameMap::default(), &signals, LiveOptions::named("run")).unwrap();
        let names = live.slots().iter().map(|slot| signals[slot.signal].path[4..].to_owned()).collect();
        let mut design = Self { live, names, cycle: 0 };
        (0..design.names.len()).for_each(|slot| design.live.set(slot, Bits::known(0)));
        design.set("TIME_UNIT", time_unit());
        design.set("SIP_READY_MASK", reset_value(RegId::SipReadyMask));
        assert_eq!(design.live.edge(0), WaveFlow::Continue);
        design.set("rst_n", 1);
        design
    }

    fn set(&mut self, name: &str, value: u64) {
        let slot = self.names.iter().position(|known| known == name).unwrap();
        self.live.set(slot, Bits::known(value));
    }

    /// Time passes: the ports after the last of these ticks.
    fn ticks(&mut self, count: u64) -> u64 {
        self.cycle += count;
        self.set("tick_req", 1);
        self.set("cycle", self.cycle);
        10 * self.cycle
    }

    /// A push of a descriptor that cannot be read; the model finds that out in the ninth tick after it.
    fn push(&mut self) {
        self.set("tick_req", 0);
        self.set("hdr_valid", 1);
        self.set("hdr_ready", 1);
        assert_eq!(self.live.edge_of_ports(10 * self.cycle + 5), WaveFlow::Continue);
        self.set("hdr_valid", 0);
        self.set("hdr_ready", 0);
    }
}

#[test]
fn quiet_ticks_count_as_those_that_are_passed_one_by_one() {
    let (mut together, mut single) = (Design::new(), Design::new());
    let time = together.ticks(45);
    assert_eq!(together.live.quiet(time, 45), WaveFlow::Continue);
    for _ in 0..45 {
        let time = single.ticks(1);
        assert_eq!(single.live.edge_of_ports(time), WaveFlow::Continue);
    }
    assert_eq!(together.live.tally(), single.live.tally());
    assert_eq!((together.live.tally().ticks, together.live.model().cycle().0), (45, 45));
    let before = together.live.tally().compared;
    assert_eq!(together.live.look(time), WaveFlow::Continue);
    assert_eq!(together.live.tally().compared, before + 2, "the registers");
    assert_eq!(together.live.look(time), WaveFlow::Continue);
    assert_eq!(together.live.tally().compared, before + 2, "they have been looked at");
}

#[test]
fn a_tick_that_is_not_quiet_in_the_model_is_found_as_if_passed_alone() {
    let (mut together, mut single) = (Design::new(), Design::new());
    for design in [&mut together, &mut single] {
        let time = design.ticks(3);
        assert_eq!(design.live.quiet(time, 3), WaveFlow::Continue);
        design.push();
    }
    let time = together.ticks(100);
    assert_eq!(together.live.quiet(time, 100), WaveFlow::Stop);
    let flow = (0..100).map(|_| {
        let time = single.ticks(1);
        single.live.edge_of_ports(time)
    });
    assert_eq!(flow.filter(|flow| *flow == WaveFlow::Stop).count(), 92);
    let (together, single) = (together.live.report(), single.live.report());
    let found = together.divergence.unwrap();
    assert_eq!(found.cycle, 11);
    let expected = single.divergence.unwrap();
    assert_eq!((&found.differences, found.edge), (&expected.differences, expected.edge));
}

#[test]
fn a_register_that_is_looked_at_late_is_found_with_a_warning() {
    let mut design = Design::new();
    let time = design.ticks(1);
    assert_eq!(design.live.edge(time), WaveFlow::Continue);
    design.set("TIME_UNIT", time_unit() + 1);
    let time = design.ticks(1);
    assert_eq!(design.live.edge_of_ports(time), WaveFlow::Continue, "nothing is known about the register");
    let time = design.ticks(7);
    assert_eq!(design.live.quiet(time, 7), WaveFlow::Continue);
    assert_eq!(design.live.look(time), WaveFlow::Stop);
    let report = design.live.finish();
    assert_eq!(report.verdict, DumpVerdict::Differ);
    assert_eq!(report.divergence.unwrap().first_signal(), "TIME_UNIT");
    assert!(report.warnings[0].contains("from tick 1 on"), "{:?}", report.warnings);
}

#[test]
fn a_difference_while_registers_are_looked_at_has_no_warning() {
    let mut design = Design::new();
    let time = design.ticks(4);
    assert_eq!(design.live.quiet(time, 4), WaveFlow::Continue);
    assert_eq!(design.live.look(time), WaveFlow::Continue);
    let time = design.ticks(2);
    assert_eq!(design.live.edge(time), WaveFlow::Stop, "CYCLE counts by two");
    assert_eq!(design.live.report().warnings, [""; 0]);
}

#[test]
fn a_mask_is_compared_when_nothing_else_is_looked_at() {
    for ticks in [1, 20] {
        let mut design = Design::new();
        design.set("SIP_READY_MASK", reset_value(RegId::SipReadyMask) ^ 4);
        let time = design.ticks(ticks);
        assert_eq!(design.live.quiet(time, ticks), WaveFlow::Stop);
        let found = design.live.finish().divergence.unwrap();
        assert_eq!((found.cycle, found.first_signal()), (0, "SIP_READY_MASK"));
    }
}
