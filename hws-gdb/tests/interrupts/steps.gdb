# Steps out of the handler of timer.c: by instructions, by lines, to the end. In a handler, MIE of mstatus is 0.
# handlers.gdb is read before.
set pagination off
set confirm off
break on_timer

continue
echo \n== stepi\n
while *(unsigned *)$pc != 0x30200073
stepi
end
x/i $pc
stepi
print ticks

continue
echo \n== next\n
while !($mstatus & 8)
next
end
print ticks

continue
echo \n== advance\n
advance *$mepc
print ticks

continue
echo \n== finish\n
finish
print ticks

echo \n== finish of a function that the handler calls\n
tbreak rearm
continue
continue
finish
echo \n== finish of the handler that called it\n
finish
print ticks
info breakpoints

echo \n== to the end\n
continue
