//! The descriptors of the kernels, as firmware last wrote them. Most of their fields are the same for many kernels and are kept once.

use foldhash::HashMap;
use hws_types::TaskDescriptor;

/// The descriptor of each kernel; for a kernel in parts, the fields that these share.
#[derive(Clone, Debug)]
pub(super) struct Described {
    kernels: Vec<Own>,
    /// Descriptors without what is [`Own`], each once. The first one is that of a kernel that has not been described.
    shared: Vec<TaskDescriptor>,
    places: HashMap<TaskDescriptor, u32>,
}

/// The fields in which kernels differ, and the place of the others.
#[derive(Clone, Copy, Default, Debug)]
struct Own {
    shared: u32,
    affinity: u32,
    est_exec_time: u32,
    offline_priority: u32,
    block_param_base: u32,
    sim_exec_time: u32,
    block_trigger_cnt: u16,
}

impl Described {
    /// So many kernels, none of which has been described.
    pub(super) fn new(kernels: usize) -> Self {
        let none = TaskDescriptor::default();
        Self {
            kernels: vec![Own::default(); kernels],
            shared: vec![none],
            places: HashMap::from_iter([(none, 0)]),
        }
    }

    /// The descriptor of a kernel.
    pub(super) fn get(&self, kernel_id: u32) -> TaskDescriptor {
        let own = self.kernels.get(kernel_id as usize).copied().unwrap_or_default();
        TaskDescriptor {
            kernel_id,
            affinity: own.affinity,
            est_exec_time: own.est_exec_time,
            offline_priority: own.offline_priority,
            block_param_base: own.block_param_base,
            sim_exec_time: own.sim_exec_time,
            block_trigger_cnt: own.block_trigger_cnt,
            ..self.shared[own.shared as usize]
        }
    }

    /// Keeps the descriptor of a kernel.
    pub(super) fn set(&mut self, td: &TaskDescriptor) {
        let shared = TaskDescriptor {
            kernel_id: 0,
            affinity: 0,
            est_exec_time: 0,
            offline_priority: 0,
            block_param_base: 0,
            sim_exec_time: 0,
            block_trigger_cnt: 0,
            ..*td
        };
        let place = *self.places.entry(shared).or_insert_with(|| {
            self.shared.push(shared);
            // Fewer than kernels.
            self.shared.len() as u32 - 1
        });
        if let Some(own) = self.kernels.get_mut(td.kernel_id as usize) {
            *own = Own {
                shared: place,
                affinity: td.affinity,
                est_exec_time: td.est_exec_time,
                offline_priority: td.offline_priority,
                block_param_base: td.block_param_base,
                sim_exec_time: td.sim_exec_time,
                block_trigger_cnt: td.block_trigger_cnt,
            };
        }
    }

    /// Changes the number of blocks that may start.
    pub(super) fn set_trigger(&mut self, kernel_id: u32, count: u16) {
        if let Some(own) = self.kernels.get_mut(kernel_id as usize) {
            own.block_trigger_cnt = count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kernel_has_its_descriptor() {
        let of = |kernel_id: u32| TaskDescriptor {
            kernel_id,
            affinity: !kernel_id,
            est_exec_time: 10 * kernel_id,
            offline_priority: 7 + kernel_id,
            block_param_base: 64 * kernel_id,
            sim_exec_time: kernel_id,
            block_trigger_cnt: kernel_id as u16,
            thread_num: 1 + kernel_id as u16 % 2,
            block_num: 3,
            coop: true,
            ..TaskDescriptor::default()
        };
        let mut described = Described::new(5);
        (0..4).for_each(|kernel_id| described.set(&of(kernel_id)));
        assert!((0..4).all(|kernel_id| described.get(kernel_id) == of(kernel_id)));
        assert_eq!(described.get(4), TaskDescriptor { kernel_id: 4, ..TaskDescriptor::default() });
        assert_eq!(described.shared.len(), 3, "one for each number of threads");
        described.set_trigger(2, 9);
        assert_eq!(described.get(2), TaskDescriptor { block_trigger_cnt: 9, ..of(2) });
    }
}
