//! Advice on a run of files.

use hws_run::report::Advice;
use hws_run::tune::Adviser;
use hws_run::workload::{ErrorKind, Inputs, Understood};

use super::Ran;
use crate::{HostError, files};

/// Returns advice on a run of the workload that was read from these inputs, or `None` if the caller stops the search, if this run
/// allows no advice, or if advice would cost too much and was not asked for.
///
/// # Errors
/// [`HostError::Input`] if a file can no longer be read: real times are drawn again to confirm a gain.
pub fn advice(
    inputs: &Inputs,
    understood: &Understood,
    ran: &Ran,
    is_asked: bool,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Option<Advice>, HostError> {
    let adviser = Adviser { workload: &understood.workload, policies: &inputs.policies, is_stopped };
    let model = understood.error_model.filter(|model| model.kind != ErrorKind::None);
    if !is_asked && !adviser.is_cheap(&ran.record, model.is_some()) {
        return Ok(None);
    }
    adviser.advise(&ran.record, &mut |draw| {
        let Some(model) = model else { return Ok(None) };
        let inputs = Inputs { seed: Some(model.seed.wrapping_add(draw)), ..inputs.clone() };
        Ok(Some(inputs.read(&mut files::beside)?))
    })
}
