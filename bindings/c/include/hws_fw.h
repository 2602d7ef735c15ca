/* The firmware API of the HWS for C. Generated from bindings/c/src by bindings/headers: do not edit.
 *
 * Names: the calls of the HWS's first definition keep theirs (initDAGProperty, resetDAG, ...). Getters are
 * hws_get_..., all other calls hws_... . bindings/c/README.md has the table.
 *
 * Errors: a call returns HWS_OK or the reason of its failure. Details go to the hws_error of the handle
 * (hws_bus.error) or of the last parameter, which may be NULL. Every call on the hardware may return HWS_BUS, those
 * that wait HWS_TIMEOUT, and all of them HWS_NULL_POINTER and HWS_MISALIGNED_POINTER. Arguments are checked before
 * the first access. A call that fails does not change its output parameters, unless its documentation says otherwise.
 *
 * Callers: a pointer points to what its type says (the documentation gives the length of arrays), is valid for the
 * call, and is not used by anything else meanwhile. NULL and misaligned pointers are refused; output memory need not
 * be initialised. Flags, enums and small numbers are passed as 32-bit integers and checked. Use one handle at a time
 * for each HWS: two masters that write commands at once interfere with each other.
 */

#ifndef HWS_FW_H
#define HWS_FW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef HWS_OUT_PATH_ENUM
#define HWS_OUT_PATH_ENUM
// What delivers a launch to the SIPs.
enum hws_out_path {
  // The MDMA delivers the launch.
  HWS_OUT_PATH_MDMA = 0,
  // Firmware delivers the launch after a message.
  HWS_OUT_PATH_MIH = 1,
};
#endif

#ifndef HWS_IN_PATH_ENUM
#define HWS_IN_PATH_ENUM
// The source of tasks.
enum hws_in_path {
  // The HDR.
  HWS_IN_PATH_HDR = 0,
  // Firmware, through `hws_push_task`.
  HWS_IN_PATH_FIRMWARE = 1,
};
#endif

// The version of the binary interface that this header declares: 1000 times the major number plus the minor one.
//
// The major number rises when something that a program may use is changed or removed, the minor one when something
// is added. The shared library is named after the major number.
#define HWS_FW_ABI_VERSION 1000

// The code that the functions of `hws_mmio_bus` return for an offset that is not a word in the window.
#define HWS_NO_SUCH_WORD 1

// Number of DAGs that a table holds, the same as the hardware.
#define HWS_DAG_TABLE_SIZE 32

// Number of words of a table.
#define HWS_DAG_TABLE_WORDS 66

// Size of a name in bytes, with its terminating zero.
#define HWS_NAME_BYTES 32

// An unaligned, unmapped or wrong-direction access.
#define HWS_ERROR_BUS 0

// A configuration write was refused.
#define HWS_ERROR_CFG 1

// Shared memory refused a descriptor word.
#define HWS_ERROR_TD_READ 2

// Rejected: thread_num is not a legal one.
#define HWS_ERROR_TD_THREAD_NUM 3

// Rejected: a block is larger than a cluster.
#define HWS_ERROR_TD_CLUSTER 4

// Rejected: no block, or a block id past 65535.
#define HWS_ERROR_TD_BLOCK_NUM 5

// Rejected: no output path.
#define HWS_ERROR_TD_OUT_PATH 6

// Rejected: a cooperative kernel larger than the machine.
#define HWS_ERROR_TD_COOP 7

// Rejected: the kernel fits nowhere.
#define HWS_ERROR_TD_UNPLACEABLE 8

// No slot for a task's tag: it stays an O-task.
#define HWS_ERROR_DAG_TABLE_FULL 9

// A completion that matches no launch.
#define HWS_ERROR_SPURIOUS_COMPLETE 10

// A pre-completion that matches no launch.
#define HWS_ERROR_SPURIOUS_PRE_COMPLETE 11

// A message was dropped.
#define HWS_ERROR_MIH_OVERFLOW 12

// A command was dropped.
#define HWS_ERROR_CMD_OVERFLOW 13

// A firmware task was dropped.
#define HWS_ERROR_FW_TASK_OVERFLOW 14

// A firmware task came while IN_PATH is HDR.
#define HWS_ERROR_FW_TASK_MODE 15

// A trigger or refresh named an entry that is not the kernel's.
#define HWS_ERROR_TRIGGER_ENTRY 16

// A trigger count went down.
#define HWS_ERROR_TRIGGER_REGRESS 17

// Number of words of a task descriptor.
#define HWS_TD_WORDS 16

// No allocation: no VCs, or always the same `vc_num` VCs from `vc_base`, given in the command.
#define HWS_VC_FIXED 0

// Firmware: `vc_num` VCs for each block, requested by message.
#define HWS_VC_FROM_FIRMWARE 1

// The HWS: a run of `vc_num` VCs, 0..=64, from its own pools.
#define HWS_VC_FROM_HWS 2

// Number of entries of the launch table.
#define HWS_N_LAUNCH 64

// Maximum number of clusters of a machine.
#define HWS_N_CLUSTER 8

// The HWS uses its own estimate.
#define HWS_PRE_IDLE_BY_HWS 0

// The SIP reports (`sipPreComplete`).
#define HWS_PRE_IDLE_BY_SIP 1

// Promotion rule: the kernel's failed attempts have reached the threshold.
#define HWS_PROMOTE_THRESHOLD 1

// Promotion rule: the kernel is first in the pool and needs a whole cluster.
#define HWS_PROMOTE_TOP1_FULL_VG 2

// Promotion rule: the kernel is first in the pool, and another was launched past it.
#define HWS_PROMOTE_TOP1 4

// Promotion rule: the kernel is on the critical path, and one that is not was launched past the first in the pool.
#define HWS_PROMOTE_ON_CP 8

// Number of ranks.
#define HWS_N_RANK 32

// The caller's assertion that it has reset every SIP, and that none runs anything.
#define HWS_I_HAVE_RESET_EVERY_SIP 1381322323

// The HDR.
#define HWS_SOURCE_HDR 0

// Firmware, through `hws_push_task`.
#define HWS_SOURCE_FIRMWARE 1

