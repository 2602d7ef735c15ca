/* ---- Accesses, and what they leave behind */

struct run {
    const struct {{ prefix }}_test_device *device;
    const char *test;
    struct {{ prefix }}_test_result result;
};

static void fail(struct run *run, const struct element *e, uint64_t expected, uint64_t found, uint64_t mask, bool is_write) {
    struct {{ prefix }}_test_failure failure = {run->test, e->reg->name, {e->index[0], e->index[1], e->index[2]}, e->address,
        expected & mask, found, mask, is_write};
    run->result.failures++;
    if (run->device->report) {
        run->device->report(run->device->context, &failure);
    }
}

/* The bits that can be compared after a write. */
static uint64_t comparable(const struct run *run, const struct reg *reg) {
    uint64_t mask = 0;
    for (const struct field *f = first_field(reg); f < end_of_fields(reg); f++) {
        bool is_stable = run->device->hardware_is_idle || !(f->flags & VOLATILE);
        if (is_stable && f->read != READ_HIDDEN && !(f->flags & PULSE)) {
            mask |= mask_of(f);
        }
    }
    return mask;
}

/* The hardware may change this at any time. */
static void forget_volatile(const struct run *run, const struct reg *reg, struct state *s) {
    for (const struct field *f = first_field(reg); f < end_of_fields(reg); f++) {
        if (f->flags & VOLATILE && !run->device->hardware_is_idle) {
            s->known &= ~mask_of(f);
        }
    }
}

/* Reads the element, compares what is known, and learns the rest. */
static void read_element(struct run *run, const struct element *e, struct state *s) {
    uint64_t found = 0, readable = 0, cleared = 0, set = 0;
    for (const struct field *f = first_field(e->reg); f < end_of_fields(e->reg); f++) {
        readable |= f->read != READ_HIDDEN ? mask_of(f) : 0;
        cleared |= f->read == READ_CLEARS ? mask_of(f) : 0;
        set |= f->read == READ_SETS ? mask_of(f) : 0;
    }
    if (!run->device->read(run->device->context, e->address, e->reg->bits, &found)) {
        fail(run, e, 0, 0, 0, false);
        s->known = 0;
        return;
    }
    uint64_t mask = s->known & readable;
    run->result.comparisons += mask != 0;
    if ((found ^ s->value) & mask) {
        fail(run, e, s->value, found, mask, false);
    }
    s->value = ((s->value & ~readable) | (found & readable & ~cleared)) | set;
    s->known |= readable;
    forget_volatile(run, e->reg, s);
}

enum gate { SHUT, OPEN, UNKNOWN };

static bool has_plain_reads(const struct reg *reg) {
    for (const struct field *f = first_field(reg); f < end_of_fields(reg); f++) {
        if (f->read != READ_KEPT && f->read != READ_HIDDEN) {
            return false;
        }
    }
    return true;
}

/* The bit of a guard: in the element itself, or read from its register. */
static enum gate look_at(const struct run *run, const struct element *e, const struct state *s, const struct guard *guard) {
    struct element other = element_at(&registers[guard->reg], e->index);
    uint64_t word = s->value, bit = UINT64_C(1) << guard->bit;
    if (guard->is_volatile && !run->device->hardware_is_idle) {
        return UNKNOWN;
    }
    if (other.reg == e->reg) {
        if (!(s->known & bit)) {
            return UNKNOWN;
        }
    } else if (!(other.reg->may & (MAY_READ | MAY_RESET)) || !has_plain_reads(other.reg)
               || !run->device->read(run->device->context, other.address, other.reg->bits, &word)) {
        return UNKNOWN;
    }
    return ((word & bit) != 0) == (guard->opens_at != 0) ? OPEN : SHUT;
}

/* Whether a write to the field counts. */
static enum gate gate_of(const struct run *run, const struct element *e, const struct state *s, const struct field *f) {
    enum gate all = OPEN;
    for (unsigned i = 0; i < f->guards; i++) {
        enum gate one = look_at(run, e, s, &guards[f->first_guard + i]);
        all = one == OPEN || all == SHUT ? all : one;
    }
    return all;
}

/* Opens the guards of an element that are plain bits of other registers. */
static void open_guards(struct run *run, const struct element *e) {
    for (const struct field *f = first_field(e->reg); f < end_of_fields(e->reg); f++) {
        for (unsigned i = 0; i < f->guards; i++) {
            const struct guard *guard = &guards[f->first_guard + i];
            struct element other = element_at(&registers[guard->reg], e->index);
            const struct field *bit = first_field(other.reg);
            while (bit < end_of_fields(other.reg) && !(mask_of(bit) >> guard->bit & 1)) {
                bit++;
            }
            struct state s = {0, 0, SPENT};
            if (other.reg == e->reg || !(other.reg->may & MAY_BASH) || !has_plain_reads(other.reg) || bit->guards
                || bit->write != WRITE_STORES || bit->read != READ_KEPT || bit->flags & PULSE
                || look_at(run, e, &s, guard) != SHUT) {
                continue;
            }
            read_element(run, &other, &s);
            uint64_t word = word_with(&other, &s, bit, guard->opens_at);
            if (!run->device->write(run->device->context, other.address, other.reg->bits, word)) {
                fail(run, &other, 0, 0, 0, true);
            }
        }
    }
}

/* What a write makes of the bits of a field that lets it through. */
static void store(const struct field *f, uint64_t word, struct state *s) {
    uint64_t mask = mask_of(f), one = word & mask, zero = ~word & mask, now = s->value, known = s->known;
    switch (f->write) {
    case WRITE_STORES: now = word; known |= mask; break;
    case WRITE_ONCE:
        known = s->once == FRESH ? known | mask : s->once == UNSURE ? known & ~(now ^ word) : known;
        now = s->once == SPENT ? now : word;
        break;
    case WRITE_ONE_CLEARS: now &= ~one; known |= one; break;
    case WRITE_ONE_SETS: now |= one; known |= one; break;
    case WRITE_ONE_TOGGLES: now ^= one; break;
    case WRITE_ZERO_CLEARS: now &= ~zero; known |= zero; break;
    case WRITE_ZERO_SETS: now |= zero; known |= zero; break;
    case WRITE_ZERO_TOGGLES: now ^= zero; break;
    case WRITE_CLEARS: now = 0; known |= mask; break;
    case WRITE_SETS: now = UINT64_MAX; known |= mask; break;
    default: break;
    }
    s->value = (s->value & ~mask) | (now & mask);
    s->known = (s->known & ~mask) | (known & mask);
}

/* Writes the word, and predicts what it leaves behind. */
static void write_element(struct run *run, const struct element *e, struct state *s, uint64_t word) {
    struct state after = *s;
    bool was_shut = false;
    for (const struct field *f = first_field(e->reg); f < end_of_fields(e->reg); f++) {
        enum gate gate = gate_of(run, e, s, f);
        uint64_t before = after.value;
        if (f->flags & PULSE) {
            after.value &= ~mask_of(f);
            after.known |= mask_of(f);
        } else if (gate != SHUT) {
            store(f, word, &after);
        }
        if (gate == UNKNOWN) {
            after.known &= ~mask_of(f) | (s->known & ~(before ^ after.value));
        }
        was_shut |= gate != OPEN;
    }
    /* Whether a write that was kept out is the one write is for the device to say. */
    after.once = was_shut && s->once != SPENT ? UNSURE : SPENT;
    forget_volatile(run, e->reg, &after);
    if (!run->device->write(run->device->context, e->address, e->reg->bits, word)) {
        fail(run, e, 0, 0, 0, true);
        after.known = 0;
    }
    *s = after;
}
