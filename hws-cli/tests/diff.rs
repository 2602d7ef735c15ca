//! `hws diff`.
