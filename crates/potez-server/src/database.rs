//! Which database a server keeps its games in, as it is named on a command line.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use crate::storage::{Postgres, Sqlite, SqliteSettings, Storage, StorageError};

/// Where games are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    /// In a file of `SQLite`.
    File(PathBuf),
    /// In a database of `PostgreSQL`, which several servers may share.
    Postgres(PostgresUrl),
    /// Nowhere: they are lost when the server ends.
    Memory,
}

/// Why a text names no database.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DatabaseNameError {
    /// It names a kind of database that is not known.
    #[error(
        "`{0}:` is not a database that is known: expected a file, sqlite:FILE or postgres://USER@HOST/NAME \
         (a file of that name is written ./{0}:…)"
    )]
    UnknownScheme(String),
    /// There is nothing after `sqlite:`.
    #[error("expected a file after `sqlite:`")]
    NoFile,
    /// The address of a `PostgreSQL` server is wrong; the text has no password in it.
    #[error("`{url}` is not an address of PostgreSQL: {what}")]
    BadUrl {
        /// The address without its password.
        url: PostgresUrl,
        /// What is wrong with it.
        what: String,
    },
}

/// The address of a `PostgreSQL` database. It is shown without its password.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl(String);

impl PostgresUrl {
    /// The address with everything that is secret in it.
    pub(crate) fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, rest) = self.0.split_once("://").unwrap_or(("postgres", &self.0));
        let (place, query) = rest.split_once('?').map_or((rest, None), |(place, query)| (place, Some(query)));
        // A password may hold `@` or `/` that somebody forgot to encode: what is before the last `@` is not shown.
        let (user, place) = place.rsplit_once('@').map_or((None, place), |(user, place)| (Some(user), place));
        write!(f, "{scheme}://")?;
        if let Some(user) = user {
            let (name, password) = user.split_once(':').map_or((user, None), |(name, rest)| (name, Some(rest)));
            write!(f, "{name}{}@", if password.is_some() { ":***" } else { "" })?;
        }
        write!(f, "{place}")?;
        let shown = |pair: &&str| !pair.to_ascii_lowercase().starts_with("pass");
        let shown: Vec<&str> =
            query.unwrap_or_default().split('&').filter(|pair| !pair.is_empty()).filter(shown).collect();
        if shown.is_empty() { Ok(()) } else { write!(f, "?{}", shown.join("&")) }
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Postgres(url) => url.fmt(f),
            Self::Memory => f.write_str(":memory:"),
        }
    }
}

impl std::str::FromStr for Database {
    type Err = DatabaseNameError;

    fn from_str(text: &str) -> Result<Self, DatabaseNameError> {
        // A single letter is a drive of Windows.
        let scheme = text.split_once(':').map(|(scheme, _)| scheme).filter(|scheme| scheme.len() > 1);
        let is_word = |word: &&str| word.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter));
        // `./a:b` is a path, and so is what begins with a dot.
        let is_scheme = |word: &&str| is_word(word) && word.starts_with(|letter: char| letter.is_ascii_alphabetic());
        match (scheme.filter(is_scheme).map(str::to_ascii_lowercase).as_deref(), text) {
            (_, ":memory:") => Ok(Self::Memory),
            (None, path) => Ok(Self::File(path.into())),
            (Some("sqlite"), _) => {
                let path = &text["sqlite:".len()..];
                match path.strip_prefix("//").unwrap_or(path) {
                    ":memory:" => Ok(Self::Memory),
                    "" => Err(DatabaseNameError::NoFile),
                    path => Ok(Self::File(path.into())),
                }
            }
            (Some("postgres" | "postgresql"), _) => {
                let url = PostgresUrl(text.to_string());
                let bad = |what: String| DatabaseNameError::BadUrl { url: url.clone(), what };
                if !text.contains("://") {
                    return Err(bad("expected postgres://USER@HOST/NAME".into()));
                }
                Postgres::check_url(&url).map_err(bad)?;
                Ok(Self::Postgres(url))
            }
            (Some(other), _) => Err(DatabaseNameError::UnknownScheme(other.to_string())),
        }
    }
}

impl Database {
    /// Opens it; its tables are brought up to date. Must run inside a tokio runtime.
    pub async fn open(&self, most_bytes: Option<u64>) -> Result<Arc<dyn Storage>, StorageError> {
        Ok(match self {
            Self::File(path) => Arc::new(Sqlite::open_with(path, SqliteSettings { most_bytes }).await?),
            Self::Memory => Arc::new(Sqlite::in_memory().await?),
            Self::Postgres(url) => Arc::new(Postgres::open(url, most_bytes).await?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Database, DatabaseNameError> {
        text.parse()
    }

    #[test]
    fn a_path_is_a_file_and_a_scheme_is_not() {
        let file = |path: &str| Ok(Database::File(path.into()));
        for path in ["games.db", "/var/lib/games.db", "./a:b.db", "C:\\games.db", "a/b:c"] {
            assert_eq!(read(path), file(path), "{path}");
        }
        assert_eq!(read("sqlite:games.db"), file("games.db"));
        assert_eq!(read("sqlite:///srv/games.db"), file("/srv/games.db"));
        assert_eq!((read(":memory:"), read("sqlite::memory:")), (Ok(Database::Memory), Ok(Database::Memory)));
        assert!(matches!(read("postgres://potez@db.example/potez"), Ok(Database::Postgres(_))));
        assert!(matches!(read("postgresql:///potez?host=/run/postgresql"), Ok(Database::Postgres(_))));
        for text in ["mysql://root@localhost/x", "http://example.org", "oracle:x"] {
            assert!(matches!(read(text), Err(DatabaseNameError::UnknownScheme(_))), "{text}");
        }
        assert_eq!(read("sqlite:"), Err(DatabaseNameError::NoFile));
        assert!(matches!(read("postgres:games"), Err(DatabaseNameError::BadUrl { .. })));
        assert!(matches!(read("postgres://h:port/x"), Err(DatabaseNameError::BadUrl { .. })));
    }

    #[test]
    fn a_password_is_never_shown() {
        for text in [
            "postgres://ana:hunter2@db/potez?sslmode=require",
            "postgres://ana:hun@ter2@db/potez?sslmode=require",
            "postgres://ana@db/potez?password=hunter2&sslmode=require",
        ] {
            let url = PostgresUrl(text.into());
            let shown = format!("{url} {url:?} {:?}", Database::Postgres(url.clone()));
            assert!(!shown.contains("ter2") && shown.contains("sslmode=require"), "{shown}");
        }
        let bad = read("postgres://ana:hunter2@h:port/x").unwrap_err();
        assert!(!format!("{bad} {bad:?}").contains("hunter2"), "{bad}");
    }
}
