//! The machine-checked model in `proof/` against this implementation: is a program accepted, and over all schedules which fields race,
//! is there a deadlock, which exceptions, is a thread stuck, how does the main thread end. The model is a second reading of the calculus,
//! of which soundness is proved; what it disagrees with is a slip here or there.
//!
//! `proof/build` makes the model's driver; where it is not there, these tests say so and pass. `RACEFREE_CASES=100000 cargo test --release
//! -p racefree-soundness --test all proof:: -- --nocapture` compares that number of programs; `proof/mutants` plants mistakes in the
//! model, and the last test asks that each is found.
#![allow(clippy::print_stderr)]

mod names;

use crate::pairs::{fuzzed, generator};
use crate::support::{Mutants, cases};
use racefree_explore::{Algorithm, Budget, Options};
use racefree_grammar::Program;
use racefree_grammar::sexp;
use racefree_interp::drive::Key;
use racefree_interp::machine::lower;
use racefree_interp::options::Limits;
use racefree_soundness::enumerate::{Universe, complete};
use racefree_soundness::variant::Rules;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The driver, running.
struct Model {
    child: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../proof")
}

impl Model {
    /// The driver that `proof/build` makes, if it has made one.
    fn built() -> Option<Model> {
        let driver = folder().join("driver");
        if !driver.exists() {
            eprintln!("skipped: there is no proof/driver; proof/build makes it");
            return None;
        }
        Some(Model::of(&driver))
    }

