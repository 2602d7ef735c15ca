//! The way back from a plan written out to its file: findings have the paths of the file.

use std::collections::BTreeSet;

use crate::plan::PlanFinding;

/// For each entry written out, the index of its entry in the file.
#[derive(Debug, Default)]
pub(in crate::plan) struct Origin {
    pub(super) dags: Vec<usize>,
    pub(super) kernels: Vec<usize>,
    pub(super) slots: Vec<usize>,
    pub(super) fifos: Vec<usize>,
    pub(super) buffers: Vec<usize>,
}

impl Origin {
    /// Returns the findings with the paths of the file, the first one for each rule and path.
    pub(super) fn once(&self, findings: Vec<PlanFinding>) -> Vec<PlanFinding> {
        let mut seen = BTreeSet::new();
        let in_file =
            findings.into_iter().map(|finding| PlanFinding { path: self.path(&finding.path), ..finding });
        in_file.filter(|finding| seen.insert((finding.rule.name, finding.path.clone()))).collect()
    }

    /// The path in the file, such as `kernels[3].deps[0]` for `kernels[41].deps[0]`.
    pub(super) fn path(&self, path: &str) -> String {
        self.in_file(path).unwrap_or_else(|| path.to_owned())
    }

    fn in_file(&self, path: &str) -> Option<String> {
        let (list, rest) = path.split_once('[')?;
        let (index, rest) = rest.split_once(']')?;
        let origins = match list {
            "dags" => &self.dags,
            "kernels" => &self.kernels,
            "slots" => &self.slots,
            "fifos" => &self.fifos,
            "buffers" => &self.buffers,
            _ => return None,
        };
        let index = origins.get(index.parse::<usize>().ok()?)?;
        Some(format!("{list}[{index}]{rest}"))
    }
}
