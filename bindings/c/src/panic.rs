//! The panic handler of a library that links nothing: it stops the processor. No call reaches it
//! (`freestanding/check` and `.ci/riscv` look at the symbols).

#[panic_handler]
fn stop(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
