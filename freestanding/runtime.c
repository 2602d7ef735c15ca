/* What a bare-metal target provides: the memory functions that compilers call, and external input. */
typedef unsigned long size;

void *memcpy(void *to, const void *from, size n) {
    char *t = to;
    const char *f = from;
    while (n--) *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size n) {
    char *t = to;
    const char *f = from;
    if (t < f) return memcpy(to, from, n);
    while (n--) t[n] = f[n];
    return to;
}

void *memset(void *to, int value, size n) {
    char *t = to;
    while (n--) *t++ = (char)value;
    return to;
}

int memcmp(const void *a, const void *b, size n) {
    const unsigned char *x = a, *y = b;
    for (; n--; x++, y++)
        if (*x != *y) return *x - *y;
    return 0;
}

int bcmp(const void *a, const void *b, size n) { return memcmp(a, b, n); }

/* The precompiled core refers to it in its unwind tables; with panic = "abort" it is never called. */
void rust_eh_personality(void) {}

volatile unsigned long long world;

unsigned long long outside(unsigned long long a, unsigned long long b) {
    world = a + b;
    return world;
}
