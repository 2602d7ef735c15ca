//! The MIH FIFO contains valid messages (interfaces.md §4).

use hws_types::{MihMessage, RawMih};

use super::error::RestoreError;
use crate::Hws;

pub(super) fn check(hws: &Hws) -> Result<(), RestoreError> {
    let is_message = |raw: &RawMih| MihMessage::decode(*raw).is_ok_and(|message| message.encode() == *raw);
    match hws.mih.iter().position(|raw| !is_message(raw)) {
        Some(position) => Err(RestoreError::Message { position }),
        None => Ok(()),
    }
}
