/* Graphs and kernels: described, passed to the resolver, triggered, closed. */
#include "amos.h"

/* A bit for each block of each kernel with a window: a message may come twice. */
#define SEEN_WORDS 65536u
static uint32_t seen[SEEN_WORDS];
static uint32_t seen_used;

#define NEVER 0xFFFFFFFFFFFFFFFFull

static uint64_t arrival(uint32_t index) {
    return (uint64_t)amos_is.graphs[index].arrival_high << 32 | amos_is.graphs[index].arrival_low;
}

/* The expected graph that arrives first; the number of graphs if none is expected or no tag is free. */
static uint32_t first_expected(void) {
    uint32_t count = amos_is.work->graphs.count, first = count;
    if (amos_is.open_graphs == HWS_DAG_TABLE_SIZE) return count;
    for (uint32_t i = 0; i < count; i++)
        if (amos_is.of_graph[i].state == EXPECTED && (first == count || arrival(i) < arrival(first))) first = i;
    return first;
}

uint64_t next_arrival(void) {
    uint32_t first = first_expected();
    return first == amos_is.work->graphs.count ? NEVER : arrival(first);
}

static uint32_t td_addr(uint32_t id) { return amos_is.work->descriptors + id * (HWS_TD_WORDS * 4); }

/* Words of the descriptor that the action does not have, and the bits of one that it has. */
enum { TD_TRIGGER_WORD = 6, TD_TRIGGER_SHIFT = 16, TD_ACTUAL_WORD = 15 };

static void describe(uint32_t id, uint32_t tag) {
    const kernel *of = &amos_is.kernels[id];
    progress *progress = &amos_is.of_kernel[id];
    hws_kernel_action action = of->action;
    uint32_t words[HWS_TD_WORDS];
    bool needs;
    action.dag_tag = tag;
    check("describe a kernel", hws_kernel_action_compute(&action, words, &amos_is.error));
    check("look at a descriptor", hws_needs_messages(words, &needs, &amos_is.error));
    progress->sends_messages = amos_is.work->report || needs;
    if (!progress->sends_messages) {
        action.report = 0;
        check("describe a kernel", hws_kernel_action_compute(&action, words, &amos_is.error));
    }
    words[TD_ACTUAL_WORD] = of->actual;
    for (uint32_t i = 0; i < HWS_TD_WORDS; i++) store(td_addr(id) + amos_is.work->descriptor_offset, 4 * i, words[i]);
}

static void prepare(uint32_t id, uint32_t tag) {
    const kernel *of = &amos_is.kernels[id];
    progress *progress = &amos_is.of_kernel[id];
    uint32_t words = (of->action.blocks + 31) / 32;
    progress->trigger = of->action.triggered;
    progress->has_window = of->window < of->action.blocks && !of->action.coop;
    if (progress->has_window) {
        if (words > SEEN_WORDS - seen_used) fail("keep the blocks of all kernels with a window", HWS_BUFFER);
        progress->blocks = seen_used;
        seen_used += words;
    }
    describe(id, tag);
}

static void pass_on(uint32_t id) {
    const kernel *of = &amos_is.kernels[id];
    uint32_t resolver = amos_is.work->resolver;
    store(resolver, RESOLVER_KERNEL, id);
    for (uint32_t i = 0; i < of->dependencies; i++) {
        const dependency *on = &amos_is.dependencies[of->first_dependency + i];
        store(resolver, RESOLVER_PREDECESSOR, on->kernel);
        store(resolver, RESOLVER_DELAY_LO, on->delay_low);
        store(resolver, RESOLVER_DELAY_HI, on->delay_high);
        store(resolver, RESOLVER_DEPEND, on->on);
    }
    if (of->is_load) {
        store(resolver, RESOLVER_DELAY_LO, of->load_low);
        store(resolver, RESOLVER_DELAY_HI, of->load_high);
    } else {
        store(resolver, RESOLVER_TD_ADDR, td_addr(id));
        store(resolver, RESOLVER_ORDER, 0xFFFFFFFFu - of->action.offline_priority);
    }
    store(resolver, RESOLVER_ADD, of->is_load);
}

