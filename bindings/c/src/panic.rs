//! The panic handler of a library that links nothing: it stops the processor. No call reaches it, as
//! `freestanding/check` and `.ci/riscv` check from the symbols.

#[panic_handler]
fn stop(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
