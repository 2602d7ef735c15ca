//! Maps of designs that keep their registers in other forms: split, inverted, one bit for each value, in generate blocks.

use hws_dv::check::{DumpReport, DumpVerdict};
use hws_regs::RegId;
use rstest::rstest;

use crate::common::vcd::{Dialect, text};
use crate::common::wave::{Signal, Wave};
use crate::common::{checked_with, map, run};

type Recode = Box<dyn Fn(u64) -> u64>;

/// A signal that shows a part of another one.
struct Shown {
    name: String,
    width: u32,
    of: Recode,
}

fn shown(name: impl Into<String>, width: u32, of: impl Fn(u64) -> u64 + 'static) -> Shown {
    Shown { name: name.into(), width, of: Box::new(of) }
}

/// The wave with other signals in place of those for which `recode` gives any.
fn recoded(wave: &Wave, recode: impl Fn(&str) -> Vec<Shown>) -> Wave {
    let mut new = Wave { signals: Vec::new(), stamps: Vec::new(), now: Vec::new() };
    let mut places: Vec<Vec<(usize, Recode)>> = Vec::new();
    for signal in &wave.signals {
        let parts = match recode(&signal.name) {
            parts if parts.is_empty() => vec![shown(&signal.name, signal.width, |value| value)],
            parts => parts,
        };
        let add = |part: Shown| {
            new.signals.push(Signal { name: part.name, width: part.width });
            (new.signals.len() - 1, part.of)
        };
        places.push(parts.into_iter().map(add).collect());
    }
    for (time, changes) in &wave.stamps {
        let all = changes.iter().flat_map(|(place, value)| {
            places[*place].iter().map(|(new, of)| (*new, of(*value))).collect::<Vec<_>>()
        });
        new.stamps.push((*time, all.collect()));
    }
    new
}

fn check(wave: &Wave, yaml: &str) -> DumpReport {
    checked_with("vcd", text(wave, Dialect::default()).as_bytes(), &map(yaml))
}

/// The fields of a register as signals.
fn fields(register: &str, prefix: &str, suffix: &str) -> Vec<Shown> {
    let fields = RegId::parse(register).unwrap().info().fields;
    let one = |field: &'static hws_regs::FieldInfo| {
        let name = format!("{prefix}{}{suffix}", field.name.to_lowercase());
        shown(name, field.width.into(), |value| field.extract(value as u32).into())
    };
    fields.iter().map(one).collect()
}

/// `RS_FLAGS[3]`: its index.
fn index<'n>(name: &'n str, array: &str) -> Option<&'n str> {
    name.strip_prefix(array)?.strip_prefix('[')?.strip_suffix(']')
}

fn other_design(name: &str) -> Vec<Shown> {
    if let Some(entry) = index(name, "RS_FLAGS") {
        return fields("RS[0].FLAGS", &format!("gen({entry}).u_entry.f_"), "_q");
    }
    if let Some(entry) = index(name, "RS_IDS") {
        let half = |low: u32| move |value: u64| !value >> low & 0xFFFF;
        return vec![
            shown(format!("ids_hi_n<{entry}>"), 16, half(16)),
            shown(format!("ids_lo_n<{entry}>"), 16, half(0)),
        ];
    }
    match name {
        "irq" => vec![shown("irq_n", 1, |value| value ^ 1)],
        "cycle" => vec![shown("cyc", 64, |value| value.rotate_left(32))],
        "SIP_READY_MASK" => (0..32)
            .map(|bit| shown(format!("g_sip[{bit}].u.ready_q"), 1, move |value| value >> bit & 1))
            .collect(),
        "HWS_STATUS" => fields("HWS_STATUS", "u_status.", "_r"),
        "ev_n" => vec![shown("ev_n_onehot", 17, |value| 1 << value)],
        _ => Vec::new(),
    }
}

const MAP: &str = r#"
signals:
  irq: "~irq_n"
  cycle: "{cyc[31:0], cyc[63:32]}"
  "RS[].IDS": "{~ids_hi_n[], ~ids_lo_n[]}"
  "SIP_READY_MASK[]": "g_sip[].u.ready_q"
  ev_n: onehot(ev_n_onehot)
rules:
  - {from: 'gen\((\d+)\)\.u_entry\.f_(\w+)_q$', to: 'RS[$1].FLAGS.$2'}
  - {from: 'u_status\.(\w+)_r$', to: 'HWS_STATUS.$1'}
"#;

#[test]
fn another_form_of_every_kind_is_compared_completely() {
    let wave = recoded(&run::run(), other_design);
    let report = check(&wave, MAP);
    assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None), "{:?}", report.divergence);
    assert!(report.coverage.missing.is_empty() && report.coverage.narrow.is_empty());
    assert_eq!(report.tally.not_compared(), 0, "{:?}", report.coverage.unknown);
    let bits = report.coverage.register_bits.unwrap();
    let plain = checked_with("vcd", text(&run::run(), Dialect::default()).as_bytes(), &map("{}"));
    assert_eq!(bits, plain.coverage.register_bits.unwrap());
    assert_eq!(report.tally.compared, plain.tally.compared);
}

