//! The state of an HWS reduced to its behaviour: two states with the same future have the same bytes.
//!
//! A run never returns to an earlier state, because time and counters only grow. It does return to earlier
//! behaviours, which is what an exploration of all states counts. The bytes contain everything that a later event,
//! register or output depends on, hidden countdowns included, except the following, which only name or date things:
//!
//! | left out | because |
//! |---|---|
//! | the cycle, CNT_CYCLE and its latch | no rule reads the time; it is shown and stamped on events |
//! | the counters of the COUNTER page | no rule reads them; they are shown |
//! | kernel_seq | kernels are compared by age and identity alone, so their order is kept ([`names`]) |
//! | launch ids and the pointer of their allocation | an id is a name for reports; which launch is meant is kept |
//!
//! Two HWS with the same bytes and the same shared memory therefore have the same future: the same operations give
//! the same events, apart from these numbers, and equal behaviours again. An operation that names a launch has to
//! name the corresponding one. The wrap of the 32-bit kernel_seq is left out as well: a kernel that is still
//! resident after 2^32 later admissions shares its number with another.
//!
//! State that follows from the rest (reservations, VC pools) is included, so that a defect that breaks the relation
//! shows as another behaviour.

mod bytes;
mod kernels;
mod names;
mod queues;
mod registers;
mod sips;

use crate::Hws;
use crate::dag_table::{Dag, DagSlot, DagTable};
use crate::tables::Tables;
use bytes::Bytes;
use names::Names;

impl Hws {
    /// Appends the canonical form of the behaviour to `bytes`: typically 30 bytes, and about 50 more for each kernel.
    /// Neither the length nor the contents are a file format; they may change with every version.
    ///
    /// Equal bytes mean equal futures, apart from the cycle, the counters, kernel_seq and the numbers of launches:
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_types::HdrPush;
    ///
    /// let behaviour = |hws: &Hws| {
    ///     let mut bytes = Vec::new();
    ///     hws.behaviour(&mut bytes);
    ///     bytes
    /// };
    /// let mut hws = Hws::new(Config::default());
    /// let first = behaviour(&hws);
    /// hws.push_hdr(HdrPush::default())?;
    /// hws.advance(1, &mut (), &mut ());
    /// let loading = behaviour(&hws);
    /// hws.advance(1, &mut (), &mut ());
    /// assert_ne!(behaviour(&hws), loading, "no register differs, but the descriptor arrives one tick sooner");
    ///
    /// let mut later = Hws::new(Config::default());
    /// later.advance(1 << 40, &mut (), &mut ());
    /// assert_eq!(behaviour(&later), first);
    /// # Ok::<(), hws_model::HdrRefused>(())
    /// ```
    pub fn behaviour(&self, bytes: &mut impl Extend<u8>) {
        let Self { config, tables, loader, engine, commands, errors, mih, .. } = self;
        let Self { cycle: _, reset_at: _, cycle_hi: _, counters: _, .. } = self;
        let (mut names, mut out) = (Names::of(tables), Bytes::new(bytes));
        out.number(config.n_rs());
        out.number(config.n_dag());
        write_tables(&mut out, tables, &mut names);
        queues::write_loader(&mut out, loader);
        queues::write_commands(&mut out, commands);
        kernels::write_attempt(&mut out, engine);
        queues::write_mih(&mut out, mih, &mut names);
        out.sparse([errors.status().bits(), errors.first().bits()].into_iter());
    }
}

fn write_tables<E: Extend<u8>>(out: &mut Bytes<'_, E>, tables: &Tables, names: &mut Names) {
    // The rest are the topology, which is that of the registers, and whether the pools are sorted, which is not state.
    let Tables { regs, rs, dags, .. } = tables;
    let Tables { sips, time, reservations, launches, vc_pools, ownership, mdma, .. } = tables;
    registers::write(out, regs);
    kernels::write_kernels(out, rs, names);
    write_dags(out, dags);
    sips::write_sips(out, sips, names);
    sips::write_places(out, reservations, vc_pools, ownership);
    sips::write_launches(out, launches, names);
    out.number(time.prescaler());
    queues::write_mdma(out, mdma, names);
}

fn write_dags<E: Extend<u8>>(out: &mut Bytes<'_, E>, dags: &DagTable) {
    let valid = DagSlot::all().filter(|&slot| dags.get(slot).is_some());
    out.number(valid.fold(0_u32, |mask, slot| mask | 1 << slot.get()));
    for Dag { tag, dynamic, total, finish, cp_priority } in DagSlot::all().filter_map(|slot| dags.get(slot)) {
        [u32::from(*tag) << 1 | u32::from(*dynamic), *total, *finish, *cp_priority]
            .into_iter()
            .for_each(|word| out.number(word));
    }
}
