//! Only plain RW registers may be read, modified and written back.

use hws_regmap::{MapAccess, emit, load, pascal_case};
use hws_regs::REGMAP_YAML;

#[test]
fn exactly_the_plain_rw_registers_are_modifiable() {
    let map = load(REGMAP_YAML, "regmap.yaml").unwrap();
    let code = emit::rust(&map).unwrap();
    let mut kept_out = Vec::new();
    for register in &map.registers {
        let is_plain = register.uniform_access() == Some(MapAccess::Rw)
            && !register.queued
            && register.pulse_mask() == 0;
        let permit = format!("impl crate::Modifiable for {} {{}}", pascal_case(&register.name.value));
        assert_eq!(code.contains(&permit), is_plain, "{}", register.name.value);
        if register.uniform_access() == Some(MapAccess::Rw) && !is_plain {
            kept_out.push(register.name.value.as_str());
        }
    }
    assert_eq!(kept_out, ["HWS_CTRL", "BLOCK_TRIGGER_CNT[]"]);
}
