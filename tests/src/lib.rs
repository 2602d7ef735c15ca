//! Cross-crate tests live in `tests/`; the golden stimuli and traces beside it.
