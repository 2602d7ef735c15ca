//! An inconsistent snapshot is refused, with the place and what would be consistent.

use std::hash::{DefaultHasher, Hash, Hasher};

use hws_model::{Config, EventSink, Hws, QuietError, ReadRefused, SharedMemory, Snapshot, Unseen};
use hws_regs::{
    BlockTriggerCnt, DagCmd, DagCmdStatus, DagResult, EnableEarlyLaunchSip, EnableSecondRscSch, FwTaskPush,
    HrmFwClaim, HwsCtrl, HwsWorkMode, InPath, Op, PTopK, Promote, RegId, RegIndex, SipReportComplete,
    SipReportPreComplete, TdRefresh, TimeUnit, Writable,
};
use hws_types::{HdrPush, TD_WORDS, TaskDescriptor};
use serde_json::{Value, json};

/// Consecutive descriptors from address 0.
pub(crate) struct Descriptors(pub(crate) Vec<[u32; TD_WORDS]>);

impl SharedMemory for Descriptors {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        let word = address as usize / 4;
        self.0.get(word / TD_WORDS).map(|words| words[word % TD_WORDS]).ok_or(ReadRefused)
    }
}

/// The scene, in which every part of a snapshot is in use.
pub(crate) struct Scene {
    pub(crate) hws: Hws,
    pub(crate) memory: Descriptors,
}

/// A kernel on both paths, without a size.
pub(crate) fn kernel() -> TaskDescriptor {
    TaskDescriptor {
        est_exec_time: 10_000,
        out_path_mdma: true,
        out_path_mih: true,
        enable_sip_alloc: true,
        offline_priority: 10,
        ..Default::default()
    }
}

/// The kernels of the scene and their purposes.
fn descriptors() -> Vec<[u32; TD_WORDS]> {
    let tds = [
        // Entry 0 runs on SIPs 0..=7 and, by early launch, has a second block pending there.
        TaskDescriptor { affinity: 0xFF, thread_num: 8, block_num: 5, block_trigger_cnt: 4, ..kernel() },
        // Entry 1 runs on SIPs 16..=23 with VCs of the HWS, and has reserved 20..=23 for its last block.
        TaskDescriptor {
            affinity: 0xFF_0000,
            thread_num: 4,
            block_num: 8,
            block_trigger_cnt: 3,
            enable_vc_alloc: true,
            vc_hw_alloc: true,
            cdte_vc_num: 5,
            dag_tag: 1,
            ..kernel()
        },
        // Entry 2 needs all of SIPs 16..=23.
        TaskDescriptor {
            affinity: 0xFF_0000,
            thread_num: 8,
            block_num: 2,
            block_trigger_cnt: 2,
            dag_tag: 2,
            ..kernel()
        },
        // Entry 3 launches one block after another, and one is in flight.
        TaskDescriptor {
            affinity: 0x3F00,
            thread_num: 1,
            block_num: 9,
            block_trigger_cnt: 9,
            dag_tag: 3,
            ..kernel()
        },
    ];
    tds.iter().map(|td| td.encode().unwrap()).collect()
}

impl Scene {
    fn write<R: Writable>(&mut self, index: R::Index, value: R) {
        self.hws.write(index, value, &mut ()).unwrap();
    }

    fn advance(&mut self, ticks: u64) {
        self.hws.advance(ticks, &mut self.memory, &mut ());
    }

    /// The next ticks, heard by a sink.
    pub(crate) fn advance_heard(&mut self, ticks: u64, sink: &mut impl EventSink) {
        self.hws.advance(ticks, &mut self.memory, sink);
    }

    fn push(&mut self, td: u32) {
        let td_addr = td * TD_WORDS as u32 * 4;
        self.hws.push_hdr(HdrPush { hdr_id: 3, hdr_entry_id: 40 + td as u8, td_addr }).unwrap();
    }

    /// Everything at once: kernels, launches, a pending one, a reservation, an attempt with a choice, tasks in
    /// flight, commands, messages, errors.
    pub(crate) fn new() -> Self {
        let mut scene =
            Self { hws: Hws::new(Config::new(16, 20).unwrap()), memory: Descriptors(descriptors()) };
        scene.configure();
        (0..3).for_each(|td| scene.push(td));
        scene.advance(400);
        scene.pre_complete();
        scene.push(3);
        scene.advance(230);
        scene.surround();
        scene
    }

    fn configure(&mut self) {
        self.write((), Promote::default().with_threshold_masked(0).with_rule_top1(true));
        self.write((), EnableEarlyLaunchSip::default().with_enable(true));
        self.write((), EnableSecondRscSch::default().with_enable(true));
        self.write((), TimeUnit::default().with_prescale_masked(6));
        self.write((), PTopK::default().with_k_masked(4));
        self.write((), HrmFwClaim::default().with_mask(1 << 31));
        self.write((), HwsCtrl::default().with_enable(true));
    }

