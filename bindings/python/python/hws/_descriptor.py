"""Task descriptors: the 16 words from which the HWS learns about a kernel."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from . import _hws


@dataclasses.dataclass(kw_only=True)
class TaskDescriptor:
    """A kernel as the HWS reads it from shared memory (interfaces.md §1).

    Every value that fits its bits is encoded; whether it is legal, the HWS decides at admission (scheduler.md §2.3).
    The defaults are a kernel of one block on one SIP, which may run on every SIP, sends commands and messages, and whose
    block is triggered.
    """

    #: An id that the HWS only passes on.
    kernel_id: int = 0
    #: The logical SIPs that the kernel may use, a bit for each.
    affinity: int = 0xFFFF_FFFF
    #: The estimated execution time of a block in time units.
    est_exec_time: int = 0
    #: The priority given by the planner; higher values come first.
    offline_priority: int = 0
    #: The tag of the DAG, 0 to 65535.
    dag_tag: int = 0
    #: The kernel is on the critical path of its DAG.
    on_cp: bool = False
    #: All blocks start together.
    coop: bool = False
    #: The HWS sends MDMA commands.
    out_path_mdma: bool = True
    #: The HWS sends messages.
    out_path_mih: bool = True
    #: The kernel runs on SIPs.
    enable_sip_alloc: bool = True
    #: Blocks need an L2 grant.
    enable_l2_alloc: bool = False
    #: Blocks need VCs.
    enable_vc_alloc: bool = False
    #: The HWS takes the VCs from its own pools.
    vc_hw_alloc: bool = False
    #: The context, 0 to 3.
    ctx: int = 0
    #: SIPs per block: 1, 2, 3, 4, 6, 8, 9, 12 or 16.
    thread_num: int = 1
    #: Blocks of the kernel, 1 to 65535.
    block_num: int = 1
    #: The id of the first block.
    start_block_idx: int = 0
    #: The number of blocks that may be launched.
    block_trigger_cnt: int = 1
    #: The request window (scheduler.md §9.3): how many grants of L2 or VCs may be requested ahead, 0 to 255; 0 counts as 1.
    outstanding_block_num: int = 0
    #: VCs of a block for the CDTE.
    cdte_vc_num: int = 0
    #: Blocks to allocate L2 for ahead of time.
    num_block_to_alloc_l2: int = 0
    #: Bytes of L2 per block.
    l2_size_per_block: int = 0
    #: Blocks of each VG whose L2 is granted, VG 0 first.
    l2_done: Sequence[int] = (0, 0, 0, 0, 0, 0, 0, 0)
    #: Blocks of each die whose VCs are granted.
    vc_done: Sequence[int] = (0, 0)
    #: The address of the parameters of block 0.
    block_param_base: int = 0
    #: Places of the parameter queue.
    block_param_queue_size: int = 0
    #: Bytes of a place of the parameter queue.
    block_param_entry_size: int = 0
    #: The first VC of the EDTE.
    edte_vc_base: int = 0
    #: VCs of the EDTE.
    edte_vc_num: int = 0
    #: The real execution time of a block in cycles; 0 for the estimate.
    sim_exec_time: int = 0

    def __post_init__(self) -> None:
        self.l2_done, self.vc_done = tuple(self.l2_done), tuple(self.vc_done)

    def encode(self) -> list[int]:
        """Return the 16 words. A value that does not fit its bits raises ValueError with the name of the field."""
        return _hws.encode_descriptor(dataclasses.asdict(self))

    @classmethod
    def decode(cls, words: bytes | bytearray | memoryview | Iterable[int]) -> TaskDescriptor:
        """Return the descriptor of 16 words, or of their 64 bytes."""
        return cls(**_hws.decode_descriptor(words))
