//! The API of the judge: questions about rules, and games as the arbiter sees them.

use draughts::{RuleSet, fen, pdn};
use proto::{
    convert::{ConvertError, GameLog},
    subject::{GameKey, Stream, Subject},
    v1::{
        ConflictRaised, GetGameRequest, GetGameResponse, InputHeld, InputRefused, LegalMove,
        LegalMovesRequest, LegalMovesResponse, PdnReport, RefusedInput, ValidatePdnRequest,
        ValidatePdnResponse, rules_validation_service_server::RulesValidationService,
    },
};
use runtime::{EventLog, Ledger, LedgerError};
use thiserror::Error;
use tonic::{Request, Response, Status};

/// Bytes of the largest PDN text, with room for the message around it.
pub(crate) const MAX_PDN: usize = 1024 * 1024 + 1024;
/// Characters of the longest FEN; a full board in the longest form has fewer.
const MAX_FEN: usize = 1000;

/// Answers the calls.
#[derive(Debug)]
pub(crate) struct Judge {
    log: EventLog,
}

/// Why a question has no answer.
#[derive(Debug, Error)]
enum Error {
    #[error(transparent)]
    Convert(#[from] ConvertError),
    #[error("fen: {0}")]
    Fen(String),
    #[error("no game in the text")]
    NoGame,
    #[error("unknown game {0}: nothing was recorded of it")]
    UnknownGame(GameKey),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error("the check was broken off")]
    BrokenOff(#[from] tokio::task::JoinError),
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        match error {
            Error::Convert(_) | Error::Fen(_) | Error::NoGame => Self::invalid_argument(text),
            Error::UnknownGame(_) => Self::not_found(text),
            Error::Ledger(LedgerError::Read(_)) => Self::unavailable(text),
            Error::Ledger(
                LedgerError::Decode { .. }
                | LedgerError::Record { .. }
                | LedgerError::Broken { .. },
            )
            | Error::BrokenOff(_) => {
                tracing::error!(error = text, "answer a question");
                Self::internal(text)
            }
        }
    }
}

impl Judge {
    pub(crate) fn new(log: EventLog) -> Self {
        Self { log }
    }

    async fn game(&self, request: GetGameRequest) -> Result<GetGameResponse, Error> {
        let key = GameKey::try_from(request.game)?;
        let ledger: Ledger<GameLog> =
            Ledger::load(&self.log, Subject::game(Stream::Game, &key)).await?;
        if ledger.version() == 0 {
            return Err(Error::UnknownGame(key));
        }
        Ok(shown(&ledger))
    }
}

#[tonic::async_trait]
impl RulesValidationService for Judge {
    async fn legal_moves(
        &self,
        request: Request<LegalMovesRequest>,
    ) -> Result<Response<LegalMovesResponse>, Status> {
        Ok(Response::new(legal_moves(&request.into_inner())?))
    }

    async fn validate_pdn(
        &self,
        request: Request<ValidatePdnRequest>,
    ) -> Result<Response<ValidatePdnResponse>, Status> {
        let request = request.into_inner();
        // A long text takes its time, which is not to be that of other calls.
        let games = tokio::task::spawn_blocking(move || validate(&request));
        Ok(Response::new(ValidatePdnResponse { games: games.await.map_err(Error::from)?? }))
    }

    async fn get_game(
        &self,
        request: Request<GetGameRequest>,
    ) -> Result<Response<GetGameResponse>, Status> {
        Ok(Response::new(self.game(request.into_inner()).await?))
    }
}

fn legal_moves(request: &LegalMovesRequest) -> Result<LegalMovesResponse, Error> {
    let rules = RuleSet::try_from(request.rules())?;
    if request.fen.len() > MAX_FEN {
        return Err(Error::Fen(format!("longer than {MAX_FEN} characters")));
    }
    let position =
        fen::parse(&request.fen, rules.variant()).map_err(|error| Error::Fen(error.to_string()))?;
    let moves = position.legal_moves();
    let moves = moves
        .iter()
        .map(|mv| LegalMove { r#move: Some(mv.into()), notation: position.notation(mv) });
    Ok(LegalMovesResponse { moves: moves.collect() })
}

fn validate(request: &ValidatePdnRequest) -> Result<Vec<PdnReport>, Error> {
    let rules = RuleSet::try_from(request.default_rules()).unwrap_or(RuleSet::International);
    let games = pdn::read_as(&request.pdn, rules.variant());
    if games.is_empty() { Err(Error::NoGame) } else { Ok(games.iter().map(report).collect()) }
}

fn report(game: &pdn::PdnGame) -> PdnReport {
    let (status, why) = match &game.status {
        pdn::Status::Ok => ("ok", None),
        pdn::Status::HeaderOnly => ("header-only", None),
        pdn::Status::Illegal { .. } | pdn::Status::BadPosition { .. } => {
            ("illegal", Some(game.status.to_string()))
        }
        pdn::Status::Unsupported(unsupported) => ("unsupported", Some(unsupported.to_string())),
    };
    PdnReport {
        white: game.tag("White").unwrap_or_default().to_owned(),
        black: game.tag("Black").unwrap_or_default().to_owned(),
        status: status.to_owned(),
        plies: u32::try_from(game.plies.len()).unwrap_or(u32::MAX),
        fen: game.final_position.fen(),
        notes: why.into_iter().chain(game.warnings.iter().map(ToString::to_string)).collect(),
    }
}

/// A game as the arbiter sees it: with everything that was refused, and why.
fn shown(ledger: &Ledger<GameLog>) -> GetGameResponse {
    let GameLog { game, refused, .. } = ledger.state();
    let mut shown = GetGameResponse {
        state: Some(game.into()),
        notations: game.plies().iter().map(|ply| ply.notation.clone()).collect(),
        version: ledger.version(),
        held: game
            .held()
            .iter()
            .map(|held| InputHeld {
                ply: held.ply,
                r#move: Some((&held.mv).into()),
                input: Some((&held.input).into()),
                at_ms: held.at.millis(),
            })
            .collect(),
        conflicts: game
            .conflicts()
            .iter()
            .map(|conflict| ConflictRaised {
                ply: conflict.ply,
                played: Some((&conflict.played).into()),
                claimed: Some((&conflict.claimed).into()),
                input: Some((&conflict.input).into()),
            })
            .collect(),
        refused: refused.iter().map(refused_input).collect(),
        ..GetGameResponse::default()
    };
    if let Some(color) = game.draw_offer() {
        shown.set_draw_offered_by(color.into());
    }
    shown
}

fn refused_input(refused: &proto::convert::RefusedInput) -> RefusedInput {
    RefusedInput {
        refused: Some(InputRefused {
            input: Some((&refused.input).into()),
            refusal: Some((&refused.refusal).into()),
        }),
        explanation: refused.refusal.to_string(),
    }
}
