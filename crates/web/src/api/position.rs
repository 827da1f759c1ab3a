//! `POST position`: what there is to say of a diagram as it is being set up.

use super::write::parse_move;
use crate::error::ApiError;
use kemuri_core::json::{SideName, Version};
use kemuri_core::sfen::{self, Sfen, letter_of_piece};
use kemuri_core::{Color, Hand, Move, PlayError, Problem, ProblemError, Square, notation, problem};
use kemuri_formats::{AssumedRest, why_illegal};
use kemuri_text::{Lang, formats, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A diagram, right or wrong, and moves from there.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    sfen: String,
    /// Moves in USI.
    #[serde(default)]
    moves: Vec<String>,
    /// Who attacks, if the position is not to decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attacker: Option<SideName>,
    /// Whether the defender gets every piece that is nowhere.
    #[serde(default)]
    rest: bool,
}

/// What there is to say of it.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct PositionDocument {
    version: Version,
    /// The position before the moves.
    start: String,
    /// The position after them.
    sfen: String,
    /// The side to move after them.
    turn: SideName,
    /// Who attacks, if it is a problem.
    attacker: Option<SideName>,
    /// Whether it is a problem.
    ready: bool,
    /// Whether the side to move is in check.
    in_check: bool,
    /// Whether the defender is mated.
    mated: bool,
    /// The pieces that stand nowhere.
    unaccounted: Hand,
    /// The pieces that the defender was given.
    assumed_rest: Option<Hand>,
    /// What keeps it from being a problem.
    faults: Vec<FaultDocument>,
    /// The moves that can be played.
    moves: Vec<PlayedMove>,
    /// The first move that cannot.
    illegal: Option<IllegalDocument>,
    /// The moves that can follow: checks, or evasions.
    legal: Vec<NamedMove>,
}

/// Something that is wrong with a diagram.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct FaultDocument {
    code: FaultCode,
    /// The squares that it concerns.
    squares: Vec<String>,
    /// The kind of piece that it concerns, as a letter.
    piece: Option<String>,
    sentence: String,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum FaultCode {
    TooMany,
    TwoKings,
    TwoPawns,
    NoMove,
    NoKing,
    KingCapturable,
    NothingToDo,
    NoKingToMate,
    DefenderNotInCheck,
    Other,
}

/// A move that was played.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct PlayedMove {
    #[serde(rename = "move")]
    usi: String,
    japanese: String,
    /// The position after it.
    sfen: String,
}

/// A move that cannot be played.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct IllegalDocument {
    /// Its number, from 1.
    ply: usize,
    sentence: String,
}

/// A move and its notation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NamedMove {
    /// The move in USI.
    #[serde(rename = "move")]
    pub usi: String,
    /// The move as players write it.
    pub japanese: String,
}

/// Answers `POST position`.
pub fn position(lang: Lang, request: PositionRequest) -> Result<PositionDocument, ApiError> {
    super::limit_moves(lang, "moves", &request.moves)?;
    let parsed = sfen::parse(&request.sfen);
    let mut start = parsed.map_err(|error| super::problem_error(lang, "sfen", &error.into()))?;
    let attacker = request.attacker.map(Color::from);
    let rest = request
        .rest
        .then(|| AssumedRest::give_to_defender(&mut start, attacker));
    let problem = Problem::from_parts(&start, attacker);
    let mut document = PositionDocument {
        version: Version,
        start: start.to_string(),
        sfen: start.to_string(),
        turn: start.turn.into(),
        attacker: problem
            .as_ref()
            .ok()
            .map(|problem| problem.attacker().into()),
        ready: problem.is_ok(),
        in_check: in_check(&start),
        mated: false,
        unaccounted: start.unaccounted(),
        assumed_rest: rest.flatten().map(|rest| rest.pieces),
        faults: Vec::new(),
        moves: Vec::new(),
        illegal: None,
        legal: Vec::new(),
    };
    match problem {
        Ok(problem) => document.play(lang, problem, &request.moves)?,
        Err(_) => {
            let faults = problem::faults(&start, attacker);
            document.faults = faults.iter().map(|error| fault(lang, error)).collect();
        }
    }
    Ok(document)
}

