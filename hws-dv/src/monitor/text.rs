//! The text of the module.

use std::collections::BTreeMap;
use std::fmt;

use super::quiet::is_mask;
use super::{Monitor, Sampled};
use crate::map::{ClockEdge, Port, SignalTarget};

/// The words of a vector that is passed.
const WORDS: usize = 64;

/// Signals that are passed together.
struct Group<'m> {
    number: usize,
    /// Each signal with its first word.
    signals: Vec<(usize, &'m Sampled)>,
}

impl<'m> Group<'m> {
    fn new(number: usize, signals: &[&'m Sampled]) -> Self {
        let mut next = 0;
        let place = |signal: &&'m Sampled| {
            let word = next;
            next += signal.width.div_ceil(u32::BITS) as usize;
            (word, *signal)
        };
        Self { number, signals: signals.iter().map(place).collect() }
    }
}

/// The name of the array of a register or lane: `RS_FLAGS` for `hws.RS_FLAGS[3]`.
fn array(path: &str) -> &str {
    path.split('[').next().unwrap_or(path)
}

/// Brings the elements of each array together; arrays stay in the order of their first elements.
fn sort_by_array(signals: &mut [&Sampled]) {
    let mut order = BTreeMap::new();
    for signal in signals.iter() {
        let next = order.len();
        order.entry(array(&signal.path)).or_insert(next);
    }
    signals.sort_by_key(|signal| order.get(array(&signal.path)).copied());
}

impl Monitor {
    /// The ports before and after the edge, with the masks, then monitor lanes and registers, array by array.
    fn groups(&self) -> (Vec<Group<'_>>, Vec<Group<'_>>) {
        let is_port =
            |signal: &&Sampled| matches!(signal.target, SignalTarget::Port(_)) || is_mask(signal.target);
        let is_lane = |signal: &&Sampled| matches!(signal.target, SignalTarget::Lane { .. });
        let (before, after): (Vec<&Sampled>, Vec<&Sampled>) =
            self.signals.iter().filter(is_port).partition(|signal| self.is_before(signal));
        let ports = vec![Group::new(0, &before), Group::new(1, &after)];
        let (lanes, registers): (Vec<&Sampled>, Vec<&Sampled>) =
            self.signals.iter().filter(|signal| !is_port(signal)).partition(is_lane);
        let mut arrays = Vec::new();
        for mut signals in [lanes, registers] {
            sort_by_array(&mut signals);
            for run in signals.chunk_by(|a, b| array(&a.path) == array(&b.path)) {
                // A signal has two words at most.
                for part in run.chunks(WORDS / 2) {
                    arrays.push(Group::new(ports.len() + arrays.len(), part));
                }
            }
        }
        (ports, arrays)
    }

    /// The expression by which the module refers to a signal.
    pub(super) fn expression(&self, signal: &Sampled) -> String {
        match signal.path.strip_prefix(&format!("{}.", self.scope)) {
            Some(name) => format!("`HWS_DUT.{name}"),
            None => signal.path.strip_prefix("TOP.").unwrap_or(&signal.path).to_owned(),
        }
    }

    pub(super) fn of_port(&self, port: Port) -> Option<String> {
        self.port(port).map(|signal| self.expression(signal))
    }
}

impl fmt::Display for Monitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ports, arrays) = self.groups();
        f.write_str(HEAD)?;
        for group in &arrays {
            writeln!(f, "  hws_words_t g{};", group.number)?;
        }
        f.write_str("\n  function automatic void declare();\n")?;
        for (group, (_, signal)) in
            ports.iter().chain(&arrays).flat_map(|group| group.signals.iter().map(move |it| (group, it)))
        {
            let Sampled { path, width, .. } = signal;
            writeln!(f, "    void'(hws_live_signal(live, {}, \"{path}\", {width}));", group.number)?;
        }
        f.write_str("  endfunction\n\n")?;
        self.write_ports(f, "ins", "take_ins", &ports[0])?;
        self.write_ports(f, "outs", "take_outs", &ports[1])?;
        self.write_arrays(f, "take_lanes", &arrays, true)?;
        self.write_arrays(f, "take_registers", &arrays, false)?;
        self.write_edge(f)
    }
}

impl Monitor {
    fn write_ports(
        &self,
        f: &mut fmt::Formatter<'_>,
        vector: &str,
        task: &str,
        group: &Group<'_>,
    ) -> fmt::Result {
        writeln!(f, "  function automatic void {task}();")?;
        for (word, signal) in &group.signals {
            self.write_words(f, "    ", vector, *word, signal)?;
        }
        f.write_str("  endfunction\n\n")
    }

