//! The server: its options, its connections, its end.

use crate::guard::{self, Guard};
use crate::jobs::{self, Jobs};
use crate::{api, files};
use axum::Router;
use axum::extract::Request;
use axum::http::Uri;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

/// Threads beside those of long jobs: two that answer, two that wait, one for quick work.
const OWN_THREADS: usize = 5;
/// Connections at the same time; further ones wait.
const MAX_CONNECTIONS: usize = 256;
/// How long a client may take for the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// How long a client may read nothing of what it asked for.
const WRITE_TIME: Duration = Duration::from_secs(10);
/// How often the stop flag is looked at.
const STOP_EVERY: Duration = Duration::from_millis(20);
/// How long open connections may take to end.
const END_TIME: Duration = Duration::from_millis(80);

/// What the work on one server may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Jobs that run at the same time.
    pub jobs: usize,
    /// Jobs that may wait.
    pub queue: usize,
    /// Bytes of the tables of all jobs together.
    pub hash: u64,
    /// Threads of a search.
    pub threads: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            jobs: 2,
            queue: 100,
            hash: 512 << 20,
            threads: 1,
        }
    }
}

impl Limits {
    /// Sets how many jobs run at the same time.
    pub fn with_jobs(self, jobs: usize) -> Self {
        Self { jobs, ..self }
    }

    /// Sets how many jobs may wait.
    pub fn with_queue(self, queue: usize) -> Self {
        Self { queue, ..self }
    }

    /// Sets the bytes of the tables of all jobs together.
    pub fn with_hash(self, hash: u64) -> Self {
        Self { hash, ..self }
    }

    /// The least `hash` that is enough for so many jobs, a quick one and a play.
    pub fn least_hash(self) -> u64 {
        (self.jobs as u64 + 2) * jobs::MIN_HASH
    }

    /// Sets the threads of a search.
    pub fn with_threads(self, threads: u64) -> Self {
        Self { threads, ..self }
    }
}

/// Where a server listens, and what it may take.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WebOptions {
    /// The address.
    pub host: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The token of the start address; a random one by default.
    pub token: Option<String>,
    /// What the work may take.
    pub limits: Limits,
}

impl Default for WebOptions {
    fn default() -> Self {
        Self {
            host: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            token: None,
            limits: Limits::default(),
        }
    }
}

impl WebOptions {
    /// Sets where the server listens.
    pub fn at(self, host: IpAddr, port: u16) -> Self {
        Self { host, port, ..self }
    }

    /// Sets the token of the start address.
    pub fn with_token(self, token: Option<String>) -> Self {
        Self { token, ..self }
    }

    /// Sets what the work may take.
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// It would be open to others without a token that was agreed on.
    #[error("a server at {0}, which other machines can reach, needs a token")]
    NeedsToken(IpAddr),
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why not.
        error: io::Error,
    },
    /// The system gives no threads or no random numbers.
    #[error("the system does not give what a server needs: {0}")]
    System(io::Error),
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    guard: Arc<Guard>,
    jobs: Arc<Jobs>,
}

impl Server {
    /// Listens as `options` say. Requests are answered once it [runs](Server::run).
    pub fn bind(options: WebOptions) -> Result<Self, ServeError> {
        if !options.host.is_loopback() && options.token.is_none() {
            return Err(ServeError::NeedsToken(options.host));
        }
        let address = SocketAddr::new(options.host, options.port);
        let bound = TcpListener::bind(address).and_then(|listener| {
            listener.set_nonblocking(true)?;
            let address = listener.local_addr()?;
            Ok((listener, address))
        });
        let (listener, address) = bound.map_err(|error| ServeError::Listen { address, error })?;
        let guard = Guard::new(address, options.token);
        let guard = guard.map_err(|error| ServeError::System(io::Error::other(error)))?;
        Ok(Self {
            listener,
            guard: Arc::new(guard),
            jobs: Arc::new(Jobs::new(options.limits)),
        })
    }

    /// The address that opens the page.
    pub fn start_address(&self) -> String {
        self.guard.start_address()
    }

    /// Answers requests until `stop` is set. Then it ends all jobs and streams at once.
    pub fn run(self, stop: Arc<AtomicBool>) -> Result<(), ServeError> {
        let threads = (self.jobs.limits().jobs + OWN_THREADS) as u64;
        // Starting one that there is no memory for would end the process.
        if kemuri_solver::threads_at_hand(threads) < threads {
            return Err(ServeError::System(io::ErrorKind::OutOfMemory.into()));
        }
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder
            .worker_threads(2)
            .max_blocking_threads(8)
            .enable_all();
        let runtime = runtime.build().map_err(ServeError::System)?;
        self.jobs.start().map_err(ServeError::System)?;
        let jobs = Arc::clone(&self.jobs);
        let done = runtime.block_on(self.serve(stop));
        jobs.end();
        runtime.shutdown_background();
        done.map_err(ServeError::System)
    }

    async fn serve(self, stop: Arc<AtomicBool>) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let (closing, closed) = watch::channel(false);
        let app = app(self.guard, self.jobs, closed.clone());
        let free = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        let accept = async {
            loop {
                let Ok(permit) = Arc::clone(&free).acquire_owned().await else {
                    return;
                };
                match listener.accept().await {
                    Ok((stream, _)) => {
                        let connection = connect(stream, app.clone(), closed.clone());
                        tokio::spawn(async move {
                            connection.await;
                            drop(permit);
                        });
                    }
                    // Out of files, or the client has gone already.
                    Err(_) => sleep(STOP_EVERY).await,
                }
            }
        };
        let asked = async {
            while !stop.load(Ordering::SeqCst) {
                sleep(STOP_EVERY).await;
            }
        };
        futures_util::future::select(pin!(accept), pin!(asked)).await;
        drop(listener);
        let _ = closing.send(true);
        let all = free.acquire_many(MAX_CONNECTIONS as u32);
        let _ = timeout(END_TIME, all).await;
        Ok(())
    }
}

/// Answers the requests of one connection.
async fn connect(stream: tokio::net::TcpStream, app: Router, mut closed: watch::Receiver<bool>) {
    let _ = stream.set_nodelay(true);
    // Whoever does not read must not keep the connection from others.
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIME));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    let service = TowerToHyperService::new(app);
    let mut connection = pin!(http.serve_connection(TokioIo::new(Box::pin(stream)), service));
    let closing = pin!(async move {
        // An error says that the server has gone, too.
        let _ = closed.wait_for(|&closed| closed).await;
    });
    // What goes wrong with a connection is its client's affair.
    match futures_util::future::select(connection.as_mut(), closing).await {
        futures_util::future::Either::Left(_) => {}
        futures_util::future::Either::Right(_) => {
            connection.as_mut().graceful_shutdown();
            let _ = timeout(END_TIME, connection).await;
        }
    }
}

/// The routes.
fn app(guard: Arc<Guard>, jobs: Arc<Jobs>, closed: watch::Receiver<bool>) -> Router {
    Router::new()
        .nest(guard::API, api::router(jobs, closed))
        .fallback(file)
        .layer(middleware::from_fn_with_state(guard, guard::check))
}

/// A file of the page, or that there is none.
async fn file(uri: Uri, request: Request) -> Response {
    let path = uri.path().trim_start_matches('/');
    let is_read = matches!(request.method().as_str(), "GET" | "HEAD");
    let found = files::get(path).filter(|_| is_read);
    found.unwrap_or_else(|| api::not_found(request).into_response())
}
