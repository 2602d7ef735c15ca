/* Amos in C: brings the HWS up, takes graphs through it, and ends when all are closed. */
#include "amos.h"

amos_state amos_is;

/* What this firmware cannot do; the bits are those of `features`. */
static const char *const missing[] = {
    "start blocks itself (out_path: mih)", "push tasks itself (in_path: firmware)", "schedule graphs (scheduler: firmware)",
    "grant L2 or VCs", "write parameters", "raise credits", "pin kernels", "prefetch",
};

void fail(const char *doing, hws_status status) {
    print("amos: could not ");
    print(doing);
    print(": ");
    print(hws_status_text(status));
    print("\n");
    finish(2);
}

void check(const char *doing, hws_status status) {
    if (status != HWS_OK) fail(doing, status);
}

_Noreturn void trapped(uint32_t cause, uint32_t place, uint32_t value);

_Noreturn void trapped(uint32_t cause, uint32_t place, uint32_t value) {
    print("amos: exception ");
    print_number(cause);
    print(" at ");
    print_hex(place);
    print(", value ");
    print_hex(value);
    print("\n");
    finish(3);
}

uint64_t now(void) {
    uint32_t timer = amos_is.work->timer, high, low;
    do {
        high = load(timer, TIMER_TIME_HI);
        low = load(timer, TIMER_TIME_LO);
    } while (high != load(timer, TIMER_TIME_HI));
    return (uint64_t)high << 32 | low;
}

static void set_timer(uint64_t at) {
    uint32_t timer = amos_is.work->timer;
    store(timer, TIMER_COMPARE_HI, 0xFFFFFFFFu);
    store(timer, TIMER_COMPARE_LO, (uint32_t)at);
    store(timer, TIMER_COMPARE_HI, (uint32_t)(at >> 32));
}

/* Firmware's own settings, then those of the workload, which override them; the margin depends on both. */
static void bring_up(void) {
    const handover *work = amos_is.work;
    const hws_bus *bus = &amos_is.bus;
    const setting *settings = (const setting *)name_at(work->settings.offset);
    const usage *masks = (const usage *)name_at(work->masks.offset);
    check("identify the HWS", hws_identify(bus));
    check("set the topology", hws_set_topology(bus, work->topology));
    check("set the time unit", hws_set_time_unit(bus, work->time_unit));
    check("set the paths", setHWSmode(bus, work->out_path, work->in_path));
    check("set the reports", enableHWSreportAmos(bus, work->report));
    check("set the second resources", hws_set_second_resources(bus, work->second_resources));
    for (uint32_t i = 0; i < work->settings.count; i++)
        if (bus->write32(bus->ctx, settings[i].offset, settings[i].value)) fail("write a setting", HWS_BUS);
    if (!work->has_margin) check("set the backfill margin", hws_config_backfill_safe(bus, 0));
    for (uint32_t i = 0; i < work->masks.count; i++)
        check("set a usage mask", sipUsageMaskConfig(bus, masks[i].ctx, masks[i].threads, masks[i].mask));
    check("enable the interrupts", hws_enable_interrupts(bus, 1, 1));
    check("enable the HWS", hws_enable(bus));
}

/* The hand-over is of this version, fits in the tables, and needs nothing that is missing. */
static void accept(const handover *work) {
    if (work->magic != HANDOVER_MAGIC) finish(4);
    amos_is.work = work;
    if (work->version != HANDOVER_VERSION || work->kernels.count > MOST_KERNELS || work->graphs.count > MOST_GRAPHS) {
        print("amos: the workload has another version, or too many kernels or graphs\n");
        finish(4);
    }
    for (uint32_t bit = 0; bit < sizeof missing / sizeof *missing; bit++)
        if (work->features >> bit & 1) {
            print("amos: the workload needs a firmware that can ");
            print(missing[bit]);
            print("\n");
        }
    if (work->features) finish(4);
    amos_is.graphs = (const graph *)name_at(work->graphs.offset);
    amos_is.kernels = (const kernel *)name_at(work->kernels.offset);
    amos_is.dependencies = (const dependency *)name_at(work->dependencies.offset);
    amos_is.unclosed = work->graphs.count;
    check("reach the registers", hws_mmio_bus((void *)(uintptr_t)work->hws, &amos_is.bus));
    amos_is.bus.error = &amos_is.error;
}

/* Waits for the external interrupt, or for the next graph. Interrupts end the wait without a handler. */
static void idle(void) {
    set_timer(next_arrival());
    __asm__ volatile("wfi" ::: "memory");
}

void amos(const handover *work);

void amos(const handover *work) {
    accept(work);
    bring_up();
    print("amos: up\n");
    store(work->resolver, RESOLVER_IRQ_ENABLE, 1);
    __asm__ volatile("csrw mie, %0" ::"r"(1u << 11 | 1u << 7));
    while (amos_is.unclosed) {
        uint32_t ended = load(work->resolver, RESOLVER_ENDED);
        bool is_asserted = load(work->resolver, RESOLVER_LINES) & LINE_HWS;
        if (ended != NO_KERNEL) resolver_ended(ended);
        if (is_asserted) serve_interrupt();
        else if (ended == NO_KERNEL && !close_finished() && !open_next(now())) idle();
    }
    print("amos: drained ");
    print_number(work->graphs.count);
    print(" graphs, ");
    print_number(work->kernels.count - amos_is.given_up);
    print(" kernels\n");
    if (amos_is.given_up) {
        print("amos: gave up ");
        print_number(amos_is.given_up);
        print(" kernels\n");
    }
    finish(amos_is.given_up ? 1 : 0);
}
