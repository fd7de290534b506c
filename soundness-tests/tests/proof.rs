//! The machine-checked model in `proof/` against this implementation: is a program accepted, and over all schedules which fields race,
//! is there a deadlock, which exceptions, is a thread stuck, how does the main thread end. The model is a second reading of the calculus,
//! of which soundness is proved; what it disagrees with is a slip here or there.
//!
//! `proof/build` makes the model's driver; where it is not there, these tests say so and pass. `RACEFREE_CASES=100000 cargo test --release
//! -p racefree-soundness --test all proof:: -- --nocapture` compares so many programs; `proof/mutants` plants mistakes in the
//! model, and the last test asks that each is found.
#![allow(clippy::print_stderr)]

use crate::pairs::{fuzzed, generator};
use crate::support::{Mutants, cases};
use racefree_explore::{Algorithm, Budget, Explorer, Options};
use racefree_grammar::Program;
use racefree_grammar::sexp;
use racefree_interp::drive::Key;
use racefree_interp::machine::lower;
use racefree_interp::options::Limits;
use racefree_soundness::enumerate::{Parts, Universe, complete};
use racefree_soundness::matrix::PROVED;
use racefree_soundness::variant::Rules;
use racefree_typeck::rules::{BOOK, JAVA, is_of_java};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
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
    explorer: Explorer,
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
        Both { model, rules: Rules::base(), explorer: Explorer::default(), seen: Seen::default() }
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
            threads: 1,
            ..Options::default()
        };
        let explored = self.explorer.explore(&lowered, &options);
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
                Key::Monitor(..) => {}
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
            let parts = universe.parts(&skeleton);
            let lists = parts.bodies.iter().map(|m| m.iter().map(|l| l.to_vec()).collect()).collect();
            for (i, mains) in parts.mains.iter().enumerate() {
                for main in mains.iter() {
                    Parts::products(&lists, parts.budget - (i + 1), &mut |bodies| {
                        sources.push(complete(&skeleton, bodies, main).source());
                    });
                }
            }
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

/// A table of `names.toml`: what stands left and right of `=`.
fn table(text: &str, name: &str) -> BTreeMap<String, String> {
    let lines =
        text.lines().skip_while(|line| *line != format!("[{name}]")).skip(1).take_while(|line| !line.starts_with('['));
    let quoted = |text: &str| text.trim().trim_matches('"').to_owned();
    lines.filter_map(|line| line.split_once("\" = ")).map(|(left, right)| (quoted(left), quoted(right))).collect()
}

/// The constructors of `Typing.v` that are rules, each with its named hypotheses; those of a record are its fields.
fn constructors(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut rules: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut rule = None;
    for line in text.lines() {
        let word = |text: &str| text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>();
        if let Some(rest) = line.strip_prefix("| ") {
            let name = word(rest);
            rule = name.chars().next().is_some_and(|c| c.is_ascii_uppercase()).then_some(name);
        } else if let Some((_, rest)) = line.split_once(":= PROG {").filter(|_| line.starts_with("Record")) {
            rule = rest.is_empty().then(|| "PROG".to_owned());
        } else if !line.starts_with(' ') {
            rule = None;
        }
        let Some(rule) = &rule else { continue };
        let known = rules.entry(rule.clone()).or_default();
        let field = line.strip_prefix("  ").filter(|rest| rule == "PROG" && !rest.starts_with(' '));
        if let Some(rest) = line.trim_start().strip_prefix('(').or(field) {
            let name = word(rest);
            if rest[name.len()..].starts_with(" :") {
                known.insert(name);
            }
        }
    }
    rules
}

