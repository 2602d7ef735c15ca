// Block search, backfill filter, placement of a task (§5.2 to §5.6).

  // ------------------------------------------------------- §5.2 block search
  // n blocks of t SIPs inside m, first by idle SIPs, then, if `early`, by
  // pre-idle ones.  All or nothing.  Entry e pays as `pay` says.
  task automatic do_select(input logic [4:0] t, input logic [5:0] n, input logic [31:0] m,
                           input logic [31:0] idle_m, input logic [31:0] pre_m,
                           input logic early, input logic [1:0] pay, input logic [4:0] e);
    logic [31:0] a, b, f, closed;
    logic [5:0]  p;
    a = m & idle_m;
    b = m & pre_m & ~`SWITCH(no_mixed_blocks, 32'd0, idle_m);
    `ADDED(idle_not_preferred, if (early) a = b)
    sel_n    = 6'd0;
    sel_mask = 32'd0;
    sel_ok   = 1'b0;
    if (pay != PAY_NONE) pay_begin(e, pay);
    while (sel_n < n) begin
      f = `SWITCH(align_any, fit_positions(a, t), fit_anywhere(a, t));
      if (f == 32'd0 && early) f = fit_positions(b, t);
      if (f == 32'd0) return;
      p = ((t <= `BUG(size_order, 5'd4, 5'd3) && `SWITCH(search_single, 1'b1, t != 5'd1)) || `SWITCH(search_large, 1'b0, t > 5'd4))
          ? highest(f) : lowest(f);
      sel_pos[sel_n[4:0]] = p[4:0];
      sel_mask = sel_mask | (ones(t) << p);
      a = a & ~(ones(t) << p);
      `ABSENT(chosen_stay) b = b & ~(ones(t) << p);
      if (pay != PAY_NONE) begin
        pay_block(e, p[4:0], pay, closed);
        a = a & ~closed;
        b = b & ~closed;
      end
      sel_n = sel_n + 6'd1;
    end
    sel_ok = 1'b1;
  endtask

  function automatic logic [5:0] blocks_wanted(input logic [4:0] e);
    return rs_coop[e] ? rs_block_num[e][5:0] : 6'd1;
  endfunction

  // select() of a resident task with the SIP state of this moment
  task automatic select_task(input logic [4:0] e, input logic [31:0] m);
    do_select(rs_thread[e], blocks_wanted(e), m, SIP_IDLE_MASK, SIP_PRE_IDLE_MASK,
              ENABLE_EARLY_LAUNCH_SIP, decision_pay(e), e);
    `ADDED(coop_partial, sel_ok = sel_n != 6'd0)
  endtask

  // §5.5
  function automatic logic [31:0] backfill_filter(input logic [4:0] e, input logic [31:0] m);
    logic [31:0]        r;
    logic signed [63:0] need, rem;
    logic [4:0]         t, s;
    need = {32'd0, rs_est[e]} + `SWITCH(backfill_delay, 64'd0, {32'd0, LAUNCH_SIP_DELAY});
    if (RSVD_SIP_BACKFILL_MARGIN_OFFSET[31] ^ `SWITCH(backfill_sign, 1'b0, 1'b1))
      need = need + {33'd0, RSVD_SIP_BACKFILL_MARGIN_OFFSET[30:0]};
    else
      need = need - {33'd0, RSVD_SIP_BACKFILL_MARGIN_OFFSET[30:0]};
    r = 32'd0;
    for (int i = 0; i < 32; i++)
      if (m[i]) begin
        t = `SWITCH(backfill_task_size, RSV_THREAD_NUM[i], rs_thread[e]);
        if (t > `SWITCH(backfill_single, 5'd1, 5'd0)) begin
          s   = slot_of(t);
          rem = {32'd0, grp_remain(`SWITCH(backfill_threads, s, t), i[4:0] & ~(s - 5'd1))};
          `ADDED(backfill_own, rem = {32'd0, SIP_REMAIN_EXEC_TIME[i]})
          if (`SWITCH(backfill_unsigned, rem > need, $unsigned(rem) > $unsigned(need)) || (`SWITCH(backfill_strict, 1'b1, 1'b0) && rem == need))
            r[i] = 1'b1;
        end
      end
    return r;
  endfunction

  // §5.3: an R-task
  task automatic place_r(input logic [4:0] e);
    logic [31:0] usable, f, closed, shut;
    logic [4:0]  p;
    usable = allowed_mask(e) & rsc_mask(e, 1'b0) & ready_mask();
    sel_ok = (rs_reserved[e] & ~usable) == 32'd0 && `SWITCH(r_select_always, 1'b1, 1'b0);
    if (sel_ok) begin
      // the reserved slots, ascending
      sel_n    = 6'd0;
      sel_mask = rs_reserved[e];
      shut     = 32'd0;
      f        = fit_positions(rs_reserved[e], rs_thread[e]);
      if (decision_pay(e) != PAY_NONE) pay_begin(e, PAY_DECISION);
      for (int i = 0; i < 32; i++) begin
        p = `SWITCH(r_block_order, i[4:0], 5'd31 - i[4:0]);
        if (f[p]) begin
          sel_pos[sel_n[4:0]] = p;
          sel_n = sel_n + 6'd1;
          if (shut[p] && `SWITCH(r_pay, 1'b1, 1'b0)) sel_ok = 1'b0;
          if (decision_pay(e) != PAY_NONE) begin
            pay_block(e, p, PAY_DECISION, closed);
            shut = shut | closed;
          end
        end
      end
    end
    `ABSENT(r_second_absent)
    if (!sel_ok) select_task(e, usable & (~`SWITCH(r_second_all, RESERVED_SIP_MASK, 32'd0) | `SWITCH(r_second_free, rs_reserved[e], 32'd0)));
  endtask

  // §5.4: a P- or O-task
  task automatic place_po(input logic [4:0] e);
    logic [31:0] usable, nonrsv, backfill;
    usable = allowed_mask(e) & rsc_mask(e, 1'b0) & ready_mask();
    nonrsv = usable & ~`SWITCH(nonrsv_all, RESERVED_SIP_MASK, 32'd0);
    if (RESERVED_SIP_MASK == 32'd0) begin
      select_task(e, nonrsv);
      return;
    end
    backfill = backfill_filter(e, usable & RESERVED_SIP_MASK);
    if (!`SWITCH(use_rsvd_ignored, USE_RSVD_SIP_FIRST, 1'b0)) begin
      select_task(e, nonrsv);
      if (!sel_ok && `SWITCH(option_two, 1'b1, 1'b0)) select_task(e, backfill);
    end else begin
      select_task(e, backfill);
      if (!sel_ok && `SWITCH(use_rsvd_only, 1'b1, 1'b0)) select_task(e, nonrsv);
    end
    if (!sel_ok && `SWITCH(option_three, 1'b1, 1'b0) && `SWITCH(use_rsvd_only, 1'b1, !USE_RSVD_SIP_FIRST)) select_task(e, backfill | nonrsv);
  endtask

  // §5.6: the placement takes every ready SIP of every cluster it touches
  function automatic logic is_fillup(input logic [4:0] e);
    logic [31:0] rdy, ids;
    rdy = ready_mask() & ~`SWITCH(fillup_unreserved, 32'd0, RESERVED_SIP_MASK) & `SWITCH(fillup_allowed, 32'hffff_ffff, allowed_mask(e));
    for (int c = 0; c < 8; c++)
      if (c < SIP_TOPOLOGY_CLUSTER_NUM) begin
        ids = cluster_ids(c[2:0]);
        if (`SWITCH(fillup_all_clusters, (sel_mask & ids) != 32'd0, 1'b1)) begin
          `ADDED(fillup_any_cluster, if ((rdy & ids & ~sel_mask) == 32'd0) return 1'b1)
          `ABSENT(fillup_any_cluster) if ((rdy & ids & ~sel_mask) != 32'd0) return 1'b0;
        end
      end
    return `SWITCH(fillup_any_cluster, 1'b1, 1'b0);
  endfunction
