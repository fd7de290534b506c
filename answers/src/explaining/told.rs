//! Verdicts on the errors of a program.

use super::clients::find;
use super::judge::{ErrorVerdict, Subject, judge};
use super::{reach, report};
use crate::exploring::cycles::{self, Serial};
use crate::exploring::{Shown, owners, search, shown};
use crate::options::{Exploring, Monitoring};
use crate::running::{Again, Loaded};
use crate::source::Ending;
use racefree_explore::{Cut, Options};
use racefree_kernel::TypeError;
use std::collections::BTreeSet;

/// Judges every error, silenced error and `holds` of a program that can run, and tells the verdicts to `tell`; none if there is
/// nothing to judge.
pub fn told<T>(
    loaded: &Loaded,
    exploring: &Exploring,
    options: &Options,
    clients: usize,
    tell: impl FnOnce(Option<&report::Told<'_>>) -> T,
) -> (Ending, T) {
    let errors = loaded.report.errors.iter().map(|e| Subject::Error(e, false));
    let silenced = loaded.report.silenced.iter().map(|e| Subject::Error(e, true));
    let holds = loaded.report.escapes.holds.iter().map(|&span| Subject::Holds(span));
    let items: Vec<Subject<'_>> = errors.chain(silenced).chain(holds).collect();
    if items.is_empty() {
        return (Ending::Fine, tell(None));
    }
    let mut searched = search(&loaded.program, exploring, options);
    let breaches = owners::breaches(loaded, options, owners::STEPS);
    let watched = breaches.as_ref().map(|b| b.complete);
    searched.result.found.extend(breaches.into_iter().flat_map(|b| b.found));
    let searched = searched;
    let spans: Vec<_> = items.iter().map(Subject::span).collect();
    let reached = reach::sample(&loaded.program, options, &spans);
    let unproved = loaded.report.facts.as_ref().map_or(&[][..], |facts| &facts.unproved);
    let mut judged = judge(&loaded.program, &searched.result, &items, &reached, (unproved, watched));
    for one in judged.iter_mut().filter(|j| j.verdict == ErrorVerdict::FalseAlarm) {
        let block = one.item.claim().and_then(|span| cycles::claimed_at(&loaded.program, span));
        one.why = block.and_then(|block| reach::why(&loaded.program, options, block));
    }
    let in_a_class = |e: &TypeError| loaded.program.tables.program.classes.iter().any(|c| c.span.contains(e.span));
    // A claim is about this program: some client that takes another lock parts almost any block.
    let harmless: Vec<&TypeError> = (judged.iter())
        .filter(|j| j.verdict == ErrorVerdict::FalseAlarm && j.item.claim().is_none())
        .filter_map(|j| match j.item {
            Subject::Error(error, _) if in_a_class(error) => Some(error),
            Subject::Error(..) | Subject::Holds(_) => None,
        })
        .collect();
    let tried = match harmless.is_empty() || clients == 0 {
        true => None,
        false => {
            let program = &loaded.program.tables.program;
            Some(find(&loaded.source, program, &loaded.rules, &harmless, (exploring, options), clients))
        }
    };
    let (mut keys, mut known) = (Vec::new(), BTreeSet::new());
    for one in &judged {
        let real = if let ErrorVerdict::Real(key) = &one.verdict { Some(key) } else { None };
        let new = real.into_iter().chain(&one.discipline).chain(&one.unclear).filter(|&key| known.insert(key));
        keys.extend(new.cloned());
    }
    let witnesses = if keys.is_empty() { Vec::new() } else { shown::shorten(loaded, &searched, &keys) };
    let again = Again::exploring(&loaded.source.name, exploring, Monitoring::Auto);
    let all = Shown::all(loaded, &searched.options, &again, &witnesses);
    let tried = tried.as_ref();
    let blocks: Vec<_> = keys.iter().filter_map(cycles::block).collect();
    let serial = Serial::of(loaded, &searched, &blocks);
    let told = report::Told { loaded, searched: &searched, judged: &judged, shown: &all, tried, serial: &serial };
    let has = |is: fn(&ErrorVerdict) -> bool| judged.iter().any(|j| is(&j.verdict));
    let ending = match () {
        () if searched.result.cut == Some(Cut::Interrupted) => Ending::Interrupted,
        () if has(|v| matches!(v, ErrorVerdict::Real(_))) => Ending::Wrong,
        () if tried.is_some_and(|tried| tried.found.iter().any(|c| c.client.is_some())) => Ending::Wrong,
        () if has(|v| *v == ErrorVerdict::Unknown) => Ending::Budget,
        () => Ending::Fine,
    };
    (ending, tell(Some(&told)))
}
