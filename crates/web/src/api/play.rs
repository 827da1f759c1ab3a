//! `POST play`: the user attacks and Kemuri defends, or gives a hint, or shows why a
//! move fails.

use super::Shared;
use super::position::{named, refusal};
use super::write::parse_move;
use crate::error::{ApiError, ErrorCode, json};
use crate::request;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use kemuri_core::json::{SideName, Version, usi};
use kemuri_core::{Budget, Move, Problem};
use kemuri_solver::{Futile, Goal, Mate, Options, Outcome, Solver, Verdict, VerdictKind};
use kemuri_text::judge::moves_after;
use kemuri_text::{Lang, solver, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How long the position may be searched, and then its replies.
const TIME: Duration = Duration::from_millis(1000);
/// Moves that are looked at to show why there is no mate.
const MOVES: usize = 400;

/// A problem and the moves so far.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayRequest {
    sfen: String,
    /// Who attacks, if the position is not to decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attacker: Option<SideName>,
    /// The moves so far, in USI.
    #[serde(default)]
    moves: Vec<String>,
    /// The interpositions that do not count.
    #[serde(default)]
    futile: Futile,
}

/// What is known of the position after the moves.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlayDocument {
    version: Version,
    /// The side to move.
    turn: SideName,
    /// Whether the side to move attacks.
    attacks: bool,
    verdict: VerdictKind,
    /// Plies to the mate from here.
    length: Option<u32>,
    /// Whether that is proven to be the shortest.
    exact: Option<bool>,
    /// Whether the defender is mated.
    mated: bool,
    /// The move to play: the hint, the longest defence, or what refutes.
    reply: Option<String>,
    reply_japanese: Option<String>,
    /// How it goes on, with that move first.
    line: Vec<String>,
    line_japanese: Vec<String>,
    /// The defender's replies: those that refute, then the longest first.
    replies: Vec<ReplyDocument>,
    /// What is so, in words.
    sentences: Vec<String>,
}

/// A reply of the defender.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct ReplyDocument {
    #[serde(rename = "move")]
    usi: String,
    japanese: String,
    verdict: VerdictKind,
    /// Plies to the mate, the reply included.
    length: Option<u32>,
    exact: Option<bool>,
}

/// Answers `POST play`. One such question is searched at a time.
pub async fn play(State(shared): State<Shared>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let lang = request::lang(&parts);
    let body: PlayRequest = match request::body(lang, &parts, body).await {
        Ok((body, _)) => body,
        Err(error) => return error.into_response(),
    };
    let Some(permit) = shared.jobs.play_permit().await else {
        let sentence = tr!(lang, "web-busy-play");
        return ApiError::new(ErrorCode::Busy, sentence).into_response();
    };
    let mut options = Options::default();
    options.hash = shared.jobs.play_hash();
    let stop = shared.jobs.end_flag();
    request::blocking(lang, move || {
        let (problem, moves) = position(lang, &body)?;
        let mut solver = Solver::new(options).map_err(|error| {
            let sentence = solver::solver_error(lang, &error);
            ApiError::new(ErrorCode::Internal, sentence)
        })?;
        let budget = || Budget::until_stopped(stop.clone()).with_time(TIME);
        let played = Played::new(lang, &problem, &moves)?;
        let document = played.document(&mut solver, Goal::Shortest(body.futile), budget);
        drop(permit);
        Ok(json(&document))
    })
    .await
}

/// The problem, and its moves so far.
fn position(lang: Lang, request: &PlayRequest) -> Result<(Problem, Vec<Move>), ApiError> {
    let problem = Problem::from_sfen_with(&request.sfen, request.attacker.map(Into::into));
    let problem = problem.map_err(|error| super::problem_error(lang, "sfen", &error))?;
    super::limit_moves(lang, "moves", &request.moves)?;
    let moves = request.moves.iter().map(|word| parse_move(lang, word));
    Ok((problem, moves.collect::<Result<_, _>>()?))
}

/// A position of a game between the user and Kemuri.
struct Played<'a> {
    lang: Lang,
    start: &'a Problem,
    moves: &'a [Move],
    now: Problem,
}

impl<'a> Played<'a> {
    fn new(lang: Lang, start: &'a Problem, moves: &'a [Move]) -> Result<Self, ApiError> {
        let mut now = start.clone();
        for (ply, &mv) in (1..).zip(moves) {
            let next = now.play(mv);
            now =
                next.map_err(|error| ApiError::input("moves", refusal(lang, &now, ply, error)))?;
        }
        Ok(Self {
            lang,
            start,
            moves,
            now,
        })
    }

