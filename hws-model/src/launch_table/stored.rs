//! A launch in a file.

use hws_types::{BlockHeader, SipMask};
use serde::{Deserialize, Serialize};

use super::VcRun;
use crate::paths::Paths;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Launch {
    kernel_seq: u32,
    of: BlockHeader,
    mask: SipMask,
    done: SipMask,
    out_mdma: bool,
    out_mih: bool,
    vc_run: VcRun,
}

impl From<super::Launch> for Launch {
    fn from(launch: super::Launch) -> Self {
        let super::Launch { kernel_seq, mask, done, paths, vc_run, .. } = launch;
        let (out_mdma, out_mih) = (paths.mdma(), paths.mih());
        Self { kernel_seq, of: launch.of(), mask, done, out_mdma, out_mih, vc_run }
    }
}

impl From<Launch> for super::Launch {
    fn from(launch: Launch) -> Self {
        let Launch { kernel_seq, of: BlockHeader { ids, block_id }, mask, done, vc_run, .. } = launch;
        let paths = Paths::new(launch.out_mdma, launch.out_mih);
        Self { kernel_seq, mask, done, ids, block_id, paths, vc_run }
    }
}
