/* ---- Words to write: legal, and without an effect that is not meant */

/* What is known about the storage of an element. */
struct state {
    uint64_t value, known;
    enum { FRESH, UNSURE, SPENT } once;  /* whether a write-once field takes the next write */
};

static uint64_t legal(const struct field *f, uint64_t value) {
    const struct limit *limit = &limits[f->limit];
    switch (limit->kind) {
    case LIMIT_RANGE: return value < limit->low ? limit->low : value > limit->high ? limit->high : value;
    case LIMIT_MULTIPLE: return value - value % limit->low;
    case LIMIT_NAMED:
        for (uint64_t i = limit->low; i < limit->high; i++) {
            if (named_values[i] == value) {
                return value;
            }
        }
        return named_values[limit->low + value % (limit->high - limit->low)];
    default: return value;
    }
}

/* The value with which a write leaves the field as it is; a write-once field takes its one write. */
static uint64_t neutral(const struct element *e, const struct field *f, const struct state *s) {
    uint64_t now = s->value >> f->lsb & ones(f->width);
    switch (f->write) {
    case WRITE_STORES: return f->read == READ_HIDDEN ? reset_of(f, e->number) : now;
    case WRITE_ONCE: return s->once == SPENT ? now : ~now & ones(f->width);
    case WRITE_ZERO_CLEARS:
    case WRITE_ZERO_SETS:
    case WRITE_ZERO_TOGGLES: return ones(f->width);
    case WRITE_IGNORED: return now;
    default: return 0;
    }
}

/* The value as it may be written to the field, in place. */
static uint64_t placed(const struct field *f, uint64_t value) {
    if (f->flags & PULSE) {
        return 0;
    }
    return (f->write == WRITE_IGNORED ? value : legal(f, value)) << f->lsb;
}

/* The word with a legal combination: the one it has, or else that of the number. */
static uint64_t combined(const struct reg *reg, uint64_t word, uint64_t number) {
    for (uint32_t i = 0; i < reg->patterns; i++) {
        if ((word & reg->pattern_mask) == patterns[reg->first_pattern + i]) {
            return word;
        }
    }
    if (reg->patterns == 0) {
        return word;
    }
    return (word & ~reg->pattern_mask) | patterns[reg->first_pattern + number % reg->patterns];
}

/* The word that writes a value to one field, or to none, and leaves the others as they are. */
static uint64_t word_with(const struct element *e, const struct state *s, const struct field *target, uint64_t value) {
    uint64_t word = 0;
    for (const struct field *f = first_field(e->reg); f < end_of_fields(e->reg); f++) {
        word |= placed(f, f == target ? value : neutral(e, f, s));
    }
    return combined(e->reg, word, 0);
}

/* A word that depends on the address, or its complement in the second round. */
static uint64_t pattern_of(const struct element *e, unsigned round) {
    uint64_t bits = (e->address + 1) * UINT64_C(0x9e3779b97f4a7c15), word = 0;
    bits ^= bits >> 29;
    bits = round ? ~bits : bits;
    for (const struct field *f = first_field(e->reg); f < end_of_fields(e->reg); f++) {
        word |= placed(f, bits >> f->lsb & ones(f->width));
    }
    return combined(e->reg, word, e->address / 4 + round);
}
