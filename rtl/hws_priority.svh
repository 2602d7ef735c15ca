// Online priority and look-ups (§4.3).

  // --------------------------------------------------------------- §4.3 priority
  function automatic logic [31:0] online_priority(input logic [4:0] e);
    logic [4:0]  s;
    logic [31:0] tot, rem, q;
    logic [63:0] prod, res, frac;
    logic [4:0]  idx;
    s = rs_dag_slot[e];
    if (`SWITCH(dynamic_scaled, dag_dynamic[s], 1'b0)) return rs_offline[e];
    tot = dag_total[s];
    rem = `SWITCH(finish_beyond_total, dag_finish[s] < tot, 1'b1) ? tot - dag_finish[s] : 32'd0;
    if (tot == 32'd0) idx = `SWITCH(total_zero, 5'd0, N_RANK - 1);
    else begin
      frac = ({32'd0, rem} * `SWITCH(rank_ranks, N_RANK, N_RANK - 1) + `SWITCH(rank_ceil, 64'd0, {32'd0, tot} - 64'd1)) / {32'd0, tot};
      q    = frac[31:0];
      if (q > N_RANK - 1) q = N_RANK - 1;
      idx  = 5'(`SWITCH(rank_reversed, N_RANK - 1 - q, q));
    end
    if (dag_cp[s] == 32'd0) return `SWITCH(cp_zero, SCALE_RATIO_TABLE_RANK[idx], rs_offline[e]);
    prod = {32'd0, rs_offline[e]} * {32'd0, SCALE_RATIO_TABLE_RANK[idx]};
    res  = prod / {32'd0, dag_cp[s]};
    if (`BUG(rank_rounding, prod % {32'd0, dag_cp[s]} != 64'd0, 1'b0)) res = res + 64'd1;
    return (res > 64'h0000_0000_ffff_ffff && `SWITCH(online_saturates, 1'b1, 1'b0)) ? 32'hffff_ffff : res[31:0];
  endfunction

  // highest offline priority of the resident non-R kernels of a slot
  function automatic logic [31:0] dag_top_offline(input logic [4:0] s);
    logic [31:0] r;
    r = 32'd0;
    for (int e = 0; e < 32; e++)
      if (rs_valid[e] && `SWITCH(top_offline_r, !rs_r_flag[e], 1'b1) && rs_dag_slot_valid[e] && rs_dag_slot[e] == s
          && `SWITCH(top_offline_waiting, 1'b1, rs_coop[e] || rs_launched[e] < rs_trigger[e]) && rs_offline[e] > r)
        r = rs_offline[e];
    return r;
  endfunction

  function automatic logic [5:0] count32(input logic [31:0] m);
    logic [5:0] r;
    r = 6'd0;
    for (int i = 0; i < 32; i++) r = r + {5'd0, m[i]};
    return r;
  endfunction

  // slot of a tag: {found, slot}
  function automatic logic [5:0] dag_lookup(input logic [15:0] tag);
    for (int s = 0; s < 32; s++)
      if (dag_valid[s] && dag_tag[s] == tag) return {1'b1, s[4:0]};
    return 6'd0;
  endfunction