    fn write_words(
        &self,
        f: &mut fmt::Formatter<'_>,
        indent: &str,
        vector: &str,
        word: usize,
        signal: &Sampled,
    ) -> fmt::Result {
        let value = self.expression(signal);
        if signal.width > u32::BITS {
            return writeln!(f, "{indent}{{{vector}[{}], {vector}[{word}]}} = 64'({value});", word + 1);
        }
        writeln!(f, "{indent}{vector}[{word}] = 32'({value});")
    }

    fn write_arrays(
        &self,
        f: &mut fmt::Formatter<'_>,
        task: &str,
        arrays: &[Group<'_>],
        is_lanes: bool,
    ) -> fmt::Result {
        writeln!(f, "  function automatic void {task}();")?;
        if !is_lanes {
            f.write_str("    `HWS_BEFORE_LOOK\n")?;
        }
        let is_wanted = |group: &&Group<'_>| {
            let first = group.signals.first();
            first.is_some_and(|(_, it)| matches!(it.target, SignalTarget::Lane { .. }) == is_lanes)
        };
        for group in arrays.iter().filter(is_wanted) {
            self.write_array(f, group)?;
        }
        f.write_str("  endfunction\n\n")
    }

    fn write_array(&self, f: &mut fmt::Formatter<'_>, group: &Group<'_>) -> fmt::Result {
        let vector = format!("g{}", group.number);
        let changed = |(word, signal): &(usize, &Sampled)| {
            let value = self.expression(signal);
            match signal.width > u32::BITS {
                true => format!("`HWS_CHANGED(64, {value}, {{{vector}[{}], {vector}[{word}]}})", word + 1),
                false => format!("`HWS_CHANGED(32, {value}, {vector}[{word}])"),
            }
        };
        let any: Vec<String> = group.signals.iter().map(changed).collect();
        writeln!(f, "    if (!is_known || ({})) begin", any.join("\n        `HWS_OR "))?;
        for (word, signal) in &group.signals {
            self.write_words(f, "      ", &vector, *word, signal)?;
        }
        writeln!(f, "      void'(`HWS_LIVE_WORDS(live, {}, {vector}));", group.number)?;
        f.write_str("    end\n")
    }

    fn write_edge(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edge = if self.edge == ClockEdge::Rising { "posedge" } else { "negedge" };
        let clock = self.of_port(Port::Clk).unwrap_or_else(|| "`HWS_DUT.clk".to_owned());
        let has_events = self.of_port(Port::EvN).map_or("1'b0".to_owned(), |name| format!("{name} != 0"));
        let is_busy = self.of_port(Port::TickBusy).unwrap_or_else(|| "1'b0".to_owned());
        let text = TAIL.replace("<edge>", edge).replace("<clock>", &clock);
        let text = text.replace("<has events>", &has_events).replace("<is busy>", &is_busy);
        let cycle = self.of_port(Port::Cycle).unwrap_or_else(|| "0".to_owned());
        let text = text
            .replace("<calm>", &self.calm())
            .replace("<silent>", &self.silent())
            .replace("<cycle>", &cycle);
        f.write_str(&text.replace("<keep>", &self.keep()).replace("<cycle words>", &self.cycle_words()))
    }

    /// Where the counter of cycles is among the words that are passed; the same words twice if it has only one.
    fn cycle_words(&self) -> String {
        let (ports, _) = self.groups();
        let is_cycle = |signal: &Sampled| signal.target == SignalTarget::Port(Port::Cycle);
        match ports[1].signals.iter().find(|(_, signal)| is_cycle(signal)) {
            Some((word, signal)) if signal.width > u32::BITS => {
                format!("{{quiet_outs[{}], quiet_outs[{word}]}} = 64'(at_cycle);", word + 1)
            }
            Some((word, _)) => format!("quiet_outs[{word}] = 32'(at_cycle);"),
            None => String::new(),
        }
    }
}

const HEAD: &str = r#"// Generated by `hws check --monitor`: do not edit.
//
// Compares a design with the model of the HWS at every edge of its clock, as `hws check` compares its dump.
//
//     hws_monitor #(.NAME("my test")) monitor ();            // beside the design: +define+HWS_DUT=tb.u_hws
//     bind hws hws_monitor #(.NAME("my test")) monitor ();   // in it: HWS_DUT is the name of its module
//
// Plusargs: +hws_json=FILE and +hws_junit=FILE write the report; +hws_go_on does not end the simulation at the first
// difference; +hws_look=N looks at registers after N edges, not after each, which is faster. HWS_BEFORE_LOOK is a statement to
// execute before registers are looked at. Compile it with hws_dpi_pkg.sv and link libhws_dpi.
`ifndef HWS_DUT
  `define HWS_DUT hws
`endif
// Values with unknown bits are passed as such; Verilator has none.
`ifdef VERILATOR
  `define HWS_CHANGED(width, now, last) ((width'(now)) ^ (last))
  `define HWS_OR |
  `define HWS_LIVE_WORDS hws_live_words
  `define HWS_LIVE_EDGE hws_live_edge
  `define HWS_LIVE_PORTS hws_live_ports
  `define HWS_LIVE_QUIET hws_live_quiet
