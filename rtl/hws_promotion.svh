// Promotion to R-task and reservation (§6.5, §6.6).

  // §6.6: reserve for e; 0 when it cannot
  task automatic try_reserve(input logic [4:0] e, output logic [31:0] mask);
    logic [31:0] target, fits, best, closed;
    logic [5:0]  n, got;
    logic [4:0]  t, bp, size;
    logic        any;
    t = rs_thread[e];
    target = `SWITCH(reserve_usage, allowed_mask(e), rs_affinity[e] & SIP_PRESENT_MASK) & rsc_mask(e, `SWITCH(reserve_vc_pool, 1'b1, 1'b0))
             & ~RESERVED_SIP_MASK & ~`SWITCH(reserve_owned, HRM_FW_OWNED, 32'd0);
    for (int c = 0; c < 8; c++)
      if (c < SIP_TOPOLOGY_CLUSTER_NUM && (RESERVED_SIP_MASK & cluster_ids(c[2:0])) != 32'd0 && `SWITCH(reserve_shared_cluster, 1'b1, 1'b0))
        target = target & ~cluster_ids(c[2:0]);
    fits = fit_positions(target, t);
    n    = `SWITCH(reserve_coop_one, blocks_wanted(e), 6'd1);
    size = `SWITCH(reserve_block_remain, slot_of(t), t);
    got  = 6'd0;
    mask = 32'd0;
    if (decision_pay(e) != PAY_NONE) pay_begin(e, PAY_RESERVATION);
    while (got < n) begin
      any = 1'b0;
      for (int i = 0; i < 32; i++)
        if (fits[i] && (!any || `BUG(reserve_longest, grp_remain(size, i[4:0]) < best, grp_remain(size, i[4:0]) > best)
                        || `SWITCH(reserve_tie_high, 1'b0, grp_remain(size, i[4:0]) == best))) begin
          any  = 1'b1;
          best = grp_remain(size, i[4:0]);
          bp   = i[4:0];
        end
      if (!any) begin
        mask = `SWITCH(reserve_coop_partial, 32'd0, mask);
        return;
      end
      mask = mask | (ones(t) << bp);
      fits[bp] = 1'b0;
      if (decision_pay(e) != PAY_NONE) begin
        pay_block(e, bp, PAY_RESERVATION, closed);
        fits = fits & ~`SWITCH(reserve_pay, closed, 32'd0);
      end
      got = got + 6'd1;
    end
  endtask

  task automatic do_promote(input logic [4:0] e, input logic [31:0] m);
    rs_r_flag[e]      = 1'b1;
    rs_reserved[e]    = m;
    RESERVED_SIP_MASK = RESERVED_SIP_MASK | m;
    for (int i = 0; i < 32; i++) if (m[i]) RSV_THREAD_NUM[i] = `SWITCH(reserve_thread_slot, rs_thread[e], slot_of(rs_thread[e]));
    `ADDED(promote_clears_fail, rs_fail[e] = 16'd0)
    CNT_PROMOTE = CNT_PROMOTE + 32'd1;
    ev(EV_PROMOTE, e, rs_kernel_seq[e], m, 0, 0, 0);
  endtask

  // §6.5
  task automatic commit_promote();
    logic [31:0] tried, m;
    logic [4:0]  t;
    logic [5:0]  best;
    logic        overtaken, first, q;
    state = ST_BOUNDARY;
    for (int k = 0; k < 32; k++)
      if (k < pp_n && rs_valid[pp_e[k]] && `SWITCH(online_on_launch, 1'b1, dec_hit)) rs_online[pp_e[k]] = pp_on[k];
    `ADDED(promote_after_failure, if (!dec_hit) return)
    if (count32(rs_r_flag) + `SWITCH(rtask_before, 6'd0, {5'd0, dec_hit && dec_pool == POOL_R})
        >= {2'd0, PROMOTE[15:12]} + `BUG(rtask_limit, 6'd0, 6'd1)) return;
    // pass 1
    if (`SWITCH(threshold_always, PROMOTE[0], 1'b1)) begin
      tried = 32'd0;
      for (int round = 0; round < 32; round++) begin
        best = 6'd32;
        for (int k = 0; k < 32; k++)
          if (k < pp_n && !tried[k]) begin
            t = pp_e[k];
            if (rs_valid[t] && !rs_r_flag[t] && !(dec_hit && t == dec_entry && `SWITCH(promote_launched, 1'b1, 1'b0))
                && rs_fail[t] >= {1'b0, PROMOTE[31:16]} + `SWITCH(threshold_more, 17'd0, 17'd1)) begin
              if (best[5]) best = k[5:0];
              else if (`BUG(most_failed, PROMOTE[8], 1'b0) && `SWITCH(most_failed_tie, rs_fail[t] > rs_fail[pp_e[best[4:0]]],
                                                                  rs_fail[t] >= rs_fail[pp_e[best[4:0]]])) best = k[5:0];
            end
          end
        if (best[5]) break;
        tried[best[4:0]] = 1'b1;
        try_reserve(pp_e[best[4:0]], m);
        if (m != 32'd0) begin
          do_promote(pp_e[best[4:0]], m);
          `ADDED(promote_twice, if (count32(rs_r_flag) < {2'd0, PROMOTE[15:12]}) break)
          return;
        end
        `ADDED(pass_one_once, break)
      end
    end
    // pass 2
    if (PROMOTE[3:1] == 3'd0) return;
    overtaken = dec_hit && `SWITCH(overtaken_by_r, dec_pool != POOL_R, 1'b1)
                && !(pp_n != 6'd0 && pp_e[0] == dec_entry && `SWITCH(overtaken_first, 1'b1, 1'b0));
    `ADDED(overtaken_failure, overtaken = overtaken || !dec_hit)
    for (int k = 0; k < 32; k++) begin
      if (k >= pp_n) break;
      t = pp_e[k];
      if (rs_valid[t] && !rs_r_flag[t] && !(dec_hit && t == dec_entry && `SWITCH(promote_launched, 1'b1, 1'b0))) begin
        q = 1'b0;
        first = k == 0 || `SWITCH(top_one_next, 1'b0, k == 1 && dec_hit && pp_e[0] == dec_entry);
        if (PROMOTE[1] && `SWITCH(full_vg_any, first, 1'b1)
            && rs_thread[t] == `SWITCH(full_vg_slot, SIP_TOPOLOGY_CLUSTER_SIP_NUM, slot_of(SIP_TOPOLOGY_CLUSTER_SIP_NUM))) q = 1'b1;
        if (PROMOTE[2] && first && overtaken) q = 1'b1;
        if (PROMOTE[3] && overtaken && `SWITCH(on_cp_launched, !cm_on_cp, 1'b1) && rs_on_cp[t]) q = 1'b1;
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
