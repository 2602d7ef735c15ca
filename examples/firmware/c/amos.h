/* Amos in C: the state, and what its parts offer each other. */
#ifndef AMOS_H
#define AMOS_H

#include "handover.h"

#define MOST_KERNELS 65536u
#define MOST_GRAPHS 4096u

/* What firmware knows of a kernel. */
typedef struct {
    uint32_t trigger;  /* block_trigger_cnt as last set */
    uint32_t finished; /* blocks that have finished */
    uint32_t blocks;   /* the place of its bits in the blocks seen; only for a kernel with a window */
    uint16_t hdr_ids;
    uint8_t entry;
    bool has_entry;
    bool is_done, is_given_up, has_window, sends_messages;
} progress;

typedef enum { EXPECTED, OPEN, CLOSED } graph_state;

typedef struct {
    graph_state state;
    uint32_t unfinished;
    bool is_finished;
} graph_progress;

typedef struct {
    const handover *work;
    const graph *graphs;
    const kernel *kernels;
    const dependency *dependencies;
    hws_bus bus;
    hws_error error;
    hws_dag_table table;
    progress of_kernel[MOST_KERNELS];
    graph_progress of_graph[MOST_GRAPHS];
    uint32_t open_graphs;
    uint32_t unclosed;
    uint32_t finished_graphs;
    uint32_t given_up;
} amos_state;

extern amos_state amos_is;

/* main.c */
uint64_t now(void);
/* Prints what failed and ends. */
_Noreturn void fail(const char *doing, hws_status status);
void check(const char *doing, hws_status status);

/* console.c */
void print(const char *text);
void print_number(uint32_t number);
void print_hex(uint32_t number);
_Noreturn void finish(uint32_t code);

/* graphs.c */
bool open_next(uint64_t at);
uint64_t next_arrival(void);
bool close_finished(void);
void kernel_finished(uint32_t id);
void give_up(uint32_t id);
void raise_trigger(uint32_t id);
bool note_block(uint32_t id, uint32_t block);

/* messages.c */
void serve_interrupt(void);
void resolver_ended(uint32_t id);

/* recovery.c */
void recover(void);

static inline const char *name_at(uint32_t offset) { return (const char *)amos_is.work + offset; }

#endif
