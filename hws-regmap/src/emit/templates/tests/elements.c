/* ---- Elements: a register at one address */

struct element {
    const struct reg *reg;
    uint32_t index[3];
    uint32_t number;  /* counted across all dimensions */
    uint64_t address;
};

/* The element of a register with the first of the indices, as many as it has dimensions. */
static struct element element_at(const struct reg *reg, const uint32_t index[3]) {
    struct element e = {reg, {0, 0, 0}, 0, 0};
    e.address = {{ base | c(64) }} + reg->offset;
    for (unsigned i = 0; i < reg->dims && i < 3; i++) {
        const struct dim *dim = &dims[reg->first_dim + i];
        e.index[i] = index[i];
        e.number = e.number * dim->count + index[i];
        e.address += index[i] * dim->stride;
    }
    return e;
}

static struct element first_element(const struct reg *reg) {
    static const uint32_t origin[3] = {0, 0, 0};
    return element_at(reg, origin);
}

/* Goes on to the next element of the array; false after the last one. */
static bool next_element(struct element *e) {
    for (unsigned i = e->reg->dims; i > 0; i--) {
        if (++e->index[i - 1] < dims[e->reg->first_dim + i - 1].count) {
            *e = element_at(e->reg, e->index);
            return true;
        }
        e->index[i - 1] = 0;
    }
    return false;
}

static const struct field *first_field(const struct reg *reg) { return &fields[reg->first_field]; }

static const struct field *end_of_fields(const struct reg *reg) { return &fields[reg->first_field + reg->fields]; }

static uint64_t ones(unsigned width) { return width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX; }

static uint64_t mask_of(const struct field *f) { return ones(f->width) << f->lsb; }

static uint64_t reset_of(const struct field *f, uint32_t number) { return (f->reset + number * f->step) & ones(f->width); }