impl PositionDocument {
    /// Plays moves as far as they can be played.
    fn play(&mut self, lang: Lang, start: Problem, words: &[String]) -> Result<(), ApiError> {
        let (mut problem, mut previous) = (start, None);
        for (ply, word) in (1..).zip(words) {
            let mv = parse_move(lang, word)?;
            match problem.play(mv) {
                Ok(next) => {
                    let japanese = one(&problem, mv, previous);
                    (problem, previous) = (next, Some(mv.to_sq()));
                    self.moves.push(PlayedMove {
                        usi: mv.to_usi(),
                        japanese,
                        sfen: problem.to_sfen(),
                    });
                }
                Err(error) => {
                    let sentence = refusal(lang, &problem, ply, error);
                    self.illegal = Some(IllegalDocument { ply, sentence });
                    break;
                }
            }
        }
        self.sfen = problem.to_sfen();
        self.turn = problem.turn().into();
        self.in_check = in_check(&Sfen::from(&problem));
        let moves = problem.moves();
        self.mated = !problem.attacker_to_move() && moves.is_empty();
        self.legal = named(&problem, &moves, previous);
        Ok(())
    }
}

/// The moves with their notation; the move before went to `previous`.
pub fn named(problem: &Problem, moves: &[Move], previous: Option<Square>) -> Vec<NamedMove> {
    let names = moves.iter().map(|&mv| NamedMove {
        usi: mv.to_usi(),
        japanese: one(problem, mv, previous),
    });
    names.collect()
}

/// The notation of a move; the move before went to `previous`.
pub fn one(problem: &Problem, mv: Move, previous: Option<Square>) -> String {
    let words = notation::one(&problem.position(), mv, previous);
    words.unwrap_or_else(|| mv.to_usi())
}

/// Says why a move cannot be played.
pub fn refusal(lang: Lang, problem: &Problem, ply: usize, error: PlayError) -> String {
    match error {
        PlayError::NoCheck(mv) => {
            let mv = one(problem, mv, None);
            tr!(lang, "web-move-no-check", ply, mv)
        }
        PlayError::Illegal(mv) => {
            let reason = why_illegal(&problem.position(), mv);
            let reason = reason.map_or_else(
                || one(problem, mv, None),
                |reason| formats::illegal_reason(lang, reason),
            );
            tr!(lang, "web-move-illegal", ply, reason)
        }
        error => error.to_string(),
    }
}

/// Whether the king of the side to move is attacked, in a diagram that may be wrong.
fn in_check(sfen: &Sfen) -> bool {
    let Ok(position) = problem::lawful(sfen) else {
        return false;
    };
    let turn = position.turn();
    let king = kemuri_core::Piece::from_parts(turn, kemuri_core::PieceType::KING);
    let king = Square::iter().find(|&square| position.piece_on(square) == king);
    king.is_some_and(|king| position.is_attacked_by(king, turn.flip()))
}

fn fault(lang: Lang, error: &ProblemError) -> FaultDocument {
    use ProblemError as Error;
    let letter = |kind| Some(letter_of_piece(Color::BLACK, kind).to_string());
    let (code, squares, piece) = match *error {
        Error::TooManyPieces { kind, .. } => (FaultCode::TooMany, vec![], letter(kind)),
        Error::TwoKings { first, second, .. } => (FaultCode::TwoKings, vec![first, second], None),
        Error::TwoPawns { first, second, .. } => (FaultCode::TwoPawns, vec![first, second], None),
        Error::NoMove { square, .. } => (FaultCode::NoMove, vec![square], None),
        Error::NoKing => (
            FaultCode::NoKing,
            vec![],
            letter(kemuri_core::PieceType::KING),
        ),
        Error::KingCapturable { king, from, .. } => {
            (FaultCode::KingCapturable, vec![king, from], None)
        }
        Error::NothingToDo { king, .. } => (FaultCode::NothingToDo, vec![king], None),
        Error::NoKingToMate { .. } => (FaultCode::NoKingToMate, vec![], None),
        Error::DefenderNotInCheck { king, .. } => (FaultCode::DefenderNotInCheck, vec![king], None),
        _ => (FaultCode::Other, vec![], None),
    };
    FaultDocument {
        code,
        squares: squares.into_iter().map(|square| square.to_usi()).collect(),
        piece,
        sentence: kemuri_text::core::problem_error(lang, error),
    }
}
