//! Which registers an event can change.
//!
//! Reading every register at every edge would take far longer than the model itself. So the frequent events name
//! the registers that they can change, and everything else (a write, an admission, a reset, …) means all of them.
//! The tests compare every edge of the golden stimuli with all registers of the model.

use hws_model::Event;
use hws_regs::RegId;
use hws_types::{Entry, EntryMask, LaunchId, Sip, SipMask};

/// Positions in the list of registers.
pub(crate) type Positions = Vec<u16>;

/// Changes while nothing happens; such a register is written only at ticks at which another value changes.
const FREE_RUNNING: [&str; 1] = ["CNT_CYCLE_LO"];
/// Free-running, too: the first array, and behind it those in which each element is the larger one of two elements of the array
/// before it (scheduler.md §7.4).
const REMAIN: [&str; 5] =
    ["SIP_REMAIN_EXEC_TIME[]", "GRP2_REMAIN[]", "GRP4_REMAIN[]", "GRP8_REMAIN[]", "GRP16_REMAIN[]"];
/// What every COMMIT may change in any kernel. Failures are counted only when a kernel leaves.
const AT_COMMIT: [&str; 1] = ["RS[].ONLINE_PRIORITY"];
/// What depends on second resources, and only changes while those are enabled or VCs are taken.
const SECOND_RESOURCES: [&str; 3] = ["RS[].RSC_OPEN", "RS[].RSC_REQ", VCS];
const VCS: &str = "VC_POOL_FREE[][]";
/// What a report may change besides the SIP and its launch.
const BY_REPORT: [&str; 5] =
    ["SIP_IDLE_MASK", "SIP_PRE_IDLE_MASK", "SIP_READY_MASK", "SIP_PENDING_MASK", "SIP_COUNT_EN_MASK"];
/// What a message may change.
const BY_MESSAGE: [&str; 4] = ["MIH_STATUS", "MIH_DATA_LO", "MIH_DATA_HI", "IRQ_STATUS"];
/// What no tick changes without an event that names it.
const BY_EVENT: [&str; 6] =
    ["DAG_CMD_STATUS", "HRM_FW_OWNED", "HRM_FW_REFUSED", "ERR_STATUS", "ERR_FIRST", "CNT_CYCLE_HI"];
/// Registers with an element for each SIP.
const OF_SIP: [&str; 2] = ["SIP_LAUNCH[]", "RSV_THREAD_NUM[]"];
/// In each table, the register that is not 0 while its entry is valid. Everything else of the entry is 0 while it is not.
const VALIDITY: [&str; 3] = ["RS[].FLAGS", "DAG[].FLAGS", "LAUNCH[].INFO"];
/// Changes only with a write.
const BY_WRITE: [&str; 5] = ["HWS_ID", "HWS_VERSION", "HWS_PARAM0", "HWS_PARAM1", "SIP_PRESENT_MASK"];

/// The registers by what can change them.
#[derive(Debug)]
pub(crate) struct Groups {
    /// All but the free-running ones.
    pub(crate) all: Vec<Run>,
    pub(crate) free_running: Positions,
    /// The remaining times of the SIPs, free-running, too.
    pub(crate) remain: Positions,
    /// Registers that follow from two others, in an order in which those are up to date.
    pub(crate) larger_of: Vec<LargerOf>,
    /// Those that any access may change.
    pub(crate) live: Positions,
    /// Those that any tick may change.
    pub(crate) by_tick: Positions,
    pub(crate) counters: Positions,
    pub(crate) at_commit: Positions,
    pub(crate) second_resources: Positions,
    /// The registers whose values show whether second resources are in use, with those that they have if not.
    pub(crate) shows_resources: Vec<(u16, u32)>,
    pub(crate) by_report: Positions,
    pub(crate) by_message: Positions,
    /// HWS_STATUS.
    pub(crate) status: u16,
    entries: Vec<Positions>,
    reserved: Positions,
    slots: Vec<Positions>,
    launches: Vec<Positions>,
    sips: Vec<Positions>,
}

