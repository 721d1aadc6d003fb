//! Checks refusals: of rulings by board-ingest, and of moves by a full record.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    Color, CompleteRecord, CorrectMove, GoOnPaper, LetStand, MoveText, Outcome, Reason, ResumeGame,
    RetractMoves, RuleResult, Score, SetPosition, Squares, VerdictStatus,
    submit_ruling_request::Ruling,
};
use tests::{audit::Audit, client::Clients, cluster::Cluster, round::Round};
use tonic::Code;

use super::games::{ENDING, accepted, result, scripts, text};

#[tokio::test]
async fn a_record_that_exceeds_one_message_is_refused_and_the_game_goes_on() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", scripts()).await?;
    let mut desk = round.desk();
    let fen = "W:WK50:BK1".to_owned();
    accepted(&desk.rule(1, Ruling::SetPosition(SetPosition { fen })).await?)?;
    accepted(&desk.rule(1, result(Score::Draw)).await?)?;
    let moves: Vec<_> = ["50-45", "1-6", "45-50", "6-1"].iter().map(|mv| text(mv)).collect();
    let mut next = 1;
    // The limit of one message is reached long before the loop's.
    let refused = loop {
        let moves = moves.iter().cycle().take(500).cloned().collect();
        let verdict =
            desk.rule(1, Ruling::Complete(CompleteRecord { from_ply: next, moves })).await?;
        if verdict.status() != VerdictStatus::Accepted {
            break verdict;
        }
        next += 500;
        ensure!(next < 10_000, "no end of it");
    };
    ensure!(next > 500 && refused.status() == VerdictStatus::Refused, "{refused:?}");
    ensure!(refused.reason == "record-full" && !refused.explanation.is_empty(), "{refused:?}");
    accepted(&desk.rule(1, result(Score::BlackWins)).await?)?;
    accepted(&desk.rule(1, Ruling::Retract(RetractMoves { from_ply: 100 })).await?)?;
    let moves = moves.iter().cycle().skip(3).take(4).cloned().collect();
    accepted(&desk.rule(1, Ruling::Complete(CompleteRecord { from_ply: 100, moves })).await?)?;
    cluster.finish().await
}

#[tokio::test]
async fn a_ruling_that_no_game_could_follow_is_refused_by_board_ingest() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", scripts()).await?;
    let mut desk = round.desk();
    let squares = |squares: &[u32]| Some(Squares { squares: squares.to_vec() });
    let outcome =
        |score: Score, reason: Reason| Some(Outcome { score: score.into(), reason: reason.into() });
    let mv = |from, to| MoveText { from, to, ..Default::default() };
    let taken = MoveText { taken: squares(&[28, 51]), ..mv(32, 23) };
    let complete = |from_ply, moves| Ruling::Complete(CompleteRecord { from_ply, moves });
    let fen = |fen: &str| Ruling::SetPosition(SetPosition { fen: fen.to_owned() });
    let correct = |ply, r#move| Ruling::Correct(CorrectMove { ply, r#move });
    let full: Vec<String> = (1..=21).map(|square| square.to_string()).collect();
    for (ruling, field) in [
        (Ruling::Result(RuleResult::default()), "outcome"),
        (
            Ruling::Result(RuleResult { outcome: outcome(Score::Draw, Reason::Unspecified) }),
            "reason",
        ),
        (
            Ruling::Result(RuleResult { outcome: outcome(Score::Unspecified, Reason::Arbiter) }),
            "score",
        ),
        (Ruling::Retract(RetractMoves { from_ply: 0 }), "from_ply"),
        (Ruling::LetStand(LetStand { taken: squares(&[0]) }), "squares"),
        (Ruling::LetStand(LetStand { taken: squares(&[1, 51]) }), "squares"),
        (correct(0, Some(mv(32, 28))), "ply"),
        (correct(1, None), "move"),
        (correct(1, Some(mv(0, 28))), "move.from"),
        (correct(1, Some(mv(32, 51))), "move.to"),
        (correct(1, Some(taken)), "squares"),
        (fen(""), "fen"),
        (fen("nonsense"), "fen"),
        (fen("W:W51:B1"), "fen"),
        (fen(&format!("W:W50:B{}", full.join(","))), "fen"),
        (fen(&"W:W50:B1".repeat(1000)), "fen"),
        (complete(1, Vec::new()), "moves"),
        (complete(1, vec![mv(32, 28); 501]), "moves"),
        (complete(0, vec![mv(32, 28)]), "from_ply"),
        (complete(1, vec![mv(32, 28), mv(1, 99)]), "move.to"),
    ] {
        let status = desk.try_rule(1, ruling.clone()).await.err();
        let status = status.with_context(|| format!("{ruling:?} was taken"))?;
        let shown = format!("{ruling:.60?}: {status:?}");
        ensure!(status.code() == Code::InvalidArgument, "{shown}");
        ensure!(status.message().contains(field), "{field} is not named: {shown}");
    }

    // No ruling is accepted from a tablet.
    for ruling in [
        result(Score::WhiteWins),
        Ruling::Retract(RetractMoves { from_ply: 1 }),
        Ruling::LetStand(LetStand::default()),
        correct(1, Some(mv(32, 28))),
        fen(ENDING),
        Ruling::GoOnPaper(GoOnPaper {}),
        complete(1, vec![mv(32, 28)]),
        Ruling::Resume(ResumeGame {}),
    ] {
        for seat in [Color::White, Color::Black] {
            let mut tablet = round.desk().as_tablet(1, seat);
            let status = tablet.try_rule(1, ruling.clone()).await.err();
            let status = status.with_context(|| format!("{ruling:?} was taken from a tablet"))?;
            ensure!(status.code() == Code::FailedPrecondition, "{status:?}");
            ensure!(status.message().contains("at the desk"), "{status:?}");
        }
    }

    // The log holds none of these rulings, and the same ruling twice counts once.
    let verdict = desk.rule(1, Ruling::GoOnPaper(GoOnPaper {})).await?;
    accepted(&verdict)?;
    ensure!(verdict.sequence == 1, "{verdict:?}");
    let verdict = round.desk().rule(1, Ruling::GoOnPaper(GoOnPaper {})).await?;
    ensure!(verdict.sequence == 1, "{verdict:?}");
    accepted(&verdict)?;
    let audit = Audit::read(&cluster.nats_url()).await?;
    let games = round.scripts().len();
    ensure!(audit.inputs()? == games + 1, "{} inputs are stored", audit.inputs()?);
    cluster.finish().await
}
