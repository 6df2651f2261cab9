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

pub use analysis::{Analysis, Candidate, Hint, HintRequest, HintStep, Judgement, Quality, Remark, ThinkRequest};
pub use board::{Draft, View};
pub use catalogue::{Catalogue, ClockChoice, FormatChoice, GameChoice, KnobChoice, LanguageChoice, LevelChoice, Ranges, Variant};
pub use game::{
    Act, Action, Brief, Briefs, BriefsRequest, ClockView, Create, Created, Invitation, Lesson, MoveRequest, NameRequest,
    Offers, PlayerKind, PlayerView, Players, SideRequest, State, Takeback, You,
};
pub use position::{Ending, Last, Place, Position, PositionRequest, Why, WhyRequest};
pub use record::{Exported, ExportRequest, ImportRequest, Imported};
pub use report::{Entrant, ReportList, ReportName, ReportPage, ReportedGame};
pub use review::{Grade, Review, ReviewRequest, ReviewStarted, ReviewState, ReviewStatus, ReviewedMove};
pub use step::{Blocked, Choice, ChoiceKind, Step, StepRequest};

/// One of the two players: X moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first player.
    X,
    /// The second player.
    O,
}

impl Side {
    /// Both, in the order in which they move.
    pub const BOTH: [Self; 2] = [Self::X, Self::O];

    /// 0 for X, 1 for O.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
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
