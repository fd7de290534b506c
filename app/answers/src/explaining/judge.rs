//! Verdict on each type error: real, a false alarm, or unknown, by the findings of the exploration at its place.

use super::blame::{Due, due};
use super::places::ProgramPlaces;
use super::reach::Reached;
use super::table::{Harm, harm};
use crate::running::Loaded;
use racefree_explore::{Control, Exploration};
use racefree_grammar::Span;
use racefree_grammar::ast::ExprId;
use racefree_interp::drive::Key;
use racefree_interp::event::Site;
use racefree_interp::monitor::Monitor;
use racefree_interp::program::FieldId;
use racefree_kernel::TypeError;
use std::collections::BTreeSet;

/// Subject of a verdict.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A type error; whether a `no_warn` silences it.
    Error(Box<TypeError>, bool),
    /// A `holds`, which is an error if it is not true.
    Holds(Span),
}

/// Verdict on a subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ErrorVerdict {
    /// Real: it goes wrong in some schedule, with this finding.
    Real(Key),
    /// False alarm: it goes wrong in no schedule.
    FalseAlarm,
    /// Unknown: not every schedule was covered; or something goes wrong that no error alone accounts for.
    Unknown,
}

/// A verdict and why.
#[derive(Clone, Debug)]
pub struct JudgedError {
    /// The subject.
    pub item: Subject,
    /// The verdict.
    pub verdict: ErrorVerdict,
    /// The monitor that fires there, though that does no harm: the lock is indeed not held.
    pub discipline: Option<Key>,
    /// The lock was held all the same, under another name: which ones, in sampled runs.
    pub names: Vec<Span>,
    /// Number of sampled runs that get there; none for declarations, and for places without a step of their own.
    pub reached: Option<u64>,
    /// True if it is held to be real because nothing else accounts for the failure.
    pub eliminated: bool,
    /// Everything that goes wrong because of it, if it is real: a race shows in several fields of an object.
    pub due: Vec<Key>,
    /// Reason for a false alarm of a claim, if known.
    pub why: Option<String>,
    /// Something goes wrong that cannot be told to be due to this one or to another.
    pub unclear: Option<Key>,
}

impl JudgedError {
    /// Finding that makes the subject real, if it is.
    pub fn real(&self) -> Option<&Key> {
        if let ErrorVerdict::Real(key) = &self.verdict { Some(key) } else { None }
    }
}

impl Subject {
    /// The type error, if it is one.
    pub fn error(&self) -> Option<&TypeError> {
        if let Subject::Error(error, _) = self { Some(error) } else { None }
    }

    /// Place of a claimed block, if the subject is a claim.
    pub fn claim(&self) -> Option<Span> {
        (self.harm() == Harm::Claim).then(|| self.span())
    }

    /// Place of the subject.
    pub fn span(&self) -> Span {
        match self {
            Subject::Error(error, _) => error.span,
            Subject::Holds(span) => *span,
        }
    }

    /// The error, and the others of the same cause, each by itself.
    pub(super) fn each(&self) -> Vec<(Harm, Span)> {
        match self {
            Subject::Error(error, _) => error.all().map(|e| (harm(e.premise), e.span)).collect(),
            Subject::Holds(span) => vec![(Harm::Holds, *span)],
        }
    }

    fn harm(&self) -> Harm {
        self.error().map_or(Harm::Holds, |error| harm(error.premise))
    }
}

/// Number of items that are judged by what was found though the time is over: that takes next to none.
const FEW: usize = 32;

