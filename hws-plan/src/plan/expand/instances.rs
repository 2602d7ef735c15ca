//! Templates written out: each entry of the file becomes its instances, one after the other.

use std::collections::BTreeMap;

use super::origin::Origin;
use crate::plan::{Plan, PlanBuffer, PlanDag, PlanFifo, PlanKernel, PlanRepeat, PlanSlot, PlanTriggers};

/// Returns the plan without repetitions, and where its entries come from. Its size and times have been checked.
pub(super) fn write_out(plan: &Plan) -> (Plan, Origin) {
    let templates = Templates::of(plan);
    let (dags, of_dags) = each(&plan.dags, |dag| templates.graphs(dag));
    let (kernels, of_kernels) = each(&plan.kernels, |kernel| templates.kernels(kernel));
    let (slots, of_slots) = each(&plan.slots, |slot| templates.slots(slot));
    let (fifos, of_fifos) = each(&plan.fifos, |fifo| templates.fifos(fifo));
    let (buffers, of_buffers) = each(&plan.buffers, |buffer| templates.buffers(buffer));
    let origin =
        Origin { dags: of_dags, kernels: of_kernels, slots: of_slots, fifos: of_fifos, buffers: of_buffers };
    let (name, provenance) = (plan.name.clone(), plan.provenance.clone());
    let not_runnable = plan.not_runnable.clone();
    (Plan { name, provenance, not_runnable, dags, kernels, slots, fifos, buffers, ..*plan }, origin)
}

/// Returns the instances of all entries, and the entry of each of them.
fn each<E>(entries: &[E], instances: impl Fn(&E) -> Vec<E>) -> (Vec<E>, Vec<usize>) {
    let of = |(index, entry): (usize, &E)| {
        instances(entry).into_iter().map(move |instance| (instance, index)).collect::<Vec<_>>()
    };
    entries.iter().enumerate().flat_map(of).unzip()
}

/// An instance of a template.
#[derive(Clone, Copy, Debug)]
struct Instance {
    /// From 0.
    number: u32,
    repeat: PlanRepeat,
}

impl Instance {
    fn graph(self, template: &str) -> String {
        format!("{template}#{}", self.number / self.repeat.per_graph)
    }

    fn kernel(self, template: &str) -> String {
        if self.repeat.per_graph > 1 { format!("{template}#{}", self.number) } else { template.to_owned() }
    }

    /// A time of the template in this instance; the last one was checked to fit.
    fn time(self, template: u64) -> u64 {
        template + u64::from(self.number) * self.repeat.period
    }
}

/// What is repeated, and how often.
struct Templates<'p> {
    repeats: BTreeMap<&'p str, PlanRepeat>,
    /// Kernels that not all instances have, by graph and id.
    limited: BTreeMap<(&'p str, &'p str), u32>,
}

impl<'p> Templates<'p> {
    fn of(plan: &'p Plan) -> Self {
        let repeats = plan.dags.iter().filter_map(|dag| Some((dag.id.as_str(), dag.repeat?)));
        let limited = plan
            .kernels
            .iter()
            .filter_map(|kernel| Some(((kernel.dag.as_str(), kernel.id.as_str()), kernel.instances?)));
        Self { repeats: repeats.collect(), limited: limited.collect() }
    }

    /// The instances of a graph that have all of some kernels; `None` for a graph that is not repeated.
    fn instances(&self, dag: &str, kernels: &[&str]) -> Option<impl Iterator<Item = Instance> + use<>> {
        let repeat = *self.repeats.get(dag)?;
        let limits = kernels.iter().filter_map(|&kernel| self.limited.get(&(dag, kernel)).copied());
        let count = limits.fold(repeat.count, u32::min);
        Some((0..count).map(move |number| Instance { number, repeat }))
    }

    fn graphs(&self, dag: &PlanDag) -> Vec<PlanDag> {
        let Some(repeat) = dag.repeat else { return vec![dag.clone()] };
        let firsts =
            (0..repeat.count).step_by(repeat.per_graph as usize).map(|number| Instance { number, repeat });
        let graph = |first: Instance| PlanDag {
            id: first.graph(&dag.id),
            arrival: first.time(dag.arrival),
            kind: dag.kind,
            repeat: None,
        };
        firsts.map(graph).collect()
    }

    fn kernels(&self, kernel: &PlanKernel) -> Vec<PlanKernel> {
        let Some(instances) = self.instances(&kernel.dag, &[kernel.id.as_str()]) else {
            return vec![kernel.clone()];
        };
        instances.map(|instance| of_instance(kernel, instance)).collect()
    }

    fn slots(&self, slot: &PlanSlot) -> Vec<PlanSlot> {
        let Some(instances) = self.instances(&slot.dag, &[slot.kernel.as_str()]) else {
            return vec![slot.clone()];
        };
        let of = |instance: Instance| PlanSlot {
            dag: instance.graph(&slot.dag),
            kernel: instance.kernel(&slot.kernel),
            start: instance.time(slot.start),
            end: instance.time(slot.end),
            ..*slot
        };
        instances.map(of).collect()
    }

    fn fifos(&self, fifo: &PlanFifo) -> Vec<PlanFifo> {
        let Some(instances) = self.instances(&fifo.dag, &[fifo.from.as_str(), &fifo.to]) else {
            return vec![fifo.clone()];
        };
        let of = |instance: Instance| PlanFifo {
            dag: instance.graph(&fifo.dag),
            from: instance.kernel(&fifo.from),
            to: instance.kernel(&fifo.to),
            ..*fifo
        };
        instances.map(of).collect()
    }

    /// Buffers of a graph; others belong to no instance.
    fn buffers(&self, buffer: &PlanBuffer) -> Vec<PlanBuffer> {
        let users: Vec<&str> = buffer.kernels.iter().map(String::as_str).collect();
        let instances = buffer.dag.as_deref().and_then(|dag| Some((dag, self.instances(dag, &users)?)));
        let Some((dag, instances)) = instances else { return vec![buffer.clone()] };
        let of = |instance: Instance| PlanBuffer {
            id: format!("{}#{}", buffer.id, instance.number),
            kind: buffer.kind.clone(),
            dag: Some(instance.graph(dag)),
            kernels: buffer.kernels.iter().map(|kernel| instance.kernel(kernel)).collect(),
            ..*buffer
        };
        instances.map(of).collect()
    }
}

fn of_instance(kernel: &PlanKernel, instance: Instance) -> PlanKernel {
    let mut own = kernel.clone();
    (own.id, own.dag, own.instances) = (instance.kernel(&kernel.id), instance.graph(&kernel.dag), None);
    for dep in own.deps.iter_mut().filter(|dep| dep.dag.is_none()) {
        dep.kernel = instance.kernel(&dep.kernel);
    }
    if let PlanTriggers::Credits(credits) = &mut own.triggers {
        credits.iter_mut().for_each(|credit| credit.kernel = instance.kernel(&credit.kernel));
    }
    own.prefetch = kernel.prefetch.as_deref().map(|of| instance.kernel(of));
    own
}
