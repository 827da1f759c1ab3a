#![doc = include_str!("../README.md")]

mod api;
mod error;
mod files;
mod guard;
mod jobs;
mod openapi;
mod request;
mod server;

pub use server::{Limits, ServeError, Server, WebOptions};
