/* ---- The tests */

static struct run begin(const struct {{ prefix }}_test_device *device, const char *test) {
    struct run run = {device, test, {0, 0, 0}};
    if (device->reset) {
        device->reset(device->context);
    }
    return run;
}

/* Nothing is known of the element but that it has been reset, if it has. */
static struct state unknown(const struct run *run, const struct element *e) {
    struct state s = {0, 0, UNSURE};
    if (run->device->reset && !(e->reg->flags & (SHARED | GUARDS))) {
        s.once = FRESH;
    }
    return s;
}

/* Calls a function for every element; those of registers that guard others after the others. */
static void for_every_element(struct run *run, void (*test)(struct run *, const struct element *)) {
    for (unsigned last = 0; last < 2; last++) {
        for (size_t i = 0; i < register_count; i++) {
            if (((registers[i].flags & GUARDS) != 0) != (last != 0)) {
                continue;
            }
            struct element e = first_element(&registers[i]);
            do {
                test(run, &e);
            } while (next_element(&e));
        }
    }
}

static void reset_element(struct run *run, const struct element *e) {
    struct state s = {0, 0, UNSURE};
    for (const struct field *f = first_field(e->reg); f < end_of_fields(e->reg); f++) {
        if (f->flags & KNOWN && f->read != READ_HIDDEN) {
            s.known |= mask_of(f);
            s.value |= reset_of(f, e->number) << f->lsb;
        }
    }
    if (!(e->reg->may & MAY_RESET) || s.known == 0) {
        run->result.skipped++;
        return;
    }
    read_element(run, e, &s);
}

static void try_word(struct run *run, const struct element *e, struct state *s, uint64_t word) {
    write_element(run, e, s, word);
    read_element(run, e, s);
}

/* Inverts each bit and restores it; of a field with legal values, also writes the ends or every name. */
static void bash_field(struct run *run, const struct element *e, struct state *s, const struct field *f) {
    uint64_t original = s->value >> f->lsb & ones(f->width);
    const struct limit *limit = &limits[f->limit];
    for (unsigned bit = 0; bit < f->width; bit++) {
        try_word(run, e, s, word_with(e, s, f, original ^ UINT64_C(1) << bit));
        try_word(run, e, s, word_with(e, s, f, original));
    }
    for (uint64_t i = limit->low; limit->kind == LIMIT_NAMED && i < limit->high; i++) {
        try_word(run, e, s, word_with(e, s, f, named_values[i]));
    }
    if (limit->kind != LIMIT_ANY) {
        try_word(run, e, s, word_with(e, s, f, 0));
        try_word(run, e, s, word_with(e, s, f, ones(f->width)));
        try_word(run, e, s, word_with(e, s, f, original));
    }
}

static void bash_combinations(struct run *run, const struct element *e, struct state *s) {
    const struct reg *reg = e->reg;
    uint64_t original = s->value & reg->pattern_mask;
    for (uint32_t i = 0; i <= reg->patterns; i++) {
        uint64_t pattern = i < reg->patterns ? patterns[reg->first_pattern + i] : original;
        try_word(run, e, s, combined(reg, (word_with(e, s, NULL, 0) & ~reg->pattern_mask) | pattern, 0));
    }
}

static void bash_element(struct run *run, const struct element *e) {
    uint64_t mask = comparable(run, e->reg);
    if (!(e->reg->may & MAY_BASH) || mask == 0) {
        run->result.skipped++;
        return;
    }
    struct state s = unknown(run, e);
    open_guards(run, e);
    read_element(run, e, &s);
    for (const struct field *f = first_field(e->reg); f < end_of_fields(e->reg); f++) {
        if (mask_of(f) & mask & ~e->reg->pattern_mask) {
            bash_field(run, e, &s, f);
        }
    }
    if (mask & e->reg->pattern_mask) {
        bash_combinations(run, e, &s);
    }
}

/* Writes through one register and reads through the other, which has the same storage. */
static void cross(struct run *run, const struct element *from, const struct element *to, unsigned round) {
    struct state s = {0, 0, UNSURE};
    if (from->reg->may & MAY_READ) {
        read_element(run, from, &s);
    }
    write_element(run, from, &s, pattern_of(from, round));
    const struct element *alias = from->reg->target ? from : to;
    s.known &= alias->reg->target_mask & comparable(run, from->reg) & comparable(run, to->reg);
    read_element(run, to, &s);
}

/* Whether the element was tested together with the one that it is an alias of. */
static bool access_alias(struct run *run, const struct element *e) {
    if (e->reg->target == 0) {
        return false;
    }
    struct element target = element_at(&registers[e->reg->target - 1], e->index);
    bool is_there = e->reg->may & MAY_READ && target.reg->may & MAY_WRITE;
    bool is_back = e->reg->may & MAY_WRITE && target.reg->may & MAY_READ;
    if (!(comparable(run, e->reg) & comparable(run, target.reg) & e->reg->target_mask)) {
        return false;
    }
    open_guards(run, &target);
    open_guards(run, e);
    for (unsigned round = 0; round < 2; round++) {
        if (is_there) {
            cross(run, &target, e, round);
        }
        if (is_back) {
            cross(run, e, &target, 1 - round);
        }
    }
    return is_there || is_back;
}

static bool may_access(const struct run *run, const struct reg *reg) {
    return reg->may & MAY_READ && reg->may & MAY_WRITE && comparable(run, reg);
}

static void access_element(struct run *run, const struct element *e) {
    bool is_tested = access_alias(run, e);
    if (may_access(run, e->reg)) {
        struct state s = unknown(run, e);
        open_guards(run, e);
        read_element(run, e, &s);
        for (unsigned round = 0; round < 2; round++) {
            try_word(run, e, &s, pattern_of(e, round));
        }
    } else if (!is_tested) {
        run->result.skipped++;
    }
}

/* What was written last is still there, wherever nothing else writes it. */
static void access_again(struct run *run, const struct element *e) {
    struct state s = {pattern_of(e, 1), 0, SPENT};
    for (const struct field *f = first_field(e->reg); f < end_of_fields(e->reg); f++) {
        if (f->write == WRITE_STORES && f->read == READ_KEPT && f->guards == 0 && mask_of(f) & comparable(run, e->reg)) {
            s.known |= mask_of(f);
        }
    }
    if (may_access(run, e->reg) && !(e->reg->flags & (SHARED | GUARDS)) && s.known) {
        read_element(run, e, &s);
    }
}

/* Writes the reset value, as far as a write stores it. */
static void access_end(struct run *run, const struct element *e) {
    struct state s = {0, 0, SPENT};
    if (may_access(run, e->reg)) {
        for (const struct field *f = first_field(e->reg); f < end_of_fields(e->reg); f++) {
            s.value |= reset_of(f, e->number) << f->lsb;
        }
        open_guards(run, e);
        write_element(run, e, &s, word_with(e, &s, NULL, 0));
    }
}

struct {{ prefix }}_test_result {{ prefix }}_reset_test(const struct {{ prefix }}_test_device *device) {
    struct run run = begin(device, "reset");
    for_every_element(&run, reset_element);
    return run.result;
}

struct {{ prefix }}_test_result {{ prefix }}_access_test(const struct {{ prefix }}_test_device *device) {
    struct run run = begin(device, "access");
    for_every_element(&run, access_element);
    for_every_element(&run, access_again);
    for_every_element(&run, access_end);
    return run.result;
}

struct {{ prefix }}_test_result {{ prefix }}_bit_bash_test(const struct {{ prefix }}_test_device *device) {
    struct run run = begin(device, "bit_bash");
    for_every_element(&run, bash_element);
    return run.result;
}
