//! The entries that the scan cannot instantiate: generic over what the caller supplies, or made by a
//! macro. `build/main.rs` fails when one is missing here.
#![allow(clippy::type_complexity, reason = "the types of functions are what this file is about")]

#[cfg(feature = "types")]
use crate::Entry;

/// A function as an entry; its type fixes what it is generic over.
#[cfg(any(feature = "model", feature = "fw"))]
macro_rules! entry {
    ($function:expr, $($type:tt)+) => {{
        const FUNCTION: $($type)+ = $function;
        Entry(FUNCTION as *const ())
    }};
}

/// The index types of hws-types and what a macro gives each of them.
#[cfg(feature = "types")]
macro_rules! index_type {
    ($name:ident) => {
        [
            Entry(hws_types::$name::new as *const ()),
            Entry(hws_types::$name::wrapping as *const ()),
            Entry(hws_types::$name::get as *const ()),
            Entry(hws_types::$name::index as *const ()),
            Entry(hws_types::$name::all as *const ()),
            Entry(<hws_types::$name as Clone>::clone as *const ()),
            Entry(<hws_types::$name as PartialEq>::eq as *const ()),
            Entry(<hws_types::$name as PartialOrd>::partial_cmp as *const ()),
            Entry(<hws_types::$name as Ord>::cmp as *const ()),
            Entry(<hws_types::$name as core::hash::Hash>::hash::<crate::probe::Probe> as *const ()),
            Entry(<hws_types::$name as Default>::default as *const ()),
        ]
    };
}

/// The indices.
#[cfg(feature = "types")]
#[unsafe(no_mangle)]
pub static INDEX_TYPES: [[Entry; 11]; 4] =
    [index_type!(Sip), index_type!(Cluster), index_type!(Entry), index_type!(LaunchId)];

/// What picks the element of a die, for any element.
#[cfg(feature = "types")]
#[unsafe(no_mangle)]
pub static DIES: [Entry; 2] = {
    use hws_types::Die;
    const PICK: fn(Die, &[u8; 2]) -> &u8 = Die::pick;
    const PICK_MUT: fn(Die, &mut [u8; 2]) -> &mut u8 = Die::pick_mut;
    [Entry(PICK as *const ()), Entry(PICK_MUT as *const ())]
};

/// Conversions of hws-types.
#[cfg(feature = "types")]
#[unsafe(no_mangle)]
pub static CONVERSIONS: [Entry; 4] = {
    use hws_types::{ThreadNum, Topology};
    [
        Entry(<(u32, u32) as From<Topology>>::from as *const ()),
        Entry(<Topology as TryFrom<(u32, u32)>>::try_from as *const ()),
        Entry(<u32 as From<ThreadNum>>::from as *const ()),
        Entry(<ThreadNum as TryFrom<u32>>::try_from as *const ()),
    ]
};

/// The model with somebody's memory and listener: `() as SharedMemory`, `() as EventSink` on one
/// side, `&mut M as SharedMemory`, `&mut S as EventSink` and `(A, B) as EventSink` on the other.
#[cfg(feature = "model")]
mod model {
    use hws_model::{BusError, Hws};
    use hws_regs::{HwsCtrl, SipUsageMask};

    use crate::Entry;
    use crate::probe::Probe;

