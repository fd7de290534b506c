//! Verdicts of the explorer on pairs of Java: of a program with a `main`, which runs; of an open one by clients of two calls.

use super::answered::{Answered, JudgedPair, PairVerdict};
use super::clients::{Callable, before, client};
use super::verify::{ExploredRaces, Race, explore, exploring, shortest, wanted, without};
use crate::desk::{Desk, Refusal, ready};
use crate::java::JavaFile;
use crate::options::{Exploring, PairsOptions};
use crate::running::Loaded;
use crate::variant::Rules;
use rustc_hash::FxHashMap;

/// Most clients that are explored.
const CLIENTS: usize = 200;

/// Two calls of a client, and one that main makes before them.
type Calls = ((usize, usize), Option<usize>);

/// Most calls that are tried before two others.
const PREPARED: usize = 8;

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
    let mut known: FxHashMap<Calls, Result<ExploredRaces, String>> = FxHashMap::default();
    let mut judged: Vec<JudgedPair> = Vec::new();
    for _ in &answered.told {
        let why = "no small client makes these calls".to_owned();
        judged.push(JudgedPair { verdict: PairVerdict::Unknown, why, schedule: None, command: None });
    }
    // Clients of two calls come first. Some races need a third call before: elements, a flag.
    for (prepared, most) in [(false, CLIENTS), (true, CLIENTS + CLIENTS / 2)] {
        for ((told, race), judged) in answered.told.iter().zip(wanted(answered)).zip(&mut judged) {
            if judged.verdict == PairVerdict::Unknown {
                let mut clients =
                    Clients { desk, name: &answered.name, of: &of, asked: &asked, known: &mut known, most };
                clients.judge(&how, &calls(answered, &of.callable, told), &race, prepared, judged);
            }
        }
    }
    Ok(judged)
}

/// The clients of an open program.
struct Clients<'a> {
    desk: &'a Desk,
    name: &'a str,
    of: &'a Open,
    asked: &'a PairsOptions,
    known: &'a mut FxHashMap<Calls, Result<ExploredRaces, String>>,
    /// Most that are explored.
    most: usize,
}

impl Clients<'_> {
    /// Looks for a race in clients of some two calls.
    fn judge(
        &mut self,
        how: &Exploring,
        twos: &[(usize, usize)],
        race: &Race,
        prepared: bool,
        judged: &mut JudgedPair,
    ) {
        let ended = |of: &Clients<'_>, two| match of.known.get(&(two, None)) {
            Some(Ok(explored)) => explored.searched.result.complete(),
            _ => false,
        };
        let twos = twos.iter().copied().filter(|&two| !prepared || ended(self, two));
        let callable = &self.of.callable;
        let all: Vec<Calls> = match prepared {
            false => twos.map(|two| (two, None)).collect(),
            true => {
                twos.flat_map(|two| before(callable, two).take(PREPARED).map(move |call| (two, Some(call)))).collect()
            }
        };
        for calls in all {
            if !self.known.contains_key(&calls) && self.known.len() >= self.most {
                judged.why = format!("{} clients were explored, and it is in none of them", self.most);
                return;
            }
            let (desk, name, of, asked) = (self.desk, self.name, self.of, self.asked);
            let explored = self.known.entry(calls).or_insert_with(|| explored(desk, name, of, calls, asked));
            let ((a, b), before) = calls;
            let (a, b) = (&of.callable[a], &of.callable[b]);
            let before = before.map_or_else(String::new, |call| format!(" behind {}", of.callable[call].shown));
            match explored {
                Err(why) => judged.why = why.clone(),
                Ok(explored) => {
                    let found = shortest(how, explored, std::slice::from_ref(race)).remove(race);
                    if let Some(mut found) = found {
                        found.why =
                            format!("{}, in a client that calls {} and {}{before}", found.why, a.shown, b.shown);
                        found.command = None;
                        *judged = found;
                        return;
                    }
                    let searched = without(&explored.searched, " of it");
                    judged.why =
                        format!("not in a client that calls {} and {}{before}: {}", a.shown, b.shown, searched.why);
                }
            }
        }
    }
}

/// The exploration of a client.
fn explored(
    desk: &Desk,
    name: &str,
    of: &Open,
    ((a, b), before): Calls,
    asked: &PairsOptions,
) -> Result<ExploredRaces, String> {
    let before = before.map(|call| &of.callable[call]);
    let text = client(&of.callable[a], &of.callable[b], before).ok_or("no code can see both classes")?;
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
