//! Lock-step: registers of a design against those of the model.

use std::collections::BTreeMap;

use hws_regs::RegId;

use crate::access::peeked;
use crate::boundary::{aligned, from_c, get, with};
use crate::{hws_model, hws_model_status};

/// What was compared, and which bits are.
#[derive(Default)]
pub(crate) struct Comparison {
    /// The compared bits of the registers that are not compared whole.
    masks: BTreeMap<RegId, u32>,
    compared: u64,
    differed: u64,
    skipped: u64,
}

/// Of the register at a byte offset, `hws_model_compare` looks only at the bits of `mask`: all bits after power-on. 0 marks the
/// register as volatile: it is not compared.
///
/// Errors: HWS_MODEL_UNALIGNED, HWS_MODEL_UNMAPPED, HWS_MODEL_WRITE_ONLY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_set_mask(
    model: *mut hws_model,
    offset: u32,
    mask: u32,
) -> hws_model_status {
    from_c!(with(model, |model| {
        let (id, _) = peeked(model, offset)?;
        if let Some(id) = id {
            model.comparison.masks.insert(id, mask);
        }
        Ok(())
    }))
}

/// Compares a register of a design with that of the model, in the bits of its mask, without an effect on either.
/// `*expected` is the value of the model, also if they differ.
///
/// Errors: HWS_MODEL_DIFFERENT if they differ; HWS_MODEL_UNALIGNED, HWS_MODEL_UNMAPPED, HWS_MODEL_WRITE_ONLY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_compare(
    model: *mut hws_model,
    offset: u32,
    value: u32,
    expected: *mut u32,
) -> hws_model_status {
    let mut is_equal = true;
    let done = from_c!(get(model, expected, |model| {
        let (id, expected) = peeked(model, offset)?;
        is_equal = model.comparison.judge(id, value, expected);
        Ok(expected)
    }));
    match done {
        hws_model_status::HWS_MODEL_OK if !is_equal => hws_model_status::HWS_MODEL_DIFFERENT,
        done => done,
    }
}

/// Gets how many values were compared, how many of them differed, and how many were left out because their register is
/// volatile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_compared(
    model: *mut hws_model,
    compared: *mut u64,
    differed: *mut u64,
    skipped: *mut u64,
) -> hws_model_status {
    from_c!(with(model, |model| {
        let places = [aligned(compared)?, aligned(differed)?, aligned(skipped)?];
        let Comparison { compared, differed, skipped, .. } = model.comparison;
        places.into_iter().zip([compared, differed, skipped]).for_each(|(place, count)| place.write(count));
        Ok(())
    }))
}

impl Comparison {
    fn judge(&mut self, id: Option<RegId>, value: u32, expected: u32) -> bool {
        let mask = id.and_then(|id| self.masks.get(&id)).copied().unwrap_or(u32::MAX);
        if mask == 0 {
            self.skipped += 1;
            return true;
        }
        let is_equal = (value ^ expected) & mask == 0;
        self.compared += 1;
        self.differed += u64::from(!is_equal);
        is_equal
    }
}
