//! A small subset of files with the coverage of all: the greedy choice.

use super::report::CoverageReport;

/// In turn the file that covers most of what is left; among equals the one with fewer cycles, then the earlier one. A bin
/// that needs several hits is covered when the chosen files have them together.
pub(super) fn greedy(report: &CoverageReport) -> Vec<(usize, usize)> {
    let mut needed = needs(report);
    let mut left: Vec<usize> = (0..report.set.files.len()).collect();
    let mut chosen = Vec::new();
    loop {
        let gain = |file: usize| gain(report.set.files[file].counts.all(), &needed);
        let gains = left.iter().map(|&file| (gain(file), file));
        let best =
            gains.min_by_key(|&(gain, file)| (std::cmp::Reverse(gain), report.set.files[file].cycles, file));
        let Some((_, file)) = best.filter(|&((closed, hits), _)| closed > 0 || hits > 0) else {
            return chosen;
        };
        let before = open(&needed);
        for (need, &count) in needed.iter_mut().zip(report.set.files[file].counts.all()) {
            *need = need.saturating_sub(count);
        }
        chosen.push((file, before - open(&needed)));
        left.retain(|&other| other != file);
    }
}

/// The hits that each covered bin needs; 0 for all other bins.
fn needs(report: &CoverageReport) -> Vec<u64> {
    let need = |bin: super::report::CountedBin<'_>| {
        if bin.is_covered && bin.bin.excluded.is_none() { report.at_least.max(1) } else { 0 }
    };
    report.bins().map(need).collect()
}

fn open(needed: &[u64]) -> usize {
    needed.iter().filter(|&&need| need > 0).count()
}

/// The bins that the counts would close, and the hits that they would add.
fn gain(counts: &[u64], needed: &[u64]) -> (usize, u64) {
    let pairs = || counts.iter().zip(needed).filter(|&(&count, &need)| count > 0 && need > 0);
    let closed = pairs().filter(|&(count, need)| count >= need).count();
    (closed, pairs().map(|(&count, &need)| count.min(need)).sum())
}
