//! The catalogue of broken rules: what a design may do instead of what the specification says, one clause at a time.

use hws_types::Rule;

/// How a clause is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MutantKind {
    /// It is absent, or a switch of it is ignored.
    Absent,
    /// A limit is one too high or too low, a time one tick too long or too short.
    OffByOne,
    /// Equals are in another order.
    TieBreak,
    /// Things are in another order.
    Order,
    /// Another value is read.
    Operand,
    /// It holds for other tasks.
    Class,
    /// It reads its input too early or too late.
    Timing,
    /// It asks for less.
    Weaker,
    /// It asks for more.
    Stronger,
}

macro_rules! catalogue {
    ($($name:ident, $rule:ident, $kind:ident, $text:literal;)*) => {
        /// A broken rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Mutant {
            $(#[doc = $text] $name,)*
        }

        impl Mutant {
            /// All of them, by chapter.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Returns the rule that is broken.
            #[must_use]
            pub const fn rule(self) -> Rule {
                match self { $(Self::$name => Rule::$rule,)* }
            }

            /// Returns how it is broken.
            #[must_use]
            pub const fn kind(self) -> MutantKind {
                match self { $(Self::$name => MutantKind::$kind,)* }
            }

            /// Returns what the design does, as a clause.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// Returns the name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)* }
            }
        }
    };
}

