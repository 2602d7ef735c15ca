use super::*;

/// What the sink saw: time, bus_valid before, irq after.
#[derive(Default)]
struct Seen(Vec<(u64, Option<u64>, Option<u64>)>);

impl EdgeSink for Seen {
    fn edge(&mut self, edge: &SampledEdge<'_>) -> AfterEdge {
        let input = edge.inputs[Port::BusValid as usize].get();
        self.0.push((edge.time, input, edge.values[Port::Irq as usize].get()));
        AfterEdge::Clear
    }
}

fn feeds() -> Vec<Vec<Feed>> {
    let of = |port: Port| vec![Feed { target: port as u32, bit: None }];
    vec![of(Port::Clk), of(Port::BusValid), of(Port::Irq)]
}

fn seen(
    edge: ClockEdge,
    point: SamplePoint,
    steps: &[(u64, usize, u64)],
) -> Vec<(u64, Option<u64>, Option<u64>)> {
    let feeds = feeds();
    let mut sampler = Sampler::new(&feeds, SignalTarget::all().len(), edge, point, Seen::default());
    let mut now = None;
    for &(time, slot, value) in steps {
        if now != Some(time) {
            now = Some(time);
            assert_eq!(sampler.time(time), WaveFlow::Continue);
        }
        sampler.change(slot, Bits::known(value));
    }
    sampler.end();
    sampler.into_sink().0
}

const STEPS: [(u64, usize, u64); 8] =
    [(0, 0, 0), (0, 1, 1), (0, 2, 0), (5, 0, 1), (5, 1, 0), (5, 2, 1), (10, 0, 0), (15, 0, 1)];

#[test]
fn inputs_are_those_before_the_edge_and_outputs_those_after_it() {
    let seen = seen(ClockEdge::Rising, SamplePoint::Before, &STEPS);
    assert_eq!(seen, [(5, Some(1), Some(1)), (15, Some(0), Some(1))]);
}

#[test]
fn values_before_the_first_time_stamp_are_those_at_the_beginning() {
    let feeds = feeds();
    let (edge, point) = (ClockEdge::Rising, SamplePoint::Before);
    let mut sampler = Sampler::new(&feeds, SignalTarget::all().len(), edge, point, Seen::default());
    sampler.change(0, Bits::known(0));
    sampler.change(1, Bits::known(1));
    assert_eq!(sampler.time(10), WaveFlow::Continue);
    sampler.change(0, Bits::known(1));
    sampler.end();
    assert_eq!(sampler.into_sink().0, [(10, Some(1), None)]);
}

#[test]
fn edge_and_sample_point_can_be_chosen() {
    assert_eq!(seen(ClockEdge::Falling, SamplePoint::Before, &STEPS), [(10, Some(0), Some(1))]);
    assert_eq!(seen(ClockEdge::Rising, SamplePoint::After, &STEPS)[0], (5, Some(0), Some(1)));
}

#[test]
fn a_glitch_of_no_width_is_not_an_edge() {
    let steps = [(0, 0, 0), (5, 0, 1), (5, 0, 0), (9, 0, 1)];
    let edges: Vec<u64> =
        seen(ClockEdge::Rising, SamplePoint::Before, &steps).iter().map(|edge| edge.0).collect();
    assert_eq!(edges, [9]);
}
