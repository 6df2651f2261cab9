//! A game on the table, as Python holds it.

use numpy::PyReadwriteArray1;
use potez_table::{Ink, Message, Outcome, Player, Proof, Stop, Style, Table, games as registered};
use pyo3::prelude::*;
use serde_json::json;

use crate::batch::PyBatch;
use crate::errors::{number, raise, wrong};
use crate::limits::{interruptible, limits};

/// What `OpenSpiel` calls the player at the end of a game.
const TERMINAL: i32 = -4;

/// The most games of a batch: a slip must not take all the memory.
const MOST_GAMES: usize = 1 << 20;

/// The most threads of a batch.
const MOST_THREADS: usize = 256;

/// A game on the table.
#[pyclass(name = "Table", module = "potez._potez")]
pub(crate) struct PyTable {
    pub(crate) table: Box<dyn Table>,
}

/// The games with their options, as JSON.
#[pyfunction]
pub(crate) fn games() -> String {
    let game = |game: &potez_table::Registered| {
        let description = game.description;
        let options: Vec<_> = description
            .options
            .iter()
            .map(|option| json!({ "key": option.key, "default": option.default, "values": option.values }))
            .collect();
        json!({ "name": description.id, "options": options })
    };
    json!(registered().iter().map(game).collect::<Vec<_>>()).to_string()
}

impl PyTable {
    fn player(&self, player: Option<i32>) -> Option<Player> {
        match player {
            None => Some(self.table.turn()),
            Some(0) => Some(Player::X),
            Some(1) => Some(Player::O),
            Some(_) => None,
        }
    }
}

#[pymethods]
impl PyTable {
    #[new]
    #[pyo3(signature = (spec, position=None))]
    fn open(py: Python<'_>, spec: &str, position: Option<&str>) -> PyResult<Self> {
        let table = potez_table::open(spec, position).map_err(|message| raise(py, &message))?;
        Ok(Self { table })
    }

    fn fork(&self) -> Self {
        Self { table: self.table.fork() }
    }

    fn spec(&self) -> String {
        self.table.game()
    }

    fn current_player(&self) -> i32 {
        if self.table.check_running().is_err() { TERMINAL } else { self.table.turn().index() as i32 }
    }

    fn returns(&self) -> [f64; 2] {
        match self.table.outcome() {
            Some(Outcome::Win(Player::X)) => [1.0, -1.0],
            Some(Outcome::Win(Player::O)) => [-1.0, 1.0],
            Some(Outcome::Draw) | None => [0.0, 0.0],
        }
    }

    fn reason(&self) -> Option<String> {
        self.table.reason()
    }

    fn ply(&self) -> usize {
        self.table.ply()
    }

    fn position(&self) -> String {
        self.table.position()
    }

    fn start(&self) -> Option<String> {
        self.table.start()
    }

    fn moves(&self) -> Vec<String> {
        self.table.moves()
    }

    fn history(&self) -> Vec<u32> {
        self.table.played().iter().filter_map(|mv| self.table.action(&mv.parts)).collect()
    }

    fn legal_actions(&self) -> Vec<u32> {
        self.table.legal_actions()
    }

    /// Marks the legal moves in an array that has a place for every number.
    fn mask(&self, py: Python<'_>, mut mask: PyReadwriteArray1<'_, bool>) -> PyResult<()> {
        let mask = mask.as_slice_mut()?;
        if mask.len() != self.table.action_count() as usize {
            return Err(wrong(py, "the array has another size than there are numbers of moves"));
        }
        self.table.mask(mask);
        Ok(())
    }

    fn action_count(&self) -> u32 {
        self.table.action_count()
    }

    fn play_action(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        self.table.play_action(number(action)?).map_err(|message| raise(action.py(), &message))
    }

    fn play_text(&mut self, py: Python<'_>, text: &str) -> PyResult<()> {
        self.table.play(text).map(|_| ()).map_err(|message| raise(py, &message))
    }

    fn undo(&mut self) -> bool {
        self.table.undo()
    }

