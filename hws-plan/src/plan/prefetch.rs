//! Prefetch kernels, the first software use case of the original design: L2 is allocated ahead of the kernel that
//! uses it.
//!
//! By the two rules of that use case, a kernel depends on its prefetch, and a prefetch depends on the prefetches of
//! the predecessors of its kernel. Every kernel therefore gets one, even entry kernels, whose prefetches the second
//! rule needs. An allocation takes no SIP and is done when it is launched, so both dependencies are on the launch.

use std::collections::{BTreeMap, BTreeSet};

use super::{DepKind, Plan, PlanDep, PlanKernel, PlanOn, PlanTriggers};

/// Most blocks of a kernel with a prefetch: all grants may be in one cluster, and its counter distinguishes fewer than
/// 256.
pub const PREFETCH_BLOCKS_MOST: u16 = 255;

/// A kernel by graph and name.
type Name<'a> = (&'a str, &'a str);

impl Plan {
    /// Adds a prefetch before each kernel that has none. It is called `KERNEL.prefetch`, with primes added while the name
    /// is taken. Its priority is one above that of its kernel, and it is on a critical path if its kernel is.
    ///
    /// A kernel of more than [`PREFETCH_BLOCKS_MOST`] blocks gets none; prefetches that would depend on its prefetch wait
    /// for its own launch. The plan's notes mention this.
    pub fn insert_prefetches(&mut self) {
        let prefetches = Prefetches::of(&self.kernels);
        let kernels = self.kernels.iter().flat_map(|kernel| prefetches.in_front_of(kernel)).collect();
        let without = self.kernels.iter().filter(|kernel| kernel.block_num > PREFETCH_BLOCKS_MOST).count();
        self.kernels = kernels;
        self.provenance.options.push("prefetch".to_owned());
        if without > 0 {
            let note =
                format!("kernels of more than {PREFETCH_BLOCKS_MOST} blocks without a prefetch: {without}");
            self.provenance.notes.push(note);
        }
    }
}

/// The prefetches of the kernels that have one, by kernel.
struct Prefetches<'a> {
    old: BTreeMap<Name<'a>, &'a str>,
    new: BTreeMap<Name<'a>, String>,
}

impl<'a> Prefetches<'a> {
    fn of(kernels: &'a [PlanKernel]) -> Self {
        let old = kernels
            .iter()
            .filter_map(|kernel| Some(((&*kernel.dag, kernel.prefetch.as_deref()?), &*kernel.id)));
        let old: BTreeMap<Name<'a>, &str> = old.collect();
        let mut taken: BTreeSet<(&str, String)> =
            kernels.iter().map(|kernel| (&*kernel.dag, kernel.id.clone())).collect();
        let mut new = BTreeMap::new();
        for kernel in kernels.iter().filter(|kernel| kernel.block_num <= PREFETCH_BLOCKS_MOST) {
            let name = (&*kernel.dag, &*kernel.id);
            if kernel.prefetch.is_none() && !old.contains_key(&name) {
                let mut id = format!("{}.prefetch", kernel.id);
                while !taken.insert((&kernel.dag, id.clone())) {
                    id.push('\'');
                }
                new.insert(name, id);
            }
        }
        Self { old, new }
    }

    /// Returns the kernel, preceded by its new prefetch if it gets one.
    fn in_front_of(&self, kernel: &PlanKernel) -> Vec<PlanKernel> {
        let Some(id) = self.new.get(&(&*kernel.dag, &*kernel.id)) else { return vec![kernel.clone()] };
        let mut behind = kernel.clone();
        behind.deps.insert(0, on_launch(id.clone(), None));
        let prefetch = PlanKernel {
            id: id.clone(),
            est: 1,
            priority: kernel.priority.saturating_add(1),
            deps: kernel.deps.iter().map(|dep| self.ahead_of(dep, &kernel.dag)).collect(),
            triggers: PlanTriggers::All,
            l2_bytes: None,
            params: None,
            prefetch: Some(kernel.id.clone()),
            ..kernel.clone()
        };
        vec![prefetch, behind]
    }

    /// The second rule: the prefetch of a predecessor, or the predecessor itself if it has none.
    fn ahead_of(&self, dep: &PlanDep, dag: &str) -> PlanDep {
        let name = (dep.dag.as_deref().unwrap_or(dag), &*dep.kernel);
        let prefetch = self.new.get(&name).map(String::as_str).or(self.old.get(&name).copied());
        on_launch(prefetch.unwrap_or(&dep.kernel).to_owned(), dep.dag.clone())
    }
}

fn on_launch(kernel: String, dag: Option<String>) -> PlanDep {
    PlanDep { dag, on: PlanOn::Launch, ..PlanDep::on_finish(kernel, DepKind::Data) }
}
