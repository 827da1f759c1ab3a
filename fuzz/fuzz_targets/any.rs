//! The front door: any bytes, strictly and leniently, and what is kept into every
//! format.
#![no_main]

use kemuri_formats::fuzz::check_bytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check_bytes(bytes));
