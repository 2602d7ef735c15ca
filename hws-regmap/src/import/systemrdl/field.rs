//! Fields of SystemRDL, their access and their values.

use super::Reader;
use super::json::{self, Guard};
use crate::import::access;
use crate::import::draft::{
    DraftEnum, DraftField, DraftGuard, DraftLegal, DraftRegister, DraftReset, DraftValue, Spot,
};
use crate::import::legal::Values;
use crate::import::origin;
use crate::model::{CountDirection, HardwareAccess, MapAccess, ReadEffect, WriteEffect, low_ones};
use crate::names::pascal_case;

impl Reader {
    pub(super) fn field(&mut self, field: json::Field, register: &DraftRegister) -> Option<DraftField> {
        let name = self.own_title(&field.common).unwrap_or(field.common.name.clone());
        let at = self.losses.spot(field.common.line, format!("{}.{name}", register.at.path));
        self.lost(&field.common.lost, &at);
        if field.donttest || field.dontcompare {
            self.losses.add(&at, "that tests leave out this field of the register");
        }
        let Some(access) = self.access(&field, &at) else {
            self.losses.add(&at, "left out: software neither reads nor writes it");
            return None;
        };
        if field.has_other_reset {
            self.losses.add(&at, "a reset value that another field or a signal provides");
        }
        let (hardware, constant) = side(&field, access);
        let width = field.msb.saturating_sub(field.lsb).saturating_add(1);
        let legal = self.legal(&field, access, width, &at);
        let mut out = DraftField {
            hardware,
            constant,
            reset: field.reset.map_or(DraftReset::Unknown, DraftReset::Constant),
            legal,
            pulse: field.pulse && access.stores() && width == 1,
            counter: field.counter.as_ref().map(|counter| {
                let mut all = CountDirection::ALL.iter().copied();
                let direction = all.find(|one| one.as_str() == counter.direction);
                (direction.unwrap_or(CountDirection::Up), counter.saturates)
            }),
            hdl_path: field.hdl_path.clone(),
            description: self.about(&field.common),
            ..DraftField::new(at, name, (field.msb, field.lsb), access)
        };
        if out.pulse {
            out.reset = DraftReset::Constant(0);
        }
        self.guard(field.guard, &mut out);
        Some(out)
    }

    /// Returns the access; nothing for a field that the bus does not see.
    fn access(&mut self, field: &json::Field, at: &Spot) -> Option<MapAccess> {
        let (is_readable, written) = match field.sw.as_deref() {
            Some("r") => (true, WriteEffect::Ignored),
            Some("w") => (false, WriteEffect::Stores),
            Some("rw1") => (true, WriteEffect::StoresOnce),
            Some("w1") => (false, WriteEffect::StoresOnce),
            Some("na") => return None,
            _ => (true, WriteEffect::Stores),
        };
        let read = match field.onread.as_deref() {
            _ if !is_readable => ReadEffect::Hidden,
            Some("rclr") => ReadEffect::Clears,
            Some("rset") => ReadEffect::Sets,
            Some(_) => ReadEffect::Pops,
            None => ReadEffect::Kept,
        };
        let write = match field.onwrite.as_deref().filter(|_| written == WriteEffect::Stores) {
            Some("woclr") => WriteEffect::OneClears,
            Some("woset") => WriteEffect::OneSets,
            Some("wot") => WriteEffect::OneToggles,
            Some("wzc") => WriteEffect::ZeroClears,
            Some("wzs") => WriteEffect::ZeroSets,
            Some("wzt") => WriteEffect::ZeroToggles,
            Some("wclr") => WriteEffect::Clears,
            Some("wset") => WriteEffect::Sets,
            Some(other) => {
                self.losses.add(at, format!("what a write does (`onwrite = {other}`): it stores in the map"));
                WriteEffect::Stores
            }
            None => written,
        };
        Some(access::nearest(read, write, at, &mut self.losses))
    }

    fn legal(&mut self, field: &json::Field, access: MapAccess, width: u32, at: &Spot) -> DraftLegal {
        // SystemRDL does not say whether other values may be written.
        let named = field.enumeration.as_ref().map(|list| self.enumeration(list, width, at));
        Values { named, ..Values::default() }.legal(access, width, at, &mut self.losses)
    }

    pub(super) fn enumeration(&mut self, list: &json::Enumeration, width: u32, at: &Spot) -> DraftEnum {
        let name = match self.is_own {
            true => pascal_case(list.name.strip_suffix("_e").unwrap_or(&list.name)),
            false => list.name.clone(),
        };
        let spot = self.losses.spot(at.line, &at.path);
        let values = list.values.iter().filter_map(|value| {
            let name = value.title.clone().filter(|_| self.is_own).unwrap_or(value.name.clone());
            let spot = self.losses.spot(at.line, format!("{}.{name}", at.path));
            if value.value > low_ones(width) {
                self.losses.add(&spot, "left out: a value that does not fit in the field");
                return None;
            }
            let told = value.description.clone().unwrap_or_default();
            let description = if self.is_own { told } else { origin::one_line(&told) };
            Some(DraftValue { at: spot, name, value: value.value, description })
        });
        let values = values.collect();
        DraftEnum { at: spot, name, values, ..DraftEnum::default() }
    }

    /// Our exports have both guards in the description, of which the language has room for one.
    fn guard(&mut self, guard: Option<Guard>, field: &mut DraftField) {
        match guard.filter(|_| !self.is_own) {
            Some(Guard::Bit { register, field: bit, opens_at }) => {
                field.guards.push(DraftGuard { register, field: bit, opens_at });
            }
            Some(Guard::Other { lost }) => {
                self.losses
                    .add(&field.at, format!("the property `{lost}`, which is not a bit of a register"));
            }
            None => {}
        }
    }
}

/// Returns the hardware side, and whether the field is constant.
fn side(field: &json::Field, access: MapAccess) -> (Option<HardwareAccess>, bool) {
    let hardware = match field.hw.as_deref() {
        _ if field.sets => HardwareAccess::Sets,
        Some("rw") => HardwareAccess::Both,
        Some("w") => HardwareAccess::Writes,
        Some("na") => HardwareAccess::Neither,
        _ => HardwareAccess::Reads,
    };
    let is_possible = match hardware {
        HardwareAccess::Reads => access.is_writable(),
        HardwareAccess::Writes => access.is_readable(),
        HardwareAccess::Sets => access != MapAccess::Rp && (access.is_writable() || access.has_read_effect()),
        HardwareAccess::Both => access != MapAccess::Rp,
        HardwareAccess::Neither => true,
    };
    if is_possible {
        return (Some(hardware), false);
    }
    // What neither side changes has its reset value for ever.
    let is_constant = access == MapAccess::Ro && field.reset.is_some() && field.counter.is_none();
    (None, is_constant && hardware == HardwareAccess::Reads)
}
