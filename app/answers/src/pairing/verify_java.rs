//! Verdicts of the explorer on pairs of Java: of a program with a `main`, which runs; of an open one by clients of two calls.

use super::answered::{Answered, JudgedPair, PairVerdict};
use super::clients::{Callable, client};
use super::verify::{ExploredRaces, Race, explore, exploring, shortest, wanted, without};
use crate::desk::{Desk, Refusal, ready};
use crate::java::JavaFile;
use crate::options::PairsOptions;
use crate::running::Loaded;
use crate::variant::Rules;
use rustc_hash::FxHashMap;

/// Most clients that are explored.
const CLIENTS: usize = 200;

/// Seconds for a client, if nothing else is asked.
const SECONDS: f64 = 10.0;

/// The program that can run; else why there is none.
fn runs(name: &str, files: Vec<JavaFile>, rules: Rules) -> Result<Loaded, String> {
    match crate::java::running::parsed_bare(name, files, rules).and_then(ready) {
        Ok(loaded) => Ok(loaded),
        Err(Refusal::CannotRun(_, errors)) => {
            let first = errors.first().map_or_else(String::new, |e| e.message.clone());
            Err(format!("the program does not run here: {first}"))
        }
        Err(_) => Err("the program does not run here".to_owned()),
    }
}

/// Explores a program in Java, and finds the pairs among its races by their places. What does not run is unknown.
pub(super) fn closed(
    desk: &Desk,
    answered: &Answered<'_>,
    (files, rules): (Vec<JavaFile>, Rules),
    asked: &PairsOptions,
) -> Result<Vec<JudgedPair>, String> {
    let all = |verdict, why: String| {
        let judged = JudgedPair { verdict, why, schedule: None, command: None };
        Ok(vec![judged; answered.told.len()])
    };
    let loaded = match runs(&answered.name, files, rules) {
        Ok(loaded) => loaded,
        Err(why) => return all(PairVerdict::Unknown, why),
    };
    let explored = explore(desk, loaded, asked)?;
    let wanted = wanted(answered);
    let real = shortest(&exploring(desk, asked), &explored, &wanted);
    let judge = |race: &Race| {
        let mut judged = real.get(race).cloned().unwrap_or_else(|| without(&explored.searched, ""));
        if judged.verdict == PairVerdict::FalseAlarm {
            judged.verdict = PairVerdict::NotHere;
        }
        judged
    };
    Ok(wanted.iter().map(judge).collect())
}

/// An open program.
pub(super) struct Open {
    /// Its files.
    pub files: Vec<JavaFile>,
    /// The rules for them.
    pub rules: Rules,
    /// The methods that clients can call.
    pub callable: Vec<Callable>,
}

/// Explores clients of the two calls of each pair. A race is real if one has it; else nothing is known, as other clients may.
pub(super) fn open(
    desk: &Desk,
    answered: &Answered<'_>,
    of: Open,
    asked: &PairsOptions,
) -> Result<Vec<JudgedPair>, String> {
    let asked = PairsOptions { time: Some(asked.time.unwrap_or(SECONDS)), ..asked.clone() };
    let how = exploring(desk, &asked);
    let mut known: FxHashMap<(usize, usize), Result<ExploredRaces, String>> = FxHashMap::default();
    let mut judged = Vec::new();
    for (told, race) in answered.told.iter().zip(wanted(answered)) {
        let mut last = "no small client makes these calls".to_owned();
        let mut real = None;
        for (a, b) in calls(answered, &of.callable, told) {
            if !known.contains_key(&(a, b)) && known.len() >= CLIENTS {
                last = format!("{CLIENTS} clients were explored, and it is in none of them");
                break;
            }
            let explored = known.entry((a, b)).or_insert_with(|| explored(desk, &answered.name, &of, (a, b), &asked));
            let (a, b) = (&of.callable[a], &of.callable[b]);
            match explored {
                Err(why) => last = why.clone(),
                Ok(explored) => {
                    let found: Option<JudgedPair> = shortest(&how, explored, std::slice::from_ref(&race)).remove(&race);
                    if let Some(mut found) = found {
                        found.why = format!("{}, in a client that calls {} and {}", found.why, a.shown, b.shown);
                        found.command = None;
                        real = Some(found);
                        break;
                    }
                    let searched = without(&explored.searched, " of it");
                    last = format!("not in a client that calls {} and {}: {}", a.shown, b.shown, searched.why);
                }
            }
        }
        judged.push(real.unwrap_or(JudgedPair {
            verdict: PairVerdict::Unknown,
            why: last,
            schedule: None,
            command: None,
        }));
    }
    Ok(judged)
}

/// The exploration of a client.
fn explored(
    desk: &Desk,
    name: &str,
    of: &Open,
    (a, b): (usize, usize),
    asked: &PairsOptions,
) -> Result<ExploredRaces, String> {
    let text = client(&of.callable[a], &of.callable[b]).ok_or("no code can see both classes")?;
    let mut files = of.files.clone();
    files.push(JavaFile { name: "RacefreeClient.java".to_owned(), bytes: text.into_bytes(), stub: false });
    explore(desk, runs(name, files, of.rules.clone())?, asked)
}

/// The calls from which the threads of a pair come.
fn calls(answered: &Answered<'_>, callable: &[Callable], told: &super::answered::ToldPair) -> Vec<(usize, usize)> {
    let called = |fork| {
        let span = answered.spawn(fork)?;
        callable.iter().position(|c| c.name == span)
    };
    let mut all: Vec<(usize, usize)> = Vec::new();
    for t in &told.left.threads {
        if let (Some(a), Some(b)) = (called(t.spawn[0]), called(t.spawn[1]))
            && !all.contains(&(a.min(b), a.max(b)))
        {
            all.push((a.min(b), a.max(b)));
        }
    }
    all
}