// Number of logical SIPs.
#define HWS_N_SIP 32

// Number of contexts.
#define HWS_N_CTX 4

// Number of size classes: blocks of 1; 2; 3 and 4; 6 and 8; 9, 12 and 16 SIPs.
#define HWS_N_CLASS 5

// The status of a call. Every failure stores its details in the `hws_error` of the handle, if there is one.
enum hws_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Done.
  HWS_OK = 0,
  // An argument is not legal. No register was written.
  HWS_ARGUMENT = 1,
  // A required pointer is NULL. Nothing was accessed.
  HWS_NULL_POINTER = 2,
  // A pointer is not aligned for its type. Nothing was accessed.
  HWS_MISALIGNED_POINTER = 3,
  // The buffer is too small for all elements; it is full, and the count is the total number.
  HWS_BUFFER = 4,
  // A bus access failed; the call stopped there and can be repeated.
  HWS_BUS = 5,
  // A wait reached its bound.
  HWS_TIMEOUT = 6,
  // A message with an undefined encoding was popped.
  HWS_UNKNOWN_MESSAGE = 7,
  // This library was built for other hardware: identity, version or parameters differ.
  HWS_OTHER_HARDWARE = 16,
  // A kernel is resident, the loader is busy, or a SIP is not idle or owned by firmware: the topology
  // keeps its value.
  HWS_TOPOLOGY_IN_USE = 17,
  // The scheduler is enabled or busy, or a SIP is not idle: XMC_SIP_MAP was not touched.
  HWS_MAP_IN_USE = 18,
  // XMC_SIP_MAP is not a permutation: the scheduler was not enabled.
  HWS_MAP_NOT_PERMUTATION = 19,
  // A SIP is not idle or is owned by firmware: nothing was reset.
  HWS_SIPS_IN_USE = 20,
  // The DAG table of the hardware has no free slot.
  HWS_DAG_TABLE_FULL = 21,
  // The command queue was full although it had just had room: another master writes commands.
  HWS_COMMAND_DROPPED = 22,
  // DAG_CMD_STATUS holds a result that is impossible for the command.
  HWS_UNEXPECTED_RESULT = 23,
  // Tasks come from the HDR: nothing was pushed.
  HWS_NOT_FIRMWARE_INPUT = 24,
  // The firmware task FIFO was full: the task was dropped.
  HWS_TASK_FIFO_FULL = 25,
  // A usage mask does not read back as written: another master writes it.
  HWS_MASK_NOT_TAKEN = 26,
  // The kernel's flow control needs messages, but nothing would send them.
  HWS_NO_MESSAGES = 27,
  // The firmware's DAG table is full.
  HWS_NO_FREE_TAG = 28,
  // The DAG id has no tag.
  HWS_UNKNOWN_DAG = 29,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hws_status hws_status;
#else
typedef int32_t hws_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What was expected of an argument.
enum hws_expected
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // The failure does not concern an argument.
  HWS_EXPECTED_NOTHING = 0,
  // A number in `min..=max`.
  HWS_EXPECTED_RANGE = 1,
  // One of the legal values, which do not form a range.
  HWS_EXPECTED_LEGAL = 2,
  // Every logical SIP mapped to a different physical SIP.
  HWS_EXPECTED_PERMUTATION = 3,
  // A list with at least one element, in strictly ascending order.
  HWS_EXPECTED_ASCENDING = 4,
  // A mask with at least one SIP.
  HWS_EXPECTED_SOME_SIP = 5,
  // A multiple of `min`.
  HWS_EXPECTED_MULTIPLE = 6,
  // Only SIPs that exist on this machine.
  HWS_EXPECTED_PRESENT_SIPS = 7,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hws_expected hws_expected;
#else
typedef uint32_t hws_expected;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What a call waited for.
enum hws_wait
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // The failure is not a timeout.
  HWS_WAIT_NONE = 0,
  // Room in the command queue.
  HWS_WAIT_COMMAND_ROOM = 1,
  // The retirement of a command.
  HWS_WAIT_COMMAND_RETIRED = 2,
  // The commit of the attempt in flight.
  HWS_WAIT_ATTEMPT_COMMITTED = 3,
  // Two equal readings of the SIP masks.
  HWS_WAIT_STABLE_STATUS = 4,
  // Two equal readings of a launch.
  HWS_WAIT_STABLE_LAUNCH = 5,
  // Idle SIPs.
  HWS_WAIT_SIPS_IDLE = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hws_wait hws_wait;
#else
typedef uint32_t hws_wait;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The result of resetting a DAG.
enum hws_dag_reset
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // The slot is free and the tag may be used again.
  HWS_DAG_FREED = 0,
  // Kernels of the DAG are still resident: its history is cleared, but it keeps its slot and tag.
  HWS_DAG_STILL_RESIDENT = 1,
  // No slot has the tag; it may be used.
  HWS_DAG_NOT_FOUND = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hws_dag_reset hws_dag_reset;
#else
typedef uint32_t hws_dag_reset;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The kind of a message, with the members that it uses.
enum hws_message_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // There is no message.
  HWS_MESSAGE_NONE = 0,
  // Where a block was placed: `sips`.
  HWS_MESSAGE_RESULT = 1,
  // Always directly after its RESULT: `entry`, `launch_id`, `last_block`, `vc_base`, `vc_num`.
  HWS_MESSAGE_SCHED_INFO = 2,
  // All SIPs of a block are done: `launch_id`, `kernel_finish`.
  HWS_MESSAGE_BLOCK_FINISH = 3,
  // The task was rejected: `error`.
  HWS_MESSAGE_ERROR = 4,
  // A block needs an L2 grant: `entry`, `places`.
  HWS_MESSAGE_L2_ALLOC_REQ = 5,
  // A block needs a VC grant: `entry`, `places`.
  HWS_MESSAGE_VC_ALLOC_REQ = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hws_message_kind hws_message_kind;
