//! Programs that go wrong, as files: written as soon as they are found, made small, and looked at first next time.

use crate::atomic_file;
use crate::running::interrupt;
use crate::terminal::{Out, aside};
use racefree_answers::campaigns::fuzz::{self, KeptFailure, Recheck, Replayed, options};
use racefree_answers::options::StartOptions;
use racefree_answers::options::{MAX_STEPS, Monitoring, RuleOptions};
use racefree_answers::running::Again;
use racefree_answers::variant::{Rules, said};
use racefree_interp::options::Locks;
use racefree_soundness::campaign::{Counterexample, Failure, Plan, small};
use racefree_soundness::tree::Tree;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Greatest number of failures of a campaign that become files. The results count all, and hold the first.
const FILES: usize = 20;
/// Greatest number of failures looked at for that.
const TRIES: usize = 100;
/// Suffix of the file that holds a failure as it was generated, beside the smaller one.
const AS_GENERATED: &str = ".as-generated.rfj";

/// The failures of a campaign.
pub struct Failures<'c> {
    folder: &'c Path,
    plan: &'c Plan,
    system: Option<String>,
    spelled: String,
    /// Time to shrink one failure,
    budget: Duration,
    /// and the end of the time for all.
    until: Option<Instant>,
    state: Mutex<Kept>,
}

/// Progress with the failures.
#[derive(Default)]
struct Kept {
    /// Number of failures begun.
    begun: usize,
    /// Causes of these.
    causes: BTreeSet<String>,
    /// The finished ones.
    kept: Vec<KeptFailure>,
}

impl<'c> Failures<'c> {
    pub fn new(folder: &'c Path, plan: &'c Plan, budget: Duration, until: Option<Instant>) -> Failures<'c> {
        let (system, spelled) = (said(plan.rules.system), plan.rules.spelled());
        Failures { folder, plan, system, spelled, budget, until, state: Mutex::default() }
    }

    /// The failures that became files, or could not; each small program once.
    pub fn found(&self) -> Vec<KeptFailure> {
        let mut all = self.state.lock().unwrap_or_else(PoisonError::into_inner).kept.clone();
        all.sort_by_key(|s| s.failure.found.index);
        all
    }

    /// Writes a failure down at once, then makes it small.
    pub fn add(&self, found: &Counterexample, tree: &Tree) {
        {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            // A cause that was not met before is looked at however many there are of others.
            let is_known = !state.causes.insert(found.cause.clone()) || state.causes.len() > FILES;
            if is_known && (state.begun >= TRIES || state.kept.len() >= FILES) {
                return;
            }
            state.begun += 1;
        }
        let as_found = Failure::of(found, tree);
        let file = self.free(found);
        let first = self.write(&file, &as_found);
        if self.budget.is_zero() {
            return self.done(as_found, file, first);
        }
        let until = Instant::now() + self.budget;
        let until = self.until.map_or(until, |all| all.min(until));
        let small = small(&self.plan.rules, found, tree, until, &interrupt::interrupted);
        let known = self.found().iter().any(|s| s.failure.program == small.program);
        if known {
            // Another program of the campaign comes down to the same.
            let _ = std::fs::remove_file(&file);
            return;
        }
        if small.program == as_found.program {
            return self.done(small, file, first);
        }
        let written = self.write(&file, &small);
        if !small.minimal {
            self.write(&beside(&file), &as_found);
        }
        self.done(small, file, written);
    }

    fn done(&self, failure: Failure, file: PathBuf, written: bool) {
        let command = self.command(&file, &failure.schedule);
        let shown = KeptFailure { failure, file: written.then_some(file), command };
        self.state.lock().unwrap_or_else(PoisonError::into_inner).kept.push(shown);
    }

    /// The command that replays a schedule; none if the program cannot run.
    fn command(&self, file: &Path, schedule: &str) -> Option<String> {
        let system = self.plan.rules.system;
        let variant = if self.spelled == system.name() { Vec::new() } else { vec![self.spelled.clone()] };
        let rules = RuleOptions { system: self.system.clone(), variant, ..RuleOptions::default() };
        let name = file.display().to_string();
        let (locks, monitors) = (Locks::default(), Monitoring::All);
        let again = Again {
            name: &name,
            rules: &rules,
            locks,
            monitors,
            max_steps: MAX_STEPS,
            start: &StartOptions::default(),
        };
        (!schedule.is_empty()).then(|| again.command(None, false, schedule))
    }

    /// The file of a failure: its existing one, or an unused name.
    fn free(&self, found: &Counterexample) -> PathBuf {
        let system = self.system.iter().filter(|system| **system != self.spelled);
        let spelled: Vec<&str> = system.chain([&self.spelled]).map(String::as_str).collect();
        let mut rules: String =
            spelled.join(" ").to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        rules.truncate(80);
        let prefix = if self.spelled == "base" { String::new() } else { format!("{rules}-") };
        let name = format!("{prefix}seed-{}-program-{}", self.plan.seed, found.index);
        let first_line = self.first_line(found);
        let mine = |file: &PathBuf| match std::fs::read_to_string(file) {
            Ok(text) => text.lines().next() == Some(first_line.as_str()),
            Err(_) => file.symlink_metadata().is_err(),
        };
        let names = (2..100).map(|n| self.folder.join(format!("{name}-{n}.rfj")));
        let first = self.folder.join(format!("{name}.rfj"));
        std::iter::once(first.clone()).chain(names).find(mine).unwrap_or(first)
    }

    fn first_line(&self, found: &Counterexample) -> String {
        let rules = options(self.system.as_deref(), &self.spelled);
        format!("// racefree fuzz --seed {}{rules} --program {}", self.plan.seed, found.index)
    }

    /// Writes a failure as a program with its schedule. If that fails, it goes to standard error, so that it is not
    /// lost. Returns true if it is written.
    fn write(&self, file: &Path, failure: &Failure) -> bool {
        let Failure { found, program, tokens, schedule, property, detail, .. } = failure;
        let size = failure.smallness();
        let what = format!("// {property} {detail}");
        let mut text = format!("{}\n{}\n// {tokens} tokens, {size}\n", self.first_line(found), what.trim_end());
        if let Some(command) = self.command(file, schedule) {
            text.push_str(&format!("// schedule: {schedule}\n// {command}\n"));
        }
        text.push_str(program);
        let written = std::fs::create_dir_all(self.folder).and_then(|()| atomic_file::replace(file, text.as_bytes()));
        if let Err(error) = &written {
            aside(&format!("racefree: cannot write `{}`: {error}; here it is:\n{text}\n", file.display()));
        }
        written.is_ok()
    }
}

