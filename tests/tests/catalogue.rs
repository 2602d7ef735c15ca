//! The catalogue of broken rules: noting them changes nothing, and the committed stimuli reach nearly all.

use std::fs;
use std::path::PathBuf;

use hws_model::{BusError, Config, EventSink, SharedMemory};
use hws_plain::{Breakage, Mutant, MutantSet, PlainHws, take_differing};
use hws_regs::RegId;
use hws_sim::TraceWriter;
use hws_sim::stimulus::Reader;
use hws_tests::interface::HwsInterface;
use hws_tests::stimuli;
use hws_tests::surroundings::Surroundings;
use hws_types::{Cycle, HdrPush, MdmaCommand};

/// The plain implementation while it notes where a broken rule would make a difference.
struct Probed(PlainHws);

impl HwsInterface for Probed {
    fn power_on(config: Config) -> Self {
        let mut hws = PlainHws::new(config);
        hws.set_broken(Breakage::Probe);
        Self(hws)
    }

    fn tick<M: SharedMemory, S: EventSink>(&mut self, memory: &mut M, sink: &mut S) {
        self.0.tick(memory, sink);
        // Some rules are of what registers show.
        if self.0.cycle().0.is_multiple_of(64) {
            let shown = RegId::all().fold(0, |sum, id| sum ^ self.0.peek(id));
            std::hint::black_box((shown, self.0.is_interrupt_asserted()));
        }
    }

    fn read32(&mut self, offset: u32) -> Result<u32, BusError> {
        self.0.read32(offset)
    }

    fn write32<S: EventSink>(&mut self, offset: u32, value: u32, sink: &mut S) -> Result<(), BusError> {
        self.0.write32(offset, value, sink)
    }

    fn push_hdr(&mut self, push: HdrPush) -> bool {
        self.0.push_hdr(push)
    }

    fn pop_mdma(&mut self) -> Option<MdmaCommand> {
        self.0.pop_mdma()
    }

    fn peek(&self, register: RegId) -> u32 {
        self.0.peek(register)
    }

    fn cycle(&self) -> Cycle {
        self.0.cycle()
    }

    fn interrupt(&self) -> bool {
        self.0.is_interrupt_asserted()
    }
}

fn trace(stimulus: &[u8]) -> String {
    let mut surroundings: Surroundings<Probed, _> =
        Surroundings::new(Config::default(), TraceWriter::new(Vec::new()));
    for operation in Reader::new("stimulus", stimulus) {
        surroundings.perform(&operation.unwrap());
    }
    String::from_utf8(surroundings.into_observer().finish().unwrap()).unwrap()
}

/// The stimuli that reach the bugs of the RTL have no traces beside them.
fn of_the_rtl() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).with_file_name("rtl").join("stimuli");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|it| it == "jsonl")).collect();
    paths.sort();
    paths
}

/// No committed stimulus makes a difference of these.
const UNREACHED: [Mutant; 60] = [
    Mutant::LatchMdmaStrict,
    Mutant::LatchMdmaOne,
    Mutant::LiveTriggerDespiteRefusal,
    Mutant::LiveCountersDespiteRefusal,
    Mutant::LiveRefusalSilent,
    Mutant::LiveRefusalNameless,
    Mutant::LiveRefusalMessage,
    Mutant::LiveRefusalCounted,
    Mutant::FailSaturates,
    Mutant::FinishOfTag,
    Mutant::CycleNotLatched,
    Mutant::FirmwareOverflowFirst,
    Mutant::AddressSaturates,
    Mutant::BlockNumBeforeCluster,
    Mutant::OutPathBeforeBlockNum,
    Mutant::CoopBeforeOutPath,
    Mutant::OutPathAllocationExempt,
    Mutant::ThreadLowBits,
    Mutant::BlockEndLoose,
    Mutant::BoostEligibleOnly,
    Mutant::BoostNotAllocation,
    Mutant::CancelWithoutRun,
    Mutant::SoftResetKeepsCycleHi,
    Mutant::SoftResetKeepsFirmware,
    Mutant::ReservesSecondAsLatched,
    Mutant::TriggerOfFirmwareAll,
    Mutant::FinishByIds,
    Mutant::ResetSlotlessIgnored,
    Mutant::ResetAllocationIgnored,
    Mutant::SoftResetClearsUsage,
    Mutant::SoftResetClearsIrq,
    Mutant::SoftResetClearsMode,
    Mutant::SoftResetClearsMap,
    Mutant::SoftResetKeepsReserved,
    Mutant::SoftResetKeepsThreadNum,
    Mutant::SoftResetKeepsBackfill,
    Mutant::SoftResetKeepsEarly,
    Mutant::SoftResetKeepsPromote,
    Mutant::SoftResetKeepsCancel,
    Mutant::SoftResetKeepsDrop,
    Mutant::SoftResetKeepsEnable,
    Mutant::ForceOverridesMap,
    Mutant::MapCheckedAlways,
    Mutant::ReservedReadRefused,
    Mutant::ReservedWritten,
    Mutant::UnmappedWritten,
    Mutant::RunOneMore,
    Mutant::RunOneLess,
    Mutant::RunOfNothing,
    Mutant::VcNoWrap,
    Mutant::L2RequestedOfUsers,
    Mutant::VcGrowthWide,
    Mutant::VcGrantedAnew,
    Mutant::EmptyRunBase,
    Mutant::FirmwareCoopRequests,
    Mutant::PrescaleNarrow,
    Mutant::OffsetNarrow,
    Mutant::AheadUnsigned,
    Mutant::TotalNarrow,
    Mutant::InfoSixBits,
];

#[test]
fn noting_changes_nothing_and_reaches_the_catalogue() {
    let mut reached = MutantSet::EMPTY;
    take_differing();
    for path in stimuli("golden").into_iter().chain(stimuli("dangers")) {
        let expected = fs::read_to_string(path.with_extension("trace")).unwrap();
        assert!(trace(&fs::read(&path).unwrap()) == expected, "{}", path.display());
        reached.add(take_differing()).count();
    }
    for path in of_the_rtl() {
        trace(&fs::read(&path).unwrap());
        reached.add(take_differing()).count();
    }
    let unreached: Vec<Mutant> =
        Mutant::ALL.iter().copied().filter(|mutant| !reached.contains(*mutant)).collect();
    assert_eq!(unreached, UNREACHED);
}
