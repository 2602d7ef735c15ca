// Promotion to R-task and reservation (§6.5, §6.6).

  // §6.6: reserve for e; 0 when it cannot
  task automatic try_reserve(input logic [4:0] e, output logic [31:0] mask);
    logic [31:0] target, fits, best, closed;
    logic [5:0]  n, got;
    logic [4:0]  t, bp;
    logic        any;
    t = rs_thread[e];
    target = allowed_mask(e) & rsc_mask(e, 1'b1) & ~RESERVED_SIP_MASK & ~HRM_FW_OWNED;
    for (int c = 0; c < 8; c++)
      if (c < SIP_TOPOLOGY_CLUSTER_NUM && (RESERVED_SIP_MASK & cluster_ids(c[2:0])) != 32'd0)
        target = target & ~cluster_ids(c[2:0]);
    fits = fit_positions(target, t);
    n    = blocks_wanted(e);
    got  = 6'd0;
    mask = 32'd0;
    if (decision_pay(e) != PAY_NONE) pay_begin(e, PAY_RESERVATION);
    while (got < n) begin
      any = 1'b0;
      for (int i = 0; i < 32; i++)
        if (fits[i] && (!any || `BUG(reserve_longest, grp_remain(slot_of(t), i[4:0]) < best,
                                     grp_remain(slot_of(t), i[4:0]) > best))) begin
          any  = 1'b1;
          best = grp_remain(slot_of(t), i[4:0]);
          bp   = i[4:0];
        end
      if (!any) begin
        mask = 32'd0;
        return;
      end
      mask = mask | (ones(t) << bp);
      fits[bp] = 1'b0;
      if (decision_pay(e) != PAY_NONE) begin
        pay_block(e, bp, PAY_RESERVATION, closed);
        fits = fits & ~closed;
      end
      got = got + 6'd1;
    end
  endtask

  task automatic do_promote(input logic [4:0] e, input logic [31:0] m);
    rs_r_flag[e]      = 1'b1;
    rs_reserved[e]    = m;
    RESERVED_SIP_MASK = RESERVED_SIP_MASK | m;
    for (int i = 0; i < 32; i++) if (m[i]) RSV_THREAD_NUM[i] = rs_thread[e];
    CNT_PROMOTE = CNT_PROMOTE + 32'd1;
    ev(EV_PROMOTE, e, rs_kernel_seq[e], m, 0, 0, 0);
  endtask

  // §6.5
  task automatic commit_promote();
    logic [31:0] tried, m;
    logic [4:0]  t;
    logic [5:0]  best;
    logic        overtaken, q;
    state = ST_BOUNDARY;
    for (int k = 0; k < 32; k++)
      if (k < pp_n && rs_valid[pp_e[k]]) rs_online[pp_e[k]] = pp_on[k];
    if (count32(rs_r_flag) >= {2'd0, PROMOTE[15:12]} + `BUG(rtask_limit, 6'd0, 6'd1)) return;
    // pass 1
    if (PROMOTE[0]) begin
      tried = 32'd0;
      for (int round = 0; round < 32; round++) begin
        best = 6'd32;
        for (int k = 0; k < 32; k++)
          if (k < pp_n && !tried[k]) begin
            t = pp_e[k];
            if (rs_valid[t] && !rs_r_flag[t] && !(dec_hit && t == dec_entry)
                && rs_fail[t] >= PROMOTE[31:16]) begin
              if (best[5]) best = k[5:0];
              else if (`BUG(most_failed, PROMOTE[8], 1'b0) && rs_fail[t] > rs_fail[pp_e[best[4:0]]]) best = k[5:0];
            end
          end
        if (best[5]) break;
        tried[best[4:0]] = 1'b1;
        try_reserve(pp_e[best[4:0]], m);
        if (m != 32'd0) begin
          do_promote(pp_e[best[4:0]], m);
          return;
        end
      end
    end
    // pass 2
    if (PROMOTE[3:1] == 3'd0) return;
    overtaken = dec_hit && dec_pool != POOL_R && !(pp_n != 6'd0 && pp_e[0] == dec_entry);
    for (int k = 0; k < 32; k++) begin
      if (k >= pp_n) break;
      t = pp_e[k];
      if (rs_valid[t] && !rs_r_flag[t] && !(dec_hit && t == dec_entry)) begin
        q = 1'b0;
        if (PROMOTE[1] && k == 0 && rs_thread[t] == SIP_TOPOLOGY_CLUSTER_SIP_NUM) q = 1'b1;
        if (PROMOTE[2] && k == 0 && overtaken) q = 1'b1;
        if (PROMOTE[3] && overtaken && !cm_on_cp && rs_on_cp[t]) q = 1'b1;
        if (q) begin
          try_reserve(t, m);
          if (m != 32'd0) begin
            do_promote(t, m);
            return;
          end
        end
      end
    end
  endtask
