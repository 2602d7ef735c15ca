//! The names of kernels.

use hws_input::{did_you_mean, nearest};
use hws_run::workload::Workload;

/// GRAPH/KERNEL; the id alone for a kernel that is not of the workload.
pub(super) fn name(workload: &Workload, id: u32) -> String {
    let kernel = workload.kernels().nth(id as usize);
    kernel.map_or_else(
        || "not of the workload".to_owned(),
        |(dag, kernel)| format!("{}/{}", dag.name, kernel.name),
    )
}

/// The kernel that an id, GRAPH/KERNEL, or the name of a kernel alone means.
pub(super) fn find(workload: &Workload, what: &str) -> Result<u32, String> {
    let count = workload.kernels().count();
    if let Ok(id) = what.parse::<u32>() {
        let is_known = (id as usize) < count;
        return is_known.then_some(id).ok_or_else(|| format!("no kernel {id}; {}", ids(count)));
    }
    let names: Vec<String> = (0..count as u32).map(|id| name(workload, id)).collect();
    let is_meant = |full: &str| full == what || full.rsplit('/').next() == Some(what);
    let mut found = (0_u32..).zip(&names).filter(|(_, full)| is_meant(full));
    match (found.next(), found.next()) {
        (Some((id, _)), None) => Ok(id),
        (Some((_, first)), Some((_, second))) => Err(format!(
            "`{what}` is the name of several kernels; give {first} or {second} in full, or an id"
        )),
        (None, _) => {
            let meant = nearest(what, names.iter().map(String::as_str));
            Err(format!("no kernel `{what}`; {}{}", did_you_mean(meant), ids(count)))
        }
    }
}

fn ids(count: usize) -> String {
    match count.checked_sub(1) {
        None => "the workload has no kernels".to_owned(),
        Some(last) => format!("the ids are 0 to {last}"),
    }
}
