//! A server on a socket: accepts, serves, and ends in order.

use std::convert::Infallible;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tower::ServiceExt;

use crate::app::{AppState, ServerSettings};
use crate::clients::Client;
use crate::connections::ConnectionPermit;
use crate::storage::{Sqlite, SqliteSettings, Storage, StorageError};
use crate::unread::UnreadGuard;
use crate::{api, limits};

/// How long open connections may take to end.
const FAREWELL: Duration = Duration::from_secs(5);

/// Where games are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    /// In a file.
    File(PathBuf),
    /// Nowhere: they are lost when the server ends.
    Memory,
}

/// Why a server cannot start or go on.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be used.
    #[error("cannot listen on {addr}: {error}")]
    Listen {
        /// The address.
        addr: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The database cannot be used.
    #[error("cannot use the database {}: {error}", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: StorageError,
    },
}

/// A server that listens and has not begun to serve.
pub struct Server {
    app: Arc<AppState>,
    listener: TcpListener,
    addr: SocketAddr,
    /// Where numbers are read, if not at the same address.
    metrics: Option<TcpListener>,
}

/// What a connection is told for which there is no place.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
/// Files that are open besides connections.
const OTHER_FILES: usize = 128;

impl Server {
    /// Opens the database and the socket. Must run inside a tokio runtime.
    pub async fn bind(addr: SocketAddr, database: &Database, settings: ServerSettings) -> Result<Self, ServeError> {
        let sqlite = SqliteSettings { most_bytes: settings.most_bytes };
        let (storage, path) = match database {
            Database::File(path) => (Sqlite::open_with(path, sqlite).await, path.clone()),
            Database::Memory => (Sqlite::in_memory().await, PathBuf::from(":memory:")),
        };
        let storage = storage.map_err(|error| ServeError::Database { path: path.clone(), error })?;
        Self::on_storage(addr, Arc::new(storage), &path, settings).await
    }

    /// A server on a storage that is there already; `name` is what messages call it.
    pub async fn on_storage(
        addr: SocketAddr,
        storage: Arc<dyn Storage>,
        name: &Path,
        settings: ServerSettings,
    ) -> Result<Self, ServeError> {
        let listener = listen(addr).await?;
        let addr = listener.local_addr().map_err(|error| ServeError::Listen { addr, error })?;
        let metrics = match settings.metrics {
            Some(addr) => Some(listen(addr).await?),
            None => None,
        };
        // Behind a proxy everybody seems to come from this machine.
        let open_metrics = addr.ip().is_loopback() && !settings.behind_proxy && metrics.is_none();
        let places = limits::CONNECTIONS.min(files().saturating_sub(OTHER_FILES)).max(16);
        let app = AppState::start(storage, settings, open_metrics, places).await;
        let app = app.map_err(|error| ServeError::Database { path: name.into(), error })?;
        Ok(Self { app, listener, addr, metrics })
    }

    /// The address at which numbers are read, if it is another one.
    pub fn metrics_addr(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().and_then(|listener| listener.local_addr().ok())
    }

    /// The address it listens on.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Serves until the future ends, then ends in order.
    pub async fn run(self, until: impl Future<Output = ()>) {
        // Every connection holds an end of this channel: when all have let go, all are over.
        let (held, mut all_over) = mpsc::channel::<Infallible>(1);
        let numbers = self.metrics.map(|listener| {
            let router = api::numbers(&self.app);
            tokio::spawn(accept(listener, router, self.app.clone(), held.clone()))
        });
        let accepting = accept(self.listener, api::router(&self.app), self.app.clone(), held.clone());
        tokio::select! {
            () = accepting => {}
            () = until => {}
        }
        if let Some(numbers) = numbers {
            numbers.abort();
        }
        tracing::info!("going down");
        self.app.stopping.send_replace(true);
        drop(held);
        let _ = tokio::time::timeout(FAREWELL, all_over.recv()).await;
        self.app.stop().await;
    }
}

async fn listen(addr: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(addr).await.map_err(|error| ServeError::Listen { addr, error })
}

/// How many files this process may have open: as many as the system lets it.
#[cfg(unix)]
fn files() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    // Where it cannot be raised, what there is has to do.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    getrlimit(Resource::Nofile).current.map_or(usize::MAX, |files| files as usize)
}

#[cfg(not(unix))]
fn files() -> usize {
    usize::MAX
}

/// Takes connections in for as long as it is polled.
async fn accept(listener: TcpListener, router: Router, app: Arc<AppState>, held: mpsc::Sender<Infallible>) {
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Too many open files, say: waiting helps, ending does not.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let Some(permit) = app.connections.admit(Client::from(peer.ip())) else {
            app.metrics.refused_connections.add(1);
            // A new connection takes a few bytes at once, or it does not matter.
            let _ = stream.into_std().and_then(|mut stream| stream.write(FULL));
            continue;
        };
        let stopping = app.stopping.subscribe();
        tokio::spawn(serve(stream, peer, router.clone(), permit, stopping, held.clone()));
    }
}

/// Serves one connection to its end.
async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    permit: ConnectionPermit,
    mut stopping: watch::Receiver<bool>,
    held: mpsc::Sender<Infallible>,
) {
    let permit = Arc::new(permit);
    let mut connection = std::pin::pin!(connection(stream, peer, router, permit.clone()));
    // An app that is gone is stopping, too.
    let stopping = async { stopping.wait_for(|stopping| *stopping).await.is_ok() };
    // Clients come and go as they like; their errors are not ours.
    tokio::select! {
        _ = &mut connection => {}
        () = permit.is_lost() => {}
        _ = stopping => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
    drop((permit, held));
}

type Connection = http1::UpgradeableConnection<TokioIo<UnreadGuard<TcpStream>>, TowerToHyperService<Boxed>>;
type Boxed = tower::util::BoxCloneSyncService<Request<Incoming>, axum::response::Response, Infallible>;

fn connection(stream: TcpStream, peer: SocketAddr, router: Router, permit: Arc<ConnectionPermit>) -> Connection {
    // Small messages must not wait for more; if it cannot be set, they are only slower.
    let _ = stream.set_nodelay(true);
    let service = tower::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        // A WebSocket outlives this connection and keeps its place.
        request.extensions_mut().insert(permit.clone());
        router.clone().oneshot(request.map(axum::body::Body::new))
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::REQUEST_HEAD)
        .max_buf_size(64 * 1024)
        .serve_connection(
            TokioIo::new(UnreadGuard::new(stream, limits::UNREAD)),
            TowerToHyperService::new(Boxed::new(service)),
        )
        .with_upgrades()
}