`else
  `define HWS_CHANGED(width, now, last) ((width'(now)) !== (last))
  `define HWS_OR ||
  `define HWS_LIVE_WORDS hws_live_logic
  `define HWS_LIVE_EDGE hws_live_edge_logic
  `define HWS_LIVE_PORTS hws_live_ports_logic
  `define HWS_LIVE_QUIET hws_live_quiet_logic
`endif
`ifndef HWS_BEFORE_LOOK
  `define HWS_BEFORE_LOOK
`endif

module hws_monitor #(
  parameter string NAME = "live",  // what the report calls the run
  parameter string MAP  = ""       // the map file; the names of the reference RTL without one
);
  import hws_dpi_pkg::*;

  chandle live;
  bit is_on, is_known, is_due, first, second;
  longint unsigned at;
  hws_words_t ins, outs;
  // Edges between two looks at registers, and since the last one.
  int unsigned look = 1, since;
  // Quiet ticks that were not passed yet, the time of the last one, and the words of the first.
  longint unsigned quiet, quiet_at, last_cycle;
  hws_words_t quiet_ins, quiet_outs;
  bit is_calm, has_ended;
  logic was_up;
  logic [31:0] still0, still1, still2;
"#;

const TAIL: &str = r#"  function automatic void fail(string what);
    $error("hws_monitor: %s: %s", what, hws_live_text(live));
    $finish;
  endfunction

  initial begin
    if (!$value$plusargs("hws_look=%d", look)) look = 1;
    if (hws_live_create(NAME, MAP, live) != 0) fail("map");
    else begin
      declare();
      if (hws_live_begin(live) != 0) fail("design and map");
      else is_on = 1'b1;
    end
  end

  // Inputs as they are before the edge; everything else when all that the edge causes has settled.
  always @(<edge> <clock>) if (is_on) begin
    take_ins();
    is_calm = look > 1 && <calm>;
    at = $time;
    is_due = 1'b1;
    first <= !first;
  end
  always @(first) second <= first;
  always @(second) if (is_due) begin
    is_due = 1'b0;
    sample();
  end

  // The long functions are called once, because simulators may copy a function to each of its calls.
  function automatic void sample();
    longint unsigned previous;
    bit is_quiet, is_look;
    previous = last_cycle;
    last_cycle = 64'(<cycle>);
    since++;
    is_quiet = is_calm && is_known && last_cycle === previous + 1
        && <silent>;
    if (!is_quiet && quiet != 0) pass_quiet(previous);
    if (!is_quiet || quiet == 0) take_outs();
    is_look = !(<is busy>) && (since >= look || !is_known);
    if (is_quiet) begin
      if (quiet == 0) begin
        quiet_ins = ins;
        quiet_outs = outs;
      end
      quiet++;
      quiet_at = at;
      if (is_look) pass_quiet(last_cycle);
    end else if (<has events> || !is_known) take_lanes();
    if (!is_on) return;
    if (is_look) begin
      take_registers();
      is_known = 1'b1;
      since = 0;
    end
    if (is_quiet) begin
      if (is_look) judge(hws_live_look(live, at));
    end else begin
      if (is_look) judge(`HWS_LIVE_EDGE(live, at, ins, outs));
      else judge(`HWS_LIVE_PORTS(live, at, ins, outs));
      <keep>
    end
  endfunction

  function automatic void pass_quiet(longint unsigned at_cycle);
    <cycle words>
    judge(`HWS_LIVE_QUIET(live, quiet_at, quiet, quiet_ins, quiet_outs));
    quiet = 0;
  endfunction

  function automatic void judge(int status);
    if (status == 0 || !is_on) return;
    is_on = 1'b0;
    if (!has_ended && !$test$plusargs("hws_go_on")) begin
      $display("hws_monitor: %s stops at time %0d", NAME, at);
      $finish;
    end
  endfunction

  final begin
    string path;
    has_ended = 1'b1;
    if (live != null) begin
      if (is_on && quiet != 0) pass_quiet(last_cycle);
      if (is_on && since != 0 && !(<is busy>)) begin
        take_registers();
        judge(hws_live_look(live, at));
      end
      $write("%s", hws_live_report(live));
      // One call a statement: Verilator may evaluate both sides of `&&`.
      if ($value$plusargs("hws_json=%s", path)) begin
        if (hws_live_write_json(live, path) != 0) $display("hws_monitor: %s", hws_live_text(live));
      end
      if ($value$plusargs("hws_junit=%s", path)) begin
        if (hws_live_write_junit(live, path) != 0) $display("hws_monitor: %s", hws_live_text(live));
      end
      hws_live_free(live);
    end
  end
endmodule
"#;
