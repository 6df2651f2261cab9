use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::FailureBody;
use crate::app::App;
use crate::failure::Failure;
use crate::positions::Facts;
use crate::requests::{Body, Tongue};
use crate::wire::{Position, PositionRequest, Step, StepRequest, Why, WhyRequest};
use crate::{choices, editor, tables};

/// A position: from the start or from a text or a draft, after some moves.
#[utoipa::path(post, path = "/api/position", tag = "positions", request_body = PositionRequest,
    responses((status = 200, body = Position), (status = 422, body = FailureBody)))]
pub(crate) async fn position(
    State(app): State<Arc<App>>,
    Tongue(lang): Tongue,
    Body(mut request): Body<PositionRequest>,
) -> Result<Json<Position>, Failure> {
    app.calculate(move |app| {
        let words = app.words(lang);
        if let Some(draft) = &request.board {
            request.place.position = Some(editor::text(&request.place.game, draft)?);
        }
        let table = tables::at(&request.place)?;
        let mut position = Facts::of(table.as_ref()).say(words);
        position.step = request.step.then(|| choices::step(table.as_ref(), "", words));
        Ok(Json(position))
    })
    .await
}

/// What can come next in a move.
#[utoipa::path(post, path = "/api/step", tag = "positions", request_body = StepRequest,
    responses((status = 200, body = Step), (status = 422, body = FailureBody)))]
pub(crate) async fn step(
    State(app): State<Arc<App>>,
    Tongue(lang): Tongue,
    Body(request): Body<StepRequest>,
) -> Result<Json<Step>, Failure> {
    app.calculate(move |app| {
        tables::check_length(&request.partial)?;
        let table = tables::at(&request.place)?;
        Ok(Json(choices::step(table.as_ref(), &request.partial, app.words(lang))))
    })
    .await
}

/// Whether a move is legal, and why not.
#[utoipa::path(post, path = "/api/why", tag = "positions", request_body = WhyRequest,
    responses((status = 200, body = Why), (status = 422, body = FailureBody)))]
pub(crate) async fn why(
    State(app): State<Arc<App>>,
    Tongue(lang): Tongue,
    Body(request): Body<WhyRequest>,
) -> Result<Json<Why>, Failure> {
    app.calculate(move |app| {
        tables::check_length(&request.mv)?;
        let mut table = tables::at(&request.place)?;
        Ok(Json(match table.play(&request.mv) {
            Ok(mv) => Why { legal: true, mv: Some(mv), code: None, detail: None, message: None },
            Err(message) => Why {
                legal: false,
                mv: None,
                code: Some(message.kind.code()),
                detail: Some(message.code),
                message: Some(app.words(lang).message(&message)),
            },
        }))
    })
    .await
}
