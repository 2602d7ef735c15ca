//! How the run of an image ended.

/// What is known of a firmware image after its run.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ImageRecord {
    /// Instructions that took place.
    pub instructions: u64,
    /// The code with which the image ended; none if it did not end by itself.
    pub exit_code: Option<u32>,
    /// Why the run is over, if the image did not end by itself.
    pub reason: Option<String>,
    /// The image ended with code 0 although kernels were left.
    pub left_over: bool,
    /// What it wrote to the UART and by semihosting, with unprintable characters replaced.
    pub uart: String,
}

impl ImageRecord {
    /// Returns how it ended, in words.
    #[must_use]
    pub fn end_text(&self) -> String {
        match (self.exit_code, &self.reason) {
            (Some(0), _) if self.left_over => "ended with code 0 before the workload was drained".to_owned(),
            (Some(code), _) => format!("ended with code {code}"),
            (None, Some(reason)) => reason.clone(),
            (None, None) => "was stopped".to_owned(),
        }
    }
}
