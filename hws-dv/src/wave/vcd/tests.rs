//! Dialects of VCD.
