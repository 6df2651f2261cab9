//! What goes over the wire: the JSON of requests and answers, one file a subject.

mod analysis;
mod board;
mod catalogue;
mod game;
mod position;
mod record;
mod report;
mod review;
mod step;

use potez_engine::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) use analysis::{Analysis, Candidate, Hint, HintRequest, HintStep, Judgement, Quality, Remark, ThinkRequest};
pub(crate) use board::{Draft, View};
pub(crate) use catalogue::{
    Catalogue, ClockChoice, FormatChoice, GameChoice, KnobChoice, LanguageChoice, LevelChoice, Ranges, Variant,
};
pub(crate) use game::{
    Act, Action, Brief, Briefs, BriefsRequest, ClockView, Create, Created, Invitation, Lesson, MoveRequest,
    NameRequest, Offers, PlayerKind, PlayerView, Players, SideRequest, State, Takeback, You,
};
pub(crate) use position::{Ending, Last, Place, Position, PositionRequest, Why, WhyRequest};
pub(crate) use record::{ExportRequest, Exported, ImportRequest, Imported};
pub(crate) use report::{Entrant, ReportList, ReportName, ReportPage, ReportedGame};
pub(crate) use review::{Grade, Review, ReviewRequest, ReviewStarted, ReviewState, ReviewStatus, ReviewedMove};
pub(crate) use step::{Blocked, Choice, ChoiceKind, Step, StepRequest};

/// One of the two players: X moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    /// The first player.
    X,
    /// The second player.
    O,
}

impl Side {
    /// Both, in the order in which they move.
    pub(crate) const BOTH: [Self; 2] = [Self::X, Self::O];

    /// 0 for X, 1 for O.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    #[must_use]
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }
}

impl From<Player> for Side {
    fn from(player: Player) -> Self {
        match player {
            Player::X => Self::X,
            Player::O => Self::O,
        }
    }
}

impl From<Side> for Player {
    fn from(side: Side) -> Self {
        match side {
            Side::X => Self::X,
            Side::O => Self::O,
        }
    }
}
