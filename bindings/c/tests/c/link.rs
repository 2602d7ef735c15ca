//! Programs with the static library of the API and the shared one of the model.

use crate::gcc::link_with;
use std::path::PathBuf;

/// Links the program.
pub(crate) fn link(sources: &[PathBuf], options: &[&str], name: &str) -> PathBuf {
    link_with(&["libhws_fw.a", "libhws_model_c.so"], sources, options, name)
}