/// Judges every item by what goes wrong in the schedules that were covered; `watched` tells whether run-time owners were watched in
/// every trace; none, if the program has no such owners. Items for which there is no time left get no verdict; the second value is false
/// if there are any.
pub fn judge(
    Loaded { program: lowered, report, taken, .. }: &Loaded,
    exploration: &Exploration,
    items: Vec<Subject>,
    reached: &[Reached],
    watched: Option<bool>,
    control: &Control,
) -> (Vec<JudgedError>, bool) {
    let places = ProgramPlaces::new(lowered);
    // The fields that the system does not prove free of races, if it says so.
    let doubtful: Vec<FieldId> = report.facts.iter().flat_map(|facts| &facts.unproved).map(|&f| FieldId(f)).collect();
    let keys: Vec<&Key> = exploration.found.iter().map(|f| &f.key).collect();
    let in_time = items.iter().enumerate().take_while(|(i, _)| *i < FEW || !control.is_over());
    let mut all: Vec<Due> = in_time.map(|(_, item)| due(&places, &keys, item, &doubtful)).collect();
    if places.on_reference() {
        all.iter_mut().zip(&items).for_each(|(due, item)| due.harm.extend(contents(&places, &keys, item)));
    }
    let looked_at = all.len();
    all.resize_with(items.len(), Due::default);
    // An owner's monitor that fires where an access or a call lacks its lock is due to that.
    let lacks: Vec<Key> = all.iter().flat_map(|due| due.discipline.clone()).collect();
    all.iter_mut().for_each(|due| due.harm.retain(|k| !matches!(k, Key::Monitor(..)) || !lacks.contains(k)));
    let all = all;
    // Harm that no error accounts for; breaches of the discipline are accounted for by the errors that report them.
    let counts = |k: &Key| match k {
        Key::Race(..) | Key::Stuck(_) | Key::Monitor(Monitor::Value | Monitor::Final, _) => true,
        Key::Monitor(Monitor::Owner | Monitor::Requires, _) => watched.is_some() && !lacks.contains(k),
        Key::Monitor(..) | Key::Deadlock(_) | Key::Waiting(_) | Key::Livelock(..) | Key::Exception(..) => false,
    };
    let harm: BTreeSet<&Key> = all.iter().flat_map(|due| &due.harm).collect();
    let rest = |k: &&&Key| counts(k) && !harm.contains(**k);
    let left: Option<&Key> = keys.iter().find(rest).copied();
    let open: Vec<usize> =
        (0..looked_at).filter(|&i| all[i].harm.is_empty() && !cleared(&items[i], &all[i], watched)).collect();
    // A lock that is not held does no harm by itself.
    let bare = |i: &usize| matches!(items[*i].harm(), Harm::BareAccess | Harm::BareCall);
    let by_monitor = matches!(left, Some(Key::Monitor(Monitor::Owner | Monitor::Requires, _)));
    let open: Vec<usize> = open.into_iter().filter(|i| !by_monitor || !bare(i)).collect();
    let raced = places.on_reference() && keys.iter().any(|key| matches!(key, Key::Race(..)));
    let mut judged = Vec::new();
    for (i, (item, due)) in items.into_iter().zip(&all).enumerate() {
        let mut verdict = match best(&due.harm) {
            Some(key) => ErrorVerdict::Real(key.clone()),
            // Only the monitors show an owner other than the one the rules assume.
            None if item.harm() == Harm::Owners && watched == Some(false) => ErrorVerdict::Unknown,
            None if exploration.complete() && i < looked_at => ErrorVerdict::FalseAlarm,
            None => ErrorVerdict::Unknown,
        };
        let (mut eliminated, mut unclear) = (false, None);
        if let Some(left) = left
            && verdict == ErrorVerdict::FalseAlarm
            && open.contains(&i)
        {
            if open.len() == 1 {
                (verdict, eliminated) = (ErrorVerdict::Real(left.clone()), true);
            } else {
                (verdict, unclear) = (ErrorVerdict::Unknown, Some(left.clone()));
            }
        }
        // A race orders nothing, so that accesses behind it may race as well, though no sampled run shows it.
        let behind = verdict == ErrorVerdict::FalseAlarm && raced && is_of_races(item.harm());
        if behind {
            verdict = ErrorVerdict::Unknown;
        }
        // Other callers than those of a harness may do worse, and so may other times and numbers.
        let elsewhere = taken.iter().find_map(|one| one.elsewhere).filter(|_| verdict == ErrorVerdict::FalseAlarm);
        if elsewhere.is_some() {
            verdict = ErrorVerdict::Unknown;
        }
        let names = reached[i].held_as.iter().map(|&e| lowered.tables.program.span(ExprId::new(e)));
        let alias = matches!(item.harm(), Harm::Access | Harm::Call) && due.discipline.is_empty();
        judged.push(JudgedError {
            discipline: due.discipline.first().cloned().filter(|_| !matches!(verdict, ErrorVerdict::Real(_))),
            names: if alias && verdict == ErrorVerdict::FalseAlarm { names.collect() } else { Vec::new() },
            reached: matches!(item.harm(), Harm::Access | Harm::Call | Harm::Holds).then_some(reached[i].runs),
            eliminated,
            due: due.harm.clone(),
            why: behind.then_some(BEHIND).or(elsewhere).map(str::to_owned),
            unclear,
            verdict,
            item,
        });
    }
    let in_time = looked_at == judged.len();
    (judged, in_time)
}

/// Races inside an object of the library that an item is about: at a call on the object of its access or of its variable, or on that of
/// its field.
fn contents(places: &ProgramPlaces<'_>, keys: &[&Key], item: &Subject) -> Vec<Key> {
    let about = item.each();
    let is_at = |site: Site| {
        about.iter().any(|&(harm, span)| match harm {
            Harm::Access | Harm::Captured => places.is_call_with(site, span),
            Harm::Field => places.field_at(span).is_some_and(|field| places.is_call_on_field(site, field)),
            _ => false,
        })
    };
    let is_due = |key: &Key| matches!(key, Key::Race(_, a, b) if is_at(*a) || is_at(*b));
    keys.iter().filter(|key| is_due(key)).map(|key| (*key).clone()).collect()
}

/// Returns true if no finding is possible for an item: its lock is always held, or its assertion always true.
fn cleared(item: &Subject, due: &Due, watched: Option<bool>) -> bool {
    let seen = match item.harm() {
        Harm::Access | Harm::Call | Harm::Holds => true,
        Harm::BareAccess | Harm::BareCall => watched == Some(true),
        _ => false,
    };
    item.harm() == Harm::Claim || seen && due.discipline.is_empty()
}

/// Reason for no verdict in a program in Java that has another race.
const BEHIND: &str = "nothing goes wrong here in any schedule; but the program has a race elsewhere, and behind a race Java may show a thread \
                      old values, here too: mend that race, and ask again";

/// Returns true for an item that a race would show.
fn is_of_races(harm: Harm) -> bool {
    matches!(
        harm,
        Harm::Access
            | Harm::Call
            | Harm::Field
            | Harm::TypeOfField
            | Harm::Captured
            | Harm::Class
            | Harm::Body
            | Harm::BareAccess
            | Harm::BareCall
    )
}

/// Finding to show of several: races first.
fn best(harm: &[Key]) -> Option<&Key> {
    harm.iter().find(|k| matches!(k, Key::Race(..))).or(harm.first())
}