/// Registers that follow each other.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) positions: Positions,
    /// If they are those of an entry of a table: the first of them, which shows whether the entry is valid.
    pub(crate) validity: Option<u16>,
}

/// A register that is the larger one of two others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LargerOf {
    pub(crate) position: u16,
    pub(crate) operands: [u16; 2],
}

/// Whether the register is one of those that change while nothing happens.
pub(crate) fn is_free_running(register: RegId) -> bool {
    let name = &register.info().name;
    FREE_RUNNING.contains(name) || REMAIN.contains(name)
}

impl Groups {
    /// Sorts registers into groups.
    pub(crate) fn new(registers: &[RegId]) -> Self {
        let of = |wanted: &dyn Fn(RegId) -> bool| -> Positions {
            (0..).zip(registers).filter(|&(_, &register)| wanted(register)).map(|(at, _)| at).collect()
        };
        let named = |names: &[&str]| of(&|register| names.contains(&register.info().name));
        let rows = |count: usize, is_row: &dyn Fn(&str) -> bool| -> Vec<Positions> {
            let mut rows = vec![Positions::new(); count];
            for (at, register) in (0..).zip(registers).filter(|(_, register)| is_row(register.info().name)) {
                let row = rows.get_mut(usize::from(register.indices()[0]));
                row.into_iter().for_each(|row| row.push(at));
            }
            rows
        };
        Self {
            all: runs(registers, &of(&|register| !is_free_running(register))),
            free_running: named(&FREE_RUNNING),
            remain: named(&REMAIN[..1]),
            larger_of: REMAIN
                .windows(2)
                .flat_map(|names| larger_of(&named(&names[..1]), &named(&names[1..])))
                .collect(),
            live: of(&is_live),
            by_tick: of(&|register| is_live(register) && !is_named_by_events(register)),
            counters: of(&is_counter),
            at_commit: named(&AT_COMMIT),
            second_resources: named(&SECOND_RESOURCES),
            shows_resources: named(&[VCS, "ENABLE_SECOND_RSC_SCH"])
                .into_iter()
                .map(|at| (at, registers[usize::from(at)].reset()))
                .collect(),
            by_report: named(&BY_REPORT),
            by_message: named(&BY_MESSAGE),
            // Every map has it: the build of hws-model fails otherwise.
            status: named(&["HWS_STATUS"])[0],
            entries: rows(Entry::COUNT, &is_of_entry),
            reserved: named(&["RS[].RESERVED"]),
            slots: rows(Entry::COUNT, &|name| name.starts_with("DAG[].")),
            launches: rows(LaunchId::COUNT, &|name| name.starts_with("LAUNCH[].")),
            sips: rows(Sip::COUNT, &|name| OF_SIP.contains(&name)),
        }
    }

    /// The registers of an entry of the Ready Station.
    pub(crate) fn entry(&self, entry: Entry) -> &[u16] {
        &self.entries[entry.index()]
    }

    /// The register with the SIPs that are reserved for an entry.
    pub(crate) fn reserved(&self, entry: Entry) -> u16 {
        self.reserved[entry.index()]
    }

    /// The registers of a slot of the DAG table.
    pub(crate) fn slot(&self, slot: usize) -> &[u16] {
        self.slots.get(slot).map_or(&[], Vec::as_slice)
    }

    /// The registers of an entry of the launch table.
    pub(crate) fn launch(&self, launch: usize) -> &[u16] {
        self.launches.get(launch).map_or(&[], Vec::as_slice)
    }

    /// The registers of a SIP.
    pub(crate) fn sip(&self, sip: Sip) -> &[u16] {
        &self.sips[sip.index()]
    }
}

