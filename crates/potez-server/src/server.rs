//! A server on a socket: accepts, serves, and ends in order.

use std::convert::Infallible;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tower::ServiceExt;

use crate::app::{AppState, ServerSettings};
use crate::clients::Client;
use crate::connections::ConnectionPermit;
use crate::database::Database;
use crate::storage::{Storage, StorageError};
use crate::turns::InTurn;
use crate::unread::UnreadGuard;
use crate::{api, limits};

/// How long open connections may take to end.
const FAREWELL: Duration = Duration::from_secs(5);

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
    #[error("cannot use the database {name}: {error}")]
    Database {
        /// The file or the address, without its password.
        name: String,
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
/// What a connection is told whose client has asked for too much already.
const TOO_MANY: &[u8] =
    b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
/// Connections that may wait to be taken in: a place less costs a newcomer a second.
const BACKLOG: u32 = 4_096;
/// Files that are open besides connections.
const OTHER_FILES: usize = 128;

impl Server {
    /// Opens the database and the socket. Must run inside a tokio runtime.
    pub async fn bind(addr: SocketAddr, database: &Database, settings: ServerSettings) -> Result<Self, ServeError> {
        let failed = |error| ServeError::Database { name: database.to_string(), error };
        let storage = database.open(settings.most_bytes).await.map_err(failed)?;
        Self::on_storage(addr, storage, &database.to_string(), settings).await
    }

    /// A server on a storage that is there already; `name` is what messages call it.
    pub async fn on_storage(
        addr: SocketAddr,
        storage: Arc<dyn Storage>,
        name: &str,
        settings: ServerSettings,
    ) -> Result<Self, ServeError> {
        let listener = listen(addr)?;
        let addr = listener.local_addr().map_err(|error| ServeError::Listen { addr, error })?;
        let metrics = match settings.metrics {
            Some(addr) => Some(listen(addr)?),
            None => None,
        };
        // Behind a proxy everybody seems to come from this machine.
        let open_metrics = addr.ip().is_loopback() && !settings.behind_proxy && metrics.is_none();
        let places = limits::CONNECTIONS.min(files().saturating_sub(OTHER_FILES)).max(16);
        let app = AppState::start(storage, settings, open_metrics, places).await;
        let app = app.map_err(|error| ServeError::Database { name: name.into(), error })?;
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
        let numbers = self.metrics.map(|listener| (listener, api::numbers(&self.app)));
        let doors: Vec<Door> = [Some((self.listener, api::router(&self.app))), numbers]
            .into_iter()
            .flatten()
            .filter_map(|(listener, router)| Door::open(listener, router, &self.app, &held))
            .collect();
        until.await;
        drop(doors);
        tracing::info!("going down");
        self.app.stopping.send_replace(true);
        drop(held);
        let _ = tokio::time::timeout(FAREWELL, all_over.recv()).await;
        self.app.stop().await;
    }
}

fn listen(addr: SocketAddr) -> Result<TcpListener, ServeError> {
    let open = || {
        let socket = if addr.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // The port can be used again at once when the server is started again.
        #[cfg(not(windows))]
        socket.set_reuseaddr(true)?;
        socket.bind(addr)?;
        socket.listen(BACKLOG)
    };
    open().map_err(|error| ServeError::Listen { addr, error })
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

/// A thread that takes connections in, until this is dropped. It has nothing else to do, so that
/// those that are in keep no newcomer waiting.
struct Door {
    _stop: oneshot::Sender<Infallible>,
}

impl Door {
    fn open(
        listener: TcpListener,
        router: Router,
        app: &Arc<AppState>,
        held: &mpsc::Sender<Infallible>,
    ) -> Option<Self> {
        let (stop, stopped) = oneshot::channel::<Infallible>();
        let (app, held, inside) = (app.clone(), held.clone(), Handle::current());
        let work = move || -> io::Result<()> {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            let listener = listener.into_std()?;
            runtime.block_on(async {
                let accepting = accept(TcpListener::from_std(listener)?, router, app, held, inside);
                tokio::select! {
                    () = accepting => {}
                    _ = stopped => {}
                }
                Ok(())
            })
        };
        let thread = std::thread::Builder::new().name("door".into()).spawn(move || {
            if let Err(error) = work() {
                tracing::error!(%error, "no connections can be accepted");
            }
        });
        thread.inspect_err(|error| tracing::error!(%error, "no connections can be accepted")).ok()?;
        Some(Self { _stop: stop })
    }
}

/// Takes connections in for as long as it is polled; they are served elsewhere.
async fn accept(
    listener: TcpListener,
    router: Router,
    app: Arc<AppState>,
    held: mpsc::Sender<Infallible>,
    inside: Handle,
) {
    loop {
        let accepted = listener.accept().await.and_then(|(stream, peer)| Ok((stream.into_std()?, peer)));
        let (mut stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Too many open files, say: waiting helps, ending does not.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let client = Client::from(peer.ip());
        let permit = match admit(&app, client) {
            Ok(permit) => permit,
            Err(refusal) => {
                app.metrics.refused_connections.add(1);
                // A new connection takes a few bytes at once, or it does not matter.
                let _ = stream.write(refusal);
                continue;
            }
        };
        let (router, stopping, held) = (router.clone(), app.stopping.subscribe(), held.clone());
        let turns = app.connection_turns.of(client);
        inside.spawn(async move {
            if let Ok(stream) = TcpStream::from_std(stream) {
                serve(stream, peer, router, (permit, turns), stopping, held).await;
            }
        });
    }
}

/// Lets a connection in, or says what it is told. Nothing is done for it before.
fn admit(app: &AppState, client: Client) -> Result<ConnectionPermit, &'static [u8]> {
    // A proxy connects for everybody.
    if !app.settings.behind_proxy && app.clients.pay(client, limits::CONNECTION_PRICE).is_err() {
        return Err(TOO_MANY);
    }
    app.connections.admit(client).ok_or(FULL)
}

/// Serves one connection to its end.
async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    (permit, turns): (ConnectionPermit, Arc<Semaphore>),
    mut stopping: watch::Receiver<bool>,
    held: mpsc::Sender<Infallible>,
) {
    let permit = Arc::new(permit);
    let mut connection = InTurn::new(turns, connection(stream, peer, router, permit.clone()));
    // An app that is gone is stopping, too.
    let stopping = async { stopping.wait_for(|stopping| *stopping).await.is_ok() };
    // Clients come and go as they like; their errors are not ours.
    tokio::select! {
        _ = &mut connection => {}
        () = permit.is_lost() => {}
        _ = stopping => {
            connection.inner().graceful_shutdown();
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
