//! Arguments by their types.

use hws_fw::*;

use crate::bytes::Bytes;
use crate::memory::Memory;

/// What the arguments of one call are made from.
pub(crate) struct Making<'m, 'd> {
    pub(crate) memory: Memory,
    pub(crate) bytes: &'m mut Bytes<'d>,
    /// The handle.
    pub(crate) bus: *const hws_bus,
    /// The elements of the arrays of words that the function takes.
    pub(crate) words: usize,
    /// The elements of its arrays with a count.
    pub(crate) count: usize,
    /// The function takes the handle.
    pub(crate) is_bus_used: bool,
    /// The handle, or its `error`, has to be refused.
    pub(crate) is_wrong_bus: bool,
}

/// A type of an argument.
pub(crate) trait Argument {
    fn make(making: &mut Making<'_, '_>) -> Self;
}

impl Argument for u32 {
    fn make(making: &mut Making<'_, '_>) -> Self {
        making.bytes.number()
    }
}

impl Argument for i32 {
    fn make(making: &mut Making<'_, '_>) -> Self {
        making.bytes.number() as Self
    }
}

impl Argument for usize {
    fn make(making: &mut Making<'_, '_>) -> Self {
        making.count
    }
}

impl Argument for hws_topology {
    fn make(making: &mut Making<'_, '_>) -> Self {
        Self { cluster_sip_num: making.bytes.number(), cluster_num: making.bytes.number() }
    }
}

impl Argument for *const hws_bus {
    fn make(making: &mut Making<'_, '_>) -> Self {
        making.is_bus_used = true;
        making.bus
    }
}

impl Argument for *const u32 {
    fn make(making: &mut Making<'_, '_>) -> Self {
        making.memory.input(making.words, making.bytes)
    }
}

impl Argument for *mut u32 {
    fn make(making: &mut Making<'_, '_>) -> Self {
        making.memory.output(making.words, making.bytes)
    }
}

/// Details of a failure are written by calls that fail, and may be NULL.
impl Argument for *mut hws_error {
    fn make(making: &mut Making<'_, '_>) -> Self {
        let how = crate::memory::how(making.bytes);
        match how {
            crate::memory::Pointers::Null => std::ptr::null_mut(),
            _ => making.memory.value(hws_error::default(), how).cast_mut(),
        }
    }
}

/// A table is read and written.
impl Argument for *mut hws_dag_table {
    fn make(making: &mut Making<'_, '_>) -> Self {
        making.memory.input::<hws_dag_table>(1, making.bytes).cast_mut()
    }
}

/// Single values.
macro_rules! values {
    ($(const $input:ty),*; $(mut $output:ty),*) => {
        $(impl Argument for *const $input {
            fn make(making: &mut Making<'_, '_>) -> Self {
                making.memory.input(1, making.bytes)
            }
        })*
        $(impl Argument for *mut $output {
            fn make(making: &mut Making<'_, '_>) -> Self {
                making.memory.output(1, making.bytes)
            }
        })*
    };
}
values! {
    const hws_usage_masks, const hws_dag_table, const hws_kernel_action, const hws_firmware_task,
    const hws_task_ids, const hws_sip_report;
    mut hws_claim, mut hws_sip_status, mut hws_counters, mut u64, mut hws_dag_reset, mut hws_first_error,
    mut hws_interrupts, mut hws_engine, mut bool, mut usize, mut hws_mode, mut hws_task_ids, mut hws_topology,
    mut hws_usage_masks
}

/// Arrays with a count.
macro_rules! arrays {
    ($($pointer:ty => $make:ident),*) => {
        $(impl Argument for $pointer {
            fn make(making: &mut Making<'_, '_>) -> Self {
                making.memory.$make(making.count, making.bytes)
            }
        })*
    };
}
arrays! { *mut hws_launch => output, *mut hws_message => output, *const hws_rank_ratio => input }
