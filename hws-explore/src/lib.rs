//! Every reachable state of the HWS model in small configurations.
//!
//! A test tries some runs; an exploration tries all: whatever the order of pushes, reports, commands and time, no SIP
//! is granted twice or lost, no block is skipped, and every kernel leaves. What it proves, it proves for the
//! configuration alone, and for the model as it is compiled.
//!
//! * [`Configuration`]: a small machine, its kernels, and what its surroundings may do, from YAML;
//! * [`Scenario`]: the configuration made ready;
//! * [`explore`]: visits all states, breadth first, and returns an [`Exploration`];
//! * [`Counterexample`]: the run that shows a [`Defect`] or a [`Starvation`], as a stimulus and as a story.
//!
//! A state is the behaviour of the HWS (`Hws::behaviour`) and a record of what happened, which is kept from the
//! events alone. In every state the registers have to satisfy the invariants that they decide, and to agree with the
//! record. States are compared by all their bytes.
//!
//! ```
//! use hws_explore::{Configuration, Scenario, explore};
//!
//! let text = "
//! version: 1
//! topology: 3x4
//! sips: [0, 1]
//! kernels:
//!   - { name: a }
//!   - { name: b, threads: 2 }
//! ";
//! let scenario = Scenario::new(Configuration::read("two.yaml", text)?);
//! let exploration = explore(&scenario);
//! assert!(exploration.is_complete && exploration.defect.is_none());
//! assert!(exploration.starvations.is_empty(), "both leave, whatever happens");
//! # Ok::<(), Box<hws_input::Diagnostic>>(())
//! ```

mod action;
mod configuration;
mod counterexample;
mod explore;
mod finding;
mod graph;
mod ledger;
mod liveness;
mod scenario;
mod store;
mod world;

pub use action::Action;
pub use configuration::{Configuration, Repetition, SmallKernel, TimeStep};
pub use counterexample::Counterexample;
pub use explore::{Defect, Exploration, explore};
pub use finding::Finding;
pub use liveness::Starvation;
pub use scenario::Scenario;
