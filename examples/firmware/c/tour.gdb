# What gdb can do with the image on the model (docs/firmware-debugging.md). Start the run first:
#
#   hws run examples/starvation.yaml --policy promote.rtask_max=3 --firmware amos.elf --gdb 1234
#   gdb-multiarch amos.elf -ex 'target remote :1234' -x examples/firmware/c/tour.gdb
set pagination off
set confirm off

echo \n== before the first instruction\n
info registers pc a1 mtvec
print/x *(unsigned *)0x20000000
monitor time

echo \n== a breakpoint\n
break amos
continue
print work->graphs.count

echo \n== the write to PROMOTE\n
monitor regs PROMOTE
watch *(unsigned *)0x10000114
continue
backtrace
monitor regs PROMOTE

echo \n== a step back, before the write\n
reverse-stepi
print *(unsigned *)0x10000114
stepi
print *(unsigned *)0x10000114
delete

echo \n== the first graph\n
tbreak open_graph
continue
monitor why 0
tbreak serve_interrupt
continue
monitor rs
monitor sips
tbreak kernel_finished
continue
monitor why small/conv

echo \n== back to the beginning of the graph, and forward again\n
break open_graph
reverse-continue
info registers pc
delete
tbreak kernel_finished
continue
monitor time

echo \n== memory, and a step over a call\n
next
x/2i $pc
x/2wx 0x80000000

echo \n== to the end\n
continue
