//! A server on a socket: accepts, serves, and ends in order.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tower::ServiceExt;

use crate::app::{AppState, ServerSettings};
use crate::storage::{Sqlite, Storage, StorageError};
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
}

impl Server {
    /// Opens the database and the socket. Must run inside a tokio runtime.
    pub async fn bind(addr: SocketAddr, database: &Database, settings: ServerSettings) -> Result<Self, ServeError> {
        let listen = |error| ServeError::Listen { addr, error };
        let listener = TcpListener::bind(addr).await.map_err(listen)?;
        let addr = listener.local_addr().map_err(listen)?;
        let storage: Result<Arc<dyn Storage>, StorageError> = match database {
            Database::File(path) => Sqlite::open(path).await.map(|storage| Arc::new(storage) as Arc<dyn Storage>),
            Database::Memory => Sqlite::in_memory().await.map(|storage| Arc::new(storage) as Arc<dyn Storage>),
        };
        let path = match database {
            Database::File(path) => path.clone(),
            Database::Memory => PathBuf::from(":memory:"),
        };
        let broken = |error| ServeError::Database { path: path.clone(), error };
        let app = AppState::start(storage.map_err(broken)?, settings).await.map_err(broken)?;
        Ok(Self { app, listener, addr })
    }

    /// The address it listens on.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Serves until the future ends, then ends in order.
    pub async fn run(self, until: impl Future<Output = ()>) {
        let router = api::router(&self.app);
        let room = Arc::new(Semaphore::new(limits::CONNECTIONS));
        // Every connection holds an end of this channel: when all have let go, all are over.
        let (held, mut all_over) = mpsc::channel::<Infallible>(1);
        let mut until = std::pin::pin!(until);
        loop {
            let permit = tokio::select! {
                permit = room.clone().acquire_owned() => permit,
                () = &mut until => break,
            };
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = &mut until => break,
            };
            let (stream, peer) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Too many open files, say: waiting helps, ending does not.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            };
            let (connection, held) = (connection(stream, peer, router.clone()), held.clone());
            let mut stopping = self.app.stopping.subscribe();
            tokio::spawn(async move {
                let mut connection = std::pin::pin!(connection);
                // An app that is gone is stopping, too.
                let stopping = async { stopping.wait_for(|stopping| *stopping).await.is_ok() };
                // Clients come and go as they like; their errors are not ours.
                tokio::select! {
                    _ = &mut connection => {}
                    _ = stopping => {
                        connection.as_mut().graceful_shutdown();
                        let _ = connection.await;
                    }
                }
                drop((permit, held));
            });
        }
        drop(self.listener);
        tracing::info!("going down");
        self.app.stopping.send_replace(true);
        drop(held);
        let _ = tokio::time::timeout(FAREWELL, all_over.recv()).await;
        self.app.stop().await;
    }
}

type Connection = http1::UpgradeableConnection<TokioIo<TcpStream>, TowerToHyperService<Boxed>>;
type Boxed = tower::util::BoxCloneSyncService<Request<Incoming>, axum::response::Response, Infallible>;

fn connection(stream: TcpStream, peer: SocketAddr, router: Router) -> Connection {
    // Small messages must not wait for more; if it cannot be set, they are only slower.
    let _ = stream.set_nodelay(true);
    let service = tower::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request.map(axum::body::Body::new))
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::REQUEST_HEAD)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(Boxed::new(service)))
        .with_upgrades()
}
