//! I9: every message produced is accepted, and then leaves through the MIH FIFO in order unless a reset
//! discards it, or is counted in CNT_MIH_DROP; requests (scheduler.md §9.3) are never dropped. Grants used never exceed
//! grants given.

mod grants;
mod messages;
mod requests;

pub(super) use grants::{Grants, reread, takes_open_places};
pub(super) use messages::{
    Alone, Messages, drops_are_errors, last_block_is_told, launch_is_announced, note_path, rejection,
    rejection_has_ids,
};
pub(super) use requests::{Request, request_is_next};
