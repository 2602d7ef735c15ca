/* After dropped messages: what they said is read back from the RS and LAUNCH pages and from the resolver. */
#include "amos.h"
#include "hws_regs.h"

typedef struct {
    uint32_t kernel, launched, ids;
    bool valid;
} resident;

static uint32_t read(uint32_t offset) {
    uint32_t value;
    if (amos_is.bus.read32(amos_is.bus.ctx, offset, &value)) fail("read back what was dropped", HWS_BUS);
    return value;
}

static resident read_resident(uint32_t entry) {
    resident found = {0, 0, 0, false};
    if (!(read(HWS_RS_FLAGS_AT(entry)) & HWS_RS_FLAGS_VALID_MASK)) return found;
    found.ids = read(HWS_RS_IDS_AT(entry));
    found.kernel = read(HWS_RS_KERNEL_ID_AT(entry));
    found.launched = (read(HWS_RS_PROGRESS_AT(entry)) & HWS_RS_PROGRESS_LAUNCHED_MASK) >> HWS_RS_PROGRESS_LAUNCHED_SHIFT;
    found.valid = found.kernel < amos_is.work->kernels.count;
    return found;
}

static uint32_t hdr_id(uint32_t ids) { return (ids & HWS_RS_IDS_HDR_ID_MASK) >> HWS_RS_IDS_HDR_ID_SHIFT; }
static uint32_t hdr_entry_id(uint32_t ids) {
    return (ids & HWS_RS_IDS_HDR_ENTRY_ID_MASK) >> HWS_RS_IDS_HDR_ENTRY_ID_SHIFT;
}

/* Blocks that are launched and no longer running have finished. */
static void catch_up(uint32_t entry, const resident *of, const hws_launch *launches) {
    progress *progress = &amos_is.of_kernel[of->kernel];
    progress->entry = (uint8_t)entry;
    progress->has_entry = true;
    progress->hdr_ids = (uint16_t)(hdr_id(of->ids) | hdr_entry_id(of->ids) << 8);
    if (!progress->has_window) return;
    for (uint32_t block = 0; block < of->launched; block++) {
        bool is_running = false;
        for (uint32_t i = 0; i < HWS_N_LAUNCH; i++)
            is_running |= launches[i].valid && launches[i].block_id == block && launches[i].ids.hdr_id == hdr_id(of->ids) &&
                          launches[i].ids.hdr_entry_id == hdr_entry_id(of->ids);
        if (!is_running) note_block(of->kernel, block);
    }
    raise_trigger(of->kernel);
}

/* The entries are read before the launches: a block launched in between is not taken for finished. */
void recover(void) {
    static resident residents[HWS_RS_FLAGS_COUNT];
    static hws_launch launches[HWS_N_LAUNCH];
    uint32_t resolver = amos_is.work->resolver;
    for (uint32_t i = 0; i < HWS_RS_FLAGS_COUNT; i++) residents[i] = read_resident(i);
    for (uint32_t i = 0; i < HWS_N_LAUNCH; i++) check("read a launch", hws_get_launch(&amos_is.bus, i, &launches[i]));
    for (uint32_t i = 0; i < HWS_RS_FLAGS_COUNT; i++)
        if (residents[i].valid) catch_up(i, &residents[i], launches);
    for (uint32_t id = 0; id < amos_is.work->kernels.count; id++) {
        store(resolver, RESOLVER_STATE_OF, id);
        uint32_t state = load(resolver, RESOLVER_STATE);
        if (state == STATE_FINISHED) kernel_finished(id);
        if (state == STATE_REJECTED) give_up(id);
    }
}
