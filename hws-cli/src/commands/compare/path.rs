//! The change of the makespan along the path that ends a run: the kernel that finished last, what made it ready last, and so
//! on to a kernel without predecessors.
//!
//! On the path, each kernel begins where its predecessor let it: at its finish, or at its launch. So the end of the path is
//! the sum of three parts of its kernels: until ready, waiting, and running; and so is the difference of two runs, exactly. The
//! last kernel of the path may have ended before the makespan of the other run: that rest is a term of its own.

use std::collections::HashMap;

use serde::Serialize;

use super::kernels::AlignedKernels;
use super::load::Run;
use super::report::ReportedKernel;

/// The path that ends one run, in both.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PathChange {
    /// The kernels, the first one first.
    pub(super) kernels: Vec<String>,
    /// The makespan of the second run minus that of the first, which the terms below add up to.
    pub(super) makespan_longer: i64,
    /// From the predecessor to ready: transfers, firmware, the resolver; the arrival of the first kernel.
    pub(super) ready_longer: i64,
    /// From ready to the first launch.
    pub(super) wait_longer: i64,
    /// From the first launch to the finish, or to the launch that the next kernel waited for.
    pub(super) run_longer: i64,
    /// The makespan behind the last kernel of the path: 0 in the run of the path.
    pub(super) behind_longer: i64,
}

/// A step of the path: a kernel, and whether the next one waited for its launch only.
struct Link {
    kernel: usize,
    to_launch: bool,
}

/// The path of a run; an error is the reason why nothing can be said.
pub(super) fn path(runs: [&Run<'_>; 2], aligned: &AlignedKernels, side: usize) -> Result<PathChange, String> {
    let links = links(&runs[side].kernels, &aligned.names[side]);
    let mut parts = [[0_i64; 3]; 2];
    let mut from = [Some(0_u64); 2];
    for link in &links {
        let name = &aligned.names[side][link.kernel];
        let Some(other) = aligned.partners[side][link.kernel] else {
            return Err(format!("{name} on the path that ends run {} is only in this run", side + 1));
        };
        let mut places = [link.kernel, other as usize];
        if side == 1 {
            places.swap(0, 1);
        }
        for run in 0..2 {
            let times = runs[run].kernels[places[run]].times;
            let to = if link.to_launch { times.start } else { times.finish };
            let (Some(begin), Some(ready), Some(start), Some(to)) = (from[run], times.ready, times.start, to)
            else {
                return Err(format!("{name} on the path that ends run {} did not finish in both", side + 1));
            };
            let lengths = [[begin, ready], [ready, start], [start, to]];
            for (part, [begin, end]) in parts[run].iter_mut().zip(lengths) {
                *part += end as i64 - begin as i64;
            }
            from[run] = Some(to);
        }
    }
    let makespans = runs.map(|run| run.report["makespan"].as_u64().unwrap_or(0) as i64);
    let behind = [0, 1].map(|run| makespans[run] - from[run].unwrap_or(0) as i64);
    let longer = |part: usize| parts[1][part] - parts[0][part];
    Ok(PathChange {
        kernels: links.iter().map(|link| aligned.names[side][link.kernel].clone()).collect(),
        makespan_longer: makespans[1] - makespans[0],
        ready_longer: longer(0),
        wait_longer: longer(1),
        run_longer: longer(2),
        behind_longer: behind[1] - behind[0],
    })
}

/// From the kernel that finished last back to one without predecessors.
fn links(kernels: &[ReportedKernel<'_>], names: &[String]) -> Vec<Link> {
    let places: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let finished = (0..kernels.len()).filter(|&kernel| kernels[kernel].times.finish.is_some());
    let mut next = finished
        .max_by_key(|&kernel| (kernels[kernel].times.finish, std::cmp::Reverse(kernel)))
        .map(|kernel| Link { kernel, to_launch: false });
    let mut links = Vec::new();
    while let Some(link) = next {
        next = before(link.kernel, kernels, &places);
        links.push(link);
        // A graph has no cycles; a file that says otherwise must not hang.
        if links.len() > kernels.len() {
            break;
        }
    }
    links.reverse();
    links
}

/// The predecessor that was done last.
fn before(kernel: usize, kernels: &[ReportedKernel<'_>], places: &HashMap<&str, usize>) -> Option<Link> {
    let on_launch: Vec<_> = kernels[kernel].names("deps_on_launch").collect();
    let links = kernels[kernel].names("deps").filter_map(|name| {
        let to_launch = on_launch.contains(&name);
        let kernel = *places.get(name.as_ref())?;
        let times = kernels[kernel].times;
        let done = if to_launch { times.start } else { times.finish };
        Some((done?, Link { kernel, to_launch }))
    });
    links.max_by_key(|(done, link)| (*done, std::cmp::Reverse(link.kernel))).map(|(_, link)| link)
}
