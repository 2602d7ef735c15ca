//! Lists of signals, with the elements of an array as one entry: `LAUNCH[].INFO (64)`.

use hws_regs::RegId;

use crate::map::{LANE_COLUMNS, SignalTarget};

/// The names in the order of first occurrence, with the number of elements if there are several.
pub(super) fn grouped(targets: &[SignalTarget]) -> Vec<String> {
    let mut groups: Vec<(String, usize)> = Vec::new();
    for target in targets {
        let name = group(*target);
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => groups.push((name, 1)),
        }
    }
    groups
        .into_iter()
        .map(|(name, count)| if count == 1 { name } else { format!("{name} ({count})") })
        .collect()
}

fn group(target: SignalTarget) -> String {
    match target {
        SignalTarget::Lane { column, .. } => format!("{}[]", LANE_COLUMNS[column]),
        SignalTarget::Register(id) => RegId::info(id).name.to_owned(),
        SignalTarget::Port(_) | SignalTarget::CntCycle => target.name(),
    }
}
