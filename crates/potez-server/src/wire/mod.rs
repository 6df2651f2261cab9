//! What goes over the wire: the JSON of requests and answers, one file per subject.

mod analysis;
mod catalogue;
mod company;
mod game;
mod league;
mod moves;
mod position;
mod record;
mod replay;
mod report;
mod review;
pub(crate) mod schema;

pub(crate) use analysis::{
    Analysis, CandidateLine, ExplanationView, HintRequest, HintStep, HintView, JudgementView, Quality, RemarkView,
    ThinkRequest,
};
pub(crate) use catalogue::{
    BotView, Catalogue, CatalogueGame, ClockPreset, FormatView, LanguageView, LevelView, LimitsView, OptionView,
    PresetView, SampleView,
};
pub(crate) use company::{
    CarryCode, JoinRequest, LobbyView, OpenInvitation, Phrase, PhraseRequest, SeatTicket, Utterance,
};
pub(crate) use game::{
    Act, Action, Brief, Briefs, BriefsRequest, ClockView, CreateRequest, Created, GameView, Invitation, NameRequest,
    PlayerKind, PlayerView, Players, SideRequest,
};
pub(crate) use league::{
    LeagueAct, LeagueBotView, LeagueBrief, LeagueCreated, LeagueDone, LeagueFaultView, LeagueGameView, LeagueList,
    LeagueRow, LeagueTermsView, LeagueView, NextRequest, TurnView,
};
pub(crate) use moves::{
    BlockedView, LastMove, LessonView, MoveRequest, MoveView, SentMove, StepRequest, StepView, WhyRequest, WhyView,
};
pub(crate) use position::{EndingView, PathsView, PositionRequest, PositionSpec, PositionView};
pub(crate) use record::{ExportRequest, Exported, ImportRequest, Imported};
pub(crate) use replay::{GameReplay, ViewChange};
pub(crate) use report::{EntrantView, ReportList, ReportName, ReportPage, ReportedGame};
pub(crate) use review::{
    Accuracy, Grade, GradeCounts, ReviewRequest, ReviewStarted, ReviewState, ReviewStatus, ReviewView, ReviewedMove,
};
