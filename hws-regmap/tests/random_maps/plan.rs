//! What a random map is made from: small numbers, so that proptest can make a failing map smaller. [`super::text`]
//! writes the map.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

#[derive(Clone, Debug)]
pub(super) struct MapPlan {
    pub(super) any_case: bool,
    /// Which of the widths a register has that does not say otherwise.
    pub(super) width: usize,
    pub(super) parameters: Vec<ParameterPlan>,
    pub(super) enums: Vec<Vec<u64>>,
    pub(super) pages: Vec<PagePlan>,
    pub(super) text: usize,
}

#[derive(Clone, Debug)]
pub(super) struct ParameterPlan {
    pub(super) value: u64,
    pub(super) room: Option<u64>,
    pub(super) cycles: bool,
}

#[derive(Clone, Debug)]
pub(super) struct PagePlan {
    pub(super) relative: bool,
    pub(super) parts: Vec<PartPlan>,
    pub(super) text: usize,
}

#[derive(Clone, Debug)]
pub(super) enum PartPlan {
    Register(RegisterPlan),
    /// Two arrays, one of which lies between the elements of the other.
    Interleaved(RegisterPlan, RegisterPlan),
    Group(GroupPlan),
    Interrupts(Vec<(bool, u32)>, bool, bool),
    Memory {
        words: u64,
        width: usize,
        access: usize,
    },
    Gap(u64),
}

#[derive(Clone, Debug)]
pub(super) struct RegisterPlan {
    pub(super) name: usize,
    pub(super) width: Option<usize>,
    /// Elements, and how much farther apart they are than they have to be.
    pub(super) dims: Vec<(u64, u64)>,
    pub(super) access: usize,
    pub(super) fields: Vec<FieldPlan>,
    pub(super) extra: ExtraPlan,
    pub(super) text: usize,
}

#[derive(Clone, Debug)]
pub(super) enum ExtraPlan {
    Nothing,
    Queued,
    Guarded,
    Constant,
    Alias,
    Skipped,
    InRtl,
}

#[derive(Clone, Debug)]
pub(super) struct GroupPlan {
    pub(super) name: usize,
    pub(super) dims: Vec<(u64, u64)>,
    pub(super) words: Vec<RegisterPlan>,
    pub(super) text: usize,
}

#[derive(Clone, Debug)]
pub(super) struct FieldPlan {
    pub(super) name: usize,
    pub(super) gap: u32,
    pub(super) width: u32,
    pub(super) access: Option<usize>,
    pub(super) reset: ResetPlan,
    pub(super) legal: LegalPlan,
    pub(super) counter: Option<usize>,
    pub(super) text: usize,
}

#[derive(Clone, Debug)]
pub(super) enum ResetPlan {
    Unknown,
    Value(u64),
    Linear(u64),
}

#[derive(Clone, Debug)]
pub(super) enum LegalPlan {
    Any,
    Range(u64, u64),
    Multiple(u64),
    Own(Vec<u64>, bool),
    Shared(usize, bool),
    Pulse,
}

/// Returns the plans of all maps.
pub(super) fn maps() -> impl Strategy<Value = MapPlan> {
    let parameters = vec(parameter(), 0..4);
    let enums = vec(vec(0..16_u64, 1..5), 0..3);
    let shape = (any::<bool>(), 0..4_usize, 0..8_usize);
    (shape, parameters, enums, vec(page(), 1..4)).prop_map(
        |((any_case, width, text), parameters, enums, pages)| MapPlan {
            any_case,
            width,
            parameters,
            enums,
            pages,
            text,
        },
    )
}

fn parameter() -> impl Strategy<Value = ParameterPlan> {
    let value = prop_oneof![0..100_u64, Just(u64::from(u32::MAX)), Just(u64::MAX / 2)];
    let plan = |(value, room, cycles)| ParameterPlan { value, room, cycles };
    (value, option::of(0..100_u64), any::<bool>()).prop_map(plan)
}

fn page() -> impl Strategy<Value = PagePlan> {
    let part = prop_oneof![
        8 => register(3).prop_map(PartPlan::Register),
        1 => (register(0), register(0)).prop_map(|(first, second)| PartPlan::Interleaved(first, second)),
        3 => group().prop_map(PartPlan::Group),
        1 => (vec((any::<bool>(), 0..3_u32), 1..6), any::<bool>(), any::<bool>())
            .prop_map(|(causes, enable, test)| PartPlan::Interrupts(causes, enable, test)),
        1 => (1..600_u64, 0..4_usize, 0..3_usize)
            .prop_map(|(words, width, access)| PartPlan::Memory { words, width, access }),
        2 => (0..40_u64).prop_map(PartPlan::Gap),
    ];
    (any::<bool>(), vec(part, 1..7), 0..8_usize).prop_map(|(relative, parts, text)| PagePlan {
        relative,
        parts,
        text,
    })
}

fn register(most_dims: usize) -> impl Strategy<Value = RegisterPlan> {
    let dims = prop_oneof![3 => vec(dim(), 0..1), 2 => vec(dim(), 0..=most_dims)];
    let extra = prop_oneof![
        6 => Just(ExtraPlan::Nothing),
        1 => Just(ExtraPlan::Queued),
        1 => Just(ExtraPlan::Guarded),
        1 => Just(ExtraPlan::Constant),
        1 => Just(ExtraPlan::Alias),
        1 => Just(ExtraPlan::Skipped),
        1 => Just(ExtraPlan::InRtl),
    ];
    let shape = (0..60_usize, option::of(0..4_usize), dims, 0..26_usize);
    (shape, vec(field(), 0..6), extra, 0..8_usize).prop_map(
        |((name, width, dims, access), fields, extra, text)| RegisterPlan {
            name,
            width,
            dims,
            access,
            fields,
            extra,
            text,
        },
    )
}

fn dim() -> impl Strategy<Value = (u64, u64)> {
    (1..6_u64, prop_oneof![3 => Just(1_u64), 1 => 1..4_u64])
}

fn group() -> impl Strategy<Value = GroupPlan> {
    (0..60_usize, vec(dim(), 0..3), vec(register(1), 1..5), 0..8_usize)
        .prop_map(|(name, dims, words, text)| GroupPlan { name, dims, words, text })
}

fn field() -> impl Strategy<Value = FieldPlan> {
    let access = option::weighted(0.4, 0..26_usize);
    let reset = prop_oneof![
        1 => Just(ResetPlan::Unknown),
        4 => any::<u64>().prop_map(ResetPlan::Value),
        1 => (0..3_u64).prop_map(ResetPlan::Linear),
    ];
    let width = prop_oneof![3 => 1..9_u32, 1 => 1..65_u32];
    let shape = (0..60_usize, 0..4_u32, width, option::weighted(0.1, 0..3_usize), 0..8_usize);
    (shape, access, reset, legal()).prop_map(|((name, gap, width, counter, text), access, reset, legal)| {
        FieldPlan { name, gap, width, access, reset, legal, counter, text }
    })
}

fn legal() -> impl Strategy<Value = LegalPlan> {
    prop_oneof![
        5 => Just(LegalPlan::Any),
        1 => (any::<u64>(), any::<u64>()).prop_map(|(low, high)| LegalPlan::Range(low, high)),
        1 => (2..9_u64).prop_map(LegalPlan::Multiple),
        1 => (vec(any::<u64>(), 1..5), any::<bool>()).prop_map(|(values, open)| LegalPlan::Own(values, open)),
        1 => (0..3_usize, any::<bool>()).prop_map(|(which, open)| LegalPlan::Shared(which, open)),
        1 => Just(LegalPlan::Pulse),
    ]
}
