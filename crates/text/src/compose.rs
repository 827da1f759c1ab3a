//! Sentences about conditions, enumerations and composing backwards.

use crate::judge::FactContext;
use crate::{Lang, judge, runstore, solver, tr, units};
use kemuri_compose::ConditionError;
use kemuri_compose::condition::ConditionMismatch;
use kemuri_compose::enumerate::{CollectionError, EnumerateError};
use kemuri_compose::position_file::RunFileError;
use kemuri_compose::soundness::SoundnessError;
use kemuri_core::Problem;

/// Says why a text is not a condition.
pub fn condition_error(lang: Lang, error: &ConditionError) -> String {
    use ConditionError as Error;
    match error {
        Error::UnknownKey { key, line } => tr!(lang, "compose-unknown-key", key, line),
        Error::Text { line, detail } => tr!(lang, "compose-text", line, detail),
        Error::Name(name) => tr!(lang, "compose-name", name = name.escape_debug().to_string()),
        Error::NoMaterial => tr!(lang, "compose-no-material"),
        Error::TooMany { kind, count, limit } => tr!(lang, "compose-too-many", kind, count, limit),
        Error::NotInMaterial {
            section,
            kind,
            count,
            limit,
        } => tr!(lang, "compose-not-in-material", section, kind, count, limit),
        Error::OutOfRange {
            key,
            value,
            least,
            most,
        } => tr!(
            lang,
            "compose-out-of-range",
            key,
            value = value.to_string(),
            least,
            most
        ),
        Error::TooFew {
            section,
            need,
            have,
        } => tr!(lang, "compose-too-few", section, need, have),
        Error::NotTheSum {
            section,
            sum,
            pieces,
        } => tr!(lang, "compose-not-the-sum", section, sum, pieces),
        Error::Crowded {
            section,
            pieces,
            squares,
        } => tr!(lang, "compose-crowded", section, pieces, squares),
        Error::NotTwo { key, count } => tr!(lang, "compose-not-two", key, count),
        _ => error.to_string(),
    }
}

/// Says why a problem does not belong to a condition.
pub fn condition_mismatch(lang: Lang, mismatch: ConditionMismatch) -> String {
    match mismatch {
        ConditionMismatch::Region { ply: 0 } => tr!(lang, "compose-mismatch-start"),
        ConditionMismatch::Region { ply } => tr!(lang, "compose-mismatch-region", ply),
        ConditionMismatch::Final => tr!(lang, "compose-mismatch-final"),
        _ => mismatch.to_string(),
    }
}

/// Says why an enumeration ended early.
pub fn enumerate_error(lang: Lang, error: &EnumerateError) -> String {
    match error {
        EnumerateError::Folder(error) => runstore::folder_error(lang, error),
        EnumerateError::File(error) => run_file_error(lang, error),
        EnumerateError::OtherCondition { path, name } => {
            let path = path.display().to_string();
            tr!(lang, "compose-other-condition", path, name)
        }
        EnumerateError::Workers { threads, bytes } => {
            tr!(
                lang,
                "compose-workers",
                threads,
                bytes = units::bytes(*bytes)
            )
        }
        EnumerateError::Interrupted => runstore::interrupted(lang),
        _ => error.to_string(),
    }
}

fn run_file_error(lang: Lang, error: &RunFileError) -> String {
    match error {
        RunFileError::File(error) => runstore::file_error(lang, error),
        RunFileError::Journal(error) => runstore::journal_error(lang, error),
        RunFileError::Damaged { path, what } => tr!(lang, "compose-damaged", path, what),
        _ => error.to_string(),
    }
}

/// Says why the problems cannot be read out of the folder of an enumeration.
pub fn collection_error(lang: Lang, error: &CollectionError) -> String {
    match error {
        CollectionError::File(error) => run_file_error(lang, error),
        CollectionError::Problem(error) => {
            tr!(
                lang,
                "compose-stored-position",
                error = crate::core::problem_error(lang, error)
            )
        }
        CollectionError::Broken { plies } => tr!(lang, "compose-no-solution", plies),
        _ => error.to_string(),
    }
}

/// Says why a problem is not known to be sound.
pub fn soundness_error(lang: Lang, problem: &Problem, error: &SoundnessError) -> String {
    let sfen = problem.to_sfen();
    let flaw = match error {
        SoundnessError::Undecided(reason) => {
            let reason = solver::reason(lang, *reason);
            return tr!(lang, "compose-not-decided", sfen, reason);
        }
        SoundnessError::OtherLines => {
            let reason = tr!(lang, "compose-other-lines");
            return tr!(lang, "compose-not-decided", sfen, reason);
        }
        SoundnessError::NotToMove => tr!(lang, "compose-not-to-move"),
        SoundnessError::Unsound { fact, main_line } => {
            let before = &main_line[..fact.ply.saturating_sub(1).min(main_line.len())];
            let context = FactContext {
                problem,
                fact,
                moves: judge::moves_after(problem, before, &fact.line),
                earlier: None,
                flaw: None,
            };
            judge::fact(lang, &context)
        }
        _ => error.to_string(),
    };
    tr!(lang, "compose-not-sound", sfen, flaw)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_compose::Condition;

    /// Every mistake in a condition is named in both languages; the English
    /// sentence is that of the error itself.
    #[test]
    fn mistakes_in_conditions_are_named_in_both_languages() {
        for text in [
            "x = 1",
            "name = \"a b\"",
            "[material]\npawns = 19",
            "name = 3",
        ] {
            let error = Condition::parse(text).unwrap_err();
            assert_eq!(condition_error(Lang::En, &error), error.to_string());
            let japanese = condition_error(Lang::Ja, &error);
            assert!(!japanese.is_ascii(), "{japanese}");
        }
        for mismatch in [
            ConditionMismatch::Region { ply: 0 },
            ConditionMismatch::Region { ply: 3 },
            ConditionMismatch::Final,
        ] {
            assert_eq!(condition_mismatch(Lang::En, mismatch), mismatch.to_string());
            assert!(!condition_mismatch(Lang::Ja, mismatch).is_ascii());
        }
    }
}
