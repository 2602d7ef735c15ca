//! Replays a stimulus by name and provides queries on its trace.

use std::fs;
use std::path::{Path, PathBuf};

use hws_sim::stimulus::Reader;
use hws_sim::{ReplayOptions, replay};
use serde_json::Value;

/// The folders of the stimuli: those of the reference, and those written here.
pub(crate) const FOLDERS: [&str; 2] = ["dangers", "dangers_ours"];

/// ATTEMPT_CYCLES.
pub(crate) const ATTEMPT: u64 = hws_regs::params::ATTEMPT_CYCLES as u64;

/// The path of a stimulus.
pub(crate) fn path(name: &str) -> PathBuf {
    let file = format!("{name}.jsonl");
    let places = FOLDERS.map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(&file));
    places.into_iter().find(|path| path.exists()).unwrap_or_else(|| panic!("no stimulus {name}"))
}

/// The trace of a stimulus.
pub(crate) struct Trace {
    text: String,
    events: Vec<Value>,
}

/// One launched block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Launch {
    pub(crate) cycle: u64,
    pub(crate) seq: u64,
    pub(crate) id: u64,
    pub(crate) mask: u32,
}

impl Trace {
    /// The trace of a stimulus, unchanged from its file.
    pub(crate) fn of(name: &str) -> Self {
        Self::edited(name, &[])
    }

    /// The trace of a stimulus with some texts replaced.
    pub(crate) fn edited(name: &str, edits: &[(&str, &str)]) -> Self {
        let mut stimulus = fs::read_to_string(path(name)).unwrap();
        for (old, new) in edits {
            assert!(stimulus.contains(old), "{name} has no {old}");
            stimulus = stimulus.replace(old, new);
        }
        let mut text = Vec::new();
        replay(Reader::new(name, stimulus.as_bytes()), &mut text, ReplayOptions::default()).unwrap();
        let text = String::from_utf8(text).unwrap();
        let events = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        Self { text, events }
    }

    pub(crate) fn has_line(&self, line: &str) -> bool {
        self.text.lines().any(|own| own == line)
    }

    /// The events of a kind, in order.
    pub(crate) fn events(&self, kind: &str) -> Vec<&Value> {
        self.events.iter().filter(|event| event["ev"] == kind).collect()
    }

    /// All launches, in order.
    pub(crate) fn all_launches(&self) -> Vec<Launch> {
        let launch = |event: &&Value| Launch {
            cycle: number(event, "c"),
            seq: number(event, "seq"),
            id: number(event, "launch_id"),
            mask: u32::try_from(number(event, "sip_mask")).unwrap(),
        };
        self.events("launch").iter().map(launch).collect()
    }

    /// The launches of one kernel.
    pub(crate) fn launches(&self, seq: u64) -> Vec<Launch> {
        self.all_launches().into_iter().filter(|launch| launch.seq == seq).collect()
    }

    /// The only launch of a kernel.
    pub(crate) fn launch(&self, seq: u64) -> Launch {
        let launches = self.launches(seq);
        assert_eq!(launches.len(), 1, "launches of kernel {seq}");
        launches[0]
    }

    /// The pools that a kernel was launched from.
    pub(crate) fn pools(&self, seq: u64) -> Vec<&str> {
        let own = self.events("launch").into_iter().filter(|event| number(event, "seq") == seq);
        own.map(|event| event["pool"].as_str().unwrap()).collect()
    }

    /// When the first SIP of a launch reported it complete.
    pub(crate) fn completed(&self, launch: Launch) -> Option<u64> {
        let is_it = |event: &&&Value| {
            number(event, "launch_id") == launch.id
                && number(event, "c") >= launch.cycle
                && launch.mask >> number(event, "sip") & 1 == 1
        };
        self.events("complete").iter().find(is_it).map(|event| number(event, "c"))
    }

    /// The value of the last read of a register.
    pub(crate) fn value(&self, register: &str) -> u32 {
        let reads = self.events("read");
        let read = reads.iter().rfind(|event| event["reg"] == register);
        u32::try_from(number(read.unwrap_or_else(|| panic!("{register} is not read")), "value")).unwrap()
    }

    /// The ERR_STATUS bits of the errors, in order.
    pub(crate) fn errors(&self) -> Vec<u64> {
        self.events("error").iter().map(|event| number(event, "bit")).collect()
    }
}

/// A number of an event.
pub(crate) fn number(event: &Value, key: &str) -> u64 {
    event[key].as_u64().unwrap_or_else(|| panic!("{key} in {event}"))
}
