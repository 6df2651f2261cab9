//! Connections to `PostgreSQL`: some of them, each lent to one question at a time.
//!
//! A pool that mends itself behind one's back would hide what became of a commit. Here a connection on
//! which anything but a plain refusal happened is thrown away, with all others that wait: the next
//! question opens a new one, so that all goes on by itself when the server is back.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx_core::connection::{ConnectOptions, Connection};
use sqlx_core::error::Error;
use sqlx_core::raw_sql::raw_sql;
use sqlx_postgres::{PgConnectOptions, PgConnection};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{error::Elapsed, timeout};

use super::super::StorageError;

/// Connections of one server. `PostgreSQL` allows a hundred in all (default).
pub(super) const AT_ONCE: usize = 12;
/// How long a question may take, the way to the server and the wait for a connection included.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// After this a connection that waits is tried before it is used.
const FRESH: Duration = Duration::from_secs(3);

/// What every connection is told first. A commit is on disk when it is acknowledged: weaker settings of the
/// server or the user are raised, stronger ones (`remote_apply`) stay.
const GREETING: &str = "SET statement_timeout = '30s'; SET lock_timeout = '10s'; \
    SET idle_in_transaction_session_timeout = '10min'; SET client_min_messages = 'warning'; \
    SELECT set_config('synchronous_commit', 'on', false) \
    WHERE current_setting('synchronous_commit') IN ('off', 'local');";

/// The connections of one server.
pub(super) struct Connections {
    options: PgConnectOptions,
    idle: Mutex<Vec<(PgConnection, Instant)>>,
    room: Arc<Semaphore>,
}

impl Connections {
    pub(super) fn new(options: PgConnectOptions) -> Arc<Self> {
        Arc::new(Self { options, idle: Mutex::default(), room: Arc::new(Semaphore::new(AT_ONCE)) })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(PgConnection, Instant)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection of its own, for as long as somebody wants it.
    pub(super) async fn connect(&self) -> Result<PgConnection, StorageError> {
        let open = async {
            let mut connection = self.options.connect().await?;
            raw_sql(GREETING).execute(&mut connection).await?;
            Ok(connection)
        };
        match timeout(PATIENCE, open).await {
            Ok(opened) => opened.map_err(|error: Error| broken(&error)),
            Err(_) => Err(slow()),
        }
    }

    /// Lends a connection.
    pub(super) async fn lend(self: &Arc<Self>) -> Result<Lent, StorageError> {
        let room = timeout(PATIENCE, self.room.clone().acquire_owned()).await.map_err(|_| slow())?;
        let room = room.map_err(|_| StorageError::Broken("it is closed".into()))?;
        let waiting = self.lock().pop();
        let connection = match waiting {
            Some((connection, since)) if since.elapsed() < FRESH => Some(connection),
            Some((mut connection, _)) => {
                if let Ok(Ok(())) = timeout(PATIENCE, connection.ping()).await {
                    Some(connection)
                } else {
                    // The others have waited even longer.
                    self.forget();
                    None
                }
            }
            None => None,
        };
        let connection = match connection {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        Ok(Lent { connection, owner: self.clone(), _room: room })
    }

    /// Throws away the connections that wait.
    fn forget(&self) {
        self.lock().clear();
    }

    /// Ends all connections that wait, and lends no more.
    pub(super) async fn close(&self) {
        self.room.close();
        let waiting = std::mem::take(&mut *self.lock());
        for (connection, _) in waiting {
            // The server notices by itself if the goodbye does not reach it.
            let _ = timeout(Duration::from_secs(1), connection.close()).await;
        }
    }
}

/// A connection that somebody uses; without [`settle`](Self::settle) it is thrown away.
pub(super) struct Lent {
    connection: PgConnection,
    owner: Arc<Connections>,
    _room: OwnedSemaphorePermit,
}

impl Lent {
    /// What came of a question. The connection is used again if it is as good as before.
    pub(super) fn settle<T>(self, done: Result<Result<T, Error>, Elapsed>) -> Result<T, StorageError> {
        let Ok(result) = done else {
            self.owner.forget();
            return Err(slow());
        };
        match result {
            Ok(answer) => {
                self.owner.lock().push((self.connection, Instant::now()));
                Ok(answer)
            }
            Err(error) => {
                let error = storage_error(&error);
                if matches!(error, StorageError::Contradiction(_)) {
                    self.owner.lock().push((self.connection, Instant::now()));
                } else {
                    self.owner.forget();
                }
                Err(error)
            }
        }
    }
}

impl Deref for Lent {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}

fn slow() -> StorageError {
    StorageError::Broken(format!("PostgreSQL did not answer within {} s", PATIENCE.as_secs()))
}

fn broken(error: &Error) -> StorageError {
    StorageError::Broken(match error {
        Error::Database(error) => format!("PostgreSQL: {}", error.message()),
        other => format!("PostgreSQL: {other}"),
    })
}

/// A failure of the server as the storage tells it.
pub(super) fn storage_error(error: &Error) -> StorageError {
    let code = error.as_database_error().and_then(sqlx_core::error::DatabaseError::code);
    match code.as_deref() {
        // Disk full.
        Some("53100") => StorageError::Full,
        // A constraint.
        Some(code) if code.starts_with("23") => StorageError::Contradiction(error.to_string()),
        _ => broken(error),
    }
}
