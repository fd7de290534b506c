//! Verdict on each type error: real, a false alarm, or unknown, by the findings of the exploration at its place.

use super::places::ProgramPlaces;
use super::reach::Reached;
use super::table::{Harm, harm};
use racefree_explore::Exploration;
use racefree_grammar::Span;
use racefree_grammar::ast::Expr;
use racefree_interp::drive::Key;
use racefree_interp::event::Site;
use racefree_interp::machine::Lowered;
use racefree_interp::monitor::Monitor;
use racefree_interp::program::FieldId;
use racefree_kernel::TypeError;
use std::collections::BTreeSet;

/// Subject of a verdict.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// A type error; whether a `no_warn` silences it.
    Error(&'a TypeError, bool),
    /// A `holds`, which is an error if it is not true.
    Holds(Span),
}

/// Coverage by the monitors of run-time owners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owners {
    /// The program has none.
    NotWatched,
    /// Watched in every trace.
    EveryTrace,
    /// Watched in some runs.
    SomeRuns,
}

impl Owners {
    /// Coverage, by whether every trace was watched.
    pub fn of(complete: bool) -> Owners {
        if complete { Owners::EveryTrace } else { Owners::SomeRuns }
    }
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
pub struct JudgedError<'a> {
    /// The subject.
    pub item: Subject<'a>,
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
    /// Reason for a false alarm of a claim, if known.
    pub why: Option<String>,
    /// Something goes wrong that cannot be told to be due to this one or to another.
    pub unclear: Option<Key>,
}

impl Subject<'_> {
    /// Place of a claimed block, if the subject is a claim.
    pub fn claim(&self) -> Option<Span> {
        (self.harm() == Harm::Claim).then(|| self.span())
    }

    /// Place of the subject.
    pub fn span(&self) -> Span {
        match *self {
            Subject::Error(error, _) => error.span,
            Subject::Holds(span) => span,
        }
    }

    /// The error, and the others of the same cause, each by itself.
    fn each(&self) -> Vec<(Harm, Span)> {
        match *self {
            Subject::Error(error, _) => error.all().map(|e| (harm(e.premise), e.span)).collect(),
            Subject::Holds(span) => vec![(Harm::Holds, span)],
        }
    }

    fn harm(&self) -> Harm {
        match *self {
            Subject::Error(error, _) => harm(error.premise),
            Subject::Holds(_) => Harm::Holds,
        }
    }
}

/// Findings due to an item: harm, and breaches of the discipline that may do no harm.
#[derive(Default)]
struct Due {
    harm: Vec<Key>,
    discipline: Vec<Key>,
}

/// Judges every item by what goes wrong in the schedules that were covered; `unproved` are the fields that the system does not
/// prove free of races, if it says so, and beside them stands whether run-time owners were watched.
pub fn judge<'a>(
    lowered: &Lowered,
    exploration: &Exploration,
    items: &[Subject<'a>],
    reached: &[Reached],
    (unproved, owners): (&[u32], Owners),
) -> Vec<JudgedError<'a>> {
    let places = ProgramPlaces::new(lowered);
    let doubtful: Vec<FieldId> = unproved.iter().map(|&f| FieldId(f)).collect();
    let keys: Vec<&Key> = exploration.found.iter().map(|f| &f.key).collect();
    let mut all: Vec<Due> = items.iter().map(|item| due(&places, &keys, item, &doubtful)).collect();
    // An owner's monitor that fires where an access or a call lacks its lock is due to that.
    let lacks: Vec<Key> = all.iter().flat_map(|due| due.discipline.clone()).collect();
    all.iter_mut().for_each(|due| due.harm.retain(|k| !matches!(k, Key::Monitor(..)) || !lacks.contains(k)));
    let all = all;
    // Harm that no error accounts for; breaches of the discipline are accounted for by the errors that report them.
    let counts = |k: &Key| match k {
        Key::Race(..) | Key::Stuck(_) | Key::Monitor(Monitor::Value | Monitor::Final, _) => true,
        Key::Monitor(Monitor::Owner | Monitor::Requires, _) => owners != Owners::NotWatched && !lacks.contains(k),
        Key::Monitor(..) | Key::Deadlock(_) | Key::Exception(..) => false,
    };
    let harm: BTreeSet<&Key> = all.iter().flat_map(|due| &due.harm).collect();
    let rest = |k: &&&Key| counts(k) && !harm.contains(**k);
    let left: Option<&Key> = keys.iter().find(rest).copied();
    let open: Vec<usize> =
        (0..items.len()).filter(|&i| all[i].harm.is_empty() && !cleared(&items[i], &all[i], owners)).collect();
    // A lock that is not held does no harm by itself.
    let bare = |i: &usize| matches!(items[*i].harm(), Harm::BareAccess | Harm::BareCall);
    let by_monitor = matches!(left, Some(Key::Monitor(Monitor::Owner | Monitor::Requires, _)));
    let open: Vec<usize> = open.into_iter().filter(|i| !by_monitor || !bare(i)).collect();
    let mut judged = Vec::new();
    for (i, (item, due)) in items.iter().zip(&all).enumerate() {
        let mut verdict = match best(&due.harm) {
            Some(key) => ErrorVerdict::Real(key.clone()),
            // Only the monitors show an owner other than the one the rules assume.
            None if item.harm() == Harm::Owners && owners == Owners::SomeRuns => ErrorVerdict::Unknown,
            None if exploration.complete() => ErrorVerdict::FalseAlarm,
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
        let names =
            reached[i].held_as.iter().map(|&e| lowered.tables.program.span(racefree_grammar::ast::ExprId::new(e)));
        let alias = matches!(item.harm(), Harm::Access | Harm::Call) && due.discipline.is_empty();
        judged.push(JudgedError {
            item: *item,
            discipline: due.discipline.first().cloned().filter(|_| !matches!(verdict, ErrorVerdict::Real(_))),
            names: if alias && verdict == ErrorVerdict::FalseAlarm { names.collect() } else { Vec::new() },
            reached: matches!(item.harm(), Harm::Access | Harm::Call | Harm::Holds).then_some(reached[i].runs),
            eliminated,
            why: None,
            unclear,
            verdict,
        });
    }
    judged
}

