//! The reference of all options that the environment may hold, as `docs/configuration.md` has it.

use std::collections::{BTreeMap, BTreeSet};

use clap::{Arg, Command, CommandFactory as _};
use runtime::metrics::SERVICES;

use crate::cli::Cli;

/// An option as it is described.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Described {
    variable: String,
    option: String,
    default: String,
    about: String,
}

/// Returns the reference in Markdown.
#[must_use]
pub fn reference() -> String {
    let mut found = BTreeMap::new();
    let root = Cli::command();
    for command in root.get_subcommands() {
        collect(command, command.get_name(), &mut found);
    }
    for option in root.get_arguments().filter_map(described) {
        found.insert(option, BTreeSet::from(["all commands".to_owned()]));
    }
    let mut text = String::from(
        "# Configuration\n\n\
         Every variable that `damcast` reads from the environment, with the option that does the same and counts \
         more. Made\nfrom the program; a test compares this file. `damcast help COMMAND` says more of each.\n\n\
         | variable | option | default | of | meaning |\n|---|---|---|---|---|\n",
    );
    for (option, commands) in found {
        let Described { variable, option, default, about } = option;
        let commands = together(&commands);
        let row = format!("| `{variable}` | `{option}` | {default} | {commands} | {about} |\n");
        text.push_str(&row);
    }
    text
}

fn collect(command: &Command, name: &str, found: &mut BTreeMap<Described, BTreeSet<String>>) {
    for option in command.get_arguments().filter_map(described) {
        found.entry(option).or_default().insert(name.to_owned());
    }
    for inner in command.get_subcommands() {
        collect(inner, &format!("{name} {}", inner.get_name()), found);
    }
}

/// Describes an option; `None` for one that the environment does not hold.
fn described(option: &Arg) -> Option<Described> {
    let variable = option.get_env()?.to_string_lossy().into_owned();
    let values = option.get_value_names().unwrap_or_default();
    let value = values.first().map(|value| format!(" {value}")).unwrap_or_default();
    let takes_value = option.get_action().takes_values();
    let value = if takes_value { value } else { String::new() };
    let default = option.get_default_values().iter().map(|value| value.to_string_lossy());
    let default = default.collect::<Vec<_>>().join(",");
    // Of a switch clap has a default, too.
    let default = if default.is_empty() || !takes_value { default } else { format!("`{default}`") };
    let about = option.get_help().map(ToString::to_string).unwrap_or_default();
    let option = format!("--{}{value}", option.get_long()?);
    let default = if takes_value { default } else { String::new() };
    Some(Described {
        variable,
        option,
        default,
        about: about.replace('\n', " ").replace('|', "\\|"),
    })
}

/// Returns the names of commands; of all services together as `serve`.
fn together(commands: &BTreeSet<String>) -> String {
    let of_services: BTreeSet<_> = SERVICES.iter().map(|name| format!("serve {name}")).collect();
    let mut names: Vec<&str> = Vec::new();
    if of_services.is_subset(commands) {
        names.push("serve");
    }
    let is_left = |name: &&String| names.is_empty() || !of_services.contains(*name);
    let left: Vec<&str> = commands.iter().filter(is_left).map(String::as_str).collect();
    names.extend(left);
    names.join(", ")
}
