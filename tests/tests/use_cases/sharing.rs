//! Use cases 1 to 4: which side schedules which SIPs. The HWS schedules everything, firmware schedules everything,
//! each schedules its own SIPs, and both share the same SIPs.

use hws_run::workload::Scheduler;
use hws_types::SipMask;

use crate::use_cases::play::{Played, example, play};
use crate::use_cases::story::Run;

const LOWER: SipMask = SipMask(0x0000_FFFF);
const UPPER: SipMask = SipMask(0xFFFF_0000);

/// Runs of the HWS and runs of firmware.
fn sides(played: &Played) -> (Vec<Run>, Vec<Run>) {
    played.story.runs.iter().partition(|run| !run.by_firmware)
}

fn sips(runs: &[Run]) -> SipMask {
    runs.iter().fold(SipMask::EMPTY, |all, run| all | run.sip.mask())
}

/// Checks that every block of the workload ran, scheduled by the side that the file specifies.
#[track_caller]
fn play_all(name: &str) -> Played {
    let workload = example(name);
    let played = play(&workload);
    assert!(played.story.errors.is_empty(), "{:?}", played.story.errors);
    for (kernel_id, (dag, kernel)) in (0..).zip(workload.kernels()) {
        let runs = played.story.runs.iter().filter(|run| run.kernel == kernel_id);
        let is_own = dag.scheduler == Scheduler::Firmware;
        let (mut count, mut all_there) = (0, true);
        runs.for_each(|run| {
            count += 1;
            all_there &= run.by_firmware == is_own;
        });
        assert_eq!(count, u32::from(kernel.blocks) * kernel.threads.get(), "{}/{}", dag.name, kernel.name);
        assert!(all_there, "{}/{} was started by the wrong side", dag.name, kernel.name);
    }
    played
}

/// Use case 1: firmware starts nothing and claims nothing, and each context stays on its SIPs.
#[test]
fn all_resources_are_scheduled_by_the_hws() {
    let played = play_all("all_by_hws.yaml");
    let (hws, firmware) = sides(&played);
    assert!(firmware.is_empty() && played.story.owned.is_empty());
    let contexts: Vec<u8> = example("all_by_hws.yaml").kernels().map(|(_, kernel)| kernel.ctx).collect();
    for (ctx, expected) in [(0, LOWER), (1, UPPER)] {
        let own = hws.iter().filter(|run| contexts[run.kernel as usize] == ctx).copied();
        assert_eq!(sips(&own.collect::<Vec<_>>()), expected, "context {ctx}");
    }
}

/// Use case 2: the HWS launches nothing; firmware has every SIP while it works, and none afterwards.
#[test]
fn all_resources_are_scheduled_by_firmware() {
    let played = play_all("all_by_firmware.yaml");
    let (hws, firmware) = sides(&played);
    assert!(hws.is_empty() && played.story.blocks.is_empty() && played.story.kernels.is_empty());
    assert_eq!(sips(&firmware), SipMask::ALL);
    assert_eq!(played.story.owned.first().map(|&(_, sips)| sips), Some(SipMask::ALL));
    assert_eq!(played.story.owned.last().map(|&(_, sips)| sips), Some(SipMask::EMPTY));
}

/// Firmware's schedule follows the rules of the HWS: order of the graph, whole aligned blocks, one block per SIP at a
/// time.
#[test]
fn firmware_keeps_the_order_of_the_graph() {
    for name in ["all_by_firmware.yaml", "disjoint.yaml", "contended.yaml"] {
        let (workload, played) = (example(name), play_all(name));
        let mut first = 0;
        for dag in &workload.dags {
            for (kernel, record) in dag.kernels.iter().zip(&played.record.kernels[first..]) {
                for dep in &kernel.deps {
                    let before = played.record.kernels[first + dep.place()].finish;
                    assert!(before.is_some() && before <= record.first_launch, "{name}: {}", kernel.name);
                }
            }
            first += dag.kernels.len();
        }
    }
}

/// Use case 3: both work at the same time, neither on a SIP of the other.
#[test]
fn hws_and_firmware_each_have_their_own_sips() {
    let played = play_all("disjoint.yaml");
    let (hws, firmware) = sides(&played);
    assert_eq!((sips(&hws), sips(&firmware)), (LOWER, UPPER));
    let beside = |run: &&Run| hws.iter().any(|other| other.from < run.to && run.from < other.to);
    assert!(firmware.iter().filter(beside).count() > firmware.len() / 2, "they work at the same time");
}

/// Use case 4: both use the same SIPs in turn, both make progress, and nothing is left waiting at the end.
#[test]
fn hws_and_firmware_contend_for_the_same_sips() {
    const SHARED: SipMask = SipMask(0xFF00_FF00);
    let played = play_all("contended.yaml");
    let (hws, firmware) = sides(&played);
    assert_eq!(sips(&firmware), SHARED);
    assert_eq!(sips(&hws), SipMask::ALL, "the HWS has them as well");
    // Each graph of firmware takes all of them and returns them.
    let taken = played.story.owned.iter().filter(|&&(_, sips)| sips == SHARED).count();
    let free = played.story.owned.iter().filter(|&&(_, sips)| sips.is_empty()).count();
    assert_eq!((taken, free), (4, 4), "{:?}", played.story.owned);
    for pair in played.story.owned.windows(2).filter(|pair| pair[0].1.is_empty()) {
        let back = hws.iter().filter(|run| SHARED.contains(run.sip.mask()));
        let used = back.filter(|run| (pair[0].0..pair[1].0).contains(&run.from)).count();
        assert!(used > 0, "between {} and {} the HWS has them again", pair[0].0, pair[1].0);
    }
    let while_owned = hws.iter().filter(|run| played.story.is_owning(run.from)).count();
    assert!(while_owned > 20, "the HWS continues with the others meanwhile: {while_owned}");
}
