/* The model of the HWS for C. Generated from bindings/c-model/src by bindings/headers: do not edit.
 *
 * A model is a handle of one HWS with its shared memory. Handles share no state; a handle must not be used by two
 * threads at once. Time passes only in calls that say so. A call returns a status; if it fails, it does not change
 * its output parameters. NULL and misaligned pointers are detected and refused; any other pointer must point to what
 * its type says.
 */

#ifndef HWS_MODEL_H
#define HWS_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version of the binary interface that this header declares: 1000 times the major number plus the minor one.
//
// The major number rises when something that a program may use is changed or removed, the minor one when something
// is added. The shared library is named after the major number.
#define HWS_MODEL_ABI_VERSION 1002

// The status of a call.
enum hws_model_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Done.
  HWS_MODEL_OK = 0,
  // A required pointer is NULL.
  HWS_MODEL_NULL_POINTER = 1,
  // A pointer is not aligned for its type.
  HWS_MODEL_MISALIGNED_POINTER = 2,
  // An argument is not legal.
  HWS_MODEL_ARGUMENT = 3,
  // The offset of a register access is not a multiple of 4. It sets ERR_STATUS.BUS, like the next three.
  HWS_MODEL_UNALIGNED = 4,
  // No register at this offset.
  HWS_MODEL_UNMAPPED = 5,
  // A read of a write-only register.
  HWS_MODEL_WRITE_ONLY = 6,
  // A write to a read-only register.
  HWS_MODEL_READ_ONLY = 7,
  // The FIFO of the HDR port is full: the push was refused.
  HWS_MODEL_FULL = 8,
  // There is no MDMA command, or no event.
  HWS_MODEL_EMPTY = 9,
  // The words are outside the shared memory, or the address is not a multiple of 4.
  HWS_MODEL_NO_MEMORY = 10,
  // A register of the design differs from that of the model.
  HWS_MODEL_DIFFERENT = 11,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum hws_model_status hws_model_status;
#else
typedef int32_t hws_model_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The kinds of events. Behind each, its words: the values in the order of the keys of the trace.
typedef enum {
  // A task was admitted to the Ready Station: entry, seq, kernel_id.
  HWS_EVENT_ADMIT = 0,
  // An ERR_STATUS condition occurred: bit, hdr_id, hdr_entry_id.
  HWS_EVENT_ERROR = 1,
  // A stale reservation was cancelled: entry, mask.
  HWS_EVENT_CANCEL = 2,
  // An attempt ended: launched.
  HWS_EVENT_COMMIT = 3,
  // One block was launched: entry, seq, pool (0 R, 1 P, 2 O), block, launch_id, sip_mask.
  HWS_EVENT_LAUNCH = 4,
  // A command entered the MDMA FIFO: sip, phy, thread, block, launch_id, param.
  HWS_EVENT_MDMA = 5,
  // A message entered the MIH FIFO: dw0, dw1.
  HWS_EVENT_MIH = 6,
  // A message was dropped because the MIH FIFO was full: dw0, dw1.
  HWS_EVENT_MIH_DROP = 7,
  // A kernel left the Ready Station: entry, seq, dag_slot (UINT32_MAX without one).
  HWS_EVENT_KERNEL_DONE = 8,
  // A P-task became an R-task: entry, seq, mask.
  HWS_EVENT_PROMOTE = 9,
  // A queued command was retired: op (0 dag_init, 1 dag_reset, 2 trigger, 3 refresh, 4 claim, 5 release), result.
  HWS_EVENT_CMD = 10,
  // A valid complete report: sip, launch_id.
  HWS_EVENT_COMPLETE = 11,
  // A valid pre-complete report: sip, launch_id.
  HWS_EVENT_PRE_COMPLETE = 12,
} hws_event_kind;

// One HWS with its shared memory.
typedef struct hws_model hws_model;

// The state of an HWS and the words of its own shared memory.
typedef struct hws_snapshot hws_snapshot;

// One event: a kind (`hws_event_kind`, which says what the words are) and six words.
typedef struct {
  // The cycle in which it happened.
  uint64_t cycle;
  // An `hws_event_kind`.
  uint32_t kind;
  // The values; 0 behind those of the kind.
  uint32_t words[6];
} hws_event;

// Reads the word at a byte address, a multiple of 4: returns 0 and fills `*word`, or returns anything else to refuse it, as
// the HWS sees it in ERR_STATUS. It must not use the model that calls it.
typedef int (*hws_model_read_word)(void *context, uint32_t address, uint32_t *word);