catalogue! {
    PrescaleLate, Scheduler7_4, OffByOne, "a time unit takes one tick more";
    PrescaleEarly, Scheduler7_4, OffByOne, "a time unit takes one tick less";
    EstimateAlways, Scheduler7_4, Absent, "pre-idle is estimated whatever EARLY_LAUNCH_MODE says";
    CountAlways, Scheduler7_4, Absent, "remaining time counts down although SIP_COUNT_EN_MASK is 0";
    CountWraps, Scheduler7_4, Absent, "remaining time wraps below 0";
    EstimateStrict, Scheduler7_4, OffByOne, "estimated pre-idle asks for remain < PRE_IDLE_OFFSET";
    EstimateStale, Scheduler7_4, Timing, "estimated pre-idle reads the remaining time before it counts down";
    EstimateWithoutMdma, Scheduler7_4, Absent, "a launch without an MDMA command gets an estimated pre-idle";
    EstimateWithPending, Scheduler7_4, Absent, "a SIP with a pending launch gets an estimated pre-idle";
    GroupMinimum, Scheduler7_4, Operand, "the remaining time of a group is the shortest of its SIPs";
    RequestsFirst, Scheduler1_2, Order, "requests are sent before commands are retired";
    BoundaryLate, Scheduler1_2, Timing, "the boundary comes a tick after COMMIT";
    LatchMdmaStrict, Scheduler3_1, OffByOne, "LATCH waits for one place more in the MDMA FIFO";
    LatchMdmaOne, Scheduler3_1, Weaker, "LATCH is content with one place in the MDMA FIFO";
    LatchDisabled, Scheduler3_1, Absent, "LATCH ignores HWS_CTRL.ENABLE";
    LatchEmpty, Scheduler3_1, Absent, "an attempt starts with an empty Ready Station";
    LatchNotReady, Scheduler3_1, Absent, "an attempt starts although no SIP is ready";
    CancelLate, Scheduler3_2, Order, "LATCH decides before stale reservations are cancelled";
    AttemptLong, Scheduler3_1, OffByOne, "an attempt takes one tick more";
    AttemptShort, Scheduler3_1, OffByOne, "an attempt takes one tick less";
    SelectKeepsResources, Scheduler5_2, Absent, "a block takes no grant or VC before the next one is searched";
    SelectUnion, Scheduler5_2, Absent, "idle SIPs are not preferred to pre-idle ones";
    SelectPreIdleFirst, Scheduler5_2, Order, "pre-idle SIPs are preferred to idle ones";
    SelectBelow, Scheduler5_2, Order, "every block is searched from the lowest SIP";
    SelectAbove, Scheduler5_2, Order, "every block is searched from the highest SIP";
    SelectFourBelow, Scheduler5_2, OffByOne, "blocks of 4 are searched from the lowest SIP";
    SelectEightAbove, Scheduler5_2, Operand, "blocks of 6 and 8 are searched from the highest SIP";
    UsageFirstContext, Scheduler5_1, Operand, "SIP_USAGE_MASK is that of context 0";
    UsageFirstClass, Scheduler5_1, Operand, "SIP_USAGE_MASK is that of class 0";
    UsageIgnored, Scheduler5_1, Absent, "SIP_USAGE_MASK is ignored";
    AffinityIgnored, Scheduler5_1, Absent, "the affinity of the descriptor is ignored";
    RscIgnored, Scheduler5_1, Absent, "a task may use SIPs of VGs and dies that are not open";
    SelectIdleOnly, Scheduler5_2, Absent, "pre-idle SIPs are not searched";
    RTaskNotInPlace, Scheduler5_3, Absent, "an R-task is not placed on its own reservation first";
    RTaskTakesReserved, Scheduler5_3, Absent, "an R-task takes SIPs that are reserved for another";
    RTaskLeavesOwn, Scheduler5_3, Operand, "an R-task that does not fit in place leaves its own SIPs out";
    RTaskOnlyInPlace, Scheduler5_3, Absent, "an R-task starts on its reservation only";
    TakesReserved, Scheduler5_4, Absent, "a P- or O-task takes reserved SIPs as if they were free";
    NoPureBackfill, Scheduler5_4, Absent, "option 2 is absent: no block lies on reserved SIPs only";
    NoMixedBackfill, Scheduler5_4, Absent, "option 3 is absent: no launch mixes reserved and other SIPs";
    ReservedNeverFirst, Scheduler5_4, Absent, "USE_RSVD_SIP_FIRST is taken as 0";
    ReservedAlwaysFirst, Scheduler5_4, Absent, "USE_RSVD_SIP_FIRST is taken as 1";
    MarginUnsigned, Scheduler5_5, Absent, "RSVD_SIP_BACKFILL_MARGIN_OFFSET.SIGN is ignored";
    MarginIgnored, Scheduler5_5, Absent, "RSVD_SIP_BACKFILL_MARGIN_OFFSET is ignored";
    BackfillAnyTime, Scheduler5_5, Absent, "the backfill filter ignores the execution time of the task";
    BackfillOwnGroup, Scheduler5_5, Operand, "the backfill filter reads the group size of the task, not of the reservation";
    BackfillOneSip, Scheduler5_5, Operand, "the backfill filter reads the remaining time of the SIP, not of its group";
    BackfillSingles, Scheduler5_5, Absent, "SIPs reserved for blocks of one thread are backfilled";
    BackfillStrict, Scheduler5_5, OffByOne, "the backfill filter asks for more than the needed time";
    RTaskFirstOnly, Scheduler5_6, Absent, "only the first R-task is tried";
    OBeforeP, Scheduler5_6, Order, "the O-pool comes before the P-pool";
    OTasksWait, Scheduler5_6, Absent, "O-tasks are never chosen";
    OTasksOnlyAlone, Scheduler5_6, Stronger, "an O-task is chosen only if the P-pool is empty";
    FillUpAcrossPools, Scheduler5_6, Class, "the search for a fill-up continues into the O-pool";
    RTaskBlocksOthers, Scheduler5_6, Stronger, "an R-task that cannot be launched stops P- and O-tasks";
    PBeforeR, Scheduler5_6, Order, "the P-pool comes before the R-pool";
    FirstOnly, Scheduler5_6, Absent, "only the first task of a pool is tried";
    FillUpNever, Scheduler5_6, Absent, "SIP_FILLUP_TASK_FIRST is taken as 0";
    FillUpAlways, Scheduler5_6, Absent, "SIP_FILLUP_TASK_FIRST is taken as 1";
    FillUpAnyCluster, Scheduler5_6, Weaker, "a fill-up is what fills any cluster that it touches, not every one";
    FillUpIdleOnly, Scheduler5_6, Operand, "a fill-up takes the idle SIPs of its clusters, not the ready ones";
    FillUpWholeCluster, Scheduler5_6, Operand, "a fill-up takes all SIPs of its clusters, not the ready ones";
    OPoolWithoutSlot, Scheduler4_2, Stronger, "a kernel without a DAG slot is not in the O-pool";
    ROrderEntry, Scheduler4_4, Order, "the R-pool is ordered by entry";
    ROrderYoungest, Scheduler4_4, Order, "the R-pool is ordered from the youngest";
    ROrderOffline, Scheduler4_4, Order, "the R-pool is ordered by offline priority";
    PTieEntry, Scheduler4_4, TieBreak, "among equal online priorities the lowest entry comes first";
    PTieYoungest, Scheduler4_4, TieBreak, "among equal online priorities the youngest comes first";
    POrderAscending, Scheduler4_4, Order, "the P-pool is ordered from the lowest priority";
    POrderAge, Scheduler4_4, Order, "the P-pool is ordered by age";
    POrderOffline, Scheduler4_4, Order, "the P-pool is ordered by offline priority";
    OTieYoungest, Scheduler4_4, TieBreak, "among equal offline priorities of the O-pool the youngest comes first";
    OTieEntry, Scheduler4_4, TieBreak, "among equal offline priorities of the O-pool the lowest entry comes first";
    OOrderAge, Scheduler4_4, Order, "the O-pool is ordered by age";
    TopKCountsR, Scheduler4_2, Class, "R-tasks count among the first P_TOP_K of a DAG";
    TopKCountsWaiting, Scheduler4_2, Class, "kernels that are not eligible count among the first P_TOP_K";
    TopKOfAllDags, Scheduler4_2, Absent, "P_TOP_K counts over all DAGs";
    TopKTieYoungest, Scheduler4_2, TieBreak, "among equal offline priorities of a DAG the younger kernel is in the P-pool";
    TopKMore, Scheduler4_2, OffByOne, "one kernel more than P_TOP_K is in the P-pool";
    TopKLess, Scheduler4_2, OffByOne, "one kernel less than P_TOP_K is in the P-pool";
    TopKOne, Scheduler4_2, Absent, "P_TOP_K is taken as 1";
    TopKAll, Scheduler4_2, Absent, "every eligible kernel with a DAG slot is in the P-pool";
    DynamicIgnored, Scheduler4_3, Absent, "dynamic DAGs have the priority of static ones";
    DynamicAlways, Scheduler4_3, Absent, "static DAGs have the priority of dynamic ones";
    RankLate, Scheduler4_3, OffByOne, "the index of SCALE_RATIO_TABLE is one lower";
    RankEarly, Scheduler4_3, OffByOne, "the index of SCALE_RATIO_TABLE is one higher";
    CpZero, Scheduler4_3, Operand, "a critical path of 0 does not count as offline / cp = 1";
    RoundDown, Scheduler4_3, Operand, "online priorities are rounded down";
    DivideFirst, Scheduler4_3, Order, "offline / cp is rounded before it is scaled";
    OnlineWraps, Scheduler4_3, Absent, "online priorities wrap instead of saturating";
    RankOfNoTotal, Scheduler4_3, Operand, "a DAG without a total has the last index";
    RankRoundsUp, Scheduler4_3, Operand, "the index of SCALE_RATIO_TABLE is rounded the other way";
    RankFalls, Scheduler4_3, Order, "the index of SCALE_RATIO_TABLE falls as the DAG ends";
    OnlineStays, Scheduler6_5, Absent, "COMMIT does not update RS[].ONLINE_PRIORITY";
    RTasksMore, Scheduler6_5, OffByOne, "one R-task more than PROMOTE.RTASK_MAX";
    RTasksLess, Scheduler6_5, OffByOne, "one R-task less than PROMOTE.RTASK_MAX";
    RTasksUnlimited, Scheduler6_5, Absent, "PROMOTE.RTASK_MAX is ignored";
    RTaskOnlyOne, Scheduler6_5, Stronger, "there is at most one R-task";
    PromoteAfterFailure, Scheduler6_5, Stronger, "a promotion happens only after a failed attempt";
    SecondPassFirst, Scheduler6_5, Order, "pass 2 comes before pass 1";
    NoSecondPass, Scheduler6_5, Absent, "pass 2 is absent";
    PromoteFirstOnly, Scheduler6_5, Absent, "only the first candidate is tried";
    ThresholdAlways, Scheduler6_5, Absent, "PROMOTE.RULE_THRESHOLD is taken as 1";
    ThresholdStrict, Scheduler6_5, OffByOne, "pass 1 asks for more failures than PROMOTE.THRESHOLD";
    ThresholdLess, Scheduler6_5, OffByOne, "pass 1 is content with one failure less than PROMOTE.THRESHOLD";
    ThresholdZero, Scheduler6_5, Absent, "PROMOTE.THRESHOLD is taken as 0";
    MostFailedIgnored, Scheduler6_5, Absent, "PROMOTE.MOST_FAILED_FIRST is taken as 0";
    MostFailedAlways, Scheduler6_5, Absent, "PROMOTE.MOST_FAILED_FIRST is taken as 1";
    LeastFailedFirst, Scheduler6_5, Order, "the least failed task is promoted first";
    MostFailedTieOldest, Scheduler6_5, TieBreak, "among equally failed tasks the oldest is promoted first";
    OvertakesFromR, Scheduler6_5, Class, "an R-task that is launched counts as overtaking";
    OvertakesItself, Scheduler6_5, Absent, "the first P-task counts as overtaken by itself";
    FullVgSmaller, Scheduler6_5, Weaker, "a block of half a cluster counts as a full VG";
    FullVgAlways, Scheduler6_5, Absent, "RULE_TOP1_FULL_VG does not ask for a full cluster";
    FullVgRule, Scheduler6_5, Absent, "PROMOTE.RULE_TOP1_FULL_VG is taken as 1";
    FullVgAny, Scheduler6_5, Absent, "RULE_TOP1_FULL_VG holds for any P-task";
    Top1Rule, Scheduler6_5, Absent, "PROMOTE.RULE_TOP1 is taken as 1";
    Top1NoOvertaking, Scheduler6_5, Absent, "RULE_TOP1 does not ask for an overtaking";
    Top1Any, Scheduler6_5, Absent, "RULE_TOP1 holds for any P-task";
    OnCpRule, Scheduler6_5, Absent, "PROMOTE.RULE_ON_CP is taken as 1";
    OnCpOvertakenByCp, Scheduler6_5, Absent, "RULE_ON_CP holds if a task on the critical path overtakes";
    OnCpAny, Scheduler6_5, Absent, "RULE_ON_CP holds for tasks off the critical path";
    FullVgIgnored, Scheduler6_5, Absent, "PROMOTE.RULE_TOP1_FULL_VG is ignored";
    Top1Ignored, Scheduler6_5, Absent, "PROMOTE.RULE_TOP1 is ignored";
    OnCpIgnored, Scheduler6_5, Absent, "PROMOTE.RULE_ON_CP is ignored";
    ReservesReserved, Scheduler6_6, Absent, "a reservation takes SIPs that are reserved already";
    ReservesOwned, Scheduler6_6, Absent, "a reservation takes SIPs that firmware owns";
    ReservesReadyOnly, Scheduler6_6, Stronger, "only ready SIPs are reserved";
    ReservesSharedCluster, Scheduler6_6, Absent, "a reservation shares a cluster with another";
    ReservesTieHighest, Scheduler6_6, TieBreak, "among groups with equal remaining time the highest is reserved";
    ReservesLongest, Scheduler6_6, Order, "a reservation takes the groups with the longest remaining time";
    ReservesLowest, Scheduler6_6, Order, "a reservation takes the lowest groups";
    ReservesFirstSip, Scheduler6_6, Operand, "the order of groups is that of their first SIP";
    ReservesClosed, Scheduler6_6, Absent, "a reservation takes SIPs of VGs and dies that are not open";
    ReservesKeepsGrants, Scheduler6_6, Absent, "the blocks of a reservation take no grants from each other";
    ReservesOneBlock, Scheduler6_6, Absent, "one block of a cooperative kernel is reserved";
    ReservesSlotNumber, Scheduler6_6, Operand, "RSV_THREAD_NUM is the slot of the block, not its threads";
    CancelIgnoresGrants, Scheduler6_6, Absent, "a reservation is not cancelled when its grants are gone";
    CancelIgnoresMasks, Scheduler6_6, Absent, "a reservation is not cancelled when the masks exclude it";
    CancelNever, Scheduler6_6, Absent, "reservations are never cancelled";
    CancelIfAllGone, Scheduler6_6, Weaker, "a reservation is cancelled only when all its SIPs are excluded";
    CancelNotCounted, Registers7, Absent, "CNT_CANCEL does not count";
    PromoteNotCounted, Registers7, Absent, "CNT_PROMOTE does not count";
    FailAlwaysCounted, Scheduler6_1, Absent, "CNT_FAIL counts attempts that launch, too";
    ReservationStays, Scheduler6_2, Absent, "a launch keeps the reservation of its kernel";
    FirmwareStays, Scheduler6_4, Absent, "a task of firmware stays until its last block";
    LastOfKernel, Interfaces4, Operand, "SCHED_INFO.last_block is that of the kernel for a task of firmware, too";
    LastOfLaunch, Interfaces4, Absent, "SCHED_INFO.last_block is set for every block of the last launch";
    LiveWordsNotRead, Scheduler6_3, Absent, "a launch does not read the live words";
    LiveCountersNow, Scheduler6_3, Timing, "whether a launch reads the counters is decided at COMMIT, not at LATCH";
    LiveCountersNot, Scheduler6_3, Absent, "a launch does not read words 9 to 11";
    BackfillCountsR, Registers7, Class, "CNT_BACKFILL counts R-tasks on reserved SIPs";
    LaunchCountsBlocks, Registers7, Operand, "CNT_LAUNCH counts the blocks of a cooperative launch";
    BackfillNotCounted, Registers7, Absent, "CNT_BACKFILL does not count";
    EarlyNotCounted, Registers7, Absent, "CNT_EARLY does not count";
    BlockFromZero, Scheduler6_2, Absent, "block ids begin at 0, not at start_block_idx";
    LaunchIdLowest, Scheduler6_2, Operand, "a launch takes the lowest free launch id";
    EstimateNotLoaded, Scheduler7_2, Absent, "a launch does not load the execution time of the task";
    PhysicalIsLogical, Scheduler8_6, Absent, "an MDMA command has the logical SIP as its physical one";
    ThreadZero, Interfaces3, Absent, "every MDMA command of a block has thread 0";
    RunNotCommanded, Scheduler9_2, Absent, "an MDMA command does not have the VCs that the HWS allocated";
    RunNotReported, Interfaces4, Absent, "SCHED_INFO does not have the VCs that the HWS allocated";
    MdmaByModeOnly, Scheduler6_2, Absent, "the MDMA path ignores out_path of the task";
    MdmaByTaskOnly, Scheduler6_2, Absent, "the MDMA path ignores HWS_WORK_MODE.OUT_PATH";
    MihByModeOnly, Scheduler6_2, Absent, "the MIH path ignores out_path of the task";
    MihWithoutMode, Scheduler6_2, Absent, "the MIH path ignores HWS_WORK_MODE.OUT_PATH";
    MihWithoutReportEn, Scheduler6_2, Absent, "the MIH path ignores HWS_WORK_MODE.REPORT_EN";
    LiveTriggerUnlimited, Scheduler6_3, Absent, "the live trigger count may exceed the blocks of the kernel";
    LiveTriggerReplaces, Scheduler6_3, Absent, "the live trigger count replaces a higher one";
    FinishOfEveryTask, Scheduler6_4, Absent, "DAG[].FINISH counts a task of firmware that leaves before its last block";
    FailByR, Scheduler6_4, Class, "a launch from the R-pool counts as a failure";
    FailOfYounger, Scheduler6_4, Order, "a launch from the P-pool counts as a failure of younger tasks";
    FailOfAll, Scheduler6_4, Absent, "a launch from the P-pool counts as a failure of younger tasks, too";
    FailByOOfOlder, Scheduler6_4, Stronger, "a launch from the O-pool counts as a failure of older tasks only";
    FailNotByO, Scheduler6_4, Absent, "a launch from the O-pool does not count as a failure";
    FailNotByP, Scheduler6_4, Absent, "a launch from the P-pool does not count as a failure";
    FailSaturates, Scheduler6_4, Operand, "RS[].FAIL.TIMES saturates at 255";
    FailTwice, Scheduler6_4, OffByOne, "a failure counts twice";
    FailAtEveryLaunch, Scheduler6_4, Timing, "every launch counts as a failure of the overtaken, not only the last one of a kernel";
    ThreadNumStays, Scheduler6_6, Absent, "RSV_THREAD_NUM stays when a reservation ends";
    ParamNotModulo, Interfaces3, Absent, "the address of the parameters does not wrap at the queue size";
    InfoFirst, Interfaces4, Order, "SCHED_INFO comes before RESULT";
    PreIdleStays, Scheduler7_2, Absent, "a launch keeps the SIP pre-idle";
    DelayIgnored, Scheduler7_2, Absent, "LAUNCH_SIP_DELAY is not added on an idle SIP";
    DelayWraps, Scheduler7_2, Absent, "the execution time with LAUNCH_SIP_DELAY wraps";
    PendingDelayed, Scheduler7_2, Class, "LAUNCH_SIP_DELAY is added at an early launch, too";
    PendingKeepsRemain, Scheduler7_2, Absent, "an early launch does not load the remaining time";
    PendingAdds, Scheduler7_2, Operand, "an early launch adds to the remaining time";
    PendingCounts, Scheduler7_2, Absent, "the remaining time counts while a launch is pending";
    NextNotCounted, Scheduler7_3, Absent, "the remaining time of the next launch does not count";
    NextPreIdle, Scheduler7_3, Absent, "a SIP is pre-idle when its pending launch starts";
    IdleNotPreIdle, Scheduler7_3, Absent, "a completion does not set the SIP pre-idle";
    RemainStays, Scheduler7_3, Absent, "a completion keeps the remaining time";
    CountEnStays, Scheduler7_3, Absent, "a completion keeps SIP_COUNT_EN_MASK";
    ReadyIdleOnly, Scheduler7_1, Absent, "pre-idle SIPs are never ready";
    ReadyPreIdleAlways, Scheduler7_1, Absent, "pre-idle SIPs are ready without ENABLE_EARLY_LAUNCH_SIP";
    ReadyOwned, Scheduler7_1, Absent, "SIPs that firmware owns are ready";
    ReadyAbsent, Scheduler7_1, Absent, "SIPs that the topology does not have are ready";
    BlockIdIgnored, Scheduler7_3, Absent, "a report is accepted with another block id";
    RunKept, Scheduler9_2, Absent, "a finished block keeps its VCs";
    FinishWhileResident, Scheduler7_3, Absent, "BLOCK_FINISH.kernel_finish is set while the kernel is in the Ready Station";
    FinishWhileLive, Scheduler7_3, Absent, "BLOCK_FINISH.kernel_finish is set while other blocks run";
    PreCompleteAlways, Scheduler7_3, Absent, "pre-complete reports count although the HWS estimates";
    PreCompletePending, Scheduler7_3, Absent, "a pre-complete report is accepted while a launch is pending";
    PreCompleteTwice, Scheduler7_3, Absent, "a second pre-complete report is accepted";
    LoaderEarly, Scheduler2_2, OffByOne, "a descriptor is read a tick early";
    LoaderLate, Scheduler2_2, OffByOne, "a descriptor is read a tick late";
    LoaderKeepsOneFree, Scheduler2_2, OffByOne, "the loader keeps one entry free";
    OffsetIgnored, Scheduler2_2, Absent, "TDP_CFG.OFFSET is ignored";
    ClusterNotChecked, Scheduler2_3, Absent, "TD_CLUSTER is not checked";
    BlockEndStrict, Scheduler2_3, OffByOne, "TD_BLOCK_NUM refuses the last block id";
    BlockEndNotChecked, Scheduler2_3, Absent, "TD_BLOCK_NUM does not check start_block_idx";
    OutPathNotChecked, Scheduler2_3, Absent, "TD_OUT_PATH is not checked";
    CoopStrict, Scheduler2_3, OffByOne, "TD_COOP refuses a kernel that fills the machine";
    CoopNotChecked, Scheduler2_3, Absent, "TD_COOP is not checked";
    UnplaceableNotChecked, Scheduler2_3, Absent, "TD_UNPLACEABLE is not checked";
    RejectNotCounted, Registers7, Absent, "CNT_TASK_REJECT does not count";
    RejectNotReported, Scheduler2_3, Absent, "a rejected task sends no message";
    AdmitHighest, Scheduler2_4, Order, "a kernel gets the highest free entry";
    CtxOfDescriptor, Interfaces1, Operand, "a task of firmware has the context of its descriptor";
    TriggerUnlimited, Scheduler2_4, Absent, "the trigger count of the descriptor may exceed its blocks";
    CpOfAnyKernel, Scheduler2_5, Absent, "CP_PRIORITY follows kernels off the critical path";
    CpHighest, Scheduler2_5, Operand, "CP_PRIORITY is the highest so far, not the last";
    BoostAlways, Scheduler2_5, Absent, "DYN_DAG_PRIO.AGE_BOOST is taken as 1";
    BoostStatic, Scheduler2_5, Absent, "static DAGs get the age boost";
    BoostNever, Scheduler2_5, Absent, "DYN_DAG_PRIO.AGE_BOOST is ignored";
    BoostAllDags, Scheduler2_5, Absent, "the age boost is for all DAGs";
    BoostNewcomer, Scheduler2_5, Absent, "the new kernel gets the age boost, too";
    BoostTwo, Scheduler2_5, OffByOne, "the age boost is 2";
    BoostWaitingOnly, Scheduler2_5, Stronger, "a kernel that has launched a block gets no age boost";
    BoostWraps, Scheduler2_5, Absent, "the age boost wraps";
    TriggerStrict, Scheduler4_1, OffByOne, "a kernel is eligible only below its last triggered block";
    TriggerIgnored, Scheduler4_1, Absent, "a kernel is eligible without a trigger";
    CoopNeedsTrigger, Scheduler4_1, Absent, "a cooperative kernel waits for its trigger";
    SlotHighest, Scheduler2_5, Order, "a DAG gets the highest free slot";
    FinishNotCounted, Scheduler6_4, Absent, "DAG[].FINISH does not count";
    CommandsOneByOne, Scheduler8, Timing, "a boundary retires one command only";
    CommandsReversed, Scheduler8, Order, "commands are retired from the youngest";
    QueueShort, Scheduler8, OffByOne, "the command queue has one place less";
    StatusOfOlder, Registers4, Absent, "DAG_CMD_STATUS shows the result of an older command";
    InitKeepsDynamic, Scheduler8_1, Absent, "DAG INIT does not set DYNAMIC";
    InitKeepsTotal, Scheduler8_1, Absent, "DAG INIT does not set TOTAL";
    InitClearsFinish, Scheduler8_1, Absent, "DAG INIT clears FINISH";
    ResetKeepsSlot, Scheduler8_2, Absent, "DAG RESET never frees the slot";
    ResetKeepsTotal, Scheduler8_2, Absent, "DAG RESET of a slot in use keeps TOTAL";
    ResetKeepsFinish, Scheduler8_2, Absent, "DAG RESET of a slot in use keeps FINISH";
    ResetKeepsCp, Scheduler8_2, Absent, "DAG RESET of a slot in use keeps CP_PRIORITY";
    ResetKeepsDynamic, Scheduler8_2, Absent, "DAG RESET of a slot in use keeps DYNAMIC";
    CheckIgnored, Scheduler8_3, Absent, "CHECK of a command is ignored";
    RegressStrict, Scheduler8_3, OffByOne, "TRIGGER with the present count is an error";
    TriggerNotLimited, Scheduler8_3, Absent, "TRIGGER may exceed the blocks of the kernel";
    TriggerReplaces, Scheduler8_3, Absent, "TRIGGER lowers the count";
    TriggerRefused, Scheduler8_3, Absent, "TRIGGER has no effect";
    RegressAccepted, Scheduler8_3, Absent, "TRIGGER with a lower count is not an error";
    RefreshWithoutCounters, Scheduler8_3, Absent, "REFRESH does not read words 9 to 11";
    ClaimBusy, Scheduler8_4, Absent, "CLAIM takes busy SIPs";
    ClaimPreIdle, Scheduler8_4, Class, "CLAIM takes pre-idle SIPs";
    ClaimReserved, Scheduler8_4, Absent, "CLAIM takes reserved SIPs";
    ClaimOwnedAgain, Scheduler8_4, Absent, "CLAIM of a SIP that firmware owns is not refused";
    ClaimAbsent, Scheduler8_4, Absent, "CLAIM takes SIPs that the topology does not have";
    ClaimAllOrNothing, Scheduler8_4, Stronger, "CLAIM takes all SIPs or none";
    RefusedAdds, Scheduler8_4, Absent, "HRM_FW_REFUSED keeps what an earlier CLAIM refused";
    ReleaseAll, Scheduler8_4, Absent, "RELEASE releases all SIPs";
    SoftResetOwned, Scheduler8_5, Absent, "SOFT_RESET is accepted while firmware owns SIPs";
    SoftResetBusy, Scheduler8_5, Absent, "SOFT_RESET is accepted while SIPs are busy";
    ForceIgnored, Scheduler8_5, Absent, "FORCE is ignored";
    EnableUnchecked, Scheduler8_6, Absent, "ENABLE is accepted with a map that is not a permutation";
    SoftResetPointer, Scheduler8_5, Absent, "a soft reset restarts the launch ids";
    SoftResetKeepsAttempt, Scheduler8_5, Absent, "a soft reset keeps the attempt in flight";
    SoftResetKeepsCommands, Scheduler8_5, Absent, "a soft reset keeps the command queue";
    SoftResetKeepsMessages, Scheduler8_5, Absent, "a soft reset keeps the MIH FIFO";
    SoftResetKeepsDags, Scheduler8_5, Absent, "a soft reset keeps the DAG table";
    SoftResetKeepsHdr, Scheduler8_5, Absent, "a soft reset keeps the HDR FIFO";
    SoftResetKeepsErrors, Scheduler8_5, Absent, "a soft reset keeps ERR_STATUS";
    SoftResetKeepsPrescaler, Scheduler8_5, Absent, "a soft reset does not restart the prescaler";
    SoftResetKeepsSeq, Scheduler8_5, Absent, "a soft reset does not restart kernel_seq";
    SoftResetKeepsCounters, Scheduler8_5, Absent, "a soft reset keeps the counters";
    SoftResetKeepsCycle, Scheduler8_5, Absent, "a soft reset does not restart CNT_CYCLE";
    TopologyWhileLoading, Scheduler8_7, Absent, "SIP_TOPOLOGY can be written while a descriptor is read";
    TopologyWhileResident, Scheduler8_7, Absent, "SIP_TOPOLOGY can be written while kernels are in the Ready Station";
    TopologyWhileOwned, Scheduler8_7, Absent, "SIP_TOPOLOGY can be written while firmware owns SIPs";
    TopologyWhileBusy, Scheduler8_7, Absent, "SIP_TOPOLOGY can be written while SIPs are busy";
    MapWhileEnabled, Scheduler8_6, Absent, "XMC_SIP_MAP can be written while the HWS is enabled";
    MapWhileDeciding, Scheduler8_6, Absent, "XMC_SIP_MAP can be written while an attempt is in flight";
    MapWhileBusy, Scheduler8_6, Absent, "XMC_SIP_MAP can be written while SIPs are busy";
    FifoShort, Interfaces4, OffByOne, "the MIH FIFO has one place less";
    PairTorn, Interfaces4, Absent, "one message of a pair enters the FIFO and the other is dropped";
    DropNotCounted, Registers7, Absent, "CNT_MIH_DROP does not count";
    ErrFirstIsLast, Registers5, Absent, "ERR_FIRST shows the last error";
    ErrFirstStays, Registers5, Absent, "ERR_FIRST stays when ERR_STATUS is cleared";
    ErrClearsAll, Registers5, Absent, "a write of ERR_STATUS clears all bits";
    IrqIgnoresEnable, Registers5, Absent, "the interrupt ignores IRQ_ENABLE";
    IrqErrorAlways, Registers5, Absent, "the interrupt of ERR_STATUS ignores IRQ_ENABLE";
    IrqMessageAlways, Registers5, Absent, "the interrupt of the MIH FIFO ignores IRQ_ENABLE";
    WindowZero, Scheduler9_3, Absent, "outstanding_block_num of 0 requests nothing";
    CoopWindow, Scheduler9_3, Absent, "a cooperative kernel requests block by block";
    FirmwareRequests, Scheduler9_3, Absent, "a task of firmware requests for more than its next block";
    WindowFromStart, Scheduler9_3, Operand, "the request window does not move with the launches";
    WindowMore, Scheduler9_3, OffByOne, "the request window is one larger";
    WindowLess, Scheduler9_3, OffByOne, "the request window is one smaller";
    RequestsUnlimited, Scheduler9_3, Absent, "requests go beyond the last block";
    WindowIgnored, Scheduler9_3, Absent, "the request window is ignored";
    AllocationStrict, Scheduler9_4, OffByOne, "an allocation-only kernel waits for one grant more";
    AllocationRequested, Scheduler9_4, Operand, "an allocation-only kernel finishes when all is requested, not granted";
    AllocationNoRoom, Scheduler9_4, Absent, "an allocation-only kernel finishes without a place in the MIH FIFO";
    DoneNotCounted, Registers7, Absent, "CNT_KERNEL_DONE does not count";
    RequestRoom, Scheduler9_3, OffByOne, "requests fill the MIH FIFO to one message more";
    RequestFromZero, Scheduler9_3, Absent, "the block of a request does not count from start_block_idx";
    RequestAnywhere, Scheduler9_3, Absent, "a request names VGs and dies that the masks exclude";
    HighestRun, Scheduler9_2, Order, "a block gets the highest free run of VCs";
    DieWithoutGrant, Scheduler9_1, Absent, "a die without VC grants is open";
    DieWithoutRun, Scheduler9_1, Absent, "a die without a free run of VCs is open";
    VgWithoutGrant, Scheduler9_1, Absent, "a VG without L2 grants is open";
    L2NotUsed, Scheduler9_2, Absent, "a launch does not use an L2 grant";
    VcNotUsed, Scheduler9_2, Absent, "a launch does not use a VC grant";
    L2RequestsBehind, Scheduler9_3, Absent, "unrequested L2 grants do not count as requested";
    VcRequestsBehind, Scheduler9_3, Absent, "unrequested VC grants do not count as requested";
    SecondNever, Scheduler9, Absent, "ENABLE_SECOND_RSC_SCH is taken as 0";
    SecondAlways, Scheduler9, Absent, "ENABLE_SECOND_RSC_SCH is taken as 1";
    MihNotPopped, Registers5, Absent, "a read of MIH_DATA_HI does not pop";
    CycleNotLatched, Registers7, Absent, "a read of CNT_CYCLE_LO does not latch CNT_CYCLE_HI";
    IllegalAccepted, Registers1, Absent, "a write of an illegal value is accepted";
    PrescalerRuns, Scheduler7_4, Absent, "a write of TIME_UNIT does not restart the prescaler";
    FirmwareInHdrMode, Scheduler2_1, Absent, "FW_TASK_PUSH is accepted with IN_PATH = HDR";
    FirmwareFifoShort, Scheduler2_1, OffByOne, "the FIFO of firmware tasks has one place less";
    TopOfflineOfR, Registers9, Class, "DAG[].TOP_OFFLINE counts R-tasks";
    AgeRowReversed, Registers8, Order, "RS[].AGE_ROW shows the older kernels";
    HdrFifoShort, Scheduler2_1, OffByOne, "the HDR FIFO has one place less";
    LoaderBeforeTime, Scheduler1_2, Order, "time advances at the end of a tick";
    LoaderAfterEngine, Scheduler1_2, Order, "the loader comes after the boundary";
    ReleaseClearsRefused, Registers4, Absent, "RELEASE clears HRM_FW_REFUSED";
    RetireNeedsEnable, Scheduler1_2, Stronger, "commands are retired only with HWS_CTRL.ENABLE";
    InPathFallsBack, Scheduler2_1, Absent, "the HDR FIFO is popped with IN_PATH = FIRMWARE while no firmware task waits";
    PushErrorNameless, Scheduler2_1, Operand, "the errors of FW_TASK_PUSH have no ids";
    LiveAddressNow, Scheduler2_2, Timing, "live words are read with the present TDP_CFG, not with that of the admission";
    LoaderNoGap, Scheduler2_2, Timing, "the loader pops the next task in the tick of an admission";
    AddressAligned, Scheduler2_2, Absent, "the two low bits of a descriptor address are dropped, not refused";
    ThreadAny, Scheduler2_3, Absent, "TD_THREAD_NUM accepts every number up to 16";
    ThreadPowers, Scheduler2_3, Stronger, "TD_THREAD_NUM accepts powers of two only";
    ThreadNineRefused, Scheduler2_3, Stronger, "TD_THREAD_NUM refuses 9";
    ThreadTwelveRefused, Scheduler2_3, Stronger, "TD_THREAD_NUM refuses 12";
    ClusterStrict, Scheduler2_3, OffByOne, "TD_CLUSTER refuses a block that fills a cluster";
    PlaceableNow, Scheduler2_3, Timing, "TD_UNPLACEABLE takes VCs from the pools as they are";
    PlaceableAbsent, Scheduler2_3, Absent, "TD_UNPLACEABLE counts SIPs that the topology does not have";
    PlaceableIdle, Scheduler2_3, Timing, "TD_UNPLACEABLE counts idle SIPs only";
    RejectTakesSeq, Scheduler2_4, Absent, "a rejected task takes a kernel_seq";
    RejectNameless, Scheduler2_3, Operand, "the error of a rejected task has no ids";
    TableFullNameless, Scheduler2_5, Operand, "DAG_TABLE_FULL has no ids";
    BoostNotR, Scheduler2_5, Class, "R-tasks get no age boost";
    SlotlessIsP, Scheduler2_5, Class, "a kernel without a DAG slot counts as one of slot 0";
    LatchNeedsTask, Scheduler3_1, Stronger, "an attempt needs a kernel that takes SIPs";
    LatchNeedsEligible, Scheduler3_1, Stronger, "an attempt needs a kernel that is eligible";
    AllowedAbsent, Scheduler5_1, Absent, "SIPs that the topology does not have are allowed";
    CoopPartial, Scheduler5_2, Weaker, "a cooperative kernel is launched with the blocks that fit, if not all";
    SelectKeepsL2, Scheduler5_2, Absent, "the L2 grants are not counted over the blocks of a launch";
    SelectKeepsVc, Scheduler5_2, Absent, "the VC grants are not counted over the blocks of a launch";
    SelectKeepsRun, Scheduler5_2, Absent, "the runs of VCs are not counted over the blocks of a launch";
    RTaskUnpaid, Scheduler5_3, Absent, "an R-task on its reservation needs no second resources";
    ReservedOnly, Scheduler5_4, Stronger, "with USE_RSVD_SIP_FIRST, a task starts on reserved SIPs only";
    BackfillUnsigned, Scheduler5_5, Operand, "the needed time of the backfill filter is unsigned";
    BackfillClamped, Scheduler5_5, Operand, "the needed time of the backfill filter is not below 0";
    FillUpAllowed, Scheduler5_6, Operand, "a fill-up leaves SIPs out of account that its kernel may not use";
    FillUpUnreserved, Scheduler5_6, Operand, "a fill-up leaves reserved SIPs out of account";
    PromoteNotAfterFailure, Scheduler6_1, Absent, "a failed attempt promotes nobody";
    ReservesUsageIgnored, Scheduler6_6, Absent, "a reservation looks at the affinity, not at SIP_USAGE_MASK";
    FinishPathNow, Scheduler7_3, Timing, "BLOCK_FINISH follows the present REPORT_EN, not that of the launch";
    FinishNotReported, Scheduler7_3, Absent, "BLOCK_FINISH is not sent";
    PreCompleteError, Scheduler7_3, Operand, "an invalid pre-complete report sets SPURIOUS_COMPLETE";
    ModeClearsPreIdle, Scheduler7_4, Absent, "another EARLY_LAUNCH_MODE clears what was estimated";
    InitOnlySetsDynamic, Scheduler8_1, Absent, "DAG INIT cannot make a dynamic DAG static";
    InitClearsCp, Scheduler8_1, Absent, "DAG INIT clears CP_PRIORITY";
    DisableAborts, Scheduler8_5, Absent, "clearing ENABLE ends the attempt in flight";
    SoftResetKeepsErrStatus, Scheduler8_5, Absent, "a soft reset keeps ERR_STATUS and clears ERR_FIRST";
    SoftResetKeepsErrFirst, Scheduler8_5, Absent, "a soft reset keeps ERR_FIRST";
    SoftResetKeepsLaunches, Scheduler8_5, Absent, "a soft reset keeps the counters of launches";
    SoftResetKeepsOwned, Scheduler8_5, Absent, "a soft reset keeps HRM_FW_OWNED";
    SoftResetKeepsRefused, Scheduler8_5, Absent, "a soft reset keeps HRM_FW_REFUSED";
    SoftResetKeepsStatus, Scheduler8_5, Absent, "a soft reset keeps DAG_CMD_STATUS";
    SoftResetKeepsCycleHi, Scheduler8_5, Absent, "a soft reset keeps CNT_CYCLE_HI";
    SoftResetKeepsFirmware, Scheduler8_5, Absent, "a soft reset keeps the firmware tasks";
    SoftResetKeepsLoader, Scheduler8_5, Absent, "a soft reset keeps the task in the loader";
    SoftResetKeepsStation, Scheduler8_5, Absent, "a soft reset keeps the Ready Station";
    SoftResetKeepsPools, Scheduler8_5, Absent, "a soft reset keeps the VC pools";
    SecondAtCommit, Scheduler9, Timing, "ENABLE_SECOND_RSC_SCH is read at COMMIT for what a launch uses";
    L2UsedByDie, Scheduler9_2, Operand, "the L2 grants that a launch uses count by the die";
    VcOfDieZero, Scheduler9_2, Operand, "a block uses the VCs of die 0";
    AllocationWindow, Scheduler9_3, Operand, "the request window of an allocation-only kernel does not move with its grants";
    AllocationRequestsVc, Scheduler9_3, Class, "allocation-only kernels request VCs";
    VcRequestsFirst, Scheduler9_3, Order, "VC requests come before L2 requests";
    RequestsInterleaved, Scheduler9_3, Order, "each entry requests VCs right after L2";
    RequestUsageIgnored, Scheduler9_3, Absent, "the places of a request are those of the affinity, not of SIP_USAGE_MASK";
    AllocationSilent, Scheduler9_4, Absent, "an allocation-only kernel finishes without a message";
    AllocationNotCounted, Scheduler9_4, Absent, "an allocation-only kernel does not count in DAG[].FINISH";
    AllocationNotFinished, Interfaces4, Operand, "BLOCK_FINISH of an allocation-only kernel has kernel_finish 0";
    ClassOfNine, Scheduler0_2, OffByOne, "9 threads are in the class of 8";
    ClassOfSix, Scheduler0_2, OffByOne, "6 threads are in the class of 4";
    ClassOfThree, Scheduler0_2, OffByOne, "3 threads are in the class of 2";
    OpenBeyond, Registers8, Absent, "RS[].RSC_OPEN has bits of VGs that the topology does not have";
    CheckEntryOnly, Registers4, Absent, "CHECK compares ENTRY_ID only";
    CheckHdrOnly, Registers4, Absent, "CHECK compares HDR_ID only";
    OperandsLate, Registers4, Timing, "the operands of DAG_CMD are read when it is retired";
    AgeRowSkipsR, Scheduler2_4, Class, "RS[].AGE_ROW leaves out R-tasks";
    PrescalerGated, Scheduler7_4, Stronger, "the prescaler stands still while no remaining time counts";
    PrescalerUnchanged, Scheduler7_4, Weaker, "a write of TIME_UNIT with the same value does not restart the prescaler";
    PrescalerFromOne, Scheduler7_4, OffByOne, "a write of TIME_UNIT restarts the prescaler at 1";
    CountNeedsEnable, Scheduler1_2, Stronger, "remaining time counts down only with HWS_CTRL.ENABLE";
    EstimateNeedsEarly, Scheduler7_4, Stronger, "pre-idle is estimated only with ENABLE_EARLY_LAUNCH_SIP";
    EstimateAtUnit, Scheduler7_4, Timing, "pre-idle is estimated only in the tick that ends a time unit";
    EstimateAtZero, Scheduler7_4, Absent, "PRE_IDLE_OFFSET is taken as 0";
    EstimateNotReported, Scheduler7_4, Class, "a launch whose MIH path was on gets no estimated pre-idle";
    GroupSum, Scheduler7_4, Operand, "the remaining time of a group is the sum of its SIPs";
    GroupFirst, Scheduler7_4, Operand, "the remaining time of a group is that of its first SIP";
    GroupCounting, Scheduler7_4, Class, "the remaining time of a group leaves out SIPs that do not count down";
    Group16Half, Scheduler7_4, Operand, "the remaining time of a group of 16 is that of 8 of its SIPs";
    Group8Half, Scheduler7_4, Operand, "the remaining time of a group of 8 is that of 4 of its SIPs";
    Group4Half, Scheduler7_4, Operand, "the remaining time of a group of 4 is that of 2 of its SIPs";
    Group2Half, Scheduler7_4, Operand, "the remaining time of a group of 2 is that of 1 of its SIPs";
    CommandsAnyTime, Scheduler8, Timing, "commands are retired while an attempt is in flight, too";
    AllocationAnyTime, Scheduler9_4, Timing, "allocation-only kernels finish while an attempt is in flight, too";
    RequestsAnyTime, Scheduler9_3, Timing, "requests are sent while an attempt is in flight, too";
    AllocationBeforeCommands, Scheduler9_4, Order, "allocation-only kernels finish before commands are retired";
    RequestsBeforeAllocation, Scheduler9_3, Order, "requests are sent before allocation-only kernels finish";
    ReadyByMode, Scheduler7_1, Stronger, "pre-idle SIPs are ready in EARLY_LAUNCH_MODE 1 only";
    ReadyNotReserved, Scheduler7_1, Stronger, "reserved SIPs are not ready";
    LaunchNotCounted, Scheduler7_2, Absent, "the remaining time of a launch on an idle SIP does not count down";
    PendingLonger, Scheduler7_2, Operand, "an early launch loads the execution time only if the remaining time is shorter";
    NextDelayed, Scheduler7_2, Class, "LAUNCH_SIP_DELAY is added when a pending launch starts";
    NextFromZero, Scheduler7_3, Absent, "a pending launch starts with a remaining time of 0";
    ReportByMask, Scheduler7_3, Weaker, "a report of any SIP of a live launch is valid, whatever the SIP runs";
    LaunchIdIgnored, Scheduler7_3, Absent, "a report is accepted with another launch id";
    SpuriousSilent, Scheduler7_3, Absent, "an invalid complete report is not an error";
    CompleteError, Scheduler7_3, Operand, "an invalid complete report sets SPURIOUS_PRE_COMPLETE";
    CompleteAfterMessage, Interfaces7, Order, "the messages of a complete report come before its event";
    FinishWithFirst, Scheduler7_3, Weaker, "a block finishes with the first of its SIPs";
    FinishOfEverySip, Scheduler7_3, Weaker, "BLOCK_FINISH is sent for every SIP of a block";
    FinishPathPresent, Scheduler7_3, Timing, "BLOCK_FINISH follows the present paths, not those of the launch";
    FinishByTask, Scheduler7_3, Operand, "BLOCK_FINISH follows out_path of the task alone";
    FinishByMode, Scheduler7_3, Operand, "BLOCK_FINISH follows HWS_WORK_MODE alone";
    FinishOfMdma, Scheduler7_3, Operand, "BLOCK_FINISH follows the MDMA path of the launch";
    FinishAlways, Scheduler7_3, Absent, "BLOCK_FINISH is sent whatever the paths";
    FinishByIds, Scheduler7_3, Operand, "BLOCK_FINISH.kernel_finish compares the ids of the task, not kernel_seq";
    FinishNeverLast, Scheduler7_3, Absent, "BLOCK_FINISH.kernel_finish is never set";
    FinishBlockZero, Interfaces4, Operand, "BLOCK_FINISH has block id 0";
    FinishLaunchZero, Interfaces4, Operand, "BLOCK_FINISH has launch id 0";
    PreCompleteNeedsEarly, Scheduler7_3, Stronger, "pre-complete reports are ignored without ENABLE_EARLY_LAUNCH_SIP";
    PreCompleteNever, Scheduler7_3, Absent, "pre-complete reports are ignored in both modes";
    PreCompleteChecked, Scheduler7_3, Stronger, "an invalid pre-complete report is an error although the HWS estimates";
    PreCompleteEndsTime, Scheduler7_3, Absent, "a pre-complete report sets the remaining time to 0";
    PreCompleteEndsCount, Scheduler7_3, Absent, "a pre-complete report stops the remaining time";
    SpuriousPreSilent, Scheduler7_3, Absent, "an invalid pre-complete report is not an error";
    PendingPreSilent, Scheduler7_3, Absent, "a pre-complete report while a launch is pending is ignored without an error";
    SecondPreSilent, Scheduler7_3, Absent, "a second pre-complete report is ignored without an error";
    RunFreedEarly, Scheduler9_2, Timing, "the VCs of a block are freed with the first of its SIPs";
    RunKeptWhileOff, Scheduler9, Absent, "a block that finishes keeps its VCs while second resources are off";
    CommandsAtWrite, Scheduler1_3, Timing, "commands act at their write";
    QueueLong, Scheduler8, OffByOne, "the command queue has one place more";
    QueueDropsOldest, Scheduler8, Operand, "a command written while the queue is full replaces the oldest";
    OverflowSilent, Scheduler8, Absent, "a command written while the queue is full is dropped without an error";
    CommandAfterEffect, Interfaces7, Order, "the event of a TRIGGER comes after the error that it causes";
    StatusNeverBusy, Registers4, Absent, "DAG_CMD_STATUS.BUSY is never set";
    StatusKeepsResult, Registers4, Absent, "DAG_CMD_STATUS.RESULT keeps the last result while BUSY";
    StatusNotDropped, Registers4, Absent, "DAG_CMD_STATUS does not show that a command was dropped";
    StatusAfterDrop, Registers4, Weaker, "an earlier DAG command changes DAG_CMD_STATUS although a later one was dropped";
    InitRaisesTotal, Scheduler8_1, Operand, "DAG INIT does not lower TOTAL";
    InitAddsTotal, Scheduler8_1, Operand, "DAG INIT adds to TOTAL";
    InitFullError, Scheduler8_1, Stronger, "DAG INIT without a free slot sets DAG_TABLE_FULL";
    InitFullOk, Scheduler8_1, Operand, "DAG INIT without a free slot has the result OK";
    ResetNotFoundOk, Scheduler8_2, Operand, "DAG RESET of an unknown tag has the result OK";
    ResetRefusedInUse, Scheduler8_2, Absent, "DAG RESET of a slot in use changes nothing";
    ResetBusyOk, Scheduler8_2, Operand, "DAG RESET of a slot in use has the result OK";
    ResetSlotlessIgnored, Scheduler8_2, Class, "DAG RESET does not count kernels without a slot";
    ResetAllocationIgnored, Scheduler8_2, Class, "DAG RESET does not count allocation-only kernels";
    ResetLaunchedIgnored, Scheduler8_2, Class, "DAG RESET does not count kernels that have launched a block";
    ResetInUseFrees, Scheduler8_2, Absent, "DAG RESET frees a slot in use";
    TriggerEntrySilent, Scheduler8_3, Absent, "TRIGGER_ENTRY is not set";
    TriggerEntryNamed, Scheduler8_3, Operand, "TRIGGER_ENTRY has the ids of the kernel in the entry";
    TriggerEntryWritten, Scheduler8_3, Operand, "TRIGGER_ENTRY has the ids that were written";
    TriggerAdds, Scheduler8_3, Operand, "TRIGGER adds its count to the present one";
    TriggerBeyondRefused, Scheduler8_3, Stronger, "TRIGGER with more than the blocks of the kernel has no effect";
    RegressNameless, Scheduler8_3, Operand, "TRIGGER_REGRESS has no ids";
    RegressByLaunched, Scheduler8_3, Operand, "TRIGGER_REGRESS compares with the launched blocks";
    RegressBeyond, Scheduler8_3, Stronger, "TRIGGER with more than the blocks of the kernel sets TRIGGER_REGRESS";
    RefreshCountersOfL2, Scheduler8_3, Stronger, "REFRESH reads words 9 to 11 of kernels that use L2 only";
    RefreshCountersAlways, Scheduler8_3, Absent, "REFRESH reads words 9 to 11 although second resources are off";
    RefreshKeepsTrigger, Scheduler8_3, Absent, "REFRESH does not take over the trigger count";
    CheckByRefreshOnly, Scheduler8_3, Absent, "TRIGGER ignores CHECK";
    CheckByTriggerOnly, Scheduler8_3, Absent, "REFRESH ignores CHECK";
    CheckAlways, Scheduler8_3, Absent, "CHECK is taken as 1";
    CheckSource, Registers4, Stronger, "CHECK fails for a kernel of firmware";
    RefusedAll, Scheduler8_4, Operand, "HRM_FW_REFUSED has the whole mask when a part of it is refused";
    RefusedPresent, Scheduler8_4, Operand, "HRM_FW_REFUSED leaves out SIPs that the topology does not have";
    RefusedIsTaken, Scheduler8_4, Operand, "HRM_FW_REFUSED has the SIPs that were taken";
    ClaimReplaces, Scheduler8_4, Absent, "CLAIM ends the ownership of an earlier CLAIM";
    ClaimResultTaken, Interfaces7, Operand, "the result of CLAIM is the mask that was taken";
    ReleaseNothing, Scheduler8_4, Absent, "RELEASE has no effect";
    SoftResetClearsRegs, Scheduler8_5, Absent, "a soft reset clears the RW registers, too";
    SoftResetClearsUsage, Scheduler8_5, Absent, "a soft reset clears SIP_USAGE_MASK, too";
    SoftResetClearsIrq, Scheduler8_5, Absent, "a soft reset clears IRQ_ENABLE, too";
    SoftResetClearsTopology, Scheduler8_5, Absent, "a soft reset restores the reset value of SIP_TOPOLOGY";
    SoftResetClearsMode, Scheduler8_5, Absent, "a soft reset clears HWS_WORK_MODE, too";
    SoftResetClearsPromote, Scheduler8_5, Absent, "a soft reset restores the reset value of PROMOTE";
    SoftResetClearsMap, Scheduler8_5, Absent, "a soft reset restores the reset value of XMC_SIP_MAP";
    SoftResetClearsOperands, Scheduler8_5, Absent, "a soft reset clears the operands of DAG_CMD";
    SoftResetKeepsSips, Scheduler8_5, Absent, "a soft reset keeps the state of the SIPs";
    SoftResetKeepsLaunchTable, Scheduler8_5, Absent, "a soft reset keeps the launch table";
    SoftResetKeepsReserved, Scheduler8_5, Absent, "a soft reset keeps RESERVED_SIP_MASK";
    SoftResetKeepsRemain, Scheduler8_5, Absent, "a soft reset keeps the remaining times";
    SoftResetKeepsPreIdle, Scheduler8_5, Absent, "a soft reset keeps SIP_PRE_IDLE_MASK";
    SoftResetKeepsCountEn, Scheduler8_5, Absent, "a soft reset keeps SIP_COUNT_EN_MASK";
    SoftResetKeepsThreadNum, Scheduler8_5, Absent, "a soft reset keeps RSV_THREAD_NUM";
    SoftResetKeepsAttempts, Scheduler8_5, Absent, "a soft reset keeps CNT_ATTEMPT";
    SoftResetKeepsFail, Scheduler8_5, Absent, "a soft reset keeps CNT_FAIL";
    SoftResetKeepsBackfill, Scheduler8_5, Absent, "a soft reset keeps CNT_BACKFILL";
    SoftResetKeepsEarly, Scheduler8_5, Absent, "a soft reset keeps CNT_EARLY";
    SoftResetKeepsPromote, Scheduler8_5, Absent, "a soft reset keeps CNT_PROMOTE";
    SoftResetKeepsCancel, Scheduler8_5, Absent, "a soft reset keeps CNT_CANCEL";
    SoftResetKeepsDone, Scheduler8_5, Absent, "a soft reset keeps CNT_KERNEL_DONE";
    SoftResetKeepsReject, Scheduler8_5, Absent, "a soft reset keeps CNT_TASK_REJECT";
    SoftResetKeepsDrop, Scheduler8_5, Absent, "a soft reset keeps CNT_MIH_DROP";
    RefusedWritesEnable, Scheduler8_5, Weaker, "a refused soft reset writes ENABLE all the same";
    CtrlRefusedSilent, Scheduler8_5, Absent, "a refused write of HWS_CTRL is not an error";
    ForceAloneResets, Scheduler8_5, Weaker, "FORCE alone resets";
    SoftResetDisables, Scheduler8_5, Absent, "a soft reset clears ENABLE whatever is written with it";
    SoftResetKeepsEnable, Scheduler8_5, Absent, "a soft reset keeps ENABLE whatever is written with it";
    SoftResetNotDeciding, Scheduler8_5, Stronger, "SOFT_RESET is refused while an attempt is in flight";
    SoftResetNotLoading, Scheduler8_5, Stronger, "SOFT_RESET is refused while a descriptor is read";
    SoftResetNotResident, Scheduler8_5, Stronger, "SOFT_RESET is refused while kernels are in the Ready Station";
    SoftResetNotEnabled, Scheduler8_5, Stronger, "SOFT_RESET is refused while the HWS is enabled";
    ForceOverridesMap, Scheduler8_5, Weaker, "FORCE overrides the check of XMC_SIP_MAP";
    MapCheckedAlways, Scheduler8_6, Stronger, "a map that is not a permutation refuses every write of HWS_CTRL";
    MapNotOwned, Scheduler8_6, Stronger, "XMC_SIP_MAP cannot be written while firmware owns SIPs";
    MapNotResident, Scheduler8_6, Stronger, "XMC_SIP_MAP cannot be written while kernels are in the Ready Station";
    MapMustPermute, Scheduler8_6, Stronger, "XMC_SIP_MAP refuses a physical SIP that another SIP has";
    MapSilent, Scheduler8_6, Absent, "a refused write of XMC_SIP_MAP is not an error";
    TopologyNotEnabled, Scheduler8_7, Stronger, "SIP_TOPOLOGY cannot be written while the HWS is enabled";
    TopologyNotWaiting, Scheduler8_7, Stronger, "SIP_TOPOLOGY cannot be written while the HDR FIFO has tasks";
    TopologySilent, Scheduler8_7, Absent, "a refused write of SIP_TOPOLOGY is not an error";
    TopologyUnchecked, Scheduler8_7, Absent, "SIP_TOPOLOGY accepts every pair";
    UnalignedAccepted, Registers1, Absent, "an unaligned access is that of the word around it";
    WriteOnlyRead, Registers1, Absent, "a write-only register reads 0 without a bus error";
    ReservedReadRefused, Registers1, Stronger, "a read of a reserved word is a bus error";
    UnmappedRead, Registers1, Absent, "an unmapped address reads 0 without a bus error";
    ReadOnlyWritten, Registers1, Absent, "a write of a read-only register is ignored without a bus error";
    ReservedWritten, Registers1, Absent, "a write of a reserved word is ignored without a bus error";
    UnmappedWritten, Registers1, Absent, "a write of an unmapped address is ignored without a bus error";
    BusErrorOfWrites, Registers1, Absent, "a refused read does not set ERR_STATUS.BUS";
    BusErrorOfReads, Registers1, Absent, "a refused write does not set ERR_STATUS.BUS";
    BusErrorIsCfg, Registers1, Operand, "a bus error sets ERR_STATUS.CFG";
    BusErrorTraced, Interfaces7, Stronger, "a bus error gives an error event, too";
    IllegalPartly, Registers1, Weaker, "a write with an illegal field changes the other fields";
    IllegalSilent, Registers1, Absent, "a write of an illegal value is not an error";
    ReservedBitsRefused, Registers1, Stronger, "a write with a reserved bit set is refused";
    OpUnchecked, Registers4, Absent, "a write of DAG_CMD with an illegal OP is a RESET";
    MihPoppedByLow, Registers5, Absent, "a read of MIH_DATA_LO pops, too";
    RoomForPair, Interfaces4, Stronger, "every message needs two free places in the MIH FIFO";
    DropsOldest, Interfaces4, Operand, "a message that does not fit replaces the oldest";
    DropErrorFirst, Interfaces7, Order, "the error of a dropped message comes before its event";
    DropPairOnce, Interfaces4, Absent, "CNT_MIH_DROP counts a dropped pair once";
    DropSilent, Interfaces4, Absent, "a dropped message does not set MIH_OVERFLOW";
    DropErrorOnce, Interfaces4, Absent, "a dropped pair is one error";
    DropNameless, Registers5, Operand, "MIH_OVERFLOW has no ids";
    MessageOfHdr, Interfaces4, Operand, "the source of every message is HDR";
    ErrFirstOfBit, Registers5, Weaker, "ERR_FIRST is the first error of the bit that was set last";
    ErrFirstNotBus, Registers5, Absent, "ERR_FIRST leaves out bus errors";
    ErrFirstCleared, Registers5, Weaker, "every write of ERR_STATUS clears ERR_FIRST";
    ErrFirstClearedByBit, Registers5, Weaker, "clearing the bit of the first error clears ERR_FIRST";
    ErrFirstNameless, Registers5, Absent, "ERR_FIRST has no ids";
    ErrFirstIdsSwapped, Registers5, Operand, "the ids of ERR_FIRST are exchanged";
    ErrFirstInvalid, Registers5, Absent, "ERR_FIRST.VALID is never set";
    ErrFirstNextCode, Registers5, OffByOne, "ERR_FIRST.CODE is one higher";
    ErrClearsZeros, Registers5, Operand, "a write of ERR_STATUS clears the bits that are 0 in it";
    ErrNotCleared, Registers5, Absent, "a write of ERR_STATUS clears nothing";
    IrqSecondMessage, Registers5, OffByOne, "IRQ_STATUS.MIH asks for a second message";
    IrqFullFifo, Registers5, Stronger, "IRQ_STATUS.MIH asks for a full FIFO";
    IrqWithoutBus, Registers5, Class, "IRQ_STATUS.ERR leaves out bus errors";
    IrqStatusMasked, Registers5, Operand, "IRQ_STATUS shows enabled interrupts only";
    IrqWithoutErrors, Registers5, Absent, "errors do not set the interrupt line";
    IrqWithoutMessages, Registers5, Absent, "messages do not set the interrupt line";
    IrqSwapped, Registers5, Operand, "the bits of IRQ_ENABLE are exchanged";
    IrqAll, Registers5, Stronger, "the interrupt line asks for every enabled interrupt";
    RunWraps, Scheduler9_1, Absent, "a run of VCs may continue at VC 0 behind VC 63";
    RunAligned, Scheduler9_1, Stronger, "a run of VCs begins at a multiple of its length";
    RunOneMore, Scheduler9_1, OffByOne, "a die is open when its pool has a run of one VC more";
    RunOneLess, Scheduler9_1, OffByOne, "a die is open when its pool has a run of one VC less";
    RunOfNothing, Scheduler9_1, Stronger, "a kernel with cdte_vc_num = 0 needs a free VC";
    RunInPieces, Scheduler9_1, Weaker, "a die is open when its pool has enough free VCs, contiguous or not";
    VgLastGrant, Scheduler9_1, OffByOne, "a VG is open when it has two grants";
    VgAnyGrant, Scheduler9_1, Weaker, "every VG is open when one has grants";
    DieLastGrant, Scheduler9_1, OffByOne, "a die is open when it has two VC grants";
    DieAnyGrant, Scheduler9_1, Weaker, "both dies are open when one has VC grants";
    OpenEither, Scheduler9_1, Weaker, "a SIP may be used when its VG or its die is open";
    VcWithoutEnable, Scheduler9_1, Absent, "VC grants count without enable_vc_alloc";
    VcOfBoth, Scheduler9_1, Absent, "VC grants count although the HWS allocates the VCs";
    L2WithoutEnable, Scheduler9_1, Absent, "L2 grants count without enable_l2_alloc";
    RunWithoutEnable, Scheduler9_1, Absent, "the HWS allocates VCs without enable_vc_alloc";
    L2NoWrap, Scheduler9_1, Absent, "l2_done - l2_used does not wrap at 256";
    L2UsedIgnored, Scheduler9_1, Absent, "a VG is open when l2_done is not 0";
    VcNoWrap, Scheduler9_1, Absent, "vc_done - vc_used does not wrap at 65536";
    VcUsedIgnored, Scheduler9_1, Absent, "a die is open when vc_done is not 0";
    OpenWhileOff, Registers8, Absent, "RS[].RSC_OPEN shows ones while second resources are off";
    OpenPools, Registers8, Operand, "RS[].RSC_OPEN shows the pools of VCs as open";
    OpenUnusedL2, Registers8, Operand, "RS[].RSC_OPEN.VG is 0 for a kernel without L2";
    OpenUnusedVc, Registers8, Operand, "RS[].RSC_OPEN.DIE is 0 for a kernel without VCs";
    L2BytesReversed, Interfaces1, Order, "the highest byte of l2_done is that of VG 0";
    L2WordsSwapped, Interfaces1, Order, "words 9 and 10 are exchanged";
    VcHalvesSwapped, Interfaces1, Order, "the upper half of word 11 is that of die 0";
    L2SumWraps, Scheduler9_3, Operand, "l2_granted at admission wraps at 256";
    L2RequestedOfUsers, Scheduler9_3, Class, "l2_requested starts at 0 for kernels without L2";
    L2RequestedFromZero, Scheduler9_3, Absent, "l2_requested starts at 0";
    VcRequestedOfUsers, Scheduler9_3, Class, "vc_requested starts at 0 for kernels without granted VCs";
    VcRequestedFromZero, Scheduler9_3, Absent, "vc_requested starts at 0";
    L2GrowthWide, Scheduler9_3, Absent, "the growth of l2_done is not taken modulo 256";
    VcGrowthWide, Scheduler9_3, Absent, "the growth of vc_done is not taken modulo 65536";
    L2GrantedAnew, Scheduler9_3, Operand, "a re-read sets l2_granted to the sum of l2_done";
    VcGrantedAnew, Scheduler9_3, Operand, "a re-read sets vc_granted to the sum of vc_done";
    L2DoneStays, Scheduler9_3, Absent, "a re-read does not replace l2_done";
    VcDoneStays, Scheduler9_3, Absent, "a re-read does not replace vc_done";
    L2RequestsReset, Scheduler9_3, Operand, "a re-read sets l2_requested back to the granted value";
    VcRequestsReset, Scheduler9_3, Operand, "a re-read sets vc_requested back to the granted value";
    L2UsedOnce, Scheduler9_2, Class, "a cooperative launch uses one L2 grant";
    L2UsedBySips, Scheduler9_2, Operand, "a launch uses an L2 grant for each of its SIPs";
    VcUsedOnce, Scheduler9_2, Class, "a cooperative launch uses one VC grant";
    VcUsedBySips, Scheduler9_2, Operand, "a launch uses a VC grant for each of its SIPs";
    VcUsedByNumber, Scheduler9_2, Operand, "a launch uses cdte_vc_num VC grants";
    RunOfEdteNumber, Scheduler9_2, Operand, "the HWS allocates edte_vc_num VCs";
    EmptyRunBase, Scheduler9_2, Operand, "the base of an empty run is the lowest free VC";
    RunNotTaken, Scheduler9_2, Absent, "the VCs of a launch stay free";
    RunFreedButOne, Scheduler9_2, OffByOne, "the last VC of a run is not freed";
    WindowOne, Scheduler9_3, Absent, "outstanding_block_num is taken as 1";
    AllocationOfBlocks, Scheduler9_3, Operand, "an allocation-only kernel requests block_num grants";
    FirmwareCoopRequests, Scheduler9_3, Class, "a cooperative task of firmware requests for one block only";
    RequestsTriggered, Scheduler9_3, Operand, "requests go up to the trigger count, not to block_num";
    WindowFromGranted, Scheduler9_3, Operand, "the request window counts from the granted blocks";
    LimitMore, Scheduler9_3, OffByOne, "one block more than the limit is requested";
    LimitLess, Scheduler9_3, OffByOne, "one block less than the limit is requested";
    AllocationWhileOff, Scheduler9, Absent, "allocation-only kernels finish while second resources are off";
    AllocationFromHighest, Scheduler9_4, Order, "allocation-only kernels finish from the highest entry";
    AllocationForBlocks, Scheduler9_4, Operand, "an allocation-only kernel waits for block_num grants";
    AllocationReportsAlways, Scheduler9_4, Absent, "the message of an allocation-only kernel is sent whatever the paths";
    AllocationByTask, Scheduler9_4, Operand, "the message of an allocation-only kernel follows out_path of the task alone";
    AllocationBlocks, Scheduler9_4, Absent, "an allocation-only kernel without room for its message stops the next";
    AllocationOne, Scheduler9_4, Timing, "one allocation-only kernel finishes at a boundary";
    AllocationBlockZero, Scheduler9_4, Operand, "BLOCK_FINISH of an allocation-only kernel has block id 0";
    AllocationMessageFirst, Scheduler9_4, Order, "BLOCK_FINISH of an allocation-only kernel comes before its end";
    DoneNotAllocation, Registers7, Class, "CNT_KERNEL_DONE leaves out allocation-only kernels";
    RequestsWhileOff, Scheduler9, Absent, "requests are sent while second resources are off";
    RequestsFromHighest, Scheduler9_3, Order, "requests come from the highest entry first";
    RequestsByAge, Scheduler9_3, Order, "requests come from the oldest kernel first";
    RequestsByPath, Scheduler9_3, Stronger, "requests are sent with the MIH path only";
    RequestsNotOfR, Scheduler9_3, Class, "R-tasks send no requests";
    RequestsOfHwsVcs, Scheduler9_3, Class, "VCs that the HWS allocates are requested, too";
    AllocationNoRequests, Scheduler9_3, Class, "allocation-only kernels send no requests";
    RequestsNowhere, Scheduler9_3, Absent, "a kernel that fits nowhere sends requests";
    RequestOfNext, Scheduler9_3, OffByOne, "a request names the next block";
    RequestOfLaunched, Scheduler9_3, Operand, "a request names the next block that is launched";
    RequestOne, Scheduler9_3, Timing, "a kernel sends one request at a boundary";
    RequestRoomLess, Scheduler9_3, OffByOne, "requests fill the MIH FIFO to one message less";
    RequestRoomAll, Scheduler9_3, Absent, "requests fill the whole MIH FIFO";
    RequestReadyOnly, Scheduler9_3, Stronger, "a request names places with ready SIPs only";
    RequestNotOwned, Scheduler9_3, Stronger, "a request leaves out SIPs that firmware owns";
    RequestNotReserved, Scheduler9_3, Stronger, "a request leaves out reserved SIPs";
    RequestAnySip, Scheduler9_3, Weaker, "a request names places of which the kernel may use a part";
    RequestEntryZero, Interfaces4, Operand, "a request has hws_entry_id 0";
    RequestKindSwapped, Interfaces4, Operand, "the subtypes of L2 and VC requests are exchanged";
    DelayByLatch, Scheduler7_2, Timing, "a SIP that was not idle at LATCH gets no LAUNCH_SIP_DELAY";
    AttemptNotCounted, Registers7, Absent, "CNT_ATTEMPT does not count";
    AttemptIfLaunched, Registers7, Class, "CNT_ATTEMPT counts attempts that launch only";
    AttemptAtLatch, Registers7, Timing, "CNT_ATTEMPT counts when an attempt starts";
    FailNotCounted, Registers7, Absent, "CNT_FAIL does not count";
    FailIfEligible, Registers7, Stronger, "CNT_FAIL counts only while a P- or O-task waits";
    LaunchRAsP, Registers7, Class, "CNT_LAUNCH_P counts launches from the R-pool";
    LaunchOAsP, Registers7, Class, "CNT_LAUNCH_P counts launches from the O-pool";
    LaunchPoolsSwapped, Registers7, Operand, "CNT_LAUNCH_P and CNT_LAUNCH_O are exchanged";
    BackfillOnlyReserved, Registers7, Stronger, "CNT_BACKFILL counts launches on reserved SIPs only";
    BackfillNotO, Registers7, Class, "CNT_BACKFILL leaves out O-tasks";
    BackfillCountsBlocks, Registers7, Operand, "CNT_BACKFILL counts the blocks of a cooperative launch";
    EarlyAtLatch, Registers7, Timing, "CNT_EARLY looks at the SIPs that were idle at LATCH";
    EarlyAllSips, Registers7, Stronger, "CNT_EARLY counts launches on SIPs that are all not idle";
    EarlyNotR, Registers7, Class, "CNT_EARLY leaves out R-tasks";
    EarlyCountsBlocks, Registers7, Operand, "CNT_EARLY counts the blocks of a cooperative launch";
    DoneNotFirmware, Registers7, Class, "CNT_KERNEL_DONE leaves out tasks of firmware";
    DoneOfAllBlocks, Registers7, Class, "CNT_KERNEL_DONE leaves out tasks of firmware that leave before their last block";
    DoneWithSlot, Registers7, Class, "CNT_KERNEL_DONE leaves out kernels without a DAG slot";
    DoneCountsBlocks, Registers7, Operand, "CNT_KERNEL_DONE counts blocks";
    DoneSlotZero, Interfaces7, Operand, "a kernel without a DAG slot leaves with slot 0";
    CycleIfEnabled, Registers7, Stronger, "CNT_CYCLE counts only with HWS_CTRL.ENABLE";
    RejectCountsPushes, Registers7, Class, "CNT_TASK_REJECT counts pushes that FW_TASK_MODE refuses";
    LastOnFirst, Interfaces4, Operand, "SCHED_INFO.last_block is set on the first block of the last launch";
    LastNever, Interfaces4, Absent, "SCHED_INFO.last_block is never set";
    MessagesFirst, Interfaces7, Order, "the messages of a block come before its MDMA commands";
    PairPerLaunch, Interfaces4, Absent, "RESULT and SCHED_INFO are sent once for a cooperative launch";
    OwnVcsIfEnabled, Interfaces3, Stronger, "an MDMA command has the VCs of the descriptor only with enable_vc_alloc";
    ThreadOfKernel, Interfaces3, Operand, "thread_idx of an MDMA command counts over the blocks of the kernel";
    ThreadsReversed, Interfaces3, Order, "thread_idx of an MDMA command falls with the SIP";
    CommandBlockFromZero, Interfaces3, Operand, "the block id of an MDMA command counts from 0";
    CommandHasSeq, Interfaces3, Operand, "an MDMA command has kernel_seq in place of kernel_id";
    PhysicalInverse, Interfaces3, Operand, "XMC_SIP_MAP is read from physical to logical SIP";
    InfoOwnVcs, Interfaces4, Operand, "SCHED_INFO has the VCs of the descriptor when the HWS allocates none";
    InfoEntryZero, Interfaces4, Operand, "SCHED_INFO has hws_entry_id 0";
    InfoLaunchZero, Interfaces4, Operand, "SCHED_INFO has launch id 0";
    InfoNotSent, Interfaces4, Absent, "SCHED_INFO is not sent";
    ResultPhysical, Interfaces4, Operand, "RESULT has the physical SIPs";
    ResultOfLaunch, Interfaces4, Operand, "RESULT has the SIPs of all blocks of a launch";
    ParamFromStart, Interfaces3, Operand, "the slot of the parameters counts from start_block_idx";
    ParamQueueLonger, Interfaces3, OffByOne, "the queue of the parameters has one slot more";
    ParamOfNoQueue, Interfaces3, Absent, "a queue size of 0 does not limit the slot of the parameters";
    ParamSlotZero, Interfaces3, Absent, "every block has the first slot of the parameters";
    TableFullFirst, Interfaces7, Order, "DAG_TABLE_FULL comes before the admission";
    RejectMessageFirst, Interfaces7, Order, "the message of a rejected task comes before its error";
    ErrorNextCode, Interfaces4, OffByOne, "the code of an ERROR message is one higher";
    CtxOfHdrZero, Interfaces1, Operand, "an HDR task has context 0";
    ClustersPacked, Scheduler8_8, Operand, "clusters follow each other without gaps";
    ClusterNumIgnored, Scheduler8_8, Absent, "SIPs beyond CLUSTER_NUM are present";
    GapsPresent, Scheduler8_8, Absent, "the gaps behind the SIPs of a cluster are present";
    PresentPacked, Registers2, Operand, "SIP_PRESENT_MASK has the number of present SIPs as its low ones";
    AttemptNeverBusy, Registers2, Absent, "HWS_STATUS.ATTEMPT_BUSY is never set";
    LoaderNeverBusy, Registers2, Absent, "HWS_STATUS.LOADER_BUSY is never set";
    LoaderBusyWaiting, Registers2, Weaker, "HWS_STATUS.LOADER_BUSY is set while the HDR FIFO has tasks";
    FullEarly, Registers2, OffByOne, "HWS_STATUS.RS_FULL is set with one free entry";
    FullNever, Registers2, Absent, "HWS_STATUS.RS_FULL is never set";
    EmptyEarly, Registers2, OffByOne, "HWS_STATUS.RS_EMPTY is set with one valid entry";
    ResidentWraps, Registers2, OffByOne, "HWS_STATUS.RS_COUNT is 0 with 32 valid entries";
    ResidentWithSips, Registers2, Class, "HWS_STATUS does not count allocation-only kernels";
    ResidentNotR, Registers2, Class, "HWS_STATUS does not count R-tasks as resident";
    ResidentAndLoading, Registers2, Class, "HWS_STATUS counts the task in the loader as resident";
    PendingSaturates, Registers2, OffByOne, "HWS_STATUS.CMD_PENDING saturates at 7";
    PendingFlag, Registers2, Operand, "HWS_STATUS.CMD_PENDING is 1 with several commands";
    PendingNever, Registers2, Absent, "HWS_STATUS.CMD_PENDING is always 0";
    RTaskCountFlag, Registers2, Operand, "HWS_STATUS.RTASK_COUNT is 1 with several R-tasks";
    RTaskCountOfSips, Registers2, Operand, "HWS_STATUS.RTASK_COUNT counts reserved SIPs";
    HdrCountWraps, Registers2, OffByOne, "HWS_STATUS.HDR_COUNT is 0 with 16 tasks";
    HdrCountOfSource, Registers2, Operand, "HWS_STATUS.HDR_COUNT counts the FIFO of the current source";
    HdrCountLoading, Registers2, Class, "HWS_STATUS.HDR_COUNT counts the task in the loader";
    MihCountWraps, Registers5, OffByOne, "MIH_STATUS.COUNT is 0 with 64 messages";
    MihEmptyEarly, Registers5, OffByOne, "MIH_STATUS.EMPTY is set with one message";
    MihFullEarly, Registers5, OffByOne, "MIH_STATUS.FULL is set with one free place";
    MihNewest, Registers5, Operand, "MIH_DATA shows the newest message";
    MihWordsSwapped, Registers5, Operand, "MIH_DATA_LO and MIH_DATA_HI are exchanged";
    IdlePresent, Registers6, Operand, "SIP_IDLE_MASK leaves out SIPs that the topology does not have";
    IdleNotOwned, Scheduler8_4, Operand, "SIP_IDLE_MASK leaves out SIPs that firmware owns";
    PreIdleNotIdle, Registers6, Operand, "SIP_PRE_IDLE_MASK leaves out idle SIPs";
    PreIdlePresent, Registers6, Operand, "SIP_PRE_IDLE_MASK leaves out SIPs that the topology does not have";
    ReadyMaskEarly, Registers6, Absent, "SIP_READY_MASK ignores ENABLE_EARLY_LAUNCH_SIP";
    ReadyMaskUnreserved, Registers6, Operand, "SIP_READY_MASK leaves out reserved SIPs";
    ReadyMaskOwned, Registers6, Operand, "SIP_READY_MASK has SIPs that firmware owns";
    PendingMaskRunning, Registers6, Operand, "SIP_PENDING_MASK shows running SIPs";
    CountEnWithTime, Registers6, Operand, "SIP_COUNT_EN_MASK leaves out SIPs without remaining time";
    CountEnRunning, Registers6, Operand, "SIP_COUNT_EN_MASK shows running SIPs";
    ReservedMaskBusy, Registers6, Operand, "RESERVED_SIP_MASK leaves out ready SIPs";
    RemainOfCounting, Registers6, Operand, "SIP_REMAIN_EXEC_TIME is 0 while it does not count";
    RemainInTicks, Registers6, Operand, "SIP_REMAIN_EXEC_TIME is shown in ticks";
    GroupShownFirst, Registers6, Operand, "GRPn_REMAIN show the first SIP of the group";
    SipRunningLatest, Registers6, Operand, "SIP_LAUNCH.RUNNING shows the pending launch";
    SipPendingNever, Registers6, Absent, "SIP_LAUNCH shows no pending launch";
    PoolsSwapped, Registers6, Operand, "VC_POOL_FREE of the dies are exchanged";
    PoolHalvesSwapped, Registers6, Operand, "the halves of VC_POOL_FREE are exchanged";
    PoolShowsTaken, Registers6, Operand, "VC_POOL_FREE shows the VCs that are taken";
    CycleNext, Registers7, OffByOne, "CNT_CYCLE is one ahead";
    CycleLast, Registers7, OffByOne, "CNT_CYCLE is one behind";
    SlotAlwaysValid, Registers8, Absent, "RS[].FLAGS.DAG_SLOT_VALID is set without a slot";
    SlotOfNone, Registers8, Operand, "RS[].FLAGS.DAG_SLOT is not 0 without a slot";
    FlagNeverR, Registers8, Absent, "RS[].FLAGS.R_FLAG is never set";
    FlagNeverCp, Registers8, Absent, "RS[].FLAGS.ON_CP is never set";
    FlagCoopOfSeveral, Registers8, Stronger, "RS[].FLAGS.COOP is set for several blocks only";
    FlagSourceHdr, Registers8, Absent, "RS[].FLAGS.SRC is always HDR";
    FlagSipAlways, Registers8, Absent, "RS[].FLAGS.SIP_ALLOC is always set";
    FlagCtxOfDescriptor, Registers8, Operand, "RS[].FLAGS.CTX is that of the descriptor for a task of firmware";
    FlagMdmaNow, Registers8, Operand, "RS[].FLAGS.OUT_MDMA shows the path with HWS_WORK_MODE";
    FlagMihNow, Registers8, Operand, "RS[].FLAGS.OUT_MIH shows the path with HWS_WORK_MODE";
    FlagPathsSwapped, Registers8, Operand, "RS[].FLAGS.OUT_MDMA and OUT_MIH are exchanged";
    FlagsWhileOn, Registers8, Stronger, "RS[].FLAGS.L2_ALLOC and VC_ALLOC are 0 while second resources are off";
    FlagVcGranted, Registers8, Class, "RS[].FLAGS.VC_ALLOC is 0 when the HWS allocates the VCs";
    OnlineNotOfR, Registers8, Class, "RS[].ONLINE_PRIORITY is 0 for R-tasks";
    OnlineOfEligible, Registers8, Class, "RS[].ONLINE_PRIORITY is 0 for kernels that are not eligible";
    AffinityPresent, Registers8, Operand, "RS[].AFFINITY leaves out SIPs that the topology does not have";
    AffinityUsable, Registers8, Operand, "RS[].AFFINITY shows the affinity with SIP_USAGE_MASK";
    TimeWithDelay, Registers8, Operand, "RS[].EST_EXEC_TIME contains LAUNCH_SIP_DELAY";
    ReservedOfAll, Registers8, Operand, "RS[].RESERVED shows the reservations of all R-tasks";
    AgeRowItself, Registers8, Weaker, "RS[].AGE_ROW has the bit of the entry itself";
    AgeRowOfDag, Registers8, Class, "RS[].AGE_ROW shows kernels of the same DAG only";
    AgeRowSkipsAllocation, Registers8, Class, "RS[].AGE_ROW leaves out allocation-only kernels";
    CountLaunched, Registers4, Operand, "BLOCK_TRIGGER_CNT reads the launched blocks";
    CountLeft, Registers4, Operand, "BLOCK_TRIGGER_CNT reads the blocks that are not launched yet";
    CountOfDescriptor, Registers4, Operand, "BLOCK_TRIGGER_CNT reads the count of the descriptor";
    CountWithIds, Registers4, Operand, "BLOCK_TRIGGER_CNT reads the ids of the kernel, too";
    IdsSwapped, Registers8, Operand, "RS[].IDS.HDR_ID and HDR_ENTRY_ID are exchanged";
    TagIsSlot, Registers8, Operand, "RS[].IDS.DAG_TAG shows the slot";
    DimsSlot, Registers8, Operand, "RS[].DIMS.THREAD_NUM shows the slot of the block";
    DimsBlocksLeft, Registers8, Operand, "RS[].DIMS.BLOCK_NUM shows the blocks that are left";
    LaunchedFromStart, Registers8, Operand, "RS[].PROGRESS.LAUNCHED counts from start_block_idx";
    TriggerFromStart, Registers8, Operand, "RS[].PROGRESS.TRIGGER counts from start_block_idx";
    TriggerLeft, Registers8, Operand, "RS[].PROGRESS.TRIGGER shows the blocks that are not launched yet";
    OfflineAsGiven, Registers8, Operand, "RS[].OFFLINE_PRIORITY shows the priority without the age boost";
    StartIsNext, Registers8, Operand, "RS[].FAIL.START_BLOCK shows the next block";
    ReqGranted, Registers8, Operand, "RS[].RSC_REQ shows the granted blocks";
    ReqOutstanding, Registers8, Operand, "RS[].RSC_REQ shows the requests that are not granted yet";
    ReqSwapped, Registers8, Operand, "RS[].RSC_REQ.L2 and VC are exchanged";
    TopOfflineEligible, Registers9, Class, "DAG[].TOP_OFFLINE counts eligible kernels only";
    TopOfflineWithSips, Registers9, Class, "DAG[].TOP_OFFLINE leaves out allocation-only kernels";
    TopOfflineAsGiven, Registers9, Operand, "DAG[].TOP_OFFLINE is without the age boost";
    TopOfflineLowest, Registers9, Operand, "DAG[].TOP_OFFLINE is the lowest priority";
    TopOfflineOldest, Registers9, Operand, "DAG[].TOP_OFFLINE is the priority of the oldest kernel";
    TopOfflineOnline, Registers9, Operand, "DAG[].TOP_OFFLINE is the highest online priority";
    DynamicNotShown, Registers9, Absent, "DAG[].FLAGS.DYNAMIC is never set";
    TotalLeft, Registers9, Operand, "DAG[].TOTAL shows what is left";
    FinishUpToTotal, Registers9, Operand, "DAG[].FINISH does not exceed TOTAL";
    LaunchPathsAsked, Registers10, Operand, "LAUNCH[].INFO shows the paths of the descriptor";
    LaunchPathsSwapped, Registers10, Operand, "LAUNCH[].INFO.OUT_MDMA and OUT_MIH are exchanged";
    LaunchIdsSwapped, Registers10, Operand, "LAUNCH[].INFO.HDR_ID and ENTRY_ID are exchanged";
    LaunchSourceHdr, Registers10, Absent, "LAUNCH[].INFO.SRC is always HDR";
    LaunchBlockZero, Registers10, Absent, "LAUNCH[].INFO.BLOCK_ID is 0";
    LaunchSipsLeft, Registers10, Operand, "LAUNCH[].SIP_MASK leaves out the SIPs that are done";
    DoneNotShown, Registers10, Absent, "LAUNCH[].DONE_MASK is always 0";
    DoneIsLeft, Registers10, Operand, "LAUNCH[].DONE_MASK shows the SIPs that are not done";
    LaunchEntryStays, Scheduler7_3, Absent, "a finished block keeps its entry of the launch table";
    FinishOfKernel, Scheduler7_3, Stronger, "BLOCK_FINISH is sent for the last launch of a kernel only";
    PendingLost, Scheduler7_3, Absent, "a completion drops the pending launch";
    PendingNotCleared, Scheduler7_3, Absent, "the pending launch stays pending when it starts";
    RemainNarrow, Scheduler7_2, Operand, "the remaining time takes 16 bits of the execution time";
    PrescaleNarrow, Registers2, Operand, "TIME_UNIT.PRESCALE has 8 bits";
    OffsetNarrow, Registers3, Operand, "PRE_IDLE_OFFSET has 16 bits";
    DelayNarrow, Registers3, Operand, "LAUNCH_SIP_DELAY has 16 bits";
    CancelCountsLaunch, Registers7, Class, "CNT_CANCEL counts reservations that end with their launch, too";
    PulsesStored, Registers2, Absent, "HWS_CTRL reads back SOFT_RESET and FORCE";
    VcRequestsByL2, Scheduler9_3, Operand, "VC requests are limited by l2_requested";
    AheadUnsigned, Scheduler9_3, Operand, "requested - base is compared unsigned";
    SlotFreedAtEnd, Scheduler8_2, Absent, "the slot of a DAG is freed when its last kernel ends";
    TdAddrLate, Registers4, Timing, "FW_TASK_TD_ADDR is read when the task is popped";
    RejectCountsTableFull, Registers7, Class, "CNT_TASK_REJECT counts DAG_TABLE_FULL";
    TagNarrow, Registers4, Operand, "DAG_CMD_TAG has 8 bits";
    TotalNarrow, Registers4, Operand, "DAG_CMD_TOTAL has 16 bits";
    TriggerNarrow, Registers4, Operand, "BLOCK_TRIGGER_CNT.COUNT has 8 bits";
    InitNewSlot, Scheduler8_1, Absent, "DAG INIT takes a new slot for a tag that was initialised before";
    RunSixBits, Scheduler9_2, Operand, "64 VCs are taken as 0";
    InfoSixBits, Interfaces4, Operand, "SCHED_INFO.vc_num is 0 for 64 VCs";
}