/* The DAG first, then the descriptors, then the kernels: the HWS has the DAG before the first of its kernels. */
static void open_graph(uint32_t index) {
    const graph *of = &amos_is.graphs[index];
    uint32_t tag, first = of->first_kernel, end = first + of->kernels;
    uint64_t bytes = ((uint64_t)amos_is.work->kernels.count + 1) * HWS_TD_WORDS * 4 + amos_is.work->descriptor_offset;
    if (bytes > amos_is.work->shared_bytes) fail("place the descriptors in shared memory", HWS_BUFFER);
    check("open a graph", hws_open_dag(&amos_is.bus, &amos_is.table, index, of->tasks, of->dynamic, &tag));
    for (uint32_t id = first; id < end; id++)
        if (!amos_is.kernels[id].is_load) prepare(id, tag);
    for (uint32_t id = first; id < end; id++) pass_on(id);
    store(amos_is.work->resolver, RESOLVER_COMMIT, 1);
    if (load(amos_is.work->resolver, RESOLVER_STATUS)) fail("pass a graph to the resolver", HWS_ARGUMENT);
    amos_is.of_graph[index].state = OPEN;
    amos_is.open_graphs++;
    /* Kernels of it may have been given up with those of another graph. */
    for (uint32_t id = first; id < end; id++)
        if (!amos_is.kernels[id].is_load && !amos_is.of_kernel[id].is_done) amos_is.of_graph[index].unfinished++;
    if (!amos_is.of_graph[index].unfinished) {
        amos_is.of_graph[index].is_finished = true;
        amos_is.finished_graphs++;
    }
}

bool open_next(uint64_t at) {
    uint32_t first = first_expected();
    if (first == amos_is.work->graphs.count || arrival(first) > at) return false;
    open_graph(first);
    return true;
}

bool close_finished(void) {
    hws_dag_reset reset;
    uint32_t index = 0;
    if (!amos_is.finished_graphs) return false;
    while (!amos_is.of_graph[index].is_finished || amos_is.of_graph[index].state != OPEN) index++;
    check("close a graph", hws_close_dag(&amos_is.bus, &amos_is.table, index, &reset));
    amos_is.of_graph[index].state = CLOSED;
    amos_is.open_graphs--;
    amos_is.finished_graphs--;
    amos_is.unclosed--;
    return true;
}

/* The kernel makes no further progress. */
static void done_with(uint32_t id) {
    graph_progress *graph = &amos_is.of_graph[amos_is.kernels[id].graph];
    if (amos_is.of_kernel[id].is_done || amos_is.kernels[id].is_load) return;
    amos_is.of_kernel[id].is_done = true;
    if (graph->state != OPEN) return;
    if (--graph->unfinished == 0) {
        graph->is_finished = true;
        amos_is.finished_graphs++;
    }
}

void kernel_finished(uint32_t id) { done_with(id); }

static bool depends_on_given_up(uint32_t id) {
    const kernel *of = &amos_is.kernels[id];
    for (uint32_t i = 0; i < of->dependencies; i++)
        if (amos_is.of_kernel[amos_is.dependencies[of->first_dependency + i].kernel].is_given_up) return true;
    return false;
}

/* Gives up the kernel and everything that depends on it. */
void give_up(uint32_t id) {
    bool is_changed = true;
    if (amos_is.of_kernel[id].is_given_up) return;
    print("amos: gives up ");
    print(name_at(amos_is.kernels[id].name));
    print(" and what depends on it\n");
    amos_is.of_kernel[id].is_given_up = true;
    amos_is.given_up++;
    done_with(id);
    while (is_changed) {
        is_changed = false;
        for (uint32_t other = 0; other < amos_is.work->kernels.count; other++)
            if (!amos_is.of_kernel[other].is_given_up && depends_on_given_up(other)) {
                amos_is.of_kernel[other].is_given_up = is_changed = true;
                amos_is.given_up++;
                done_with(other);
            }
    }
}

/* Notes the end of a block of a kernel with a window; returns whether that was new. */
bool note_block(uint32_t id, uint32_t block) {
    progress *progress = &amos_is.of_kernel[id];
    if (!progress->has_window || block >= amos_is.kernels[id].action.blocks) return false;
    uint32_t *word = &seen[progress->blocks + block / 32], bit = 1u << block % 32;
    if (*word & bit) return false;
    *word |= bit;
    progress->finished++;
    return true;
}

/* Lets further blocks start as blocks have finished. */
void raise_trigger(uint32_t id) {
    progress *progress = &amos_is.of_kernel[id];
    const kernel *of = &amos_is.kernels[id];
    uint32_t count = progress->finished + of->window;
    if (count > of->action.blocks) count = of->action.blocks;
    if (!progress->has_window || count <= progress->trigger || !progress->has_entry) return;
    hws_task_ids ids = {HWS_SOURCE_HDR, progress->hdr_ids & 0xF, progress->hdr_ids >> 8};
    progress->trigger = count;
    check("trigger blocks", hws_trigger_blocks(&amos_is.bus, progress->entry, &ids, count));
}
