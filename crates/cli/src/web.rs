//! `kemuri web`.

use crate::args::WebArgs;
use crate::{CommandResult, complain};
use kemuri_terminal::{Refusal, Status, Stop};
use kemuri_text::{Lang, quote, tr};
use kemuri_web::{Limits, ServeError, Server, WebOptions};
use std::io::Write;

/// Serves the workbench until the user ends it.
pub fn run(args: &WebArgs, lang: Lang, stop: &Stop, out: &mut dyn Write) -> CommandResult {
    let limits = Limits::default()
        .with_jobs(args.jobs)
        .with_hash(args.options.hash)
        .with_threads(args.threads as u64);
    let options = WebOptions::default()
        .at(args.host(), args.port)
        .with_token(args.token.clone())
        .with_limits(limits);
    let refuse = |error: ServeError| Refusal::from(refused(lang, &error));
    let server = Server::bind(options).map_err(refuse)?;
    let address = server.start_address();
    writeln!(
        out,
        "{}",
        tr!(lang, "web-started", address = address.as_str())
    )?;
    out.flush()?;
    if !args.host().is_loopback() {
        complain(&tr!(
            lang,
            "web-open-to-others",
            host = args.host().to_string()
        ));
    }
    if args.open && open::that_detached(&address).is_err() {
        complain(&tr!(lang, "web-no-browser"));
    }
    server.run(stop.flag()).map_err(refuse)?;
    Ok(Status::default())
}

/// Says why the server cannot start.
fn refused(lang: Lang, error: &ServeError) -> String {
    match error {
        ServeError::NeedsToken(_) => tr!(lang, "web-needs-token"),
        ServeError::Listen { address, error } => {
            let address = address.to_string();
            tr!(lang, "web-cannot-listen", address, error)
        }
        ServeError::System(error) => tr!(lang, "web-system", error),
        error => quote(&error.to_string()),
    }
}
