//! Values that only configurations have.

use std::str::FromStr;

use hws_input::yaml::{Node, YamlFile, YamlRead};
use hws_types::{Sip, SipMask};

/// A list of logical SIPs.
pub(super) fn sips(file: YamlFile<'_>, node: &Node) -> YamlRead<SipMask> {
    let mut mask = SipMask::EMPTY;
    for sip in file.list(node, "SIPs, 0 to 31")? {
        let found = Sip::new(file.number(sip, "a SIP, 0 to 31")?);
        mask |= found.ok_or_else(|| file.illegal(sip, "a SIP, 0 to 31"))?.mask();
    }
    Ok(mask)
}

/// A pair `AxB`.
pub(super) fn pair(file: YamlFile<'_>, node: &Node, wanted: &str) -> YamlRead<(u32, u32)> {
    let numbers = |text: &str| {
        let (a, b) = text.split_once('x')?;
        Some((u32::from_str(a).ok()?, u32::from_str(b).ok()?))
    };
    node.text().and_then(numbers).ok_or_else(|| file.illegal(node, wanted))
}
