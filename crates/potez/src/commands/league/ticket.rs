//! The file of a league: where it is, and the key to it. A league that no server has is kept in a database beside it,
//! which a server inside this process serves while a command lasts.

use std::path::{Path, PathBuf};

use anyhow::Context;
use potez_server::league_client::LeagueServer;
use potez_server::{ClientLimits, Database, LeagueMakers, Server, ServerSettings};
use potez_table::write_whole;
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::server_at;
use crate::exit::UsageError;

/// Where a league is, and the key to it.
pub(super) struct Ticket {
    /// The address of the server, if one has it.
    server: Option<String>,
    league: String,
    key: String,
    file: PathBuf,
}

/// Somebody who may run a league, with the way to it.
pub(super) struct Keeper {
    pub(super) server: LeagueServer,
    /// Where its page is.
    pub(super) page: String,
    league: String,
    key: String,
    own: Option<OwnServer>,
}

/// A server inside this process.
struct OwnServer {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
    url: String,
}

impl OwnServer {
    async fn start(file: &Path) -> anyhow::Result<Self> {
        // Only this process knows the port, and its bots may hurry.
        let limits = ClientLimits { rate: 100_000.0, sockets: 1_000, connections: 2_000, ..ClientLimits::default() };
        let settings = ServerSettings { limits, league_makers: LeagueMakers::Local, ..ServerSettings::default() };
        let server = Server::bind(([127, 0, 0, 1], 0).into(), &Database::File(file.into()), settings).await?;
        let url = format!("http://{}", server.addr());
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server.run(async {
            // Whoever has dropped the other end wants the end, too.
            let _ = stopped.await;
        }));
        Ok(Self { stop, task, url })
    }

    async fn close(self) {
        let _ = self.stop.send(());
        let _ = self.task.await;
    }
}

fn database_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".db");
    name.into()
}

impl Ticket {
    /// Makes a league and writes its file.
    pub(super) async fn make(
        file: &Path,
        server: Option<&str>,
        terms: &Value,
        ca: Option<&Path>,
    ) -> anyhow::Result<Self> {
        let own = match server {
            Some(_) => None,
            None => Some(OwnServer::start(&database_of(file)).await?),
        };
        let url = server.or(own.as_ref().map(|own| own.url.as_str())).unwrap_or_default();
        let made = match server_at(url, ca) {
            Ok(at) => at.ask("POST".parse()?, "/api/leagues", None, Some(terms)).await.map_err(Into::into),
            Err(error) => Err(anyhow::Error::from(error)),
        };
        if let Some(own) = own {
            own.close().await;
        }
        let made = made?;
        let text = |key: &str| made[key].as_str().map(str::to_string).context("the server makes no leagues");
        let ticket =
            Self { server: server.map(str::to_string), league: text("id")?, key: text("key")?, file: file.into() };
        ticket.write()?;
        Ok(ticket)
    }

    fn write(&self) -> anyhow::Result<()> {
        let ticket = json!({ "server": self.server, "league": self.league, "key": self.key });
        let text = format!("{}\n", serde_json::to_string_pretty(&ticket)?);
        write_whole(&self.file, text.as_bytes()).with_context(|| format!("cannot write {}", self.file.display()))?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&self.file, std::fs::Permissions::from_mode(0o600))?;
        }
        Ok(())
    }

    fn read(file: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let ticket: Option<Value> = serde_json::from_str(&text).ok();
        let told = |key: &str| ticket.as_ref().and_then(|ticket| ticket[key].as_str()).map(str::to_string);
        let (Some(league), Some(key)) = (told("league"), told("key")) else {
            return Err(UsageError(format!("`{}` is not the file of a league", file.display())).into());
        };
        Ok(Self { server: told("server"), league, key, file: file.into() })
    }

    /// What is said of a new league.
    pub(super) fn said(&self) -> String {
        let file = self.file.display();
        match &self.server {
            Some(server) => {
                let server = server.trim_end_matches('/');
                format!("{file}: the key to the league at {server}/#/league/{}", self.league)
            }
            None => format!("{file}: the key to the league in {}", database_of(&self.file).display()),
        }
    }
}

impl Keeper {
    /// Opens the file of a league, and the way to it.
    pub(super) async fn open(file: &Path, ca: Option<&Path>) -> anyhow::Result<Self> {
        let ticket = Ticket::read(file)?;
        let own = match &ticket.server {
            Some(_) => None,
            None => Some(OwnServer::start(&database_of(file)).await?),
        };
        let url = ticket.server.as_deref().or(own.as_ref().map(|own| own.url.as_str())).unwrap_or_default();
        let server = server_at(url, ca).map_err(|error| UsageError(format!("{}: {error}", file.display())))?;
        let page = format!("{}/#/league/{}", url.trim_end_matches('/'), ticket.league);
        Ok(Self { server, page, league: ticket.league, key: ticket.key, own })
    }

    /// Ends the server inside this process, if there is one.
    pub(super) async fn close(self) {
        if let Some(own) = self.own {
            own.close().await;
        }
    }

    /// Does something with the league.
    pub(super) async fn act(&self, act: &Value) -> anyhow::Result<Value> {
        let path = format!("/api/leagues/{}/act", self.league);
        Ok(self.server.ask("POST".parse()?, &path, Some(&self.key), Some(act)).await?)
    }

    /// The league as it stands.
    pub(super) async fn view(&self) -> anyhow::Result<Value> {
        let path = format!("/api/leagues/{}/live", self.league);
        Ok(self.server.ask("GET".parse()?, &path, None, None).await?)
    }

    /// The league when it has changed.
    pub(super) async fn next_view(&self, since: &Value) -> anyhow::Result<Value> {
        let path = format!("/api/leagues/{}/live?since={since}", self.league);
        Ok(self.server.ask("GET".parse()?, &path, None, None).await?)
    }

    /// Everything in one text.
    pub(super) async fn export(&self, format: &str) -> anyhow::Result<String> {
        let path = format!("/api/leagues/{}/export?format={format}", self.league);
        Ok(self.server.text("GET".parse()?, &path, None, None).await?)
    }

    /// The program that a bot has handed in.
    pub(super) async fn program(&self, bot: u64) -> anyhow::Result<Value> {
        let path = format!("/api/leagues/{}/programs/{bot}", self.league);
        Ok(self.server.ask("GET".parse()?, &path, Some(&self.key), None).await?)
    }

    /// A token by which a bot's program is let play; the bot's own stays good.
    pub(super) async fn host_token(&self, bot: u64) -> anyhow::Result<String> {
        let done = self.act(&json!({ "action": "token", "bot": bot, "hosted": true })).await?;
        Ok(done["token"].as_str().unwrap_or_default().to_string())
    }

    /// The number of a bot, if there is one of this name.
    pub(super) async fn find(&self, name: &str) -> anyhow::Result<Option<u64>> {
        let view = self.view().await?;
        let rows = view["standings"].as_array().cloned().unwrap_or_default();
        Ok(rows.iter().find(|row| row["name"] == name).and_then(|row| row["bot"].as_u64()))
    }

    /// The number of a bot.
    pub(super) async fn number_of(&self, name: &str) -> anyhow::Result<u64> {
        let found = self.find(name).await?;
        found.ok_or_else(|| UsageError(format!("there is no bot called `{name}` in the league")).into())
    }

    /// A new token of a bot.
    pub(super) async fn renew_token(&self, name: &str) -> anyhow::Result<String> {
        let bot = self.number_of(name).await?;
        let done = self.act(&json!({ "action": "token", "bot": bot })).await?;
        Ok(done["token"].as_str().unwrap_or_default().to_string())
    }
}