#[test]
fn rules_and_premises_have_their_names_in_the_model() {
    let read = |file: &str| std::fs::read_to_string(folder().join(file)).expect("a file of the model");
    let (names, rules) = (read("names.toml"), constructors(&read("Typing.v")));
    let [constructors, definitions, absent, mut extra] =
        ["constructors", "definitions", "absent", "extra"].map(|name| table(&names, name));
    let stands = |name: &str| match name.split_once('/') {
        Some((rule, hypothesis)) => rules.get(rule).is_some_and(|known| known.contains(hypothesis)),
        None => rules.contains_key(name),
    };
    let (mut wrong, mut used, mut listed) = (Vec::new(), BTreeSet::new(), 0);
    let mut of_book = Vec::new();
    // The model is of the calculus, not of the dialect of Java.
    let of_calculus = BOOK.rules().filter(|(_, rule)| rule.section != JAVA).map(|(_, rule)| rule.name.to_owned());
    of_book.extend(of_calculus);
    of_book.extend(BOOK.premises().filter(|(id, _)| !is_of_java(*id)).map(|(id, _)| BOOK.premise_name(id)));
    for name in &of_book {
        let usual = name.replace([' ', '-'], "_");
        let usual = [usual.clone(), format!("{usual}_")].into_iter().find(|name| stands(name));
        let tables = [&constructors, &definitions, &absent];
        let times = tables.iter().filter(|table| table.contains_key(name)).count();
        listed += times;
        if times + usize::from(usual.is_some()) != 1 {
            wrong.push(format!("{name}: in {times} tables of names.toml, and {usual:?} in Typing.v"));
        }
        used.extend(usual);
        if let Some(constructor) = constructors.get(name) {
            used.insert(constructor.clone());
            if !stands(constructor) {
                wrong.push(format!("{name}: there is no {constructor} in Typing.v"));
            }
        }
        if let Some((file, definition)) = definitions.get(name).and_then(|place| place.split_once('/')) {
            let defined = read(file).lines().any(|line| {
                line.split([' ', '|']).any(|word| word == definition) && !line.trim_start().starts_with("(*")
            });
            if !defined {
                wrong.push(format!("{name}: there is no {definition} in {file}"));
            }
        }
    }
    if listed != constructors.len() + definitions.len() + absent.len() {
        wrong.push(format!("names.toml lists what is no rule or premise: {listed} are"));
    }
    for (rule, hypotheses) in &rules {
        let all = hypotheses.iter().map(|hypothesis| format!("{rule}/{hypothesis}"));
        for name in all.chain([rule.clone()]) {
            if extra.remove(&name).is_none() && !used.contains(&name) {
                wrong.push(format!("{name} of Typing.v is nothing of the book"));
            }
        }
    }
    wrong.extend(extra.keys().map(|name| format!("{name} is listed in vain")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_said_to_be_proved_redundant_is() {
    let text = std::fs::read_to_string(folder().join("Syntax.v")).expect("a file of the model");
    let definition =
        text.split("Definition redundant").nth(1).and_then(|rest| rest.split("=> true").next()).expect("it is there");
    let proved: BTreeSet<&str> =
        definition.split([' ', '|', '\n']).filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase())).collect();
    // One constructor stands for both sorts of classes.
    let said: BTreeSet<String> =
        PROVED.iter().map(|name| name.replace([' ', '/', '-'], "_").replace("LOCAL_CLASS", "CLASS3")).collect();
    assert_eq!(said.iter().map(String::as_str).collect::<BTreeSet<_>>(), proved);
}

#[test]
fn every_premise_that_checks_is_redundant_or_needed_or_listed_with_a_reason() {
    let read = |file: &str| std::fs::read_to_string(folder().join(file)).expect("a file of the model");
    let (names, syntax, variants) = (read("names.toml"), read("Syntax.v"), read("Variants.v"));
    let (switches, mut neither) = (table(&names, "switches"), table(&names, "neither"));
    let redundant =
        syntax.split("Definition redundant").nth(1).and_then(|rest| rest.split("end.").next()).expect("it is there");
    let mut wrong = Vec::new();
    for (id, _) in BOOK.switches().filter(|(id, _)| !is_of_java(*id)) {
        let name = BOOK.premise_name(id);
        let switch = switches.get(&name).cloned().unwrap_or_else(|| name.replace([' ', '-', '/'], "_"));
        let listed = neither.remove(&name).is_some();
        let proved = !listed && redundant.split([' ', '\n']).any(|word| word == switch);
        let needed = variants.contains(&format!("Theorem {switch}_is_needed : is_needed {switch}."));
        if usize::from(listed) + usize::from(proved) + usize::from(needed) != 1 {
            wrong.push(format!("{name}: listed {listed}, proved redundant {proved}, needed {needed}"));
        }
    }
    wrong.extend(neither.keys().map(|name| format!("{name} is listed in vain")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
