//! Dumps that differ in the same way: by the broken rules that explain all of them, otherwise by first signal and rule.

use hws_plain::Mutant;

use super::DumpReport;

/// A group of dumps with the same first difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// The first signal that differs, without its indices.
    pub signal: String,
    /// The rule of the specification.
    pub rule: String,
    /// How many dumps differ in this way.
    pub count: usize,
    /// The smallest of them: the one to look at.
    pub smallest: String,
    /// The cycle at which it differs.
    pub cycle: u64,
    /// The broken rules that explain each of the dumps, the best first; none if they were not searched, or there are none.
    pub suspects: Vec<Mutant>,
    size: u64,
}

/// Returns the groups, the largest first.
#[must_use]
pub fn clusters(reports: &[DumpReport]) -> Vec<Cluster> {
    let mut clusters: Vec<Cluster> = Vec::new();
    for (report, divergence) in
        reports.iter().filter_map(|report| Some((report, report.divergence.as_deref()?)))
    {
        let new = Cluster {
            signal: without_indices(divergence.first_signal()),
            rule: report.rule().to_owned(),
            count: 1,
            smallest: report.file.clone(),
            cycle: divergence.cycle,
            suspects: report.suspects(),
            // A stream has no size: it is only chosen if it is alone.
            size: report.size.unwrap_or(u64::MAX),
        };
        match clusters.iter_mut().find(|known| known.is_like(&new)) {
            Some(known) => known.join(new),
            None => clusters.push(new),
        }
    }
    clusters.sort_by_key(|cluster| std::cmp::Reverse(cluster.count));
    clusters
}

impl Cluster {
    fn is_like(&self, other: &Self) -> bool {
        match (self.suspects.is_empty(), other.suspects.is_empty()) {
            (true, true) => self.signal == other.signal && self.rule == other.rule,
            _ => self.suspects.iter().any(|suspect| other.suspects.contains(suspect)),
        }
    }

    fn join(&mut self, other: Self) {
        let count = self.count + 1;
        let suspects: Vec<Mutant> =
            self.suspects.iter().copied().filter(|suspect| other.suspects.contains(suspect)).collect();
        if other.size < self.size {
            *self = other;
        }
        self.count = count;
        if let Some(best) = suspects.first() {
            best.rule().cite().clone_into(&mut self.rule);
        }
        self.suspects = suspects;
    }
}

/// `RS[3].FLAGS` is `RS[].FLAGS`.
fn without_indices(name: &str) -> String {
    let mut is_inside = false;
    name.chars()
        .filter(|character| {
            let is_index = is_inside && *character != ']';
            is_inside = *character == '[' || is_index;
            !is_index
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::without_indices;

    #[test]
    fn elements_of_an_array_are_one_signal() {
        assert_eq!(without_indices("RS[13].FLAGS"), "RS[].FLAGS");
        assert_eq!(without_indices("VC_POOL_FREE[1][0]"), "VC_POOL_FREE[][]");
        assert_eq!(without_indices("irq"), "irq");
    }
}
