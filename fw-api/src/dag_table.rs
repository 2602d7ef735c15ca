//! Maps the firmware's 32-bit DAG ids to the hardware's 16-bit tags.

use crate::{Bus, DagKind, DagReset, Error, HwsDriver, Outcome, Refusal};

/// Up to `N` DAGs that firmware has open, each with its own tag.
///
/// A tag is reused only after the hardware has confirmed its reset. Tags are assigned in rotation,
/// the least recently assigned first. `N` is usually `params::N_DAG`, beyond which the hardware refuses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DagTable<const N: usize> {
    open: [Option<Dag>; N],
    next_tag: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Dag {
    id: u32,
    tag: u16,
}

impl<const N: usize> DagTable<N> {
    /// There must be a tag for every entry.
    const FITS: () = assert!(N <= u16::MAX as usize, "a DagTable has at most 65535 entries");

    /// Creates an empty table.
    #[must_use]
    pub const fn new() -> Self {
        let () = Self::FITS;
        Self { open: [None; N], next_tag: 0 }
    }

    /// Returns the tag of an open DAG.
    #[must_use]
    pub fn tag(&self, id: u32) -> Option<u16> {
        self.iter().find(|dag| dag.id == id).map(|dag| dag.tag)
    }

    /// Returns the id of the open DAG with this tag.
    #[must_use]
    pub fn id(&self, tag: u16) -> Option<u32> {
        self.iter().find(|dag| dag.tag == tag).map(|dag| dag.id)
    }

    /// Returns the number of open DAGs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Returns whether no DAG is open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the open DAGs as pairs of id and tag, in table order.
    pub fn entries(&self) -> impl Iterator<Item = (u32, u16)> {
        self.iter().map(|dag| (dag.id, dag.tag))
    }

    /// Returns the tag at which the search for the next free tag begins.
    #[must_use]
    pub const fn next_tag(&self) -> u16 {
        self.next_tag
    }

    /// Restores the table with these [`entries`](Self::entries) and this [`next_tag`](Self::next_tag), so
    /// that firmware that stores its table elsewhere, or is restarted, continues with the same tags.
    ///
    /// Returns `None` if there are more than `N` entries, or an id or a tag occurs twice.
    ///
    /// ```
    /// use fw_api::DagTable;
    /// let table = DagTable::<4>::restore(&[(77, 5)], 6).unwrap();
    /// assert_eq!((table.tag(77), table.next_tag()), (Some(5), 6));
    /// assert_eq!(DagTable::<4>::restore(&[(77, 5), (78, 5)], 6), None);
    /// ```
    #[must_use]
    pub fn restore(entries: &[(u32, u16)], next_tag: u16) -> Option<Self> {
        let mut table = Self { next_tag, ..Self::new() };
        for &(id, tag) in entries {
            if table.tag(id).is_some() || table.id(tag).is_some() {
                return None;
            }
            let place = table.open.iter_mut().find(|place| place.is_none())?;
            *place = Some(Dag { id, tag });
        }
        Some(table)
    }

    /// Removes every DAG, as a soft reset does in the hardware. The rotation of tags continues.
    pub fn clear(&mut self) {
        self.open = [None; N];
    }

    fn iter(&self) -> impl Iterator<Item = Dag> {
        self.open.iter().copied().flatten()
    }

    /// Assigns `id` the next free tag; `None` if the table is full.
    fn assign(&mut self, id: u32) -> Option<u16> {
        let tag = self.free_tag();
        let place = self.open.iter_mut().find(|place| place.is_none())?;
        *place = Some(Dag { id, tag });
        self.next_tag = tag.wrapping_add(1);
        Some(tag)
    }

    /// Finds a free tag. At most `N` are taken, so one of `N` + 1 is free.
    fn free_tag(&self) -> u16 {
        let mut tag = self.next_tag;
        for _ in 0..N {
            if self.id(tag).is_none() {
                break;
            }
            tag = tag.wrapping_add(1);
        }
        tag
    }

    fn forget(&mut self, tag: u16) {
        for place in &mut self.open {
            if place.is_some_and(|dag| dag.tag == tag) {
                *place = None;
            }
        }
    }
}

impl<const N: usize> Default for DagTable<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<B: Bus> HwsDriver<B> {
    /// Opens a DAG: assigns a tag, unless it has one, and announces it to the hardware.
    ///
    /// If the hardware refuses, a tag assigned by this call is freed again. After a bus error or a
    /// timeout it is unknown whether the hardware accepted the DAG, so it keeps its tag: repeat the
    /// call, or close the DAG.
    ///
    /// Registers: those of [`init_dag`](Self::init_dag).
    ///
    /// # Errors
    /// [`Refusal::NoFreeTag`] before the first access; those of [`init_dag`](Self::init_dag).
    pub fn open_dag<const N: usize>(
        &mut self,
        table: &mut DagTable<N>,
        id: u32,
        kind: DagKind,
    ) -> Outcome<u16, B> {
        let known = table.tag(id);
        let tag = known.or_else(|| table.assign(id)).ok_or(Refusal::NoFreeTag)?;
        let result = self.init_dag(tag, kind);
        if known.is_none() && matches!(result, Err(Error::Refused(_))) {
            table.forget(tag);
        }
        result.map(|()| tag)
    }

    /// Closes a DAG: resets it in the hardware, and frees its tag once the hardware has released it.
    ///
    /// After [`DagReset::StillResident`] the DAG stays open; repeat the call when its kernels are done.
    ///
    /// Registers: those of [`reset_dag`](Self::reset_dag).
    ///
    /// # Errors
    /// [`Refusal::UnknownDag`] before the first access; those of [`reset_dag`](Self::reset_dag).
    pub fn close_dag<const N: usize>(&mut self, table: &mut DagTable<N>, id: u32) -> Outcome<DagReset, B> {
        let tag = table.tag(id).ok_or(Refusal::UnknownDag)?;
        let reset = self.reset_dag(tag)?;
        if reset != DagReset::StillResident {
            table.forget(tag);
        }
        Ok(reset)
    }
}