#[rstest]
#[case("RS_FLAGS[0]", 2)]
#[case("RS_IDS[1]", 0x10000)]
#[case("SIP_READY_MASK", 8)]
#[case("irq", 1)]
fn a_difference_is_found_where_it_is_in_the_plain_dump(#[case] name: &str, #[case] mask: u64) {
    let run = run::run();
    let wrong = run.corrupted(name, run.time_of("cycle", 40), mask);
    let plain = checked_with("vcd", text(&wrong, Dialect::default()).as_bytes(), &map("{}"));
    let other = check(&recoded(&wrong, other_design), MAP);
    let first = |report: &DumpReport| {
        let divergence = report.divergence.as_ref().unwrap();
        (divergence.cycle, divergence.first_signal().to_owned())
    };
    assert_eq!(first(&plain), first(&other));
}

#[test]
fn bits_that_no_field_gives_are_not_compared() {
    let recode = |name: &str| match index(name, "RS_FLAGS") {
        Some(entry) => fields("RS[0].FLAGS", &format!("e{entry}_"), ""),
        None => Vec::new(),
    };
    let field = RegId::parse("RS[0].FLAGS").unwrap().info().fields[0];
    let map = format!("signals: {{\"RS[0].FLAGS.{}\": e0_{}}}", field.name, field.name.to_lowercase());
    let run = run::run();
    let outside =
        run.corrupted("RS_FLAGS[0]", run.time_of("cycle", 40), 1 << ((field.lsb + field.width) % 32));
    let report = check(&recoded(&outside, recode), &map);
    assert!(report.divergence.is_none(), "{:?}", report.divergence);
    let narrow = &report.coverage.narrow[0];
    assert_eq!((narrow.target.name().as_str(), narrow.bits), ("RS[0].FLAGS", field.width.into()));
    let within = run.corrupted("RS_FLAGS[0]", run.time_of("cycle", 40), 1 << field.lsb);
    let report = check(&recoded(&within, recode), &map);
    assert_eq!(report.divergence.unwrap().first_signal(), "RS[0].FLAGS");
}

#[test]
fn a_value_that_is_not_one_hot_is_unknown_and_reported() {
    let recode = |name: &str| match name {
        "irq" => vec![shown("irq_onehot", 2, |value| if value == 1 { 0b11 } else { 0b01 })],
        _ => Vec::new(),
    };
    let report = check(&recoded(&run::run(), recode), "signals: {irq: onehot(irq_onehot)}");
    assert_eq!(report.verdict, DumpVerdict::Equal, "{:?}", report.problem);
    let unknown: Vec<String> = report.coverage.unknown.iter().map(|(target, _)| target.name()).collect();
    assert_eq!(unknown, ["irq"]);
}

#[test]
fn edges_at_which_the_enable_of_the_clock_is_0_do_not_count() {
    let run = run::run();
    let mut wave = run.clone();
    wave.signals.push(Signal { name: "stop".to_owned(), width: 1 });
    let stop = wave.signals.len() - 1;
    let clock = wave.place("clk");
    // Before every rising edge, one more, of a clock that is stopped.
    let stamps = std::mem::take(&mut wave.stamps);
    for (number, (time, changes)) in stamps.into_iter().enumerate() {
        let (time, is_rise) = (time * 8, changes.contains(&(clock, 1)));
        if is_rise && number > 2 {
            wave.stamps.push((time - 4, vec![(stop, 1)]));
            wave.stamps.push((time - 3, vec![(clock, 1)]));
            wave.stamps.push((time - 2, vec![(clock, 0), (stop, 0)]));
        }
        wave.stamps.push((time, changes));
    }
    wave.stamps[0].1.push((stop, 0));
    let report = check(&wave, "clock: {enable: '!stop'}");
    assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None), "{:?}", report.divergence);
    let report = check(&wave, "clock: 'clk & ~stop'");
    assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None), "{:?}", report.divergence);
    assert_ne!(check(&wave, "{}").verdict, DumpVerdict::Equal);
}

