//! Situations that many rules start from.

use hws_regs::{
    DagCmd, DagCmdTag, DagCmdTotal, HrmFwClaim, HwsStatus, Op, Promote, SipTopology, SipUsageMask, TimeUnit,
};
use hws_types::{SipMask, TaskDescriptor, ThreadNum};

use super::{Rig, RigTask, td};

impl Rig {
    /// Occupies each SIP of `mask` with a separate block of `est` units. Nothing else is resident before or after.
    #[track_caller]
    pub fn occupy(&mut self, mask: u32, est: u32) {
        assert!(self.read::<HwsStatus>(()).rs_empty(), "kernels are resident");
        let blocks = SipMask(mask).len() as u16;
        self.submit(TaskDescriptor { affinity: mask, est_exec_time: est, ..td(1, blocks) });
        for _ in 0..blocks {
            assert!(self.attempt().is_launched(), "a SIP of {mask:#x} is not free");
        }
    }

    /// Submits a kernel and makes it an R-task at once, even if SIPs are free: its usage mask is closed while
    /// the attempt latches and open again at the COMMIT, so nothing launches. (An R-task of the same class and
    /// context would lose its reservation.) See [`Rig::promote`].
    #[track_caller]
    pub fn reserve(&mut self, td: TaskDescriptor) -> (RigTask, u32) {
        let task = self.submit(td);
        let threads = ThreadNum::new(td.thread_num.into()).expect("a legal thread_num");
        let index = (td.ctx.into(), threads.class() as u32);
        let usage = self.read::<SipUsageMask>(index);
        self.write(index, usage.with_mask(0));
        self.latch();
        self.write(index, usage);
        (task, self.commit_promotion(task))
    }

    /// Submits a kernel that cannot launch now and makes it an R-task, by one attempt whose COMMIT promotes
    /// with THRESHOLD = 0 and RTASK_MAX = 8. PROMOTE is restored afterwards. No other kernel may launch or be
    /// promoted. Returns the reserved SIPs.
    #[track_caller]
    pub fn promote(&mut self, td: TaskDescriptor) -> (RigTask, u32) {
        let task = self.submit(td);
        self.latch();
        (task, self.commit_promotion(task))
    }

    #[track_caller]
    fn commit_promotion(&mut self, task: RigTask) -> u32 {
        let before = self.read::<Promote>(());
        self.write((), Promote::default().with_threshold_masked(0).with_rtask_max_masked(8));
        let commit = self.commit();
        self.write((), before);
        assert!(!commit.is_launched(), "a kernel was launched");
        let promotion = commit.promotion().expect("a reservation");
        assert_eq!(promotion.entry, task.entry, "another kernel was promoted");
        promotion.mask
    }

    /// Writes DAG INIT, which retires at the next boundary (the next tick if no attempt is in flight).
    pub fn init_dag(&mut self, tag: u32, total: u32, dynamic: bool) {
        self.write((), DagCmdTag::from_bits(0).with_tag_masked(tag));
        self.write((), DagCmdTotal::from_bits(0).with_total(total));
        self.write((), DagCmd::from_bits(0).with_op(Op::Init).with_dynamic(dynamic));
        self.tick();
    }

    /// Writes SIP_TOPOLOGY.
    pub fn topology(&mut self, cluster_sip_num: u32, cluster_num: u32) {
        let pair = SipTopology::default().with_cluster_sip_num_masked(cluster_sip_num);
        self.write((), pair.with_cluster_num_masked(cluster_num));
    }

    /// Writes one SIP_USAGE_MASK.
    pub fn usage(&mut self, ctx: u8, class: u8, mask: u32) {
        self.write((ctx.into(), class.into()), SipUsageMask::default().with_mask(mask));
    }

    /// Claims SIPs for firmware, which gets them at once if no attempt is in flight.
    pub fn claim(&mut self, mask: u32) {
        self.write((), HrmFwClaim::from_bits(0).with_mask(mask));
        self.tick();
    }

    /// Makes a time unit 65536 cycles long, so that remaining times do not change in a short test.
    pub fn freeze_time(&mut self) {
        self.write((), TimeUnit::from_bits(u32::MAX));
    }
}
