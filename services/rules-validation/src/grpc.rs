//! The API: questions about the rules, and games as the arbiter sees them.

mod preview;

use draughts::{Breach, Judgement, Move, MoveText, Position, RuleSet, fen, pdn};
use live_game::{Game, Refusal};
use phrases::{Language, game as sentences};
use proto::{
    convert::required,
    subject::{GameKey, Stream, Subject},
    v1::{
        AmbiguousMove, ConflictRaised, GetGameRequest, GetGameResponse, HeldFor, InputHeld,
        InputRefused, IrregularityNoted, JudgeMoveRequest, JudgeMoveResponse, LegalMove,
        LegalMovesRequest, LegalMovesResponse, PdnReport, PreviewRulingRequest,
        PreviewRulingResponse, RefusedInput, ValidatePdnRequest, ValidatePdnResponse,
        judge_move_response::Judgement as WireJudgement,
        rules_validation_service_server::RulesValidationService,
    },
};
use runtime::{Answer, BlockingPool, EventLog, Ledger, WhenFull};
use tonic::{Request, Response};

use crate::{error::Error, history};

/// Bytes of the largest request with a PDN text: one MiB, and room for the message around it.
pub(crate) const MAX_PDN: usize = 1024 * 1024 + 1024;

/// Implements `RulesValidationService`.
#[derive(Debug)]
pub(crate) struct RulesService {
    log: EventLog,
    /// Checks texts, which takes long, and reads histories, which takes much memory.
    pool: BlockingPool,
}

impl RulesService {
    pub(crate) fn new(log: EventLog) -> Self {
        Self { log, pool: BlockingPool::new() }
    }

    async fn game(&self, request: GetGameRequest) -> Result<GetGameResponse, Error> {
        let key = GameKey::try_from(request.game)?;
        let language = Language::from_tag(&request.language);
        let ledger: Ledger<Game> =
            Ledger::load(&self.log, Subject::game(Stream::Game, &key)).await?;
        if ledger.version() == 0 {
            return Err(Error::UnknownGame(key));
        }
        let mut answer = shown(&ledger, language);
        if request.with_history {
            let _turn = self.pool.turn(WhenFull::Tell).await?;
            let rules = ledger.state().rules().unwrap_or(RuleSet::International);
            let before = Some(request.history_before).filter(|version| *version > 0);
            let asked = history::HistoryPart { before, variant: rules.variant(), language };
            answer.history = history::of_game(&self.log, &key, asked).await?;
        }
        Ok(answer)
    }
}

#[tonic::async_trait]
impl RulesValidationService for RulesService {
    async fn legal_moves(&self, request: Request<LegalMovesRequest>) -> Answer<LegalMovesResponse> {
        Ok(Response::new(legal_moves(&request.into_inner())?))
    }

    async fn judge_move(&self, request: Request<JudgeMoveRequest>) -> Answer<JudgeMoveResponse> {
        Ok(Response::new(judge_move(request.into_inner())?))
    }

    async fn validate_pdn(
        &self,
        request: Request<ValidatePdnRequest>,
    ) -> Answer<ValidatePdnResponse> {
        let request = request.into_inner();
        // A long text takes long to check, and much memory, which must not be at the cost of other
        // calls.
        let games = self.pool.run(move || validate(&request)).await.map_err(Error::from)??;
        Ok(Response::new(ValidatePdnResponse { games }))
    }

    async fn get_game(&self, request: Request<GetGameRequest>) -> Answer<GetGameResponse> {
        Ok(Response::new(self.game(request.into_inner()).await?))
    }

    async fn preview_ruling(
        &self,
        request: Request<PreviewRulingRequest>,
    ) -> Answer<PreviewRulingResponse> {
        Ok(Response::new(preview::of_ruling(&self.log, request.into_inner()).await?))
    }
}

fn legal_moves(request: &LegalMovesRequest) -> Result<LegalMovesResponse, Error> {
    let rules = RuleSet::try_from(request.rules())?;
    let position = position(&request.fen, rules)?;
    let moves = position.legal_moves();
    let moves = moves.iter().map(|mv| legal_move(&position, mv));
    Ok(LegalMovesResponse { moves: moves.collect() })
}

