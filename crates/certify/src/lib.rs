//! Certificates.

pub mod rules;
