// Plays an edge file (hws-dv/examples/edges/main.rs) on the RTL and dumps every edge.
//
//     Vhws EDGES DUMP [+bug=NAME] [+kill=CYCLE]
//
// It kills itself some ticks after +kill, where it has flushed the dump: what is then in the file is what a simulator leaves.
// With NO_DUMP it dumps nothing, for measurements, and DUMP is left out.
//
//     Vhws EDGES NAME...
//
// With DIGEST, which needs NO_DUMP and an RTL with HWS_DIGEST, it plays the file on the right RTL, then with each of these bugs until a port or a
// register differs, and prints NAME and the cycle, or NAME and `-`.
//
// Each operation is one rising edge of clk, a tick one or more. Shared memory is here: the RTL reads what `mem` lines
// have written, and a word that none has written is refused.
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "Vhws.h"
#include "verilated.h"
#ifdef NO_DUMP
#elif defined DUMP_FST
#include "verilated_fst_c.h"
using Dump = VerilatedFstC;
#else
#include "verilated_vcd_c.h"
using Dump = VerilatedVcdC;
#endif

namespace {

[[noreturn]] void fail(const std::string& message) {
    std::cerr << message << '\n';
    std::exit(2);
}

#ifdef DIGEST
// What outputs and registers are after an edge, and the cycle before it.
struct Seen {
    uint64_t cycle, digest;
};

// Thrown at the first edge at which two runs differ.
struct Difference {
    uint64_t cycle;
};
#endif

class Bench {
public:
    Bench(VerilatedContext& context, const char* path) : top{&context, "TOP"} {
#ifndef NO_DUMP
        context.traceEverOn(true);
        top.trace(&dump, 99);
        dump.open(path);
        if (!dump.isOpen()) fail(std::string{path} + ": cannot be written");
#endif
        top.mdma_ready = 1;
        for (top.rst_n = 0; resets < 2; ++resets) edge();
        top.rst_n = 1;
    }

    ~Bench() {
#ifndef NO_DUMP
        dump.close();
#endif
        top.final();
    }

    void mem(uint32_t address, uint32_t word) { memory[address] = word; }

    void access(bool is_write, uint32_t address, uint32_t value) {
        top.bus_valid = 1;
        top.bus_write = is_write;
        top.bus_addr = address;
        top.bus_wdata = value;
        edge();
        top.bus_valid = 0;
    }

    void push(uint32_t hdr_id, uint32_t entry, uint32_t descriptor) {
        top.hdr_valid = 1;
        top.hdr_id = hdr_id;
        top.hdr_entry_id = entry;
        top.hdr_td_addr = descriptor;
        edge();
        top.hdr_valid = 0;
    }

    // Flushes the dump when tick `cycle` is reached, and ends without closing it 20 ticks later.
    void kill_after(uint64_t cycle) { killed_at = cycle; }

    void tick() {
#ifndef NO_DUMP
        if (top.cycle == killed_at) dump.flush();
        if (top.cycle > killed_at && top.cycle - killed_at == 20) std::raise(SIGKILL);
#endif
        // Tick c starts at 1000 c, unless earlier edges took longer.
        if (time < top.cycle * 1000) time = top.cycle * 1000;
        const uint64_t cycle = top.cycle;
        top.tick_req = 1;
        edge();
        top.tick_req = 0;
        for (int edges = 1; top.tick_busy; ++edges) {
            if (edges > EDGES_MAX) fail("tick " + std::to_string(cycle) + ": does not end");
            edge();
        }
    }

#ifdef DIGEST
    std::vector<Seen> seen;                         // by this run, edge by edge
    const std::vector<Seen>* expected = nullptr;    // by the run to compare with
#endif

private:
    // A tick of 32 blocks with all messages and reads has fewer.
    static constexpr int EDGES_MAX = 10000;
    static constexpr uint64_t HALF_PERIOD = 5;

    void edge() {
        answer();
#ifdef DIGEST
        const uint64_t cycle = top.cycle;
#endif
        level(0);
        level(1);
#ifdef DIGEST
        seen.push_back({cycle, top.digest});
        if (expected && (*expected)[seen.size() - 1].digest != top.digest) throw Difference{cycle};
#endif
    }

    // The word that the RTL asked for after the last edge.
    void answer() {
        const auto word = memory.find(top.sm_addr);
        top.sm_err = top.sm_req && word == memory.end();
        top.sm_rdata = top.sm_req && word != memory.end() ? word->second : 0;
    }

    void level(int clk) {
        top.clk = clk;
        top.eval();
#ifndef NO_DUMP
        dump.dump(time);
#endif
        time += HALF_PERIOD;
    }

    Vhws top;
#ifndef NO_DUMP
    Dump dump;
#endif
    std::unordered_map<uint32_t, uint32_t> memory;
    uint64_t time = 0;
    uint64_t killed_at = UINT64_MAX;
    int resets = 0;
};

// One line; false if it is not an operation.
bool play(Bench& bench, const std::string& line) {
    std::istringstream in{line};
    std::string name;
    uint32_t a = 0, b = 0, c = 0;
    in >> name >> std::hex;
    if (name == "mem" && in >> a) {
        for (; in >> b; a += 4) bench.mem(a, b);
        return in.eof();
    }
    if (name == "write" && in >> a >> b) bench.access(true, a, b);
    else if (name == "read" && in >> a) bench.access(false, a, 0);
    else if (name == "hdr" && in >> a >> b >> c) bench.push(a, b, c);
    else if (uint64_t ticks = 0; name == "tick" && in >> ticks) while (ticks-- > 0) bench.tick();
    else return false;
    return true;
}

void play_file(Bench& bench, const char* path) {
    std::ifstream edges{path};
    if (!edges) fail(std::string{path} + ": cannot be read");
    std::string line;
    for (int number = 1; std::getline(edges, line); ++number)
        if (!play(bench, line)) fail(std::string{path} + ':' + std::to_string(number) + ": not an edge: " + line);
}

#ifdef DIGEST
// A run with this bug, or without any: what it saw, until it differs from what is expected.
std::vector<Seen> run(const char* edges, const std::string& bug, const std::vector<Seen>* expected) {
    const std::string option = "+bug=" + bug;
    const char* arguments[] = {"Vhws", option.c_str()};
    VerilatedContext context;
    context.commandArgs(bug.empty() ? 1 : 2, arguments);
    Bench bench{context, nullptr};
    bench.expected = expected;
    play_file(bench, edges);
    return bench.seen;
}
#endif

}  // namespace

#ifdef DIGEST
int main(int argc, char** argv) {
    if (argc < 2) fail("usage: Vhws EDGES NAME...");
    const std::vector<Seen> right = run(argv[1], "", nullptr);
    for (int i = 2; i < argc; ++i) {
        std::cout << argv[i] << ' ';
        try {
            run(argv[1], argv[i], &right);
            std::cout << "-" << std::endl;
        } catch (const Difference& difference) {
            std::cout << difference.cycle << std::endl;
        }
    }
    return 0;
}
#else
int main(int argc, char** argv) {
#ifdef NO_DUMP
    constexpr int FILES = 1;
#else
    constexpr int FILES = 2;
#endif
    if (argc <= FILES) fail("usage: Vhws EDGES DUMP [+bug=NAME]");
    VerilatedContext context;
    context.commandArgs(argc, argv);
    Bench bench{context, argv[FILES]};
    if (const std::string kill = context.commandArgsPlusMatch("kill="); !kill.empty())
        bench.kill_after(std::stoull(kill.substr(kill.find('=') + 1)));
    play_file(bench, argv[1]);
    return 0;
}
#endif
