//! Every task of every instance, with its SIP and absolute time.

use crate::periodic::period::Period;
use crate::periodic::planned::PeriodicPlanned;

/// One task of one instance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    /// Its instance, by index.
    pub(super) instance: usize,
    /// Node of the graph.
    pub(super) node: usize,
    /// Copy, from 1.
    pub(super) r: usize,
    pub(super) sip: usize,
    pub(super) start: u64,
}

/// A graph of the plan.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    pub(super) name: String,
    /// Start of its first period.
    pub(super) arrival: u64,
}

/// All tasks of a plan, instance by instance, by node and copy.
#[derive(Clone, Debug, Default)]
pub(super) struct Jobs {
    pub(super) instances: Vec<Instance>,
    pub(super) jobs: Vec<Job>,
    /// End of the last task of each instance.
    ends: Vec<u64>,
}

/// Returns each launch: its number, its first SIP, its iterations and its period.
pub(super) fn launches(planned: &PeriodicPlanned) -> impl Iterator<Item = (usize, usize, i64, &Period)> {
    let each = planned.launches.iter().flat_map(|launch| (0..launch.count).map(move |_| launch));
    let width = planned.layers.width;
    each.enumerate().map(move |(number, launch)| (number, number * width, launch.iterations, &launch.period))
}

impl Jobs {
    pub(super) fn of(planned: &PeriodicPlanned) -> Self {
        let mut jobs = Self::default();
        if planned.baseline.use_retiming() {
            for (launch, first_sip, iterations, period) in launches(planned) {
                jobs.retimed(planned, launch, first_sip, iterations, period);
            }
        } else {
            jobs.one_after_the_other(planned);
        }
        jobs
    }

    /// Instance q is planned at (q + R_max + R) T + st; the last one may have fewer copies.
    fn retimed(
        &mut self,
        planned: &PeriodicPlanned,
        launch: usize,
        first_sip: usize,
        iterations: i64,
        period: &Period,
    ) {
        let layout = period.layout(&planned.problem);
        let (i_period, t) = (layout.i_period as i64, i128::from(layout.t));
        for q in 0..(iterations + i_period - 1) / i_period {
            let instance = self.open(format!("launch{launch}.group{q}"), i128::from(q) * t);
            let copies = usize::try_from(iterations - q * i_period).unwrap_or(0).min(layout.i_period);
            for copy in (0..layout.st.len()).filter(|copy| copy % layout.i_period < copies) {
                let before = i128::from(q) + i128::from(period.r_max);
                let start = before * t + layout.starts(copy, &period.choice.r);
                let (node, r) = (copy / layout.i_period, copy % layout.i_period + 1);
                let sip = first_sip + layout.pe[copy] as usize;
                self.push(planned, Job { instance, node, r, sip, start: narrow(start) });
            }
        }
    }

    fn one_after_the_other(&mut self, planned: &PeriodicPlanned) {
        let (width, length) = (planned.layers.width, planned.baseline.one_iteration);
        let groups = (planned.problem.pes / width).max(1);
        for (iteration, (round, group)) in (0..planned.iterations)
            .flat_map(|round| (0..groups).map(move |group| (round, group)))
            .take(usize::try_from(planned.iterations).unwrap_or(usize::MAX))
            .enumerate()
        {
            let begin = i128::from(round) * i128::from(length);
            let instance = self.open(format!("iteration{iteration}"), begin);
            for (node, &(pe, st)) in planned.baseline.placements.iter().enumerate() {
                let start = narrow(begin + i128::from(st));
                self.push(planned, Job { instance, node, r: 1, sip: group * width + pe, start });
            }
        }
    }

    fn open(&mut self, name: String, arrival: i128) -> usize {
        self.instances.push(Instance { name, arrival: narrow(arrival) });
        self.ends.push(0);
        self.instances.len() - 1
    }

    fn push(&mut self, planned: &PeriodicPlanned, job: Job) {
        let end = job.start + planned.problem.graph.cost[job.node].unsigned_abs();
        self.ends[job.instance] = self.ends[job.instance].max(end);
        self.jobs.push(job);
    }

    /// Returns the most instances that are live at once, from arrival to the end of the last task.
    pub(super) fn most_live(&self) -> usize {
        let mut starts: Vec<u64> = self.instances.iter().map(|instance| instance.arrival).collect();
        let mut ends = self.ends.clone();
        starts.sort_unstable();
        ends.sort_unstable();
        let live = |(begun, start): (usize, &u64)| begun + 1 - ends.partition_point(|end| end <= start);
        starts.iter().enumerate().map(live).max().unwrap_or(0)
    }
}

/// Converts a time within a total that is known to fit.
fn narrow(time: i128) -> u64 {
    u64::try_from(time).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::{Instance, Jobs};

    fn most_live<const N: usize>(lives: [(u64, u64); N]) -> usize {
        let instance = |(arrival, _)| Instance { name: String::new(), arrival };
        let ends = lives.map(|(_, end)| end).into();
        Jobs { instances: lives.map(instance).into(), jobs: Vec::new(), ends }.most_live()
    }

    #[test]
    fn an_instance_that_ends_makes_room_for_one_that_arrives() {
        assert_eq!(most_live([(0, 5), (5, 9)]), 1);
        assert_eq!(most_live([(0, 6), (5, 9)]), 2);
        assert_eq!(most_live([(0, 9), (1, 2), (2, 4), (3, 4)]), 3);
    }
}
