//! The reader of KIF, KI2 and BOD: no panic, errors inside the text, and nothing lost when what
//! was read is written and read again.
#![no_main]

use kemuri_formats::Format;
use kemuri_formats::fuzz::check_text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    check_text(text, Format::Kif);
});
