// LATCH: pools, their order, the choice (§4, §5.6).

  // -------------------------------------------------------------------- LATCH
  task automatic take_decision(input logic [4:0] e, input logic [1:0] pool);
    dec_hit   = 1'b1;
    dec_entry = e;
    dec_pool  = pool;
    dec_nblk  = sel_n;
    dec_mask  = sel_mask;
    for (int k = 0; k < 32; k++) if (k < sel_n) dec_pos[k] = sel_pos[k];
  endtask

  task automatic latch();
    logic [31:0] in_p, in_o, elig, on;
    logic [4:0]  lst [0:31];
    logic [5:0]  n, j;
    logic [5:0]  beat;
    logic        first, stop;

    // stale reservations
    if (rs_r_flag != 32'd0)
      for (int e = 0; e < 32; e++)
        if (rs_r_flag[e] && (rs_reserved[e] & ~(allowed_mask(e[4:0]) & rsc_mask(e[4:0], 1'b1))) != 32'd0) begin
          ev(EV_CANCEL, e, rs_reserved[e], 0, 0, 0, 0);
          CNT_CANCEL = CNT_CANCEL + 32'd1;
          drop_reservation(e[4:0]);
        end

    // §4.1, §4.2: membership
    elig = 32'd0;
    for (int e = 0; e < 32; e++)
      if (rs_valid[e] && !rs_r_flag[e] && rs_sip_alloc[e])
        elig[e] = rs_coop[e] || (rs_launched[e] < rs_trigger[e]);
    in_p = 32'd0;
    for (int e = 0; e < 32; e++)
      if (elig[e] && rs_dag_slot_valid[e]) begin
        beat = 6'd0;
        for (int k = 0; k < 32; k++)
          if (elig[k] && k != e && rs_dag_slot_valid[k] && rs_dag_slot[k] == rs_dag_slot[e]
              && (rs_offline[k] > rs_offline[e]
                  || (rs_offline[k] == rs_offline[e] && `BUG(top_k_tie, rs_older[k][e], rs_older[e][k]))))
            beat = beat + 6'd1;
        in_p[e] = (beat < {3'd0, P_TOP_K});
      end
    in_o = elig & ~in_p;

    // §4.3, §4.4: the sorted P-pool
    pp_n = 6'd0;
    for (int e = 0; e < 32; e++)
      if (in_p[e]) begin
        on = online_priority(e[4:0]);
        j = pp_n;
        while (j != 6'd0 && (on > pp_on[j[4:0] - 5'd1]
               || (on == pp_on[j[4:0] - 5'd1] && rs_older[e][pp_e[j[4:0] - 5'd1]]))) begin
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
          while (j != 6'd0 && rs_older[e][lst[j[4:0] - 5'd1]]) begin
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
    if (!dec_hit) begin
      stop = 1'b0;
      for (int k = 0; k < 32; k++) begin
        if (k >= pp_n || stop) break;
        place_po(pp_e[k]);
        if (sel_ok) begin
          first = !dec_hit;
          if (!SIP_FILLUP_TASK_FIRST) begin
            take_decision(pp_e[k], POOL_P);
            stop = 1'b1;
          end else if (is_fillup()) begin
            take_decision(pp_e[k], POOL_P);
            stop = 1'b1;
          end else if (first) take_decision(pp_e[k], POOL_P);
        end
      end
    end
    if (!dec_hit && in_o != 32'd0) begin
      n = 6'd0;
      for (int e = 0; e < 32; e++)
        if (in_o[e]) begin
          j = n;
          while (j != 6'd0 && (rs_offline[e] > rs_offline[lst[j[4:0] - 5'd1]]
                 || (rs_offline[e] == rs_offline[lst[j[4:0] - 5'd1]]
                     && rs_older[e][lst[j[4:0] - 5'd1]]))) begin
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
          if (!SIP_FILLUP_TASK_FIRST || is_fillup()) begin
            take_decision(lst[k], POOL_O);
            stop = 1'b1;
          end else if (first) take_decision(lst[k], POOL_O);
        end
      end
    end

    at_busy = 1'b1;
    at_cnt  = ATTEMPT_CYCLES;
  endtask
