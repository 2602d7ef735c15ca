//! Registers and their values, as readers of a timeline see them.

use hws_regs::{FieldInfo, Legal};
use hws_sim::stimulus::Target;

/// The name of a register, or the offset of none.
pub(super) fn name(target: Target) -> String {
    match target {
        Target::Register(register) => register.to_string(),
        Target::Address(offset) => format!("{offset:#06x}"),
    }
}

/// The fields of a register.
pub(super) fn infos(target: Target) -> &'static [FieldInfo] {
    match target {
        Target::Register(register) => register.info().fields,
        Target::Address(_) => &[],
    }
}

/// The value of every field: `OP=INIT, DYNAMIC=0`.
pub(super) fn fields(target: Target, value: u32) -> String {
    let parts = infos(target).iter().map(|field| {
        let part = field.extract(value);
        match values(field).iter().find(|(_, named)| *named == part) {
            Some((name, _)) => format!("{}={name}", field.name),
            None => format!("{}={part}", field.name),
        }
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// The named values of a field.
pub(super) const fn values(field: &FieldInfo) -> &'static [(&'static str, u32)] {
    match field.legal {
        Legal::Enumerated(values) => values,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use hws_regs::{DagCmd, Op, RegId};

    use super::*;

    #[test]
    fn a_value_has_its_fields_by_name() {
        let value = DagCmd::from_bits(0).with_op(Op::Reset).with_dynamic(true);
        let target = Target::Register(RegId::DagCmd);
        let fields = fields(target, value.bits());
        assert!(fields.contains("OP=RESET") && fields.contains("DYNAMIC=1"), "{fields}");
        assert_eq!(name(target), "DAG_CMD");
    }

    #[test]
    fn an_offset_without_a_register_has_no_fields() {
        assert_eq!(name(Target::Address(0xFFC)), "0x0ffc");
        assert_eq!(self::fields(Target::Address(0xFFC), 7), "");
    }
}