#else
typedef uint32_t hws_message_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The details of a failure. Members that do not concern it are 0.
typedef struct {
  // The status that the call returned.
  hws_status status;
  // The name of the parameter or member or, for other hardware, of the register. Zero-terminated.
  char name[HWS_NAME_BYTES];
  // The argument's value (for a list, the first invalid element), or the value read.
  int64_t value;
  // What was expected of the argument.
  hws_expected expected;
  // Smallest legal value. For other hardware, this and `max` are the expected value of the register.
  int64_t min;
  // Largest legal value.
  int64_t max;
  // The code that the callback of the bus returned.
  int bus_code;
  // What did not happen in time.
  hws_wait wait;
  // The number of polls.
  uint32_t polls;
  // Low word of an unknown message.
  uint32_t dw0;
  // High word of an unknown message.
  uint32_t dw1;
} hws_error;

// The handle that every call on the hardware takes: how to access the registers, and where to store error details.
//
// An access is an aligned 32-bit word at a byte offset of the register window. The functions return 0, or any
// other code if the access failed; the call then stops with HWS_BUS and reports the code in `bus_code`. The
// library keeps no state, so a handle may be copied or created again at any time.
typedef struct {
  // Passed to the two functions unchanged.
  void *ctx;
  // Reads the register at `offset` into `*value`.
  int (*read32)(void *ctx, uint32_t offset, uint32_t *value);
  // Writes the register at `offset`.
  int (*write32)(void *ctx, uint32_t offset, uint32_t value);
  // Where a failed call stores the details, or NULL. Calls that succeed do not change it.
  hws_error *error;
} hws_bus;

// The result of a claim. The granted SIPs are lost to the HWS until they are released.
typedef struct {
  // SIPs granted to firmware by this claim.
  uint32_t granted;
  // SIPs not granted: absent, not idle, reserved, or already owned by firmware.
  uint32_t refused;
  // All claimed SIPs that firmware now owns, including those it owned before.
  uint32_t owned;
} hws_claim;

// A usage mask for each context and size class, bit i for SIP i.
typedef struct {
  // By context, then by class.
  uint32_t mask[HWS_N_CTX][HWS_N_CLASS];
} hws_usage_masks;

// The SIPs that are free, and those that soon will be.
typedef struct {
  // Neither running nor pending.
  uint32_t idle;
  // Idle or about to be.
  uint32_t pre_idle;
} hws_sip_status;

// The counters since the last reset. All but `cycles` wrap at 32 bits; compare them by subtraction.
typedef struct {
  // Ticks.
  uint64_t cycles;
  // Attempts that committed.
  uint32_t attempts;
  // Attempts that chose nothing.
  uint32_t failed;
  // Launches from the R-pool.
  uint32_t launches_r;
  // Launches from the P-pool.
  uint32_t launches_p;
  // Launches from the O-pool.
  uint32_t launches_o;
  // Launches of other kernels on a reserved SIP.
  uint32_t backfills;
  // Launches with a block on a SIP that was not idle.
  uint32_t early;
  // Promotions.
  uint32_t promotions;
  // Reservations cancelled.
  uint32_t cancels;
  // Kernels done.
  uint32_t kernels_done;
  // Tasks rejected.
  uint32_t tasks_rejected;
  // Messages dropped.
  uint32_t messages_dropped;
} hws_counters;

// Up to HWS_DAG_TABLE_SIZE DAGs that firmware has open, each with its own tag.
//
// A tag is reused only after the hardware has confirmed its reset, and tags are assigned in rotation. A table with
// all words 0 is empty. The contents are private to the library; words that cannot be a table are an argument error.
typedef struct {
  // Private to the library.
  uint32_t opaque[HWS_DAG_TABLE_WORDS];
} hws_dag_table;

// The first error since ERR_STATUS was last clear.
typedef struct {
  // There is an error; otherwise everything else is 0.
  bool valid;
  // The condition: one of the HWS_ERROR constants.
  uint32_t code;
  // hdr_id of the kernel, task, push or message concerned; 0 if there is none.
  uint32_t hdr_id;
  // hdr_entry_id, likewise.
  uint32_t hdr_entry_id;
} hws_first_error;

// Causes of the interrupt. Both are levels: each lasts as long as its reason.
typedef struct {
  // The message FIFO is not empty.
  bool message;
  // ERR_STATUS is not clear.
  bool error;
} hws_interrupts;

// The state of the engine, the loader and the queues.
typedef struct {
  // An attempt is in flight.
  bool attempt_busy;
  // The loader is reading a descriptor.
  bool loader_busy;
  // Commands waiting for a boundary.
  uint32_t commands_pending;
  // Valid Ready Station entries.
  uint32_t entries;
  // Valid entries that hold a reservation.
  uint32_t r_tasks;
  // Tasks in the HDR FIFO.
  uint32_t hdr_tasks;
} hws_engine;

// Where the VCs of a kernel's blocks come from: one of the HWS_VC constants.
typedef uint32_t hws_vc;

// What the runtime asks firmware to run. If all members but `threads` and `blocks` are 0, the kernel needs nothing.
typedef struct {
  // The kernel.
  uint32_t kernel_id;
  // Context, 0..=3.
  uint32_t ctx;
  // Tag of its DAG, 0..=65535.
  uint32_t dag_tag;
  // Not 0: the kernel is on the critical path.
  uint32_t on_cp;
  // Not 0: all blocks start together.
  uint32_t coop;
  // SIPs per block: 1, 2, 3, 4, 6, 8, 9, 12 or 16.
  uint32_t threads;
  // Number of blocks, 1..=65535.
  uint32_t blocks;
  // Blocks that may start immediately, 0..=65535; `hws_trigger_blocks` allows more.
  uint32_t triggered;
  // The logical SIPs it may use.
  uint32_t affinity;
  // Estimated execution time of a block in time units.
  uint32_t est_exec_time;
  // Priority given by the planner.
  uint32_t offline_priority;
  // Not 0: its launches and finishes are reported to firmware.
  uint32_t report;
  // Not 0: each block needs L2; otherwise the other L2 members are ignored.
  uint32_t has_l2;
  // L2 bytes per block.
  uint32_t l2_bytes_per_block;
  // L2 grants that may be requested ahead of the launched blocks, 0..=255; 0 counts as 1.
  uint32_t l2_ahead;
  // L2 grants that a prefetch of this kernel waits for, 0..=65535.
  uint32_t l2_prefetch_blocks;
  // Where its VCs come from.
  hws_vc vc;
  // First VC for HWS_VC_FIXED, 0..=255; otherwise ignored.
  uint32_t vc_base;
  // Number of VCs, 0..=255.
  uint32_t vc_num;
  // Byte address of the first parameter slot.
  uint32_t params_base;
  // Number of parameter slots, 0..=65535, used in turn; 0 means one slot for all blocks.
  uint32_t params_slots;
  // Size of a parameter slot in bytes, 0..=65535.
  uint32_t params_slot_bytes;
} hws_kernel_action;

