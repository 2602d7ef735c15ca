/* Ordinary compiled code: sorting, a checksum, division by everything, recursion, tables of functions, atomics. */
#include <stdint.h>

static uint32_t state = 12345;
static uint32_t next(void) { return state = state * 1664525u + 1013904223u; }

static volatile uint32_t result;
static uint32_t words[64];
static uint8_t bytes[128];
static int16_t halves[32];

static void sort(uint32_t *from, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && from[j - 1] > from[j]; j--) {
            uint32_t moved = from[j];
            from[j] = from[j - 1];
            from[j - 1] = moved;
        }
}

static uint32_t crc(const uint8_t *from, int count) {
    uint32_t sum = ~0u;
    while (count-- > 0) {
        sum ^= *from++;
        for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (0xEDB88320u & -(sum & 1));
    }
    return ~sum;
}

static uint32_t divisions(void) {
    static const int32_t values[] = {0, 1, -1, 7, -7, INT32_MAX, INT32_MIN, 10};
    uint32_t sum = 0;
    for (unsigned i = 0; i < 8; i++)
        for (unsigned j = 0; j < 8; j++) {
            volatile int32_t a = values[i], b = values[j];
            int32_t quotient, remainder;
            uint32_t unsigned_quotient;
            __asm__ volatile("div %0, %1, %2" : "=r"(quotient) : "r"(a), "r"(b));
            __asm__ volatile("rem %0, %1, %2" : "=r"(remainder) : "r"(a), "r"(b));
            __asm__ volatile("divu %0, %1, %2" : "=r"(unsigned_quotient) : "r"(a), "r"(b));
            sum = sum * 31 + (uint32_t)quotient + 3 * (uint32_t)remainder + 5 * unsigned_quotient;
            sum += (uint32_t)(((int64_t)a * b) >> 32) ^ (uint32_t)(((uint64_t)(uint32_t)a * (uint32_t)b) >> 32);
        }
    return sum;
}

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static uint32_t add(uint32_t a, uint32_t b) { return a + b; }
static uint32_t subtract(uint32_t a, uint32_t b) { return a - b; }
static uint32_t mix(uint32_t a, uint32_t b) { return (a << 7 | a >> 25) ^ b; }
static uint32_t (*const table[])(uint32_t, uint32_t) = {add, subtract, mix};

static uint32_t atomics(void) {
    uint32_t sum = 0;
    for (int i = 0; i < 40; i++) {
        uint32_t expected = words[i];
        sum += __atomic_fetch_add(&words[i], next(), __ATOMIC_SEQ_CST);
        sum ^= __atomic_fetch_and(&words[i + 1], next(), __ATOMIC_RELAXED);
        sum += __atomic_exchange_n(&words[i + 2], sum, __ATOMIC_ACQ_REL);
        sum += __atomic_compare_exchange_n(&words[i], &expected, sum, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    return sum;
}

int main(void) {
    for (int i = 0; i < 64; i++) words[i] = next();
    for (int i = 0; i < 128; i++) bytes[i] = (uint8_t)(next() >> 24);
    for (int i = 0; i < 32; i++) halves[i] = (int16_t)(next() >> 16);
    sort(words, 64);
    uint32_t sum = crc(bytes, 128) + divisions() + (uint32_t)fibonacci(10) + atomics();
    for (int i = 0; i < 32; i++) sum = table[(uint16_t)halves[i] % 3](sum, (uint32_t)halves[i]);
    result = sum;
    return 0;
}
