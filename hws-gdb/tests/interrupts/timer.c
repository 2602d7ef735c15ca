/* Five interrupts of the timer. `.ci/firmware gdb` steps through their handler with steps.gdb. */
#include <stdint.h>

#define WORD(address) (*(volatile uint32_t *)(address))
#define MTIMECMP WORD(0x02004000)
#define MTIMECMP_HIGH WORD(0x02004004)
#define MTIME WORD(0x0200BFF8)
#define FINISHER WORD(0x00100000)

volatile unsigned ticks;

__attribute__((noinline)) static void rearm(void) { MTIMECMP = MTIME + 300; }

__attribute__((interrupt, aligned(4))) void on_timer(void) {
    ticks++;
    rearm();
}

int main(void) {
    MTIMECMP_HIGH = 0;
    MTIMECMP = MTIME + 300;
    __asm__ volatile("csrw mtvec, %0" ::"r"(on_timer));
    __asm__ volatile("csrs mie, %0" ::"r"(1 << 7));
    __asm__ volatile("csrsi mstatus, 8");
    while (ticks < 5)
        __asm__ volatile("wfi");
    FINISHER = 0x5555;
    for (;;)
        ;
}

__attribute__((naked, section(".text.start"))) void _start(void) { __asm__("la sp, stack_top\n call main"); }