// One command to one SIP.
typedef struct {
  // Index of the thread in the block, from 0 over the SIPs in ascending order.
  uint32_t thread_idx;
  // Index of the block in the kernel.
  uint32_t block_id;
  // Logical SIP.
  uint32_t sip;
  // Physical SIP.
  uint32_t physical_sip;
  // The launch.
  uint32_t launch_id;
  // kernel_id of the descriptor.
  uint32_t kernel_id;
  // First VC of the block.
  uint32_t edte_vc_base;
  // Number of VCs of the block.
  uint32_t edte_vc_num;
  // Byte address of the block's parameter slot.
  uint32_t block_param_addr;
  // kernel_est_exec_time as read at admission, in time units.
  uint32_t est_exec_time;
  // sim_exec_time as read at admission, in cycles; 0 means derived from the estimate.
  uint32_t sim_exec_time;
} hws_mdma_command;

// Every status, in ascending order.
#define hws_model_status_ALL { HWS_MODEL_OK, HWS_MODEL_NULL_POINTER, HWS_MODEL_MISALIGNED_POINTER, HWS_MODEL_ARGUMENT, HWS_MODEL_UNALIGNED, HWS_MODEL_UNMAPPED, HWS_MODEL_WRITE_ONLY, HWS_MODEL_READ_ONLY, HWS_MODEL_FULL, HWS_MODEL_EMPTY, HWS_MODEL_NO_MEMORY, HWS_MODEL_DIFFERENT, }

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the HWS_MODEL_ABI_VERSION with which the library was built.
uint32_t hws_model_abi_version(void);

// Returns whether the library fits a program that was compiled with a header of this version: call it with
// HWS_MODEL_ABI_VERSION before any other function.
//
// It fits if the major numbers are equal and the library is not older than the header.
bool hws_model_abi_fits(uint32_t header);

// Reads the register at a byte offset of the window. No time passes.
//
// Errors: HWS_MODEL_UNALIGNED, HWS_MODEL_UNMAPPED, HWS_MODEL_WRITE_ONLY.
hws_model_status hws_model_read32(hws_model *model, uint32_t offset, uint32_t *value);

// Gets what a read of the register at a byte offset would return, without the effects of a read: no message is popped, no
// counter is latched, a refusal is not a bus error. Reserved words are 0.
//
// Errors: HWS_MODEL_UNALIGNED, HWS_MODEL_UNMAPPED, HWS_MODEL_WRITE_ONLY.
hws_model_status hws_model_peek32(hws_model *model,
                                  uint32_t offset,
                                  uint32_t *value);

// Writes the register at a byte offset of the window. No time passes.
//
// Errors: HWS_MODEL_UNALIGNED, HWS_MODEL_UNMAPPED, HWS_MODEL_READ_ONLY.
hws_model_status hws_model_write32(hws_model *model, uint32_t offset, uint32_t value);

// Reads a register and lets one cycle pass: the `read32` of a `hws_bus` (hws_fw.h) whose `ctx` is the model.
int hws_model_bus_read32(void *model,
                         uint32_t offset,
                         uint32_t *value);

// Writes a register and lets one cycle pass: the `write32` of a `hws_bus` (hws_fw.h) whose `ctx` is the model.
int hws_model_bus_write32(void *model,
                          uint32_t offset,
                          uint32_t value);

// Of the register at a byte offset, `hws_model_compare` looks only at the bits of `mask`: all bits after power-on. 0 marks the
// register as volatile: it is not compared.
//
// Errors: HWS_MODEL_UNALIGNED, HWS_MODEL_UNMAPPED, HWS_MODEL_WRITE_ONLY.
hws_model_status hws_model_set_mask(hws_model *model,
                                    uint32_t offset,
                                    uint32_t mask);

// Compares a register of a design with that of the model, in the bits of its mask, without an effect on either.
// `*expected` is the value of the model, also if they differ.
//
// Errors: HWS_MODEL_DIFFERENT if they differ; HWS_MODEL_UNALIGNED, HWS_MODEL_UNMAPPED, HWS_MODEL_WRITE_ONLY.
hws_model_status hws_model_compare(hws_model *model,
                                   uint32_t offset,
                                   uint32_t value,
                                   uint32_t *expected);

// Gets how many values were compared, how many of them differed, and how many were left out because their register is
// volatile.
hws_model_status hws_model_compared(hws_model *model,
                                    uint64_t *compared,
                                    uint64_t *differed,
                                    uint64_t *skipped);

