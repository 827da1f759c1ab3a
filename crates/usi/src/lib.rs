//! USI, the protocol between shogi GUIs and engines: an [`engine`] that solves
//! tsume-shogi, and a [`client`] that asks other engines.

pub mod client;
pub mod engine;
