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
    SelectFourBelow, Scheduler5_2, OffByOne, "blocks of 3 and 4 are searched from the lowest SIP; 3 from the highest";
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
}

/// A set of broken rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MutantSet([u64; WORDS]);

const WORDS: usize = Mutant::ALL.len().div_ceil(64);

impl MutantSet {
    /// None.
    pub const EMPTY: Self = Self([0; WORDS]);

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
        while *at < WORDS && words[*at] == 0 {
            *at += 1;
        }
        let word = words.get_mut(*at)?;
        let bit = word.trailing_zeros() as usize;
        *word &= *word - 1;
        Mutant::ALL.get(*at * 64 + bit).copied()
    }
}
