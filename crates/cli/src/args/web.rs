//! The arguments of `kemuri web`.

use super::values;
use clap::{ArgAction, Args};
use kemuri_terminal::args::{TableOptions, UsageError};
use kemuri_text::{tr, units};
use kemuri_web::Limits;
use std::net::{IpAddr, Ipv4Addr};

/// The arguments of `kemuri web`.
#[derive(Args)]
pub struct WebArgs {
    /// The port; 0 takes a free one.
    #[arg(long, value_name = "N", value_parser = values::port, default_value = "8008")]
    pub port: u16,
    /// The address to listen at.
    #[arg(long, value_name = "ADDR", value_parser = values::address)]
    pub host: Option<IpAddr>,
    /// The token of the start address.
    #[arg(long, value_name = "TOKEN", value_parser = values::token)]
    pub token: Option<String>,
    /// Whether the browser is opened.
    #[arg(long = "no-open", action = ArgAction::SetFalse)]
    pub open: bool,
    /// How many jobs run at the same time.
    #[arg(long, value_name = "N", value_parser = values::jobs, default_value = "2")]
    pub jobs: usize,
    /// The most threads of a search.
    #[arg(long, value_name = "N", value_parser = values::search_threads, default_value = "1")]
    pub threads: usize,
    /// The size of the tables of all jobs.
    #[command(flatten)]
    pub options: TableOptions,
}

impl WebArgs {
    /// Returns the address to listen at.
    pub fn host(&self) -> IpAddr {
        self.host.unwrap_or(Ipv4Addr::LOCALHOST.into())
    }

    /// Refuses an address that others can reach without a token that was agreed on, and
    /// less memory than the jobs need.
    pub(super) fn check(&self) -> Result<(), UsageError> {
        if !self.host().is_loopback() && self.token.is_none() {
            return Err(UsageError::other(|lang| tr!(lang, "web-needs-token")));
        }
        let least = Limits::default().with_jobs(self.jobs).least_hash();
        match self.options.hash < least {
            true => Err(UsageError::other(|lang| {
                tr!(lang, "web-little-memory", least = units::bytes(least))
            })),
            false => Ok(()),
        }
    }
}
