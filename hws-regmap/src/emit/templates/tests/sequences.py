

def all_elements():
    """Every element; those of registers that guard others after the others."""
    for register in sorted(REGISTERS, key=lambda register: register.may("guards")):
        for indices in product(*(range(count) for count, _ in register.dims)):
            yield Element(register, indices)


async def start(test, bus, reset, hardware_is_idle, skip) -> Tester:
    """A test after a reset."""
    if reset is not None:
        await reset()
    return Tester(test, bus, reset, hardware_is_idle, skip)


def finish(tester: Tester) -> Result:
    """Reports; raises if anything differed."""
    result = Result(tester.comparisons, tester.skipped)
    logging.getLogger("cocotb.registers").info("%s test: %d comparisons, %d failures, %d registers skipped", tester.test,
                                               tester.comparisons, len(tester.failures), tester.skipped)
    if tester.failures:
        head = f"{tester.test} test: {len(tester.failures)} of {tester.comparisons} comparisons failed"
        raise AssertionError("\n  ".join([head, *tester.failures]))
    return result


async def reset_test(bus, *, reset=None, hardware_is_idle=False, skip=()) -> Result:
    """Compares every value that reset determines."""
    tester = await start("reset", bus, reset, hardware_is_idle, skip)
    for element in all_elements():
        fields = [field for field in element.register.fields if "known" in field.flags and field.read != "hidden"]
        value = sum(element.reset_of(field) << field.lsb for field in fields)
        if fields and tester.may(element.register, "reset"):
            await tester.read(element, State(value, sum(field.mask for field in fields)))
        else:
            tester.skipped += 1
    return finish(tester)


async def bit_bash_test(bus, *, reset=None, hardware_is_idle=False, skip=()) -> Result:
    """Inverts each bit and restores it; of a field with legal values, also writes the ends or every name."""
    tester = await start("bit_bash", bus, reset, hardware_is_idle, skip)
    for element in all_elements():
        register = element.register
        mask = tester.comparable(register)
        if not mask or not tester.may(register, "bash"):
            tester.skipped += 1
            continue
        state = unknown(tester, register)
        await tester.open_guards(element)
        await tester.read(element, state)
        for field in register.fields:
            if field.mask & mask & ~register.pattern_mask:
                original = field.of(state.value)
                for value in bash_values(field, original):
                    await try_word(tester, element, state, word_with(element, state, field, value))
        if mask & register.pattern_mask:
            original = state.value & register.pattern_mask
            for pattern in [*register.patterns, original]:
                word = word_with(element, state) & ~register.pattern_mask | pattern
                await try_word(tester, element, state, combined(register, word, 0))
    return finish(tester)


def bash_values(field: Field, original: int) -> List[int]:
    """The values to write to a field, in their order."""
    values = [value for bit in range(field.width) for value in (original ^ 1 << bit, original)]
    kind, low, high = field.legal
    names = NAMED_VALUES[low:high] if kind == "named" else ()
    return values + ([] if kind == "any" else [*names, 0, field.max, original])


def unknown(tester: Tester, register: Register) -> State:
    """Nothing is known of an element but that it has been reset, if it has."""
    is_fresh = tester.reset is not None and not register.may("shared") and not register.may("guards")
    return State(once="fresh" if is_fresh else "unsure")


async def try_word(tester: Tester, element: Element, state: State, word: int) -> None:
    """Writes it and reads it back."""
    await tester.write(element, state, word)
    await tester.read(element, state)


async def access_test(bus, *, root=None, reset=None, hardware_is_idle=False, skip=()) -> Result:
    """Writes patterns and reads them back, through every way to the storage."""
    tester = await start("access", bus, reset, hardware_is_idle, skip)
    for element in all_elements():
        is_tested = await access_alias(tester, element)
        if may_access(tester, element.register):
            state = unknown(tester, element.register)
            await tester.open_guards(element)
            await tester.read(element, state)
            for turn in range(2):
                await try_word(tester, element, state, pattern_of(element, turn))
            if root is not None:
                await access_storage(tester, element, state, root)
        elif not is_tested:
            tester.skipped += 1
    for element in all_elements():
        await access_again(tester, element)
    for element in all_elements():
        if may_access(tester, element.register):
            value = sum(element.reset_of(field) << field.lsb for field in element.register.fields)
            state = State(value, once="spent")
            await tester.open_guards(element)
            await tester.write(element, state, word_with(element, state))
    return finish(tester)


def may_access(tester: Tester, register: Register) -> bool:
    """Whether it can be written and read back."""
    return tester.may(register, "read") and tester.may(register, "write") and bool(tester.comparable(register))


async def access_alias(tester: Tester, element: Element) -> bool:
    """Whether the element was tested together with the one that it is an alias of."""
    if element.register.target is None:
        return False
    target = Element(REGISTERS[element.register.target], element.indices)
    mask = element.register.target_mask & tester.comparable(element.register) & tester.comparable(target.register)
    pairs = [(a, b) for a, b in ((target, element), (element, target))
             if mask and tester.may(a.register, "write") and tester.may(b.register, "read")]
    for turn in range(2):
        for number, (source, other) in enumerate(pairs):
            await tester.open_guards(source)
            state = State()
            if tester.may(source.register, "read"):
                await tester.read(source, state)
            await tester.write(source, state, pattern_of(source, turn ^ number))
            state.known &= mask
            await tester.read(other, state)
    return bool(pairs)


async def access_again(tester: Tester, element: Element) -> None:
    """What was written last is still there, wherever nothing else writes it."""
    register = element.register
    known = sum(field.mask for field in register.fields
                if (field.write, field.read, field.guards) == ("stores", "kept", ())) & tester.comparable(register)
    if known and may_access(tester, register) and not register.may("shared") and not register.may("guards"):
        await tester.read(element, State(pattern_of(element, 1), known, "spent"))


async def access_storage(tester: Tester, element: Element, state: State, root) -> None:
    """Compares the storage with what the bus wrote, and then what the bus reads with what is put there, and restores it."""
    for field in element.register.fields:
        handle = storage_of(root, element, field)
        if handle is None or not field.mask & tester.comparable(element.register):
            continue
        tester.compare(element, state.value, int(handle.value) << field.lsb, state.known & field.mask, "in the RTL, ")
        for value in (field.max ^ field.of(state.value), field.of(state.value)):
            handle.value = value
            state.value = state.value & ~field.mask | value << field.lsb
            await tester.read(element, state)


def storage_of(root, element: Element, field: Field):
    """The handle of a field in the RTL, or None: the register's path, the indices, the field's path."""
    register = element.register
    if field.hdl_path is None and (register.hdl_path is None or len(register.fields) > 1):
        return None
    index = "".join(f"[{index}]" for index in element.indices)
    parts = [register.hdl_path + index, field.hdl_path] if register.hdl_path else [field.hdl_path + index]
    handle = root
    for name, number in re.findall(r"([^.\[\]]+)|\[(\d+)\]", ".".join(part for part in parts if part)):
        handle = getattr(handle, name) if name else handle[int(number)]
    return handle
