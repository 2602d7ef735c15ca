"""The registers of the map for type checkers and completion. It has no module at run time.

tests/register_stubs.py writes this file.
"""

from collections.abc import Iterator
from typing import Literal, type_check_only

from . import enums
from ._hws import LiveRegister, RegisterGroup

@type_check_only
class HwsId(LiveRegister):
    """HWS_ID: Identifies the block: the letters HWS0."""

    @property
    def ID(self) -> int:
        """[31:0] The ASCII letters HWS0."""


@type_check_only
class HwsVersion(LiveRegister):
    """HWS_VERSION: Version of the register map."""

    @property
    def PATCH(self) -> int:
        """[7:0] Patch version."""

    @property
    def MINOR(self) -> int:
        """[15:8] Minor version."""

    @property
    def MAJOR(self) -> int:
        """[23:16] Major version."""


@type_check_only
class HwsParam0(LiveRegister):
    """HWS_PARAM0: Parameters of this instance, first word."""

    @property
    def N_RS(self) -> int:
        """[7:0] Ready Station entries."""

    @property
    def N_DAG(self) -> int:
        """[15:8] DAG table slots."""

    @property
    def N_SIP(self) -> int:
        """[23:16] Logical SIPs."""

    @property
    def N_RANK(self) -> int:
        """[31:24] Scale-ratio ranks."""


@type_check_only
class HwsParam1(LiveRegister):
    """HWS_PARAM1: Parameters of this instance, second word."""

    @property
    def ATTEMPT_CYCLES(self) -> int:
        """[7:0] Cycles of an attempt."""

    @property
    def TD_READ_CYCLES(self) -> int:
        """[15:8] Cycles to load a task descriptor."""

    @property
    def N_LAUNCH(self) -> int:
        """[23:16] Launch-table entries."""

    @property
    def N_CTX(self) -> int:
        """[27:24] Contexts."""


