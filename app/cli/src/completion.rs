//! Completion of arguments in a shell: the script asks this program, which knows the values too. A command line that is not about
//! completion pays for none of it.

use crate::args::help;
use clap::Command;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::{CompleteEnv, Shells};
use racefree_answers::{examples, variant};
use racefree_exercises as exercises;
use racefree_kernel::report;
use racefree_soundness::enumerate::PRESETS;
use racefree_systems::{SYSTEMS, premise_name};
use std::ffi::OsStr;
use std::io;

/// Variable by which a shell asks for completions.
const VARIABLE: &str = "RACEFREE_COMPLETE";

/// Answers a shell that asks for completions, and exits then.
pub fn answer() {
    CompleteEnv::with_factory(|| completing(help::command())).var(VARIABLE).complete();
}

/// Script that has a shell ask.
pub fn script(shell: clap_complete::Shell) -> io::Result<String> {
    let mut script = Vec::new();
    let name = shell.to_string();
    let shells = Shells::builtins();
    let completer = shells.completer(&name).ok_or_else(|| io::Error::other(format!("no {name}")))?;
    completer.write_registration(VARIABLE, "racefree", "racefree", "racefree", &mut script)?;
    Ok(String::from_utf8_lossy(&script).into_owned())
}

/// A word, and a remark on it.
type Word = (String, Option<String>);

/// Words that an argument can be, of those that `clap` does not know.
type Words = fn(&str) -> Vec<Word>;

/// A command whose arguments know their words.
fn completing(command: Command) -> Command {
    let name = command.get_name().to_owned();
    command.mut_subcommands(completing).mut_args(|arg| match words(&name, arg.get_id().as_str()) {
        Some(words) => arg.add(ArgValueCompleter::new(Completer(words))),
        None => arg,
    })
}

/// Words of an argument of a command.
fn words(command: &str, argument: &str) -> Option<Words> {
    Some(match (command, argument) {
        (_, "off") => |current| premises(current, false),
        ("why", "name") | ("rules", "rule") => |current| [rules(current), premises(current, true)].concat(),
        (_, "variant" | "variants" | "a" | "b" | "search") => variants,
        (_, "no_warn") => |_| SYSTEMS.iter().flat_map(|&system| report::kinds(system)).map(plain).collect(),
        (_, "system") => |_| SYSTEMS.iter().map(|system| plain(system.name().to_owned())).collect(),
        (_, "scheduler") => {
            |_| ["random", "pct:", "pos", "round-robin", "replay:"].map(str::to_owned).map(plain).into()
        }
        (_, "signature") => {
            |_| PRESETS.iter().map(|&(name, about, _)| (name.to_owned(), Some(about.to_owned()))).collect()
        }
        ("examples", "action") => |_| {
            let actions = ["list", "show", "copy"].map(str::to_owned).map(plain);
            actions.into_iter().chain(programs("")).collect()
        },
        ("examples", "name") => programs,
        (_, "exercise") => |_| {
            exercises::file::all()
                .into_iter()
                .flat_map(|file| [file.name, file.bare()].map(|name| plain(name.to_owned())))
                .collect()
        },
        ("man", "command") => |_| {
            let commands = help::command();
            let name = |of: &Command| (of.get_name().to_owned(), of.get_about().map(ToString::to_string));
            commands.get_subcommands().map(name).collect()
        },
        _ => return None,
    })
}

/// Completes a word.
struct Completer(Words);

impl ValueCompleter for Completer {
    fn complete(&self, current: &OsStr) -> Vec<CompletionCandidate> {
        let typed = current.to_string_lossy();
        let mut words: Vec<Word> = (self.0)(&typed);
        words.retain(|(word, _)| word.starts_with(&*typed));
        words.sort();
        words.dedup_by(|a, b| a.0 == b.0);
        let candidate = |(word, about): Word| CompletionCandidate::new(word).help(about.map(Into::into));
        let found: Vec<CompletionCandidate> = words.into_iter().map(candidate).collect();
        // A variant may be a file.
        let is_variant = std::ptr::fn_addr_eq(self.0, variants as Words);
        if is_variant && found.is_empty() { PathCompleter::file().complete(current) } else { found }
    }
}

/// A word without a remark.
fn plain(word: String) -> Word {
    (word, None)
}

/// Name of a rule or a premise as it is being typed: without blanks unless there is one already, and small if it begins so. A shell
/// would take a blank for the end of the word.
fn spelled(name: &str, typed: &str) -> String {
    let name = if typed.contains(' ') { name.to_owned() } else { name.replace(' ', "-") };
    if typed.starts_with(|c: char| c.is_ascii_lowercase()) { name.to_lowercase() } else { name }
}

fn rules(typed: &str) -> Vec<Word> {
    let all = SYSTEMS.iter().flat_map(|system| system.book().rules());
    all.map(|(_, rule)| (spelled(rule.name, typed), Some(rule.conclusion.to_owned()))).collect()
}

/// Premises that can be switched off, or all.
fn premises(typed: &str, all: bool) -> Vec<Word> {
    let known = SYSTEMS.iter().flat_map(|system| system.book().premises());
    let wanted = known.filter(|(_, premise)| all || premise.is_switch());
    wanted.map(|(id, premise)| (spelled(&premise_name(id), typed), Some(premise.statement.to_owned()))).collect()
}

/// Variants by name, and premises, which are variants.
fn variants(typed: &str) -> Vec<Word> {
    let named = SYSTEMS.iter().flat_map(|&system| variant::named(system));
    let named = named.map(|variant| (variant.name, Some(variant.description)));
    named.chain(premises(typed, false)).chain([plain("base".to_owned())]).collect()
}

/// Programs that are built in; once a word has begun, by the last part of their names too, which is understood where it is clear.
fn programs(typed: &str) -> Vec<Word> {
    let all = examples::all();
    let last = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
    let short = all.iter().filter(|_| !typed.is_empty()).map(|example| (last(&example.name), &example.title));
    let short = short.filter(|(name, _)| examples::find(&all, name).is_some());
    let words = all.iter().map(|example| (example.name.clone(), &example.title)).chain(short);
    words.map(|(name, title)| (name, Some(title.clone()))).collect()
}