    fn action_text(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<String> {
        self.table.action_move(number(action)?).map(|mv| mv.text).map_err(|message| raise(py, &message))
    }

    fn text_action(&self, py: Python<'_>, text: &str) -> PyResult<u32> {
        let mv = self.table.read_move(text).map_err(|message| raise(py, &message))?;
        self.table.action(&mv.parts).ok_or_else(|| wrong(py, &format!("`{text}` has no number")))
    }

    /// Why a move may not be played: code and sentence, nothing if it may.
    fn why_not_text(&self, text: &str) -> Option<(String, String)> {
        self.table.read_move(text).err().map(|message| (message.code.into(), message.english))
    }

    /// The same of a move by its number.
    fn why_not_action(&self, action: &Bound<'_, PyAny>) -> PyResult<Option<(String, String)>> {
        let said = |message: Message| Some((message.code.into(), message.english));
        Ok(self.table.fork().play_action(number(action)?).map_or_else(said, |()| None))
    }

    /// The bots that play this game with the keys of their parameters, as JSON.
    fn bots(&self) -> String {
        let bot = |bot: potez_table::BotDescription| json!({ "name": bot.name, "parameters": bot.keys });
        json!(self.table.bots().into_iter().map(bot).collect::<Vec<_>>()).to_string()
    }

    fn observation_shape(&self) -> [usize; 3] {
        self.table.observation_shape()
    }

    /// Writes what a player sees into a flat array of floats.
    #[pyo3(signature = (planes, player=None))]
    fn observe(&self, py: Python<'_>, mut planes: PyReadwriteArray1<'_, f32>, player: Option<i32>) -> PyResult<()> {
        let player = self.player(player).ok_or_else(|| wrong(py, "a player is 0 or 1"))?;
        let planes = planes.as_slice_mut()?;
        if planes.len() != self.table.observation_shape().iter().product::<usize>() {
            return Err(wrong(py, "the array has another size than the observation"));
        }
        self.table.observe(player, planes);
        Ok(())
    }

    /// The board as data, as JSON.
    fn view(&self) -> String {
        json!(self.table.view()).to_string()
    }

    /// The board in text.
    #[pyo3(signature = (classic=false))]
    fn picture(&self, classic: bool) -> String {
        self.table.picture(if classic { Style::Classic } else { Style::Modern }, Ink::Plain)
    }

    /// What a legal move does, in English sentences.
    fn remarks(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let mv = self.table.action_move(number(action)?).map_err(|message| raise(py, &message))?;
        let remarks = self.table.remarks(&mv.parts).map_err(|message| raise(py, &message))?;
        Ok(remarks.into_iter().map(|remark| remark.english).collect())
    }

    /// Tries to prove who wins; JSON.
    #[pyo3(signature = (seconds=None, nodes=None))]
    fn solve(slf: &Bound<'_, Self>, py: Python<'_>, seconds: Option<f64>, nodes: Option<u64>) -> PyResult<String> {
        let limits = limits(py, seconds, nodes, None, Some(10.0))?;
        let stop = Stop::new();
        let table = slf.borrow().table.fork();
        let solution = interruptible(py, &stop, || table.solve(limits, &stop))?;
        Ok(json!({
            "proven": solution.proof.map(Proof::word),
            "pv": solution.pv,
            "plies": solution.plies,
            "nodes": solution.nodes,
            "seconds": solution.time.as_secs_f64(),
        })
        .to_string())
    }

    /// Many games that begin where this one stands.
    fn batch(&self, py: Python<'_>, games: usize, seed: u64, threads: usize) -> PyResult<PyBatch> {
        if !(1..=MOST_GAMES).contains(&games) {
            return Err(wrong(py, &format!("a batch has from 1 to {MOST_GAMES} games, not {games}")));
        }
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(wrong(py, &format!("a batch is played by 1 to {MOST_THREADS} threads, not {threads}")));
        }
        if self.table.check_running().is_err() {
            return Err(wrong(py, "no game can begin where one has ended"));
        }
        Ok(PyBatch::new(self.table.batch(games, seed, threads)))
    }
}
