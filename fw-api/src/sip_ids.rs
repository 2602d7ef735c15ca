//! Conversion between software's SIP ids, which have no gaps, and the HWS's, which have gaps on
//! harvested machines.

use hws_types::{SipMask, Topology};

use crate::{Expected, InvalidArgument};

/// Converts compact ids to logical SIPs: compact id *k* is the *k*-th SIP that the machine has.
///
/// ```
/// use fw_api::sip_ids;
/// use hws_types::{SipMask, Topology};
/// let harvested = Topology::new(3, 4).unwrap();
/// assert_eq!(sip_ids::to_logical(harvested, SipMask(0b1001)), Ok(SipMask(0b1_0001)));
/// ```
///
/// # Errors
/// If an id is past the number of SIPs.
pub fn to_logical(topology: Topology, compact: SipMask) -> Result<SipMask, InvalidArgument> {
    let (mut rest, mut logical) = (compact.0, SipMask::EMPTY);
    for sip in topology.present().iter() {
        if rest & 1 != 0 {
            logical |= sip.mask();
        }
        rest >>= 1;
    }
    if rest == 0 { Ok(logical) } else { Err(absent("compact", compact)) }
}

/// Converts logical SIPs to compact ids.
///
/// # Errors
/// If the machine does not have one of the SIPs.
pub fn from_logical(topology: Topology, logical: SipMask) -> Result<SipMask, InvalidArgument> {
    let present = topology.present();
    if !present.contains(logical) {
        return Err(absent("logical", logical));
    }
    let mut compact = 0;
    for (bit, sip) in (0u32..).zip(present.iter()) {
        // At most 32 SIPs are present, so the shift loses nothing.
        compact |= u32::from(logical.contains(sip.mask())).wrapping_shl(bit);
    }
    Ok(SipMask(compact))
}

fn absent(argument: &'static str, mask: SipMask) -> InvalidArgument {
    InvalidArgument { argument, value: i64::from(mask.0), expected: Expected::PresentSips }
}
