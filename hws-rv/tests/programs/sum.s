# Sums an array with compressed instructions, calls and a loop: 10 words, 1 to 10.
    li   sp, 0x1000
    li   a0, 0x800
    li   a1, 10
    mv   a2, a0
    li   a3, 1
1:  sw   a3, 0(a2)
    addi a2, a2, 4
    addi a3, a3, 1
    ble  a3, a1, 1b
    call sum
    csrr s0, minstret
    csrr s1, mcycle
    wfi

sum:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    li   s0, 0
2:  beqz a1, 3f
    lw   a5, 0(a0)
    add  s0, s0, a5
    addi a0, a0, 4
    addi a1, a1, -1
    j    2b
3:  mv   a0, s0
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
