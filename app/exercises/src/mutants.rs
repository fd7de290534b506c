//! Wrong answers made of a right one, for tests of grading: each has one mistake, and none is another right answer.

use crate::exercise::{Exercise, Kind};
use crate::ready::Ready;
use crate::repair::Claim;
use crate::sheet::{Blank, Judgment, Last, Tree, columns, text};
use racefree_answers::running::replay;
use racefree_grammar::fix::{self, Edit};
use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::{Extras, Token};
use racefree_grammar::{Program, Span};

/// A wrong answer.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Text that is handed in.
    pub handed: String,
    /// The place where a grade must find the fault; empty if any will do.
    pub place: String,
}

impl Mutant {
    fn anywhere(handed: String) -> Mutant {
        Mutant { handed, place: String::new() }
    }
}

/// Wrong answers, up to a number.
pub fn mutants(ready: &Ready, answer: &str, most: usize) -> Vec<Mutant> {
    let mut all = match (&ready.exercise.kind, ready.tree()) {
        (_, Some(tree)) => of_sheet(tree, most),
        (Kind::Predict(_), _) => of_line(ready, answer),
        (Kind::Schedule(_), _) => of_schedule(answer),
        (Kind::Repair(_), _) if ready.exercise.java => of_java(&ready.exercise, answer),
        (Kind::Derivation(_) | Kind::Annotate(_) | Kind::Repair(_), _) => of_program(&ready.exercise, answer),
    };
    all.truncate(most);
    all
}

/// Sheets with one wrong blank.
fn of_sheet(tree: &Tree, most: usize) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    let rules: Vec<&str> = tree.book.rules().map(|(_, rule)| rule.name).collect();
    for round in 0..20 {
        for at in 0..tree.steps.len() {
            let step = &tree.steps[at];
            if mutants.len() >= most {
                return mutants;
            }
            let Some(&blank) = step.blanks.get(round % step.blanks.len().max(1)) else { continue };
            let mut wrong = columns(tree, step, false);
            let judgment = |change: &dyn Fn(&mut Judgment)| {
                let mut judgment = step.judgment.clone();
                change(&mut judgment);
                judgment.text()
            };
            match (blank, step.last) {
                (Blank::Rule, Last::Rule(rule)) => {
                    let name = rules[(tree.book.position(rule) + round + 1) % rules.len()];
                    if tree.book.rule(rule).name == name {
                        continue;
                    }
                    wrong[3] = format!("[{name}]");
                }
                (Blank::Type, _) => wrong[2] = judgment(&|j| j.object = format!("Wrong{round}")),
                (Blank::Env, _) => {
                    wrong[2] = judgment(&|j| {
                        let env = j.context[1].trim_matches('∅').to_owned();
                        let wrong = format!("int wrong{round}");
                        j.context[1] = if env.is_empty() { wrong } else { format!("{env}, {wrong}") };
                    });
                }
                (Blank::Locks, _) => {
                    wrong[2] = judgment(&|j| {
                        let set = if j.context.len() > 2 { &mut j.context[2] } else { &mut j.object };
                        let inner = set.trim_matches(['{', '}', '∅']).to_owned();
                        let wrong = format!("wrong{round}");
                        *set = format!("{{{}}}", if inner.is_empty() { wrong } else { format!("{inner}, {wrong}") });
                    });
                }
                (Blank::Judgment, _) => wrong[2] = judgment(&|j| j.subject = format!("wrong{round}.{}", j.subject)),
                (Blank::Verdict, Last::Holds(holds)) => wrong[3] = if holds { "fails" } else { "holds" }.to_owned(),
                (Blank::Verdict | Blank::Rule, _) => continue,
            }
            let lines = tree.steps.iter().enumerate().filter(|(_, step)| step.shown);
            let lines: Vec<_> =
                lines.map(|(i, step)| if i == at { wrong.clone() } else { columns(tree, step, false) }).collect();
            let place = format!("{} {}", step.number, tree.premise_name(step)).trim_end().to_owned();
            mutants.push(Mutant { handed: text(&lines), place });
        }
    }
    mutants
}

