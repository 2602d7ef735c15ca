/* Firmware in C from power-on to the last kernel, on the model, and one failure of each kind.
 *
 * bring_up LOG: prints what it does; every register access goes to LOG. The test runs the same calls in Rust
 * (rust_bring_up.rs) and compares the accesses. */
#include "world.h"

#include <inttypes.h>
#include <string.h>

#define TD_A 0x100u
#define TD_PREFETCH 0x140u
#define TD_B 0x180u
#define TD_D 0x1C0u
#define ENTRY_A 1u
#define ENTRY_PREFETCH 2u
#define ENTRY_B 3u

#define OK(call) expect(w, #call, call, HWS_OK)
#define FAILS_WITH(status, call) expect(w, #call, call, status)

/* The state of firmware while kernels run. */
struct firmware {
    uint32_t entry_a;
    uint32_t triggered_a;
    uint32_t granted;
    uint32_t prefetch[HWS_TD_WORDS];
    uint32_t compute[HWS_TD_WORDS];
    int finished;
};

static void configure(struct world *w) {
    const hws_bus *bus = &w->bus;
    hws_topology topology = {16, 2};
    hws_usage_masks masks;
    uint32_t table[HWS_N_RANK], map[HWS_N_SIP], i;
    hws_rank_ratio points[2] = {{0, 100}, {31, 3200}};
    for (i = 0; i < HWS_N_SIP; i++) map[i] = 31 - i;
    OK(hws_identify(bus));
    OK(hws_set_topology(bus, topology));
    OK(hws_set_xmc_map(bus, map));
    OK(hws_set_time_unit(bus, 10));
    OK(hws_set_descriptor_offset(bus, 0));
    OK(hws_set_launch_delay(bus, 3));
    OK(hws_priority_curve_points(points, 2, table, &w->error));
    OK(hws_set_priority_table(bus, table));
    OK(setPriorityLookupTable(bus, 31, 4000));
    OK(configEarlyLaunch(bus, 1, HWS_PRE_IDLE_BY_SIP, 0));
    OK(configPromotionPolicy(bus, HWS_PROMOTE_THRESHOLD | HWS_PROMOTE_ON_CP, 4, 1, 0));
    OK(configBackfill(bus, -5));
    OK(hws_config_backfill_safe(bus, 2));
    OK(configRscAllocation(bus, 1, 0));
    OK(hws_set_p_top_k(bus, 2));
    OK(hws_set_age_boost(bus, 1));
    OK(hws_set_second_resources(bus, 1));
    OK(setHWSmode(bus, HWS_OUT_PATH_MDMA, HWS_IN_PATH_HDR));
    OK(enableHWSreportAmos(bus, 1));
    OK(hws_enable_interrupts(bus, 1, 1));
    OK(sipUsageMaskConfig(bus, 0, 4, 0x00FFFFFFu));
    OK(hws_get_usage_masks(bus, &masks));
    printf("  context 0 uses %08" PRIx32 " for blocks of 4\n", masks.mask[0][2]);
}

static void push(struct world *w, uint32_t address, const uint32_t *words, uint32_t entry) {
    hws_firmware_task task;
    task.td_addr = address;
    task.hdr_id = 3;
    task.hdr_entry_id = entry;
    task.ctx = 0;
    hws_model_write_memory(w->model, address, words, HWS_TD_WORDS);
    OK(hws_check_messages(&w->bus, words));
    OK(hws_push_task(&w->bus, &task));
}

