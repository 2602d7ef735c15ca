//! There are no more registers (an array counts once) than the decoder can number in 16 bits.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::Map;

/// 65,536 less two: unmapped and reserved.
const MOST: usize = 65_534;

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let diagnose = |register: &crate::model::MapRegister| {
        let count = map.registers.len();
        let message = format!("{count} registers; the decoder can number {MOST}");
        MapDiagnostic::new(Code::TooManyRegisters, register.name.place, message)
            .label("the first register without a number")
            .remedy("turn similar registers into arrays")
    };
    map.registers.get(MOST).map(diagnose).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
name: T
window_bytes: 0x100
same_cycle: x
parameters: []
pages:
  - {name: P, base: 0, size: 0x100, description: d, registers: [
      {name: FIRST, offset: 0, access: RW, hardware: reads, spec: s, description: d}]}
";

    /// The copies share an offset, which is another rule's concern: a text of so many registers takes seconds to read.
    #[test]
    fn the_first_register_without_a_number_is_refused() {
        let mut map = crate::load(TEXT, "t.yaml").expect("the map is valid");
        let register = map.registers[0].clone();
        map.registers.resize(65_534, register.clone());
        assert_eq!(check(&map), []);
        map.registers.push(register);
        let found = check(&map);
        assert_eq!(found.iter().map(|one| one.code).collect::<Vec<_>>(), [Code::TooManyRegisters]);
        assert!(
            found[0].to_string().contains("65535 registers; the decoder can number 65534"),
            "{}",
            found[0]
        );
    }
}
