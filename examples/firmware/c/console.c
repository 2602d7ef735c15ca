/* The UART and the end of the firmware. */
#include "amos.h"

/* As long as there is no hand-over, nothing can be printed. */
static void put(char c) {
    if (amos_is.work) *(volatile uint8_t *)(uintptr_t)amos_is.work->uart = (uint8_t)c;
}

void print(const char *text) {
    while (*text) put(*text++);
}

void print_number(uint32_t number) {
    if (number >= 10) print_number(number / 10);
    put((char)('0' + number % 10));
}

void print_hex(uint32_t number) {
    print("0x");
    for (int shift = 28; shift >= 0; shift -= 4) put("0123456789abcdef"[number >> shift & 15]);
}

/* By the test finisher if the platform is known, otherwise by semihosting. */
_Noreturn void finish(uint32_t code) {
    if (amos_is.work) store(amos_is.work->finisher, 0, code ? code << 16 | 0x3333 : 0x5555);
    register uint32_t operation __asm__("a0") = 0x18;
    register uint32_t reason __asm__("a1") = code ? 0x20024 : 0x20026;
    __asm__ volatile(".option push\n.option norvc\nslli x0, x0, 0x1f\nebreak\nsrai x0, x0, 7\n.option pop"
                     : "+r"(operation) : "r"(reason) : "memory");
    for (;;) __asm__ volatile("wfi");
}
