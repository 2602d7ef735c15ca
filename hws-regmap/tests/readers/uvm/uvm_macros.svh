// The one macro that a register model uses, without the factory behind it. The sources of the base, in one file, have their own.
`ifndef uvm_object_utils
`define uvm_object_utils(T) \
  typedef uvm_object_registry #(T, `"T`") type_id;
`endif
