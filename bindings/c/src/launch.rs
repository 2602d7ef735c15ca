//! The launch table: launches in flight, including those whose message was lost.

use fw_api::{Error, Launch};

use crate::boundary::{Answer, Buffer, Driver, aligned, call, from_c, get};
use crate::{hws_bus, hws_error, hws_status, hws_task_ids, number};

/// Number of entries of the launch table.
pub const HWS_N_LAUNCH: usize = 64;
const _: () = assert!(HWS_N_LAUNCH == fw_api::types::LaunchId::COUNT);

/// One launch in flight: a block on its SIPs.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_launch {
    /// The entry holds a launch; otherwise everything else is 0.
    pub valid: bool,
    /// A command to start it went to the MDMA.
    pub mdma: bool,
    /// A message about it went to firmware.
    pub mih: bool,
    /// Its place in the launch table.
    pub launch_id: u32,
    /// The task.
    pub ids: hws_task_ids,
    /// The block.
    pub block_id: u32,
    /// Sequence number of the kernel.
    pub kernel_seq: u32,
    /// Its SIPs.
    pub sips: u32,
    /// The SIPs that have completed.
    pub done: u32,
}

impl From<Launch> for hws_launch {
    fn from(launch: Launch) -> Self {
        Self {
            valid: true,
            mdma: launch.mdma,
            mih: launch.mih,
            launch_id: launch.id.get(),
            ids: launch.ids.into(),
            block_id: launch.block_id.into(),
            kernel_seq: launch.kernel_seq,
            sips: launch.sips.0,
            done: launch.done.0,
        }
    }
}

/// Gets a launch in flight, 0..=63; not `valid` if the entry is free.
///
/// Firmware alone has to start a launch with `mih` and without `mdma`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_launch(
    bus: *const hws_bus,
    launch_id: u32,
    launch: *mut hws_launch,
) -> hws_status {
    from_c!(get(bus, launch, "launch", |hws| {
        Ok(hws.launch(number::launch_id(launch_id)?)?.map(hws_launch::from).unwrap_or_default())
    }))
}

/// Gets every launch that firmware alone has to start, by launch id, and their number in `count`.
///
/// Use it after MIH_OVERFLOW, or after a pop whose answer was lost, to find launches that firmware has not started.
/// Drain the messages first, because messages still in the FIFO were not lost. `count` is also set if the call
/// fails.
///
/// Errors: HWS_BUFFER if there are more than `capacity` (HWS_N_LAUNCH is enough). HWS_TIMEOUT if a launch had no
/// stable reading; the others were read all the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_firmware_launches(
    bus: *const hws_bus,
    launches: *mut hws_launch,
    capacity: usize,
    count: *mut usize,
) -> hws_status {
    from_c!(call(bus, |hws| {
        let count = aligned(count, "count")?;
        let mut buffer = Buffer::new(launches, capacity, "launches")?;
        let mut found = 0;
        let scanned = scan(hws, |launch| {
            buffer.push(launch);
            found += 1;
        });
        count.write(found);
        scanned?;
        let fits = found <= capacity;
        if fits { Ok(()) } else { Err(hws_error::new(hws_status::HWS_BUFFER)) }
    }))
}

/// Only a bus error ends the scan; the first other failure is reported at its end.
fn scan(hws: &mut Driver, mut found: impl FnMut(hws_launch)) -> Answer<()> {
    let mut answer = Ok(());
    for launch in hws.firmware_launches() {
        match launch {
            Ok(launch) => found(launch.into()),
            Err(error @ Error::Bus(_)) => return Err(error.into()),
            Err(error) => answer = answer.and(Err(error.into())),
        }
    }
    answer
}