// The source of a task: one of the HWS_SOURCE constants.
typedef uint32_t hws_source;

// The ids that a task carries for its whole life.
typedef struct {
  // The source of the task.
  hws_source source;
  // hdr_id, 0..=15.
  uint32_t hdr_id;
  // hdr_entry_id, 0..=255.
  uint32_t hdr_entry_id;
} hws_task_ids;

// One launch in flight: a block on its SIPs.
typedef struct {
  // The entry holds a launch; otherwise everything else is 0.
  bool valid;
  // A command to start it went to the MDMA.
  bool mdma;
  // A message about it went to firmware.
  bool mih;
  // Its place in the launch table.
  uint32_t launch_id;
  // The task.
  hws_task_ids ids;
  // The block.
  uint32_t block_id;
  // Sequence number of the kernel.
  uint32_t kernel_seq;
  // Its SIPs.
  uint32_t sips;
  // The SIPs that have completed.
  uint32_t done;
} hws_launch;

// A message. Members that its kind does not use are 0.
typedef struct {
  // The kind.
  hws_message_kind kind;
  // The task.
  hws_task_ids ids;
  // The block.
  uint32_t block_id;
  // The logical SIPs of the block.
  uint32_t sips;
  // The kernel's entry.
  uint32_t entry;
  // The launch; 0 means none in the finish of an allocation-only kernel.
  uint32_t launch_id;
  // This COMMIT frees the entry.
  bool last_block;
  // The kernel no longer has an entry or a launch.
  bool kernel_finish;
  // First VC allocated by the HWS.
  uint32_t vc_base;
  // Number of VCs allocated by the HWS.
  uint32_t vc_num;
  // Why the task was rejected: one of the HWS_ERROR constants.
  uint32_t error;
  // Where a block of the kernel fits: bit v for VG v (L2), bit d for die d (VC).
  uint32_t places;
} hws_message;

// The paths, and whether launches are reported.
typedef struct {
  // What delivers a launch: a value of `enum hws_out_path`.
  uint32_t out_path;
  // The source of tasks: a value of `enum hws_in_path`.
  uint32_t in_path;
  // Launches and finishes are also reported by message while the MDMA delivers.
  bool report;
} hws_mode;

// The clusters of a machine; only twelve pairs are legal.
typedef struct {
  // SIPs per cluster: 3, 4, 6, 8, 12 or 16.
  uint32_t cluster_sip_num;
  // Number of clusters: 1, 2, 4 or 8, so that they fill one die or two.
  uint32_t cluster_num;
} hws_topology;

// What determines that a SIP is about to become idle: one of the HWS_PRE_IDLE constants. EARLY_LAUNCH_MODE has the
// two values the other way round.
typedef uint32_t hws_pre_idle;

// A point of a priority curve.
typedef struct {
  // The rank, below HWS_N_RANK.
  uint32_t rank;
  // Its ratio.
  uint32_t ratio;
} hws_rank_ratio;

// A task that firmware pushes to the HWS.
typedef struct {
  // Byte address of the task descriptor, a multiple of 4.
  uint32_t td_addr;
  // hdr_id, 0..=15, which every message of the task carries.
  uint32_t hdr_id;
  // hdr_entry_id, 0..=255, likewise.
  uint32_t hdr_entry_id;
  // Context, 0..=3; the one in the descriptor is ignored.
  uint32_t ctx;
} hws_firmware_task;

// A report of a SIP, with values from its MDMA command.
typedef struct {
  // The launch that the SIP runs, 0..=63.
  uint32_t launch_id;
  // The block of that launch, 0..=65535.
  uint32_t block_id;
  // The reporting SIP, 0..=31.
  uint32_t sip;
} hws_sip_report;

// Every status, in ascending order.
#define hws_status_ALL { HWS_OK, HWS_ARGUMENT, HWS_NULL_POINTER, HWS_MISALIGNED_POINTER, HWS_BUFFER, HWS_BUS, HWS_TIMEOUT, HWS_UNKNOWN_MESSAGE, HWS_OTHER_HARDWARE, HWS_TOPOLOGY_IN_USE, HWS_MAP_IN_USE, HWS_MAP_NOT_PERMUTATION, HWS_SIPS_IN_USE, HWS_DAG_TABLE_FULL, HWS_COMMAND_DROPPED, HWS_UNEXPECTED_RESULT, HWS_NOT_FIRMWARE_INPUT, HWS_TASK_FIFO_FULL, HWS_MASK_NOT_TAKEN, HWS_NO_MESSAGES, HWS_NO_FREE_TAG, HWS_UNKNOWN_DAG, }

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the HWS_FW_ABI_VERSION with which the library was built.
uint32_t hws_fw_abi_version(void);

// Returns whether the library fits a program that was compiled with a header of this version: call it with
// HWS_FW_ABI_VERSION before any other function.
//
// It fits if the major numbers are equal and the library is not older than the header.
bool hws_fw_abi_fits(uint32_t header);

// Makes `*bus` the handle of the memory-mapped register window at `base`; its `error` is NULL.
//
// `base` must be the address of the HWS's whole register window, mapped as device memory for as long as the
// handle is used. Nothing else may access the window during that time. Each access is one volatile 32-bit load
// or store. Barriers against other masters (for descriptors in shared memory before a push, say) are up to the
// caller. NULL, an address that is not a multiple of 4 and a window past the end of memory are refused.
hws_status hws_mmio_bus(void *base,
                        hws_bus *bus);

