//! When the signals of a dump are sampled.

/// The edge of the clock at which the design works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockEdge {
    /// From 0 to 1.
    #[default]
    Rising,
    /// From 1 to 0.
    Falling,
}

/// When inputs are sampled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SamplePoint {
    /// Just before the time stamp of the edge.
    #[default]
    Before,
    /// At the end of the time stamp of the edge.
    After,
}