    /// Searches the position and says what is known of it.
    fn document(
        &self,
        solver: &mut Solver,
        goal: Goal,
        budget: impl Fn() -> Budget,
    ) -> PlayDocument {
        let first = budget();
        let outcome = solver.solve(&self.now, goal, &first, &mut |_| ());
        let defends = !self.now.attacker_to_move();
        let line = match &outcome.verdict {
            Verdict::Mate(mate) => [&mate.line[..], &mate.futile_tail].concat(),
            Verdict::NoMate => self.refuting_line(solver, &budget()),
            Verdict::Unknown(_) => Vec::new(),
        };
        let replies = match defends {
            true => self.replies(solver, goal, &budget()),
            false => Vec::new(),
        };
        // Where nothing is decided, the reply that holds longest as far as is known.
        let best = replies.first().and_then(|reply| Move::from_usi(&reply.usi));
        let reply = line.first().copied().or(best);
        let mate = outcome.verdict.mate();
        let is_mated = self.now.is_mated();
        PlayDocument {
            version: Version,
            turn: self.now.turn().into(),
            attacks: !defends,
            verdict: outcome.verdict.kind(),
            length: mate.map(|mate| mate.length),
            exact: mate.map(|mate| mate.exact),
            mated: is_mated,
            reply: reply.map(|mv| mv.to_usi()),
            reply_japanese: reply.map(|mv| self.words(&[mv]).concat()),
            line: usi(&line),
            line_japanese: self.words(&line),
            replies,
            sentences: self.sentences(&outcome, reply),
        }
    }

    /// What the attacker tries at last where there is no mate, and what refutes it.
    fn refuting_line(&self, solver: &mut Solver, budget: &Budget) -> Vec<Move> {
        let found = solver.refute(&self.now, &[], MOVES, budget, &mut |_| ());
        let first = found
            .replies()
            .and_then(|replies| replies.refuting.first().copied());
        let tries = found.best_try().map(|(best, _)| best.line);
        first.into_iter().chain(tries.unwrap_or_default()).collect()
    }

    /// The defender's replies, each with what is known of it.
    fn replies(&self, solver: &mut Solver, goal: Goal, budget: &Budget) -> Vec<ReplyDocument> {
        let moves = self.now.moves();
        let mut verdicts: Vec<Option<Verdict>> = vec![None; moves.len()];
        let mut alternatives = solver.alternatives(&self.now, &[], goal, budget);
        while let Some(found) = alternatives.next(&mut |_| ()) {
            if let Some(place) = moves.iter().position(|&mv| mv == found.mv) {
                verdicts[place] = Some(found.verdict);
            }
        }
        let previous = self.moves.last().map(|mv| mv.to_sq());
        let names = named(&self.now, &moves, previous);
        let mut replies: Vec<_> = names
            .into_iter()
            .zip(verdicts)
            .map(|(name, verdict)| {
                let mate = verdict.as_ref().and_then(Verdict::mate);
                ReplyDocument {
                    usi: name.usi,
                    japanese: name.japanese,
                    length: mate.map(|mate| mate.length),
                    exact: mate.map(|mate| mate.exact),
                    verdict: verdict.map_or(VerdictKind::Unknown, |verdict| verdict.kind()),
                }
            })
            .collect();
        replies.sort_by_key(|reply| {
            let rank = match reply.verdict {
                VerdictKind::NoMate => 0,
                VerdictKind::Unknown => 1,
                VerdictKind::Mate => 2,
            };
            (rank, std::cmp::Reverse(reply.length))
        });
        replies
    }

    /// Moves from here as players write them.
    fn words(&self, line: &[Move]) -> Vec<String> {
        moves_after(self.start, self.moves, line)
    }

    /// What is so, in words: of the attacker's last move, or of the position.
    fn sentences(&self, outcome: &Outcome, reply: Option<Move>) -> Vec<String> {
        let lang = self.lang;
        let last = (!self.now.attacker_to_move())
            .then_some(self.moves.last())
            .flatten();
        let Some(&last) = last else {
            return vec![solver::verdict(lang, outcome)];
        };
        let before = &self.moves[..self.moves.len() - 1];
        let mv = moves_after(self.start, before, &[last]).concat();
        let reply = reply
            .map(|reply| self.words(&[reply]).concat())
            .unwrap_or_default();
        vec![match &outcome.verdict {
            Verdict::Mate(Mate { length: 0, .. }) => tr!(lang, "web-play-mated", mv),
            Verdict::Mate(Mate {
                length,
                exact: true,
                ..
            }) => {
                tr!(lang, "web-play-mates", mv, plies = length)
            }
            Verdict::Mate(Mate { length, .. }) => {
                tr!(lang, "web-play-mates-within", mv, plies = length)
            }
            Verdict::NoMate => tr!(lang, "web-play-fails", mv, reply),
            Verdict::Unknown(reason) => {
                let reason = solver::reason(lang, *reason);
                tr!(lang, "web-play-unknown", mv, reason)
            }
        }]
    }
}
