# Generated from interfaces.yaml by `cargo xtask generate`; do not edit.
"""The fields of a task descriptor."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence


@dataclasses.dataclass(kw_only=True)
class _Fields:
    #: The id of the kernel, which the HWS only passes on.
    kernel_id: int = 0
    #: The logical SIPs that the kernel may use, bit i for SIP i. (scheduler.md §5.1)
    affinity: int = 0xFFFFFFFF
    #: The estimated execution time of a block in time units. (scheduler.md §7.2)
    est_exec_time: int = 0
    #: The priority given by the planner; higher values come first. (scheduler.md §4.2)
    offline_priority: int = 0
    #: The tag of the DAG that the kernel belongs to. 0 to 65535. (scheduler.md §2.5)
    dag_tag: int = 0
    #: The kernel is on the critical path of its DAG. (scheduler.md §2.5)
    on_cp: bool = False
    #: Cooperative launch: all blocks start together. (scheduler.md §5.2)
    coop: bool = False
    #: The HWS sends MDMA commands. (scheduler.md §6.2)
    out_path_mdma: bool = True
    #: The HWS sends messages. (scheduler.md §6.2)
    out_path_mih: bool = True
    #: The kernel runs on SIPs; an allocation-only kernel has 0. (scheduler.md §9.4)
    enable_sip_alloc: bool = True
    #: Blocks need an L2 grant. (scheduler.md §9.1)
    enable_l2_alloc: bool = False
    #: Blocks need VCs. (scheduler.md §9.1)
    enable_vc_alloc: bool = False
    #: The HWS takes the VCs from its own pools. (scheduler.md §9.1)
    vc_hw_alloc: bool = False
    #: The context, whose SIP_USAGE_MASK applies. 0 to 3. (scheduler.md §5.1)
    ctx: int = 0
    #: SIPs per block. Legal: 1, 2, 3, 4, 6, 8, 9, 12, 16. (scheduler.md §2.3)
    thread_num: int = 1
    #: Blocks of the kernel. Legal: 1 to 65535. (scheduler.md §2.3)
    block_num: int = 1
    #: The id of the first block. 0 to 65535. (scheduler.md §6.3)
    start_block_idx: int = 0
    #: The number of blocks that may be launched. 0 to 65535. (scheduler.md §6.3)
    block_trigger_cnt: int = 1
    #: The request window: the number of blocks for which L2 or VCs may be requested ahead; 0 counts as 1. 0 to 255. (scheduler.md §9.3)
    outstanding_block_num: int = 0
    #: VCs per block. 0 to 255. (scheduler.md §9.1)
    cdte_vc_num: int = 0
    #: L2 grants that an allocation-only kernel waits for. 0 to 65535. (scheduler.md §9.4)
    num_block_to_alloc_l2: int = 0
    #: Bytes of L2 per block, for firmware, which grants them.
    l2_size_per_block: int = 0
    #: L2 grants so far, by VG, VG 0 first; the counters wrap. 0 to 255. (scheduler.md §9.1)
    l2_done: Sequence[int] = (0, 0, 0, 0, 0, 0, 0, 0)
    #: VC grants so far, by die, die 0 first; the counters wrap. 0 to 65535. (scheduler.md §9.1)
    vc_done: Sequence[int] = (0, 0)
    #: The byte address of the parameter slots. (interfaces.md §3)
    block_param_base: int = 0
    #: The number of parameter slots; 0 means one slot for all blocks. 0 to 65535. (interfaces.md §3)
    block_param_queue_size: int = 0
    #: The size of a parameter slot in bytes. 0 to 65535. (interfaces.md §3)
    block_param_entry_size: int = 0
    #: The first VC, unless the HWS allocates them. 0 to 255. (scheduler.md §9.2)
    edte_vc_base: int = 0
    #: The number of VCs, unless the HWS allocates them. 0 to 255. (scheduler.md §9.2)
    edte_vc_num: int = 0
    #: The real execution time in cycles, for the reference environment; 0: est × (PRESCALE+1). Among the words read, but not used by the HWS. (interfaces.md §6)
    sim_exec_time: int = 0
