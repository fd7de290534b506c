//! The report of inference, for people: each annotation with its reasons, what fails and why, counts and coverage.

use racefree_answers::count;
use racefree_answers::inferring::{ExplainedErrors, Inferred as Input};
use racefree_answers::json::Places;
use racefree_grammar::{Program, Span};
use racefree_infer::clauses::Instance;
use racefree_infer::owners::{Discovery, From};
use racefree_infer::{Answer, Failed, Inferred, Kind, Stopped, Way, words};
use std::fmt::Write;

/// Greatest number of reasons shown for an annotation, and of candidates for a field.
const TOLD: usize = 6;

/// The whole report.
pub fn report(input: &Input, answer: &Answer, explained: Option<&ExplainedErrors>) -> String {
    let mut out = String::new();
    let places = Places::new(&input.source.text);
    verdict(&mut out, input, answer);
    for inferred in &answer.inferred {
        annotation(&mut out, input, &places, inferred);
    }
    for failed in &answer.failed {
        failure(&mut out, input, &places, failed, guard(answer, &input.program, failed));
    }
    if !answer.core.is_empty() {
        let n = answer.ghosts;
        let paths = format!("paths of at most {} fields, at most {n} new ghosts a class", answer.depth);
        let _ = writeln!(out, "\nno annotation ({paths}) makes this race-free, because of these places together:");
        instances(&mut out, input, &places, &answer.core);
    }
    for dropped in &answer.dropped {
        let line = places.line(dropped.span);
        let _ = writeln!(out, "\nline {line}: seen in every run, not provable: {}; it is excluded by", dropped.message);
        instances(&mut out, input, &places, &dropped.core);
    }
    for mistake in &answer.rejected {
        let _ =
            writeln!(out, "\na mistake of this program: `check` rejected a solution of the constraints by {mistake}");
    }
    left(&mut out, answer, explained);
    counts(&mut out, input, answer);
    out
}

/// Writes places at which a rule demands something.
fn instances(out: &mut String, input: &Input, places: &Places<'_>, all: &[Instance]) {
    for i in all {
        let message = words::instance(&input.program, &input.source.text, i);
        let _ = writeln!(out, "  line {}: {message}", places.line(i.span));
    }
}

/// Writes the remaining errors of the text, and whether they are real.
fn left(out: &mut String, answer: &Answer, explained: Option<&ExplainedErrors>) {
    if answer.report.errors.is_empty() {
        return;
    }
    let _ = writeln!(out, "\nwhat `check` says of the text:");
    let text = Places::new(&answer.text);
    let verdicts = explained.map_or(&[][..], |e| &e.lines);
    for error in &answer.report.errors {
        let premise = racefree_systems::premise_name(error.premise);
        let _ = writeln!(out, "  line {}: {premise}: {}", text.line(error.span), error.message);
        for (_, verdict) in verdicts.iter().filter(|v| v.0 == error.span || v.0 == Span::NONE) {
            let _ = writeln!(out, "    {verdict}");
        }
    }
}

/// Reason for the end of the search.
pub fn stop(stopped: Stopped) -> String {
    match stopped {
        Stopped::Time | Stopped::Memory => format!("the budget `--{}` ran out", stopped.name()),
        Stopped::Interrupted => "interrupted".to_owned(),
    }
}

fn verdict(out: &mut String, input: &Input, answer: &Answer) {
    let name = &input.source.name;
    let by = answer.by.name();
    let best = match (answer.ok, answer.proved_best) {
        (true, true) => "; no smaller annotation does",
        (true, false) => "; not proved to be the smallest",
        _ => "",
    };
    let _ = match answer.ok {
        true => writeln!(out, "{name}: checks with {}, found by {by}{best}", count(answer.size() as u64, "annotation")),
        false => writeln!(out, "{name}: no annotation found by {by}; the best partial answer has {}", errors(answer)),
    };
    match answer.stopped {
        Some(stopped) => _ = writeln!(out, "not complete: {}", stop(stopped)),
        None if !answer.complete && answer.by == Way::Run => {
            _ = writeln!(out, "some schedules were run, not all: `--explore` looks at every one");
        }
        None if !answer.complete => _ = writeln!(out, "the search was not complete"),
        None => {}
    }
}

