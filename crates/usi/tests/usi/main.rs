//! The engine as a GUI sees it.

mod gui;
mod guis;
mod oracle;
mod protocol;
