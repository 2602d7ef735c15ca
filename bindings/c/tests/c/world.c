/* The world of a test program (world.h). */
#include "world.h"

#include <inttypes.h>
#include <string.h>

#define MEMORY_BYTES 4096

static int bus_read(void *ctx, uint32_t offset, uint32_t *value) {
    struct world *world = ctx;
    int code = 0;
    *value = 0;
    if (world->fault == FAILS) code = world->code;
    else if (world->fault == ANSWERS) *value = world->answer;
    else code = hws_model_bus_read32(world->model, offset, value);
    fprintf(world->log, "R %04" PRIx32 " %08" PRIx32 " %d\n", offset, *value, code);
    return code;
}

static int bus_write(void *ctx, uint32_t offset, uint32_t value) {
    struct world *world = ctx;
    int code = 0;
    if (world->fault == FAILS) code = world->code;
    else if (world->fault == NO_FAULT) code = hws_model_bus_write32(world->model, offset, value);
    fprintf(world->log, "W %04" PRIx32 " %08" PRIx32 " %d\n", offset, value, code);
    return code;
}

int world_open(struct world *world, const char *log) {
    memset(world, 0, sizeof *world);
    world->log = fopen(log, "w");
    if (!world->log) return 0;
    world->bus.ctx = world;
    world->bus.read32 = bus_read;
    world->bus.write32 = bus_write;
    world->bus.error = &world->error;
    return hws_model_create(MEMORY_BYTES, &world->model) == HWS_MODEL_OK;
}

void world_close(struct world *world) {
    hws_model_free(world->model);
    fclose(world->log);
}

/* The part of the details that belongs to the status. */
static void print_details(const hws_error *error) {
    switch (error->status) {
    case HWS_ARGUMENT:
        printf(" [%s is %" PRId64 ", expected %u: %" PRId64 "..%" PRId64 "]", error->name, error->value,
               (unsigned)error->expected, error->min, error->max);
        break;
    case HWS_NULL_POINTER:
    case HWS_MISALIGNED_POINTER: printf(" [%s]", error->name); break;
    case HWS_BUS: printf(" [code %d]", error->bus_code); break;
    case HWS_TIMEOUT: printf(" [wait %u, %" PRIu32 " polls]", (unsigned)error->wait, error->polls); break;
    case HWS_UNKNOWN_MESSAGE: printf(" [%08" PRIx32 " %08" PRIx32 "]", error->dw0, error->dw1); break;
    case HWS_OTHER_HARDWARE:
        printf(" [%s is %" PRId64 ", not %" PRId64 "]", error->name, error->value, error->min);
        break;
    default: break;
    }
}

void expect(struct world *world, const char *call, hws_status got, hws_status wanted) {
    printf("%s: %s", call, hws_status_text(got));
    if (got != HWS_OK) print_details(&world->error);
    if (got != HWS_OK && world->error.status != got) printf(" (the details are of %d)", (int)world->error.status);
    if (got != wanted) {
        printf(" (unexpected: %d instead of %d)", (int)got, (int)wanted);
        world->unexpected++;
    }
    printf("\n");
}

uint32_t run(struct world *world) {
    hws_mdma_command commands[64];
    uint32_t count = 0, i;
    hws_model_tick(world->model, 100);
    while (count < 64 && hws_model_pop_mdma(world->model, &commands[count]) == HWS_MODEL_OK) count++;
    for (i = 0; i < count; i++) {
        hws_sip_report report;
        report.launch_id = commands[i].launch_id;
        report.block_id = commands[i].block_id;
        report.sip = commands[i].sip;
        if (sipComplete(&world->bus, &report) != HWS_OK) world->unexpected++;
    }
    return count;
}

static const char *const KINDS[] = {"none", "result", "sched info", "block finish", "error", "L2 request", "VC request"};

void print_message(const hws_message *message) {
    printf("  %s of %" PRIu32 "/%" PRIu32 "/%" PRIu32 " block %" PRIu32, KINDS[message->kind], message->ids.source,
           message->ids.hdr_id, message->ids.hdr_entry_id, message->block_id);
    switch (message->kind) {
    case HWS_MESSAGE_RESULT: printf(": SIPs %08" PRIx32, message->sips); break;
    case HWS_MESSAGE_SCHED_INFO:
        printf(": entry %" PRIu32 ", launch %" PRIu32 ", last %d", message->entry, message->launch_id,
               message->last_block);
        break;
    case HWS_MESSAGE_BLOCK_FINISH:
        printf(": launch %" PRIu32 ", kernel finish %d", message->launch_id, message->kernel_finish);
        break;
    case HWS_MESSAGE_ERROR: printf(": %s", hws_error_name(message->error)); break;
    case HWS_MESSAGE_L2_ALLOC_REQ:
    case HWS_MESSAGE_VC_ALLOC_REQ:
        printf(": entry %" PRIu32 ", places %02" PRIx32, message->entry, message->places);
        break;
    default: break;
    }
    printf("\n");
}
