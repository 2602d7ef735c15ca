/* The interrupt: messages are drained one by one, errors are answered. */
#include "amos.h"

static uint32_t kernel_of(const hws_task_ids *ids) {
    uint32_t resolver = amos_is.work->resolver;
    store(resolver, RESOLVER_IDS, ids->hdr_id | ids->hdr_entry_id << 8 | ids->source << 16);
    return load(resolver, RESOLVER_FOUND);
}

static void handle(const hws_message *message) {
    uint32_t id = kernel_of(&message->ids);
    if (id == NO_KERNEL || id >= amos_is.work->kernels.count) return;
    progress *progress = &amos_is.of_kernel[id];
    switch (message->kind) {
    case HWS_MESSAGE_SCHED_INFO:
        /* After the last block, the entry may belong to another kernel. */
        progress->has_entry = !message->last_block;
        progress->entry = (uint8_t)message->entry;
        progress->hdr_ids = (uint16_t)(message->ids.hdr_id | message->ids.hdr_entry_id << 8);
        break;
    case HWS_MESSAGE_BLOCK_FINISH:
        note_block(id, message->block_id);
        raise_trigger(id);
        if (message->kernel_finish) kernel_finished(id);
        break;
    case HWS_MESSAGE_ERROR: give_up(id); break;
    /* RESULT is for firmware that starts blocks. Requests do not come: no kernel needs grants of firmware. */
    default: break;
    }
}

static void drain(void) {
    hws_message message;
    for (;;) {
        hws_status status = hws_next_message(&amos_is.bus, &message);
        if (status == HWS_UNKNOWN_MESSAGE) continue;
        check("read a message", status);
        if (message.kind == HWS_MESSAGE_NONE) return;
        handle(&message);
    }
}

/* Errors are cleared before they are answered, so that those raised meanwhile are not overlooked. */
static void answer_errors(void) {
    uint32_t errors;
    check("read the errors", hws_get_errors(&amos_is.bus, &errors));
    check("clear the errors", hws_clear_errors(&amos_is.bus, errors));
    if (errors >> HWS_ERROR_MIH_OVERFLOW & 1 || errors >> HWS_ERROR_CMD_OVERFLOW & 1) recover();
}

void serve_interrupt(void) {
    hws_interrupts causes;
    check("read the interrupt", hws_get_interrupts(&amos_is.bus, &causes));
    if (causes.message) drain();
    if (causes.error) answer_errors();
}

/* The resolver has seen the end of a kernel. Firmware learns of it by a message, unless the kernel sends none. */
void resolver_ended(uint32_t id) {
    if (id >= amos_is.work->kernels.count || amos_is.of_kernel[id].sends_messages) return;
    store(amos_is.work->resolver, RESOLVER_STATE_OF, id);
    if (load(amos_is.work->resolver, RESOLVER_STATE) == STATE_FINISHED) kernel_finished(id);
}