    /// Makes the SIPs of launch 0 report that they are nearly done.
    fn pre_complete(&mut self) {
        (0..8).for_each(|sip| self.write((), SipReportPreComplete::default().with_sip_id_masked(sip)));
    }

    /// Tasks in flight, commands, an error, and a SIP that is nearly done.
    fn surround(&mut self) {
        let mode = HwsWorkMode::default();
        self.write((), mode.with_in_path(InPath::Firmware));
        self.write((), FwTaskPush::default().with_ctx_masked(2).with_hdr_id_masked(9));
        self.write((), mode);
        (0..3).for_each(|_| self.push(3));
        self.advance(3);
        self.write((), DagCmd::default().with_op(Op::Init));
        self.write((), DagCmd::default().with_op(Op::Reset));
        self.write(
            RegIndex::at::<3>(),
            BlockTriggerCnt::default().with_count_masked(4).with_check(true).with_hdr_id_masked(3),
        );
        self.write((), TdRefresh::default().with_entry_masked(1));
        let nearly = SipReportPreComplete::default().with_sip_id_masked(16).with_launch_id_masked(2);
        self.write((), nearly.with_block_id_masked(1));
        self.hws.write32(RegId::PTopK.offset(), 0, &mut ()).unwrap();
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::to_value(self.hws.snapshot()).unwrap()
    }
}

/// The scene with some of its values replaced.
fn tampered(changes: &[(&str, Value)]) -> Snapshot {
    serde_json::from_value(tampered_json(changes)).unwrap()
}

fn tampered_json(changes: &[(&str, Value)]) -> Value {
    let mut json = Scene::new().json();
    for (place, value) in changes {
        let old = json.pointer_mut(&format!("/state{place}")).unwrap_or_else(|| panic!("no {place}"));
        assert_ne!(old, value, "{place} is that already");
        *old = value.clone();
    }
    json
}

#[track_caller]
fn assert_accepted(changes: &[(&str, Value)]) {
    let restored = Hws::restore(&tampered(changes));
    assert!(restored.is_ok(), "{changes:?}: {}", restored.unwrap_err());
}

/// The whole message.
#[track_caller]
fn assert_refused(changes: &[(&str, Value)], message: &str) {
    let error = Hws::restore(&tampered(changes)).expect_err(message);
    assert_eq!(error.to_string(), message);
}

#[test]
fn an_untouched_snapshot_is_restored() {
    let scene = Scene::new();
    assert_eq!(Hws::restore(&tampered(&[])), Ok(scene.hws));
}

#[test]
fn equal_machines_have_equal_hashes() {
    let hash = |hws: &Hws| {
        let mut hasher = DefaultHasher::new();
        hws.hash(&mut hasher);
        hasher.finish()
    };
    let scene = Scene::new();
    let restored = Hws::restore(&scene.hws.snapshot()).unwrap();
    assert_eq!((&restored, hash(&restored)), (&scene.hws, hash(&scene.hws)));
    let mut later = scene.hws.clone();
    later.tick(&mut (), &mut ());
    assert_ne!(hash(&later), hash(&scene.hws));
}

#[test]
fn the_scene_shows_everything() {
    let json = Scene::new().json();
    let state = &json["state"];
    assert_eq!(state["sips"][0]["Pending"]["pending"], 3);
    assert_eq!(state["sips"][16]["Running"], json!({"launch": 2, "pre_idle": true, "remain": 9931}));
    assert_eq!(state["kernels"][1]["reserved"], 0xF0_0000);
    assert_eq!(state["attempt"]["choice"]["entry"], 3);
    assert_eq!(state["loader"]["loading"]["ticks_left"], 6);
    assert_eq!(state["time"]["prescaler"], 3);
    for list in ["/loader/hdr", "/loader/firmware", "/commands/queue", "/mih", "/mdma", "/attempt/p_pool"] {
        assert!(!state.pointer(list).unwrap().as_array().unwrap().is_empty(), "{list}");
    }
}