fn errors(answer: &Answer) -> String {
    count(answer.report.errors.len() as u64, "error")
}

fn annotation(out: &mut String, input: &Input, places: &Places<'_>, inferred: &Inferred) {
    let a = &inferred.annotation;
    let class = a.class.map_or("main", |c| input.program.text(input.program.classes[c as usize].name));
    let what = match (a.kind, &a.member) {
        (Kind::ThreadLocal, _) => format!("thread_local class {class}"),
        (Kind::Ghost, _) => format!("class {class}<ghost Object {}>", a.text),
        (Kind::Argument, _) => format!("{}<{}> in {class}", a.span.text(&input.source.text), a.text),
        (Kind::Final, Some(member)) => format!("final {class}.{member}"),
        (Kind::Requires, Some(member)) => format!("{class}.{member} requires {}", a.text),
        (_, Some(member)) => format!("{class}.{member} guarded_by {}", a.text),
        (kind, None) => format!("{} {}", kind.name(), a.text),
    };
    let _ = writeln!(out, "\nline {}: {what}  ({})", places.line(a.span), inferred.by);
    for (message, span) in inferred.because.iter().take(TOLD) {
        let _ = writeln!(out, "    line {}: {message}", places.line(*span));
    }
    if inferred.because.len() > TOLD {
        let _ = writeln!(out, "    and {} more", inferred.because.len() - TOLD);
    }
    match inferred.seen {
        Some(seen) if seen.events == 0 => _ = writeln!(out, "    not seen: no run accessed it"),
        Some(seen) => {
            let (events, objects) = (count(seen.events, "access"), count(seen.objects, "object"));
            let _ = writeln!(out, "    seen in {} of {objects}", events.replace("accesss", "accesses"));
        }
        None => {}
    }
    if !inferred.also.is_empty() {
        let _ = writeln!(out, "    these would do as well: {}", inferred.also.join(", "));
    }
}

fn lines(places: &Places<'_>, spans: impl Iterator<Item = Span>) -> String {
    let mut lines: Vec<u32> = spans.map(|span| places.line(span)).collect();
    lines.sort_unstable();
    lines.dedup();
    let shown: Vec<String> = lines.iter().take(TOLD).map(u32::to_string).collect();
    let more = if lines.len() > TOLD { format!(" and {} more", lines.len() - TOLD) } else { String::new() };
    format!("{} {}{more}", if lines.len() == 1 { "line" } else { "lines" }, shown.join(", "))
}

/// Guard of a failing field in the answer, which most of its accesses hold.
fn guard<'a>(answer: &'a Answer, program: &Program, failed: &Failed) -> Option<&'a str> {
    let field = program.text(program.fields[failed.field as usize].name);
    let class = program.classes.iter().position(|c| c.fields.indices().contains(&(failed.field as usize)));
    // A class's guard is that of its fields.
    let is_guard = |i: &&Inferred| {
        let a = &i.annotation;
        let of_field = a.member.as_deref().is_none_or(|member| member == field);
        a.kind == Kind::GuardedBy && of_field && a.class.map(|c| c as usize) == class
    };
    answer.inferred.iter().find(is_guard).map(|i| i.annotation.text.as_str())
}

