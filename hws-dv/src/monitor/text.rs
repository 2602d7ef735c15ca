//! The text of the module.

use std::collections::BTreeMap;
use std::fmt;

use super::{Monitor, Sampled};
use crate::map::{Port, SignalTarget};
use crate::sample::ClockEdge;

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
    /// The ports before and after the edge, then monitor lanes and registers, array by array.
    fn groups(&self) -> (Vec<Group<'_>>, Vec<Group<'_>>) {
        let is_port = |signal: &&Sampled| matches!(signal.target, SignalTarget::Port(_));
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
    fn expression(&self, signal: &Sampled) -> String {
        match signal.path.strip_prefix(&format!("{}.", self.scope)) {
            Some(name) => format!("`HWS_DUT.{name}"),
            None => signal.path.strip_prefix("TOP.").unwrap_or(&signal.path).to_owned(),
        }
    }

    fn of_port(&self, port: Port) -> Option<String> {
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
        f.write_str("\n  task automatic declare();\n")?;
        for (group, (_, signal)) in
            ports.iter().chain(&arrays).flat_map(|group| group.signals.iter().map(move |it| (group, it)))
        {
            let Sampled { path, width, .. } = signal;
            writeln!(f, "    void'(hws_live_signal(live, {}, \"{path}\", {width}));", group.number)?;
        }
        f.write_str("  endtask\n\n")?;
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
        writeln!(f, "  task automatic {task}();")?;
        for (word, signal) in &group.signals {
            self.write_words(f, "    ", vector, *word, signal)?;
        }
        f.write_str("  endtask\n\n")
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
        writeln!(f, "  task automatic {task}();")?;
        let is_wanted = |group: &&Group<'_>| {
            let first = group.signals.first();
            first.is_some_and(|(_, it)| matches!(it.target, SignalTarget::Lane { .. }) == is_lanes)
        };
        for group in arrays.iter().filter(is_wanted) {
            self.write_array(f, group)?;
        }
        f.write_str("  endtask\n\n")
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
        f.write_str(&text.replace("<has events>", &has_events).replace("<is busy>", &is_busy))
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
// difference. Compile it with hws_dpi_pkg.sv and link libhws_dpi.
`ifndef HWS_DUT
  `define HWS_DUT hws
`endif
// Values with unknown bits are passed as such; Verilator has none.
`ifdef VERILATOR
  `define HWS_CHANGED(width, now, last) ((width'(now)) ^ (last))
  `define HWS_OR |
  `define HWS_LIVE_WORDS hws_live_words
  `define HWS_LIVE_EDGE hws_live_edge
`else
  `define HWS_CHANGED(width, now, last) ((width'(now)) !== (last))
  `define HWS_OR ||
  `define HWS_LIVE_WORDS hws_live_logic
  `define HWS_LIVE_EDGE hws_live_edge_logic
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
"#;

const TAIL: &str = r#"  task automatic fail(string what);
    $error("hws_monitor: %s: %s", what, hws_live_text(live));
    $finish;
  endtask

  initial begin
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
    at = $time;
    is_due = 1'b1;
    first <= !first;
  end
  always @(first) second <= first;
  always @(second) if (is_due) begin
    is_due = 1'b0;
    sample();
  end

  task automatic sample();
    take_outs();
    if (<has events> || !is_known) take_lanes();
    if (!(<is busy>)) begin
      take_registers();
      is_known = 1'b1;
    end
    if (`HWS_LIVE_EDGE(live, at, ins, outs) != 0) begin
      is_on = 1'b0;
      if (!$test$plusargs("hws_go_on")) begin
        $display("hws_monitor: %s stops at time %0d", NAME, at);
        $finish;
      end
    end
  endtask

  final begin
    string path;
    if (live != null) begin
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
