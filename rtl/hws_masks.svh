// Masks of SIPs, remaining time of groups, second resources (§5.1, §9).

  // --------------------------------------------------------------------- masks
  function automatic logic [31:0] ready_mask();
    return (`SWITCH(ready_early, ENABLE_EARLY_LAUNCH_SIP, 1'b1) ? (SIP_IDLE_MASK | SIP_PRE_IDLE_MASK) : SIP_IDLE_MASK)
           & `SWITCH(ready_absent, SIP_PRESENT_MASK, 32'hffff_ffff) & ~`SWITCH(ready_owned, HRM_FW_OWNED, 32'd0);
  endfunction

  function automatic logic [31:0] allowed_mask(input logic [4:0] e);
    logic [4:0] t;
    t = rs_thread[e];
    `ADDED(class_nine, if (t == 5'd9) t = 5'd8)
    `ADDED(class_three, if (t == 5'd3) t = 5'd2)
    return rs_affinity[e] & SIP_USAGE_MASK[`SWITCH(usage_context, rs_ctx[e], 2'd0) * 5 + class_of(t)]
           & `SWITCH(allowed_absent, SIP_PRESENT_MASK, 32'hffff_ffff);
  endfunction

  // the SIP ids of cluster c (its whole stride)
  function automatic logic [31:0] cluster_ids(input logic [2:0] c);
    logic [4:0] st;
    st = slot_of(SIP_TOPOLOGY_CLUSTER_SIP_NUM);
    return ones(st) << (c * st);
  endfunction

  // ------------------------------------------------------------ group remain
  function automatic logic [31:0] grp_remain(input logic [4:0] size, input logic [4:0] first);
    logic [31:0] r;
    r = 32'd0;
    for (int i = 0; i < 16; i++)
      if (i < size && SIP_REMAIN_EXEC_TIME[first + i[4:0]] > r && `SWITCH(group_counting, 1'b1, SIP_COUNT_EN_MASK[first + i[4:0]]))
        r = SIP_REMAIN_EXEC_TIME[first + i[4:0]];
    return r;
  endfunction

  // ----------------------------------------------------- second resources (§9)
  function automatic logic vg_open(input logic [4:0] e, input logic [2:0] v);
    return !rs_l2_alloc[e] || `SWITCH(vg_open_wrap, rs_l2_done[e][v*8 +: 8] != rs_l2_used[e][v*8 +: 8],
                                      rs_l2_done[e][v*8 +: 8] > rs_l2_used[e][v*8 +: 8]);
  endfunction

  function automatic logic die_open(input logic [4:0] e, input logic d);
    if (!rs_vc_alloc[e]) return 1'b1;
    if (rs_vc_hw[e])     return `SWITCH(die_pool_any, vc_fit(vc_busy[d], rs_cdte_vc[e]) != 7'd64, $countones(~vc_busy[d]) >= rs_cdte_vc[e]);
    return rs_vc_done[e][d*16 +: 16] != rs_vc_used[e][d*16 +: 16];
  endfunction

  // rsc; for reservations (§6.6) a VC pool counts as open
  function automatic logic [31:0] rsc_mask(input logic [4:0] e, input logic for_reservation);
    logic [31:0] r;
    if (!ENABLE_SECOND_RSC_SCH) return 32'hffff_ffff;
    r = 32'hffff_ffff;
    if (rs_l2_alloc[e]) begin
      r = 32'd0;
      for (int v = 0; v < 8; v++)
        if (v * slot_of(SIP_TOPOLOGY_CLUSTER_SIP_NUM) < 32 && vg_open(e, v[2:0]))
          r = r | cluster_ids(v[2:0]);
    end
    if (!(for_reservation && rs_vc_hw[e])) begin
      if (!die_open(e, 1'b0)) r[15:0]  = 16'd0;
      if (!die_open(e, 1'b1)) r[31:16] = 16'd0;
    end
    return r;
  endfunction

  function automatic logic [31:0] sum_l2_done(input logic [63:0] x);
    logic [31:0] r;
    r = 32'd0;
    for (int v = 0; v < 8; v++) r = r + {24'd0, x[v*8 +: 8]};
    return r;
  endfunction

  function automatic logic [31:0] sum_vc_done(input logic [31:0] x);
    return {16'd0, x[15:0]} + {16'd0, x[31:16]};
  endfunction

  // §5.2: what the blocks of a search take is counted in a scratch copy
  function automatic logic [1:0] decision_pay(input logic [4:0] e);
    return (ENABLE_SECOND_RSC_SCH && rs_coop[e] && (rs_l2_alloc[e] || rs_vc_alloc[e]))
           ? PAY_DECISION : PAY_NONE;
  endfunction

  task automatic pay_begin(input logic [4:0] e, input logic [1:0] pay);
    for (int v = 0; v < 8; v++)
      sc_l2[v*8 +: 8] = rs_l2_done[e][v*8 +: 8] - rs_l2_used[e][v*8 +: 8];
    for (int d = 0; d < 2; d++) begin
      sc_vc[d*16 +: 16] = rs_vc_done[e][d*16 +: 16] - rs_vc_used[e][d*16 +: 16];
      sc_pool[d] = `SWITCH(admission_pools, pay == PAY_ADMISSION, 1'b0) ? 64'd0 : vc_busy[d];
    end
  endtask

  // a block from SIP p pays: the SIPs of what closes by that
  task automatic pay_block(input logic [4:0] e, input logic [4:0] p, input logic [1:0] pay,
                           output logic [31:0] closed);
    logic [2:0] v;
    logic       d, shut;
    closed = 32'd0;
    shut   = 1'b0;
    v = p / slot_of(SIP_TOPOLOGY_CLUSTER_SIP_NUM);
    d = p[4];
    if (rs_l2_alloc[e] && pay != PAY_ADMISSION && `SWITCH(pay_l_two, 1'b1, 1'b0)) begin
      sc_l2[v*8 +: 8] = sc_l2[v*8 +: 8] - 8'd1;
      if (sc_l2[v*8 +: 8] == 8'd0) closed = cluster_ids(v);
    end
    if (rs_vc_alloc[e] && rs_vc_hw[e] && pay != PAY_RESERVATION && `SWITCH(pay_run, 1'b1, 1'b0)) begin
      sc_pool[d] = sc_pool[d] | vc_run(vc_fit(sc_pool[d], rs_cdte_vc[e]), rs_cdte_vc[e]);
      shut = vc_fit(sc_pool[d], rs_cdte_vc[e]) == 7'd64;
    end
    if (rs_vc_alloc[e] && !rs_vc_hw[e] && pay != PAY_ADMISSION && `SWITCH(pay_vc, 1'b1, 1'b0)) begin
      sc_vc[d*16 +: 16] = sc_vc[d*16 +: 16] - 16'd1;
      shut = sc_vc[d*16 +: 16] == 16'd0;
    end
    if (shut) closed = closed | (d ? 32'hffff_0000 : 32'h0000_ffff);
  endtask
