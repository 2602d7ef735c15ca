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
    b = m & pre_m;
    sel_n    = 6'd0;
    sel_mask = 32'd0;
    sel_ok   = 1'b0;
    if (pay != PAY_NONE) pay_begin(e, pay);
    while (sel_n < n) begin
      f = fit_positions(a, t);
      if (f == 32'd0 && early) f = fit_positions(b, t);
      if (f == 32'd0) return;
      p = (t <= `BUG(size_order, 5'd4, 5'd3)) ? highest(f) : lowest(f);
      sel_pos[sel_n[4:0]] = p[4:0];
      sel_mask = sel_mask | (ones(t) << p);
      a = a & ~(ones(t) << p);
      b = b & ~(ones(t) << p);
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
  endtask

  // §5.5
  function automatic logic [31:0] backfill_filter(input logic [4:0] e, input logic [31:0] m);
    logic [31:0]        r;
    logic signed [63:0] need, rem;
    logic [4:0]         t, s;
    need = {32'd0, rs_est[e]};
    if (RSVD_SIP_BACKFILL_MARGIN_OFFSET[31])
      need = need + {33'd0, RSVD_SIP_BACKFILL_MARGIN_OFFSET[30:0]};
    else
      need = need - {33'd0, RSVD_SIP_BACKFILL_MARGIN_OFFSET[30:0]};
    r = 32'd0;
    for (int i = 0; i < 32; i++)
      if (m[i]) begin
        t = RSV_THREAD_NUM[i];
        if (t > 5'd1) begin
          s   = slot_of(t);
          rem = {32'd0, grp_remain(s, i[4:0] & ~(s - 5'd1))};
          if (rem >= need) r[i] = 1'b1;
        end
      end
    return r;
  endfunction

  // §5.3: an R-task
  task automatic place_r(input logic [4:0] e);
    logic [31:0] usable, f, closed, shut;
    usable = allowed_mask(e) & rsc_mask(e, 1'b0) & ready_mask();
    sel_ok = (rs_reserved[e] & ~usable) == 32'd0;
    if (sel_ok) begin
      // the reserved slots, ascending
      sel_n    = 6'd0;
      sel_mask = rs_reserved[e];
      shut     = 32'd0;
      f        = fit_positions(rs_reserved[e], rs_thread[e]);
      if (decision_pay(e) != PAY_NONE) pay_begin(e, PAY_DECISION);
      for (int i = 0; i < 32; i++)
        if (f[i]) begin
          sel_pos[sel_n[4:0]] = i[4:0];
          sel_n = sel_n + 6'd1;
          if (shut[i]) sel_ok = 1'b0;
          if (decision_pay(e) != PAY_NONE) begin
            pay_block(e, i[4:0], PAY_DECISION, closed);
            shut = shut | closed;
          end
        end
    end
    if (!sel_ok) select_task(e, usable & (~RESERVED_SIP_MASK | rs_reserved[e]));
  endtask

  // §5.4: a P- or O-task
  task automatic place_po(input logic [4:0] e);
    logic [31:0] usable, nonrsv, backfill;
    usable = allowed_mask(e) & rsc_mask(e, 1'b0) & ready_mask();
    nonrsv = usable & ~RESERVED_SIP_MASK;
    if (RESERVED_SIP_MASK == 32'd0) begin
      select_task(e, nonrsv);
      return;
    end
    backfill = backfill_filter(e, usable & RESERVED_SIP_MASK);
    if (!USE_RSVD_SIP_FIRST) begin
      select_task(e, nonrsv);
      if (!sel_ok) select_task(e, backfill);
    end else begin
      select_task(e, backfill);
      if (!sel_ok) select_task(e, nonrsv);
    end
    if (!sel_ok) select_task(e, backfill | nonrsv);
  endtask

  // §5.6: the placement takes every ready SIP of every cluster it touches
  function automatic logic is_fillup();
    logic [31:0] rdy, ids;
    rdy = ready_mask();
    for (int c = 0; c < 8; c++)
      if (c < SIP_TOPOLOGY_CLUSTER_NUM) begin
        ids = cluster_ids(c[2:0]);
        if ((sel_mask & ids) != 32'd0 && (rdy & ids & ~sel_mask) != 32'd0) return 1'b0;
      end
    return 1'b1;
  endfunction