// Claims SIPs and waits until the hardware has decided. Each SIP of the mask is decided separately.
//
// Only SIPs idle at one boundary are granted; `hws_claim_when_idle` waits for busy ones. After HWS_BUS or
// HWS_TIMEOUT the claim may have been granted; check `hws_get_owned_sips`, or `owned` of a repeated claim.
hws_status hws_claim_sips(const hws_bus *bus,
                          uint32_t mask,
                          hws_claim *claim);

// Takes SIPs out of every usage mask, waits until they are idle and not reserved, claims them, and sets every
// usage mask to `masks`, usually those that firmware configured (`hws_get_usage_masks`).
//
// How long a block runs is not a hardware parameter, so the caller limits the number of polls (`polls`, at least
// 1, two accesses each). After HWS_BUS the masks may still be narrowed, and the SIPs may have been claimed: repeat
// the call and check `owned`, or give up with `hws_set_usage_masks` and `hws_release_sips`. After any other error
// the masks are `masks`.
hws_status hws_claim_when_idle(const hws_bus *bus,
                               uint32_t mask,
                               const hws_usage_masks *masks,
                               uint32_t polls,
                               hws_claim *claim);

// Returns SIPs to the HWS. SIPs that firmware does not own are ignored, so the call can be repeated.
hws_status hws_release_sips(const hws_bus *bus,
                            uint32_t mask);

// Gets the SIPs that firmware owns.
hws_status hws_get_owned_sips(const hws_bus *bus, uint32_t *sips);

// Gets a consistent pair of masks: the SIPs that are idle, and those that are pre-idle.
//
// Errors: HWS_TIMEOUT if the machine is too busy for two equal readings; the call can be repeated.
hws_status getSIPStatus(const hws_bus *bus, hws_sip_status *status);

// Gets the remaining estimate of the block that runs on a SIP (0..=31), in time units.
hws_status hws_get_remaining_time(const hws_bus *bus, uint32_t sip, uint32_t *units);

// Reads every counter, one after the other, so the values are not from a single cycle.
hws_status hws_get_counters(const hws_bus *bus, hws_counters *counters);

// Gets the ticks since the last reset.
hws_status hws_get_cycles(const hws_bus *bus, uint64_t *cycles);

// Opens a DAG: assigns a tag, unless it has one, and announces it to the hardware as `initDAGProperty` does.
//
// If the hardware refuses, a tag assigned by this call is freed again. After HWS_BUS or HWS_TIMEOUT it is unknown
// whether the hardware accepted the DAG, so it keeps its tag: repeat the call, or close the DAG.
//
// Errors: HWS_NO_FREE_TAG; those of `initDAGProperty`.
hws_status hws_open_dag(const hws_bus *bus,
                        hws_dag_table *table,
                        uint32_t id,
                        uint32_t total,
                        uint32_t dynamic,
                        uint32_t *tag);

// Closes a DAG: resets it in the hardware, and frees its tag once the hardware has released it.
//
// After HWS_DAG_STILL_RESIDENT the DAG stays open; repeat the call when its kernels are done.
//
// Errors: HWS_UNKNOWN_DAG; those of `resetDAG`.
hws_status hws_close_dag(const hws_bus *bus,
                         hws_dag_table *table,
                         uint32_t id,
                         hws_dag_reset *reset);

// Gets the tag of an open DAG.
//
// Errors: HWS_UNKNOWN_DAG if the DAG is not open.
hws_status hws_dag_table_tag(const hws_dag_table *table,
                             uint32_t id,
                             uint32_t *tag,
                             hws_error *error);

// Gets the id of the open DAG with a tag (0..=65535).
//
// Errors: HWS_UNKNOWN_DAG if no open DAG has it.
hws_status hws_dag_table_id(const hws_dag_table *table,
                            uint32_t tag,
                            uint32_t *id,
                            hws_error *error);

// Gets the number of open DAGs.
hws_status hws_dag_table_len(const hws_dag_table *table, uint32_t *len, hws_error *error);

// Removes every DAG, as a soft reset does in the hardware. The rotation of tags continues.
hws_status hws_dag_table_clear(hws_dag_table *table, hws_error *error);

// Announces a DAG by its tag (0..=65535) and waits until its slot is set up. It can be repeated after HWS_BUS.
//
// If `dynamic` is not 0, kernels are ranked by their unscaled offline priorities, and `total` is ignored.
// Otherwise they are ranked by the remaining share of `total` kernels, scaled by the priority table.
//
// Errors: HWS_DAG_TABLE_FULL, HWS_COMMAND_DROPPED.
hws_status initDAGProperty(const hws_bus *bus,
                           uint32_t tag,
                           uint32_t total,
                           uint32_t dynamic);

// Clears the HWS's history of a DAG and frees its slot unless kernels still use it, as reported in `reset`.
//
// Errors: HWS_COMMAND_DROPPED. If repeated after HWS_BUS, it may not find a slot that the first call freed.
hws_status resetDAG(const hws_bus *bus,
                    uint32_t tag,
                    hws_dag_reset *reset);

// Returns the name of an error condition in ERR_STATUS; `code` is one of the HWS_ERROR constants. Never NULL.
const char *hws_error_name(uint32_t code);

// Gets the errors since they were last cleared: bit i is the condition i of the HWS_ERROR constants.
hws_status hws_get_errors(const hws_bus *bus,
                          uint32_t *errors);

// Gets the first error and its task.
hws_status hws_get_first_error(const hws_bus *bus, hws_first_error *first);

// Clears exactly the errors of a set. An error that recurs at the same time stays set.
//
// Errors: HWS_ARGUMENT for a bit that is not a condition.
hws_status hws_clear_errors(const hws_bus *bus, uint32_t errors);

// Enables the causes that are not 0 and disables the others.
hws_status hws_enable_interrupts(const hws_bus *bus, uint32_t message, uint32_t error);

// Gets the causes that are active now, enabled or not.
hws_status hws_get_interrupts(const hws_bus *bus, hws_interrupts *causes);