#[test]
fn another_format_or_map_is_refused() {
    for (key, value, message) in [
        ("format", json!(2), "the snapshot has format 2; this model reads only format 1".to_owned()),
        (
            "map",
            json!(0xAB),
            format!(
                "the snapshot is for register map 0x00000000000000ab; this model has {:#018x}",
                hws_regs::FINGERPRINT
            ),
        ),
    ] {
        let mut json = Scene::new().json();
        json["header"][key] = value;
        json["state"] = Value::Null;
        let error = serde_json::from_value::<Snapshot>(json).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn an_illegal_register_is_refused() {
    let mut json = Scene::new().json();
    json["state"]["registers"]["p_top_k"]["K"] = json!(0);
    let error = serde_json::from_value::<Snapshot>(json).unwrap_err();
    assert_eq!(error.to_string(), "0 is not a legal value of P_TOP_K.K (legal: from 1 to 4)");
}

#[test]
fn sizes_and_indices_are_checked() {
    assert_refused(&[("/n_rs", json!(15))], "N_RS = 15 is not supported; it must be 16..=32");
    assert_refused(&[("/n_dag", json!(33))], "N_DAG = 33 is not supported; it must be 16..=32");
    let indices = [
        ("/kernels/0/dag_slot", "Entry", 32, 31),
        ("/sips/16/Running/launch", "LaunchId", 66, 63),
        ("/sips/0/Pending/running", "LaunchId", 64, 63),
        ("/sips/0/Pending/pending", "LaunchId", 67, 63),
        ("/next_launch", "LaunchId", 64, 63),
        ("/mdma/0/launch_id", "LaunchId", 64, 63),
        ("/mdma/1/sip", "Sip", 33, 31),
        ("/mdma/2/physical_sip", "Sip", 34, 31),
        ("/commands/queue/2/Trigger/entry", "Entry", 35, 31),
        ("/commands/queue/3/Refresh/entry", "Entry", 33, 31),
        ("/attempt/p_pool/0/entry", "Entry", 32, 31),
        ("/attempt/choice/entry", "Entry", 35, 31),
    ];
    for (place, name, value, last) in indices {
        let error = serde_json::from_value::<Snapshot>(tampered_json(&[(place, json!(value))])).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("{name} {value} does not exist; the last is {last}"),
            "{place}"
        );
    }
}

#[test]
fn registers_and_time_are_checked() {
    assert_refused(
        &[("/registers/xmc_sip_map/4/PHY_ID", json!(5))],
        "XMC_SIP_MAP is not a permutation; it must be one while the HWS is enabled or busy",
    );
    assert_refused(
        &[("/time/prescaler", json!(7))],
        "the prescaler is at 7; it counts 0..=6, TIME_UNIT.PRESCALE",
    );
    assert_refused(
        &[("/reset_at", json!(634))],
        "the last reset was at cycle 634; it cannot be later than the present, 633",
    );
    assert_refused(
        &[("/cycle_hi", json!(1))],
        "CNT_CYCLE_HI is latched as 1; it cannot be above the present 0",
    );
}

/// §8.6: XMC_SIP_MAP is a permutation when ENABLE is set, and keeps its value until everything is idle again.
#[test]
fn each_activity_alone_keeps_the_map_a_permutation() {
    let is_refused = |mut json: Value, what: &str| {
        json["state"]["registers"]["xmc_sip_map"][4]["PHY_ID"] = json!(5);
        let error = Hws::restore(&serde_json::from_value(json).unwrap()).expect_err(what);
        assert!(error.to_string().starts_with("XMC_SIP_MAP is not a permutation"), "{what}: {error}");
    };
    let mut enabled = Hws::new(Config::default());
    enabled.write((), HwsCtrl::default().with_enable(true), &mut ()).unwrap();
    is_refused(serde_json::to_value(enabled.snapshot()).unwrap(), "enabled");
    let running = [("/registers/hws_ctrl/ENABLE", json!(false)), ("/attempt", Value::Null)];
    is_refused(tampered_json(&running), "SIPs run");
    let mut deciding = Scene { hws: enabled, memory: Descriptors(descriptors()) };
    deciding.push(3);
    deciding.advance(20);
    deciding.write((), HwsCtrl::default());
    assert_eq!(deciding.hws.peek(RegId::SipIdleMask), u32::MAX);
    assert!(deciding.json()["state"]["attempt"].is_object());
    is_refused(deciding.json(), "an attempt is in flight");
}

#[test]
fn the_dag_table_is_checked() {
    let dag = json!({"tag": 9, "dynamic": false, "total": 0, "finish": 0, "cp_priority": 0});
    assert_refused(&[("/dags/20", dag)], "DAG slot 20: it is in use; only slots below N_DAG = 20 can be");
    assert_refused(
        &[("/dags/3/tag", json!(1))],
        "DAG slot 3: its tag 1 is that of slot 1; a tag has one slot",
    );
}

#[test]
fn kernels_are_checked() {
    let kernel = Scene::new().json()["state"]["kernels"][3].clone();
    let cases: [(&str, Value, &str); 18] = [
        ("/kernels/16", kernel, "entry 16: it holds a kernel; only entries below N_RS = 16 can"),
        (
            "/kernels/2/td/thread_num",
            json!(5),
            "entry 2: its descriptor would be rejected with TD_THREAD_NUM; no such kernel is admitted",
        ),
        (
            "/kernels/2/td/affinity",
            json!(0xFE_0000),
            "entry 2: its descriptor would be rejected with TD_UNPLACEABLE; no such kernel is admitted",
        ),
        (
            "/kernels/3/td/start_block_idx",
            json!(65528),
            "entry 3: its descriptor would be rejected with TD_BLOCK_NUM; no such kernel is admitted",
        ),
        ("/kernels/2/ids/hdr_id", json!(16), "entry 2: hdr_id 16; it must be 0..=15"),
        (
            "/kernels/2/ctx",
            json!(1),
            "entry 2: context 1; it must be 0..=3, and for an HDR task that of its descriptor",
        ),
        ("/kernels/2/seq", json!(4), "entry 2: kernel_seq 4; it must be below the next one, 4"),
        ("/kernels/2/seq", json!(1), "entry 2: kernel_seq 1 is that of entry 1; every kernel has its own"),
        (
            "/kernels/3/launched",
            json!(9),
            "entry 3: 9 blocks launched; a resident kernel of this kind has launched at most 8",
        ),
        (
            "/kernels/3/td/coop",
            json!(true),
            "entry 3: its descriptor would be rejected with TD_UNPLACEABLE; no such kernel is admitted",
        ),
        (
            "/kernels/1/td/coop",
            json!(true),
            "entry 1: its descriptor would be rejected with TD_UNPLACEABLE; no such kernel is admitted",
        ),
        (
            "/kernels/3/ids/source",
            json!("Firmware"),
            "entry 3: 3 blocks launched; a resident kernel of this kind has launched at most 0",
        ),
        ("/kernels/2/trigger", json!(1), "entry 2: trigger 1; it must be 2..=2"),
        ("/kernels/0/trigger", json!(6), "entry 0: trigger 6; it must be 4..=5"),
        (
            "/kernels/2/offline_priority",
            json!(9),
            "entry 2: offline_priority 9; it must be at least 10, the descriptor's",
        ),
        (
            "/kernels/2/grants/l2/granted",
            json!(1),
            "entry 2: 0 grants requested; it must be at least the 1 that it has",
        ),
        (
            "/kernels/2/grants/vc/granted",
            json!(2),
            "entry 2: 0 grants requested; it must be at least the 2 that it has",
        ),
        (
            "/kernels/2/dag_slot",
            json!(3),
            "entry 2: DAG slot 3 is not that of its tag 2; a kernel has the slot of its tag or none",
        ),
    ];
    for (place, value, message) in cases {
        assert_refused(&[(place, value)], message);
    }
}

/// §6.4: a cooperative kernel leaves with its first launch. §9.4: an allocation-only kernel launches nothing.
#[test]
fn kernels_that_leave_at_once_have_launched_nothing() {
    let most = "entry 2: 1 blocks launched; a resident kernel of this kind has launched at most 0";
    let launched = ("/kernels/2/launched", json!(1));
    let coop =
        [("/kernels/2/td/coop", json!(true)), ("/kernels/2/td/affinity", json!(0xFFFF_0000_u32)), launched];
    assert_refused(&coop, most);
    let [.., launched] = coop;
    let allocation_only = [
        ("/kernels/2/td/enable_sip_alloc", json!(false)),
        ("/kernels/2/td/enable_l2_alloc", json!(true)),
        launched,
    ];
    assert_refused(&allocation_only, most);
}

#[test]
fn reservations_are_checked() {
    assert_refused(
        &[("/kernels/1/launched", json!(3))],
        "entry 1: it reserves SIPs but could not launch as a P-task; only P-tasks are promoted",
    );
    assert_refused(
        &[("/kernels/1/dag_slot", Value::Null)],
        "entry 1: it reserves SIPs but could not launch as a P-task; only P-tasks are promoted",
    );
    assert_refused(
        &[("/kernels/1/reserved", json!(0xF0))],
        "entry 1: it reserves 0x000000f0, which must lie within its affinity and the present SIPs, 0x00ff0000",
    );
    for reserved in [0xFF_0000, 0x3C_0000, 0x70_0000] {
        assert_refused(
            &[("/kernels/1/reserved", json!(reserved))],
            &format!("entry 1: it reserves {reserved:#010x}, which must be 1 aligned blocks of 4 SIPs"),
        );
    }
    assert_refused(
        &[("/kernels/2/reserved", json!(0xFF_0000))],
        "entry 2: it reserves SIPs in the same cluster as entry 1; at most one R-task may",
    );
    let beside =
        [("/kernels/2/td/affinity", json!(0xFFFF_0000_u32)), ("/kernels/2/reserved", json!(0xFF00_0000_u32))];
    assert_refused(
        &beside,
        "entry 2: it reserves SIPs in the same cluster as entry 1; at most one R-task may",
    );
}

#[test]
fn launches_are_checked() {
    for mask in [0, 0x1E00, 0x5000] {
        assert_refused(
            &[("/launches/0/5/mask", json!(mask))],
            &format!(
                "launch 5: its SIPs {mask:#010x} must be one aligned block of present SIPs in one cluster"
            ),
        );
    }
    assert_refused(
        &[("/launches/0/5/out_mdma", json!(false)), ("/launches/0/5/out_mih", json!(false))],
        "launch 5: neither path was on at the launch; at least one must have been",
    );
    assert_refused(
        &[("/launches/0/5/kernel_seq", json!(4))],
        "launch 5: kernel_seq 4; it must be below the next one, 4",
    );
    let strange =
        "launch 5: its kernel, in entry 3, cannot have launched a block with these ids, block id or SIPs";
    assert_refused(&[("/launches/0/5/of/block_id", json!(3))], strange);
    assert_refused(&[("/launches/0/5/of/ids/hdr_entry_id", json!(44))], strange);
    assert_refused(&[("/launches/0/5/mask", json!(1 << 14))], strange);
    assert_refused(&[("/launches/0/5/mask", json!(0x3000))], strange);
    assert_refused(
        &[("/launches/0/5/of/block_id", json!(0))],
        "launch 5: it is the same block as launch 4; a block is launched once",
    );
    assert_refused(
        &[("/launches/0/5/done", json!(1 << 13))],
        "launch 5: SIPs 0x00002000 are done; they must lie in its mask 0x00001000",
    );
}

#[test]
fn launches_own_exactly_what_is_not_done() {
    let owned = |id, due: u32, owned: u32| {
        format!(
            "launch {id}: SIPs {due:#010x} are not done and SIPs {owned:#010x} run or hold it; both must be \
             the same, and not empty"
        )
    };
    assert_refused(&[("/launches/0/0/done", json!(1))], &owned(0, 0xFE, 0xFF));
    assert_refused(&[("/sips/12", json!("Idle"))], &owned(5, 0x1000, 0));
    assert_refused(&[("/sips/12", json!("Idle")), ("/launches/0/5/done", json!(0x1000))], &owned(5, 0, 0));
    let running = json!({"Running": {"launch": 5, "pre_idle": false, "remain": 0}});
    assert_refused(&[("/sips/9", running)], &owned(5, 0x1000, 0x1200));
}

#[test]
fn sips_are_checked() {
    let running = json!({"Running": {"launch": 9, "pre_idle": false, "remain": 0}});
    assert_refused(&[("/sips/9", running)], "SIP 9: it runs or holds launch 9, which must be live");
    let twice = json!({"Pending": {"running": 5, "pending": 5, "remain": 0}});
    assert_refused(
        &[("/sips/12", twice)],
        "SIP 12: launch 5 is both running and pending on it; the two must differ",
    );
}

#[test]
fn vc_runs_are_checked() {
    let shape = |base, num| {
        format!(
            "launch 2: {num} VCs from {base}; a run must lie within the 64 VCs of its pool, an empty one at 0"
        )
    };
    assert_refused(&[("/launches/0/2/vc_run/base", json!(60))], &shape(60, 5));
    assert_refused(&[("/launches/0/2/vc_run/num", json!(0))], &shape(5, 0));
    assert_refused(
        &[("/launches/0/2/vc_run/base", json!(4))],
        "launch 2: it has VCs of launch 1; the runs of a die must be disjoint",
    );
}

/// §9.2: VC ids are 0..=63, and each die has its own.
#[test]
fn a_vc_run_may_end_its_pool_and_be_that_of_another_die() {
    assert_accepted(&[("/launches/0/2/vc_run/base", json!(59))]);
    let run = json!({"base": 0, "num": 5});
    assert_eq!(Scene::new().json()["state"]["launches"][0][1]["vc_run"], run);
    assert_accepted(&[("/launches/0/0/vc_run", run)]);
}

#[test]
fn firmware_owned_sips_are_checked() {
    let owned = "/ownership/owned";
    assert_refused(&[(owned, json!(1 << 12))], "SIP 12: firmware owns it; an owned SIP must be idle");
    // Entry 1 reserves SIPs 24..=27 instead, which are idle.
    let reserved = [
        ("/kernels/1/td/affinity", json!(0xFFF_0000)),
        ("/kernels/1/reserved", json!(0xF00_0000)),
        (owned, json!(1 << 27)),
    ];
    assert_refused(&reserved, "SIP 27: firmware owns it; an owned SIP must not be reserved");
    let mut absent = serde_json::to_value(Hws::new(Config::default()).snapshot()).unwrap();
    absent["state"]["registers"]["sip_topology"]["CLUSTER_SIP_NUM"] = json!(12);
    absent["state"]["ownership"]["owned"] = json!(1_u32 << 31);
    let error = Hws::restore(&serde_json::from_value(absent).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "SIP 31: firmware owns it; an owned SIP must be present");
}

#[test]
fn tasks_on_their_way_are_checked() {
    let task = |place| {
        format!(
            "{place}: its source must be that of its FIFO, its hdr_id 0..=15, and its context absent (HDR) or \
             0..=3 (firmware)"
        )
    };
    assert_refused(&[("/loader/hdr/1/ids/hdr_id", json!(16))], &task("HDR FIFO, task 1"));
    assert_refused(&[("/loader/hdr/0/ctx", json!(0))], &task("HDR FIFO, task 0"));
    assert_refused(&[("/loader/firmware/0/ids/source", json!("Hdr"))], &task("firmware task FIFO, task 0"));
    assert_refused(&[("/loader/firmware/0/ctx", json!(4))], &task("firmware task FIFO, task 0"));
    assert_refused(&[("/loader/loading/task/ids/source", json!("Firmware"))], &task("the task being read"));
    for ticks in [0, 9] {
        assert_refused(
            &[("/loader/loading/ticks_left", json!(ticks))],
            &format!("the task being read: {ticks} ticks left; it must be 1..=8"),
        );
    }
}

#[test]
fn a_task_is_only_read_while_an_entry_is_free() {
    let json = Scene::new().json();
    let fill = |entry: u64| {
        let mut kernel = json["state"]["kernels"][2].clone();
        kernel["seq"] = json!(entry);
        (format!("/kernels/{entry}"), kernel)
    };
    let mut changes: Vec<(String, Value)> = (4..16).map(fill).collect();
    changes.push(("/next_seq".to_owned(), json!(16)));
    let changes: Vec<(&str, Value)> =
        changes.iter().map(|(at, value)| (at.as_str(), value.clone())).collect();
    assert_refused(&changes, "the task being read: no entry is free; a task is popped only while one is");
}

#[test]
fn the_attempt_is_checked() {
    let attempt = "the attempt in flight: ";
    for ticks in [0, 49] {
        assert_refused(
            &[("/attempt/ticks_left", json!(ticks))],
            &format!("{attempt}{ticks} ticks left; it must be 1..=48"),
        );
    }
    let command = Scene::new().json()["state"]["mdma"][0].clone();
    assert_refused(
        &[("/mdma", Value::Array(vec![command.clone(); 33]))],
        &format!("{attempt}the MDMA FIFO has 31 free places; an attempt needs 32"),
    );
    assert_accepted(&[("/mdma", Value::Array(vec![command; 32]))]);
    let no_p_task = |position| {
        format!(
            "{attempt}P-pool, place {position}: it must be an entry with a kernel that can launch, has a DAG slot \
             and reserves nothing"
        )
    };
    assert_refused(&[("/attempt/p_pool/1/entry", json!(7))], &no_p_task(1));
    assert_refused(&[("/attempt/p_pool/1/entry", json!(1))], &no_p_task(1));
    assert_refused(&[("/kernels/2/dag_slot", Value::Null)], &no_p_task(1));
    assert_refused(&[("/kernels/0/launched", json!(4))], &no_p_task(0));
    let order = |position| {
        format!(
            "{attempt}P-pool, place {position}: entries must be distinct and ordered by online_priority \
             descending, among equals the older first"
        )
    };
    assert_refused(&[("/attempt/p_pool/1/online_priority", json!(101))], &order(1));
    assert_refused(
        &[("/attempt/p_pool/0/entry", json!(2)), ("/attempt/p_pool/1/entry", json!(0))],
        &order(1),
    );
    assert_refused(
        &[("/attempt/p_pool/2/entry", json!(0)), ("/attempt/p_pool/2/online_priority", json!(99))],
        &order(2),
    );
}

#[test]
fn an_attempt_needs_a_kernel() {
    let none = Hws::new(Config::default());
    let mut json = serde_json::to_value(none.snapshot()).unwrap();
    json["state"]["attempt"] =
        json!({"ticks_left": 5, "second_resources": false, "p_pool": [], "choice": null});
    let error = Hws::restore(&serde_json::from_value(json).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the attempt in flight: the Ready Station is empty; an attempt needs a kernel"
    );
}

#[test]
fn the_choice_is_checked() {
    let choice = |entry, fault: &str| format!("the attempt in flight: the choice of entry {entry} {fault}");
    let change = |key: &str, value: Value| (format!("/attempt/choice/{key}"), value);
    let refused = |key, value, message: &str| {
        let (place, value) = change(key, value);
        assert_refused(&[(&place, value)], message);
    };
    refused("entry", json!(9), &choice(9, "is not a kernel that can launch"));
    let pools = |pool| {
        format!(
            "is from the {pool}-pool, to which it does not belong; R-tasks have reserved SIPs, P-tasks are those \
             of the latched pool, all others are O-tasks"
        )
    };
    refused("pool", json!("R"), &choice(3, &pools("R")));
    refused("pool", json!("O"), &choice(3, &pools("O")));
    refused("way", json!("Reserved"), &choice(3, "is placed by way Reserved, which its pool does not have"));
    let r_task = [
        ("/attempt/choice/entry", json!(1)),
        ("/attempt/choice/pool", json!("R")),
        ("/attempt/choice/rule", json!("FillUp")),
        ("/attempt/choice/way", json!("Reserved")),
        ("/attempt/choice/blocks", json!([0xF0])),
    ];
    assert_refused(&r_task, &choice(1, "is marked as a fill-up; only P- and O-tasks can be"));
    let ineligible = [
        ("/kernels/1/launched", json!(3)),
        ("/kernels/1/reserved", json!(0)),
        ("/attempt/choice/entry", json!(1)),
        ("/attempt/choice/blocks", json!([0xF0_0000])),
    ];
    assert_refused(&ineligible, &choice(1, "is not a kernel that can launch"));
    let blocks = |sips: u32| {
        choice(
            3,
            &format!("takes {sips:#010x}, which must be 1 aligned blocks of 1 SIPs in the order of a search"),
        )
    };
    refused("blocks", json!([]), &blocks(0));
    refused("blocks", json!([1 << 9, 1 << 10]), &blocks(0x600));
    refused("blocks", json!([0x600]), &blocks(0x600));
    refused("blocks", json!([1 << 9, 1 << 9]), &blocks(0x200));
    let unaligned = [("/attempt/choice/entry", json!(0)), ("/attempt/choice/blocks", json!([0x1FE]))];
    assert_refused(
        &unaligned,
        &choice(0, "takes 0x000001fe, which must be 1 aligned blocks of 8 SIPs in the order of a search"),
    );
    let torn = [("/attempt/choice/entry", json!(0)), ("/attempt/choice/blocks", json!([0x1_7F00]))];
    assert_refused(
        &torn,
        &choice(0, "takes 0x00017f00, which must be 1 aligned blocks of 8 SIPs in the order of a search"),
    );
    let sips = |sips: u32| {
        let why = "which must be in its affinity, present, pre-idle, and not owned by firmware";
        choice(3, &format!("takes {sips:#010x}, {why}"))
    };
    refused("blocks", json!([1 << 14]), &sips(1 << 14));
    refused("blocks", json!([1 << 13]), &sips(1 << 13));
    assert_refused(&[("/ownership/owned", json!(1 << 10))], &sips(1 << 10));
}

#[test]
fn commands_are_checked() {
    assert_refused(
        &[("/commands/dag_status/RESULT", json!("BUSY"))],
        "DAG_CMD_STATUS is 0x7; it must be BUSY with RESULT 0, or one of the results",
    );
    assert_refused(
        &[("/commands/dag_status/BUSY", json!(false)), ("/commands/dag_status/RESULT", json!(5))],
        "DAG_CMD_STATUS is 0xa; it must be BUSY with RESULT 0, or one of the results",
    );
    let busy = "DAG_CMD_STATUS is BUSY; the last DAG command of the queue must report, and only it";
    assert_refused(&[("/commands/queue/0/Dag/reports", json!(true))], busy);
    assert_refused(&[("/commands/queue/1/Dag/reports", json!(false))], busy);
    assert_refused(&[("/commands/queue", json!([]))], busy);
    assert_refused(
        &[("/commands/dag_status/BUSY", json!(false))],
        "DAG_CMD_STATUS is not BUSY; no queued DAG command may report",
    );
    assert_refused(
        &[("/commands/queue/2/Trigger/check/hdr_id", json!(16))],
        "queued command 2: its hdr_id must be 0..=15",
    );
    let check = json!({"hdr_id": 16, "hdr_entry_id": 0});
    assert_refused(
        &[("/commands/queue/3/Refresh/check", check)],
        "queued command 3: its hdr_id must be 0..=15",
    );
}

#[test]
fn errors_and_messages_are_checked() {
    let first = |first, status| {
        format!(
            "ERR_FIRST is {first} with ERR_STATUS {status}; it must be 0 without an error, and otherwise \
             VALID with the code of an error that is set"
        )
    };
    assert_refused(&[("/errors/status/CFG", json!(false))], &first("0x81", "0x0"));
    assert_refused(&[("/errors/first/VALID", json!(false))], &first("0x1", "0x2"));
    assert_refused(&[("/errors/first/CODE", json!(18))], &first("0x92", "0x2"));
    let message =
        |position| format!("MIH FIFO, message {position}: its words are not a message of interfaces.md");
    // A source of 2; a subtype of 9; a reserved bit of SCHED_INFO.
    assert_refused(&[("/mih/2/dw0", json!(2 << 2))], &message(2));
    assert_refused(&[("/mih/0", json!({"dw0": 3, "dw1": 9_u32 << 28}))], &message(0));
    assert_refused(&[("/mih/1/dw1", json!(1 << 5))], &message(1));
}

#[test]
fn counters_are_checked() {
    for counter in ["attempt", "fail", "launch_r", "launch_p", "launch_o"] {
        let place = format!("/counters/{counter}");
        let json = Scene::new().json();
        let more = json["state"].pointer(&place).unwrap().as_u64().unwrap() + 1;
        let (attempts, outcomes) = if counter == "attempt" { (14, 13) } else { (13, 14) };
        assert_refused(
            &[(&place, json!(more))],
            &format!(
                "CNT_ATTEMPT is {attempts}; it must be the sum of CNT_FAIL and the three CNT_LAUNCH \
                 counters, {outcomes}"
            ),
        );
    }
    assert_refused(
        &[("/next_seq", json!(71))],
        "71 kernels were admitted; since the last reset there was time for 70",
    );
    assert_refused(
        &[("/counters/kernel_done", json!(1))],
        "4 kernels were admitted; that must be the sum of 1 finished and 4 resident ones",
    );
}

/// A pending launch that has started leaves nothing behind.
#[test]
fn a_restored_hws_equals_one_whose_pending_launch_has_started() {
    let mut scene = Scene::new();
    scene.write((), SipReportComplete::default());
    let state = &scene.json()["state"];
    assert_eq!(state["sips"][0]["Running"]["launch"], 3, "{}", state["sips"][0]);
    assert_eq!(Hws::restore(&scene.hws.snapshot()), Ok(scene.hws));
}

#[test]
fn a_format_that_is_not_self_describing_is_supported() {
    let scene = Scene::new();
    let bytes = postcard::to_allocvec(&scene.hws.snapshot()).unwrap();
    let back: Snapshot = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(back, scene.hws.snapshot());
    assert_eq!(Hws::restore(&back), Ok(scene.hws));
}

/// A quiet HWS that has run for 10,000 ticks, and in which these registers have these values.
fn from_quiet_registers(shown: impl Fn(RegId, u32) -> Option<u32>) -> Result<Hws, QuietError> {
    let mut hws = Hws::new(Config::default());
    hws.advance(10_000, &mut (), &mut ());
    let unseen = Unseen { cycle: hws.cycle(), since_reset: hws.cycle().0, ..Unseen::default() };
    Hws::from_quiet_registers(Config::default(), |register| shown(register, hws.peek(register)), unseen)
}

#[test]
fn the_counters_and_the_last_dag_command_follow_from_the_registers() {
    let not_found = DagCmdStatus::from_bits(0).with_result(DagResult::NotFound).bits();
    let values = [
        (RegId::CntAttempt, 1 + 2 + 3 + 4),
        (RegId::CntFail, 1),
        (RegId::CntLaunchR, 2),
        (RegId::CntLaunchP, 3),
        (RegId::CntLaunchO, 4),
        (RegId::CntBackfill, 5),
        (RegId::CntEarly, 6),
        (RegId::CntPromote, 7),
        (RegId::CntCancel, 8),
        (RegId::CntKernelDone, 9),
        (RegId::CntTaskReject, 11),
        (RegId::CntMihDrop, 12),
        (RegId::DagCmdStatus, not_found),
    ];
    let value = |register| values.iter().find(|(other, _)| *other == register).map(|(_, value)| *value);
    let hws = from_quiet_registers(|register, reset| value(register).or(Some(reset))).unwrap();
    assert_eq!(values.map(|(register, _)| (register, hws.peek(register))), values);
}

#[test]
fn what_is_constant_write_only_or_follows_need_not_be_known() {
    let hidden = [
        RegId::HwsId,
        RegId::DagCmd,
        RegId::CntCycleLo,
        RegId::RsFlags(RegIndex::at::<0>()),
        RegId::Grp2Remain(RegIndex::at::<3>()),
    ];
    let all = from_quiet_registers(|_, value| Some(value));
    assert!(all.is_ok());
    assert_eq!(from_quiet_registers(|register, value| (!hidden.contains(&register)).then_some(value)), all);
}

#[test]
fn registers_that_do_not_show_the_state_are_refused_with_the_register() {
    let assert_refused = |register: RegId, shown: Option<u32>, message: &str| {
        let error = from_quiet_registers(|other, value| if other == register { shown } else { Some(value) });
        assert_eq!(error.unwrap_err().to_string(), message);
    };
    assert_refused(RegId::ErrFirst, None, "the value of ERR_FIRST is not known");
    assert_refused(
        RegId::SipIdleMask,
        Some(0xFFFF_FFFE),
        "SIP_IDLE_MASK is 0xfffffffe; it is 0xffffffff while the HWS is quiet",
    );
    assert_refused(RegId::PTopK, Some(7), "P_TOP_K is 0x7, which is not a legal value");
    assert_refused(
        RegId::CntFail,
        Some(1),
        "CNT_ATTEMPT is 0; it must be the sum of CNT_FAIL and the three CNT_LAUNCH counters, 1",
    );
}
