//! Calls as a simulator makes them, right and wrong.

use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};

use hws_dpi::hws_model_status::*;
use hws_dpi::*;

/// A comparison that is freed when dropped.
struct Live(*mut hws_live);

impl Live {
    fn new(map: &str) -> (Self, hws_model_status) {
        let (name, map, mut live) = (CString::new("run").unwrap(), CString::new(map).unwrap(), null_mut());
        // SAFETY: the texts and the place are from this test.
        let status = unsafe { hws_live_create(name.as_ptr(), map.as_ptr(), &mut live) };
        (Self(live), status)
    }

    /// The ports that the model needs, in the order of the groups.
    fn with_ports() -> Self {
        let (live, status) = Self::new("");
        assert_eq!(status, HWS_MODEL_OK);
        let before = ["rst_n", "bus_valid", "bus_write", "bus_addr", "bus_wdata", "tick_req", "sm_rdata"];
        for name in before {
            assert_eq!(live.signal(0, name, 32), HWS_MODEL_OK);
        }
        for (name, width) in [("clk", 1), ("cycle", 64), ("tick_busy", 1), ("sm_req", 1), ("sm_addr", 32)] {
            assert_eq!(live.signal(1, name, width), HWS_MODEL_OK);
        }
        assert_eq!(live.signal(2, "TIME_UNIT", 32), HWS_MODEL_OK);
        live
    }

    fn signal(&self, group: u32, name: &str, width: u32) -> hws_model_status {
        let path = CString::new(format!("dut.{name}")).unwrap();
        // SAFETY: the text is from this test.
        unsafe { hws_live_signal(self.0, group, path.as_ptr(), width) }
    }

    fn begin(&self) -> hws_model_status {
        // SAFETY: the handle is from this test.
        unsafe { hws_live_begin(self.0) }
    }

    /// An edge with `rst_n` and `tick_req`, and the cycle after it.
    fn edge(&self, time: u64, rst_n: u32, tick_req: u32, cycle: u32) -> hws_model_status {
        let (before, after) = ([rst_n, 0, 0, 0, 0, tick_req, 0], [1, cycle, 0, 0, 0, 0]);
        // SAFETY: the words are those of the groups.
        unsafe { hws_live_edge(self.0, time, before.as_ptr(), after.as_ptr()) }
    }

    fn counts(&self) -> (hws_model_status, [u64; 4]) {
        let [mut a, mut b, mut c, mut d] = [7; 4];
        // SAFETY: the places are from this test.
        (unsafe { hws_live_counts(self.0, &mut a, &mut b, &mut c, &mut d) }, [a, b, c, d])
    }

    fn said(&self, text: unsafe extern "C" fn(*mut hws_live) -> *const c_char) -> String {
        // SAFETY: the handle is from this test; the text ends with 0.
        unsafe { CStr::from_ptr(text(self.0)) }.to_str().unwrap().to_owned()
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        // SAFETY: the handle is from this test and no longer used.
        unsafe { hws_live_free(self.0) };
    }
}

#[test]
fn a_run_is_compared_up_to_its_first_difference() {
    let live = Live::with_ports();
    assert_eq!(live.begin(), HWS_MODEL_OK);
    // SAFETY: the words are those of the group.
    let unit = |value: u32| unsafe { hws_live_words(live.0, 2, &value) };
    let reset = ::hws_model::Hws::new(::hws_model::Config::default()).peek(hws_regs::RegId::TimeUnit);
    assert_eq!(unit(reset), HWS_MODEL_OK);
    assert_eq!([live.edge(5, 0, 0, 0), live.edge(15, 1, 1, 1), live.edge(25, 1, 1, 2)], [HWS_MODEL_OK; 3]);
    let (status, [compared, ticks, accesses, pushes]) = live.counts();
    assert_eq!((status, ticks, accesses, pushes), (HWS_MODEL_OK, 2, 0, 0));
    assert!(compared > 0);
    // SAFETY: the handle is from this test.
    unsafe { assert_eq!(hws_live_verdict(live.0), 0) };
    assert_eq!(unit(reset + 2), HWS_MODEL_OK);
    assert_eq!(live.edge(35, 1, 1, 3), HWS_MODEL_DIFFERENT);
    assert_eq!(live.edge(45, 1, 1, 4), HWS_MODEL_DIFFERENT, "nothing is compared behind it");
    // SAFETY: the handle is from this test.
    unsafe { assert_eq!(hws_live_verdict(live.0), 1) };
    let report = live.said(hws_live_report);
    let first = format!("run: differs at tick 2\n  tick 2: TIME_UNIT rtl {:#x} model {reset:#x}", reset + 2);
    assert!(report.starts_with(&first), "{report}");
    assert!(report.contains("verdict: differ"), "{report}");
}

#[test]
fn registers_may_be_looked_at_later() {
    let live = Live::with_ports();
    assert_eq!(live.begin(), HWS_MODEL_OK);
    let reset = ::hws_model::Hws::new(::hws_model::Config::default()).peek(hws_regs::RegId::TimeUnit);
    // SAFETY: the words are those of the groups.
    unsafe {
        assert_eq!(hws_live_look(live.0, 0), HWS_MODEL_OK, "nothing was left out");
        assert_eq!(hws_live_words(live.0, 2, &reset), HWS_MODEL_OK);
        assert_eq!(live.edge(5, 0, 0, 0), HWS_MODEL_OK);
        let before = [1, 0, 0, 0, 0, 1, 0];
        let after = |cycle: u32| [1, cycle, 0, 0, 0, 0];
        assert_eq!(hws_live_ports(live.0, 15, before.as_ptr(), after(1).as_ptr()), HWS_MODEL_OK);
        assert_eq!(hws_live_quiet(live.0, 415, 40, before.as_ptr(), after(41).as_ptr()), HWS_MODEL_OK);
        assert_eq!(live.counts().1[1], 41, "ticks");
        assert_eq!(hws_live_words(live.0, 2, &(reset + 1)), HWS_MODEL_OK);
        assert_eq!(hws_live_look(live.0, 415), HWS_MODEL_DIFFERENT);
        assert!(live.said(hws_live_report).contains("warning: registers were not compared from tick 0 on"));
        assert_eq!(hws_live_quiet(live.0, 9, 1, null(), null()), HWS_MODEL_NULL_POINTER);
        assert_eq!(hws_live_look(null_mut(), 9), HWS_MODEL_NULL_POINTER);
    }
}

