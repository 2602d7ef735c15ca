//! A function on its own: its nodes, its aligned outputs, and its LAT, LFI and FPO for callers (T7, T9 to T11).

use super::fifo::Fifo;
use super::input::{Function, Kind, LfiRule, Options, OutputSync, Unit};
use super::net::{Net, Overflow, Timing, div_ceil};
use crate::input::{InputError, InputFault};

/// A scheduled function.
#[derive(Clone, Debug)]
pub(super) struct Scheduled {
    /// Timing by node.
    pub(super) timings: Vec<Timing>,
    /// FIFO by edge, in the order of the input.
    pub(super) fifos: Vec<Fifo>,
    /// LAT, LFI and FPO of a call of it.
    pub(super) unit: Unit,
}

impl Scheduled {
    /// Schedules a function after its callees; `callees` has the LAT, LFI and FPO of each of them.
    pub(super) fn of(
        function: &Function,
        options: &Options,
        callee: impl Fn(usize) -> Unit,
    ) -> Result<Self, InputError> {
        let units = function.operators.iter().map(|operator| match operator.kind {
            Kind::Call(index) => callee(index),
            _ => operator.unit,
        });
        let units: Vec<Unit> = units.collect();
        let edges: Vec<_> = function.edges.iter().map(|edge| (edge.from, edge.to)).collect();
        let net = Net { units: &units, edges: &edges, order: &function.order, rule: options.sd };
        let mut timings = net.schedule().map_err(|Overflow(node)| beyond(function, node))?;
        align(function, options.outputs, &mut timings)?;
        let unit = unit(function, options.lfi, &timings)?;
        let fifos = fifos(function, options, &timings);
        Ok(Self { timings, fifos, unit })
    }
}

fn beyond(function: &Function, node: usize) -> InputError {
    let place = format!("functions.{}.nodes.{}", function.name, function.operators[node].id);
    InputError::new(place, InputFault::Overflow)
}

/// T7: aligns the outputs, by their first token or by their start.
fn align(function: &Function, sync: OutputSync, timings: &mut [Timing]) -> Result<(), InputError> {
    let outputs = || (0..timings.len()).filter(|&node| function.operators[node].is_output);
    let step = |timing: &Timing| match sync {
        OutputSync::Opd => timing.end(),
        OutputSync::Sd => timing.sd.into(),
    };
    let Some(last) = outputs().map(|node| step(&timings[node])).max() else { return Ok(()) };
    for node in outputs().collect::<Vec<_>>() {
        let sd = i128::from(timings[node].sd) + last - step(&timings[node]);
        timings[node].sd = i64::try_from(sd).map_err(|_| beyond(function, node))?;
    }
    Ok(())
}

/// LAT, LFI and FPO of a call of the function.
fn unit(function: &Function, rule: LfiRule, timings: &[Timing]) -> Result<Unit, InputError> {
    let ends = function.ends();
    let largest = |value: fn(&Timing) -> i128, key: &str| {
        let most = ends.iter().map(|&node| value(&timings[node])).max().unwrap_or(0);
        let place = format!("functions.{}.{key}", function.name);
        i64::try_from(most).map_err(|_| InputError::new(place, InputFault::Overflow))
    };
    let (lat, fpo) = (largest(Timing::end, "LAT")?, largest(Timing::firings_per_token, "FPO")?);
    Ok(Unit { lat, lfi: lfi(function, rule, timings), fpo })
}

/// T10.
fn lfi(function: &Function, rule: LfiRule, timings: &[Timing]) -> i64 {
    let exact = |timing: &Timing| div_ceil(timing.unit.lfi.into(), timing.d.into());
    let most = match rule {
        // At most the largest LFI, so it fits.
        LfiRule::Exact => timings.iter().map(|timing| i64::try_from(exact(timing)).unwrap_or(i64::MAX)).max(),
        LfiRule::Max => timings.iter().map(|timing| timing.unit.lfi).max(),
        LfiRule::Input => {
            let is_fed = function.is_fed();
            let is_source = |node: usize| {
                !is_fed[node]
                    && matches!(function.operators[node].kind, Kind::In | Kind::Gate | Kind::Autoindex)
            };
            let sources = (0..timings.len()).filter(|&node| is_source(node));
            sources.map(|node| timings[node].unit.lfi).max()
        }
    };
    most.unwrap_or(1)
}

fn fifos(function: &Function, options: &Options, timings: &[Timing]) -> Vec<Fifo> {
    let mut most_fpo = vec![1; timings.len()];
    for edge in &function.edges {
        most_fpo[edge.to] = timings[edge.from].unit.fpo.max(most_fpo[edge.to]);
    }
    let fifo = |edge: &super::input::Edge| {
        let (from, to) = (&timings[edge.from], &timings[edge.to]);
        Fifo::between(from, to, most_fpo[edge.to], function.stream_size, options.sd)
    };
    function.edges.iter().map(fifo).collect()
}
