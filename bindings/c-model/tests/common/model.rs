//! A model of a test; each test file adds the calls that it needs.

use std::ptr::null_mut;

use hws_model_c::hws_model_status::HWS_MODEL_OK;
use hws_model_c::{hws_model, hws_model_create, hws_model_free};

/// A model that is freed when dropped.
pub(crate) struct Model(pub(crate) *mut hws_model);

impl Model {
    pub(crate) fn new(memory_bytes: u32) -> Self {
        let mut model = null_mut();
        // SAFETY: the place is from this test.
        assert_eq!(unsafe { hws_model_create(memory_bytes, &mut model) }, HWS_MODEL_OK);
        Self(model)
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: the model is from this test and no longer used.
        unsafe { hws_model_free(self.0) };
    }
}
