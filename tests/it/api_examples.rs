//! Runs the examples of `docs/api.md` against a tournament that is played.

use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use tests::cluster::{Cluster, Service};

use crate::up::watch;

const PAGE: &str = include_str!("../../docs/api.md");
/// The file of games of an open tournament.
const GAMES: &str = "pdn/international/Montpellier_Open_Serie_A.pdn";

/// Returns the examples of the page: the language and the text of each.
fn examples() -> Vec<(&'static str, &'static str)> {
    let parts: Vec<&str> = PAGE.split("```").collect();
    let examples = parts.iter().skip(1).step_by(2);
    examples.filter_map(|example| example.split_once('\n')).collect()
}

#[tokio::test]
async fn the_examples_for_programs_do_what_the_page_says() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let games = test_data::path(GAMES);
    let games = games.to_str().context("a path in Unicode")?;
    let up = cluster.up(&["--pdn", games, "--speed", "100", "--tournament", "open"]).await?;
    let spectator = watch(&cluster, &up).await?;
    spectator.sees("a hundred moves", |seen| seen.move_count() >= 100).await?;

    let base = format!("http://{}", cluster.address(Service::Broadcast));
    let mut said = Vec::new();
    for (language, text) in examples() {
        let (program, arguments) = match language {
            "sh" => ("sh", vec!["-euc", text]),
            "python" => ("python3", vec!["-c", text]),
            "js" => ("node", vec!["--input-type=module", "-e", text]),
            "html" => continue,
            other => anyhow::bail!("an example in {other:?}"),
        };
        let mut command = Command::new(program);
        command.args(arguments);
        command.env("BASE", &base).env("EVENT", "/api/v1/tournaments/main/open");
        let ran = tokio::task::spawn_blocking(move || command.output()).await??;
        let (out, errors) =
            (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        ensure!(ran.status.success() && errors.is_empty(), "{language}: {out}{errors}");
        said.push(out.into_owned());
    }
    let expected = [
        &["\"tournaments\":[", "\"lastMove\":{", "[Event \""][..],
        &["changed"],
        &[" games\n", "r1-t"],
        &["/problems/unknown", "no game r99-t1"],
    ];
    ensure!(said.len() == expected.len(), "{said:?}");
    for (said, expected) in said.iter().zip(expected) {
        ensure!(expected.iter().all(|words| said.contains(words)), "{said}");
    }
    drop(spectator);
    up.signal(nix::sys::signal::Signal::SIGTERM);
    ensure!(up.ended().await.is_success());
    cluster.finish().await
}
