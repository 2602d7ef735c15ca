// The scoreboard beside a device that is a second model, whose answer to one read is altered: exactly that is found.
module scoreboard_bench;
  import hws_dpi_pkg::*;
  import hws_scoreboard_pkg::*;

  hws_scoreboard scoreboard;
  chandle device;

  // An access on the device, and what its bus monitor would report.
  function automatic void access(bit is_write, int unsigned offset, int unsigned data, int unsigned alter);
    hws_access item;
    int status;
    int unsigned value;
    item = new;
    void'(hws_model_cycle(device, item.cycle));
    item.is_write = is_write;
    item.offset = offset;
    if (is_write) begin
      status = hws_model_write32(device, offset, data);
      item.data = data;
    end else begin
      status = hws_model_read32(device, offset, value);
      item.data = value ^ alter;
    end
    item.is_error = status != HWS_MODEL_OK;
    scoreboard.write_access(item);
  endfunction

  initial begin
    scoreboard = new("scoreboard", 64);
    if (hws_model_create(64, device) != HWS_MODEL_OK) $fatal(1, "no device");
    scoreboard.set_mask(SIP_IDLE_MASK_OFFSET, 0);
    access(1'b1, TIME_UNIT_OFFSET, 5, 0);
    access(1'b1, HWS_CTRL_OFFSET, 1, 0);
    void'(hws_model_tick(device, 100));
    access(1'b0, TIME_UNIT_OFFSET, 0, 0);
    access(1'b0, SIP_IDLE_MASK_OFFSET, 0, 1);
    access(1'b0, CNT_ATTEMPT_OFFSET, 0, 2);
    access(1'b0, 32'h3ff0, 0, 0);
    access(1'b1, HWS_ID_OFFSET, 1, 0);
    scoreboard.report();
    scoreboard.close();
    hws_model_free(device);
    $finish;
  end
endmodule
