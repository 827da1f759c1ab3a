//! What fills the gaps of messages.

use crate::Lang;
use fluent_bundle::FluentValue;
use kemuri_core::{Color, Move, PieceType, Square};
use std::path::{Path, PathBuf};

/// A value that can stand in a message: a number, which chooses singular or
/// plural, a text, or something that has a name in every language.
pub trait MessageArg {
    /// Returns the value as a message in `lang` shows it.
    fn in_message(&self, lang: Lang) -> FluentValue<'_>;
}

impl<T: MessageArg + ?Sized> MessageArg for &T {
    fn in_message(&self, lang: Lang) -> FluentValue<'_> {
        (**self).in_message(lang)
    }
}

/// Implements [`MessageArg`] by an expression that knows the value and the language.
macro_rules! message_arg {
    ($($kind:ty),*: |$value:ident, $lang:ident| $shown:expr) => {
        $(impl MessageArg for $kind {
            fn in_message(&self, $lang: Lang) -> FluentValue<'_> {
                let $value = self;
                $shown.into()
            }
        })*
    };
}

message_arg!(u8, u16, u32, u64, usize: |number, _lang| *number);
message_arg!(str: |text, _lang| text);
message_arg!(String: |text, _lang| text.as_str());
message_arg!(Path: |path, _lang| path.display().to_string());
message_arg!(PathBuf: |path, _lang| path.display().to_string());
message_arg!(std::io::Error: |error, _lang| error.to_string());
message_arg!(Move: |mv, _lang| mv.to_usi());
message_arg!(Square: |square, lang| lang.square(*square));
message_arg!(Color: |side, lang| lang.color(*side));
message_arg!(PieceType: |kind, lang| lang.piece(*kind));
