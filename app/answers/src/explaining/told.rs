//! Verdicts on the errors of a program.

use super::answer::Explanation;
use super::clients::find;
use super::judge::{ErrorVerdict, Subject, judge};
use super::reach;
use super::report::Told;
use crate::exploring::cycles::{self, Serial};
use crate::exploring::{Shown, owners, search, shown};
use crate::options::{Exploring, Monitoring};
use crate::running::{Again, Loaded};
use racefree_explore::{Cut, Options};
use racefree_kernel::TypeError;
use std::collections::BTreeSet;

/// Judges every error, silenced error and `holds` of a program that can run.
pub fn told(loaded: Loaded, exploring: &Exploring, options: &Options, clients: usize) -> Explanation {
    let report = &loaded.report;
    let errors = report.errors.iter().map(|e| Subject::Error(Box::new(e.clone()), false));
    let silenced = report.silenced.iter().map(|e| Subject::Error(Box::new(e.clone()), true));
    let holds = report.escapes.holds.iter().map(|&span| Subject::Holds(span));
    let items: Vec<Subject> = errors.chain(silenced).chain(holds).collect();
    // Java is judged under assumptions: what no complaint is about is looked for all the same.
    if items.is_empty() && !loaded.program.is_made_of_java() {
        return Explanation::Nothing(loaded);
    }
    let mut searched = search(&loaded.program, exploring, options);
    let breaches = owners::breaches(&loaded, options, owners::STEPS);
    let watched = breaches.as_ref().map(|b| b.complete);
    searched.result.found.extend(breaches.into_iter().flat_map(|b| b.found));
    let spans: Vec<_> = items.iter().map(Subject::span).collect();
    let reached = reach::sample(&loaded.program, options, &spans);
    let (mut judged, in_time) = judge(&loaded, &searched.result, items, &reached, watched, &options.control);
    if options.control.is_interrupted() {
        searched.result.cut = Some(Cut::Interrupted);
    } else if !in_time {
        searched.result.cut = Some(Cut::Time);
    }
    let searched = searched;
    for one in judged.iter_mut().filter(|j| j.verdict == ErrorVerdict::FalseAlarm) {
        if options.control.is_over() {
            break;
        }
        let block = one.item.claim().and_then(|span| cycles::claimed_at(&loaded.program, span));
        one.why = block.and_then(|block| reach::why(&loaded.program, options, block));
    }
    let program = &loaded.program.tables.program;
    let in_a_class = |e: &TypeError| program.classes.iter().any(|c| c.span.contains(e.span));
    // A claim is about this program: some client that takes another lock parts almost any block.
    let harmless: Vec<&TypeError> = (judged.iter())
        .filter(|j| j.verdict == ErrorVerdict::FalseAlarm && j.item.claim().is_none())
        .filter_map(|j| j.item.error().filter(|error| in_a_class(error)))
        .collect();
    let wanted = !harmless.is_empty() && clients > 0;
    let find = || find(&loaded.source, program, &loaded.rules, &harmless, (exploring, options), clients);
    let tried = wanted.then(find);
    let (mut keys, mut known) = (Vec::new(), BTreeSet::new());
    for one in &judged {
        let new = one.real().into_iter().chain(&one.discipline).chain(&one.unclear).filter(|&key| known.insert(key));
        keys.extend(new.cloned());
    }
    let witnesses = if keys.is_empty() { Vec::new() } else { shown::shorten(&loaded, &searched, &keys) };
    let again = Again::exploring(&loaded.source.name, exploring, Monitoring::Auto);
    let shown = Shown::all(&loaded, &searched.options, &again, &witnesses);
    let blocks: Vec<_> = keys.iter().filter_map(cycles::block).collect();
    let serial = Serial::of(&loaded, &searched, &blocks);
    Explanation::Told(Box::new(Told { loaded, searched, judged, shown, tried, serial }))
}
