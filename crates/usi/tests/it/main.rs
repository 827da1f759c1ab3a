//! The engine as a GUI sees it.

mod client;
mod gui;
mod guis;
mod oracle;
mod protocol;