/// A set of broken rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MutantSet(pub(crate) [u64; Self::WORDS]);

impl MutantSet {
    pub(crate) const WORDS: usize = Mutant::ALL.len().div_ceil(64);

    /// None.
    pub const EMPTY: Self = Self([0; Self::WORDS]);

    /// Adds one.
    pub fn insert(&mut self, mutant: Mutant) {
        let number = mutant as usize;
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Returns whether it is among them.
    #[must_use]
    pub fn contains(&self, mutant: Mutant) -> bool {
        let number = mutant as usize;
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// Removes one.
    pub fn remove(&mut self, mutant: Mutant) {
        let number = mutant as usize;
        self.0[number / 64] &= !(1 << (number % 64));
    }

    /// Adds others, and returns those that are new.
    pub fn add(&mut self, others: Self) -> impl Iterator<Item = Mutant> + use<> {
        let new = Self(std::array::from_fn(|word| others.0[word] & !self.0[word]));
        self.0.iter_mut().zip(others.0).for_each(|(word, other)| *word |= other);
        new.into_iter()
    }
}

impl IntoIterator for MutantSet {
    type Item = Mutant;
    type IntoIter = Mutants;

    fn into_iter(self) -> Mutants {
        Mutants(self, 0)
    }
}

/// The broken rules of a [`MutantSet`], by chapter.
#[derive(Clone, Debug)]
pub struct Mutants(MutantSet, usize);

impl Iterator for Mutants {
    type Item = Mutant;

    fn next(&mut self) -> Option<Mutant> {
        let Self(MutantSet(words), at) = self;
        while *at < MutantSet::WORDS && words[*at] == 0 {
            *at += 1;
        }
        let word = words.get_mut(*at)?;
        let bit = word.trailing_zeros() as usize;
        *word &= *word - 1;
        Mutant::ALL.get(*at * 64 + bit).copied()
    }
}
