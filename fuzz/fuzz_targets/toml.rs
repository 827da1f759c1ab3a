//! The files of conditions and of profiles: no panic, and a sentence on one line for what is
//! refused.
#![no_main]

use kemuri_compose::condition::Condition;
use kemuri_judge::Profile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Condition::parse(text) {
        Ok(condition) => {
            let again = Condition::parse(text).expect("the same text");
            assert_eq!(condition.fingerprint(), again.fingerprint());
        }
        Err(error) => check_sentence(&error.to_string()),
    }
    if let Err(error) = Profile::parse(text) {
        check_sentence(&error.to_string());
    }
});

fn check_sentence(sentence: &str) {
    assert!(!sentence.is_empty(), "no sentence");
    assert!(!sentence.contains(char::is_control), "{sentence:?}");
}
