/* The first instructions: a1 has the address of the workload, and stays the argument of `amos`. Memory is zero. */
    .section .text.start, "ax"
    .globl _start
_start:
    la   t0, trap
    csrw mtvec, t0
    la   sp, stack_top
    mv   a0, a1
    call amos
    j    finish

/* An exception is a bug of this firmware: it is reported with its cause and its place. */
    .balign 4
trap:
    la   sp, stack_top
    csrr a0, mcause
    csrr a1, mepc
    csrr a2, mtval
    call trapped
    j    finish
