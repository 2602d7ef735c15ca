// Builds the model and prints every register and field that it configured.
module bench;
  import uvm_pkg::*;
  import hws_ral_pkg::*;

  function automatic string full_name(uvm_reg register);
    if (register.m_file == null) return register.get_name();
    return {register.m_file.get_name(), ".", register.get_name()};
  endfunction

  initial begin
    automatic hws_reg_block block = new("HWS");
    block.build();
    if (!block.is_locked()) $fatal(1, "the model is not locked");
    $display("FINGERPRINT %h", hws_ral_pkg::FINGERPRINT);
    for (int i = 0; i < block.default_map.m_regs.size(); i++) begin
      automatic uvm_reg register = block.default_map.m_regs[i];
      $display("REG %s %h %s %0d", full_name(register), block.default_map.m_offsets[i],
               block.default_map.m_rights[i], register.m_n_bits);
      for (int f = 0; f < register.m_fields.size(); f++) begin
        automatic uvm_reg_field field = register.m_fields[f];
        $display("FIELD %s %0d %0d %s %0d %h", field.get_name(), field.get_lsb_pos(), field.get_n_bits(),
                 field.m_access, field.is_volatile(), field.get_reset());
      end
    end
    $finish;
  end
endmodule
