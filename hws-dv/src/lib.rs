//! Design verification: waveforms in and out, a dump against the model, and why the model decided as it did.

pub mod explain;
