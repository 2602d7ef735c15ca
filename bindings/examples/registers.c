/* A register of the model, by its name in the map: read, changed, and written with a mistake. */

#include <hws_model.h>
#include <hws_regs.h>

#include <inttypes.h>
#include <stdio.h>

/* Prints what failed, if it did. */
static int failed(const char *what, hws_model_status status) {
    if (status == HWS_MODEL_OK) return 0;
    fprintf(stderr, "%s: %s\n", what, hws_model_status_text(status));
    return 1;
}

/* Reads PROMOTE and prints its fields. */
static int show(hws_model *model) {
    uint32_t word = 0;
    if (failed("PROMOTE", hws_model_read32(model, HWS_PROMOTE_OFFSET, &word))) return 1;
    printf("PROMOTE is 0x%08" PRIx32 ": THRESHOLD %" PRIu32 ", RTASK_MAX %" PRIu32 "\n", word,
           HWS_GET(HWS_PROMOTE_THRESHOLD, word), HWS_GET(HWS_PROMOTE_RTASK_MAX, word));
    return 0;
}

static int use(hws_model *model) {
    uint32_t word = HWS_PROMOTE_RESET, errors = 0;
    hws_model_status status;
    if (show(model)) return 1;

    word = (word & ~HWS_PROMOTE_THRESHOLD_MASK) | HWS_PUT(HWS_PROMOTE_THRESHOLD, 16);
    if (failed("PROMOTE", hws_model_write32(model, HWS_PROMOTE_OFFSET, word))) return 1;
    if (show(model)) return 1;

    /* A mistake: the identity is read-only. The access fails as it would on the bus, and leaves its mark. */
    status = hws_model_write32(model, HWS_ID_OFFSET, 1);
    printf("write of HWS_ID: %s\n", hws_model_status_text(status));
    if (failed("ERR_STATUS", hws_model_read32(model, HWS_ERR_STATUS_OFFSET, &errors))) return 1;
    printf("ERR_STATUS.BUS is %" PRIu32 "\n", HWS_GET(HWS_ERR_STATUS_BUS, errors));
    return 0;
}

int main(void) {
    hws_model *model = NULL;
    int status;
    if (!hws_model_abi_fits(HWS_MODEL_ABI_VERSION)) {
        fprintf(stderr, "the program was compiled for version %u of the library, which has %u; compile it again\n",
                (unsigned)HWS_MODEL_ABI_VERSION, (unsigned)hws_model_abi_version());
        return 2;
    }
    if (failed("hws_model_create", hws_model_create(0, &model))) return 2;
    status = use(model);
    hws_model_free(model);
    return status;
}