/* Kernel A, from the HDR, uses two parameter slots in turn, so only two of its four blocks may start at once. */
static void push_a(struct world *w, struct firmware *fw, uint32_t tag) {
    hws_kernel_action a;
    uint32_t words[HWS_TD_WORDS], slot;
    bool needs = false;
    memset(&a, 0, sizeof a);
    a.kernel_id = 1;
    a.dag_tag = tag;
    a.threads = 4;
    a.blocks = 4;
    a.triggered = fw->triggered_a = 2;
    a.affinity = 0xFFFFFFFFu;
    a.est_exec_time = 20;
    a.offline_priority = 5;
    a.report = 1;
    a.params_base = 0x800;
    a.params_slots = 2;
    a.params_slot_bytes = 64;
    OK(hws_kernel_action_compute(&a, words, &w->error));
    OK(hws_needs_messages(words, &needs, &w->error));
    OK(hws_block_param_addr(words, 3, &slot, &w->error));
    printf("  needs messages: %d; block 3 has its parameters at %" PRIx32 "\n", needs, slot);
    OK(hws_check_messages(&w->bus, words));
    hws_model_write_memory(w->model, TD_A, words, HWS_TD_WORDS);
    hws_model_push_hdr(w->model, 3, ENTRY_A, TD_A);
    hws_model_tick(w->model, 20);
}

/* Kernel B, from firmware, needs L2, which a prefetch allocates before it is pushed itself. */
static void push_prefetch(struct world *w, struct firmware *fw) {
    hws_kernel_action b;
    memset(&b, 0, sizeof b);
    b.kernel_id = 2;
    b.dag_tag = 9;
    b.threads = 2;
    b.blocks = 2;
    b.triggered = 2;
    b.affinity = 0xFFFFFFFFu;
    b.est_exec_time = 10;
    b.offline_priority = 1;
    b.report = 1;
    b.has_l2 = 1;
    b.l2_bytes_per_block = 4096;
    b.l2_ahead = 1;
    b.l2_prefetch_blocks = 2;
    OK(hws_kernel_action_prefetch(&b, fw->prefetch, &w->error));
    OK(hws_kernel_action_compute(&b, fw->compute, &w->error));
    push(w, TD_PREFETCH, fw->prefetch, ENTRY_PREFETCH);
}

/* A grant is counted in the descriptor (word 9, a byte for each VG), and the HWS is told to read it. */
static void grant(struct world *w, struct firmware *fw, const hws_message *request) {
    uint32_t *words = request->ids.hdr_entry_id == ENTRY_PREFETCH ? fw->prefetch : fw->compute;
    uint32_t address = request->ids.hdr_entry_id == ENTRY_PREFETCH ? TD_PREFETCH : TD_B;
    words[9] += request->places & 1u ? 1u : 1u << 8;
    fw->granted++;
    hws_model_write_memory(w->model, address, words, HWS_TD_WORDS);
    OK(hws_refresh_descriptor(&w->bus, request->entry, &request->ids));
}

static void block_finished(struct world *w, struct firmware *fw, const hws_message *message) {
    if (message->kernel_finish) {
        fw->finished++;
        if (message->ids.hdr_entry_id == ENTRY_PREFETCH) {
            OK(hws_copy_grants(fw->prefetch, fw->compute, &w->error));
            push(w, TD_B, fw->compute, ENTRY_B);
        }
    } else if (message->ids.hdr_entry_id == ENTRY_A && fw->triggered_a < 4) {
        fw->triggered_a++;
        OK(hws_trigger_blocks(&w->bus, fw->entry_a, &message->ids, fw->triggered_a));
    }
}

static void handle(struct world *w, struct firmware *fw, const hws_message *message) {
    print_message(message);
    switch (message->kind) {
    case HWS_MESSAGE_SCHED_INFO:
        if (message->ids.hdr_entry_id == ENTRY_A) fw->entry_a = message->entry;
        break;
    case HWS_MESSAGE_BLOCK_FINISH: block_finished(w, fw, message); break;
    case HWS_MESSAGE_L2_ALLOC_REQ: grant(w, fw, message); break;
    default: break;
    }
}

/* Until the three kernels have finished, cycles pass, SIPs run blocks, and firmware handles messages. */
static void serve(struct world *w, struct firmware *fw) {
    hws_message messages[8];
    size_t count = 0, i;
    int round;
    for (round = 0; round < 40 && fw->finished < 3; round++) {
        uint32_t commands = run(w);
        if (commands) printf("  %" PRIu32 " commands completed\n", commands);
        do {
            if (hws_drain_messages(&w->bus, messages, 8, &count) != HWS_OK) w->unexpected++;
            for (i = 0; i < count; i++) handle(w, fw, &messages[i]);
        } while (count == 8);
    }
    printf("%d kernels finished, %" PRIu32 " grants\n", fw->finished, fw->granted);
}

