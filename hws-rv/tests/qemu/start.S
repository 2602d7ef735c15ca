/* The start of a program that is compared with QEMU: all registers 0, a handler that continues after the instruction
 * that trapped, then main, then the finisher of QEMU's machine `virt`. */
    .section .text.start, "ax"
    .globl _start
_start:
    .irp n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    li   x\n, 0
    .endr
    csrw mscratch, zero
    csrw mepc, zero
    csrw mcause, zero
    csrw mtval, zero
    la   t0, handler
    csrw mtvec, t0
    la   sp, stack_top
    call main
    li   t0, 0x100000
    li   t1, 0x5555
    sw   t1, 0(t0)
1:  j    1b

    .balign 4
handler:
    csrw mscratch, t0
    csrr t0, mcause
    csrr t0, mtval
    csrr t0, mepc
    lhu  t0, 0(t0)
    andi t0, t0, 3
    addi t0, t0, -3
    seqz t0, t0
    addi t0, t0, 1
    slli t0, t0, 1
    sw   t1, handler_t1, t2
    csrr t1, mepc
    add  t0, t0, t1
    csrw mepc, t0
    lw   t1, handler_t1
    csrr t0, mscratch
    mret

    .bss
    .balign 4
handler_t1: .word 0
