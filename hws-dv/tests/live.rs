//! A run that is followed while it goes on gives the report that `hws check` gives on its dump.

use std::path::Path;
use std::slice::from_ref;

use hws_dv::check::{CheckOptions, DumpReport, DumpText, DumpVerdict, check, json};
use hws_dv::input::{self, OpenOptions};
use hws_dv::live::{LiveCheck, LiveOptions, LiveSignal};
use hws_dv::map::{BusKind, ClockEdge, MapError, NameMap, Port};
use hws_dv::start::CheckStart;
use hws_dv::wave::{Bits, Hierarchy, SignalId, WaveFlow, WaveReader, WaveSink};
use rstest::rstest;

use crate::common::vcd::{Dialect, text};
use crate::common::wave::Wave;
use crate::common::{file, map, run};

/// How the run is told.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Told {
    /// As changes, with the clock.
    Changes,
    /// As edges, with inputs sampled before and the others after them.
    Edges,
}

/// Plays a dump to a live check.
struct Player {
    live: LiveCheck,
    told: Told,
    edge: ClockEdge,
    /// The slots of each selected signal of the dump.
    slots: Vec<Vec<usize>>,
    clock: usize,
    time: u64,
    before: Vec<Bits>,
    now: Vec<Bits>,
    is_stopped: bool,
}

impl Player {
    /// A new player, and the signals of the dump that it needs.
    fn new(live: LiveCheck, told: Told, edge: ClockEdge, hierarchy: &Hierarchy) -> (Self, Vec<SignalId>) {
        let (mut select, mut slots): (Vec<SignalId>, Vec<Vec<usize>>) = Default::default();
        for (slot, wanted) in live.slots().iter().enumerate() {
            let id = hierarchy.variables()[wanted.signal].id;
            match select.iter().position(|known| *known == id) {
                Some(place) => slots[place].push(slot),
                None => {
                    select.push(id);
                    slots.push(vec![slot]);
                }
            }
        }
        let is_clock =
            |slot: &usize| hierarchy.variables()[live.slots()[*slot].signal].name.starts_with("clk");
        let clock = (0..live.slots().len()).find(is_clock).unwrap();
        let unknown = vec![Bits::all_unknown(64); live.slots().len()];
        let (before, now) = (unknown.clone(), unknown);
        (Self { live, told, edge, slots, clock, time: 0, before, now, is_stopped: false }, select)
    }

    /// Everything at the time stamp is known.
    fn settle(&mut self) {
        let levels = (self.before[self.clock].get(), self.now[self.clock].get());
        let (from, to) = if self.edge == ClockEdge::Rising { (0, 1) } else { (1, 0) };
        if self.told == Told::Edges && levels == (Some(from), Some(to)) && !self.is_stopped {
            for slot in 0..self.now.len() {
                let is_before = self.live.slots()[slot].is_before;
                let value = if is_before { self.before[slot] } else { self.now[slot] };
                self.live.set(slot, value);
            }
            self.is_stopped = self.live.edge(self.time) == WaveFlow::Stop;
        }
        self.before.clone_from(&self.now);
    }
}

impl WaveSink for Player {
    fn time(&mut self, time: u64) -> WaveFlow {
        self.settle();
        self.time = time;
        if self.told == Told::Edges {
            return if self.is_stopped { WaveFlow::Stop } else { WaveFlow::Continue };
        }
        self.live.time(time)
    }

    fn change(&mut self, place: usize, value: Bits) {
        for &slot in &self.slots[place] {
            self.now[slot] = value;
            if self.told == Told::Changes {
                self.live.set(slot, value);
            }
        }
    }

    fn end(&mut self) {
        self.settle();
    }
}

fn design(hierarchy: &Hierarchy) -> Vec<LiveSignal> {
    let path =
        |scope: &str, name: &str| if scope.is_empty() { name.to_owned() } else { format!("{scope}.{name}") };
    let variables = hierarchy.variables().iter();
    variables.map(|it| LiveSignal { path: path(hierarchy.scope_of(it), &it.name), width: it.width }).collect()
}

fn options(name: &Path, check: &CheckOptions) -> LiveOptions {
    LiveOptions { name: input::name(name), check: check.clone() }
}

fn live(dump: &Path, map: &NameMap, check: &CheckOptions, told: Told) -> Result<DumpReport, MapError> {
    let reader: Box<dyn WaveReader> = input::open(dump, OpenOptions::default()).unwrap();
    let hierarchy = reader.hierarchy().clone();
    let live = LiveCheck::new(map, &design(&hierarchy), options(dump, check))?;
    let (mut player, select) = Player::new(live, told, map.edge, &hierarchy);
    reader.read(&select, &mut player).unwrap();
    Ok(player.live.finish())
}

