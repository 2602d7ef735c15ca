//! Firmware takes over a SIP that the HWS uses, and neither side loses it.

use fw_api::regs::{HwsCtrl, HwsWorkMode, RegIndex, RsFlags, RsReserved, SipIdleMask};
use fw_api::types::{Entry, LaunchId, Sip, SipMask, SipReport, ThreadNum, Topology};
use fw_api::{Bus, BusExt, Claim, Error, Expected, HwsDriver, UsageMasks, Wait};

use crate::model::model_bus::ModelBus;
use crate::model::worlds::{IDS, fresh, launched, mdma_launched, reserving};

const OPEN: UsageMasks = [[SipMask::ALL; 5]; 4];
/// The SIPs that run block 0 of `launched`.
const BUSY: SipMask = SipMask(0xF000_0000);
const FREE: SipMask = SipMask(0x0000_000F);

/// The model, in which the SIPs of block 0 complete at access number `at`.
struct Completing {
    bus: ModelBus,
    at: u32,
    accesses: u32,
}

impl Completing {
    fn pass(&mut self) {
        if self.accesses == self.at {
            for sip in (28..32).map(Sip::wrapping) {
                let report = SipReport { launch_id: LaunchId::wrapping(0), block_id: 0, sip };
                HwsDriver::new(&mut self.bus).sip_complete(report).unwrap();
            }
        }
        self.accesses += 1;
    }
}

impl Bus for Completing {
    type Error = hws_model::BusError;

    fn read32(&mut self, offset: u32) -> Result<u32, Self::Error> {
        self.pass();
        self.bus.read32(offset)
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), Self::Error> {
        self.pass();
        self.bus.write32(offset, value)
    }
}

#[test]
fn busy_sips_are_claimed_when_their_block_completes() {
    // At any time before, during and long after the narrowing of the masks. Other blocks wait for SIPs.
    for at in (0..400).step_by(7) {
        let mut bus = Completing { bus: with_all_triggered(0), at, accesses: 0 };
        let claim = HwsDriver::new(&mut bus).claim_when_idle(BUSY, &OPEN, 400);
        assert_eq!(claim, Ok(Claim { granted: BUSY, refused: SipMask::EMPTY, owned: BUSY }), "at {at}");
        assert_eq!(HwsDriver::new(&mut bus.bus).usage_masks(), Ok(OPEN));
    }
}

#[test]
fn sips_that_stay_busy_are_not_claimed() {
    let mut bus = launched();
    let mut hws = HwsDriver::new(&mut bus);
    let masks = OPEN.map(|classes| classes.map(|mask| mask - FREE));
    let claim = hws.claim_when_idle(BUSY | FREE, &masks, 9);
    assert_eq!(claim, Err(Error::Timeout { wait: Wait::SipsIdle { polls: 9 }, polls: 9 }));
    assert_eq!(hws.owned_sips(), Ok(SipMask::EMPTY), "not even the idle ones");
    assert_eq!(hws.usage_masks(), Ok(masks));
}

#[test]
fn the_masks_afterwards_are_the_callers() {
    let mut bus = fresh();
    let mut hws = HwsDriver::new(&mut bus);
    let mut masks = OPEN;
    masks[3][ThreadNum::ONE.class()] = SipMask(0x0F0F_0F0F);
    assert!(hws.claim_when_idle(FREE, &masks, 1).is_ok());
    assert_eq!(hws.usage_masks(), Ok(masks));
}

#[test]
fn a_reservation_is_given_up_for_a_claim() {
    let mut bus = reserving();
    let reserved = SipMask(bus.read::<RsReserved>(RegIndex::at::<1>()).unwrap().value());
    assert!(
        bus.read::<RsFlags>(RegIndex::at::<1>()).unwrap().r_flag() && !reserved.is_empty(),
        "the world has a reservation"
    );
    let idle = SipMask(bus.read::<SipIdleMask>(()).unwrap().mask()) & reserved;
    assert!(!idle.is_empty(), "only the reservation is in the way");
    let owned = HwsDriver::new(&mut bus).claim_when_idle(idle, &OPEN, 200).map(|claim| claim.owned);
    assert_eq!(owned, Ok(idle));
}