fn beside(file: &Path) -> PathBuf {
    file.with_extension("").with_extension(AS_GENERATED.trim_start_matches('.'))
}

/// Looks again at the failures of earlier campaigns.
pub fn replay(folder: &Path, rules: &Rules, out: &mut Out) -> Replayed {
    let mut replayed = Replayed::default();
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            if folder.symlink_metadata().is_ok() {
                out.complain(&format!("cannot read the failures in `{}`: {error}", folder.display()));
                replayed.unreadable += 1;
            }
            return replayed;
        }
    };
    let mut files: Vec<PathBuf> = entries.filter_map(|f| Some(f.ok()?.path())).collect();
    let name = |f: &Path| f.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    files.retain(|f| name(f).ends_with(".rfj") && !name(f).ends_with(AS_GENERATED));
    files.sort();
    for file in files {
        if interrupt::interrupted() {
            break;
        }
        let text = match crate::input::read_results(&file) {
            Ok(text) => text,
            Err(error) => {
                out.complain(&error);
                replayed.unreadable += 1;
                continue;
            }
        };
        let name = file.display();
        match fuzz::again(&text, rules) {
            Recheck::Wrong(how) => {
                out.complain(&format!("`{name}` {how}"));
                replayed.wrong += 1;
            }
            Recheck::Right => replayed.right += 1,
            Recheck::Rejected => replayed.rejected += 1,
            Recheck::Unreadable => {
                out.complain(&format!("`{name}` is no program: `racefree check` says why"));
                replayed.unreadable += 1;
            }
        }
    }
    replayed
}