static void look(struct world *w) {
    const hws_bus *bus = &w->bus;
    hws_counters counters;
    hws_engine engine;
    hws_interrupts causes;
    hws_sip_status sips;
    uint32_t errors;
    OK(getSIPStatus(bus, &sips));
    OK(hws_get_status(bus, &engine));
    OK(hws_get_errors(bus, &errors));
    OK(hws_get_interrupts(bus, &causes));
    OK(hws_get_counters(bus, &counters));
    printf("  idle %08" PRIx32 ", entries %" PRIu32 ", errors %" PRIx32 ", interrupts %d %d\n", sips.idle,
           engine.entries, errors, causes.message, causes.error);
    printf("  cycles %" PRIu64 ", launches %" PRIu32 "+%" PRIu32 "+%" PRIu32 ", kernels %" PRIu32 "\n", counters.cycles,
           counters.launches_r, counters.launches_p, counters.launches_o, counters.kernels_done);
}

/* Claims and releases SIPs. Firmware that owns one cannot reset. */
static void claims(struct world *w) {
    const hws_bus *bus = &w->bus;
    hws_usage_masks masks;
    hws_claim claim;
    uint32_t owned, sips;
    hws_topology topology;
    OK(hws_claim_sips(bus, 0xF0, &claim));
    printf("  granted %08" PRIx32 ", refused %08" PRIx32 "\n", claim.granted, claim.refused);
    OK(hws_get_owned_sips(bus, &owned));
    FAILS_WITH(HWS_SIPS_IN_USE, hws_soft_reset(bus));
    OK(hws_clear_errors(bus, 1u << HWS_ERROR_CFG));
    OK(hws_release_sips(bus, owned));
    OK(hws_get_usage_masks(bus, &masks));
    OK(hws_claim_when_idle(bus, 0xF00, &masks, 100, &claim));
    printf("  granted %08" PRIx32 ", owned %08" PRIx32 "\n", claim.granted, claim.owned);
    OK(hws_release_sips(bus, claim.owned));
    OK(hws_get_topology(bus, &topology));
    OK(hws_sip_ids_to_logical(topology, 0x3, &sips, &w->error));
    OK(hws_max_coop_blocks(topology, 12, &sips, &w->error));
    printf("  %" PRIu32 " blocks of 12 at once\n", sips);
    OK(hws_pin_to_cluster(topology, 4, 1, 0xFFFFFFFFu, 1, &sips, &w->error));
    printf("  pinned to %08" PRIx32 "\n", sips);
}

/* The HDR pushes a kernel whose blocks firmware starts; their messages are lost, and the launch table has them. */
static void recover(struct world *w) {
    const hws_bus *bus = &w->bus;
    hws_kernel_action d;
    hws_launch launches[HWS_N_LAUNCH], launch;
    uint32_t words[HWS_TD_WORDS], left, waiting;
    hws_message message;
    size_t count = 0, i;
    memset(&d, 0, sizeof d);
    d.kernel_id = 4;
    d.threads = 2;
    d.blocks = 2;
    d.triggered = 2;
    d.affinity = 0xFFFFFFFFu;
    OK(setHWSmode(bus, HWS_OUT_PATH_MIH, HWS_IN_PATH_HDR));
    OK(hws_kernel_action_compute(&d, words, &w->error));
    hws_model_write_memory(w->model, TD_D, words, HWS_TD_WORDS);
    hws_model_push_hdr(w->model, 5, 77, TD_D);
    hws_model_tick(w->model, 200);
    FAILS_WITH(HWS_BUFFER, hws_firmware_launches(bus, NULL, 0, &count));
    printf("  %u launches\n", (unsigned)count);
    OK(hws_firmware_launches(bus, launches, HWS_N_LAUNCH, &count));
    for (i = 0; i < count; i++) {
        OK(hws_get_launch(bus, launches[i].launch_id, &launch));
        printf("  launch %" PRIu32 " of %" PRIu32 "/%" PRIu32 " on %08" PRIx32 "\n", launch.launch_id, launch.ids.hdr_id,
               launch.ids.hdr_entry_id, launch.sips);
        for (left = launch.sips; left; left &= left - 1) {
            hws_sip_report report;
            report.launch_id = launch.launch_id;
            report.block_id = launch.block_id;
            for (report.sip = 0; !(left >> report.sip & 1u); report.sip++) {}
            OK(sipPreComplete(bus, &report));
            OK(sipComplete(bus, &report));
        }
    }
    OK(hws_get_message_count(bus, &waiting));
    printf("  %" PRIu32 " messages wait\n", waiting);
    do {
        OK(hws_next_message(bus, &message));
    } while (message.kind != HWS_MESSAGE_NONE);
}

