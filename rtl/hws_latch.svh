// LATCH: pools, their order, the choice (§4, §5.6).

  // -------------------------------------------------------------------- LATCH
  // §4.4: is P-task e before P-task f, of a lower entry
  function automatic logic comes_before(input logic [4:0] e, input logic [31:0] of_e, input logic [4:0] f, input logic [31:0] of_f);
    logic [31:0] a, b;
    a = `SWITCH(p_order_offline, of_e, rs_offline[e]);
    b = `SWITCH(p_order_offline, of_f, rs_offline[f]);
    return a > b || (a == b && `SWITCH(p_tie_entry, 1'b1, 1'b0) && `SWITCH(p_tie_younger, rs_older[e][f], rs_older[f][e]));
  endfunction

  task automatic take_decision(input logic [4:0] e, input logic [1:0] pool);
    dec_hit   = 1'b1;
    dec_entry = e;
    dec_pool  = pool;
    dec_nblk  = sel_n;
    dec_mask  = sel_mask;
    for (int k = 0; k < 32; k++) if (k < sel_n) dec_pos[k] = sel_pos[k];
  endtask

  // §6.6
  function automatic logic is_stale(input logic [4:0] e);
    logic [31:0] open;
    open = allowed_mask(e) & `SWITCH(stale_grants, rsc_mask(e, `SWITCH(stale_vc_pool, 1'b1, 1'b0)), 32'hffff_ffff);
    return `SWITCH(stale_some, (rs_reserved[e] & ~open) != 32'd0, (rs_reserved[e] & open) == 32'd0);
  endfunction

  task automatic latch();
    logic [31:0] in_p, in_o, elig, on;
    logic [4:0]  lst [0:31];
    logic [5:0]  n, j;
    logic [5:0]  beat;
    logic        first, stop;

    // stale reservations
    if (rs_r_flag != 32'd0)
      for (int e = 0; e < 32; e++)
        if (rs_r_flag[e] && is_stale(e[4:0]) && `SWITCH(stale_absent, 1'b1, 1'b0)) begin
          ev(EV_CANCEL, e, rs_reserved[e], 0, 0, 0, 0);
          CNT_CANCEL = CNT_CANCEL + 32'd1;
          drop_reservation(e[4:0]);
        end

    // §4.1, §4.2: membership
    elig = 32'd0;
    for (int e = 0; e < 32; e++)
      if (rs_valid[e] && !rs_r_flag[e] && `SWITCH(eligible_alloc_only, rs_sip_alloc[e], 1'b1))
        elig[e] = `SWITCH(coop_trigger, rs_coop[e], 1'b0) || (rs_launched[e] < rs_trigger[e] + `SWITCH(trigger_equal, 17'd0, 17'd1));
    in_p = 32'd0;
    for (int e = 0; e < 32; e++)
      if (elig[e] && `SWITCH(slotless_p, rs_dag_slot_valid[e], 1'b1)) begin
        beat = 6'd0;
        for (int k = 0; k < 32; k++)
          if ((elig[k] || `SWITCH(top_k_r, 1'b0, rs_r_flag[k]) || `SWITCH(top_k_ineligible, 1'b0, rs_valid[k] && !rs_r_flag[k]))
              && k != e && rs_dag_slot_valid[k] && `SWITCH(top_k_global, rs_dag_slot[k] == rs_dag_slot[e], 1'b1)
              && (rs_offline[k] > rs_offline[e]
                  || (rs_offline[k] == rs_offline[e] && `BUG(top_k_tie, rs_older[k][e], rs_older[e][k]))))
            beat = beat + 6'd1;
        in_p[e] = (beat < {3'd0, P_TOP_K} + `SWITCH(top_k_extra, 6'd0, 6'd1));
      end
    in_o = elig & ~in_p;

    // §4.3, §4.4: the sorted P-pool
    pp_n = 6'd0;
    for (int e = 0; e < 32; e++)
      if (in_p[e]) begin
        on = online_priority(e[4:0]);
        j = pp_n;
        while (j != 6'd0 && comes_before(e[4:0], on, pp_e[j[4:0] - 5'd1], pp_on[j[4:0] - 5'd1])) begin
          pp_on[j[4:0]] = pp_on[j[4:0] - 5'd1];
          pp_e[j[4:0]]  = pp_e[j[4:0] - 5'd1];
          j = j - 6'd1;
        end
        pp_on[j[4:0]] = on;
        pp_e[j[4:0]]  = e[4:0];
        pp_n = pp_n + 6'd1;
      end

    // §5.6: choice
    dec_hit    = 1'b0;
    dec_second = ENABLE_SECOND_RSC_SCH;
    if (rs_r_flag != 32'd0) begin
      n = 6'd0;
      for (int e = 0; e < 32; e++)
        if (rs_r_flag[e]) begin
          j = n;
          while (j != 6'd0 && `SWITCH(r_pool_entry, rs_older[e][lst[j[4:0] - 5'd1]], 1'b0)) begin
            lst[j[4:0]] = lst[j[4:0] - 5'd1];
            j = j - 6'd1;
          end
          lst[j[4:0]] = e[4:0];
          n = n + 6'd1;
        end
      for (int k = 0; k < 32; k++) begin
        if (k >= n || dec_hit) break;
        place_r(lst[k]);
        if (sel_ok) take_decision(lst[k], POOL_R);
      end
    end
    stop = 1'b0;
    if (!dec_hit && `SWITCH(r_pool_blocks, 1'b1, rs_r_flag == 32'd0)) begin
      for (int k = 0; k < 32; k++) begin
        if (k >= pp_n || stop || `SWITCH(p_first_only, 1'b0, k != 0)) break;
        place_po(pp_e[k]);
        if (sel_ok) begin
          first = !dec_hit;
          if (!SIP_FILLUP_TASK_FIRST) begin
            take_decision(pp_e[k], POOL_P);
            stop = 1'b1;
          end else if (is_fillup(pp_e[k])) begin
            take_decision(pp_e[k], POOL_P);
            stop = 1'b1;
          end else if (first && `SWITCH(fillup_or_none, 1'b1, 1'b0)) take_decision(pp_e[k], POOL_P);
        end
      end
    end
    if ((!dec_hit || `SWITCH(fillup_o_pool, 1'b0, dec_pool == POOL_P && SIP_FILLUP_TASK_FIRST && !stop)) && in_o != 32'd0
        && `SWITCH(r_pool_blocks, 1'b1, rs_r_flag == 32'd0)) begin
      n = 6'd0;
      for (int e = 0; e < 32; e++)
        if (in_o[e]) begin
          j = n;
          while (j != 6'd0 && (`SWITCH(o_order_age, rs_offline[e] > rs_offline[lst[j[4:0] - 5'd1]], 1'b0)
                 || (`SWITCH(o_order_age, rs_offline[e] == rs_offline[lst[j[4:0] - 5'd1]], 1'b1)
                     && `SWITCH(o_tie_entry, rs_older[e][lst[j[4:0] - 5'd1]], 1'b0)))) begin
            lst[j[4:0]] = lst[j[4:0] - 5'd1];
            j = j - 6'd1;
          end
          lst[j[4:0]] = e[4:0];
          n = n + 6'd1;
        end
      stop = 1'b0;
      for (int k = 0; k < 32; k++) begin
        if (k >= n || stop) break;
        place_po(lst[k]);
        if (sel_ok) begin
          first = !dec_hit;
          if (!SIP_FILLUP_TASK_FIRST || `SWITCH(fillup_p_only, is_fillup(lst[k]), 1'b1)) begin
            take_decision(lst[k], POOL_O);
            stop = 1'b1;
          end else if (first) take_decision(lst[k], POOL_O);
        end
      end
    end

    at_busy = 1'b1;
    at_cnt  = `SWITCH(attempt_cycles, ATTEMPT_CYCLES, ATTEMPT_CYCLES + 1);
  endtask
