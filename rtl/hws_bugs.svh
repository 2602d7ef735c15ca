// Seeded bugs, only with HWS_BUGS: `+bug=NAME` activates one of them for the run; without it, none is active.
// BUG(NAME, RIGHT, WRONG) is RIGHT, unless NAME is active. README.md lists the rules that they break.
`ifdef HWS_BUGS
  `define BUG(NAME, RIGHT, WRONG) ((bug == BUG_``NAME) ? (WRONG) : (RIGHT))

  /* verilator tracing_off */
  typedef enum logic [4:0] {
    BUG_none,
    BUG_claim_pre_idle, BUG_fail_count, BUG_fw_last_block, BUG_irq_error, BUG_most_failed, BUG_param_modulo,
    BUG_phy_logical, BUG_pre_idle_compare, BUG_rank_rounding, BUG_reserve_longest, BUG_reset_pointer,
    BUG_rtask_limit, BUG_size_order, BUG_thread_num_stays, BUG_time_unit_phase, BUG_top_k_tie, BUG_trigger_sinks,
    BUG_vc_run_kept
  } bug_t;
  bug_t bug;
  /* verilator tracing_on */

  initial begin
    string name;
    bug = BUG_none;
    mistake = SWITCH_none;
    if ($value$plusargs("bug=%s", name)) begin
      do bug = bug.next(); while (bug != BUG_none && bug.name() != {"BUG_", name});
      if (bug == BUG_none && !switch_on(name))
        $fatal(1, "unknown bug `%s`; rtl/README.md and rtl/switches.txt list them", name);
    end
  end
`else
  `define BUG(NAME, RIGHT, WRONG) (RIGHT)
`endif