/// Returns true if no finding is possible for an item: its lock is always held, or its assertion always true.
fn cleared(item: &Subject<'_>, due: &Due, owners: Owners) -> bool {
    let watched = match item.harm() {
        Harm::Access | Harm::Call | Harm::Holds => true,
        Harm::BareAccess | Harm::BareCall => owners == Owners::EveryTrace,
        _ => false,
    };
    item.harm() == Harm::Claim || watched && due.discipline.is_empty()
}

/// Finding to show of several: races first.
fn best(harm: &[Key]) -> Option<&Key> {
    harm.iter().find(|k| matches!(k, Key::Race(..))).or(harm.first())
}

/// Findings due to an item, through any of the errors of its cause.
fn due(places: &ProgramPlaces<'_>, keys: &[&Key], item: &Subject<'_>, unproved: &[FieldId]) -> Due {
    let mut all = Due::default();
    for (harm, span) in item.each() {
        let one = due_to(places, keys, harm, span, unproved);
        all.harm.extend(one.harm.into_iter().filter(|k| !all.harm.contains(k)).collect::<Vec<_>>());
        all.discipline.extend(one.discipline.into_iter().filter(|k| !all.discipline.contains(k)).collect::<Vec<_>>());
    }
    all
}

/// Findings due to an error of some harm at a place.
fn due_to(places: &ProgramPlaces<'_>, keys: &[&Key], harm: Harm, span: Span, unproved: &[FieldId]) -> Due {
    let select =
        |is: &dyn Fn(&Key) -> bool| -> Vec<Key> { keys.iter().filter(|k| is(k)).map(|&k| k.clone()).collect() };
    let here = |site: Site| places.span(site) == span;
    let race_here = |k: &Key| matches!(k, Key::Race(_, a, b) if here(*a) || here(*b));
    let race_in =
        |k: &Key, span: Span| matches!(k, Key::Race(_, a, b) if places.inside(*a, span) || places.inside(*b, span));
    let race_on = |k: &Key, fields: &[FieldId]| matches!(k, Key::Race(f, ..) if fields.contains(f));
    let fires = |k: &Key, monitor: Monitor| matches!(k, Key::Monitor(m, site) if *m == monitor && here(*site));
    // The monitor looks at the whole construct, the error may be about a part of it.
    let construct = places.smallest(span, |e| matches!(e, Expr::Assign { .. } | Expr::Call { .. } | Expr::Let { .. }));
    let method = places.method_at(span);
    let around = |site: Site| {
        places.inside(site, span)
            || construct.is_some_and(|e| site == Site::expr(e))
            || places.parent(span).is_some_and(|s| places.span(site) == s)
            || method.is_some_and(|(_, body)| site == Site::expr(body) && places.inside(site, span))
    };
    let stuck = |k: &Key| match k {
        Key::Stuck(site) | Key::Monitor(Monitor::Progress, site) => around(*site),
        _ => false,
    };
    let on_class = |class| places.fields_of(class);
    let mut due = Due::default();
    match harm {
        Harm::Access => {
            due.discipline = select(&|k| fires(k, Monitor::Guard));
            if !due.discipline.is_empty() {
                due.harm = select(&race_here);
            }
        }
        Harm::Call => {
            due.discipline = select(&|k| fires(k, Monitor::Requires));
            let called = places.called(span);
            if !due.discipline.is_empty() {
                due.harm = select(&|k| called.iter().any(|&s| race_in(k, s)));
            }
        }
        Harm::Field => {
            let field: Vec<FieldId> = places.field_at(span).into_iter().collect();
            due.harm = select(&|k| race_on(k, &field));
            due.discipline = unconfined(places, keys, &field);
        }
        Harm::TypeOfField | Harm::Captured | Harm::Class => {
            let class = match harm {
                Harm::TypeOfField => places.field_at(span).and_then(|f| places.class_of_field(f)),
                Harm::Captured => places.class_of_variable(span),
                _ => places.class_at(span),
            };
            let fields = class.map_or_else(Vec::new, on_class);
            let class_span = class.filter(|_| harm == Harm::Class).and_then(|_| method_or_class(places, span));
            let value = |k: &Key| match (k, class_span) {
                (Key::Monitor(Monitor::Value, site), Some(span)) => places.inside(*site, span),
                _ => false,
            };
            due.harm = select(&|k| race_on(k, &fields) || value(k));
            due.discipline = unconfined(places, keys, &fields);
        }
        Harm::Body => {
            let scope = places.smallest(span, |e| matches!(e, Expr::Sync { .. } | Expr::Let { .. } | Expr::Fork(_)));
            let scope = scope.map(|e| places.program.span(e)).or(method.map(|m| m.0)).unwrap_or(span);
            due.harm = select(&|k| race_in(k, scope));
        }
        Harm::Value | Harm::Owners => {
            let value = |k: &Key| matches!(k, Key::Monitor(Monitor::Value, site) if around(*site));
            let init = places.field_at(span);
            let field = |k: &Key| match (k, init) {
                (Key::Monitor(Monitor::Value, site), Some(f)) => *site == Site::field(f),
                _ => false,
            };
            let of_doubtful = |k: &Key| match k {
                Key::Monitor(Monitor::Owner, site) => places.field_accessed(*site, unproved),
                k => race_on(k, unproved),
            };
            let called = |k: &Key| matches!(k, Key::Monitor(Monitor::Requires, site) if around(*site));
            let doubtful = |k: &Key| harm == Harm::Owners && (of_doubtful(k) || called(k));
            due.harm = select(&|k| value(k) || field(k) || stuck(k) || doubtful(k));
        }
        Harm::Final => due.harm = select(&|k| fires(k, Monitor::Final) || race_here(k)),
        Harm::Ghost => {
            let fields = match (places.field_at(span), places.class_at(span)) {
                (Some(_), Some(class)) => on_class(class),
                _ => Vec::new(),
            };
            let early = |k: &Key| match k {
                Key::Monitor(Monitor::Final, site) => {
                    let name = places.accessed(*site);
                    fields.iter().any(|f| places.program.fields.get(f.index()).map(|f| f.name) == name)
                }
                _ => false,
            };
            due.harm = select(&|k| stuck(k) || early(k) || race_on(k, &fields));
        }
        Harm::BareAccess => {
            due.discipline = select(&|k| fires(k, Monitor::Owner));
            due.harm = select(&race_here);
        }
        Harm::BareCall => {
            let called = places.called(span);
            let in_called = |site: Site| called.iter().any(|&s| places.inside(site, s));
            let breach = |k: &Key| matches!(k, Key::Monitor(Monitor::Owner, site) if in_called(*site));
            due.discipline = select(&|k| fires(k, Monitor::Requires) || breach(k));
            due.harm = select(&|k| called.iter().any(|&s| race_in(k, s)));
        }
        Harm::Holds => due.harm = select(&|k| matches!(k, Key::Monitor(Monitor::Holds, site) if around(*site))),
        Harm::Claim => due.harm = select(&|k| places.closes(k, span)),
        Harm::Stuck => due.harm = select(&stuck),
    }
    due
}

/// Accesses of unprotected fields by threads that have not made the object.
fn unconfined(places: &ProgramPlaces<'_>, keys: &[&Key], fields: &[FieldId]) -> Vec<Key> {
    let is = |k: &&&Key| matches!(k, Key::Monitor(Monitor::Confinement, site) if places.field_accessed(*site, fields));
    keys.iter().filter(is).map(|&k| k.clone()).collect()
}

/// The method that a span lies in, or its class.
fn method_or_class(places: &ProgramPlaces<'_>, span: Span) -> Option<Span> {
    let class = places.program.classes.iter().find(|c| super::places::within(span, c.span)).map(|c| c.span);
    places.method_at(span).map(|m| m.0).or(class)
}