/// The report of `hws check`, after it was found equal to that of a live check.
fn same(wave: &Wave, dialect: Dialect, map: &NameMap, options: &CheckOptions) -> DumpReport {
    let dump = file("vcd", text(wave, dialect).as_bytes());
    let checked = check(&dump, map, options);
    for told in [Told::Changes, Told::Edges] {
        let report = live(&dump, map, options, told).unwrap();
        assert_eq!(DumpText(&report).to_string(), DumpText(&checked).to_string(), "{told:?}");
        assert_eq!(json(from_ref(&report)), json(from_ref(&checked)), "{told:?}");
        assert_eq!((&report.tally, &report.inputs), (&checked.tally, &checked.inputs), "{told:?}");
        assert_eq!((&report.divergence, &report.start), (&checked.divergence, &checked.start), "{told:?}");
    }
    std::fs::remove_file(dump).unwrap();
    checked
}

#[rstest]
#[case::plain(Dialect::default())]
#[case::split_vectors(Dialect { is_split: true, ..Dialect::default() })]
#[case::glitches_of_no_width(Dialect { has_glitches: true, ..Dialect::default() })]
#[case::unknown_at_the_start(Dialect { starts_unknown: true, ..Dialect::default() })]
#[case::a_deep_scope(Dialect { scope: Some("TOP.soc.u_hws"), ..Dialect::default() })]
#[case::other_signals(Dialect { has_others: true, ..Dialect::default() })]
fn an_equal_run_is_equal(#[case] dialect: Dialect) {
    let report = same(&run::run(), dialect, &NameMap::default(), &CheckOptions::default());
    assert_eq!(report.verdict, DumpVerdict::Equal);
    assert!(report.tally.ticks > 300 && report.tally.accesses > 40 && report.tally.pushes == 12);
}

#[rstest]
#[case("RS_FLAGS[0]", 40, 2)]
#[case("ev_a[0]", 66, 1)]
#[case("mdma_phy", 66, 1)]
#[case("bus_rdata", 0, 1)]
fn a_difference_is_explained_in_the_same_words(#[case] name: &str, #[case] tick: u64, #[case] mask: u64) {
    let wave = run::run();
    let wave = wave.corrupted(name, wave.time_of("cycle", tick + 1), mask);
    let options = CheckOptions { records_inputs: true, ..CheckOptions::default() };
    let report = same(&wave, Dialect::default(), &NameMap::default(), &options);
    assert_eq!(report.verdict, DumpVerdict::Differ, "{:?}", report.problem);
    assert!(report.inputs.is_some());
}

#[rstest]
#[case(BusKind::Apb, "bus: {kind: apb}")]
#[case(BusKind::Axi4Lite, "bus: {kind: axi4-lite}")]
fn buses_with_handshakes_are_followed(#[case] bus: BusKind, #[case] yaml: &str) {
    let wave = run::run_on(bus).without(&["bus_"]);
    let report = same(&wave, Dialect::default(), &map(yaml), &CheckOptions::default());
    assert_eq!(report.verdict, DumpVerdict::Equal);
}

#[test]
fn maps_and_missing_signals_mean_the_same() {
    let mut wave = run::run().without(&["LAUNCH", "tick_busy", "mih_"]);
    for name in ["irq", "RS_FAIL[3]", "clk"] {
        let place = wave.place(name);
        wave.signals[place].name = format!("{name}_q").replace("[3]_q", "_q[3]");
    }
    let yaml =
        "clock: clk_q\nscope: TOP.hws\nignore: ['DAG*']\nsignals: {irq: irq_q, 'RS[].FAIL': 'RS_FAIL_q[]'}\n";
    // The rename has no element but one.
    let yaml = yaml.replace("'RS[].FAIL': 'RS_FAIL_q[]'", "'RS[3].FAIL': 'RS_FAIL_q[3]'");
    let report = same(&wave, Dialect::default(), &map(&yaml), &CheckOptions::default());
    assert_eq!(report.verdict, DumpVerdict::Partial, "{:?}", report.problem);
    let options = CheckOptions { min_coverage: Some(61), ..CheckOptions::default() };
    let report = same(&wave, Dialect::default(), &map(&yaml), &options);
    assert_eq!(report.verdict, DumpVerdict::Equal, "{:?}", report.problem);
    assert!(!report.coverage.missing.is_empty() && !report.coverage.ignored.is_empty());
}

#[test]
fn a_run_that_cannot_be_followed_is_unreadable_for_the_same_reason() {
    let wave = run::run();
    let late = wave.switched_on_at(wave.time_of("cycle", 50));
    let report = same(&late, Dialect::default(), &NameMap::default(), &CheckOptions::default());
    assert_eq!(report.verdict, DumpVerdict::Unreadable);
    let snapshot = hws_model::Hws::new(hws_model::Config::default());
    let start = CheckStart::Snapshot(Box::new(snapshot));
    let report = same(
        &wave,
        Dialect::default(),
        &NameMap::default(),
        &CheckOptions { start, ..CheckOptions::default() },
    );
    assert!(report.start.is_some());
}

#[test]
fn too_little_is_too_little() {
    let options = CheckOptions { min_compared: u64::MAX, ..CheckOptions::default() };
    let report = same(&run::run(), Dialect::default(), &NameMap::default(), &options);
    assert_eq!(report.verdict, DumpVerdict::TooLittle);
}

