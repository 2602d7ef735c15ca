// Builds the model and prints what it configured, by functions of IEEE 1800.2 only. RAL and BLOCK are given on the command
// line: the package and the class of the block. With +probes=FILE, it also predicts what the file says.
module bench;
  import uvm_pkg::*;
  import `RAL::*;

  // Without the name of the block.
  function automatic string short_name(string full_name);
    return full_name.substr(4, full_name.len() - 1);
  endfunction

  function automatic void print_attributes(uvm_reg register);
    string names[4] = '{"NO_REG_TESTS", "NO_REG_HW_RESET_TEST", "NO_REG_BIT_BASH_TEST", "NO_REG_ACCESS_TEST"};
    foreach (names[i]) begin
      bit value = 0;
      if (uvm_resource_db#(bit)::read_by_name({"REG::", register.get_full_name()}, names[i], value) && value)
        $display("ATTRIBUTE %s", names[i]);
    end
  endfunction

  function automatic void print_paths(uvm_hdl_path_concat paths[$]);
    foreach (paths[i]) begin
      uvm_hdl_path_concat concat = paths[i];
      foreach (concat.slices[s])
        $display("PATH %s %0d %0d", concat.slices[s].path, concat.slices[s].offset, concat.slices[s].size);
    end
  endfunction

  function automatic void print_register(uvm_reg register);
    uvm_reg_field fields[$];
    uvm_hdl_path_concat paths[$];
    $display("REG %s %h %s %0d", short_name(register.get_full_name()), register.get_address(), register.get_rights(),
             register.get_n_bits());
    register.get_fields(fields);
    foreach (fields[i])
      $display("FIELD %s %0d %0d %s %0d %0d %h", fields[i].get_name(), fields[i].get_lsb_pos(), fields[i].get_n_bits(),
               fields[i].get_access(), fields[i].is_volatile(), fields[i].has_reset(), fields[i].get_reset());
    print_attributes(register);
    if (register.has_hdl_path()) begin
      register.get_hdl_path(paths);
      print_paths(paths);
    end
  endfunction

  function automatic void print_memory(uvm_mem memory);
    uvm_hdl_path_concat paths[$];
    $display("MEM %s %h %0d %0d %s", short_name(memory.get_full_name()), memory.get_address(), memory.get_size(),
             memory.get_n_bits(), memory.get_access());
    if (memory.has_hdl_path()) begin
      memory.get_hdl_path(paths);
      print_paths(paths);
    end
  endfunction

  // Lines of DIRECT or WRITE, a field and a value to predict; or MIRROR, a field and a number to print with its mirror.
  function automatic void run_probes(string name, uvm_reg registers[$]);
    uvm_reg_field places[string];
    string verb, place;
    uvm_reg_data_t value;
    int file = $fopen(name, "r");
    foreach (registers[i]) begin
      uvm_reg_field fields[$];
      registers[i].get_fields(fields);
      foreach (fields[f]) places[$sformatf("%0h.%0d", registers[i].get_address(), fields[f].get_lsb_pos())] = fields[f];
    end
    while ($fscanf(file, "%s %s %h", verb, place, value) == 3) begin
      uvm_reg_field field = places[place];
      case (verb)
        "DIRECT": void'(field.predict(value));
        "WRITE": void'(field.predict(value, .kind(UVM_PREDICT_WRITE)));
        default: $display("MIRROR %0h %h", value, field.get_mirrored_value());
      endcase
    end
    $fclose(file);
  endfunction

  initial begin
    automatic string probes;
    automatic `BLOCK block = `BLOCK::type_id::create("top");
    automatic uvm_reg registers[$];
    automatic uvm_mem memories[$];
    block.build();
    if (!block.is_locked()) $fatal(1, "the model is not locked");
    $display("FINGERPRINT %h", `RAL::FINGERPRINT);
    $display("MAP %0d %h", block.default_map.get_n_bytes(), block.default_map.get_base_addr());
    block.get_registers(registers);
    foreach (registers[i]) print_register(registers[i]);
    block.get_memories(memories);
    foreach (memories[i]) print_memory(memories[i]);
    if ($value$plusargs("probes=%s", probes)) run_probes(probes, registers);
    $finish;
  end
endmodule