// Checks the identity, the register-map version (the patch level may differ) and the parameters.
//
// The bounds of all waits are derived from these parameters, so bring-up should start here.
//
// Errors: HWS_OTHER_HARDWARE, with the register's name, its value (`value`) and the expected value (`min`).
hws_status hws_identify(const hws_bus *bus);

// Gets the state of the engine, the loader and the queues.
hws_status hws_get_status(const hws_bus *bus, hws_engine *engine);

// Fills `words` (HWS_TD_WORDS) with the descriptor of the kernel itself.
//
// Errors: HWS_ARGUMENT with the name of a member that is out of range; for more than 64 VCs from the HWS the name
// is `vc`.
hws_status hws_kernel_action_compute(const hws_kernel_action *action,
                                     uint32_t *words,
                                     hws_error *error);

// Fills `words` (HWS_TD_WORDS) with the descriptor of a prefetch, which allocates the kernel's L2 before the kernel
// may run.
//
// Each of the two kernels has its own descriptor. Firmware counts its grants in the prefetch's, and copies them
// with `hws_copy_grants` before it pushes the kernel itself. The prefetch always reports.
//
// Errors: those of `hws_kernel_action_compute`; HWS_ARGUMENT (`has_l2`) if the kernel needs no L2.
hws_status hws_kernel_action_prefetch(const hws_kernel_action *action,
                                      uint32_t *words,
                                      hws_error *error);

// Copies the L2 grants that a prefetch collected into the descriptor of its kernel (HWS_TD_WORDS each).
hws_status hws_copy_grants(const uint32_t *prefetch,
                           uint32_t *compute,
                           hws_error *error);

// Gets whether firmware needs messages about the blocks of a kernel (`words`, HWS_TD_WORDS), because it triggers
// blocks later, reuses parameter slots, or issues grants.
hws_status hws_needs_messages(const uint32_t *words,
                              bool *needs,
                              hws_error *error);

// Gets the byte address of the parameter slot of a block (0..=65535) of a kernel (`words`, HWS_TD_WORDS).
hws_status hws_block_param_addr(const uint32_t *words,
                                uint32_t block_id,
                                uint32_t *address,
                                hws_error *error);

// Checks, before a kernel (`words`, HWS_TD_WORDS) is pushed, that firmware will receive the messages that the
// kernel's flow control needs.
//
// Errors: HWS_NO_MESSAGES.
hws_status hws_check_messages(const hws_bus *bus,
                              const uint32_t *words);

// Gets a launch in flight, 0..=63; not `valid` if the entry is free.
//
// Firmware alone has to start a launch with `mih` and without `mdma`.
hws_status hws_get_launch(const hws_bus *bus, uint32_t launch_id, hws_launch *launch);

// Gets every launch that firmware alone has to start, by launch id, and their number in `count`.
//
// Use it after MIH_OVERFLOW, or after a pop whose answer was lost, to find launches that firmware has not started.
// Drain the messages first, because messages still in the FIFO were not lost. `count` is also set if the call
// fails.
//
// Errors: HWS_BUFFER if there are more than `capacity` (HWS_N_LAUNCH is enough). HWS_TIMEOUT if a launch had no
// stable reading; the others were read all the same.
hws_status hws_firmware_launches(const hws_bus *bus,
                                 hws_launch *launches,
                                 size_t capacity,
                                 size_t *count);

// Takes the next message out of the FIFO; its kind is HWS_MESSAGE_NONE if the FIFO is empty.
//
// Errors: HWS_UNKNOWN_MESSAGE with the words of a message with an undefined encoding, which has been popped. After
// HWS_BUS the message may be gone; its contents are also in the launch table (`hws_get_launch`).
hws_status hws_next_message(const hws_bus *bus,
                            hws_message *message);

// Drains the FIFO into `messages` until it is empty or `capacity` messages, counted in `count`, have been taken.
//
// If `count` equals `capacity`, there may be more messages. `count` is also set if the call fails, and the messages
// before the failure are stored. After HWS_UNKNOWN_MESSAGE the unknown message has been popped, and a repeated call
// continues after it.
hws_status hws_drain_messages(const hws_bus *bus,
                              hws_message *messages,
                              size_t capacity,
                              size_t *count);

// Gets the number of messages in the FIFO.
hws_status hws_get_message_count(const hws_bus *bus, uint32_t *count);

// Sets the two paths, values of `enum hws_out_path` and `enum hws_in_path`; whether launches are reported does not
// change.
//
// A task keeps the source it was popped from. The output path is read when a block is launched.
hws_status setHWSmode(const hws_bus *bus,
                      uint32_t out_path,
                      uint32_t in_path);

// If `enable` is not 0, launches and finishes are also reported by message while the MDMA delivers.
hws_status enableHWSreportAmos(const hws_bus *bus, uint32_t enable);

// Gets the paths, and whether launches are reported.
hws_status hws_get_mode(const hws_bus *bus, hws_mode *mode);

// Allows scheduling attempts to start.
//
// Errors: HWS_MAP_NOT_PERMUTATION if the scheduler stayed disabled.
hws_status hws_enable(const hws_bus *bus);

// Prevents new attempts from starting and waits until the one in flight has committed. SIPs keep running.
hws_status hws_disable(const hws_bus *bus);

// Gets whether attempts may start.
hws_status hws_get_is_enabled(const hws_bus *bus, bool *is_enabled);

// Gets how many blocks of `threads` SIPs fit on the machine at once: the largest cooperative kernel.
hws_status hws_max_coop_blocks(hws_topology topology,
                               uint32_t threads,
                               uint32_t *blocks,
                               hws_error *error);

// Narrows the affinity of a kernel whose blocks are smaller than a cluster to `cluster` (0..=7).
//
// Two cases remain: a block smaller than a cluster with affinity inside one cluster, or a block of exactly one
// cluster with any affinity (its block parameters must not depend on the cluster). A mask that is already such a
// case is returned without absent SIPs but otherwise unchanged. `together` is how many blocks have to fit at once:
// 1, or all blocks of a cooperative kernel. `pinned` is 0 if the cluster does not have space for that many.
hws_status hws_pin_to_cluster(hws_topology topology,
                              uint32_t threads,
                              uint32_t together,
                              uint32_t affinity,
                              uint32_t cluster,
                              uint32_t *pinned,
                              hws_error *error);

