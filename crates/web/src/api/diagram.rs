//! `POST diagram`: a picture as books print it; `GET pieces.svg`: the pieces alone.

use super::position::refusal;
use super::write::parse_move;
use crate::error::ApiError;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kemuri_core::json::SideName;
use kemuri_core::{PlayError, Problem};
use kemuri_diagram::{Diagram, Hands, Style, png, svg};
use kemuri_text::{Lang, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The picture that is wanted.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiagramRequest {
    sfen: String,
    /// Moves in USI that are played first; the last one is marked.
    #[serde(default)]
    moves: Vec<String>,
    /// Who attacks, if the position is not to decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attacker: Option<SideName>,
    #[serde(default)]
    format: PictureFormat,
    /// The width in pixels.
    #[serde(default = "default_size")]
    size: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    /// What stands below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    caption: Option<String>,
    /// White at the bottom.
    #[serde(default)]
    flip: bool,
    /// Whose hands are shown: `auto`, `attacker`, `both` or `none`.
    #[serde(default = "default_hands")]
    hands: String,
}

/// The formats of pictures.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum PictureFormat {
    #[default]
    Svg,
    Png,
}

fn default_size() -> u32 {
    480
}

fn default_hands() -> String {
    "auto".into()
}

/// Answers `POST diagram`.
pub fn diagram(lang: Lang, request: DiagramRequest) -> Result<Response, ApiError> {
    if !png::WIDTHS.contains(&request.size) {
        let (min, max) = png::WIDTHS.into_inner();
        return Err(ApiError::input(
            "size",
            tr!(lang, "help-wanted-width", min, max),
        ));
    }
    let hands = Hands::ALL
        .into_iter()
        .find(|&(name, _)| name == request.hands);
    let Some((_, hands)) = hands else {
        let names = Hands::ALL.map(|(name, _)| name).join(", ");
        return Err(ApiError::input("hands", tr!(lang, "web-hands", names)));
    };
    let drawn = draw(lang, &request)?;
    let style = Style::default().with_flip(request.flip).with_hands(hands);
    match request.format {
        PictureFormat::Svg => Ok(super::svg(svg::write(&drawn, &style, request.size))),
        PictureFormat::Png => {
            let mut bytes = Vec::new();
            let written = png::write(&drawn, &style, request.size, &mut bytes);
            written.map_err(|_| ApiError::internal(lang))?;
            Ok(([(header::CONTENT_TYPE, "image/png")], bytes).into_response())
        }
    }
}

fn draw(lang: Lang, request: &DiagramRequest) -> Result<Diagram, ApiError> {
    let problem = Problem::from_sfen_with(&request.sfen, request.attacker.map(Into::into));
    let problem = problem.map_err(|error| super::problem_error(lang, "sfen", &error))?;
    super::limit_moves(lang, "moves", &request.moves)?;
    let moves = request.moves.iter().map(|word| parse_move(lang, word));
    let moves = moves.collect::<Result<Vec<_>, _>>()?;
    let after = Diagram::after(&problem.position(), problem.attacker(), &moves);
    let mut diagram = after.map_err(|illegal| {
        let before = problem
            .play_all(&moves[..illegal.ply - 1])
            .unwrap_or(problem);
        let sentence = refusal(lang, &before, illegal.ply, PlayError::Illegal(illegal.mv));
        ApiError::input("moves", sentence)
    })?;
    let words = [&request.title, &request.author].into_iter().flatten();
    let words: Vec<&str> = words.map(String::as_str).collect();
    if !words.is_empty() {
        diagram = diagram.with_title(words.join("　"));
    }
    Ok(match &request.caption {
        Some(caption) => diagram.with_caption(caption),
        None => diagram,
    })
}

/// Answers `GET pieces.svg`.
pub async fn pieces() -> Response {
    let mut response = super::svg(svg::sprite());
    let kept = header::HeaderValue::from_static("private, max-age=3600");
    response.headers_mut().insert(header::CACHE_CONTROL, kept);
    response
}
