//! Writes of important registers with values that they accept.

use std::sync::LazyLock;

use arbitrary::{Arbitrary, Result, Unstructured};
use hws_regs::{FieldInfo, HwsCtrl, Legal, Promote, REGISTERS, RegId, RegIndex, RegInfo, XmcSipMap};

use crate::choose::{below, few_sips, in_16, number, sips, usage};

static WRITABLE: LazyLock<Vec<RegId>> =
    LazyLock::new(|| RegId::all().filter(|id| id.info().access.is_writable()).collect());

/// Offset and value of a write that is probably accepted.
pub(super) fn plausible(u: &mut Unstructured<'_>) -> Result<(u32, u32)> {
    let id = if in_16(u, 12)? { favourite(u)? } else { any_writable(u)? };
    Ok((id.offset(), value(u, id)?))
}

/// Any register that takes writes, any element.
fn any_writable(u: &mut Unstructured<'_>) -> Result<RegId> {
    Ok(*u.choose(&WRITABLE)?)
}

/// The registers that change what the scheduler does.
fn favourite(u: &mut Unstructured<'_>) -> Result<RegId> {
    let element = below(u, 32)?;
    let class = RegIndex::wrapping(element % 5);
    let favourites = [
        RegId::HwsCtrl,
        RegId::HwsCtrl,
        RegId::Promote,
        RegId::Promote,
        RegId::DagCmd,
        RegId::DagCmdTag,
        RegId::DagCmdTotal,
        RegId::HrmFwClaim,
        RegId::HrmFwRelease,
        RegId::BlockTriggerCnt(RegIndex::wrapping(element)),
        RegId::TdRefresh,
        RegId::EnableEarlyLaunchSip,
        RegId::EarlyLaunchMode,
        RegId::EnableSecondRscSch,
        RegId::RsvdSipBackfillMarginOffset,
        RegId::SipUsageMask(RegIndex::at::<0>(), class),
        RegId::SipUsageMask(RegIndex::at::<0>(), class),
        RegId::SipTopology,
        RegId::HwsWorkMode,
        RegId::FwTaskPush,
        RegId::ErrStatus,
    ];
    Ok(*u.choose(&favourites)?)
}

fn value(u: &mut Unstructured<'_>, id: RegId) -> Result<u32> {
    match below(u, 32)? {
        0..=1 => u32::arbitrary(u),
        2..=3 => neighbour(u, id.info()),
        _ => accepted(u, id),
    }
}

/// A legal value with one field changed to a value just outside its range, or with a reserved bit set.
fn neighbour(u: &mut Unstructured<'_>, info: &RegInfo) -> Result<u32> {
    let (legal, field) = (by_fields(u, info)?, u.choose(info.fields)?);
    if in_16(u, 4)? {
        return Ok(legal | (!info.field_mask & u32::arbitrary(u)?));
    }
    let outside = match field.legal {
        Legal::Any => field.max(),
        Legal::Range { min, max } => *u.choose(&[min.saturating_sub(1), max.saturating_add(1)])?,
        Legal::MultipleOf(step) => below(u, 64)? * step + 1,
        Legal::Enumerated(values) => values.iter().map(|&(_, value)| value + 1).max().unwrap_or_default(),
    };
    let mask = field.max() << field.lsb;
    Ok((legal & !mask) | (outside << field.lsb & mask))
}

/// A value that is legal and takes the HWS somewhere.
fn accepted(u: &mut Unstructured<'_>, id: RegId) -> Result<u32> {
    match id {
        RegId::HwsCtrl => ctrl(u),
        RegId::Promote => promote(u),
        RegId::DagCmdTag => below(u, 6),
        RegId::HrmFwClaim => few_sips(u),
        RegId::SipUsageMask(..) => usage(u),
        RegId::HrmFwRelease => sips(u),
        // There are no descriptors elsewhere.
        RegId::TdpCfg if in_16(u, 10)? => Ok(0),
        // A map that is not a permutation keeps the HWS disabled until it is repaired.
        RegId::XmcSipMap(sip) => Ok(XmcSipMap::default().with_phy_id_masked(sip.into()).bits()),
        id => by_fields(u, id.info()),
    }
}

/// Mostly enabled, with occasional resets, forced or not.
fn ctrl(u: &mut Unstructured<'_>) -> Result<u32> {
    let ctrl = HwsCtrl::default().with_enable(in_16(u, 14)?);
    Ok(ctrl.with_soft_reset(in_16(u, 4)?).with_force(in_16(u, 8)?).bits())
}

/// Rules that promote early, several at once.
fn promote(u: &mut Unstructured<'_>) -> Result<u32> {
    let rules = Promote::from_bits(u32::from(u8::arbitrary(u)?)).with_most_failed_first(in_16(u, 8)?);
    let limited = rules.with_rtask_max_masked(1 + below(u, 8)?);
    Ok(limited.with_threshold_masked(below(u, 3)?).bits())
}

/// Gives every field a legal value, and restricted groups of fields a legal combination.
fn by_fields(u: &mut Unstructured<'_>, info: &RegInfo) -> Result<u32> {
    if let Some(combinations) = &info.combinations {
        return Ok(*u.choose(combinations.patterns)?);
    }
    info.fields.iter().try_fold(0, |word, field| Ok(word | (field_value(u, field)? << field.lsb)))
}

fn field_value(u: &mut Unstructured<'_>, field: &FieldInfo) -> Result<u32> {
    match field.legal {
        Legal::Any => number(u, field.max()),
        Legal::Range { min, max } => u.int_in_range(min..=max),
        Legal::MultipleOf(step) => Ok((below(u, 64)? * step) & field.max()),
        Legal::Enumerated(values) => Ok(u.choose(values)?.1),
    }
}

/// Any offset of the window and a little beyond, aligned or not; often one of the registers.
pub(super) fn any_offset(u: &mut Unstructured<'_>) -> Result<u32> {
    Ok(match below(u, 4)? {
        0 => u32::arbitrary(u)?,
        1 => u32::from(u16::arbitrary(u)?),
        _ => u.choose(REGISTERS)?.offset,
    })
}