// Does the same with the cluster that has the smallest of `loads` (HWS_N_CLUSTER elements, in any measure of the
// caller) among those in which the kernel fits, the lowest on a tie. `pinned` is 0 if it fits in none.
hws_status hws_pin_to_least_loaded_cluster(hws_topology topology,
                                           uint32_t threads,
                                           uint32_t together,
                                           uint32_t affinity,
                                           const uint32_t *loads,
                                           uint32_t *pinned,
                                           hws_error *error);

// Switches early launch on or off and chooses the source of pre-idle.
//
// `pre_idle_offset` is the remaining time, in time units, at which the HWS makes a SIP pre-idle; it is ignored if
// SIPs report. The estimate is kept even while early launch is off; pre-idle is then only a status.
hws_status configEarlyLaunch(const hws_bus *bus,
                             uint32_t enable,
                             hws_pre_idle source,
                             uint32_t pre_idle_offset);

// Sets when a kernel is promoted, from the next COMMIT on. Existing reservations stay.
//
// `rules` is a set of the HWS_PROMOTE constants. `threshold` counts failed attempts, 0..=65535 (a single digit is
// recommended). `r_tasks_max` is the maximum number of R-tasks at once, 1..=8 (more than one can starve a
// cooperative kernel). If `most_failed_first` is not 0, the threshold rule tries the task with the most failures
// first, instead of the pool's order. The reset value is (HWS_PROMOTE_THRESHOLD, 4, 1, 0).
hws_status configPromotionPolicy(const hws_bus *bus,
                                 uint32_t rules,
                                 uint32_t threshold,
                                 uint32_t r_tasks_max,
                                 uint32_t most_failed_first);

// Sets the backfill margin to exactly `margin` time units. A positive margin is kept; a negative one allows the
// reserved task to be delayed by at most that much. Nothing is added, so tasks can starve; prefer
// `hws_config_backfill_safe`.
//
// Errors: HWS_ARGUMENT for INT32_MIN.
hws_status configBackfill(const hws_bus *bus,
                          int32_t margin);

// Sets the backfill margin to the smallest one with which no reserved task starves, plus `extra` time units.
//
// It is computed from the current launch delay and time unit; repeat the call after changing either.
//
// Errors: HWS_ARGUMENT if the margin does not fit in 31 bits.
hws_status hws_config_backfill_safe(const hws_bus *bus,
                                    uint32_t extra);

// Sets the order in which resources are tried: reserved SIPs before free ones, and tasks that take every ready SIP
// of the clusters they use before the highest priority.
hws_status configRscAllocation(const hws_bus *bus,
                               uint32_t use_reserved_first,
                               uint32_t fillup_first);

// Sets how many kernels of one DAG compete in the P-pool, 1..=4.
hws_status hws_set_p_top_k(const hws_bus *bus, uint32_t kernels);

// If `enable` is not 0, each admission to a dynamic DAG raises the offline priority of the DAG's other resident
// kernels by one.
hws_status hws_set_age_boost(const hws_bus *bus,
                             uint32_t enable);

// If `enable` is not 0, blocks wait for their L2 and VC grants. Switching this off strands allocation-only kernels,
// which finish only while it is on.
hws_status hws_set_second_resources(const hws_bus *bus,
                                    uint32_t enable);

// Sets the ratio of one rank, below HWS_N_RANK; at rank 0, 100 % of the DAG remains.
hws_status setPriorityLookupTable(const hws_bus *bus, uint32_t rank, uint32_t ratio);

// Sets the ratios of all HWS_N_RANK ranks in ascending order.
hws_status hws_set_priority_table(const hws_bus *bus, const uint32_t *table);

// Fills a table of HWS_N_RANK ratios with a straight line, rounded down.
hws_status hws_priority_curve_linear(uint32_t first,
                                     uint32_t last,
                                     uint32_t *table,
                                     hws_error *error);

// Fills a table of HWS_N_RANK ratios: each is the previous one times `numerator / denominator`, rounded to the
// nearest integer and saturated to 32 bits.
//
// Errors: HWS_ARGUMENT for a denominator of 0.
hws_status hws_priority_curve_geometric(uint32_t first,
                                        uint32_t numerator,
                                        uint32_t denominator,
                                        uint32_t *table,
                                        hws_error *error);

// Fills a table of HWS_N_RANK ratios from `count` points, at least one, in strictly ascending order of rank: linear
// between the points, constant before the first and after the last.
//
// Errors: HWS_ARGUMENT if there are no points, or they are not ascending, or one is past the last rank.
hws_status hws_priority_curve_points(const hws_rank_ratio *points,
                                     size_t count,
                                     uint32_t *table,
                                     hws_error *error);

// Resets everything but the configuration, unless a SIP is not idle or is owned by firmware.
//
// The scheduler is disabled afterwards. All entries, launches and tags are invalid (`hws_dag_table_clear`); unread
// messages are lost.
//
// Errors: HWS_SIPS_IN_USE, which leaves ERR_STATUS.CFG set.
hws_status hws_soft_reset(const hws_bus *bus);

// Resets everything but the configuration, whatever the SIPs do. SIPs owned by firmware return to the HWS.
//
// `permit` is HWS_I_HAVE_RESET_EVERY_SIP; anything else is an argument error. A SIP that was not reset would later
// report to an unrelated launch, which no check can detect.
hws_status hws_soft_reset_after_sip_reset(const hws_bus *bus,
                                          uint32_t permit);

// Returns the text of a status, without details. Never NULL: there is also a text for numbers that are not a status.
const char *hws_status_text(int32_t status);

// Pushes a task into the firmware FIFO. It is scheduled exactly once, however many blocks it has. The descriptor
// must be visible to the HWS before the call.
//
// Errors: HWS_NOT_FIRMWARE_INPUT before anything is written; HWS_TASK_FIFO_FULL. After HWS_BUS the task may have
// been pushed, and pushing it again may run it twice, so look for its ids in the messages first.
hws_status hws_push_task(const hws_bus *bus,
                         const hws_firmware_task *task);

