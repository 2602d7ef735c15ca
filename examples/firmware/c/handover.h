/* The workload as it lies in memory (docs/firmware-image.md), and the registers of the platform. */
#ifndef HANDOVER_H
#define HANDOVER_H

#include <hws_fw.h>

#define HANDOVER_MAGIC 0x57535748u
#define HANDOVER_VERSION 1u

/* A table: the offset of its first element in the hand-over, in bytes, and the number of elements. */
typedef struct {
    uint32_t offset;
    uint32_t count;
} table;

typedef struct {
    uint32_t magic, version, bytes;
    table graphs, kernels, dependencies, settings, masks;
    hws_topology topology;
    uint32_t time_unit;
    uint32_t out_path, in_path, report, second_resources;
    uint32_t descriptor_offset;
    uint32_t features;
    uint32_t hws, resolver, uart, timer, finisher;
    uint32_t shared, shared_bytes, descriptors;
    uint32_t has_margin;
    uint32_t reserved;
} handover;

typedef struct {
    uint32_t arrival_low, arrival_high;
    uint32_t first_kernel, kernels;
    uint32_t dynamic;
    uint32_t tasks;
    uint32_t reserved;
    uint32_t name;
} graph;

typedef struct {
    hws_kernel_action action;
    uint32_t actual; /* cycles of a block; 0: as estimated */
    uint32_t window; /* blocks that may be started and not finished */
    uint32_t first_dependency, dependencies;
    uint32_t is_load;
    uint32_t load_low, load_high; /* cycles */
    uint32_t name;
    uint32_t graph;
    uint32_t reserved;
} kernel;

typedef struct {
    uint32_t kernel;
    uint32_t on; /* 0: its launch, 1: its end */
    uint32_t delay_low, delay_high;
} dependency;

typedef struct {
    uint32_t offset, value;
} setting;

typedef struct {
    uint32_t ctx, threads, mask, reserved;
} usage;

_Static_assert(sizeof(handover) == 128, "32 words");
_Static_assert(sizeof(graph) == 32, "8 words");
_Static_assert(sizeof(kernel) == 128, "32 words");

/* The resolver. */
enum {
    RESOLVER_KERNEL = 0x00,
    RESOLVER_TD_ADDR = 0x04,
    RESOLVER_ORDER = 0x08,
    RESOLVER_PREDECESSOR = 0x0C,
    RESOLVER_DELAY_LO = 0x10,
    RESOLVER_DELAY_HI = 0x14,
    RESOLVER_DEPEND = 0x18,
    RESOLVER_ADD = 0x1C,
    RESOLVER_COMMIT = 0x20,
    RESOLVER_STATUS = 0x24,
    RESOLVER_IDS = 0x28,
    RESOLVER_FOUND = 0x2C,
    RESOLVER_ENDED = 0x30,
    RESOLVER_STATE_OF = 0x34,
    RESOLVER_STATE = 0x38,
    RESOLVER_IRQ_ENABLE = 0x3C,
    RESOLVER_LINES = 0x40,
};
#define NO_KERNEL 0xFFFFFFFFu
#define LINE_HWS 1u
#define STATE_LAUNCHED 4u
#define STATE_FINISHED 5u
#define STATE_REJECTED 6u

/* The timer. */
enum { TIMER_COMPARE_LO = 0x4000, TIMER_COMPARE_HI = 0x4004, TIMER_TIME_LO = 0xBFF8, TIMER_TIME_HI = 0xBFFC };

static inline uint32_t load(uint32_t base, uint32_t offset) { return *(volatile uint32_t *)(uintptr_t)(base + offset); }
static inline void store(uint32_t base, uint32_t offset, uint32_t value) {
    *(volatile uint32_t *)(uintptr_t)(base + offset) = value;
}

#endif
