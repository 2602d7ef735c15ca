//! Maps the firmware's 32-bit DAG ids to the hardware's 16-bit tags, in a struct that C can hold.

use fw_api::DagTable;

use crate::boundary::{Answer, aligned, from_c, get, give, read, run};
use crate::dags::kind;
use crate::number::half;
use crate::{hws_bus, hws_dag_reset, hws_error, hws_status};

/// Number of DAGs that a table holds, the same as the hardware.
pub const HWS_DAG_TABLE_SIZE: usize = 32;
const _: () = assert!(HWS_DAG_TABLE_SIZE == fw_api::regs::params::N_DAG);

/// Number of words of a table.
pub const HWS_DAG_TABLE_WORDS: usize = 66;
const _: () = assert!(HWS_DAG_TABLE_WORDS == ENTRIES + 2 * HWS_DAG_TABLE_SIZE);

/// The words before the pairs of id and tag: the number of pairs, and the next tag.
const ENTRIES: usize = 2;

/// Up to HWS_DAG_TABLE_SIZE DAGs that firmware has open, each with its own tag.
///
/// A tag is reused only after the hardware has confirmed its reset, and tags are assigned in rotation. A table with
/// all words 0 is empty. The contents are private to the library; words that cannot be a table are an argument error.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct hws_dag_table {
    /// Private to the library.
    pub opaque: [u32; HWS_DAG_TABLE_WORDS],
}

type Table = DagTable<HWS_DAG_TABLE_SIZE>;

impl hws_dag_table {
    fn decode(&self) -> Answer<Table> {
        let [count, next_tag, pairs @ ..] = &self.opaque;
        let mut entries = [(0, 0); HWS_DAG_TABLE_SIZE];
        let (words, _) = pairs.as_chunks();
        for (entry, &[id, tag]) in entries.iter_mut().zip(words) {
            *entry = (id, half("table", tag)?);
        }
        let next_tag = half("table", *next_tag)?;
        let used = usize::try_from(*count).ok().and_then(|count| entries.get(..count));
        let table = used.and_then(|used| Table::restore(used, next_tag));
        table.ok_or_else(|| hws_error::illegal("table", *count))
    }

    fn encode(table: &Table) -> Self {
        let mut opaque = [0; HWS_DAG_TABLE_WORDS];
        let [count, next_tag, pairs @ ..] = &mut opaque;
        (*count, *next_tag) = (table.len() as u32, table.next_tag().into());
        let (words, _) = pairs.as_chunks_mut();
        for (place, (id, tag)) in words.iter_mut().zip(table.entries()) {
            *place = [id, tag.into()];
        }
        Self { opaque }
    }
}

/// Changes a caller's table, even if the call fails, because a failed call may have assigned a tag.
///
/// # Safety
/// The pointer is NULL, misaligned, or points to a readable and writable table.
unsafe fn edit<T>(table: *mut hws_dag_table, body: impl FnOnce(&mut Table) -> Answer<T>) -> Answer<T> {
    let place = aligned(table, "table")?;
    // SAFETY: guaranteed by the caller.
    let mut table = unsafe { read(place, "table") }?.decode()?;
    let answer = body(&mut table);
    // SAFETY: not NULL and aligned; the caller guarantees the rest.
    unsafe { place.write(hws_dag_table::encode(&table)) };
    answer
}

/// Opens a DAG: assigns a tag, unless it has one, and announces it to the hardware as `initDAGProperty` does.
///
/// If the hardware refuses, a tag assigned by this call is freed again. After HWS_BUS or HWS_TIMEOUT it is unknown
/// whether the hardware accepted the DAG, so it keeps its tag: repeat the call, or close the DAG.
///
/// Errors: HWS_NO_FREE_TAG; those of `initDAGProperty`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_open_dag(
    bus: *const hws_bus,
    table: *mut hws_dag_table,
    id: u32,
    total: u32,
    dynamic: u32,
    tag: *mut u32,
) -> hws_status {
    from_c!(get(bus, tag, "tag", |hws| {
        Ok(edit(table, |table| Ok(hws.open_dag(table, id, kind(total, dynamic))?))?.into())
    }))
}

/// Closes a DAG: resets it in the hardware, and frees its tag once the hardware has released it.
///
/// After HWS_DAG_STILL_RESIDENT the DAG stays open; repeat the call when its kernels are done.
///
/// Errors: HWS_UNKNOWN_DAG; those of `resetDAG`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_close_dag(
    bus: *const hws_bus,
    table: *mut hws_dag_table,
    id: u32,
    reset: *mut hws_dag_reset,
) -> hws_status {
    from_c!(get(bus, reset, "reset", |hws| {
        Ok(edit(table, |table| Ok(hws.close_dag(table, id)?))?.into())
    }))
}

/// Gets the tag of an open DAG.
///
/// Errors: HWS_UNKNOWN_DAG if the DAG is not open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_dag_table_tag(
    table: *const hws_dag_table,
    id: u32,
    tag: *mut u32,
    error: *mut hws_error,
) -> hws_status {
    from_c!(give(tag, "tag", error, || {
        let found = read(table, "table")?.decode()?.tag(id);
        found.map(u32::from).ok_or_else(|| hws_error::new(hws_status::HWS_UNKNOWN_DAG))
    }))
}

/// Gets the id of the open DAG with a tag (0..=65535).
///
/// Errors: HWS_UNKNOWN_DAG if no open DAG has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_dag_table_id(
    table: *const hws_dag_table,
    tag: u32,
    id: *mut u32,
    error: *mut hws_error,
) -> hws_status {
    from_c!(give(id, "id", error, || {
        let found = read(table, "table")?.decode()?.id(half("tag", tag)?);
        found.ok_or_else(|| hws_error::new(hws_status::HWS_UNKNOWN_DAG))
    }))
}

/// Gets the number of open DAGs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_dag_table_len(
    table: *const hws_dag_table,
    len: *mut u32,
    error: *mut hws_error,
) -> hws_status {
    from_c!(give(len, "len", error, || Ok(read(table, "table")?.decode()?.len() as u32)))
}

/// Removes every DAG, as a soft reset does in the hardware. The rotation of tags continues.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_dag_table_clear(table: *mut hws_dag_table, error: *mut hws_error) -> hws_status {
    let clear = |table: &mut Table| {
        table.clear();
        Ok(())
    };
    from_c!(run(error, || edit(table, clear)))
}
