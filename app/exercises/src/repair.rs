//! Exercises `repair`: change a program until claims about all its schedules hold. Parts of it must stay, synchronization aside.

mod bare;
mod idle;
mod search;

use crate::exercise::Exercise;
use crate::facts::{self, Facts, OUTPUT, at};
use crate::grade::{Fault, Grade};
use crate::handed;
pub use idle::needless;
use racefree_answers::desk::Desk;
use racefree_answers::{bare_member, options};
use racefree_grammar::Program;
use racefree_grammar::ast::Expr;
pub use search::answer;

/// Goal of a repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// Members that must stay, locks aside: `Account.deposit`, `Account.balance`, or `main`; `class Account` stays as it is.
    pub keep: Vec<String>,
    /// Number of forks that must be there.
    pub forks: Option<usize>,
    /// Claims that must hold.
    pub claims: Vec<Claim>,
}

/// A claim about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It checks, and silences no error.
    Check,
    /// No schedule has a race.
    NoRace,
    /// No schedule has a deadlock.
    NoDeadlock,
    /// In no schedule a thread waits for ever to be notified.
    NoWaiting,
    /// No schedule throws an exception.
    NoException,
    /// Every run ends with this value of the field.
    Heap(String, String),
    /// Every run prints this, in some order of the lines.
    Output(String),
}

/// Words of an output in the order of the alphabet: which thread prints first is no part of the claim.
fn sorted(output: &str) -> String {
    let mut words: Vec<&str> = output.split_whitespace().collect();
    words.sort_unstable();
    words.join(" ")
}

impl Claim {
    /// Reads an element of `goal`.
    ///
    /// # Errors
    ///
    /// It is no claim.
    pub fn read(text: &str) -> Result<Claim, String> {
        let (key, value) = text.split_once([':', ' ']).map_or((text, ""), |(key, value)| (key.trim(), value.trim()));
        match (key, value) {
            ("check", "ok") => Ok(Claim::Check),
            ("race", "none") => Ok(Claim::NoRace),
            ("deadlock", "no") => Ok(Claim::NoDeadlock),
            ("waiting", "no") => Ok(Claim::NoWaiting),
            ("exception", "none") => Ok(Claim::NoException),
            ("heap", equation) if equation.contains('=') => {
                let (of, value) = equation.split_once('=').unwrap_or_default();
                Ok(Claim::Heap(of.trim().to_owned(), value.trim().to_owned()))
            }
            (OUTPUT, text) if text.len() >= 2 && text.starts_with('"') && text.ends_with('"') => {
                Ok(Claim::Output(sorted(&text[1..text.len() - 1])))
            }
            _ => Err(format!(
                "`goal: {text}` is none of check: ok, race: none, deadlock: no, waiting: no, exception: none, heap Account#1.balance = 20, output \"1 2\""
            )),
        }
    }

    /// The claim in words.
    pub fn words(&self) -> String {
        match self {
            Claim::Check => "the program checks".to_owned(),
            Claim::NoRace => "no schedule has a race".to_owned(),
            Claim::NoDeadlock => "no schedule has a deadlock".to_owned(),
            Claim::NoWaiting => "in no schedule a thread waits for ever".to_owned(),
            Claim::NoException => "no schedule throws an exception".to_owned(),
            Claim::Heap(of, value) => format!("every run ends with `{of} = {value}`"),
            Claim::Output(lines) => format!("every run prints `{lines}`, in some order"),
        }
    }

    /// The reason why the claim does not hold; none if it does, or if no schedule seen so far refutes it.
    fn refuted(&self, facts: &Facts, errors: &[String]) -> Option<String> {
        let other = |of: &str, value: &str| facts.values(of).into_iter().find(|found| found != value);
        match self {
            Claim::Check => errors.first().cloned(),
            Claim::NoRace => facts.races.first_key_value().map(|(field, lines)| {
                format!("there is a race on `{field}`: nothing orders two accesses of it{}", at(lines))
            }),
            Claim::NoDeadlock => facts
                .deadlock
                .as_ref()
                .map(|lines| format!("some schedule ends in a deadlock: threads wait for each other{}", at(lines))),
            Claim::NoWaiting => facts.waiting.as_ref().map(|lines| {
                format!("in some schedule a thread waits{}, and nobody is left who could notify it", at(lines))
            }),
            Claim::NoException => {
                facts.exception.as_ref().map(|lines| format!("some schedule throws an exception{}", at(lines)))
            }
            Claim::Heap(of, value) => other(of, value).map(|found| format!("some run ends with `{of} = {found}`")),
            Claim::Output(lines) => {
                facts.values(OUTPUT).into_iter().find(|found| sorted(found) != *lines).map(|found| {
                    match found.is_empty() {
                        true => "some run prints nothing".to_owned(),
                        false => format!("some run prints `{found}`"),
                    }
                })
            }
        }
    }
}

impl Repair {
    /// A repair with a goal.
    ///
    /// # Errors
    ///
    /// It has none.
    pub fn new(keep: Vec<String>, forks: Option<usize>, claims: Vec<Claim>) -> Result<Repair, String> {
        if claims.is_empty() {
            return Err("there is no line `goal`".to_owned());
        }
        Ok(Repair { keep, forks, claims })
    }

    /// Returns true if a claim is about the schedules of the program.
    fn runs(&self) -> bool {
        self.claims.iter().any(|claim| *claim != Claim::Check)
    }
}

