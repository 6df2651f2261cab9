//! What goes over the wire: the JSON of requests and answers, one file per subject.

mod analysis;
mod briefs;
mod catalogue;
mod company;
mod creation;
mod explorer;
mod game;
mod moves;
mod position;
mod proof;
mod puzzle;
mod record;
mod replay;
mod report;
mod review;
pub mod schema;

pub use analysis::{
    Analysis, CandidateLine, ExplanationView, HintRequest, HintStep, HintView, JudgementView, Quality, RemarkView,
    ThinkRequest,
};
pub use briefs::{Brief, Briefs, BriefsRequest};
pub use catalogue::{
    BotView, Catalogue, CatalogueGame, ClockPreset, FormatView, LanguageView, LevelView, LimitsView, OptionView,
    PresetView, SampleView,
};
pub use company::{CarryCode, JoinRequest, LobbyView, OpenInvitation, Phrase, PhraseRequest, SeatTicket, Utterance};
pub use creation::{CreateRequest, Created, Invitation, SideRequest};
pub use explorer::{
    ArchiveRequest, ArchiveView, ArchivedGame, BookMoveView, ExploreRequest, ExploreView, ExploredGameView,
    ExploredMoveView, GameCursor, GameFilterRequest, KeyedMove, PatternGameView, PatternRequest, PatternView,
    ResultCounts,
};
pub use game::{Act, Action, ClockView, GameView, NameRequest, PlayerKind, PlayerView, Players};
pub use moves::{
    BlockedView, LastMove, LessonView, MoveRequest, MoveView, SentMove, StepRequest, StepView, WhyRequest, WhyView,
};
pub use position::{EndingView, PathsView, PositionRequest, PositionSpec, PositionView};
pub use proof::{ProofsView, ProvenMoveView};
pub use puzzle::{AttemptRequest, PuzzleList, PuzzleView, SolutionView, ThemeView, VerdictView};
pub use record::{ExportRequest, Exported, ImportRequest, Imported};
pub use replay::{GameReplay, ViewChange};
pub use report::{EntrantView, ReportList, ReportName, ReportPage, ReportedGame};
pub use review::{
    Accuracy, Grade, GradeCounts, ReviewRequest, ReviewStarted, ReviewState, ReviewStatus, ReviewView, ReviewedMove,
};
