# Makes `finish` work directly inside an interrupt handler: gdb waits at `ra`, to which a handler does not return, so
# this also stops at mepc. A handler is a function that contains `mret`; mepc must still be that of its interrupt.
#
#   gdb-multiarch amos.elf -x examples/firmware/c/handlers.gdb -ex 'target remote :1234'
define hook-finish
python
try:
    if "\tmret" in gdb.execute("disassemble", to_string=True):
        gdb.execute("tbreak *$mepc", to_string=True)
except gdb.error:
    pass  # gdb knows no function here; `finish` itself says so.
end
end
