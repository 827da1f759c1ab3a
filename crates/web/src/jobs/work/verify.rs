//! Verifies a certificate.

use super::Done;
use crate::error::ErrorCode;
use crate::jobs::both::{Both, keys};
use crate::jobs::job::{Failure, Job};
use kemuri_certify::json::VerifyDocument;
use kemuri_certify::{VerifyError, verify_within};
use kemuri_text::certify;
use serde_json::{Value, json};
use std::time::Instant;

/// Verifies `certificate`.
pub fn run(certificate: &[u8], job: &Job) -> Result<Done, Failure> {
    let started = Instant::now();
    let budget = job.budget();
    let verified = verify_within(certificate, None, &budget, &mut |progress| {
        job.show(progress);
    });
    let time = started.elapsed();
    let document = match &verified {
        Ok(report) => VerifyDocument::proven(report, time),
        Err(VerifyError::Wrong(fault)) => VerifyDocument::wrong(fault, time),
        Err(error) => {
            let sentence = |lang| certify::verify_error(lang, error);
            return Err(Failure::new(ErrorCode::Input, sentence));
        }
    };
    let same = keys(&json!({ "document": Value::Object(keys(&document)) }));
    let result = Both::new(same, |lang| {
        let text = match &verified {
            Ok(report) => certify::verified(lang, report, time),
            Err(error) => certify::verify_error(lang, error),
        };
        let sentences: Vec<&str> = text.lines().collect();
        keys(&json!({ "sentences": sentences }))
    });
    Ok(Done {
        result: Some(result),
        ..Done::default()
    })
}
