//! Events, engines that misbehave, conditions and reports.

mod conditions;
mod events;
mod misbehaviour;
mod page;
mod remote;
mod soak;
