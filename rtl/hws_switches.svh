// Mistakes to be told apart, only with HWS_BUGS: a second set beside the seeded bugs, chosen in the same way by `+bug=NAME`.
// switches.txt lists the rules that they break, and stimuli that reach them. With NAME active,
//   SWITCH(NAME, RIGHT, WRONG) is WRONG instead of RIGHT;
//   ADDED(NAME, STATEMENT) executes a statement that the right RTL does not have;
//   ABSENT(NAME) STATEMENT; leaves out a statement that the right RTL has.
`ifdef HWS_BUGS
  `define SWITCH(NAME, RIGHT, WRONG) ((mistake == SWITCH_``NAME) ? (WRONG) : (RIGHT))
  `define ADDED(NAME, STATEMENT) if (mistake == SWITCH_``NAME) begin STATEMENT; end
  `define ABSENT(NAME) if (mistake != SWITCH_``NAME)

  /* verilator tracing_off */
  typedef enum logic [8:0] {
    SWITCH_none,
    SWITCH_admission_pools, SWITCH_age_boost_itself, SWITCH_age_boost_r, SWITCH_age_boost_static, SWITCH_age_boost_two,
    SWITCH_age_column, SWITCH_age_skips_r, SWITCH_align_any, SWITCH_alloc_only_finish, SWITCH_alloc_only_last,
    SWITCH_alloc_only_message, SWITCH_alloc_only_more, SWITCH_alloc_only_room, SWITCH_alloc_only_second, SWITCH_allowed_absent,
    SWITCH_attempt_cycles, SWITCH_attempt_empty, SWITCH_attempt_ready, SWITCH_attempt_sip_alloc, SWITCH_backfill_delay,
    SWITCH_backfill_own, SWITCH_backfill_sign, SWITCH_backfill_single, SWITCH_backfill_strict, SWITCH_backfill_task_size,
    SWITCH_backfill_threads, SWITCH_backfill_unsigned, SWITCH_block_id_start, SWITCH_block_num_zero, SWITCH_block_range,
    SWITCH_block_range_absent, SWITCH_check_always, SWITCH_check_entry_only, SWITCH_chosen_stay, SWITCH_claim_absent,
    SWITCH_claim_all, SWITCH_claim_owned, SWITCH_claim_reserved, SWITCH_class_nine, SWITCH_class_three, SWITCH_cluster_equal,
    SWITCH_cluster_stride, SWITCH_cnt_attempt, SWITCH_cnt_backfill_r, SWITCH_cnt_coop, SWITCH_cnt_done_alloc_only,
    SWITCH_cnt_early_all, SWITCH_commands_in_flight, SWITCH_commands_need_enable, SWITCH_complete_count_en,
    SWITCH_complete_remain, SWITCH_coop_alloc_only, SWITCH_coop_exact, SWITCH_coop_launched, SWITCH_coop_partial,
    SWITCH_coop_present, SWITCH_coop_trigger, SWITCH_coop_unchecked, SWITCH_cp_any, SWITCH_cp_max, SWITCH_cp_zero,
    SWITCH_dag_dropped, SWITCH_dag_full_ids, SWITCH_dag_full_message, SWITCH_dag_init_dynamic, SWITCH_dag_init_error,
    SWITCH_dag_init_finish, SWITCH_dag_op_three, SWITCH_dag_operands_late, SWITCH_dag_reset_count, SWITCH_dag_reset_cp,
    SWITCH_dag_reset_dynamic, SWITCH_dag_reset_frees, SWITCH_dag_reset_started, SWITCH_dag_reset_total,
    SWITCH_dag_reset_unknown, SWITCH_dag_slot_highest, SWITCH_dag_status_any, SWITCH_delay_absent, SWITCH_die_pool_any,
    SWITCH_dynamic_scaled, SWITCH_early_counts, SWITCH_early_delay, SWITCH_early_pre_idle, SWITCH_early_remain,
    SWITCH_eligible_alloc_only, SWITCH_enable_aborts, SWITCH_entry_highest, SWITCH_err_clears_all, SWITCH_err_first_bus,
    SWITCH_err_first_last, SWITCH_err_first_partial, SWITCH_error_block, SWITCH_fail_every_launch, SWITCH_fail_kept,
    SWITCH_fail_o_older, SWITCH_fail_p, SWITCH_fail_r, SWITCH_fail_reset, SWITCH_fillup_all_clusters, SWITCH_fillup_allowed,
    SWITCH_fillup_any_cluster, SWITCH_fillup_o_pool, SWITCH_fillup_or_none, SWITCH_fillup_p_only, SWITCH_fillup_unreserved,
    SWITCH_finish_beyond_total, SWITCH_finish_entry, SWITCH_finish_firmware, SWITCH_finish_launches, SWITCH_finish_path_now,
    SWITCH_force_alone, SWITCH_full_vg_any, SWITCH_full_vg_slot, SWITCH_fw_context, SWITCH_fw_depth, SWITCH_fw_keeps_entry,
    SWITCH_fw_mode_accepts, SWITCH_fw_push_ids, SWITCH_granted_four_vgs, SWITCH_granted_sum, SWITCH_group_counting,
    SWITCH_hdr_depth, SWITCH_idle_not_preferred, SWITCH_in_path_falls_back, SWITCH_irq_mih, SWITCH_l_two_used_die,
    SWITCH_l_two_used_kept, SWITCH_last_block, SWITCH_launch_id_lowest, SWITCH_launch_id_reuse, SWITCH_launch_path,
    SWITCH_live_address, SWITCH_live_last, SWITCH_live_sinks, SWITCH_live_unclamped, SWITCH_live_used_only,
    SWITCH_loader_last_entry, SWITCH_loader_no_gap, SWITCH_mdma_order, SWITCH_mdma_out_path, SWITCH_mih_full,
    SWITCH_mih_lo_pops, SWITCH_mih_out_path, SWITCH_mode_clears_pre_idle, SWITCH_most_failed_tie, SWITCH_no_mixed_blocks,
    SWITCH_nonrsv_all, SWITCH_o_order_age, SWITCH_o_tie_entry, SWITCH_on_cp_launched, SWITCH_online_on_launch,
    SWITCH_online_saturates, SWITCH_option_three, SWITCH_option_two, SWITCH_out_path_report, SWITCH_outstanding_zero,
    SWITCH_overflow_ids, SWITCH_overtaken_by_r, SWITCH_overtaken_failure, SWITCH_overtaken_first, SWITCH_p_first_only,
    SWITCH_p_order_offline, SWITCH_p_tie_entry, SWITCH_p_tie_younger, SWITCH_pair_order, SWITCH_pair_split, SWITCH_param_zero,
    SWITCH_pass_one_once, SWITCH_pay_l_two, SWITCH_pay_run, SWITCH_pay_vc, SWITCH_pending_counts, SWITCH_pending_remain,
    SWITCH_pre_complete_enable, SWITCH_pre_complete_mode, SWITCH_pre_complete_pending, SWITCH_pre_complete_twice,
    SWITCH_pre_idle_any_path, SWITCH_pre_idle_needs_early, SWITCH_pre_idle_pending, SWITCH_pre_idle_stale,
    SWITCH_prescale_period, SWITCH_present_packed, SWITCH_promote_after_failure, SWITCH_promote_clears_fail,
    SWITCH_promote_launched, SWITCH_promote_twice, SWITCH_queue_seven, SWITCH_r_block_order, SWITCH_r_pay, SWITCH_r_pool_blocks,
    SWITCH_r_pool_entry, SWITCH_r_second_absent, SWITCH_r_second_all, SWITCH_r_second_free, SWITCH_r_select_always,
    SWITCH_rank_ceil, SWITCH_rank_ranks, SWITCH_rank_reversed, SWITCH_ready_absent, SWITCH_ready_early, SWITCH_ready_owned,
    SWITCH_refresh_check, SWITCH_refresh_counters, SWITCH_refused_kept, SWITCH_regress_equal, SWITCH_regress_ids,
    SWITCH_reject_count_read, SWITCH_reject_message, SWITCH_reject_takes_seq, SWITCH_release_all, SWITCH_release_refused,
    SWITCH_remain_saturates, SWITCH_remain_underflow, SWITCH_report_block, SWITCH_report_en, SWITCH_report_physical,
    SWITCH_request_alloc_base, SWITCH_request_base, SWITCH_request_block, SWITCH_request_coop_window, SWITCH_request_fw_limit,
    SWITCH_request_headroom, SWITCH_request_interleaved, SWITCH_request_nowhere, SWITCH_request_order, SWITCH_request_trigger,
    SWITCH_request_vc_alloc_only, SWITCH_request_vc_hw, SWITCH_request_window, SWITCH_requested_from_zero,
    SWITCH_requested_stays, SWITCH_reservation_leaks, SWITCH_reserve_block_remain, SWITCH_reserve_coop_one,
    SWITCH_reserve_coop_partial, SWITCH_reserve_owned, SWITCH_reserve_pay, SWITCH_reserve_shared_cluster,
    SWITCH_reserve_thread_slot, SWITCH_reserve_tie_high, SWITCH_reserve_usage, SWITCH_reserve_vc_pool, SWITCH_rsc_open_bits,
    SWITCH_rsc_open_off, SWITCH_rtask_before, SWITCH_rtask_range, SWITCH_search_large, SWITCH_search_single,
    SWITCH_second_at_commit, SWITCH_sip_launch_stale, SWITCH_slotless_p, SWITCH_soft_reset_attempt, SWITCH_soft_reset_commands,
    SWITCH_soft_reset_config, SWITCH_soft_reset_counters, SWITCH_soft_reset_cycle, SWITCH_soft_reset_dags,
    SWITCH_soft_reset_enable, SWITCH_soft_reset_errors, SWITCH_soft_reset_firmware, SWITCH_soft_reset_force,
    SWITCH_soft_reset_hdr, SWITCH_soft_reset_idle, SWITCH_soft_reset_loader, SWITCH_soft_reset_messages,
    SWITCH_soft_reset_owned, SWITCH_soft_reset_prescaler, SWITCH_soft_reset_refused, SWITCH_soft_reset_seq,
    SWITCH_soft_reset_vcs, SWITCH_spurious_pre, SWITCH_stale_absent, SWITCH_stale_grants, SWITCH_stale_some,
    SWITCH_stale_vc_pool, SWITCH_status_rs_full, SWITCH_td_align, SWITCH_td_read_cycles, SWITCH_tdp_aligned, SWITCH_tdp_at_pop,
    SWITCH_thread_five, SWITCH_thread_index, SWITCH_thread_nine, SWITCH_threshold_always, SWITCH_threshold_more,
    SWITCH_top_k_extra, SWITCH_top_k_global, SWITCH_top_k_ineligible, SWITCH_top_k_r, SWITCH_top_k_range, SWITCH_top_offline_r,
    SWITCH_top_offline_waiting, SWITCH_top_one_next, SWITCH_topology_loader, SWITCH_topology_owned, SWITCH_topology_pair,
    SWITCH_topology_resident, SWITCH_total_zero, SWITCH_trigger_adds, SWITCH_trigger_admission, SWITCH_trigger_clamp,
    SWITCH_trigger_entry_ids, SWITCH_trigger_equal, SWITCH_unplaceable_alloc_only, SWITCH_unplaceable_coop,
    SWITCH_unplaceable_owned, SWITCH_unplaceable_second, SWITCH_unplaceable_usage, SWITCH_usage_context,
    SWITCH_use_rsvd_ignored, SWITCH_use_rsvd_only, SWITCH_vc_command, SWITCH_vc_info, SWITCH_vc_num_limit, SWITCH_vc_run_die,
    SWITCH_vc_used_threads, SWITCH_vg_open_wrap, SWITCH_where_fit, SWITCH_where_usage, SWITCH_wo_read, SWITCH_write_silent,
    SWITCH_xmc_enabled, SWITCH_xmc_idle, SWITCH_xmc_permutation
  } switch_t;
  switch_t mistake;
  /* verilator tracing_on */

  // switch_on NAME: is there a switch of that name; it is then active.
  function automatic logic switch_on(input string name);
    mistake = SWITCH_none;
    do mistake = mistake.next(); while (mistake != SWITCH_none && mistake.name() != {"SWITCH_", name});
    return mistake != SWITCH_none;
  endfunction

  // Positions from which all t SIPs lie in m, aligned or not.
  function automatic logic [31:0] fit_anywhere(input logic [31:0] m, input logic [4:0] t);
    logic [31:0] r;
    r = m;
    for (int i = 1; i < 16; i++) if (i < t) r = r & (m >> i);
    return r;
  endfunction
`else
  `define SWITCH(NAME, RIGHT, WRONG) (RIGHT)
  `define ADDED(NAME, STATEMENT)
  `define ABSENT(NAME)
`endif