/// Lines with an element less, more or changed.
fn of_line(ready: &Ready, answer: &str) -> Vec<Mutant> {
    let elements: Vec<&str> = answer.trim().split(", ").collect();
    let mut lines = Vec::new();
    for at in 0..elements.len() {
        let mut fewer = elements.clone();
        fewer.remove(at);
        lines.push(fewer.join(", "));
    }
    for n in 0..24 {
        let mut other = elements.clone();
        match ready.exercise.kind {
            Kind::Predict(crate::predict::Question::Check) => {
                let rules: Vec<_> = racefree_systems::BASE.book().switches().collect();
                let premise = racefree_systems::premise_name(rules[n % rules.len()].0);
                lines.push(format!("{premise} @ {}", 900 + n));
                other.push("EXP NEW/type @ 999");
            }
            _ => {
                lines.push(format!("Other{n}.field"));
                other.push("Other.field");
            }
        }
        lines.push(other.join(", "));
    }
    lines.retain(|line| !line.trim().is_empty() && *line != "none" && line != answer.trim());
    lines.dedup();
    lines.into_iter().map(|line| Mutant::anywhere(format!("{line}\n"))).collect()
}

/// Schedules that end too early, the longest first, and such that go on with a thread that is not there.
fn of_schedule(answer: &str) -> Vec<Mutant> {
    let Ok(schedule) = replay::parse(answer.trim()) else { return Vec::new() };
    let shorter = (0..schedule.steps()).rev().map(|steps| replay::inline(&schedule.prefix(steps)));
    let strange = (1..=schedule.steps()).flat_map(|steps| {
        let begin = replay::inline(&schedule.prefix(steps));
        [98, 99].map(|thread| format!("{begin},{thread}"))
    });
    shorter.chain(strange).map(Mutant::anywhere).collect()
}

/// Programs in Java: the one that was given; those without locks, without loops; and such as are cut off.
fn of_java(exercise: &Exercise, answer: &str) -> Vec<Mutant> {
    let weaker = [("synchronized ", ""), ("while (", "if (")].map(|(from, to)| answer.replace(from, to));
    let weaker = weaker.into_iter().filter(|text| text != answer);
    let ends = answer.match_indices([' ', '\n']).map(|found| found.0).rev();
    let cut = ends.map(|end| answer[..end].trim_end()).filter(|text| !text.ends_with('}'));
    let texts = [exercise.text.clone()].into_iter().chain(weaker).chain(cut.map(str::to_owned));
    texts.map(Mutant::anywhere).collect()
}

/// Programs with a token less; the program that was given; and programs that are cut off.
fn of_program(exercise: &Exercise, answer: &str) -> Vec<Mutant> {
    let Ok(right) = racefree_grammar::parse(answer) else { return Vec::new() };
    // A claim that is not made can be broken.
    let (checks, forks, code, keep) = match &exercise.kind {
        Kind::Repair(asked) => {
            (asked.claims.contains(&Claim::Check), asked.forks.is_some(), false, asked.keep.as_slice())
        }
        Kind::Predict(_) | Kind::Derivation(_) | Kind::Schedule(_) | Kind::Annotate(_) => (true, true, true, &[][..]),
    };
    let mut texts = vec![exercise.text.clone()];
    let tokens: Vec<(Token, Span)> = Lexer::new(answer, Extras::default())
        .filter(|(_, token, _)| *token != Token::AutoSemi)
        .map(|(start, token, end)| (token, Span::new(start, end)))
        .collect();
    let at = |i: usize| tokens.get(i).map(|token| token.0);
    for (i, &(token, span)) in tokens.iter().enumerate() {
        // A clause or fork less; in a repair, there may be more locks than are needed.
        let end = match token {
            Token::Synchronized if code && at(i + 2) == Some(Token::In) => tokens[i + 2].1.end,
            Token::GuardedBy | Token::Requires if checks && tokens.len() > i + 1 => tokens[i + 1].1.end,
            Token::ThreadLocal | Token::Final if checks => span.end,
            Token::Fork if forks => span.end,
            Token::Synchronized if code => span.end,
            _ => continue,
        };
        texts.extend(fix::apply(answer, &[Edit::remove(Span::new(span.start, end), answer)]));
    }
    for &(token, span) in &tokens {
        // Another number, or another name: another program.
        let kept = keep.iter().any(|name| name.rsplit('.').next() == Some(span.text(answer)));
        if code && token == Token::Int || kept {
            texts.extend(fix::apply(answer, &[Edit::replace(span, if kept { "other" } else { "4711" })]));
        }
    }
    for n in 1..=24 {
        let cut = tokens.get(tokens.len().saturating_sub(n)).map_or(0, |token| token.1.start as usize);
        texts.push(format!("{} ]", &answer[..cut]));
    }
    let same = |program: &Program| program.same_syntax(&right);
    texts.retain(|text| racefree_grammar::parse(text).map_or(true, |program| !same(&program)));
    texts.dedup();
    texts.into_iter().map(Mutant::anywhere).collect()
}
