//! Help that `clap` does not make by itself: commands and options in groups, examples.

use super::Args;
use clap::builder::styling::Style;
use clap::error::{ContextKind, ContextValue};
use clap::{Command, CommandFactory};
use std::fmt::Write as _;

/// Commands by purpose, each with command lines that work as they are typed, in an empty folder too.
const GROUPS: &str = r#"Look at a program
check: racefree examples show beginners/main-does-not-lock | racefree check -
check: racefree examples show account-synchronized | racefree check - --derivation text
atomicity: racefree examples show atomicity/papers/vector-last-index | racefree atomicity -
pairs: racefree examples show account-unlocked | racefree pairs -
fmt: racefree examples show crawler | racefree fmt -
annotate: echo 'class A { int n; synchronized int next() { return n++; } }' | racefree annotate -
lower: echo 'class A { int n; synchronized int next() { return n++; } }' | racefree lower -
Run it
run: racefree examples show account-unlocked | racefree run - --seed 1 --trace text
run: racefree examples show account-unlocked | racefree run - --scheduler 'replay:0*7,1*4,2*2'
test: racefree examples show deadlock-two-locks | racefree test - --runs 100 --seed 1
overhead: racefree examples show account-synchronized | racefree overhead - --rounds 2
Every schedule
explore: racefree examples show account-unlocked | racefree explore -
explore: racefree examples show account-unlocked | racefree explore - --graph dot
explain: racefree examples show lock-equality | racefree explain -
Annotations
infer: racefree examples show account-synchronized-unannotated | racefree infer - --diff
erase: racefree examples show account-synchronized | racefree erase -
translate: racefree examples show account-synchronized | racefree translate - --to owners
Rules and variants
rules: racefree rules 'EXP REF'
rules: racefree rules --system owners
variants: racefree variants
variants: racefree variants --system owners list
Campaigns
fuzz: racefree fuzz --programs 1000 --seed 1
fuzz: racefree fuzz --off 'EXP REF/guard-held' --programs 40 --seed 1 --no-guard
certify: racefree certify --nodes 16
Learn
why: racefree why 'EXP REF/guard-held'
why: racefree why exp-fork2/empty-lock-set
examples: racefree examples list beginners
examples: racefree examples copy beginners/main-does-not-lock
exercise: racefree exercise list
exercise: racefree exercise show lost-money
play: racefree examples show account-unlocked | racefree play -
course: racefree course --list
Tools
ask: echo '{"ask": "check", "program": {"name": "a.rfj", "text": "class A {}"}}' | racefree ask
lsp: racefree lsp < /dev/null
completions: eval "$(racefree completions bash)"
man: racefree man check > check.1
man: racefree man --output man1"#;

/// The same of commands below others.
const BELOW: &str = r#"exercise list: racefree exercise list
exercise show: racefree exercise show lost-money
exercise sheet: racefree exercise sheet a-call
exercise answer: racefree exercise answer lost-money
exercise play: echo 0*7,1*3,2*4,1 | racefree exercise play lost-money
exercise check: racefree exercise answer a-call | racefree exercise check a-call -
exercise lint: racefree exercise lint
exercise grade: mkdir -p asked handed/ann && racefree exercise sheet both-count | tee asked/both-count.rfj
exercise grade: racefree exercise answer both-count | tee handed/ann/both-count.rfj
exercise grade: racefree exercise grade --exercises asked --submissions handed
fuzz merge: racefree fuzz --programs 100 --seed 1 --shard 0/2 --results first.json
fuzz merge: racefree fuzz --programs 100 --seed 1 --shard 1/2 --results second.json
fuzz merge: racefree fuzz merge first.json second.json --format human
variants list: racefree variants list
variants diff: racefree variants diff base 'EXP INVOKE/requires-held' --nodes 10 --programs 100
variants curve: racefree variants curve 'EXP REF/guard-held' --programs 200
variants show: racefree variants show constructor-holds-lock
variants matrix: racefree variants matrix 'EXP REF/guard-held'"#;

/// Options by purpose, by their names; the others are those of the command alone.
const OPTIONS: [(&str, &str); 4] = [
    ("Rules", "system variant off no_warn constructor_holds_lock racy_fields defaults"),
    ("Limits", "time memory threads max_steps max_states max_runs runs programs nodes shard"),
    ("Run time", "scheduler locks memory_model detectors monitors watch"),
    (
        "Output",
        "format output derivation depth at failing diff write trace trace_file all_steps \
         save_schedule save_schedules graph graph_file graph_nodes",
    ),
];

/// Commands with their command lines.
fn examples() -> Vec<(&'static str, Vec<&'static str>)> {
    let lines: Vec<(&str, &str)> = GROUPS.lines().chain(BELOW.lines()).filter_map(|l| l.split_once(": ")).collect();
    lines.chunk_by(|a, b| a.0 == b.0).map(|same| (same[0].0, same.iter().map(|line| line.1).collect())).collect()
}

/// The command line, with its help.
pub fn command() -> Command {
    let command = Args::command();
    let style = *command.get_styles().get_header();
    let groups = groups(&command, style);
    let command = examples().iter().fold(command, |command, (name, lines)| match name.split_once(' ') {
        None => command.mut_subcommand(name, |below| helped(below, lines, style)),
        Some((above, name)) => {
            command.mut_subcommand(above, |above| above.mut_subcommand(name, |below| helped(below, lines, style)))
        }
    });
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{style}Options:{style:#}\n{{options}}{{after-help}}"
    ))
}

/// An error of the command line; of a word that is taken no longer, with a tip: what does its work now.
pub fn instead(mut error: clap::Error) -> clap::Error {
    if let (Some(ContextValue::String(option)), Some(ContextValue::String(word))) =
        (error.get(ContextKind::InvalidArg), error.get(ContextKind::InvalidValue))
        && option.starts_with("--algorithm")
        && let Some(tip) = racefree_answers::options::instead_of(word)
    {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// The list of commands.
fn groups(command: &Command, style: Style) -> String {
    let name = *command.get_styles().get_literal();
    let mut text = String::new();
    let mut last = "";
    for line in GROUPS.lines() {
        let known = line.split_once(": ").map(|(command, _)| command);
        let end = if text.is_empty() { "" } else { "\n" };
        let _ = match known.map(|known| (known, command.find_subcommand(known).and_then(Command::get_about))) {
            None => writeln!(text, "{end}{style}{line}:{style:#}"),
            Some((command, Some(about))) if command != last => writeln!(text, "  {name}{command:<11}{name:#}  {about}"),
            Some(_) => Ok(()),
        };
        last = known.unwrap_or_default();
    }
    text + "\n"
}

/// A command with its options in groups, and its examples.
fn helped(command: Command, examples: &[&str], style: Style) -> Command {
    let mut text = command.get_after_help().map_or_else(String::new, |said| format!("{}\n\n", said.ansi()));
    let _ = write!(text, "{style}Examples:{style:#}");
    examples.iter().for_each(|example| text.push_str(&format!("\n  {example}")));
    let heading = |id: &str| OPTIONS.iter().find(|(_, ids)| ids.split(' ').any(|known| known == id));
    command.after_help(text).mut_args(|arg| match heading(arg.get_id().as_str()) {
        Some((heading, _)) if !arg.is_positional() => arg.help_heading(*heading),
        _ => arg,
    })
}