#[test]
fn a_reservation_that_cannot_end_is_a_timeout() {
    let mut bus = reserving();
    let reserved = SipMask(bus.read::<RsReserved>(RegIndex::at::<1>()).unwrap().value());
    let idle = SipMask(bus.read::<SipIdleMask>(()).unwrap().mask()) & reserved;
    let mut hws = HwsDriver::new(&mut bus);
    hws.disable().unwrap();
    let wait = Wait::SipsIdle { polls: 200 };
    assert_eq!(hws.claim_when_idle(idle, &OPEN, 200), Err(Error::Timeout { wait, polls: 200 }));
    assert_eq!(hws.usage_masks(), Ok(OPEN));
}

#[test]
fn idle_sips_are_claimed_whatever_attempt_is_in_flight() {
    // The next block would take these SIPs.
    let next = SipMask(0x00F0_0000);
    for phase in 0..100 {
        let mut bus = with_all_triggered(phase);
        if !SipMask(bus.read::<SipIdleMask>(()).unwrap().mask()).contains(next) {
            continue;
        }
        let claim = HwsDriver::new(&mut bus).claim_when_idle(next, &OPEN, 1);
        let is_launched = matches!(claim, Err(Error::Timeout { wait: Wait::SipsIdle { .. }, .. }));
        assert!(is_launched || claim.is_ok_and(|claim| claim.granted == next), "{phase}: {claim:?}");
    }
}

/// The state in which `phase` ticks have passed since all blocks were triggered.
fn with_all_triggered(phase: u64) -> ModelBus {
    let mut bus = launched();
    HwsDriver::new(&mut bus).trigger_blocks(Entry::wrapping(0), IDS, 8).unwrap();
    bus.advance(phase);
    bus
}

#[test]
fn owned_and_absent_sips_are_told_apart() {
    let mut bus = fresh();
    let mut hws = HwsDriver::new(&mut bus);
    hws.set_topology(Topology::new(3, 8).unwrap()).unwrap();
    let _ = hws.claim_sips(SipMask(0b0001)).unwrap();
    let claim = hws.claim_when_idle(SipMask(0b1011), &OPEN, 1);
    let expected = Claim { granted: SipMask(0b0010), refused: SipMask(0b1001), owned: SipMask(0b0011) };
    assert_eq!(claim, Ok(expected));
}

#[test]
fn arguments_are_checked_before_the_first_access() {
    let before = launched();
    for (mask, polls, argument) in [(SipMask::EMPTY, 1, "mask"), (FREE, 0, "polls")] {
        let mut bus = before.clone();
        let error = HwsDriver::new(&mut bus).claim_when_idle(mask, &OPEN, polls).unwrap_err();
        let Error::Argument(refused) = error else { panic!("{error:?}") };
        assert_eq!(refused.argument, argument);
        assert!(matches!(refused.expected, Expected::SomeSip | Expected::Range { min: 1, .. }));
        assert_eq!(bus.hws, before.hws);
    }
}

#[test]
fn the_scan_finds_the_launches_whose_messages_are_gone() {
    let mut bus = launched();
    let mut hws = HwsDriver::new(&mut bus);
    assert_eq!(hws.messages().count(), 4, "no message was read");
    let found: Vec<_> = hws.firmware_launches().map(Result::unwrap).collect();
    let told: Vec<_> = found.iter().map(|launch| (launch.id.get(), launch.block_id, launch.sips)).collect();
    assert_eq!(told, [(0, 0, SipMask(0xF000_0000)), (1, 1, SipMask(0x0F00_0000))]);
    assert!(found.iter().all(|launch| launch.ids == IDS));
}

#[test]
fn the_scan_leaves_out_what_the_mdma_starts() {
    let mut bus = mdma_launched();
    bus.write((), HwsWorkMode::default()).unwrap();
    bus.write((), HwsCtrl::default()).unwrap();
    let mut hws = HwsDriver::new(&mut bus);
    assert!(hws.launch(LaunchId::wrapping(0)).unwrap().is_some_and(|launch| launch.mih && launch.mdma));
    assert_eq!(hws.firmware_launches().count(), 0);
}
