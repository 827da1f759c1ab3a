//! `kemuri web`: how it starts and how it ends.

use crate::common::{kemuri, run};

#[test]
fn what_cannot_be_served_is_refused() {
    let others = ["web", "--no-open", "--port", "0", "--host", "0.0.0.0"];
    run(&others).assert_refused(&["--host", "needs a token", "--token"]);
    for (flag, value, part) in [
        ("--token", "short", "at least 16"),
        ("--token", "with a space in the middle", "letters, digits"),
        ("--port", "65536", "a port from 0 to 65535"),
        ("--host", "example.org", "an IP address"),
        ("--hash", "64K", "need at least 256.0 KiB"),
        ("--jobs", "0", "a number of jobs"),
        ("--jobs", "65", "from 1 to 64"),
    ] {
        run(&["web", "--no-open", flag, value]).assert_refused(&[flag, part]);
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    run(&["web", "--no-open", "--port", &port]).assert_refused(&["cannot listen at", &port]);
}

#[cfg(unix)]
mod signals {
    use super::kemuri;
    use crate::common::{HARD, interrupt, start, wait};
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    use std::process::{Child, Command};
    use std::time::{Duration, Instant};

    /// A server, its host and its token.
    fn serving() -> (Child, String, String) {
        let mut child = start(kemuri().args(["web", "--no-open", "--port", "0"]));
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut line).expect("a line");
        let address = line.trim().rsplit_once("http://").expect("an address").1;
        let (host, token) = address.split_once("/?token=").expect("a token");
        (child, host.into(), token.into())
    }

    /// Sends a request as the page does.
    fn ask(host: &str, token: &str, first: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(host).expect("a server");
        write!(
            stream,
            "{first} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             Authorization: Bearer {token}\r\nContent-Type: application/json\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .expect("written");
        stream
    }

    /// Starts a job that does not end and listens to it.
    fn listening(host: &str, token: &str) -> TcpStream {
        let body = format!("{{\"kind\":\"solve\",\"problem\":{{\"sfen\":\"{HARD}\"}}}}");
        let mut text = String::new();
        let mut made = ask(host, token, "POST /api/v1/jobs", &body);
        made.read_to_string(&mut text).expect("UTF-8");
        let id = text.split("\"id\":\"").nth(1).expect("a job");
        let id = &id[..id.find('"').expect("its name")];
        let stream = ask(host, token, &format!("GET /api/v1/jobs/{id}/events"), "");
        let mut lines = BufReader::new(stream.try_clone().expect("a clone")).lines();
        let is_progress =
            |line: std::io::Result<String>| line.is_ok_and(|line| line == "event: progress");
        assert!(lines.any(is_progress), "the job does nothing");
        stream
    }

    /// With a job that runs and a page that listens, any signal ends it at once, and
    /// well.
    #[test]
    fn a_signal_ends_the_server_and_its_streams() {
        for signal in ["INT", "TERM", "HUP"] {
            let (mut child, host, token) = serving();
            let mut stream = listening(&host, &token);
            let started = Instant::now();
            match signal {
                "INT" => interrupt(&child),
                _ => {
                    let signal = format!("-{signal}");
                    let mut kill = Command::new("kill");
                    kill.args([signal, child.id().to_string()]);
                    assert!(kill.status().expect("kill").success());
                }
            }
            let code = wait(&mut child);
            let time = started.elapsed();
            assert_eq!(code, 0, "{signal}");
            // It takes less than 0.2 s; a busy machine may take longer.
            assert!(time < Duration::from_secs(5), "{signal}: {time:?}");
            // A reset is an end, too.
            let _ = stream.read_to_string(&mut String::new());
        }
    }
}
