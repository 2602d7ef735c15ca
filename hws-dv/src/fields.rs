//! The fields in which two values of a register differ.

use hws_regs::RegId;

/// Returns name and both values of each field that differs. A register of one field is its own description.
pub(crate) fn differing(id: RegId, left: u32, right: u32) -> impl Iterator<Item = (&'static str, u32, u32)> {
    let all = id.info().fields;
    let values = all.iter().map(move |field| (field.name, field.extract(left), field.extract(right)));
    values.filter(move |(_, left, right)| all.len() > 1 && left != right)
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
}