#[test]
fn unknown_bits_are_not_compared() {
    let live = Live::with_ports();
    assert_eq!(live.begin(), HWS_MODEL_OK);
    let (before, after) = ([1, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]);
    let logic = |words: &[u32]| words.iter().flat_map(|word| [*word, 0]).collect::<Vec<u32>>();
    // SAFETY: the words are those of the groups, with their control bits.
    unsafe {
        assert_eq!(hws_live_logic(live.0, 2, [5, u32::MAX].as_ptr()), HWS_MODEL_OK);
        let (before, after) = (logic(&before), logic(&after));
        assert_eq!(hws_live_edge_logic(live.0, 5, before.as_ptr(), after.as_ptr()), HWS_MODEL_OK);
        assert_eq!(hws_live_logic(live.0, 2, [5, 0].as_ptr()), HWS_MODEL_OK);
        assert_eq!(hws_live_edge_logic(live.0, 15, before.as_ptr(), after.as_ptr()), HWS_MODEL_DIFFERENT);
    }
}

#[test]
fn refusals_say_why_and_change_nothing() {
    let (live, status) = Live::new("no/such/map.yaml");
    assert_eq!(status, HWS_MODEL_ARGUMENT);
    assert!(live.said(hws_live_text).starts_with("no/such/map.yaml: cannot be read: "));
    let live = Live::with_ports();
    assert_eq!([live.signal(1, "wide", 65), live.signal(1, "none", 0)], [HWS_MODEL_ARGUMENT; 2]);
    assert_eq!((live.edge(5, 0, 0, 0), live.counts()), (HWS_MODEL_ARGUMENT, (HWS_MODEL_ARGUMENT, [7; 4])));
    assert_eq!(live.said(hws_live_report), "");
    assert_eq!((live.begin(), live.begin()), (HWS_MODEL_OK, HWS_MODEL_ARGUMENT));
    assert_eq!(live.signal(1, "late", 1), HWS_MODEL_ARGUMENT);
    // SAFETY: wrong pointers are detected.
    unsafe {
        assert_eq!(hws_live_words(live.0, 9, &0), HWS_MODEL_ARGUMENT);
        assert_eq!(hws_live_words(live.0, 2, null()), HWS_MODEL_NULL_POINTER);
        assert_eq!(hws_live_edge(live.0, 0, null(), null()), HWS_MODEL_NULL_POINTER);
        assert_eq!(hws_live_edge(null_mut(), 0, null(), null()), HWS_MODEL_NULL_POINTER);
        assert_eq!(hws_live_create(null(), null(), null_mut()), HWS_MODEL_NULL_POINTER);
        assert_eq!((hws_live_verdict(null_mut()), hws_live_begin(null_mut())), (2, HWS_MODEL_NULL_POINTER));
        assert_eq!(hws_live_write_json(live.0, c"/no/such/folder/x.json".as_ptr()), HWS_MODEL_ARGUMENT);
        hws_live_free(null_mut());
    }
    assert!(live.said(hws_live_text).starts_with("/no/such/folder/x.json: cannot be written: "));
    let (live, _) = Live::new("");
    assert_eq!((live.signal(1, "clk", 1), live.begin()), (HWS_MODEL_OK, HWS_MODEL_ARGUMENT));
    assert!(live.said(hws_live_text).contains("no signals of an HWS"));
}

#[test]
fn a_checker_watches_a_model() {
    let (mut model, mut check, mut holds) = (null_mut(), null_mut(), false);
    // SAFETY: the model, the checker and the places are from this test.
    unsafe {
        assert_eq!(hws_check_create(null_mut(), &mut check), HWS_MODEL_NULL_POINTER);
        assert_eq!(hws_model_create(64, &mut model), HWS_MODEL_OK);
        assert_eq!(hws_check_create(model, &mut check), HWS_MODEL_OK);
        assert_eq!(hws_dpi_write_word(model, 4, 9), HWS_MODEL_OK);
        assert_eq!(hws_dpi_write_word(model, 64, 9), HWS_MODEL_NO_MEMORY);
        let mut word = 7;
        assert_eq!((hws_dpi_read_word(model, 4, &mut word), word), (HWS_MODEL_OK, 9));
        assert_eq!(hws_model_write32(model, hws_regs::RegId::HwsCtrl.offset(), 1), HWS_MODEL_OK);
        assert_eq!(hws_model_tick(model, 500), HWS_MODEL_OK);
        assert_eq!((hws_check_holds(check, &mut holds), holds), (HWS_MODEL_OK, true));
        let text = CStr::from_ptr(hws_check_text(check)).to_str().unwrap();
        assert!(text.starts_with("I1-I9, I11, I13 hold: 500 cycles"), "{text}");
        hws_model_free(model);
        hws_check_free(check);
        hws_check_free(null_mut());
    }
}
