# Vectored interrupts: the software interrupt is at 12, the timer at 28, the external one at 44 of the table.
    .option norvc
    la   t0, table + 1
    csrw mtvec, t0
    li   t0, 0x888
    csrw mie, t0
    wfi                       # a pending interrupt ends it, but none is taken
    li   s1, 1
    csrsi mstatus, 8
    wfi
    li   s2, 1
1:  j    1b

    .align 2
table:
    j    .
    .word 0, 0
    j    software
    .word 0, 0, 0
    j    timer
    .word 0, 0, 0
external:
    li   s3, 11
    csrr s4, mepc
    csrr s5, mcause
    csrr s6, mstatus
    csrw mie, zero
    mret
software:
    li   s3, 3
    mret
timer:
    li   s3, 7
    mret
