# Every exception in turn. The handler notes mcause and mtval, and continues after the instruction.
    .option norvc
    la   t0, handler
    csrw mtvec, t0
    li   s0, 0x800            # where the handler notes
    ecall
    ebreak
    .word 0                   # illegal
    csrw mhartid, zero        # read-only
    csrr t1, 0x180            # a CSR that does not exist
    li   t2, 0x40000000       # nothing there
    lw   t1, 0(t2)
    sw   t1, 4(t2)
    lw   t1, 1(s0)
    lh   t1, 3(s0)
    sw   t1, 2(s0)
    sh   t1, 1(s0)
    amoadd.w t1, t1, (t2)
    addi t3, s0, 2
    lr.w t1, (t3)
    sc.w t1, t1, (t3)
    la   ra, 1f
    jalr zero, 8(t2)
1:  csrrs zero, mhartid, zero # reads only, so it is legal
    wfi

handler:
    csrr t4, mcause
    sw   t4, 0(s0)
    csrr t5, mtval
    sw   t5, 4(s0)
    addi s0, s0, 8
    li   t6, 1
    beq  t4, t6, 2f
    csrr t5, mepc
    addi t5, t5, 4
    csrw mepc, t5
    mret
2:  csrw mepc, ra
    mret
