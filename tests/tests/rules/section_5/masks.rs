//! 5.1: allowed and usable.

use hws_regs::{EnableSecondRscSch, SipReadyMask};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

use super::{attempt, inside};

/// 5.1: `allowed` is the intersection of affinity, usage mask and present SIPs.
#[test]
fn a_block_stays_inside_affinity_usage_and_present() {
    let mut rig = Rig::new();
    rig.topology(3, 8);
    rig.usage(0, 0, 0b0011_1110);
    rig.submit(inside(0b0111_1100, td(1, 9)));
    // 0b0011_1100 without the absent SIP 3.
    assert_eq!([0; 3].map(|_| rig.attempt().launch().mask), [1 << 5, 1 << 4, 1 << 2]);
    assert!(!rig.attempt().is_launched());
}

/// 5.1: the usage mask is that of the kernel's context and class; the 19 others do not matter.
#[test]
fn one_of_twenty_usage_masks_counts() {
    let threads = [1, 2, 4, 8, 16];
    for (own_ctx, own_class) in (0..4).flat_map(|ctx| (0..5).map(move |class| (ctx, class))) {
        for (ctx, class) in (0..4).flat_map(|ctx| (0..5).map(move |class| (ctx, class))) {
            let mut rig = Rig::new();
            rig.usage(ctx, class, 0);
            rig.submit(TaskDescriptor { ctx: own_ctx, ..td(threads[usize::from(own_class)], 1) });
            let is_own = (ctx, class) == (own_ctx, own_class);
            assert_eq!(rig.attempt().is_launched(), !is_own, "{own_ctx}/{own_class}, closed {ctx}/{class}");
        }
    }
}

/// 5.1: `usable` needs ready SIPs: busy and firmware-owned ones are not.
#[test]
fn busy_and_owned_sips_are_not_usable() {
    let mut rig = Rig::new();
    rig.occupy(1 << 31, 1000);
    rig.claim(1 << 30);
    assert_eq!(rig.read::<SipReadyMask>(()).mask(), 0x3FFF_FFFF);
    rig.submit(td(1, 1));
    assert_eq!(attempt(&mut rig), [1 << 29]);
}

/// 5.1: with second resources on, `usable` is inside the open VGs.
#[test]
fn closed_vgs_are_not_usable() {
    for on in [false, true] {
        let mut rig = Rig::new();
        rig.write((), EnableSecondRscSch::default().with_enable(on));
        rig.submit(TaskDescriptor { enable_l2_alloc: true, l2_done: [1, 0, 0, 0, 0, 0, 0, 0], ..td(1, 1) });
        assert_eq!(attempt(&mut rig), [if on { 1 << 15 } else { 1 << 31 }]);
    }
}