@type_check_only
class HwsCtrl(LiveRegister):
    """HWS_CTRL: Master switch and soft reset. A refused write (scheduler.md §8) is ignored whole and sets ERR_STATUS.CFG."""

    @property
    def ENABLE(self) -> bool:
        """[0] Attempts may start; clearing it lets the attempt in flight commit."""

    @ENABLE.setter
    def ENABLE(self, value: int) -> None: ...
    @property
    def SOFT_RESET(self) -> bool:
        """[1] Return everything but the RW registers and the launch_id pointer to its reset state."""

    @SOFT_RESET.setter
    def SOFT_RESET(self, value: int) -> None: ...
    @property
    def FORCE(self) -> bool:
        """[2] With SOFT_RESET: reset although SIPs are busy or owned by firmware; does nothing alone."""

    @FORCE.setter
    def FORCE(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, ENABLE: int = ..., SOFT_RESET: int = ..., FORCE: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class HwsStatus(LiveRegister):
    """HWS_STATUS: What the engine, the loader and the queues are doing."""

    @property
    def ATTEMPT_BUSY(self) -> bool:
        """[0] An attempt is in flight."""

    @property
    def LOADER_BUSY(self) -> bool:
        """[1] The loader is reading a descriptor."""

    @property
    def RS_EMPTY(self) -> bool:
        """[2] No Ready Station entry is valid."""

    @property
    def RS_FULL(self) -> bool:
        """[3] Every Ready Station entry is valid."""

    @property
    def CMD_PENDING(self) -> int:
        """[7:4] Commands waiting for a boundary, 0 to the depth of the queue."""

    @property
    def RS_COUNT(self) -> int:
        """[13:8] Valid Ready Station entries."""

    @property
    def RTASK_COUNT(self) -> int:
        """[19:16] Valid entries that are R-tasks."""

    @property
    def HDR_COUNT(self) -> int:
        """[28:24] Tasks in the HDR FIFO."""


@type_check_only
class HwsWorkMode(LiveRegister):
    """HWS_WORK_MODE: Where tasks come from and where results go."""

    @property
    def OUT_PATH(self) -> enums.OutPath:
        """[0] The path that delivers a launch to the SIPs."""

    @OUT_PATH.setter
    def OUT_PATH(self, value: int | Literal['MDMA', 'MIH']) -> None: ...
    @property
    def IN_PATH(self) -> enums.InPath:
        """[1] The source of tasks, chosen when a task is popped."""

    @IN_PATH.setter
    def IN_PATH(self, value: int | Literal['HDR', 'FIRMWARE']) -> None: ...
    @property
    def REPORT_EN(self) -> bool:
        """[2] Report every launch and finish to firmware over the MIH path too."""

    @REPORT_EN.setter
    def REPORT_EN(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, OUT_PATH: int | Literal['MDMA', 'MIH'] = ..., IN_PATH: int | Literal['HDR', 'FIRMWARE'] = ..., REPORT_EN: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class SipTopology(LiveRegister):
    """SIP_TOPOLOGY: How many clusters there are and how many SIPs each has; only the listed pairs are legal."""

    @property
    def CLUSTER_SIP_NUM(self) -> int:
        """[4:0] SIPs of a cluster."""

    @CLUSTER_SIP_NUM.setter
    def CLUSTER_SIP_NUM(self, value: int) -> None: ...
    @property
    def CLUSTER_NUM(self) -> int:
        """[11:8] Clusters."""

    @CLUSTER_NUM.setter
    def CLUSTER_NUM(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, CLUSTER_SIP_NUM: int = ..., CLUSTER_NUM: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class SipPresentMask(LiveRegister):
    """SIP_PRESENT_MASK: The logical SIPs that exist, derived from SIP_TOPOLOGY."""

    @property
    def MASK(self) -> int:
        """[31:0] Bit i: SIP i is present."""


@type_check_only
class TdpCfg(LiveRegister):
    """TDP_CFG: Where the scheduling part of a task descriptor starts."""

    @property
    def OFFSET(self) -> int:
        """[15:0] Bytes added to a task's descriptor address."""

    @OFFSET.setter
    def OFFSET(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, OFFSET: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class TimeUnit(LiveRegister):
    """TIME_UNIT: Length of a time unit; a write restarts the prescaler."""

    @property
    def PRESCALE(self) -> int:
        """[15:0] A time unit is PRESCALE + 1 cycles."""

    @PRESCALE.setter
    def PRESCALE(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, PRESCALE: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class EnableSecondRscSch(LiveRegister):
    """ENABLE_SECOND_RSC_SCH: Schedule with second resources (L2 and VC)."""

    @property
    def ENABLE(self) -> bool:
        """[0] Second resources count."""

    @ENABLE.setter
    def ENABLE(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, ENABLE: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class EnableEarlyLaunchSip(LiveRegister):
    """ENABLE_EARLY_LAUNCH_SIP: Launch on SIPs that are about to become idle."""

    @property
    def ENABLE(self) -> bool:
        """[0] A pre-idle SIP is ready."""

    @ENABLE.setter
    def ENABLE(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, ENABLE: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class EarlyLaunchMode(LiveRegister):
    """EARLY_LAUNCH_MODE: The source of the information that a SIP is about to become idle."""

    @property
    def MODE(self) -> enums.EarlyMode:
        """[0] The source of pre-idle."""

    @MODE.setter
    def MODE(self, value: int | Literal['SIP_REPORT', 'HWS_ESTIMATE']) -> None: ...
    def write(self, word: int | None = None, /, *, MODE: int | Literal['SIP_REPORT', 'HWS_ESTIMATE'] = ...) -> None: ...  # type: ignore[override]

@type_check_only
class PreIdleOffset(LiveRegister):
    """PRE_IDLE_OFFSET: Remaining time at which an estimated SIP becomes pre-idle."""

    @property
    def UNITS(self) -> int:
        """[31:0] Time units."""

    @UNITS.setter
    def UNITS(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, UNITS: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class LaunchSipDelay(LiveRegister):
    """LAUNCH_SIP_DELAY: Added to the estimated execution time of a launch on an idle SIP."""

    @property
    def UNITS(self) -> int:
        """[31:0] Time units."""

    @UNITS.setter
    def UNITS(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, UNITS: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class Promote(LiveRegister):
    """PROMOTE: Rules by which a P-task that keeps failing becomes an R-task."""

    @property
    def RULE_THRESHOLD(self) -> bool:
        """[0] Promote tasks that failed THRESHOLD times."""

    @RULE_THRESHOLD.setter
    def RULE_THRESHOLD(self, value: int) -> None: ...
    @property
    def RULE_TOP1_FULL_VG(self) -> bool:
        """[1] Promote the first of the pool when it needs a whole cluster."""

    @RULE_TOP1_FULL_VG.setter
    def RULE_TOP1_FULL_VG(self, value: int) -> None: ...
    @property
    def RULE_TOP1(self) -> bool:
        """[2] Promote the first of the pool when another kernel was launched past it."""

    @RULE_TOP1.setter
    def RULE_TOP1(self, value: int) -> None: ...
    @property
    def RULE_ON_CP(self) -> bool:
        """[3] Promote tasks on the critical path."""

    @RULE_ON_CP.setter
    def RULE_ON_CP(self, value: int) -> None: ...
    @property
    def MOST_FAILED_FIRST(self) -> bool:
        """[8] Try the tasks that failed most first."""

    @MOST_FAILED_FIRST.setter
    def MOST_FAILED_FIRST(self, value: int) -> None: ...
    @property
    def RTASK_MAX(self) -> int:
        """[15:12] R-tasks that may exist at once."""

    @RTASK_MAX.setter
    def RTASK_MAX(self, value: int) -> None: ...
    @property
    def THRESHOLD(self) -> int:
        """[31:16] Failed attempts for RULE_THRESHOLD."""

    @THRESHOLD.setter
    def THRESHOLD(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, RULE_THRESHOLD: int = ..., RULE_TOP1_FULL_VG: int = ..., RULE_TOP1: int = ..., RULE_ON_CP: int = ..., MOST_FAILED_FIRST: int = ..., RTASK_MAX: int = ..., THRESHOLD: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class RsvdSipBackfillMarginOffset(LiveRegister):
    """RSVD_SIP_BACKFILL_MARGIN_OFFSET: Signed offset of the margin within which a P- or O-task may use reserved SIPs."""

    @property
    def MAGNITUDE(self) -> int:
        """[30:0] Time units."""

    @MAGNITUDE.setter
    def MAGNITUDE(self, value: int) -> None: ...
    @property
    def SIGN(self) -> enums.Sign:
        """[31] The sign of MAGNITUDE."""

    @SIGN.setter
    def SIGN(self, value: int | Literal['NEGATIVE', 'POSITIVE']) -> None: ...
    def write(self, word: int | None = None, /, *, MAGNITUDE: int = ..., SIGN: int | Literal['NEGATIVE', 'POSITIVE'] = ...) -> None: ...  # type: ignore[override]

@type_check_only
class SipFillupTaskFirst(LiveRegister):
    """SIP_FILLUP_TASK_FIRST: Prefer tasks that fill up a partly used group."""

    @property
    def ENABLE(self) -> bool:
        """[0] Take the first fill-up task of the pool, if there is one."""

    @ENABLE.setter
    def ENABLE(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, ENABLE: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class UseRsvdSipFirst(LiveRegister):
    """USE_RSVD_SIP_FIRST: Prefer reserved SIPs to others when backfilling."""

    @property
    def ENABLE(self) -> bool:
        """[0] Try option 2 before option 1."""

    @ENABLE.setter
    def ENABLE(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, ENABLE: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class PTopK(LiveRegister):
    """P_TOP_K: How many kernels of a DAG slot enter the P-pool."""

    @property
    def K(self) -> int:
        """[2:0] Entries per DAG slot."""

    @K.setter
    def K(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, K: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class DynDagPrio(LiveRegister):
    """DYN_DAG_PRIO: Ageing of the kernels of dynamic DAGs."""

    @property
    def AGE_BOOST(self) -> bool:
        """[0] Each admission raises the offline priority of the slot's other entries."""

    @AGE_BOOST.setter
    def AGE_BOOST(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, AGE_BOOST: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class SipUsageMask(LiveRegister):
    """SIP_USAGE_MASK[][]: SIPs that a context may use for a size class."""

    @property
    def MASK(self) -> int:
        """[31:0] Bit i: SIP i may be used."""

    @MASK.setter
    def MASK(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, MASK: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class SipUsageMaskArray(RegisterGroup):
    """SIP_USAGE_MASK[][], by its index."""

    def __getitem__(self, index: int, /) -> SipUsageMask: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __iter__(self) -> Iterator[SipUsageMask]: ...

@type_check_only
class SipUsageMaskArrays(RegisterGroup):
    """SIP_USAGE_MASK[], by its index."""

    def __getitem__(self, index: int, /) -> SipUsageMaskArray: ...
    def __iter__(self) -> Iterator[SipUsageMaskArray]: ...

@type_check_only
class ScaleRatioTableRank(LiveRegister):
    """SCALE_RATIO_TABLE_RANK[]: Scale ratio of a DAG's priority by the share that remains."""

    @property
    def RATIO(self) -> int:
        """[31:0] The ratio."""

    @RATIO.setter
    def RATIO(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, RATIO: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class ScaleRatioTableRankArray(RegisterGroup):
    """SCALE_RATIO_TABLE_RANK[], by its index."""

    def __getitem__(self, index: int, /) -> ScaleRatioTableRank: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __iter__(self) -> Iterator[ScaleRatioTableRank]: ...

@type_check_only
class XmcSipMap(LiveRegister):
    """XMC_SIP_MAP[]: Logical to physical SIP; written only while nothing runs, and a permutation while ENABLE is 1."""

    @property
    def PHY_ID(self) -> int:
        """[4:0] The physical SIP."""

    @PHY_ID.setter
    def PHY_ID(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, PHY_ID: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class XmcSipMapArray(RegisterGroup):
    """XMC_SIP_MAP[], by its index."""

    def __getitem__(self, index: int, /) -> XmcSipMap: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __iter__(self) -> Iterator[XmcSipMap]: ...

@type_check_only
class SipReportComplete(LiveRegister):
    """SIP_REPORT_COMPLETE: A SIP has completed its part of a block."""

    @property
    def SIP_ID(self) -> int:
        """[4:0] The logical SIP."""

    @SIP_ID.setter
    def SIP_ID(self, value: int) -> None: ...
    @property
    def BLOCK_ID(self) -> int:
        """[20:5] The block it ran."""

    @BLOCK_ID.setter
    def BLOCK_ID(self, value: int) -> None: ...
    @property
    def LAUNCH_ID(self) -> int:
        """[26:21] The launch it belongs to."""

    @LAUNCH_ID.setter
    def LAUNCH_ID(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, SIP_ID: int = ..., BLOCK_ID: int = ..., LAUNCH_ID: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class SipReportPreComplete(LiveRegister):
    """SIP_REPORT_PRE_COMPLETE: A SIP is about to complete its part of a block."""

    @property
    def SIP_ID(self) -> int:
        """[4:0] The logical SIP."""

    @SIP_ID.setter
    def SIP_ID(self, value: int) -> None: ...
    @property
    def BLOCK_ID(self) -> int:
        """[20:5] The block it ran."""

    @BLOCK_ID.setter
    def BLOCK_ID(self, value: int) -> None: ...
    @property
    def LAUNCH_ID(self) -> int:
        """[26:21] The launch it belongs to."""

    @LAUNCH_ID.setter
    def LAUNCH_ID(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, SIP_ID: int = ..., BLOCK_ID: int = ..., LAUNCH_ID: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class DagCmdTag(LiveRegister):
    """DAG_CMD_TAG: Operand of DAG_CMD."""

    @property
    def TAG(self) -> int:
        """[15:0] The DAG's tag."""

    @TAG.setter
    def TAG(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, TAG: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class DagCmdTotal(LiveRegister):
    """DAG_CMD_TOTAL: Operand of DAG_CMD."""

    @property
    def TOTAL(self) -> int:
        """[31:0] Total work of the DAG."""

    @TOTAL.setter
    def TOTAL(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, TOTAL: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class DagCmd(LiveRegister):
    """DAG_CMD: A command on the DAG table; its operands are captured at this write."""

    @property
    def OP(self) -> enums.Op:
        """[1:0] What to do; an illegal value leaves DAG_CMD_STATUS alone."""

    @OP.setter
    def OP(self, value: int | Literal['INIT', 'RESET']) -> None: ...
    @property
    def DYNAMIC(self) -> bool:
        """[8] INIT: the DAG is dynamic."""

    @DYNAMIC.setter
    def DYNAMIC(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, OP: int | Literal['INIT', 'RESET'] = ..., DYNAMIC: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class DagCmdStatus(LiveRegister):
    """DAG_CMD_STATUS: Status of the last DAG command written; an earlier one that is still queued no longer changes it."""

    @property
    def BUSY(self) -> bool:
        """[0] 1 from the write of the command until it retires."""

    @property
    def RESULT(self) -> enums.DagResult:
        """[3:1] The result; 0 while BUSY and before the first command."""


@type_check_only
class FwTaskTdAddr(LiveRegister):
    """FW_TASK_TD_ADDR: Operand of FW_TASK_PUSH."""

    @property
    def ADDR(self) -> int:
        """[31:0] Byte address of the task descriptor."""

    @ADDR.setter
    def ADDR(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, ADDR: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class FwTaskPush(LiveRegister):
    """FW_TASK_PUSH: Push a task into the firmware task FIFO."""

    @property
    def ENTRY_ID(self) -> int:
        """[7:0] The task's HDR entry id."""

    @ENTRY_ID.setter
    def ENTRY_ID(self, value: int) -> None: ...
    @property
    def HDR_ID(self) -> int:
        """[11:8] The task's HDR id."""

    @HDR_ID.setter
    def HDR_ID(self, value: int) -> None: ...
    @property
    def CTX(self) -> int:
        """[13:12] The task's context."""

    @CTX.setter
    def CTX(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, ENTRY_ID: int = ..., HDR_ID: int = ..., CTX: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class TdRefresh(LiveRegister):
    """TD_REFRESH: Re-read the live words of an entry's task descriptor."""

    @property
    def ENTRY(self) -> int:
        """[4:0] The Ready Station entry."""

    @ENTRY.setter
    def ENTRY(self, value: int) -> None: ...
    @property
    def ENTRY_ID(self) -> int:
        """[15:8] Compared when CHECK is 1."""

    @ENTRY_ID.setter
    def ENTRY_ID(self, value: int) -> None: ...
    @property
    def HDR_ID(self) -> int:
        """[19:16] Compared when CHECK is 1."""

    @HDR_ID.setter
    def HDR_ID(self, value: int) -> None: ...
    @property
    def CHECK(self) -> bool:
        """[31] Refuse when the entry holds another task."""

    @CHECK.setter
    def CHECK(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, ENTRY: int = ..., ENTRY_ID: int = ..., HDR_ID: int = ..., CHECK: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class HrmFwClaim(LiveRegister):
    """HRM_FW_CLAIM: Take idle SIPs away from the HWS."""

    @property
    def MASK(self) -> int:
        """[31:0] The SIPs to claim."""

    @MASK.setter
    def MASK(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, MASK: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class HrmFwRelease(LiveRegister):
    """HRM_FW_RELEASE: Give claimed SIPs back to the HWS."""

    @property
    def MASK(self) -> int:
        """[31:0] The SIPs to release."""

    @MASK.setter
    def MASK(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, MASK: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class HrmFwOwned(LiveRegister):
    """HRM_FW_OWNED: SIPs owned by firmware."""

    @property
    def MASK(self) -> int:
        """[31:0] Bit i: SIP i is owned by firmware."""


@type_check_only
class HrmFwRefused(LiveRegister):
    """HRM_FW_REFUSED: SIPs that the last claim did not get."""

    @property
    def MASK(self) -> int:
        """[31:0] Bit i: SIP i was refused."""


@type_check_only
class BlockTriggerCnt(LiveRegister):
    """BLOCK_TRIGGER_CNT[]: Raise an entry's trigger; reads the entry's trigger in COUNT (0 when not valid) and 0 elsewhere."""

    @property
    def COUNT(self) -> int:
        """[15:0] Blocks that may be launched."""

    @COUNT.setter
    def COUNT(self, value: int) -> None: ...
    @property
    def ENTRY_ID(self) -> int:
        """[23:16] Compared when CHECK is 1."""

    @ENTRY_ID.setter
    def ENTRY_ID(self, value: int) -> None: ...
    @property
    def HDR_ID(self) -> int:
        """[27:24] Compared when CHECK is 1."""

    @HDR_ID.setter
    def HDR_ID(self, value: int) -> None: ...
    @property
    def CHECK(self) -> bool:
        """[31] Refuse when the entry holds another task (both ids are compared, not the source)."""

    @CHECK.setter
    def CHECK(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, COUNT: int = ..., ENTRY_ID: int = ..., HDR_ID: int = ..., CHECK: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class BlockTriggerCntArray(RegisterGroup):
    """BLOCK_TRIGGER_CNT[], by its index."""

    def __getitem__(self, index: int, /) -> BlockTriggerCnt: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __iter__(self) -> Iterator[BlockTriggerCnt]: ...

@type_check_only
class MihStatus(LiveRegister):
    """MIH_STATUS: State of the MIH FIFO."""

    @property
    def COUNT(self) -> int:
        """[6:0] Messages in the FIFO."""

    @property
    def EMPTY(self) -> bool:
        """[8] No message."""

    @property
    def FULL(self) -> bool:
        """[9] No room."""


@type_check_only
class MihDataLo(LiveRegister):
    """MIH_DATA_LO: Low word of the message at the head; 0 when empty."""

    @property
    def DW0(self) -> int:
        """[31:0] Message bits 31..0."""


@type_check_only
class MihDataHi(LiveRegister):
    """MIH_DATA_HI: High word of the message at the head; reading pops it; 0 when empty."""

    @property
    def DW1(self) -> int:
        """[31:0] Message bits 63..32."""


@type_check_only
class IrqStatus(LiveRegister):
    """IRQ_STATUS: Causes of the interrupt."""

    @property
    def MIH(self) -> bool:
        """[0] The MIH FIFO is not empty."""

    @property
    def ERR(self) -> bool:
        """[1] ERR_STATUS is not 0."""


@type_check_only
class IrqEnable(LiveRegister):
    """IRQ_ENABLE: The interrupt line is the OR of IRQ_STATUS & IRQ_ENABLE."""

    @property
    def MIH(self) -> bool:
        """[0] Interrupt on messages."""

    @MIH.setter
    def MIH(self, value: int) -> None: ...
    @property
    def ERR(self) -> bool:
        """[1] Interrupt on errors."""

    @ERR.setter
    def ERR(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, MIH: int = ..., ERR: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class ErrStatus(LiveRegister):
    """ERR_STATUS: Sticky errors; a one clears its bit."""

    @property
    def BUS(self) -> bool:
        """[0] Unaligned, unmapped or wrong-direction bus access."""

    @BUS.setter
    def BUS(self, value: int) -> None: ...
    @property
    def CFG(self) -> bool:
        """[1] A configuration write was refused."""

    @CFG.setter
    def CFG(self, value: int) -> None: ...
    @property
    def TD_READ(self) -> bool:
        """[2] Shared memory refused a descriptor word."""

    @TD_READ.setter
    def TD_READ(self, value: int) -> None: ...
    @property
    def TD_THREAD_NUM(self) -> bool:
        """[3] Rejected task: thread_num."""

    @TD_THREAD_NUM.setter
    def TD_THREAD_NUM(self, value: int) -> None: ...
    @property
    def TD_CLUSTER(self) -> bool:
        """[4] Rejected task: larger than a cluster."""

    @TD_CLUSTER.setter
    def TD_CLUSTER(self, value: int) -> None: ...
    @property
    def TD_BLOCK_NUM(self) -> bool:
        """[5] Rejected task: block_num."""

    @TD_BLOCK_NUM.setter
    def TD_BLOCK_NUM(self, value: int) -> None: ...
    @property
    def TD_OUT_PATH(self) -> bool:
        """[6] Rejected task: no output path."""

    @TD_OUT_PATH.setter
    def TD_OUT_PATH(self, value: int) -> None: ...
    @property
    def TD_COOP(self) -> bool:
        """[7] Rejected task: cooperative launch."""

    @TD_COOP.setter
    def TD_COOP(self, value: int) -> None: ...
    @property
    def TD_UNPLACEABLE(self) -> bool:
        """[8] Rejected task: fits nowhere."""

    @TD_UNPLACEABLE.setter
    def TD_UNPLACEABLE(self, value: int) -> None: ...
    @property
    def DAG_TABLE_FULL(self) -> bool:
        """[9] No DAG slot for a task's tag."""

    @DAG_TABLE_FULL.setter
    def DAG_TABLE_FULL(self, value: int) -> None: ...
    @property
    def SPURIOUS_COMPLETE(self) -> bool:
        """[10] A completion that matches no launch."""

    @SPURIOUS_COMPLETE.setter
    def SPURIOUS_COMPLETE(self, value: int) -> None: ...
    @property
    def SPURIOUS_PRE_COMPLETE(self) -> bool:
        """[11] A pre-completion that matches no launch."""

    @SPURIOUS_PRE_COMPLETE.setter
    def SPURIOUS_PRE_COMPLETE(self, value: int) -> None: ...
    @property
    def MIH_OVERFLOW(self) -> bool:
        """[12] A message was dropped."""

    @MIH_OVERFLOW.setter
    def MIH_OVERFLOW(self, value: int) -> None: ...
    @property
    def CMD_OVERFLOW(self) -> bool:
        """[13] A command was dropped."""

    @CMD_OVERFLOW.setter
    def CMD_OVERFLOW(self, value: int) -> None: ...
    @property
    def FW_TASK_OVERFLOW(self) -> bool:
        """[14] A firmware task was dropped."""

    @FW_TASK_OVERFLOW.setter
    def FW_TASK_OVERFLOW(self, value: int) -> None: ...
    @property
    def FW_TASK_MODE(self) -> bool:
        """[15] A firmware task was pushed while IN_PATH is HDR."""

    @FW_TASK_MODE.setter
    def FW_TASK_MODE(self, value: int) -> None: ...
    @property
    def TRIGGER_ENTRY(self) -> bool:
        """[16] A trigger or refresh named a wrong entry."""

    @TRIGGER_ENTRY.setter
    def TRIGGER_ENTRY(self, value: int) -> None: ...
    @property
    def TRIGGER_REGRESS(self) -> bool:
        """[17] A trigger count went down."""

    @TRIGGER_REGRESS.setter
    def TRIGGER_REGRESS(self, value: int) -> None: ...
    def write(self, word: int | None = None, /, *, BUS: int = ..., CFG: int = ..., TD_READ: int = ..., TD_THREAD_NUM: int = ..., TD_CLUSTER: int = ..., TD_BLOCK_NUM: int = ..., TD_OUT_PATH: int = ..., TD_COOP: int = ..., TD_UNPLACEABLE: int = ..., DAG_TABLE_FULL: int = ..., SPURIOUS_COMPLETE: int = ..., SPURIOUS_PRE_COMPLETE: int = ..., MIH_OVERFLOW: int = ..., CMD_OVERFLOW: int = ..., FW_TASK_OVERFLOW: int = ..., FW_TASK_MODE: int = ..., TRIGGER_ENTRY: int = ..., TRIGGER_REGRESS: int = ...) -> None: ...  # type: ignore[override]

@type_check_only
class ErrFirst(LiveRegister):
    """ERR_FIRST: The first error since ERR_STATUS was last all zero; 0 as soon as ERR_STATUS is 0, unchanged by a partial clear."""

    @property
    def CODE(self) -> int:
        """[4:0] Bit number in ERR_STATUS."""

    @property
    def VALID(self) -> bool:
        """[7] There was an error."""

    @property
    def HDR_ID(self) -> int:
        """[11:8] HDR id concerned, or 0."""

    @property
    def ENTRY_ID(self) -> int:
        """[19:12] HDR entry id concerned, or 0."""


@type_check_only
class SipIdleMask(LiveRegister):
    """SIP_IDLE_MASK: SIPs with neither a running nor a pending launch."""

    @property
    def MASK(self) -> int:
        """[31:0] Bit i: SIP i is idle."""


@type_check_only
class SipPreIdleMask(LiveRegister):
    """SIP_PRE_IDLE_MASK: SIPs that are idle or about to be."""

    @property
    def MASK(self) -> int:
        """[31:0] Bit i: SIP i is pre-idle."""


@type_check_only
class SipReadyMask(LiveRegister):
    """SIP_READY_MASK: SIPs that an attempt may use."""

    @property
    def MASK(self) -> int:
        """[31:0] Bit i: SIP i is ready."""


@type_check_only
class SipPendingMask(LiveRegister):
    """SIP_PENDING_MASK: SIPs with a pending launch."""

    @property
    def MASK(self) -> int:
        """[31:0] Bit i: SIP i has a pending launch."""


@type_check_only
class SipCountEnMask(LiveRegister):
    """SIP_COUNT_EN_MASK: SIPs whose remaining time counts down."""

    @property
    def MASK(self) -> int:
        """[31:0] Bit i: SIP i counts."""


@type_check_only
class ReservedSipMask(LiveRegister):
    """RESERVED_SIP_MASK: SIPs reserved for R-tasks."""

    @property
    def MASK(self) -> int:
        """[31:0] Bit i: SIP i is reserved."""


@type_check_only
class VcPoolFree(LiveRegister):
    """VC_POOL_FREE[][]: Free VCs of the pools that the HWS manages."""

    @property
    def MASK(self) -> int:
        """[31:0] Bit i: VC i of the half is free."""


@type_check_only
class VcPoolFreeArray(RegisterGroup):
    """VC_POOL_FREE[][], by its index."""

    def __getitem__(self, index: int, /) -> VcPoolFree: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __iter__(self) -> Iterator[VcPoolFree]: ...

@type_check_only
class VcPoolFreeArrays(RegisterGroup):
    """VC_POOL_FREE[], by its index."""

    def __getitem__(self, index: int, /) -> VcPoolFreeArray: ...
    def __iter__(self) -> Iterator[VcPoolFreeArray]: ...

@type_check_only
class SipRemainExecTime(LiveRegister):
    """SIP_REMAIN_EXEC_TIME[]: Remaining execution time of a SIP."""

    @property
    def UNITS(self) -> int:
        """[31:0] Time units."""


@type_check_only
class SipRemainExecTimeArray(RegisterGroup):
    """SIP_REMAIN_EXEC_TIME[], by its index."""

    def __getitem__(self, index: int, /) -> SipRemainExecTime: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __iter__(self) -> Iterator[SipRemainExecTime]: ...

@type_check_only
class Grp2Remain(LiveRegister):
    """GRP2_REMAIN[]: Longest remaining time in a group of 2 SIPs."""

    @property
    def UNITS(self) -> int:
        """[31:0] Time units."""


@type_check_only
class Grp2RemainArray(RegisterGroup):
    """GRP2_REMAIN[], by its index."""

    def __getitem__(self, index: int, /) -> Grp2Remain: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __iter__(self) -> Iterator[Grp2Remain]: ...

@type_check_only
class Grp4Remain(LiveRegister):
    """GRP4_REMAIN[]: Longest remaining time in a group of 4 SIPs."""

    @property
    def UNITS(self) -> int:
        """[31:0] Time units."""


@type_check_only
class Grp4RemainArray(RegisterGroup):
    """GRP4_REMAIN[], by its index."""

    def __getitem__(self, index: int, /) -> Grp4Remain: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __iter__(self) -> Iterator[Grp4Remain]: ...

@type_check_only
class Grp8Remain(LiveRegister):
    """GRP8_REMAIN[]: Longest remaining time in a group of 8 SIPs."""

    @property
    def UNITS(self) -> int:
        """[31:0] Time units."""


@type_check_only
class Grp8RemainArray(RegisterGroup):
    """GRP8_REMAIN[], by its index."""

    def __getitem__(self, index: int, /) -> Grp8Remain: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __iter__(self) -> Iterator[Grp8Remain]: ...

@type_check_only
class Grp16Remain(LiveRegister):
    """GRP16_REMAIN[]: Longest remaining time in a group of 16 SIPs."""

    @property
    def UNITS(self) -> int:
        """[31:0] Time units."""


@type_check_only
class Grp16RemainArray(RegisterGroup):
    """GRP16_REMAIN[], by its index."""

    def __getitem__(self, index: int, /) -> Grp16Remain: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __iter__(self) -> Iterator[Grp16Remain]: ...

@type_check_only
class RsvThreadNum(LiveRegister):
    """RSV_THREAD_NUM[]: Size of the block that a SIP is reserved for."""

    @property
    def THREAD_NUM(self) -> int:
        """[4:0] Threads; 0 when the SIP is not reserved."""


@type_check_only
class RsvThreadNumArray(RegisterGroup):
    """RSV_THREAD_NUM[], by its index."""

    def __getitem__(self, index: int, /) -> RsvThreadNum: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __iter__(self) -> Iterator[RsvThreadNum]: ...

@type_check_only
class SipLaunch(LiveRegister):
    """SIP_LAUNCH[]: Launches on a SIP; a field is 0 while its valid bit is."""

    @property
    def RUNNING(self) -> int:
        """[5:0] Launch id that runs."""

    @property
    def RUNNING_VALID(self) -> bool:
        """[6] A launch runs."""

    @property
    def PENDING(self) -> int:
        """[13:8] Launch id that waits."""

    @property
    def PENDING_VALID(self) -> bool:
        """[14] A launch waits."""


@type_check_only
class SipLaunchArray(RegisterGroup):
    """SIP_LAUNCH[], by its index."""

    def __getitem__(self, index: int, /) -> SipLaunch: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __iter__(self) -> Iterator[SipLaunch]: ...

@type_check_only
class CntCycleLo(LiveRegister):
    """CNT_CYCLE_LO: Ticks since reset, low word; reading it latches CNT_CYCLE_HI."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class CntCycleHi(LiveRegister):
    """CNT_CYCLE_HI: Ticks since reset, high word as latched by the last read of CNT_CYCLE_LO; 0 before."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class CntAttempt(LiveRegister):
    """CNT_ATTEMPT: COMMITs."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class CntFail(LiveRegister):
    """CNT_FAIL: Attempts that chose nothing."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class CntLaunchR(LiveRegister):
    """CNT_LAUNCH_R: Launches from the R-pool."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class CntLaunchP(LiveRegister):
    """CNT_LAUNCH_P: Launches from the P-pool."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class CntLaunchO(LiveRegister):
    """CNT_LAUNCH_O: Launches from the O-pool."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class CntBackfill(LiveRegister):
    """CNT_BACKFILL: Launches by P- and O-tasks that took a reserved SIP."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class CntEarly(LiveRegister):
    """CNT_EARLY: Launches with a block on at least one SIP that was not idle at COMMIT."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class CntPromote(LiveRegister):
    """CNT_PROMOTE: Promotions to R-task."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class CntCancel(LiveRegister):
    """CNT_CANCEL: Reservations cancelled."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class CntKernelDone(LiveRegister):
    """CNT_KERNEL_DONE: Entries freed."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class CntTaskReject(LiveRegister):
    """CNT_TASK_REJECT: Tasks rejected at admission."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class CntMihDrop(LiveRegister):
    """CNT_MIH_DROP: Messages dropped."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class RsFlags(LiveRegister):
    """RS[].FLAGS: The kind, source and context of the entry."""

    @property
    def VALID(self) -> bool:
        """[0] The entry holds a kernel."""

    @property
    def R_FLAG(self) -> bool:
        """[1] The kernel is an R-task."""

    @property
    def ON_CP(self) -> bool:
        """[2] The kernel is on the critical path."""

    @property
    def COOP(self) -> bool:
        """[3] The kernel is cooperative."""

    @property
    def OUT_MDMA(self) -> bool:
        """[4] The descriptor asks for the MDMA path."""

    @property
    def OUT_MIH(self) -> bool:
        """[5] The descriptor asks for the MIH path."""

    @property
    def SRC(self) -> bool:
        """[6] Where the task came from: 0 HDR, 1 firmware."""

    @property
    def SIP_ALLOC(self) -> bool:
        """[7] enable_sip_alloc of the descriptor."""

    @property
    def L2_ALLOC(self) -> bool:
        """[8] enable_l2_alloc of the descriptor."""

    @property
    def VC_ALLOC(self) -> bool:
        """[9] enable_vc_alloc of the descriptor."""

    @property
    def DAG_SLOT(self) -> int:
        """[20:16] Slot in the DAG table; 0 without a slot."""

    @property
    def DAG_SLOT_VALID(self) -> bool:
        """[21] The kernel has a DAG slot."""

    @property
    def CTX(self) -> int:
        """[25:24] Context."""


@type_check_only
class RsKernelId(LiveRegister):
    """RS[].KERNEL_ID: kernel_id of the descriptor."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class RsKernelSeq(LiveRegister):
    """RS[].KERNEL_SEQ: Sequence number of the admission."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class RsIds(LiveRegister):
    """RS[].IDS: The task's ids."""

    @property
    def HDR_ENTRY_ID(self) -> int:
        """[7:0] HDR entry id."""

    @property
    def HDR_ID(self) -> int:
        """[11:8] HDR id."""

    @property
    def DAG_TAG(self) -> int:
        """[31:16] Tag of the DAG."""


@type_check_only
class RsDims(LiveRegister):
    """RS[].DIMS: The kernel's size."""

    @property
    def THREAD_NUM(self) -> int:
        """[15:0] SIPs of a block."""

    @property
    def BLOCK_NUM(self) -> int:
        """[31:16] Blocks of the kernel."""


@type_check_only
class RsProgress(LiveRegister):
    """RS[].PROGRESS: The progress of the kernel."""

    @property
    def LAUNCHED(self) -> int:
        """[15:0] Blocks launched."""

    @property
    def TRIGGER(self) -> int:
        """[31:16] Blocks that may be launched."""


@type_check_only
class RsOfflinePriority(LiveRegister):
    """RS[].OFFLINE_PRIORITY: Priority given by the planner."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class RsOnlinePriority(LiveRegister):
    """RS[].ONLINE_PRIORITY: Priority in the last attempt in which the kernel was a P-task, else 0."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class RsAffinity(LiveRegister):
    """RS[].AFFINITY: SIPs that the kernel may use."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class RsEstExecTime(LiveRegister):
    """RS[].EST_EXEC_TIME: Estimated execution time of a block in time units."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class RsFail(LiveRegister):
    """RS[].FAIL: Failed attempts, and where the blocks start."""

    @property
    def TIMES(self) -> int:
        """[15:0] Failed attempts."""

    @property
    def START_BLOCK(self) -> int:
        """[31:16] Id of the first block."""


@type_check_only
class RsReserved(LiveRegister):
    """RS[].RESERVED: SIPs reserved for the entry."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class RsAgeRow(LiveRegister):
    """RS[].AGE_ROW: Bit j: this entry is older than valid entry j."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class RsRscOpen(LiveRegister):
    """RS[].RSC_OPEN: Second resources open to the kernel, live; ones for a resource it does not use, all 0 when second resources are off."""

    @property
    def VG(self) -> int:
        """[7:0] Bit v: VG v is open; 0 beyond CLUSTER_NUM."""

    @property
    def DIE(self) -> int:
        """[9:8] Bit d: die d is open."""


@type_check_only
class RsRscReq(LiveRegister):
    """RS[].RSC_REQ: Second resources requested, low 16 bits of the counters."""

    @property
    def L2(self) -> int:
        """[15:0] l2_requested."""

    @property
    def VC(self) -> int:
        """[31:16] vc_requested."""


@type_check_only
class Rs(RegisterGroup):
    """The registers RS[]."""

    @property
    def FLAGS(self) -> RsFlags: ...
    @property
    def KERNEL_ID(self) -> RsKernelId: ...
    @property
    def KERNEL_SEQ(self) -> RsKernelSeq: ...
    @property
    def IDS(self) -> RsIds: ...
    @property
    def DIMS(self) -> RsDims: ...
    @property
    def PROGRESS(self) -> RsProgress: ...
    @property
    def OFFLINE_PRIORITY(self) -> RsOfflinePriority: ...
    @property
    def ONLINE_PRIORITY(self) -> RsOnlinePriority: ...
    @property
    def AFFINITY(self) -> RsAffinity: ...
    @property
    def EST_EXEC_TIME(self) -> RsEstExecTime: ...
    @property
    def FAIL(self) -> RsFail: ...
    @property
    def RESERVED(self) -> RsReserved: ...
    @property
    def AGE_ROW(self) -> RsAgeRow: ...
    @property
    def RSC_OPEN(self) -> RsRscOpen: ...
    @property
    def RSC_REQ(self) -> RsRscReq: ...

@type_check_only
class RsArray(RegisterGroup):
    """RS[], by its index."""

    def __getitem__(self, index: int, /) -> Rs: ...
    def __iter__(self) -> Iterator[Rs]: ...

@type_check_only
class DagFlags(LiveRegister):
    """DAG[].FLAGS: The state of the slot."""

    @property
    def VALID(self) -> bool:
        """[0] The slot holds a DAG."""

    @property
    def DYNAMIC(self) -> bool:
        """[1] The DAG is dynamic."""

    @property
    def TAG(self) -> int:
        """[31:16] The DAG's tag."""


@type_check_only
class DagTotal(LiveRegister):
    """DAG[].TOTAL: Total work of the DAG."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class DagFinish(LiveRegister):
    """DAG[].FINISH: Work finished."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class DagCpPriority(LiveRegister):
    """DAG[].CP_PRIORITY: Priority of the critical path."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class DagTopOffline(LiveRegister):
    """DAG[].TOP_OFFLINE: Highest offline priority of the slot's resident non-R kernels; 0 if none."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class Dag(RegisterGroup):
    """The registers DAG[]."""

    @property
    def FLAGS(self) -> DagFlags: ...
    @property
    def TOTAL(self) -> DagTotal: ...
    @property
    def FINISH(self) -> DagFinish: ...
    @property
    def CP_PRIORITY(self) -> DagCpPriority: ...
    @property
    def TOP_OFFLINE(self) -> DagTopOffline: ...

@type_check_only
class DagArray(RegisterGroup):
    """DAG[], by its index."""

    def __getitem__(self, index: int, /) -> Dag: ...
    def __iter__(self) -> Iterator[Dag]: ...

@type_check_only
class LaunchInfo(LiveRegister):
    """LAUNCH[].INFO: The task of the launch, and the output paths that were on at the launch."""

    @property
    def VALID(self) -> bool:
        """[0] The launch is in flight."""

    @property
    def OUT_MDMA(self) -> bool:
        """[1] The MDMA path was on."""

    @property
    def OUT_MIH(self) -> bool:
        """[2] The MIH path was on."""

    @property
    def SRC(self) -> bool:
        """[3] Where the task came from: 0 HDR, 1 firmware."""

    @property
    def HDR_ID(self) -> int:
        """[7:4] HDR id."""

    @property
    def ENTRY_ID(self) -> int:
        """[15:8] HDR entry id."""

    @property
    def BLOCK_ID(self) -> int:
        """[31:16] Block id."""


@type_check_only
class LaunchSipMask(LiveRegister):
    """LAUNCH[].SIP_MASK: SIPs of the launch."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class LaunchDoneMask(LiveRegister):
    """LAUNCH[].DONE_MASK: SIPs that have completed."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class LaunchKernelSeq(LiveRegister):
    """LAUNCH[].KERNEL_SEQ: Sequence number of the kernel."""

    @property
    def VALUE(self) -> int:
        """[31:0] The whole word."""


@type_check_only
class Launch(RegisterGroup):
    """The registers LAUNCH[]."""

    @property
    def INFO(self) -> LaunchInfo: ...
    @property
    def SIP_MASK(self) -> LaunchSipMask: ...
    @property
    def DONE_MASK(self) -> LaunchDoneMask: ...
    @property
    def KERNEL_SEQ(self) -> LaunchKernelSeq: ...

@type_check_only
class LaunchArray(RegisterGroup):
    """LAUNCH[], by its index."""

    def __getitem__(self, index: int, /) -> Launch: ...
    def __iter__(self) -> Iterator[Launch]: ...

@type_check_only
class Registers:
    """All registers by name."""

    @property
    def HWS_ID(self) -> HwsId: ...
    @property
    def HWS_VERSION(self) -> HwsVersion: ...
    @property
    def HWS_PARAM0(self) -> HwsParam0: ...
    @property
    def HWS_PARAM1(self) -> HwsParam1: ...
    @property
    def HWS_CTRL(self) -> HwsCtrl: ...
    @HWS_CTRL.setter
    def HWS_CTRL(self, value: int) -> None: ...
    @property
    def HWS_STATUS(self) -> HwsStatus: ...
    @property
    def HWS_WORK_MODE(self) -> HwsWorkMode: ...
    @HWS_WORK_MODE.setter
    def HWS_WORK_MODE(self, value: int) -> None: ...
    @property
    def SIP_TOPOLOGY(self) -> SipTopology: ...
    @SIP_TOPOLOGY.setter
    def SIP_TOPOLOGY(self, value: int) -> None: ...
    @property
    def SIP_PRESENT_MASK(self) -> SipPresentMask: ...
    @property
    def TDP_CFG(self) -> TdpCfg: ...
    @TDP_CFG.setter
    def TDP_CFG(self, value: int) -> None: ...
    @property
    def TIME_UNIT(self) -> TimeUnit: ...
    @TIME_UNIT.setter
    def TIME_UNIT(self, value: int) -> None: ...
    @property
    def ENABLE_SECOND_RSC_SCH(self) -> EnableSecondRscSch: ...
    @ENABLE_SECOND_RSC_SCH.setter
    def ENABLE_SECOND_RSC_SCH(self, value: int) -> None: ...
    @property
    def ENABLE_EARLY_LAUNCH_SIP(self) -> EnableEarlyLaunchSip: ...
    @ENABLE_EARLY_LAUNCH_SIP.setter
    def ENABLE_EARLY_LAUNCH_SIP(self, value: int) -> None: ...
    @property
    def EARLY_LAUNCH_MODE(self) -> EarlyLaunchMode: ...
    @EARLY_LAUNCH_MODE.setter
    def EARLY_LAUNCH_MODE(self, value: int) -> None: ...
    @property
    def PRE_IDLE_OFFSET(self) -> PreIdleOffset: ...
    @PRE_IDLE_OFFSET.setter
    def PRE_IDLE_OFFSET(self, value: int) -> None: ...
    @property
    def LAUNCH_SIP_DELAY(self) -> LaunchSipDelay: ...
    @LAUNCH_SIP_DELAY.setter
    def LAUNCH_SIP_DELAY(self, value: int) -> None: ...
    @property
    def PROMOTE(self) -> Promote: ...
    @PROMOTE.setter
    def PROMOTE(self, value: int) -> None: ...
    @property
    def RSVD_SIP_BACKFILL_MARGIN_OFFSET(self) -> RsvdSipBackfillMarginOffset: ...
    @RSVD_SIP_BACKFILL_MARGIN_OFFSET.setter
    def RSVD_SIP_BACKFILL_MARGIN_OFFSET(self, value: int) -> None: ...
    @property
    def SIP_FILLUP_TASK_FIRST(self) -> SipFillupTaskFirst: ...
    @SIP_FILLUP_TASK_FIRST.setter
    def SIP_FILLUP_TASK_FIRST(self, value: int) -> None: ...
    @property
    def USE_RSVD_SIP_FIRST(self) -> UseRsvdSipFirst: ...
    @USE_RSVD_SIP_FIRST.setter
    def USE_RSVD_SIP_FIRST(self, value: int) -> None: ...
    @property
    def P_TOP_K(self) -> PTopK: ...
    @P_TOP_K.setter
    def P_TOP_K(self, value: int) -> None: ...
    @property
    def DYN_DAG_PRIO(self) -> DynDagPrio: ...
    @DYN_DAG_PRIO.setter
    def DYN_DAG_PRIO(self, value: int) -> None: ...
    @property
    def SIP_USAGE_MASK(self) -> SipUsageMaskArrays: ...
    @property
    def SCALE_RATIO_TABLE_RANK(self) -> ScaleRatioTableRankArray: ...
    @property
    def XMC_SIP_MAP(self) -> XmcSipMapArray: ...
    @property
    def SIP_REPORT_COMPLETE(self) -> SipReportComplete: ...
    @SIP_REPORT_COMPLETE.setter
    def SIP_REPORT_COMPLETE(self, value: int) -> None: ...
    @property
    def SIP_REPORT_PRE_COMPLETE(self) -> SipReportPreComplete: ...
    @SIP_REPORT_PRE_COMPLETE.setter
    def SIP_REPORT_PRE_COMPLETE(self, value: int) -> None: ...
    @property
    def DAG_CMD_TAG(self) -> DagCmdTag: ...
    @DAG_CMD_TAG.setter
    def DAG_CMD_TAG(self, value: int) -> None: ...
    @property
    def DAG_CMD_TOTAL(self) -> DagCmdTotal: ...
    @DAG_CMD_TOTAL.setter
    def DAG_CMD_TOTAL(self, value: int) -> None: ...
    @property
    def DAG_CMD(self) -> DagCmd: ...
    @DAG_CMD.setter
    def DAG_CMD(self, value: int) -> None: ...
    @property
    def DAG_CMD_STATUS(self) -> DagCmdStatus: ...
    @property
    def FW_TASK_TD_ADDR(self) -> FwTaskTdAddr: ...
    @FW_TASK_TD_ADDR.setter
    def FW_TASK_TD_ADDR(self, value: int) -> None: ...
    @property
    def FW_TASK_PUSH(self) -> FwTaskPush: ...
    @FW_TASK_PUSH.setter
    def FW_TASK_PUSH(self, value: int) -> None: ...
    @property
    def TD_REFRESH(self) -> TdRefresh: ...
    @TD_REFRESH.setter
    def TD_REFRESH(self, value: int) -> None: ...
    @property
    def HRM_FW_CLAIM(self) -> HrmFwClaim: ...
    @HRM_FW_CLAIM.setter
    def HRM_FW_CLAIM(self, value: int) -> None: ...
    @property
    def HRM_FW_RELEASE(self) -> HrmFwRelease: ...
    @HRM_FW_RELEASE.setter
    def HRM_FW_RELEASE(self, value: int) -> None: ...
    @property
    def HRM_FW_OWNED(self) -> HrmFwOwned: ...
    @property
    def HRM_FW_REFUSED(self) -> HrmFwRefused: ...
    @property
    def BLOCK_TRIGGER_CNT(self) -> BlockTriggerCntArray: ...
    @property
    def MIH_STATUS(self) -> MihStatus: ...
    @property
    def MIH_DATA_LO(self) -> MihDataLo: ...
    @property
    def MIH_DATA_HI(self) -> MihDataHi: ...
    @property
    def IRQ_STATUS(self) -> IrqStatus: ...
    @property
    def IRQ_ENABLE(self) -> IrqEnable: ...
    @IRQ_ENABLE.setter
    def IRQ_ENABLE(self, value: int) -> None: ...
    @property
    def ERR_STATUS(self) -> ErrStatus: ...
    @ERR_STATUS.setter
    def ERR_STATUS(self, value: int) -> None: ...
    @property
    def ERR_FIRST(self) -> ErrFirst: ...
    @property
    def SIP_IDLE_MASK(self) -> SipIdleMask: ...
    @property
    def SIP_PRE_IDLE_MASK(self) -> SipPreIdleMask: ...
    @property
    def SIP_READY_MASK(self) -> SipReadyMask: ...
    @property
    def SIP_PENDING_MASK(self) -> SipPendingMask: ...
    @property
    def SIP_COUNT_EN_MASK(self) -> SipCountEnMask: ...
    @property
    def RESERVED_SIP_MASK(self) -> ReservedSipMask: ...
    @property
    def VC_POOL_FREE(self) -> VcPoolFreeArrays: ...
    @property
    def SIP_REMAIN_EXEC_TIME(self) -> SipRemainExecTimeArray: ...
    @property
    def GRP2_REMAIN(self) -> Grp2RemainArray: ...
    @property
    def GRP4_REMAIN(self) -> Grp4RemainArray: ...
    @property
    def GRP8_REMAIN(self) -> Grp8RemainArray: ...
    @property
    def GRP16_REMAIN(self) -> Grp16RemainArray: ...
    @property
    def RSV_THREAD_NUM(self) -> RsvThreadNumArray: ...
    @property
    def SIP_LAUNCH(self) -> SipLaunchArray: ...
    @property
    def CNT_CYCLE_LO(self) -> CntCycleLo: ...
    @property
    def CNT_CYCLE_HI(self) -> CntCycleHi: ...
    @property
    def CNT_ATTEMPT(self) -> CntAttempt: ...
    @property
    def CNT_FAIL(self) -> CntFail: ...
    @property
    def CNT_LAUNCH_R(self) -> CntLaunchR: ...
    @property
    def CNT_LAUNCH_P(self) -> CntLaunchP: ...
    @property
    def CNT_LAUNCH_O(self) -> CntLaunchO: ...
    @property
    def CNT_BACKFILL(self) -> CntBackfill: ...
    @property
    def CNT_EARLY(self) -> CntEarly: ...
    @property
    def CNT_PROMOTE(self) -> CntPromote: ...
    @property
    def CNT_CANCEL(self) -> CntCancel: ...
    @property
    def CNT_KERNEL_DONE(self) -> CntKernelDone: ...
    @property
    def CNT_TASK_REJECT(self) -> CntTaskReject: ...
    @property
    def CNT_MIH_DROP(self) -> CntMihDrop: ...
    @property
    def RS(self) -> RsArray: ...
    @property
    def DAG(self) -> DagArray: ...
    @property
    def LAUNCH(self) -> LaunchArray: ...