fn failure(out: &mut String, input: &Input, places: &Places<'_>, failed: &Failed, guard: Option<&str>) {
    let field = &input.program.fields[failed.field as usize];
    let name = input.program.text(field.name);
    let class = input.program.classes.iter().find(|c| c.fields.indices().contains(&(failed.field as usize)));
    let class = class.map_or("", |c| input.program.text(c.name));
    let why = words::reason(&failed.reason);
    let line = places.line(field.name_span);
    let _ = match guard {
        None => writeln!(out, "\nline {line}: {class}.{name} fails: {why}"),
        Some(guard) => {
            writeln!(out, "\nline {line}: {class}.{name} guarded_by {guard} is not kept everywhere: {why}")
        }
    };
    for c in failed.candidates.iter().take(TOLD) {
        let _ = match &c.refuted_by {
            Some(_) if !c.roots.is_empty() => {
                let at = lines(places, c.roots.iter().map(|r| r.span));
                match c.lock.as_str() {
                    "thread_local" => writeln!(out, "    not thread_local: other threads get objects of it at {at}"),
                    lock => writeln!(out, "    not guarded_by {lock}: it is not held, or not final, at {at}"),
                }
            }
            Some(i) => {
                let message = words::instance(&input.program, &input.source.text, i);
                writeln!(out, "    not {}: line {}: {message}", c.lock, places.line(i.span))
            }
            None => writeln!(out, "    {} alone would do, but not with what the rest needs", c.lock),
        };
    }
    if failed.candidates.len() > TOLD {
        let _ = writeln!(out, "    and {} more candidates", failed.candidates.len() - TOLD);
    }
    if let Some(schedule) = &failed.schedule {
        let _ = writeln!(
            out,
            "    a schedule that shows it has {} (`--format json`)",
            count(schedule.len() as u64, "step")
        );
    }
    if let Some(edit) = failed.edit.as_ref().filter(|edit| !edit.is_empty()) {
        let mut locks: Vec<&str> = Vec::new();
        for (lock, _) in edit {
            if !locks.contains(&lock.as_str()) {
                locks.push(lock);
            }
        }
        let at = |lock: &str| lines(places, edit.iter().filter(|(l, _)| l == lock).map(|&(_, span)| span));
        let each: Vec<String> = locks.iter().map(|lock| format!("`synchronized {lock} in` at {}", at(lock))).collect();
        let _ = writeln!(out, "    nearest edit of the program: {} (it may deadlock)", each.join(", "));
    }
    if !failed.synchronized.is_empty() {
        let name = |&m: &u32| {
            let method = &input.program.methods[m as usize];
            format!("`{}` (line {})", input.program.text(method.name), places.line(method.name_span))
        };
        let methods: Vec<String> = failed.synchronized.iter().map(name).collect();
        let _ = writeln!(out, "    or make {} `synchronized`, and guard it by `this`", methods.join(" and "));
    }
}

fn counts(out: &mut String, input: &Input, answer: &Answer) {
    let lines = words::lines_of_code(&input.source.text).max(1);
    let kinds = [
        (Kind::GuardedBy, "guards", "guard"),
        (Kind::Requires, "required locks", "required lock"),
        (Kind::Ghost, "ghosts", "ghost"),
        (Kind::Argument, "ghost arguments", "ghost argument"),
        (Kind::ThreadLocal, "thread-local classes", "thread-local class"),
        (Kind::Final, "finals", "final"),
    ];
    let many = |kind| answer.inferred.iter().filter(|i| i.annotation.kind == kind).count();
    let counted = |&(kind, words, one): &(Kind, &str, &str)| match many(kind) {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {words}")),
    };
    let list: Vec<String> = kinds.iter().filter_map(counted).collect();
    let per = answer.size() as f64 * 1000.0 / lines as f64;
    let list = if list.is_empty() { "nothing".to_owned() } else { list.join(", ") };
    let _ = writeln!(out, "\nput in: {list}; {per:.0} per 1,000 lines of code ({lines} lines)");
    let numbers: Vec<String> =
        answer.statistics.iter().map(|(name, value)| format!("{} {value}", name.replace('_', " "))).collect();
    if !numbers.is_empty() {
        let _ = writeln!(out, "{}", numbers.join(", "));
    }
}

/// Report of owners that were found, for people: each annotation with its origin, and the remaining errors.
pub fn of_owners(name: &str, source: &str, found: &Discovery) -> String {
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
