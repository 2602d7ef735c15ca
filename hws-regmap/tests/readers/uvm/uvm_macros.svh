// The one macro that a register model uses, without the factory behind it.
`define uvm_object_utils(T) \
  typedef uvm_object_registry #(T, `"T`") type_id;
