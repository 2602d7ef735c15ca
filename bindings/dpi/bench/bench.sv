// Plays an edge file (hws-dv/examples/edges) on the RTL of rtl/, in the time of rtl/bench: one edge per operation, ticks of
// 1000 time units. Shared memory is here: a word that no `mem` line has written is refused.
//
//     bench +edges=FILE [+repeat=N] [+bug=NAME] [+hws_json=FILE]
//
// With HWS_LOCKSTEP, the monitor follows the RTL; with HWS_SCOREBOARD, a scoreboard predicts the answers of its bus.
`timescale 1ps/1ps
module bench;
  logic        clk = 1'b0, rst_n = 1'b0, tick_req = 1'b0, tick_busy;
  logic [63:0] cycle;
  logic        bus_valid = 1'b0, bus_write = 1'b0, bus_ready, bus_err;
  logic [31:0] bus_addr = '0, bus_wdata = '0, bus_rdata;
  logic        hdr_valid = 1'b0, hdr_ready, hdr_err;
  logic [3:0]  hdr_id = '0;
  logic [7:0]  hdr_entry_id = '0;
  logic [31:0] hdr_td_addr = '0;
  logic        sm_req, sm_loader, sm_err = 1'b0;
  logic [31:0] sm_addr, sm_rdata = '0;
  logic        mdma_ready = 1'b1;

  hws dut (
    .mdma_valid(), .mdma_thread_idx(), .mdma_block_idx(), .mdma_sip(), .mdma_phy(), .mdma_launch_id(),
    .mdma_kernel_id(), .mdma_report(), .mdma_edte_vc_base(), .mdma_edte_vc_num(), .mdma_param_addr(),
    .mih_push(), .mih_dropped(), .mih_push_dw0(), .mih_push_dw1(), .rpt_complete(), .rpt_pre_complete(),
    .rpt_valid(), .rpt_sip(), .rpt_launch_id(), .rpt_block_id(), .irq(), .forced_reset(), .ev_n(), .ev_kind(),
    .ev_a(), .ev_b(), .ev_c(), .ev_d(), .ev_e(), .ev_f(), .*
  );
`ifdef HWS_LOCKSTEP
  bind hws hws_monitor #(.NAME("rtl")) monitor ();
`endif

`ifdef HWS_SCOREBOARD
  hws_scoreboard_pkg::hws_scoreboard board = new("scoreboard", 1 << 20);

  // What a monitor of the bus sees.
  function automatic void observe(bit is_write, int unsigned address, int unsigned value, longint unsigned completed);
    hws_scoreboard_pkg::hws_access item = new;
    item.is_write = is_write;
    item.offset = address;
    item.data = is_write ? value : bus_rdata;
    item.is_error = bus_err;
    item.cycle = completed;
    board.write_access(item);
  endfunction
`endif

  // A tick of 32 blocks with all messages and reads has fewer edges; the monitor gives up after 10,000.
  localparam int EDGES_MAX = 10100;

  int unsigned memory [int unsigned];
  longint unsigned edges, ticks;

  // The word that the RTL asked for after the last edge is answered before the next one.
  task automatic step();
    sm_err = sm_req && memory.exists(sm_addr) == 0;
    sm_rdata = (sm_req && memory.exists(sm_addr) != 0) ? memory[sm_addr] : '0;
    clk = 1'b0;
    #5 clk = 1'b1;
    #5 edges++;
  endtask

  task automatic access(input bit is_write, input int unsigned address, input int unsigned value);
    bus_valid = 1'b1;
    bus_write = is_write;
    bus_addr = address;
    bus_wdata = value;
    step();
    bus_valid = 1'b0;
`ifdef HWS_SCOREBOARD
    observe(is_write, address, value, cycle);
`endif
  endtask

  task automatic push(input int unsigned id, input int unsigned entry, input int unsigned descriptor);
    hdr_valid = 1'b1;
    hdr_id = id[3:0];
    hdr_entry_id = entry[7:0];
    hdr_td_addr = descriptor;
    step();
    hdr_valid = 1'b0;
`ifdef HWS_SCOREBOARD
    board.write_push(id, entry, descriptor, cycle);
`endif
  endtask

  // Tick c begins at 1000 c, unless earlier edges took longer.
  task automatic tick();
    longint unsigned now;
    now = $time;
    if (now < cycle * 1000) #(cycle * 1000 - now);
    tick_req = 1'b1;
    step();
    tick_req = 1'b0;
    for (int count = 1; tick_busy; count++) begin
      if (count > EDGES_MAX) begin
        $display("bench: tick %0d does not end", cycle);
        $finish;
        return;
      end
      step();
    end
    ticks++;
  endtask

  task automatic fail(input string path, input int line);
    $display("bench: %s:%0d: not an edge", path, line);
    $fatal(1);
  endtask

  task automatic play(input string path);
    int file, line, character;
    string word;
    int unsigned a, b, c;
    longint unsigned count;
    file = $fopen(path, "r");
    if (file == 0) begin
      $display("bench: %s: cannot be read", path);
      $fatal(1);
    end
    line = 1;
    while ($fscanf(file, "%s", word) == 1) begin
      case (word)
        "mem": begin
          if ($fscanf(file, "%h", a) != 1) fail(path, line);
          // Words up to the end of the line. One call a statement: Verilator may evaluate both sides of `&&`.
          character = $fgetc(file);
          while (character == " ") begin
            if ($fscanf(file, "%h", b) != 1) fail(path, line);
            memory[a] = b;
`ifdef HWS_SCOREBOARD
            board.advance(cycle);
            board.write_memory(a, b);
`endif
            a += 4;
            character = $fgetc(file);
          end
        end
        "write": if ($fscanf(file, "%h %h", a, b) == 2) access(1'b1, a, b); else fail(path, line);
        "read":  if ($fscanf(file, "%h", a) == 1) access(1'b0, a, 0); else fail(path, line);
        "hdr":   if ($fscanf(file, "%h %h %h", a, b, c) == 3) push(a, b, c); else fail(path, line);
        "tick":  if ($fscanf(file, "%h", count) == 1) for (; count > 0; count--) tick(); else fail(path, line);
        default: fail(path, line);
      endcase
      line++;
    end
    $fclose(file);
  endtask

  initial begin
    string path;
    int repeats;
    if (!$value$plusargs("edges=%s", path)) begin
      $display("usage: bench +edges=FILE [+repeat=N] [+bug=NAME] [+hws_json=FILE]");
      $fatal(1);
    end
    if (!$value$plusargs("repeat=%d", repeats)) repeats = 1;
    for (; repeats > 0; repeats--) begin
      rst_n = 1'b0;
      memory.delete();
      repeat (2) step();
      rst_n = 1'b1;
      play(path);
    end
    $display("bench: %0d edges, %0d ticks", edges, ticks);
`ifdef HWS_SCOREBOARD
    board.report();
    board.close();
`endif
    $finish;
  end
endmodule