/* Wrong arguments: nothing is accessed. */
static void wrong_arguments(struct world *w) {
    const hws_bus *bus = &w->bus;
    hws_task_ids nobody = {2, 0, 0};
    hws_dag_table broken;
    uint64_t words[2];
    uint32_t tag;
    memset(&broken, 0xFF, sizeof broken);
    FAILS_WITH(HWS_ARGUMENT, setPriorityLookupTable(bus, 32, 1));
    FAILS_WITH(HWS_ARGUMENT, sipUsageMaskConfig(bus, 0, 5, 1));
    FAILS_WITH(HWS_ARGUMENT, hws_release_sips(bus, 0));
    FAILS_WITH(HWS_ARGUMENT, setHWSmode(bus, 7, HWS_IN_PATH_HDR));
    FAILS_WITH(HWS_ARGUMENT, initDAGProperty(bus, 65536, 1, 0));
    FAILS_WITH(HWS_ARGUMENT, hws_trigger_blocks(bus, 0, &nobody, 1));
    FAILS_WITH(HWS_ARGUMENT, hws_open_dag(bus, &broken, 1, 1, 0, &tag));
    FAILS_WITH(HWS_ARGUMENT, hws_soft_reset_after_sip_reset(bus, 1));
    FAILS_WITH(HWS_NULL_POINTER, hws_get_cycles(bus, NULL));
    FAILS_WITH(HWS_MISALIGNED_POINTER, hws_get_cycles(bus, (uint64_t *)(void *)((char *)words + 1)));
}

/* A bus that fails, and one that answers like faulty hardware. */
static void sick_hardware(struct world *w) {
    const hws_bus *bus = &w->bus;
    const hws_topology topology = {8, 4};
    const hws_firmware_task task = {TD_A, 0, 0, 0};
    hws_dag_reset reset;
    hws_message message;
    w->fault = FAILS;
    w->code = -7;
    FAILS_WITH(HWS_BUS, resetDAG(bus, 9, &reset));
    w->fault = ANSWERS;
    w->answer = 0xF0; /* HWS_STATUS: the command queue never has room */
    FAILS_WITH(HWS_TIMEOUT, resetDAG(bus, 9, &reset));
    w->answer = 8; /* MIH_DATA_LO: a message of source 2 */
    FAILS_WITH(HWS_UNKNOWN_MESSAGE, hws_next_message(bus, &message));
    w->answer = 0x4002; /* HWS_WORK_MODE: firmware; ERR_STATUS: a task was dropped */
    FAILS_WITH(HWS_TASK_FIFO_FULL, hws_push_task(bus, &task));
    w->answer = 0;
    FAILS_WITH(HWS_OTHER_HARDWARE, hws_identify(bus));
    FAILS_WITH(HWS_TOPOLOGY_IN_USE, hws_set_topology(bus, topology));
    FAILS_WITH(HWS_MAP_NOT_PERMUTATION, hws_enable(bus));
    FAILS_WITH(HWS_MASK_NOT_TAKEN, sipUsageMaskConfig(bus, 0, 1, 1));
    w->answer = 1u << 1; /* DAG_CMD_STATUS.RESULT */
    FAILS_WITH(HWS_DAG_TABLE_FULL, initDAGProperty(bus, 1, 1, 0));
    w->answer = 4u << 1;
    FAILS_WITH(HWS_COMMAND_DROPPED, initDAGProperty(bus, 1, 1, 0));
    w->answer = 7u << 1;
    FAILS_WITH(HWS_UNEXPECTED_RESULT, initDAGProperty(bus, 1, 1, 0));
    w->fault = NO_FAULT;
}