// Gets the ids that messages of a task carry.
hws_status hws_firmware_task_ids(const hws_firmware_task *task,
                                 hws_task_ids *ids,
                                 hws_error *error);

// Allows the kernel `ids` in `entry` (0..=31) to start blocks until `count` (0..=65535) have started in total.
//
// The entry comes from a HWS_MESSAGE_SCHED_INFO or a request. If the entry holds another kernel when the command
// retires, it only sets ERR_STATUS.TRIGGER_ENTRY. A count below the current one changes nothing and sets
// ERR_STATUS.TRIGGER_REGRESS. Repeating the call is harmless.
hws_status hws_trigger_blocks(const hws_bus *bus,
                              uint32_t entry,
                              const hws_task_ids *ids,
                              uint32_t count);

// Gets how many blocks the kernel in `entry` may start in total; 0 if the entry is not valid.
hws_status hws_get_triggered_blocks(const hws_bus *bus, uint32_t entry, uint32_t *count);

// Makes the HWS read the live words of the descriptor of kernel `ids` in `entry` again: the trigger and, with
// second resources on, the grants. Write them to shared memory first. Repeating the call is harmless.
hws_status hws_refresh_descriptor(const hws_bus *bus,
                                  uint32_t entry,
                                  const hws_task_ids *ids);

// Reports that a SIP has completed its part of the block.
//
// A report that matches no running launch changes nothing and sets ERR_STATUS.SPURIOUS_COMPLETE. After HWS_BUS it
// may have been delivered. It was if `done` of `hws_get_launch` contains the SIP, or if the entry is free or belongs
// to another launch.
hws_status sipComplete(const hws_bus *bus,
                       const hws_sip_report *report);

// Reports that a SIP is about to complete its part of the block; ignored while the HWS uses its own estimate.
//
// A report that matches no running launch changes nothing and sets ERR_STATUS.SPURIOUS_PRE_COMPLETE.
hws_status sipPreComplete(const hws_bus *bus,
                          const hws_sip_report *report);

// Sets the length of a time unit, the unit of estimates, offsets and margins: 1..=65536 cycles.
//
// A safe backfill margin depends on the time unit: repeat `hws_config_backfill_safe`.
hws_status hws_set_time_unit(const hws_bus *bus, uint32_t cycles);

// Gets the length of a time unit in cycles.
hws_status hws_get_time_unit(const hws_bus *bus, uint32_t *cycles);

// Sets the byte offset of the scheduling part in a task descriptor: a multiple of 4, below 64 KiB.
hws_status hws_set_descriptor_offset(const hws_bus *bus, uint32_t bytes);

// Sets the time that is added to the estimate of a launch on an idle SIP, in time units.
//
// A safe backfill margin depends on this delay: repeat `hws_config_backfill_safe`.
hws_status hws_set_launch_delay(const hws_bus *bus, uint32_t units);

// Sets the number and size of the clusters.
//
// Errors: HWS_ARGUMENT if the pair is not legal; HWS_TOPOLOGY_IN_USE if the old value stayed.
hws_status hws_set_topology(const hws_bus *bus, hws_topology topology);

// Gets the machine's clusters.
hws_status hws_get_topology(const hws_bus *bus, hws_topology *topology);

// Gets the logical SIPs that exist, bit i for SIP i.
hws_status hws_get_present_sips(const hws_bus *bus, uint32_t *sips);

// Sets which physical SIP the MDMA addresses for each logical SIP; `map` has HWS_N_SIP elements.
//
// The scheduler must be disabled and every SIP idle.
//
// Errors: HWS_ARGUMENT if two logical SIPs share a physical one; HWS_MAP_IN_USE.
hws_status hws_set_xmc_map(const hws_bus *bus, const uint32_t *map);

// Gets the physical SIP of a logical one, 0..=31.
hws_status hws_get_physical_sip(const hws_bus *bus, uint32_t sip, uint32_t *physical);

// Converts compact ids to logical SIPs: compact id k is the k-th SIP that the machine has.
//
// Errors: HWS_ARGUMENT if an id is past the number of SIPs, or the topology is not legal.
hws_status hws_sip_ids_to_logical(hws_topology topology,
                                  uint32_t compact,
                                  uint32_t *logical,
                                  hws_error *error);

// Converts logical SIPs to compact ids.
//
// Errors: HWS_ARGUMENT if the machine does not have one of the SIPs, or the topology is not legal.
hws_status hws_sip_ids_from_logical(hws_topology topology,
                                    uint32_t logical,
                                    uint32_t *compact,
                                    hws_error *error);

// Sets the SIPs that context `ctx` (0..=3) may use for blocks of `threads` SIPs (1, 2, 3, 4, 6, 8, 9, 12 or 16), and
// waits until no attempt that latched the old mask can still commit. From then on, that context and class launches
// nothing on SIPs removed from the mask. Blocks already running continue.
//
// Errors: HWS_MASK_NOT_TAKEN if the mask reads back differently.
hws_status sipUsageMaskConfig(const hws_bus *bus,
                              uint32_t ctx,
                              uint32_t threads,
                              uint32_t mask);

// Sets a usage mask and returns at once. An attempt in flight may still launch by the old one.
hws_status hws_set_usage_mask_no_wait(const hws_bus *bus,
                                      uint32_t ctx,
                                      uint32_t threads,
                                      uint32_t mask);

// Gets the SIPs that context `ctx` may use for blocks of `threads` SIPs.
hws_status hws_get_usage_mask(const hws_bus *bus, uint32_t ctx, uint32_t threads, uint32_t *mask);

// Gets the usage masks of every context and class.
hws_status hws_get_usage_masks(const hws_bus *bus, hws_usage_masks *masks);

// Sets the usage masks of every context and class, and waits until no attempt that latched an old one can still
// commit.
//
// Errors: HWS_MASK_NOT_TAKEN if one reads back differently. After a failed access, the masks before it are set.
hws_status hws_set_usage_masks(const hws_bus *bus,
                               const hws_usage_masks *masks);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* HWS_FW_H */