fn legal_move(position: &Position, mv: &Move) -> LegalMove {
    LegalMove { r#move: Some(mv.into()), notation: position.notation(mv) }
}

fn position(text: &str, rules: RuleSet) -> Result<Position, Error> {
    fen::parse(text, rules.variant()).map_err(Error::Fen)
}

fn judge_move(request: JudgeMoveRequest) -> Result<JudgeMoveResponse, Error> {
    let rules = RuleSet::try_from(request.rules())?;
    let position = position(&request.fen, rules)?;
    let language = Language::from_tag(&request.language);
    let claimed = MoveText::try_from(required(request.r#move, "move")?)?;
    let judged = position.judge(&claimed);
    let after = judged.position_after(&position);
    let fen = after.map(|after| after.fen()).unwrap_or_default();
    let (judgement, article, explanation) = match judged {
        Judgement::Legal(mv) => {
            (WireJudgement::Legal(legal_move(&position, &mv)), String::new(), String::new())
        }
        Judgement::Ambiguous(candidates) => {
            let answer = AmbiguousMove {
                played: Some((&claimed).into()),
                candidates: candidates.iter().map(Into::into).collect(),
                others: 0,
            };
            let explanation = Refusal::AmbiguousMove { played: claimed, candidates, others: 0 };
            (
                WireJudgement::Ambiguous(answer),
                String::new(),
                sentences::refusal(&explanation, rules, language),
            )
        }
        Judgement::Irregular(irregularity) => {
            let article = article(irregularity.breach, rules);
            let explanation = sentences::irregularity(&irregularity, rules, language);
            (WireJudgement::Irregular(irregularity.as_ref().into()), article, explanation)
        }
        Judgement::Impossible(illegal) => {
            let explanation = sentences::illegal_move(&illegal, rules, language);
            (
                WireJudgement::Impossible(illegal.as_ref().into()),
                article(illegal.breach, rules),
                explanation,
            )
        }
    };
    Ok(JudgeMoveResponse { judgement: Some(judgement), article, explanation, fen })
}

/// Returns the number of the article that a move breaks, or an empty text if there is none.
fn article(breach: Breach, rules: RuleSet) -> String {
    breach.citation(rules).map(|cited| cited.number()).unwrap_or_default()
}

fn validate(request: &ValidatePdnRequest) -> Result<Vec<PdnReport>, Error> {
    let rules = RuleSet::try_from(request.default_rules()).unwrap_or(RuleSet::International);
    let mut reports = Vec::new();
    pdn::read_each(&request.pdn, rules.variant(), |game| reports.push(report(&game)));
    if reports.is_empty() { Err(Error::NoGame) } else { Ok(reports) }
}

fn report(game: &pdn::PdnGame) -> PdnReport {
    let (status, why) = match &game.status {
        pdn::Status::Ok => ("ok", None),
        pdn::Status::HeaderOnly => ("header-only", None),
        pdn::Status::Illegal { .. } | pdn::Status::BadPosition { .. } => {
            ("illegal", Some(game.status.to_string()))
        }
        pdn::Status::GaveUp { .. } => ("given-up", Some(game.status.to_string())),
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

/// Returns a game as the arbiter sees it, with every refusal and its reason.
fn shown(ledger: &Ledger<Game>, language: Language) -> GetGameResponse {
    let game = ledger.state();
    // A game can have a result before it has begun; then no article ended it.
    let rules = game.rules().unwrap_or(RuleSet::International);
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
                waits_for: HeldFor::from(game.held_for()).into(),
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
        refused: game
            .refused()
            .map(|refused| refused_input(refused, game.rules(), language))
            .collect(),
        noted: game.noted().map(|noted| IrregularityNoted {
            ply: noted.ply,
            irregularity: Some((&noted.irregularity).into()),
            input: Some((&noted.input).into()),
            at_ms: noted.at.millis(),
        }),
        noted_explanation: game
            .noted()
            .map(|noted| sentences::irregularity(&noted.irregularity, game.rules(), language))
            .unwrap_or_default(),
        counts: game
            .counts()
            .iter()
            .map(|count| sentences::count(count, rules, language))
            .collect(),
        ending: game
            .outcome()
            .map(|it| sentences::outcome(it, rules, language))
            .unwrap_or_default(),
        is_draw_agreed: game.is_draw_agreed(),
        told: preview::told(game),
        ..GetGameResponse::default()
    };
    if let Some(color) = game.draw_offer() {
        shown.set_draw_offered_by(color.into());
    }
    shown
}

fn refused_input(
    refused: &live_game::RefusedInput,
    rules: Option<RuleSet>,
    language: Language,
) -> RefusedInput {
    RefusedInput {
        refused: Some(InputRefused {
            input: Some((&refused.input).into()),
            refusal: Some((&refused.refusal).into()),
        }),
        explanation: sentences::refusal(&refused.refusal, rules, language),
    }
}

#[cfg(test)]
mod tests {
    use draughts::{Timestamp, Variant};
    use live_game::GameEvent;
    use proto::{subject::GameId, v1::GameRef};
    use runtime::MemoryBroker;
    use tonic::Code;

    use super::*;

    #[tokio::test]
    async fn histories_are_busy_while_as_many_are_read_as_may_be_and_a_game_is_shown() {
        let broker = MemoryBroker::default();
        let key: Subject = "game.main.kk-2026.r1-t1".parse().unwrap();
        let start = Position::start(Variant::International);
        let (rules, at) = (RuleSet::International, Timestamp::from_millis(1));
        let started = [GameEvent::Started { rules, start, at }];
        broker.append::<Game>(&key, &started, None).await.unwrap();
        let service = RulesService::new(broker.log());
        let full = service.pool.fill();
        let game = key.tournament.game(GameId::new(1, 1).unwrap());
        let game = GameRef::from(&game);
        let ask = |with_history| {
            let game = Some(game.clone());
            let asked = GetGameRequest { game, with_history, ..Default::default() };
            service.get_game(Request::new(asked))
        };
        let busy = ask(true).await.unwrap_err();
        let expected = (Code::Unavailable, "busy with other such requests; try again later");
        assert_eq!((busy.code(), busy.message()), expected);
        ask(false).await.unwrap();
        drop(full);
        assert_eq!(ask(true).await.unwrap().into_inner().history.len(), 1);
    }
}