/* Refusals by healthy hardware. */
static void refusals(struct world *w) {
    const hws_bus *bus = &w->bus;
    const hws_firmware_task task = {TD_A, 0, 0, 0};
    uint32_t map[HWS_N_SIP], words[HWS_TD_WORDS], i, tag;
    hws_dag_reset reset;
    hws_dag_table table;
    hws_first_error first;
    memset(&table, 0, sizeof table);
    for (i = 0; i < HWS_N_SIP; i++) map[i] = i;
    FAILS_WITH(HWS_MAP_IN_USE, hws_set_xmc_map(bus, map));
    FAILS_WITH(HWS_NOT_FIRMWARE_INPUT, hws_push_task(bus, &task));
    FAILS_WITH(HWS_UNKNOWN_DAG, hws_close_dag(bus, &table, 1, &reset));
    OK(setHWSmode(bus, HWS_OUT_PATH_MDMA, HWS_IN_PATH_HDR));
    OK(enableHWSreportAmos(bus, 0));
    memset(words, 0, sizeof words);
    words[4] = 1u << 21; /* enable_l2_alloc */
    FAILS_WITH(HWS_NO_MESSAGES, hws_check_messages(bus, words));
    for (i = 0; i < HWS_DAG_TABLE_SIZE; i++) {
        if (hws_open_dag(bus, &table, i, 1, 0, &tag) != HWS_OK) w->unexpected++;
    }
    FAILS_WITH(HWS_NO_FREE_TAG, hws_open_dag(bus, &table, 99, 1, 0, &tag));
    OK(hws_dag_table_tag(&table, 31, &tag, &w->error));
    printf("  DAG 31 has tag %" PRIu32 "\n", tag);
    OK(hws_get_first_error(bus, &first));
    printf("  first error: %s\n", first.valid ? hws_error_name(first.code) : "none");
}

int main(int argc, char **argv) {
    struct world world, *w = &world;
    struct firmware fw;
    hws_dag_table table;
    hws_dag_reset reset = HWS_DAG_NOT_FOUND;
    uint32_t tag = 0;
    if (argc != 2 || !world_open(w, argv[1])) return 2;
    memset(&fw, 0, sizeof fw);
    memset(&table, 0, sizeof table);

    configure(w);
    OK(hws_open_dag(&w->bus, &table, 77, 1, 0, &tag));
    printf("  DAG 77 has tag %" PRIu32 "\n", tag);
    OK(initDAGProperty(&w->bus, 9, 0, 1));
    push_a(w, &fw, tag);
    OK(setHWSmode(&w->bus, HWS_OUT_PATH_MDMA, HWS_IN_PATH_FIRMWARE));
    push_prefetch(w, &fw);
    OK(hws_enable(&w->bus));
    serve(w, &fw);
    OK(resetDAG(&w->bus, 9, &reset));
    printf("  reset: %u\n", (unsigned)reset);
    OK(hws_close_dag(&w->bus, &table, 77, &reset));
    printf("  reset: %u\n", (unsigned)reset);
    look(w);
    claims(w);
    recover(w);
    wrong_arguments(w);
    sick_hardware(w);
    refusals(w);
    OK(hws_disable(&w->bus));
    OK(hws_soft_reset(&w->bus));
    OK(hws_soft_reset_after_sip_reset(&w->bus, HWS_I_HAVE_RESET_EVERY_SIP));
    look(w);
    printf("%d unexpected\n", w->unexpected);
    world_close(w);
    return w->unexpected ? 1 : 0;
}
