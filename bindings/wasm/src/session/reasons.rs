//! The answer of `hws explain`, with the reason of each kernel in words.

use hws_inspect::explain::{Candidate, Explanation};
use serde::Serialize;

/// Why the HWS decided as it did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SessionReasons {
    /// The cycle that was asked for: `hws explain FILE --at CYCLE` gives the same text.
    pub at: u64,
    /// The whole explanation, for people.
    pub text: String,
    /// The kernels that the attempt saw.
    pub kernels: Vec<KernelReason>,
    /// The explanation as `hws explain --json` gives it.
    pub explanation: Explanation,
}

/// Why a kernel is launched, or waits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KernelReason {
    /// kernel_seq.
    pub seq: u32,
    /// The pool, if it is in one.
    pub pool: Option<&'static str>,
    /// The reason.
    pub reason: String,
    /// What would have started it, the smallest change first.
    pub why_not: Vec<String>,
}

impl KernelReason {
    fn new(candidate: &Candidate) -> Self {
        Self {
            seq: candidate.facts.kernel.seq,
            pool: candidate.pool.map(hws_model::Pool::name),
            reason: candidate.reason.to_string(),
            why_not: candidate.why_not.iter().map(ToString::to_string).collect(),
        }
    }
}

impl SessionReasons {
    pub(super) fn new(at: u64, explanation: Explanation) -> Self {
        let kernels = match &explanation {
            Explanation::Cycle(answer) => {
                answer.candidates.iter().chain(&answer.outside).map(KernelReason::new).collect()
            }
            _ => Vec::new(),
        };
        Self { at, text: explanation.to_string(), kernels, explanation }
    }
}