    type Memory<'a> = &'a mut Probe;
    type Sink<'a> = (&'a mut Probe, ());

    /// Everything that takes time or tells a listener.
    #[unsafe(no_mangle)]
    pub static MODEL: [Entry; 10] = [
        entry!(Hws::tick, fn(&mut Hws, &mut Memory<'static>, &mut Sink<'static>)),
        entry!(Hws::tick, fn(&mut Hws, &mut (), &mut ())),
        entry!(Hws::advance, fn(&mut Hws, u64, &mut Memory<'static>, &mut Sink<'static>)),
        entry!(Hws::advance, fn(&mut Hws, u64, &mut (), &mut ())),
        entry!(Hws::advance_to_output, fn(&mut Hws, u64, &mut Memory<'static>, &mut Sink<'static>) -> u64),
        entry!(Hws::advance_to_output, fn(&mut Hws, u64, &mut (), &mut ()) -> u64),
        entry!(Hws::step, fn(&mut Hws, u64, &mut Memory<'static>, &mut Sink<'static>) -> u64),
        entry!(Hws::step, fn(&mut Hws, u64, &mut (), &mut ()) -> u64),
        entry!(Hws::write32, fn(&mut Hws, u32, u32, &mut Sink<'static>) -> Result<(), BusError>),
        entry!(Hws::write32, fn(&mut Hws, u32, u32, &mut ()) -> Result<(), BusError>),
    ];

    /// Typed access: a single register, and one of an array of two dimensions.
    ///
    /// Not here: what only serde calls when a snapshot is written or read (`Versions as From<Header>`,
    /// `Header as TryFrom<Versions>`, and what it derives). That is as free of allocation and panics as the
    /// format that the caller brings.
    #[unsafe(no_mangle)]
    pub static TYPED: [Entry; 4] = [
        entry!(Hws::read, fn(&mut Hws, ()) -> Result<HwsCtrl, BusError>),
        entry!(Hws::read, fn(&mut Hws, (u8, u8)) -> Result<SipUsageMask, BusError>),
        entry!(Hws::write, fn(&mut Hws, (), HwsCtrl, &mut Sink<'static>) -> Result<(), BusError>),
        entry!(Hws::write, fn(&mut Hws, (u8, u8), SipUsageMask, &mut ()) -> Result<(), BusError>),
    ];
}

/// Typed access over a bus (`B as BusExt`) and the conversions of the error.
#[cfg(feature = "fw")]
mod firmware {
    use fw_api::regs::{HwsId, Promote, SipUsageMask};
    use fw_api::types::UnknownMessage;
    use fw_api::{Bus, BusAccess, BusExt, Error, InvalidArgument, PromotionPolicy, Refusal, Traced};

    use crate::Entry;
    use crate::probe::{Never, Probe};

    /// By register: a single one, and one of an array of two dimensions.
    #[unsafe(no_mangle)]
    pub static BUS_EXT: [Entry; 5] = [
        entry!(Probe::read::<HwsId>, fn(&mut Probe, ()) -> Result<HwsId, u32>),
        entry!(Probe::read::<SipUsageMask>, fn(&mut Probe, (u8, u8)) -> Result<SipUsageMask, u32>),
        entry!(Probe::write::<SipUsageMask>, fn(&mut Probe, (u8, u8), SipUsageMask) -> Result<(), u32>),
        entry!(Probe::modify, fn(&mut Probe, (), fn(Promote) -> Promote) -> Result<(), u32>),
        entry!(Probe::write::<Promote>, fn(&mut Probe, (), Promote) -> Result<(), u32>),
    ];

    type Listener = fn(&BusAccess<&u32>);
    type Tracing = Traced<Probe, Listener>;

    /// With a listener: `Traced < B , F > as Bus`.
    #[unsafe(no_mangle)]
    pub static TRACED: [Entry; 4] = [
        entry!(Traced::new, fn(Probe, Listener) -> Tracing),
        entry!(Traced::into_parts, fn(Tracing) -> (Probe, Listener)),
        Entry(<Tracing as Bus>::read32 as *const ()),
        Entry(<Tracing as Bus>::write32 as *const ()),
    ];

    /// What a failure that is not the bus's becomes: `Error<E> as From<InvalidArgument>`,
    /// `Error<E> as From<Refusal>`, `Error<E> as From<UnknownMessage>`.
    #[unsafe(no_mangle)]
    pub static ERRORS: [Entry; 3] = [
        Entry(<Error<Never> as From<InvalidArgument>>::from as *const ()),
        Entry(<Error<Never> as From<Refusal>>::from as *const ()),
        Entry(<Error<Never> as From<UnknownMessage>>::from as *const ()),
    ];

    /// What PROMOTE says: `PromotionPolicy as From<Promote>`.
    #[unsafe(no_mangle)]
    pub static POLICIES: [Entry; 1] = [Entry(<PromotionPolicy as From<Promote>>::from as *const ())];
}