    fn of(driver: &Path) -> Model {
        let mut child = Command::new(driver)
            .args(["--states", "1500"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the driver starts");
        let (questions, answers) = (child.stdin.take(), child.stdout.take().expect("its answers"));
        Model { child, questions, answers: BufReader::new(answers) }
    }

    fn ask(&mut self, program: &str) -> Value {
        let questions = self.questions.as_mut().expect("it is running");
        writeln!(questions, "{program}").expect("the driver reads");
        questions.flush().expect("the driver reads");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("the driver answers");
        serde_json::from_str(&answer).unwrap_or_else(|e| panic!("{e}: {answer:?} to {program}"))
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        self.questions = None;
        let _ = self.child.wait();
    }
}

/// What was compared.
#[derive(Default, Debug)]
struct Seen {
    programs: u64,
    /// With a construct that the model lacks.
    skipped: u64,
    rejected: u64,
    /// All of whose schedules were covered by both.
    explored: u64,
    racy: u64,
    /// Among the rejected.
    rejected_racy: u64,
    deadlocks: u64,
    exceptions: u64,
}

/// This implementation and the model.
struct Both {
    model: Model,
    rules: Rules,
    seen: Seen,
}

fn names(values: &Value) -> BTreeSet<String> {
    values.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// `C.fd`, by the number of the field.
fn field_name(program: &Program, field: usize) -> String {
    let class = program.classes.iter().find(|class| class.fields.indices().contains(&field));
    let class = class.map_or("?", |class| program.text(class.name));
    format!("{class}.{}", program.text(program.fields[field].name))
}

/// Whether a method has two parameters of one name: which of the two its body means is not said.
fn twice_named(program: &Program) -> bool {
    program.methods.iter().any(|method| {
        let mut names = BTreeSet::new();
        program.params_of(method).iter().any(|param| !names.insert(param.name.0))
    })
}

impl Both {
    fn new(model: Model) -> Both {
        Both { model, rules: Rules::base(), seen: Seen::default() }
    }

    /// Compares a program; what differs.
    fn look(&mut self, source: &str) -> Result<(), String> {
        let Ok(program) = racefree_grammar::parse(source) else { return Ok(()) };
        let line = sexp::line(&program);
        self.seen.programs += 1;
        let answer = self.model.ask(&line);
        if answer["skipped"].is_string() {
            self.seen.skipped += 1;
            return Ok(());
        }
        if answer["error"].is_string() {
            return Err(format!("the driver does not read it: {answer}\n{line}"));
        }
        let accepted = self.rules.accepts_idle(&program);
        self.seen.rejected += u64::from(!accepted);
        let differs = |what: &str, ours: &dyn std::fmt::Debug, theirs: &Value| {
            Err(format!("{what}: {ours:?}, and by the model {theirs}\n{source}"))
        };
        if answer["accepted"] != Value::Bool(accepted) {
            return differs("accepted", &accepted, &answer["accepted"]);
        }
        if answer["complete"] != Value::Bool(true) || twice_named(&program) {
            return Ok(());
        }
        let Ok(lowered) = lower(program) else { return Ok(()) };
        let options = Options {
            algorithm: Algorithm::States,
            limits: Limits { steps: 2_000, calls: 100, threads: 12, objects: 200 },
            budget: Budget { states: 3_000, ..Budget::default() },
            ..Options::default()
        };
        let explored = racefree_explore::explore(&lowered, &options);
        if !explored.complete() {
            return Ok(());
        }
        let program = &lowered.tables.program;
        let (mut races, mut exceptions) = (BTreeSet::new(), BTreeSet::new());
        let (mut deadlock, mut stuck) = (false, false);
        for found in &explored.found {
            match &found.key {
                Key::Race(field, ..) => {
                    races.insert(field_name(program, field.index()));
                }
                Key::Exception(exception, _) => {
                    exceptions.insert(exception.name().to_owned());
                }
                Key::Deadlock(_) => deadlock = true,
                Key::Stuck(_) => stuck = true,
                Key::Monitor(..) | Key::Waiting(_) | Key::Livelock(..) => {}
            }
        }
        self.seen.explored += 1;
        self.seen.racy += u64::from(!races.is_empty());
        self.seen.rejected_racy += u64::from(!races.is_empty() && !accepted);
        self.seen.deadlocks += u64::from(deadlock);
        self.seen.exceptions += u64::from(!exceptions.is_empty());
        if names(&answer["races"]) != races {
            return differs("racy fields", &races, &answer["races"]);
        }
        if answer["deadlock"] != Value::Bool(deadlock) {
            return differs("deadlock", &deadlock, &answer["deadlock"]);
        }
        if names(&answer["exceptions"]) != exceptions {
            return differs("exceptions", &exceptions, &answer["exceptions"]);
        }
        if answer["stuck"] != Value::Bool(stuck) {
            return differs("stuck", &stuck, &answer["stuck"]);
        }
        // How the main thread ends; objects by their class. What is printed is no part of a state of this search.
        let end = |thread: &String| thread.trim_start_matches("0: ").split('#').next().unwrap_or("").to_owned();
        let ours: BTreeSet<String> = explored.outcomes.iter().filter_map(|o| o.threads.first()).map(end).collect();
        let theirs: BTreeSet<String> =
            names(&answer["outcomes"]).iter().filter_map(|o| o.rsplit(':').next()).map(str::to_owned).collect();
        if ours != theirs && !stuck {
            return differs("ends", &ours, &answer["outcomes"]);
        }
        Ok(())
    }

    fn all(&mut self, what: &str, count: u64, source: impl Fn(u64) -> String) {
        // `RACEFREE_SEED=1` goes on where 0 ends.
        let seed: u64 = std::env::var("RACEFREE_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
        // One difference does not hide the next, nor what was compared.
        let differs = |n: u64| self.look(&source(n)).err().map(|message| format!("{what}, program {n}: {message}"));
        let differences: Vec<String> = (seed * count..(seed + 1) * count).filter_map(differs).collect();
        eprintln!("{what}: {:?}", self.seen);
        assert!(differences.is_empty(), "{}", differences.join("\n"));
    }
}

#[test]
fn corpus() {
    let Some(model) = Model::built() else { return };
    let mut both = Both::new(model);
    for entry in racefree_corpus::entries() {
        if let Err(message) = both.look(entry.source) {
            panic!("{}: {message}", entry.path);
        }
    }
    let seen = &both.seen;
    eprintln!("{seen:?}");
    assert!(seen.programs - seen.skipped > 200 && seen.racy > 50, "{seen:?}");
}

#[test]
fn small_programs() {
    let Some(model) = Model::built() else { return };
    let mut both = Both::new(model);
    for (signature, nodes) in [("locks", 9), ("paths", 8), ("ghosts", 9), ("methods", 8), ("local", 9)] {
        let universe = Universe { signature: signature.parse().expect("a preset"), nodes };
        let mut sources = Vec::new();
        universe.skeletons(&mut |skeleton| {
            universe
                .parts(&skeleton)
                .each(&mut |bodies, main| sources.push(complete(&skeleton, bodies, main).source()));
            true
        });
        // All of them where cases are asked for, otherwise some.
        let step = if std::env::var_os("RACEFREE_CASES").is_some() { 1 } else { sources.len() / 200 + 1 };
        for source in sources.iter().step_by(step) {
            both.look(source).unwrap_or_else(|message| panic!("{signature}: {message}"));
        }
        eprintln!("{signature} to {nodes} nodes, {} programs: {:?}", sources.len().div_ceil(step), both.seen);
    }
}

/// The premises that near misses are made of, one or two switched off in the generator.
const NEAR: [&[&str]; 12] = [
    &["EXP REF/guard-held", "EXP ASSIGN/guard-held"],
    &["EXP FORK2/empty-lock-set"],
    &["EXP INVOKE/requires-held"],
    &["EXP FORK2/fv-shared"],
    &["EXP ASSIGN/not-final", "FINAL REF/final"],
    &["ENV X/fresh"],
    &["SUBTYPE CLASS/ghost-args"],
    &["PROG/override-requires", "PROG/override-type"],
    &["LOCAL CLASS/override", "CLASS3/super-shared"],
    &["SHAREABLE GUARDED FIELD/field-type", "SHAREABLE FINAL FIELD/field-type"],
    &["EXP LET/result", "EXP REF/type"],
    &["TYPE C/arg-final", "TYPE C/arg-type"],
];

/// Program number n of all sorts, in turn: well typed, near misses, ill typed, tokens of the corpus changed.
fn mixed() -> impl Fn(u64) -> String {
    let (well_typed, near) = (fuzzed(&[]), NEAR.map(fuzzed));
    let mutants = Mutants::new();
    move |n| match n % 8 {
        0 | 1 => well_typed(n / 8 * 2 + n % 8),
        2 | 3 => near[(n / 8) as usize % near.len()](n),
        4 | 5 => generator::program(n),
        _ => mutants.get(n),
    }
}

#[test]
fn generated_programs() {
    let Some(model) = Model::built() else { return };
    let mut both = Both::new(model);
    both.all("generated programs", cases(400), mixed());
    let seen = &both.seen;
    let compared = seen.programs - seen.skipped;
    assert!(seen.rejected * 3 >= compared && seen.rejected_racy * 10 >= seen.rejected, "{seen:?}");
}

#[test]
fn mistakes_in_the_model_are_found() {
    let Ok(mutants) = std::fs::read_dir(folder().join("mutated")) else {
        eprintln!("skipped: there is no proof/mutated; proof/mutants makes it");
        return;
    };
    let program = mixed();
    let mut left = Vec::new();
    for mutant in mutants.filter_map(Result::ok).map(|entry| entry.path()) {
        let mut both = Both::new(Model::of(&mutant));
        let name = mutant.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        match (0..2_000).find(|&n| both.look(&program(n)).is_err()) {
            Some(n) => eprintln!("{name}: found by program {n}"),
            None => left.push(name),
        }
    }
    assert!(left.is_empty(), "not found: {left:?}");
}