/// Divides registers into those of the entries of tables and those between them.
fn runs(registers: &[RegId], positions: &[u16]) -> Vec<Run> {
    let id = |at: u16| registers[usize::from(at)];
    let same_entry = |&a: &u16, &b: &u16| table_entry(id(a)) == table_entry(id(b));
    let run = |run: &[u16]| Run {
        positions: run.to_vec(),
        validity: run.first().copied().filter(|&at| VALIDITY.contains(&id(at).info().name)),
    };
    positions.chunk_by(same_entry).map(run).collect()
}

/// The table, as the beginning of the names of its registers, and the number of the entry.
fn table_entry(register: RegId) -> Option<(&'static str, u16)> {
    let name = register.info().name;
    let table = VALIDITY.iter().filter_map(|validity| validity.split_once('.')).map(|(table, _)| table);
    let table =
        table.into_iter().find(|table| name.strip_prefix(table).is_some_and(|rest| rest.starts_with('.')))?;
    Some((table, u16::from(register.indices()[0])))
}

/// Each of `groups` is the larger one of its two `halves`.
fn larger_of(halves: &[u16], groups: &[u16]) -> Vec<LargerOf> {
    let pairs = halves.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
    groups.iter().zip(pairs).map(|(&position, operands)| LargerOf { position, operands }).collect()
}

fn is_named_by_events(register: RegId) -> bool {
    let name = &register.info().name;
    BY_EVENT.contains(name) || BY_MESSAGE.contains(name)
}

fn is_of_entry(name: &str) -> bool {
    name.starts_with("RS[].") || name == "BLOCK_TRIGGER_CNT[]"
}

fn is_counter(register: RegId) -> bool {
    register.info().name.starts_with("CNT_") && !register.info().name.starts_with("CNT_CYCLE")
}

/// Whatever is in no other group: a register added to the map is compared at every tick.
fn is_live(register: RegId) -> bool {
    let info = register.info();
    let is_in_table =
        is_of_entry(info.name) || ["DAG[].", "LAUNCH[]."].iter().any(|page| info.name.starts_with(page));
    let is_in_a_list = [&FREE_RUNNING[..], &REMAIN, &SECOND_RESOURCES, &OF_SIP, &BY_WRITE]
        .iter()
        .any(|names| names.contains(&info.name));
    !(is_in_table || is_in_a_list || is_counter(register) || info.is_stored())
}

/// What may have changed since the registers were last compared.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    /// Any register.
    pub(crate) all: bool,
    /// Any register that is not in a table.
    pub(crate) live: bool,
    /// A tick has passed.
    pub(crate) tick: bool,
    pub(crate) counters: bool,
    pub(crate) messages: bool,
    /// A COMMIT has taken place.
    pub(crate) commit: bool,
    /// Entries of the Ready Station, with their DAG slots and the SIPs that were reserved for them.
    pub(crate) entries: EntryMask,
    /// Entries of the launch table.
    pub(crate) launches: u64,
    pub(crate) sips: SipMask,
}

impl Marks {
    /// Notes what an event may change.
    pub(crate) fn note(&mut self, event: &Event) {
        match *event {
            Event::Mdma(_) | Event::PreComplete { .. } => {}
            Event::Mih(_) => self.messages = true,
            Event::MihDrop(_) | Event::Error { .. } => (self.counters, self.live) = (true, true),
            Event::Commit { .. } => (self.commit, self.counters) = (true, true),
            Event::Launch { entry, launch_id, sip_mask, .. } => {
                self.launches |= 1 << launch_id.get();
                self.note_kernel(entry, sip_mask);
            }
            Event::Promote { entry, mask, .. } | Event::Cancel { entry, mask } => {
                self.note_kernel(entry, mask);
            }
            Event::Complete { sip, launch_id } => {
                self.launches |= 1 << launch_id.get();
                self.sips |= sip.mask();
            }
            Event::Admit { .. }
            | Event::KernelDone { .. }
            | Event::Command { .. }
            | Event::SoftReset { .. } => self.all = true,
        }
    }

    fn note_kernel(&mut self, entry: Entry, sips: SipMask) {
        self.counters = true;
        self.entries = self.entries.with(entry);
        self.sips |= sips;
    }
}
