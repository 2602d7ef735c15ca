//! The fields in which two values of a register differ.

use hws_regs::RegId;

/// Returns name and both values of each field that differs. A register of one field is its own description.
pub(crate) fn differing(id: RegId, left: u32, right: u32) -> impl Iterator<Item = (&'static str, u32, u32)> {
    let all = id.info().fields;
    let values = all.iter().map(move |field| (field.name, field.extract(left), field.extract(right)));
    values.filter(move |(_, left, right)| all.len() > 1 && left != right)
}

/// Two values of a register as texts: of one field its number, of several the fields that differ.
pub(crate) fn in_fields(id: RegId, [left, right]: [u32; 2]) -> [String; 2] {
    let fields: Vec<_> = differing(id, left, right).collect();
    match (id.info().fields, fields.as_slice()) {
        ([field], _) if field.extract(left) != field.extract(right) => {
            [left, right].map(|value| field.extract(value).to_string())
        }
        // They differ outside of all fields, or not at all.
        (_, []) => [left, right].map(|value| format!("{value:#x}")),
        _ => {
            let text =
                |of: fn(&(&str, u32, u32)) -> String| fields.iter().map(of).collect::<Vec<_>>().join(", ");
            [
                text(|(name, left, _)| format!("{name} {left}")),
                text(|(name, _, right)| format!("{name} {right}")),
            ]
        }
    }
}

#[cfg(test)]
mod tests {
    use hws_regs::RegIndex;

    use super::*;

    #[test]
    fn the_fields_that_differ_have_both_values() {
        let fields: Vec<_> = differing(RegId::RsFlags(RegIndex::at::<3>()), 0, 2).collect();
        assert_eq!(fields.len(), 1, "one bit belongs to one field");
        assert_eq!((fields[0].1, fields[0].2), (0, 1));
        assert_eq!(differing(RegId::RsFlags(RegIndex::at::<3>()), 5, 5).count(), 0);
    }

    #[test]
    fn a_register_of_one_field_has_no_fields_to_list() {
        let id = RegId::all().find(|id| id.info().fields.len() == 1).unwrap();
        assert_eq!(differing(id, 0, u32::MAX).count(), 0);
    }

    #[test]
    fn two_values_are_told_apart_by_their_fields() {
        let of = |register, values| in_fields(RegId::parse(register).unwrap(), values);
        assert_eq!(of("P_TOP_K", [0, 2]), ["0", "2"], "one field");
        assert_eq!(of("P_TOP_K", [0x12, 2]), ["0x12", "0x2"], "bits of no field");
        let (low, high) = (0x0001_200F, 0x0001_200E);
        assert_eq!(of("PROMOTE", [low, high]), ["RULE_THRESHOLD 1", "RULE_THRESHOLD 0"]);
        assert_eq!(of("PROMOTE", [low, low]), ["0x1200f", "0x1200f"]);
    }
}
