// A scoreboard that predicts with the model: give it what a monitor of the bus sees, in the order of time. It needs no library; in a
// UVM bench it is the body of a uvm_scoreboard, with `write_access` called by the analysis import of the bus monitor.
package hws_scoreboard_pkg;
  import hws_dpi_pkg::*;

  // One access on the bus, as a monitor has seen it.
  class hws_access;
    bit              is_write;
    int unsigned     offset;
    int unsigned     data;       // written, or read
    bit              is_error;   // the design answered with an error
    longint unsigned cycle;      // ticks completed before it
  endclass

  class hws_scoreboard;
    string name;
    chandle model;
    chandle check;
    int unsigned compared, different;

    function new(string name, int unsigned memory_bytes);
      this.name = name;
      if (hws_model_create(memory_bytes, model) != HWS_MODEL_OK) $fatal(1, "%s: no model", name);
      if (hws_check_create(model, check) != HWS_MODEL_OK) $fatal(1, "%s: no checker", name);
    endfunction

    // Not compared: registers that the design may show differently, by their mask; 0 leaves out the whole register.
    function void set_mask(int unsigned offset, int unsigned mask);
      if (hws_model_set_mask(model, offset, mask) != HWS_MODEL_OK) note($sformatf("mask of %0h: no such register", offset));
    endfunction

    // Shared memory, as the design will read it.
    function void write_memory(int unsigned address, int unsigned word);
      void'(hws_dpi_write_word(model, address, word));
    endfunction

    function void write_push(int unsigned hdr_id, int unsigned entry, int unsigned descriptor, longint unsigned cycle);
      advance(cycle);
      void'(hws_model_push_hdr(model, hdr_id, entry, descriptor));
    endfunction

    // The model makes the same access; a read, and whether it is an error, must be the same.
    function void write_access(hws_access item);
      int status;
      int unsigned expected;
      advance(item.cycle);
      if (item.is_write) begin
        status = hws_model_write32(model, item.offset, item.data);
        expected = item.data;
      end else begin
        // The mask of the register counts: a peek first, because the read may have an effect.
        status = hws_model_compare(model, item.offset, item.data, expected);
        if (status == HWS_MODEL_DIFFERENT && !item.is_error)
          note($sformatf("before tick %0d: read of %0h is %0h instead of %0h", item.cycle, item.offset, item.data, expected));
        status = hws_model_read32(model, item.offset, expected);
      end
      compared++;
      if (item.is_error != (status != HWS_MODEL_OK))
        note($sformatf("before tick %0d: access to %0h: error %0d instead of %0d", item.cycle, item.offset, item.is_error,
            status != HWS_MODEL_OK));
    endfunction

    function void report();
      $display("%s: %s", name, hws_check_text(check));
      $display("%s: %0d accesses compared, %0d different", name, compared, different);
    endfunction

    function void close();
      hws_check_free(check);
      hws_model_free(model);
    endfunction

    // The model has completed so many ticks. Its MDMA commands are taken at once, as by an MDMA that is always ready.
    function void advance(longint unsigned cycle);
      longint unsigned now;
      int unsigned c[11];
      void'(hws_model_cycle(model, now));
      for (; now < cycle; now++) begin
        void'(hws_model_tick(model, 1));
        while (hws_model_pop_mdma_scalars(model, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10]) == HWS_MODEL_OK);
      end
    endfunction

    local function void note(string what);
      different++;
      $display("%s: %s", name, what);
    endfunction
  endclass
endpackage
