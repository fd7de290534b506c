//! The report of owners that were found, for people.

use racefree_answers::json::Places;
use racefree_infer::owners::{Discovery, From};
use std::fmt::Write;

/// Report for people: each annotation with its origin, and the remaining errors.
pub fn report(name: &str, source: &str, found: &Discovery) -> String {
    let mut out = String::new();
    let places = Places::new(source);
    let wrong = found.report.errors.len();
    let verdict = match wrong {
        0 => "checks".to_owned(),
        1 => "1 error is left".to_owned(),
        n => format!("{n} errors are left"),
    };
    let all = if found.watched.complete { ", one of each trace, which covers all schedules" } else { "" };
    let _ = writeln!(out, "{name}: {verdict}, after {} runs{all}", found.watched.runs);
    for a in &found.annotations {
        let seen = match a.objects {
            0 => String::new(),
            n => format!(": {n} objects, at most {} threads each", a.threads),
        };
        let what = a.span.text(source);
        let what = if what.len() > 40 || what.contains('\n') { "" } else { what };
        let _ = writeln!(out, "  line {}: {what} {}  ({}{seen})", places.line(a.span), a.text, a.from.name());
    }
    for error in &found.report.errors {
        let premise = racefree_systems::premise_name(error.premise);
        let line = places.line(found.origin(error.span));
        let _ = writeln!(out, "  line {line}: still wrong: {premise}: {}", error.message);
    }
    let count = |from: From| found.annotations.iter().filter(|a| a.from == from).count();
    let _ = writeln!(
        out,
        "{} annotations: {} watched, {} propagated, {} by default, {} given",
        found.annotations.len(),
        count(From::Watched),
        count(From::Propagated),
        count(From::Default),
        count(From::Given)
    );
    out
}
