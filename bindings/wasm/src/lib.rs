//! The model in a browser: a session that runs a workload or a stimulus and steps it, and the page around it.
//!
//! * [`Session`]: what was opened, the machine at the present cycle, and the way there, also backwards;
//! * [`SessionView`]: what the page shows of a state; [`SessionReasons`]: why the HWS decided as it did, from `hws explain`;
//! * [`answer`]: requests and answers in JSON, which is all that the page and the session exchange;
//! * `exports`: the functions of the WebAssembly module, the only unsafe code;
//! * [`page`]: the HTML file that contains the module, the examples and the program. It works without a network.
//!
//! A workload is run first, as `hws run` does, and its stimulus is what is stepped: so everything that the page shows can
//! be obtained from `hws replay` and `hws explain` with the same file.

mod api;
mod exports;
#[cfg(not(target_arch = "wasm32"))]
pub mod page;
mod session;

pub use api::{Answers, answer};
pub use session::{
    KernelReason, Opened, Session, SessionError, SessionReasons, SessionSip, SessionView, Step,
};
