//! Runs every example of `docs/command-line.md` and compares the output with the page.

use std::{env, ffi::OsString, path::Path, process::Command};

const PAGE: &str = include_str!("../../../docs/command-line.md");

/// A command of the page with its input, and the output that the page shows.
#[derive(Debug, Default)]
struct Example {
    command: String,
    output: String,
}

fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for block in page.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```\n").unwrap_or((block, ""));
        // The word that ends the input of the last command.
        let mut end: Option<&str> = None;
        for line in block.lines() {
            if end.is_none()
                && let Some(command) = line.strip_prefix("$ ")
            {
                end = command.split("<<'").nth(1).map(|word| word.trim_end_matches('\''));
                examples.push(Example { command: command.to_owned(), output: String::new() });
                continue;
            }
            let example = examples.last_mut().expect("a block begins with a command");
            let part = if end.is_some() { &mut example.command } else { &mut example.output };
            if end.is_some() {
                part.push('\n');
                part.push_str(line);
            } else {
                part.push_str(line);
                part.push('\n');
            }
            end = end.filter(|word| *word != line);
        }
    }
    examples
}

fn path_with_damcast() -> OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_damcast")).parent().expect("a folder").to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    env::join_paths([program].into_iter().chain(env::split_paths(&others))).expect("a path")
}

#[test]
fn every_example_of_the_page_answers_as_it_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let examples = examples(PAGE);
    for example in &examples {
        let script = format!("exec 2>&1\n{}", example.command);
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).current_dir(folder.path()).env("PATH", path_with_damcast());
        let output = String::from_utf8(shell.output().unwrap().stdout).unwrap();
        assert_eq!(output, example.output, "{}", example.command);
    }
    let commands = ["rules", "clock", "boards", "pair", "standings", "pdn", "trf"];
    for command in commands {
        let is_shown =
            |example: &Example| example.command.split_whitespace().take(2).eq(["damcast", command]);
        assert!(examples.iter().any(is_shown), "{command}");
    }
}
