/* A minimal firmware: startup code, and a bring-up on the real register window. */
#include <hws_fw.h>

/* The address of the register window; a real machine takes it from its memory map. */
#define HWS_BASE ((void *)0x10000000)

int main(void);

__attribute__((naked, noreturn, section(".text.start"))) void _start(void) {
    __asm__ volatile("la sp, stack_top\n"
                     "call main\n"
                     "1: wfi\n"
                     "j 1b\n");
}

int main(void) {
    hws_bus bus;
    hws_error error;
    hws_topology topology = {16, 2};
    hws_status status = hws_mmio_bus(HWS_BASE, &bus);
    if (status != HWS_OK) return status;
    bus.error = &error;
    if ((status = hws_identify(&bus)) != HWS_OK) return status;
    if ((status = hws_set_topology(&bus, topology)) != HWS_OK) return status;
    if ((status = hws_set_time_unit(&bus, 10)) != HWS_OK) return status;
    if ((status = setHWSmode(&bus, HWS_OUT_PATH_MDMA, HWS_IN_PATH_HDR)) != HWS_OK) return status;
    if ((status = hws_config_backfill_safe(&bus, 0)) != HWS_OK) return status;
    if ((status = initDAGProperty(&bus, 1, 12, 0)) != HWS_OK) return status;
    return hws_enable(&bus);
}
