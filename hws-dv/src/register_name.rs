//! The names of a register in a waveform, where a name has no dots, and an array of two dimensions may have one index.

use hws_regs::RegId;

/// The name with one index, however many dimensions there are: `PROMOTE`, `RS_FLAGS[3]` for `RS[3].FLAGS`,
/// `SIP_USAGE_MASK[13]` for `SIP_USAGE_MASK[2][3]`.
pub(crate) fn flat(register: RegId) -> String {
    let dims = register.info().dims;
    if dims.is_empty() {
        return base(register);
    }
    let indices = register.indices().into_iter().zip(dims);
    let flat = indices.fold(0, |flat, (index, &count)| flat * u32::from(count) + u32::from(index));
    format!("{}[{flat}]", base(register))
}

/// The name with all its indices: `VC_POOL_FREE[1][0]`.
pub(crate) fn nested(register: RegId) -> String {
    let indices = register.indices().into_iter().zip(register.info().dims);
    indices.fold(base(register), |name, (index, _)| format!("{name}[{index}]"))
}

fn base(register: RegId) -> String {
    register.info().name.replace("[]", "").replace('.', "_")
}

#[cfg(test)]
mod tests {
    use hws_regs::RegIndex;

    use super::*;

    #[test]
    fn names_have_one_index_or_all() {
        let names = |register| (flat(register), nested(register));
        let both = |name: &str| (name.to_owned(), name.to_owned());
        assert_eq!(names(RegId::Promote), both("PROMOTE"));
        assert_eq!(names(RegId::RsFlags(RegIndex::at::<3>())), both("RS_FLAGS[3]"));
        assert_eq!(
            names(RegId::SipUsageMask(RegIndex::at::<2>(), RegIndex::at::<3>())),
            ("SIP_USAGE_MASK[13]".to_owned(), "SIP_USAGE_MASK[2][3]".to_owned())
        );
    }
}
