//! The program under test.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};

/// Returns the path of the program, which lies beside the tests in the target directory.
///
/// # Errors
/// If it is missing, or older than its sources.
pub(crate) fn program() -> Result<PathBuf> {
    let test = std::env::current_exe()?;
    let folder = test.ancestors().nth(2).context("the test stands in target/<profile>/deps")?;
    let program = folder.join("damcast");
    ensure!(
        program.is_file(),
        "{} is missing: run `cargo build --workspace --bins`, as `./dev test` does",
        program.display()
    );
    check_age(&program)?;
    Ok(program)
}

/// Fails if the program is older than one of its sources, which cargo lists in a file beside it.
fn check_age(program: &Path) -> Result<()> {
    let built = fs::metadata(program)?.modified()?;
    let list = program.with_extension("d");
    let text = fs::read_to_string(&list).with_context(|| format!("read {}", list.display()))?;
    let sources = text.split_once(": ").map_or("", |(_, sources)| sources);
    for source in sources.split_whitespace() {
        let changed = fs::metadata(source).and_then(|metadata| metadata.modified()).ok();
        ensure!(
            changed.is_none_or(|changed| changed <= built),
            "{} is older than {source}: run `cargo build --workspace --bins`, as `./dev test` does",
            program.display()
        );
    }
    Ok(())
}
