//! A tree as a KIF record with branches.
//!
//! `変化：N手` leaves the line written last, so lines that leave late are written
//! before lines that leave early, each followed by those that leave it.

use super::lines::{Line, Lines, Step};
use crate::text::Text;
use crate::units;
use kemuri_core::{Color, Lang, Move, PieceType, Problem, kanji};
use kemuri_solver::tree::Next;
use rsshogi::board::Position;

const NO_TIME: &str = "( 0:00/00:00:00)";
/// Columns of a move.
const MOVE_WIDTH: usize = 14;

/// The record of the mate of `problem`; `notes` say what it leaves out.
pub fn write(
    problem: &Problem,
    id: Option<&str>,
    lines: &Lines<'_>,
    notes: &[String],
    text: Text,
) -> String {
    let mut out = head(problem, &[("作品名", id)]);
    for note in notes {
        out += &format!("*{note}\n");
    }
    let mut waiting = vec![0];
    while let Some(number) = waiting.pop() {
        let line = &lines.list[number];
        out += &block(problem, lines, number, text);
        // The last one pushed is written next: that which leaves latest, and of
        // those that leave together the first.
        let mut leaving = line.leaving.clone();
        leaving.sort_by_key(|&(number, ply)| (ply, std::cmp::Reverse(number)));
        waiting.extend(leaving.into_iter().map(|(number, _)| number));
    }
    out
}

/// A record up to its first move, with these headers as far as they have values.
pub fn head(problem: &Problem, headers: &[(&str, Option<&str>)]) -> String {
    let mut out = String::from("#KIF version=2.0 encoding=UTF-8\n");
    for (name, value) in headers {
        if let Some(value) = value {
            // A value with a line break would be a header of its own.
            let value: String = value.chars().filter(|c| !c.is_control()).collect();
            out += &format!("{name}：{value}\n");
        }
    }
    let hand = |color| {
        let pieces = kanji::in_hand(problem.hand(color).into(), Lang::Ja);
        if pieces.is_empty() {
            "なし".into()
        } else {
            pieces.join("　")
        }
    };
    out += &format!("後手の持駒：{}\n", hand(Color::WHITE));
    out += &kemuri_diagram::text::board(&problem.into());
    out += &format!("先手の持駒：{}\n", hand(Color::BLACK));
    if problem.turn() == Color::WHITE {
        out += "後手番\n";
    }
    out += "手数----指手---------消費時間--\n";
    out
}

/// One line of the record.
fn block(problem: &Problem, lines: &Lines<'_>, number: usize, text: Text) -> String {
    let line = &lines.list[number];
    let mut out = String::new();
    let start = lines.start(line);
    let summary = text.variation(lines.total(start), lines.node(start).hand_left);
    let summary = format!("*[{number}] {summary}\n");
    if number > 0 {
        let ply = line.steps.first().map_or(1, |step| step.ply);
        out += &format!("\n変化：{ply}手\n");
    } else {
        out += &summary;
    }
    for (i, (step, words)) in line
        .steps
        .iter()
        .zip(moves(problem, lines, line))
        .enumerate()
    {
        out += &row(step.ply, &words, has_branch(lines, line, step));
        if number > 0 && i == 0 {
            out += &summary;
        }
    }
    let played = line.steps.last().map_or(0, |step| step.ply);
    match lines.node(line.end).next {
        Next::SameAs(_) => {
            if let Some(place) = lines.same_as(line.end) {
                out += &format!("*{}\n", text.same_as(place));
            }
        }
        Next::Cut(cut) => out += &format!("*{}\n", text.cut(cut)),
        Next::Mated | Next::Moves { .. } => {
            out += &row(played + 1, "詰み", false);
            if number == 0 {
                out += &format!("まで{played}手で詰み\n");
            }
        }
    }
    out
}

/// Whether other moves are written in place of this one.
fn has_branch(lines: &Lines<'_>, line: &Line, step: &Step) -> bool {
    // The first move of a line stands in place of a move of another line, which
    // is marked when a further line does so as well.
    let own = line.leaving.iter().any(|&(_, ply)| ply == step.ply);
    let parent = lines.node(step.node).parent;
    own || parent.is_some_and(|parent| {
        let siblings = lines.tree.next(parent);
        siblings.len() > 1 && siblings.last() != Some(&step.node)
    })
}

/// A row of a record; `branch` says whether others are written in its place.
pub fn row(ply: usize, words: &str, branch: bool) -> String {
    let mark = if branch { "+" } else { "" };
    format!(
        "{ply:>4} {} {NO_TIME}{mark}\n",
        units::padded(words, MOVE_WIDTH)
    )
}

fn moves(problem: &Problem, lines: &Lines<'_>, line: &Line) -> Vec<String> {
    let mut words = written(problem, &lines.tree.path(line.end));
    words.split_off(words.len().saturating_sub(line.steps.len()))
}

/// Legal moves as KIF writes them: always with where they come from.
pub fn written(problem: &Problem, moves: &[Move]) -> Vec<String> {
    let mut position = problem.position();
    let mut previous = None;
    let mut words = Vec::new();
    for &mv in moves {
        words.push(one(&position, mv, previous));
        previous = Some(mv.to_sq());
        // After an illegal move the rest reads oddly.
        let _ = position.try_apply_move32(position.move32_from_move(mv));
    }
    words
}

fn one(position: &Position, mv: Move, previous: Option<kemuri_core::Square>) -> String {
    const DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
    const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    let to = mv.to_sq();
    let place = if previous == Some(to) {
        "同　".to_string()
    } else {
        let (file, rank) = (to.file().to_index(), to.rank().to_index());
        format!("{}{}", DIGITS[file], RANKS[rank])
    };
    if let Some(kind) = mv.dropped_piece() {
        return format!("{place}{}打", name(kind));
    }
    let from = mv.from_sq();
    let kind = position.piece_on(from).piece_type();
    let promotes = if mv.is_promotion() { "成" } else { "" };
    let (file, rank) = (from.file().to_index() + 1, from.rank().to_index() + 1);
    format!("{place}{}{promotes}({file}{rank})", name(kind))
}

fn name(kind: PieceType) -> &'static str {
    Lang::Ja.piece(kind)
}
