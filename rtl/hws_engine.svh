// The second half of a tick (§1.2 c): what comes next, kernels that leave, live words of a descriptor.

  task automatic end_tick();
    state     = ST_IDLE;
    cycle     = cycle + 64'd1;
    CNT_CYCLE = CNT_CYCLE + 64'd1;
  endtask

  // ---------------------------------------------------------------- (c) engine
  function automatic logic latch_condition();
    return HWS_CTRL_ENABLE
           && `SWITCH(attempt_empty, (rs_valid & `SWITCH(attempt_sip_alloc, 32'hffff_ffff, rs_sip_alloc)) != 32'd0, 1'b1)
           && `SWITCH(attempt_ready, ready_mask() != 32'd0, 1'b1)
           && (MDMA_DEPTH - mq_cnt) >= MDMA_HEADROOM;
  endfunction

  // an allocation-only kernel whose allocations are done: {found, entry}
  function automatic logic [5:0] alloc_only_done();
    if (`SWITCH(alloc_only_second, ENABLE_SECOND_RSC_SCH, 1'b1) && (rs_valid & ~rs_sip_alloc & rs_l2_alloc) != 32'd0)
      for (int e = 0; e < 32; e++)
        if (rs_valid[e] && !rs_sip_alloc[e] && rs_l2_alloc[e]
            && rs_l2_granted[e] >= {16'd0, rs_n_l2[e]} + `SWITCH(alloc_only_more, 32'd0, 32'd1)
            && (!mih_path(e[4:0]) || MIH_STATUS_COUNT < MIH_DEPTH || `SWITCH(alloc_only_room, 1'b0, 1'b1)))
          return {1'b1, e[4:0]};
    return 6'd0;
  endfunction

  // §9.3: does entry e ask for the next block of L2 (vc = 0) or VCs (vc = 1)
  function automatic logic wants(input logic [4:0] e, input logic vc);
    logic signed [33:0] req, lim, base, win;
    if (!rs_valid[e]) return 1'b0;
    if (vc ? !(`SWITCH(request_vc_alloc_only, rs_sip_alloc[e], 1'b1) && rs_vc_alloc[e] && `SWITCH(request_vc_hw, !rs_vc_hw[e], 1'b1))
           : !rs_l2_alloc[e]) return 1'b0;
    req = {2'd0, vc ? rs_vc_req[e] : rs_l2_req[e]};
    win = `SWITCH(outstanding_zero, rs_ost[e] == 8'd0, 1'b0) ? 34'sd1 : {26'd0, rs_ost[e]};
    if (rs_sip_alloc[e]) begin
      lim  = (rs_src[e] && !rs_coop[e] && `SWITCH(request_fw_limit, 1'b1, 1'b0)) ? {18'd0, rs_launched[e]} + 34'sd1
             : {18'd0, `SWITCH(request_trigger, rs_block_num[e], rs_trigger[e])};
      base = {18'd0, `SWITCH(request_base, rs_launched[e], 16'd0)};
      if (rs_coop[e] && `SWITCH(request_coop_window, 1'b1, 1'b0)) win = {18'd0, rs_block_num[e]};
    end else begin
      lim  = {18'd0, rs_n_l2[e]};
      base = {2'd0, `SWITCH(request_alloc_base, rs_l2_granted[e], 32'd0)};
    end
    return req < lim && req - base < win + `SWITCH(request_window, 34'sd0, 34'sd1)
           && `SWITCH(request_nowhere, where_allowed(e, vc) != 8'd0, 1'b1);
  endfunction

  // the next request of this boundary: {found, VC, entry}
  function automatic logic [6:0] next_request();
    if (!ENABLE_SECOND_RSC_SCH || MIH_STATUS_COUNT >= `SWITCH(request_headroom, REQ_HEADROOM, REQ_HEADROOM + 1)) return 7'd0;
    if ((rs_valid & (rs_l2_alloc | rs_vc_alloc)) == 32'd0) return 7'd0;
    `ADDED(request_order, for (int e = 0; e < 32; e++) if (wants(e[4:0], 1'b1)) return {1'b1, 1'b1, e[4:0]})
    for (int e = 0; e < 32; e++) begin
      if (wants(e[4:0], 1'b0)) return {1'b1, 1'b0, e[4:0]};
      `ADDED(request_interleaved, if (wants(e[4:0], 1'b1)) return {1'b1, 1'b1, e[4:0]})
    end
    for (int e = 0; e < 32; e++) if (wants(e[4:0], 1'b1)) return {1'b1, 1'b1, e[4:0]};
    return 7'd0;
  endfunction

  task automatic engine_count();
    logic [5:0] f;
    logic [6:0] q;
    if (at_busy) begin
      at_cnt = at_cnt - 6'd1;
      if (at_cnt == 6'd0) state = ST_CM_START;
      else if (`SWITCH(commands_in_flight, 1'b0, cq_cnt != 4'd0)) state = ST_BOUNDARY;
      else                end_tick();
    end else begin
      f = alloc_only_done();
      q = next_request();
      if ((cq_cnt != 4'd0 && `SWITCH(commands_need_enable, 1'b1, HWS_CTRL_ENABLE)) || f[5] || q[6]) state = ST_BOUNDARY;
      else if (latch_condition()) state = ST_LATCH;
      else                        end_tick();
    end
  endtask

  // §6.4 b, c
  task automatic kernel_done(input logic [4:0] e, input logic count_finish);
    logic [4:0] s;
    s = rs_dag_slot[e];
    if (count_finish && rs_dag_slot_valid[e] && dag_finish[s] != 32'hffff_ffff)
      dag_finish[s] = dag_finish[s] + 32'd1;
    ev(EV_KERNEL_DONE, e, rs_kernel_seq[e],
       rs_dag_slot_valid[e] ? {27'd0, s} : 32'hffff_ffff, 0, 0, 0);
    CNT_KERNEL_DONE = CNT_KERNEL_DONE + `SWITCH(cnt_done_alloc_only, 32'd1, {31'd0, rs_sip_alloc[e]});
    rs_free(e);
  endtask

  // §6.3: the live words, just read into td[]
  task automatic apply_live(input logic [4:0] e);
    logic [15:0] n;
    if (rd_fail) begin
      err(E_TD_READ, rs_hdr_id[e], rs_hdr_entry[e]);
      return;
    end
    n = `SWITCH(live_unclamped, td[6][31:16] < rs_block_num[e], 1'b1) ? td[6][31:16] : rs_block_num[e];
    if (`SWITCH(live_sinks, n > rs_trigger[e], 1'b1)) rs_trigger[e] = n;
    if (rd_counters) begin
      // §9.3: what is new, counter by counter
      rs_l2_granted[e] = `SWITCH(granted_sum, rs_l2_granted[e] + sum_l2_done(sub8({td[10], td[9]}, rs_l2_done[e])),
                                 sum_l2_done({td[10], td[9]}));
      rs_vc_granted[e] = rs_vc_granted[e] + sum_vc_done({td[11][31:16] - rs_vc_done[e][31:16],
                                                         td[11][15:0]  - rs_vc_done[e][15:0]});
      rs_l2_done[e] = {td[10], td[9]};
      rs_vc_done[e] = td[11];
      if (rs_l2_req[e] < rs_l2_granted[e] && `SWITCH(requested_stays, 1'b1, 1'b0)) rs_l2_req[e] = rs_l2_granted[e];
      if (rs_vc_req[e] < rs_vc_granted[e]) rs_vc_req[e] = rs_vc_granted[e];
    end
  endtask

  // eight 8-bit differences
  function automatic logic [63:0] sub8(input logic [63:0] a, input logic [63:0] b);
    logic [63:0] r;
    for (int v = 0; v < 8; v++) r[v*8 +: 8] = a[v*8 +: 8] - b[v*8 +: 8];
    return r;
  endfunction

  task automatic read_live(input logic [4:0] e, input logic counters, input state_t ret);
    rd_counters = counters && `SWITCH(live_used_only, 1'b1, rs_l2_alloc[e] || rs_vc_alloc[e]);
    sm_start(rs_td_base[e] + `SWITCH(live_address, 32'd0, {16'd0, TDP_CFG_OFFSET}), rd_counters ? 16'h0e40 : 16'h0040, ret);
  endtask