// Keeps up to `capacity` events for `hws_model_pop_event`; 0, as after power-on, keeps none. Forgets those kept so far, and how
// many were lost.
hws_model_status hws_model_record_events(hws_model *model,
                                         size_t capacity);

// Takes the oldest event.
//
// Errors: HWS_MODEL_EMPTY if there is none.
hws_model_status hws_model_pop_event(hws_model *model, hws_event *event);

// Gets how many events there was no room for since `hws_model_record_events`: the newest ones are lost.
hws_model_status hws_model_lost_events(hws_model *model,
                                       uint64_t *lost);

// Makes `*model` an HWS after power-on, with `memory_bytes` bytes of shared memory from address 0, all 0.
//
// Errors: HWS_MODEL_ARGUMENT if the size is not a multiple of 4, or that much memory is not available.
hws_model_status hws_model_create(uint32_t memory_bytes,
                                  hws_model **model);

// Frees a model. Does nothing if it is NULL.
void hws_model_free(hws_model *model);

// Advances the model by `ticks` cycles.
hws_model_status hws_model_tick(hws_model *model, uint64_t ticks);

// Gets the number of cycles since power-on.
hws_model_status hws_model_cycle(hws_model *model, uint64_t *cycle);

// Gets whether the interrupt line is asserted.
hws_model_status hws_model_interrupt(hws_model *model, bool *is_up);

// The HWS reads shared memory by this function from now on, and not from the memory of the model; NULL returns to that.
// `context` is passed on as it is. Both must remain valid until the model is freed or they are replaced.
hws_model_status hws_model_use_memory(hws_model *model,
                                      hws_model_read_word read,
                                      void *context);

// Writes `count` words of shared memory from a byte address, a multiple of 4.
//
// Errors: HWS_MODEL_NO_MEMORY; nothing is written then.
hws_model_status hws_model_write_memory(hws_model *model,
                                        uint32_t address,
                                        const uint32_t *words,
                                        size_t count);

// Reads `count` words of shared memory from a byte address, a multiple of 4.
hws_model_status hws_model_read_memory(hws_model *model,
                                       uint32_t address,
                                       uint32_t *words,
                                       size_t count);

// Pushes a task into the HDR port: hdr_id 0..=15, hdr_entry_id 0..=255, and the byte address of its descriptor.
//
// Errors: HWS_MODEL_ARGUMENT if an id is out of range; HWS_MODEL_FULL.
hws_model_status hws_model_push_hdr(hws_model *model,
                                    uint32_t hdr_id,
                                    uint32_t hdr_entry_id,
                                    uint32_t td_addr);

// Takes the next command to the MDMA.
//
// Errors: HWS_MODEL_EMPTY if there is none.
hws_model_status hws_model_pop_mdma(hws_model *model, hws_mdma_command *command);

// Takes the next command to the MDMA as scalars, for callers that cannot pass structures, such as SystemVerilog simulators over
// DPI: the members of `hws_mdma_command` in their order.
//
// Errors: HWS_MODEL_EMPTY if there is none.
hws_model_status hws_model_pop_mdma_scalars(hws_model *model,
                                            uint32_t *thread_idx,
                                            uint32_t *block_id,
                                            uint32_t *sip,
                                            uint32_t *physical_sip,
                                            uint32_t *launch_id,
                                            uint32_t *kernel_id,
                                            uint32_t *edte_vc_base,
                                            uint32_t *edte_vc_num,
                                            uint32_t *block_param_addr,
                                            uint32_t *est_exec_time,
                                            uint32_t *sim_exec_time);

// Makes `*snapshot` a copy of the state: the HWS and the model's own shared memory. Recorded events, masks and counts are not
// part of it, nor is memory that a call-back reads.
hws_model_status hws_model_take_snapshot(hws_model *model,
                                         hws_snapshot **snapshot);

// Returns the model to the state of a snapshot, any number of times. The snapshot may be that of another model with as much
// shared memory.
//
// Errors: HWS_MODEL_NO_MEMORY if the model has more or less memory of its own; nothing is changed then.
hws_model_status hws_model_restore(hws_model *model,
                                   const hws_snapshot *snapshot);

// Frees a snapshot. Does nothing if it is NULL.
void hws_snapshot_free(hws_snapshot *snapshot);

// Returns the text of a status. Never NULL: there is also a text for numbers that are not a status.
const char *hws_model_status_text(int32_t status);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* HWS_MODEL_H */
