/* Runs the exported register tests on the model; prints each failure, and what each test did. */

#include <inttypes.h>
#include <stdio.h>

#include "hws_model.h"

#define HWS_TESTS_DECLARATIONS
#include "hws_tests.c"

static hws_model *model;

static bool read(void *context, uint64_t address, unsigned bits, uint64_t *value) {
    uint32_t word = 0;
    bool is_done = bits == 32 && hws_model_read32(model, (uint32_t)address, &word) == HWS_MODEL_OK;
    (void)context;
    *value = word;
    return is_done;
}

static bool write(void *context, uint64_t address, unsigned bits, uint64_t value) {
    (void)context;
    return bits == 32 && hws_model_write32(model, (uint32_t)address, (uint32_t)value) == HWS_MODEL_OK;
}

/* After power-on. */
static void reset(void *context) {
    (void)context;
    hws_model_free(model);
    model = NULL;
    if (hws_model_create(0, &model) != HWS_MODEL_OK) {
        puts("no model");
    }
}

static void report(void *context, const struct hws_test_failure *f) {
    (void)context;
    printf("%s %s[%" PRIu32 ",%" PRIu32 "] at 0x%04" PRIx64 ": expected 0x%08" PRIx64 ", found 0x%08" PRIx64
           ", compared 0x%08" PRIx64 "\n", f->test, f->name, f->index[0], f->index[1], f->address, f->expected, f->found, f->mask);
}

static uint32_t say(const char *test, struct hws_test_result result) {
    printf("%s: %" PRIu32 " comparisons, %" PRIu32 " failures, %" PRIu32 " skipped\n", test, result.comparisons,
           result.failures, result.skipped);
    return result.failures;
}

int main(void) {
    struct hws_test_device device = {NULL, read, write, reset, report, false};
    uint32_t failures = say("reset", hws_reset_test(&device));
    failures += say("access", hws_access_test(&device));
    failures += say("bit_bash", hws_bit_bash_test(&device));
    hws_model_free(model);
    return failures != 0;
}
