//! Maps with one change: access, reset, width, offset and size of every register and field.

use hws_regmap::{Map, MapAccess, MapRegister, Reset};

/// A map in which one register is another.
pub(super) struct MapMutant {
    /// What is changed.
    pub(super) what: String,
    /// The place of the register.
    pub(super) register: usize,
    /// What it is changed to.
    pub(super) altered: MapRegister,
}

/// Every mutant.
pub(super) fn of(map: &Map) -> Vec<MapMutant> {
    let registers = map.registers.iter().enumerate();
    registers.flat_map(|(place, register)| of_register(place, register)).collect()
}

fn of_register(place: usize, register: &MapRegister) -> Vec<MapMutant> {
    let mut mutants = Vec::new();
    let mut add = |what: &str, change: &dyn Fn(&mut MapRegister)| {
        let mut altered = register.clone();
        change(&mut altered);
        let what = format!("{}: {what}", register.name.value);
        mutants.push(MapMutant { what, register: place, altered });
    };
    for &access in MapAccess::ALL.iter().filter(|&&access| register.uniform_access() != Some(access)) {
        add(access.as_str(), &|altered| {
            altered.fields.iter_mut().for_each(|field| field.access.value = access);
        });
    }
    add("queued or not", &|altered| altered.queued = !altered.queued);
    add("a word later", &|altered| altered.offset.value += 4);
    add("a page later", &|altered| altered.offset.value += 0x100);
    for dim in 0..register.dims.len() {
        add("an element less", &|altered| altered.dims[dim].count.value -= 1);
        add("an element more", &|altered| altered.dims[dim].count.value += 1);
        add("a word between elements", &|altered| altered.dims[dim].stride.value += 4);
    }
    for field in 0..register.fields.len() {
        of_field(register, field, &mut add);
    }
    mutants
}

/// Adds a mutant: what it is, and how it changes the register.
type Add<'a> = dyn FnMut(&str, &dyn Fn(&mut MapRegister)) + 'a;

fn of_field(register: &MapRegister, field: usize, add: &mut Add<'_>) {
    let name = &register.fields[field].name.value;
    let (msb, lsb) = (register.fields[field].msb(), register.fields[field].lsb());
    let mut bits = vec![(msb + 1, lsb), (msb + 1, lsb + 1)];
    if lsb > 0 {
        bits.extend([(msb, lsb - 1), (msb - 1, lsb - 1)]);
    }
    if msb > lsb {
        bits.extend([(msb - 1, lsb), (msb, lsb + 1)]);
    }
    for (msb, lsb) in bits.into_iter().filter(|(msb, _)| *msb < u32::BITS) {
        add(&format!("{name} is [{msb}:{lsb}]"), &|altered| {
            altered.fields[field].bits.value = vec![msb, lsb]
        });
    }
    add(&format!("no {name}"), &|altered| _ = altered.fields.remove(field));
    for bit in [0, msb - lsb] {
        add(&format!("{name}: another reset in bit {bit}"), &|altered| {
            let reset = &mut altered.fields[field].reset.value;
            *reset = match *reset {
                Reset::Unknown => Reset::Constant(1 << bit),
                Reset::Constant(value) => Reset::Constant(value ^ 1 << bit),
                Reset::Linear { base, step } => Reset::Linear { base: base ^ 1 << bit, step },
            };
        });
    }
    if register.dims.len() == 1 {
        add(&format!("{name}: the reset grows with the index"), &|altered| {
            let reset = &mut altered.fields[field].reset.value;
            *reset = match *reset {
                Reset::Unknown => Reset::Linear { base: 0, step: 1 },
                Reset::Constant(base) => Reset::Linear { base, step: 1 },
                Reset::Linear { base, step } => Reset::Linear { base, step: step + 1 },
            };
        });
    }
}
