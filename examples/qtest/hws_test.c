/* A test of the HWS with QEMU's libqtest: the firmware API in C over a bus that libqtest drives.
 *
 * docs/qtest.md builds and runs it. The addresses are those of the built-in platform. */
#include "qemu/osdep.h"
#include "libqtest.h"
#include "qapi/qmp/qdict.h"

#include "hws_fw.h"
#include "hws_regs.h"

enum { HWS = 0x10000000, RESOLVER = 0x11000000, SHARED = 0x80000000, RAM = 0x40000000, CORE_EXTERNAL = 11 };
enum { RESOLVER_KERNEL = 0x00, RESOLVER_TD_ADDR = 0x04, RESOLVER_ADD = 0x1C, RESOLVER_COMMIT = 0x20, RESOLVER_STATE = 0x38 };
enum { FINISHED = 5 };

static int read32(void *client, uint32_t offset, uint32_t *value) {
    *value = qtest_readl(client, HWS + offset);
    return 0;
}

static int write32(void *client, uint32_t offset, uint32_t value) {
    qtest_writel(client, HWS + offset, value);
    return 0;
}

static QTestState *start(hws_bus *bus, hws_error *error) {
    QTestState *client = qtest_init("-machine none");
    *bus = (hws_bus){ .ctx = client, .read32 = read32, .write32 = write32, .error = error };
    return client;
}

static void test_registers(void) {
    hws_error error;
    hws_bus bus;
    QTestState *client = start(&bus, &error);
    g_assert_cmphex(qtest_readl(client, HWS + HWS_ID_OFFSET), ==, 0x48575330);
    g_assert_cmpint(hws_identify(&bus), ==, HWS_OK);
    /* Both words at once, as firmware may not. */
    g_assert_cmphex(qtest_readq(client, HWS + HWS_ID_OFFSET) & 0xFFFFFFFF, ==, 0x48575330);
    qtest_quit(client);
}

static void test_memory(void) {
    uint8_t sent[300], got[300];
    hws_error error;
    hws_bus bus;
    QTestState *client = start(&bus, &error);
    for (size_t i = 0; i < sizeof sent; i++) sent[i] = i * 7;
    for (uint32_t base = RAM; base != 0; base = base == RAM ? SHARED : 0) {
        qtest_memwrite(client, base + 3, sent, sizeof sent);
        qtest_bufread(client, base + 3, got, sizeof got);
        g_assert_cmpmem(sent, sizeof sent, got, sizeof got);
        qtest_memset(client, base, 0x5A, 64);
        qtest_bufwrite(client, base + 64, sent, sizeof sent);
        qtest_memread(client, base + 64, got, sizeof got);
        g_assert_cmpmem(sent, sizeof sent, got, sizeof got);
        g_assert_cmphex(qtest_readq(client, base + 8), ==, 0x5A5A5A5A5A5A5A5AULL);
        qtest_writew(client, base + 10, 0xABCD);
        qtest_writeb(client, base + 9, 0xEF);
        g_assert_cmphex(qtest_readl(client, base + 8), ==, 0xABCDEF5A);
        g_assert_cmphex(qtest_readb(client, base + 11), ==, 0xAB);
    }
    g_assert_false(qtest_big_endian(client));
    qtest_quit(client);
}

static void test_clock(void) {
    hws_error error;
    hws_bus bus;
    uint64_t cycles;
    QTestState *client = start(&bus, &error);
    g_assert_cmpint(qtest_clock_step(client, 1000), ==, 1000);
    g_assert_cmpint(qtest_clock_set(client, 1500), ==, 1500);
    g_assert_cmpint(qtest_clock_step_next(client), ==, 1500);
    /* An access takes no time. */
    g_assert_cmpint(hws_get_cycles(&bus, &cycles), ==, HWS_OK);
    g_assert_cmpint(cycles, ==, 1500);
    qtest_quit(client);
}

/* A kernel of two blocks from its descriptor to its last message. */
static void test_kernel(void) {
    hws_kernel_action action = { .kernel_id = 3, .threads = 4, .blocks = 2, .triggered = 2, .affinity = UINT32_MAX,
                                 .est_exec_time = 200, .offline_priority = 1, .report = 1 };
    uint32_t words[HWS_TD_WORDS], finished = 0;
    hws_message message;
    hws_error error;
    hws_bus bus;
    QTestState *client = start(&bus, &error);
    qtest_irq_intercept_in(client, "/machine/core");
    g_assert_cmpint(setHWSmode(&bus, HWS_OUT_PATH_MDMA, HWS_IN_PATH_HDR), ==, HWS_OK);
    g_assert_cmpint(enableHWSreportAmos(&bus, 1), ==, HWS_OK);
    g_assert_cmpint(hws_enable_interrupts(&bus, 1, 1), ==, HWS_OK);
    g_assert_cmpint(hws_enable(&bus), ==, HWS_OK);
    g_assert_cmpint(hws_kernel_action_compute(&action, words, &error), ==, HWS_OK);
    qtest_bufwrite(client, SHARED, words, sizeof words);
    qtest_writel(client, RESOLVER + RESOLVER_KERNEL, 3);
    qtest_writel(client, RESOLVER + RESOLVER_TD_ADDR, SHARED);
    qtest_writel(client, RESOLVER + RESOLVER_ADD, 0);
    qtest_writel(client, RESOLVER + RESOLVER_COMMIT, 0);
    while (finished < 2) {
        for (int steps = 0; !qtest_get_irq(client, CORE_EXTERNAL); steps++) {
            g_assert_cmpint(steps, <, 100);
            qtest_clock_step_next(client);
        }
        g_assert_cmpint(hws_next_message(&bus, &message), ==, HWS_OK);
        g_assert_cmpint(message.kind, !=, HWS_MESSAGE_ERROR);
        finished += message.kind == HWS_MESSAGE_BLOCK_FINISH;
    }
    qtest_writel(client, RESOLVER + RESOLVER_STATE - 4, 3);
    g_assert_cmpint(qtest_readl(client, RESOLVER + RESOLVER_STATE), ==, FINISHED);
    g_assert_false(qtest_get_irq(client, CORE_EXTERNAL));
    qtest_quit(client);
}

static void test_monitor(void) {
    hws_error error;
    hws_bus bus;
    QTestState *client = start(&bus, &error);
    QDict *answer = qtest_qmp(client, "{ 'execute': 'query-status' }");
    g_assert_cmpstr(qdict_get_str(qdict_get_qdict(answer, "return"), "status"), ==, "running");
    qobject_unref(answer);
    answer = qtest_qmp(client, "{ 'execute': 'system_reset' }");
    g_assert_cmpstr(qdict_get_str(qdict_get_qdict(answer, "error"), "class"), ==, "CommandNotFound");
    qobject_unref(answer);
    qtest_quit(client);
}

int main(int argc, char **argv) {
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/hws/registers", test_registers);
    qtest_add_func("/hws/memory", test_memory);
    qtest_add_func("/hws/clock", test_clock);
    qtest_add_func("/hws/kernel", test_kernel);
    qtest_add_func("/hws/monitor", test_monitor);
    return g_test_run();
}