/// Claims of a program, refuted or not.
#[derive(Clone, Debug, Default)]
pub struct Held {
    /// The reason why not, by claim.
    pub refuted: Vec<Option<String>>,
    /// Number of races and type errors: how far it is from a solution.
    pub distance: usize,
    /// Reason why what is not refuted is not proved either.
    cut: Option<String>,
}

/// Looks at the claims of a program.
///
/// # Errors
///
/// The grade of what cannot be looked at.
pub fn held(desk: &Desk, exercise: &Exercise, asked: &Repair, text: &str) -> Result<Held, Grade> {
    let parsed = facts::judged(desk, &exercise.rules, &exercise.file(), text)?;
    let mut errors: Vec<String> = facts::errors(&parsed).into_iter().collect();
    if !parsed.report.silenced.is_empty() {
        errors.push("it silences errors, which proves nothing".to_owned());
    }
    let mut distance = errors.len();
    let facts = match asked.runs() {
        true => facts::explored(desk, &exercise.rules, &facts::able(text, parsed)?)?,
        false => Facts::default(),
    };
    distance += facts.races.len() + usize::from(facts.deadlock.is_some());
    // A run that cannot go on, or goes on for ever, keeps no promise about its end.
    let endless = || facts.endless.then(|| "some run goes on for ever: a thread looks again and again".to_owned());
    let stuck = facts.stuck.as_ref().map(|lines| format!("some run cannot go on{}", at(lines))).or_else(endless);
    let refuted = asked.claims.iter().map(|claim| claim.refuted(&facts, &errors).or_else(|| stuck.clone())).collect();
    Ok(Held { refuted, distance, cut: facts.cut })
}

/// The part of a program in Java that must stay and has not, if there is one.
fn missing_in_java(asked: &Repair, given: &str, handed: &str) -> Option<String> {
    asked.keep.iter().find_map(|name| match bare_member(handed, name) {
        None => Some(format!("`{name}` must stay")),
        now if now == bare_member(given, name) => None,
        Some(_) => Some(format!("`{name}` does something else than before, synchronization aside")),
    })
}

/// The part that must stay and has not, if there is one.
fn missing(asked: &Repair, given: &Program, program: &Program) -> Option<String> {
    let forks = program.exprs.iter().filter(|e| matches!(e, Expr::Fork(_))).count();
    if let Some(wanted) = asked.forks.filter(|wanted| forks < *wanted) {
        return Some(format!("it has {}, and {wanted} must stay", racefree_answers::count(forks as u64, "fork")));
    }
    let changed = asked.keep.iter().find(|name| !bare::same(given, program, name));
    changed.map(|name| match bare::member(program, name) {
        None => format!("`{name}` must stay"),
        Some(_) if name.starts_with("class ") => format!("the {name} must stay as it is"),
        Some(_) => format!("`{name}` does something else than before, synchronization aside"),
    })
}

/// The first name of a member to keep that is not there.
///
/// # Errors
///
/// The grade of what is no program.
pub fn unknown<'k>(desk: &Desk, exercise: &Exercise, asked: &'k Repair) -> Result<Option<&'k String>, Grade> {
    if exercise.java {
        return Ok(asked.keep.iter().find(|name| bare_member(&exercise.text, name).is_none()));
    }
    let given = facts::judged(desk, &exercise.rules, &exercise.file(), &exercise.text)?.program;
    Ok(asked.keep.iter().find(|name| bare::member(&given, name).is_none()))
}

/// Grades a repaired program; `before` are the claims as they are without a repair.
///
/// # Errors
///
/// The grade of one that cannot be read.
pub fn grade(desk: &Desk, exercise: &Exercise, asked: &Repair, before: &Held, handed: &str) -> Result<Grade, Grade> {
    let gone = match exercise.java {
        true => {
            handed::java(handed)?;
            missing_in_java(asked, &exercise.text, handed)
        }
        false => {
            let system = options::system(exercise.rules.system.as_deref(), &exercise.text)
                .map_err(|e| Grade::unreadable("", e))?;
            let program = handed::program(handed, system.dialect())?;
            let given = facts::judged(desk, &exercise.rules, &exercise.file(), &exercise.text)?;
            missing(asked, &given.program, &program)
        }
    };
    if let Some(part) = gone {
        return Ok(Grade::wrong(Fault { part, ..Fault::default() }));
    }
    let now = held(desk, exercise, asked, handed)?;
    let open = || before.refuted.iter().zip(&now.refuted).filter(|(before, _)| before.is_some());
    let (all, mended) = (open().count(), open().filter(|(_, now)| now.is_none()).count());
    let failing = asked.claims.iter().zip(&now.refuted).find_map(|(claim, why)| Some((claim, why.as_ref()?)));
    match (failing, &now.cut) {
        (None, None) => Ok(Grade::right()),
        (None, Some(why)) => Ok(Grade::undecided(why.clone())),
        (Some((claim, why)), _) => {
            let place = why.rsplit_once(" @ ").map_or_else(String::new, |(_, line)| format!("line {line}"));
            let premise = why.split_once(" @ ").and_then(|(premise, _)| {
                racefree_systems::SYSTEMS.iter().find_map(|system| system.book().find_premise(premise))
            });
            let reason = premise.map_or("", |premise| racefree_systems::premise(premise).why).to_owned();
            let fault = Fault { place, part: why.clone(), expected: claim.words(), reason };
            // A claim that held before is no merit; one that is broken takes all away.
            let broken = before.refuted.iter().zip(&now.refuted).any(|(before, now)| before.is_none() && now.is_some());
            let mended = if broken { 0 } else { mended as u64 };
            Ok(Grade::share(mended, (all as u64).max(mended + 1), fault))
        }
    }
}
