/* A kernel of six blocks on the model, from its descriptor to the last report: firmware configures the scheduler, the
 * test bench pushes the task, takes the commands as the MDMA does, and reports as the SIPs do. */

#include <hws_fw.h>
#include <hws_model.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MEMORY_BYTES 4096u
#define DESCRIPTOR 0x100u
#define BLOCKS 6u
#define THREADS 8u
#define BLOCK_CYCLES 500u

/* Prints what failed, with the argument if one was wrong. */
static int failed(const char *what, hws_status status, const hws_error *error) {
    if (status == HWS_OK) return 0;
    fprintf(stderr, "%s: %s", what, hws_status_text(status));
    if (error->name[0] != 0) fprintf(stderr, " (%s is %" PRId64 ")", error->name, error->value);
    fputc('\n', stderr);
    return 1;
}

/* Firmware: what the machine is, how it schedules, and that it may start. */
static int bring_up(const hws_bus *bus) {
    hws_topology topology;
    topology.cluster_sip_num = 16;
    topology.cluster_num = 2;
    return failed("hws_identify", hws_identify(bus), bus->error) ||
           failed("hws_set_topology", hws_set_topology(bus, topology), bus->error) ||
           failed("setHWSmode", setHWSmode(bus, HWS_OUT_PATH_MDMA, HWS_IN_PATH_HDR), bus->error) ||
           failed("enableHWSreportAmos", enableHWSreportAmos(bus, 1), bus->error) ||
           failed("hws_enable", hws_enable(bus), bus->error);
}

/* The runtime: a kernel in shared memory, and its address to the HWS. */
static int push(hws_model *model, hws_error *error) {
    hws_kernel_action kernel;
    uint32_t words[HWS_TD_WORDS];
    memset(&kernel, 0, sizeof kernel);
    kernel.kernel_id = 7;
    kernel.threads = THREADS;
    kernel.blocks = BLOCKS;
    kernel.triggered = BLOCKS;
    kernel.affinity = 0xffffffffu;
    kernel.report = 1;
    if (failed("hws_kernel_action_compute", hws_kernel_action_compute(&kernel, words, error), error)) return 1;
    return hws_model_write_memory(model, DESCRIPTOR, words, HWS_TD_WORDS) != HWS_MODEL_OK ||
           hws_model_push_hdr(model, 0, 0, DESCRIPTOR) != HWS_MODEL_OK;
}

/* The SIP of a command has done its part. */
static int report(const hws_bus *bus, const hws_mdma_command *command) {
    hws_sip_report done;
    done.launch_id = command->launch_id;
    done.block_id = command->block_id;
    done.sip = command->sip;
    return failed("sipComplete", sipComplete(bus, &done), bus->error);
}

/* The commands that have been made reach their SIPs, a thread of a block each, which work and report. */
static int run_blocks(hws_model *model, const hws_bus *bus) {
    hws_mdma_command commands[HWS_N_SIP];
    uint32_t count = 0, i;
    while (count < HWS_N_SIP && hws_model_pop_mdma(model, &commands[count]) == HWS_MODEL_OK) count++;
    for (i = 0; i < count; i++) {
        if (commands[i].thread_idx != 0) continue;
        printf("block %" PRIu32 " starts on SIP %" PRIu32 "\n", commands[i].block_id, commands[i].sip);
    }
    if (count > 0) hws_model_tick(model, BLOCK_CYCLES);
    for (i = 0; i < count; i++) {
        if (report(bus, &commands[i])) return 1;
    }
    return 0;
}

/* Firmware: takes the messages; returns 1 when the kernel has finished, -1 after a failure. */
static int take_messages(const hws_bus *bus) {
    hws_message message;
    do {
        if (failed("hws_next_message", hws_next_message(bus, &message), bus->error)) return -1;
        if (message.kind == HWS_MESSAGE_BLOCK_FINISH) printf("block %" PRIu32 " is done\n", message.block_id);
        if (message.kernel_finish) {
            printf("the kernel is done\n");
            return 1;
        }
    } while (message.kind != HWS_MESSAGE_NONE);
    return 0;
}

static int use(hws_model *model) {
    hws_error error;
    hws_bus bus = {NULL, hws_model_bus_read32, hws_model_bus_write32, NULL};
    int attempt, finished;
    memset(&error, 0, sizeof error);
    bus.ctx = model;
    bus.error = &error;
    if (bring_up(&bus) || push(model, &error)) return 1;
    for (attempt = 0; attempt < 100; attempt++) {
        hws_model_tick(model, 50);
        if (run_blocks(model, &bus)) return 1;
        finished = take_messages(&bus);
        if (finished != 0) return finished < 0;
    }
    fprintf(stderr, "the kernel is not done\n");
    return 1;
}

int main(void) {
    hws_model *model = NULL;
    int status;
    if (!hws_fw_abi_fits(HWS_FW_ABI_VERSION) || !hws_model_abi_fits(HWS_MODEL_ABI_VERSION)) {
        fprintf(stderr, "the libraries have other versions (%u, %u) than their headers; compile the program again\n",
                (unsigned)hws_fw_abi_version(), (unsigned)hws_model_abi_version());
        return 2;
    }
    if (hws_model_create(MEMORY_BYTES, &model) != HWS_MODEL_OK) return 2;
    status = use(model);
    hws_model_free(model);
    return status;
}
