//! Checks the size of an HWS that its documentation states.

use hws_model::Hws;

#[test]
fn an_hws_takes_less_than_11_kib() {
    let size = size_of::<Hws>();
    assert!(size < 11 * 1024, "{size} bytes: the documentation of Hws says less than 11 KiB");
}