#[rstest]
#[case("signals: {irq: '~irk'}", "map.yaml:1:11: `irq`: the dump has no signal `irk`; did you mean `irq`?")]
#[case("signals: {irq: '~irq &'}", "map.yaml:1:11: `irq`: an expression ends too early")]
#[case("signals: {irq: 'cycle[64]'}", "map.yaml:1:11: `irq`: `cycle[64]` is not within the 64 bits")]
#[case("signals: {irq: 'cycle[0:3]'}", "map.yaml:1:11: `irq`: `cycle[0:3]` has its range the other way")]
#[case(
    "signals: {'HWS_CTRL.ENABLE': cycle}",
    "map.yaml:1:11: `HWS_CTRL.ENABLE` has 1 bits, and `cycle` has 64"
)]
#[case(
    "signals: {'HWS_CTRL.ENABLE': irq, 'HWS_CTRL[0]': irq}",
    "map.yaml:1:35: `HWS_CTRL[0]` gives bits of `HWS_CTRL`"
)]
#[case("signals: {'HWS_CTRL.ENABLED': irq}", "map.yaml:1:11: `HWS_CTRL.ENABLED` is not a port")]
#[case("rules: [{from: 'x_(', to: irq}]", "map.yaml:1:16: not a valid regular expression")]
#[case("rules: [{from: nothing, to: irq}]", "map.yaml:1:9: the rule `nothing` fits no signal of the dump")]
#[case("rules: [{from: 'hws.irq$', to: irk}]", "map.yaml:1:9: the rule makes `irk` of `TOP.hws.irq`")]
#[case("rules: [{from: 'hws.(irq|cycle)$', to: irq}]", "map.yaml:1:9: `IRQ` is `TOP.hws.irq` and another")]
#[case("rules: [{from: irq}]", "map.yaml:1:9: missing key `to`")]
#[case("clock: {enable: nothing}", "map.yaml:1:17: `enable`: the dump has no signal `nothing`")]
fn a_mistake_is_named_with_its_place(#[case] yaml: &str, #[case] message: &str) {
    let read =
        hws_dv::map::NameMap::from_yaml("map.yaml", yaml, &|_| Err(std::io::ErrorKind::NotFound.into()));
    let problem = match read {
        Err(error) => error.to_string(),
        Ok(map) => checked_with("vcd", text(&run::run(), Dialect::default()).as_bytes(), &map)
            .problem
            .unwrap_or_default(),
    };
    assert!(problem.starts_with(message), "{problem}");
}

#[test]
fn lines_of_a_map_are_proposed_with_a_confidence() {
    let mut wave = run::run();
    for signal in &mut wave.signals {
        signal.name = match signal.name.as_str() {
            "irq" => "irq_o".to_owned(),
            name if name.starts_with("RS_FLAGS[") => name.replace("RS_FLAGS", "u_rs.flags_q"),
            name => name.to_owned(),
        };
    }
    let path = crate::common::file("vcd", text(&wave, Dialect::default()).as_bytes());
    let lines = hws_dv::check::suggest_map(&path, &map("{}"), &Default::default()).unwrap();
    assert!(lines.contains("  \"irq\": \"TOP.hws.irq_o\"  # "), "{lines}");
    assert!(lines.contains("  \"RS[31].FLAGS\": \"TOP.hws.u_rs.flags_q[31]\"  # "), "{lines}");
    let report = check(&wave, &lines);
    assert_eq!(
        (report.verdict, report.coverage.missing.len()),
        (DumpVerdict::Equal, 0),
        "{:?}",
        report.problem
    );
}

#[rstest]
#[case(64, "wide[127:64]")]
#[case(32, "wide[32 +: 64]")]
#[case(64, "wide[[1]*64 +: 64]")]
#[case(7, "{wide[70:64], wide[63:7]}")]
fn bits_of_a_wide_vector_are_read_from_all_of_its_words(#[case] below: usize, #[case] value: &str) {
    let vcd = text(&run::run(), Dialect::default());
    let declared = vcd.lines().find(|line| line.contains(" cycle ")).unwrap();
    let code = declared.split_whitespace().nth(3).unwrap();
    let width = 64 + below;
    let widened = |line: &str| match line.strip_suffix(code).and_then(|rest| rest.strip_suffix(' ')) {
        _ if line == declared => format!("$var wire {width} {code} wide [{}:0] $end", width - 1),
        Some(digits) if digits.starts_with('b') => format!("{digits}{} {code}", "1".repeat(below)),
        _ => line.to_owned(),
    };
    let vcd: Vec<String> = vcd.lines().map(widened).collect();
    let yaml = format!("signals: {{cycle: '{value}'}}");
    let report = checked_with("vcd", (vcd.join("\n") + "\n").as_bytes(), &map(&yaml));
    assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None), "{:?}", report.divergence);
}

#[test]
fn a_wide_vector_is_not_decoded_by_its_lowest_word() {
    let vcd = text(&run::run(), Dialect::default()).replace("$var wire 1 ", "$var wire 65 ");
    let report = checked_with("vcd", vcd.as_bytes(), &map("signals: {ev_n: onehot(irq)}"));
    let problem = report.problem.unwrap();
    assert!(
        problem.starts_with("map.yaml:1:11: `ev_n`: `TOP.hws.irq` has 65 bits: select at most 64"),
        "{problem}"
    );
}