#[test]
fn a_design_that_does_not_fit_is_refused_in_the_words_of_a_dump() {
    for (wave, yaml) in [
        (run::run(), "scope: TOP.hvs"),
        (run::run(), "signals: {irq: irg}"),
        (run::run().without(&["sm_req"]), "{}"),
        (run::run().without(&["bus_", "hdr", "sm_", "ev_", "mdma", "RS", "DAG"]), "scope: TOP"),
    ] {
        let (dump, map) = (file("vcd", text(&wave, Dialect::default()).as_bytes()), map(yaml));
        let problem = check(&dump, &map, &CheckOptions::default()).problem.unwrap();
        let error = live(&dump, &map, &CheckOptions::default(), Told::Edges).unwrap_err();
        assert_eq!(error.to_string(), problem);
        std::fs::remove_file(dump).unwrap();
    }
}

/// Every port of the flat bus, in the scope `dut`.
fn ports() -> Vec<LiveSignal> {
    let wanted = NameMap::default().wanted().unwrap().into_iter();
    let is_port = |name: &str| Port::ALL.iter().any(|port| port.name() == name);
    let names = wanted.map(|wanted| wanted.names[0].clone()).filter(|name| is_port(name));
    names.map(|name| LiveSignal { path: format!("dut.{name}"), width: 64 }).collect()
}

#[test]
fn odd_calls_do_no_harm() {
    let mut live = LiveCheck::new(&NameMap::default(), &ports(), LiveOptions::named("odd")).unwrap();
    assert_eq!(live.report().verdict, DumpVerdict::TooLittle);
    live.set(usize::MAX, Bits::known(1));
    for value in [0, 1, 7, u64::MAX] {
        (0..live.slots().len()).for_each(|slot| live.set(slot, Bits { value, unknown: value << 1 }));
        let _ = live.edge(u64::MAX - value);
        let _ = live.time(value);
        (0..live.slots().len()).for_each(|slot| live.set(slot, Bits::known(value)));
        let _ = live.edge(value);
    }
    assert_eq!(live.edge(0), WaveFlow::Stop, "nothing follows a difference");
    let report = live.finish();
    assert_ne!(report.verdict, DumpVerdict::Equal);
    assert_eq!((report.file.as_str(), report.coverage.scope.as_str()), ("odd", "dut"));
}

#[test]
fn the_report_may_be_asked_for_at_any_time() {
    let mut live = LiveCheck::new(&NameMap::default(), &ports(), LiveOptions::named("run")).unwrap();
    let slot = |name: &str| {
        let path = format!("dut.{name}");
        let signals = ports();
        live.slots().iter().position(|slot| signals[slot.signal].path == path).unwrap()
    };
    let (rst_n, tick_req, cycle) = (slot("rst_n"), slot("tick_req"), slot("cycle"));
    (0..live.slots().len()).for_each(|slot| live.set(slot, Bits::known(0)));
    assert_eq!(live.edge(0), WaveFlow::Continue);
    live.set(rst_n, Bits::known(1));
    live.set(tick_req, Bits::known(1));
    for ticks in 1..=5 {
        live.set(cycle, Bits::known(ticks));
        assert_eq!(live.edge(10 * ticks), WaveFlow::Continue, "{:?}", live.divergence());
        assert_eq!((live.report().verdict, live.tally().ticks), (DumpVerdict::Partial, ticks));
        assert_eq!(live.model().cycle().0, ticks);
    }
    live.set(cycle, Bits::known(4));
    assert_eq!(live.edge(60), WaveFlow::Stop);
    assert_eq!(live.divergence().unwrap().first_signal(), "cycle");
    assert_eq!(live.report().verdict, DumpVerdict::Differ);
    assert_eq!(json(&[live.report()]), json(&[live.finish()]));
}

#[test]
fn a_quiet_start_needs_a_dump() {
    let check = CheckOptions { start: CheckStart::Quiet, ..CheckOptions::default() };
    let options = LiveOptions { name: String::new(), check };
    let error = LiveCheck::new(&NameMap::default(), &ports(), options).err().unwrap();
    assert!(error.to_string().contains("give a snapshot"), "{error}");
}

#[test]
fn a_slot_says_what_it_is_and_whether_time_changes_it() {
    let mut signals = ports();
    let registers = ["HWS_STATUS", "SIP_REMAIN_EXEC_TIME[3]", "RS_FLAGS[3]", "CNT_CYCLE"];
    signals.extend(registers.map(|name| LiveSignal { path: format!("dut.{name}"), width: 32 }));
    let live = LiveCheck::new(&NameMap::default(), &signals, LiveOptions::named("run")).unwrap();
    let with_time: Vec<String> =
        live.slots().iter().filter(|slot| slot.follows_time).map(|slot| slot.target.name()).collect();
    assert_eq!(with_time, ["CNT_CYCLE", "HWS_STATUS", "SIP_REMAIN_EXEC_TIME[3]"]);
    let is_told = |name: &str| live.slots().iter().any(|slot| slot.target.name() == name && !slot.is_before);
    assert!(is_told("RS[3].FLAGS") && is_told("irq"));
}

#[test]
fn a_live_check_can_be_sent_to_another_thread() {
    fn is_owned<T: Send + 'static>() {}
    is_owned::<LiveCheck>();
}
