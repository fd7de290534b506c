//! Java that runs: the files and what they need of the library, as a program for the reference engine.

use super::repairs::{Judge, Tries};
use super::wording::merged;
use super::{JavaFile, sharing};
use crate::desk::Refusal;
use crate::options::{JavaOptions, RuleOptions, StartOptions};
use crate::pairing::clients::{self, Harness};
use crate::running::{Parsed, Taken};
use crate::source::Source;
use crate::variant::Rules;
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId, Extended};
use racefree_grammar::name::Name;
use racefree_interp::CannotRun;
use racefree_interp::program::{JavaNames, Kind};
use racefree_java::declare::Problem;
use racefree_java::elaborate::{Chosen, ChosenSort, Elaborated, NO_MAIN, Options, elaborate};
use racefree_java::profile::Constructors;
use racefree_java::sources::Sources;
use racefree_java::tree::Origin;
use racefree_java::{Java, runtime};
use racefree_kernel::{Filled, Report, TypeError, Warning};
use racefree_systems::premise_name;
use std::collections::BTreeSet;

/// Files one behind the other, as the text of a run; each has a head if there are `several`.
fn sources(files: &[JavaFile], several: bool) -> Result<Sources, String> {
    let mut sources = Sources::default();
    for file in files {
        if several {
            sources.head(&file.name);
        }
        sources.add(file.name.clone(), &file.bytes, Origin::Source).map_err(|e| e.to_string())?;
    }
    Ok(sources)
}

/// Gives the errors of a program the repairs that do what they say, as `check` finds them. Fails if the files cannot be judged.
pub fn settle(parsed: &mut Parsed, files: &[JavaFile], words: &RuleOptions) -> Result<(), String> {
    let sources = sources(files, files.len() > 1)?;
    let judge = Judge {
        files: files.iter().cloned().chain(super::built_in()).collect(),
        library: None,
        words: words.clone(),
        options: JavaOptions::default(),
        rules: parsed.rules.clone(),
        threads: 1,
    };
    let verdict = judge.verdict()?;
    let tries = Tries::of(&verdict);
    for error in &mut parsed.report.errors {
        let (number, span) = sources.place(error.span);
        let code = premise_name(error.premise);
        let file = verdict.files.iter().find(|file| file.file == number);
        let of = file.and_then(|file| Some((file, file.errors.iter().find(|e| e.code == code && e.span == span)?)));
        let Some((file, same)) = of else { continue };
        let (start, mut fixes) = (error.span.start - span.start, judge.repairs(&verdict, file, same, &tries));
        for edit in fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
            edit.span = Span::new(edit.span.start + start, edit.span.end + start);
        }
        error.help = fixes.first().map(|fix| fix.title.clone());
        error.fixes = fixes;
    }
    Ok(())
}

/// Kind of a remark that is an error of the code itself, which no rule has.
pub const CODE: &str = "java_code";

/// Report of the checker on Java files, in Java's words, in the places of their text.
fn report((files, several): (&[JavaFile], bool), rules: &Rules, own_end: u32) -> Result<Report, String> {
    let mut sources = Sources::default();
    for file in files.iter().cloned().chain(super::built_in()) {
        if several && !file.stub {
            sources.head(&file.name);
        }
        let origin = if file.stub { Origin::Stub } else { Origin::Source };
        sources.add(file.name, &file.bytes, origin).map_err(|e| e.to_string())?;
    }
    let read = Java::read(sources, None, 1);
    let of = Options { constructors: Constructors::Fresh, ..Options::default() };
    let judge = |shared: BTreeSet<u32>| {
        let mut java = read.clone();
        java.forked = shared.into();
        let (made, report) = super::reported(&mut java, of, rules);
        (java, made, report)
    };
    let ((mut java, mut made, mut report), forked) =
        sharing::settled(judge, |(java, made, report)| sharing::forked(java, made, report), &rules.options.until);
    // An annotation that is missing, where every access holds the lock, is no error of `check` either.
    let shared: BTreeSet<u32> = forked.keys().copied().collect();
    let implied = super::implied::guards(&read, of, rules, &shared);
    if !implied.is_empty() {
        java = read.clone();
        (java.forked, java.implied) = (shared.into(), implied.into());
        (made, report) = super::reported(&mut java, of, rules);
    }
    // Findings of the elaboration: those about a premise are errors like others.
    let mut of_code = Vec::new();
    for finding in made.problems.iter().filter(|finding| finding.span.end <= own_end) {
        let own = || racefree_systems::SYSTEMS.into_iter().flat_map(|s| s.book().premises());
        let premise = own().map(|(id, _)| id).find(|id| premise_name(*id) == finding.premise);
        if made.is_suppressed(finding.premise, finding.span) {
            continue;
        }
        let Some(premise) = premise else {
            if finding.premise.starts_with("JAVA CODE/") {
                of_code.push(Warning {
                    kind: CODE,
                    span: finding.span,
                    message: finding.message.clone(),
                    idle_holds: false,
                    fixes: Vec::new(),
                });
            }
            continue;
        };
        let related = finding.related.iter().map(|(span, text, _)| (*span, text.clone())).collect();
        report.errors.push(TypeError { related, ..TypeError::new(premise, finding.span, finding.message.clone()) });
    }
    let mut report = super::speech::in_java(&java, &made, &report, own_end);
    report.warnings.extend(of_code);
    for all in [&mut report.errors, &mut report.silenced] {
        // As `check` lists them: one of an initialiser is found in every constructor.
        all.sort_by_cached_key(|e| (e.span.start, premise_name(e.premise), e.span.end, e.message.clone()));
        all.dedup_by(|a, b| (a.premise, a.span, &a.message) == (b.premise, b.span, &b.message));
        merged(all);
    }
    Ok(report)
}

/// Java files as one program that can run; `name` is what the whole is called. All that does not run is refused at once. With `judged` the
/// checker's report belongs to it.
pub fn parsed(
    name: &str,
    files: Vec<JavaFile>,
    rules: Rules,
    start: &StartOptions,
    judged: bool,
) -> Result<Parsed, Refusal> {
    let several = files.len() > 1;
    of_files(name, files, rules, start, (judged, several), None)
}

/// The same, without the checker; places are those of the files one behind the other, with nothing between them.
pub fn parsed_bare(name: &str, files: Vec<JavaFile>, rules: Rules) -> Result<Parsed, Refusal> {
    of_files(name, files, rules, &StartOptions::default(), (false, false), None)
}

fn of_files(
    name: &str,
    files: Vec<JavaFile>,
    rules: Rules,
    start: &StartOptions,
    (judged, several): (bool, bool),
    harness: Option<&Harness>,
) -> Result<Parsed, Refusal> {
    let mut sources = sources(&files, several)?;
    let own_end = sources.text().len() as u32;
    sources.head("the library");
    let mut java = Java::read(sources, Some(runtime::library()), 1);
    java.arguments.clone_from(&start.arguments);
    let assertions = start.enable_assertions;
    let options = Options { run: true, assertions, constructors: Constructors::Fresh, ..Options::default() };
    let made = elaborate(&mut java, options);
    let source = Source { name: name.to_owned(), text: java.sources.text().to_owned() };
    let mut refusals = refusals(&java, &made);
    let has_no_main = harness.is_none() && refusals.iter().any(|refusal| refusal.message == NO_MAIN);
    let client = has_no_main.then(|| clients::harness(&clients::callable(&java))).flatten();
    // A harness would begin: what else does not run is what is in the way.
    if client.is_some() && refusals.len() > 1 {
        refusals.retain(|refusal| refusal.message != NO_MAIN);
    } else if let Some(made) = client {
        let file =
            JavaFile { name: "RacefreeClient.java".to_owned(), bytes: made.text.clone().into_bytes(), stub: false };
        let files = files.into_iter().chain([file]).collect();
        return of_files(name, files, rules, start, (judged, several), Some(&made));
    }
    if !refusals.is_empty() {
        return Err(Refusal::CannotRun(source, refusals));
    }
    let names = names(&java, &made, own_end);
    let report = if judged { report((&files, several), &rules, own_end)? } else { Report::default() };
    let filled = Filled::default();
    let taken = taken(harness, &made.chosen);
    Ok(Parsed { source, program: made.program, filled, report, rules, names, taken })
}

/// Parts of the world that a run takes one way: the callers, the time, numbers at random.
fn taken(harness: Option<&Harness>, chosen: &[Chosen]) -> Vec<Taken> {
    let mut all = Vec::new();
    if let Some(made) = harness {
        let calls: Vec<String> = made.calls.iter().map(|call| format!("`{call}`")).collect();
        let way = format!(
            "no class has a `main`: two threads each call {}, one after the other, on one object of each class; other callers may do worse",
            calls.join(", ")
        );
        let why = "nothing goes wrong here in any schedule of the calls that were made for want of a `main`; other callers may do worse";
        all.push(Taken { way, elsewhere: Some(why) });
    }
    let of = |one: &Chosen| match one.sort {
        ChosenSort::OfRandom => ChosenSort::Number,
        sort => sort,
    };
    for (sort, way, why) in [
        (
            ChosenSort::Time,
            "the time that a thread sees passes by ten milliseconds from look to look, and by what it sleeps",
            "nothing goes wrong here in any schedule in which the time passes by ten milliseconds from look to look; other times may do worse",
        ),
        (
            ChosenSort::Number,
            "numbers at random are always the same ones; others may do something else",
            "nothing goes wrong here in any schedule with the numbers at random that were taken; others may do worse",
        ),
        (
            ChosenSort::Thread,
            "threads are numbered in the order in which they start, from 21 on; Java may give other numbers",
            "nothing goes wrong here in any schedule with the numbers of threads that were taken; others may do worse",
        ),
    ] {
        let mut of_sort = chosen.iter().filter(|one| of(one) == sort).peekable();
        if of_sort.peek().is_some() {
            all.push(Taken { way: way.to_owned(), elsewhere: of_sort.any(|one| one.decides).then_some(why) });
        }
    }
    all
}

/// Errors of the text, else the parts that do not run.
fn refusals(java: &Java, made: &Elaborated) -> Vec<CannotRun> {
    let refusal = |span: Span, message: String| CannotRun { kind: Kind::Form, rule: "", message, span };
    let wrong = |problem: &Problem| match problem {
        Problem::Syntax(error) => Some(refusal(error.span, error.message(&java.sources))),
        Problem::DuplicateClass { span, .. } => {
            Some(refusal(*span, "a class of this name is there already".to_owned()))
        }
        Problem::DuplicateMember { span, .. } => {
            Some(refusal(*span, "a member of this name is there already".to_owned()))
        }
        Problem::CyclicInheritance { span } => Some(refusal(*span, "this class inherits from itself".to_owned())),
        Problem::TooLong { file } => Some(refusal(Span::NONE, format!("`{file}` is too long"))),
    };
    let wrong: Vec<CannotRun> = java.problems.iter().filter_map(wrong).collect();
    if !wrong.is_empty() {
        return wrong;
    }
    made.refusals.iter().map(|r| refusal(r.span, r.message.clone())).collect()
}

/// Names of the program as Java has them, and the arrays that no `new` of it makes.
fn names(java: &Java, made: &Elaborated, own_end: u32) -> JavaNames {
    let mut names = JavaNames { own_end: Some(own_end), ..JavaNames::default() };
    let program = &made.program;
    for name in (0..program.names.len() as u32).map(Name) {
        let shown = made.origins.name(&program.names, name);
        // The library's own stand beside classes of Java.
        let shown = shown.strip_prefix("Racefree").or(shown.strip_prefix("racefree")).unwrap_or(&shown);
        let shown = without_number(program.text(name)).unwrap_or(shown);
        if shown != program.text(name) {
            names.shown.insert(name, shown.to_owned());
        }
    }
    names.shown.extend(made.stand_ins.iter().cloned());
    names.qualified.extend(made.binary_names.iter().cloned());
    names.null_messages.extend(made.null_messages.iter().cloned());
    let is_implied = |at: &ExprId| {
        let span = program.span(*at);
        let text = span.text(java.sources.text());
        let is_array = matches!(program.expr(*at), Expr::Extended(Extended::NewArray { .. }));
        let is_written = text.starts_with('{')
            || text.starts_with("new") && text.find('[').is_some_and(|at| !text[..at].contains(['(', '{']));
        is_array && span.start < own_end && !is_written
    };
    names.implied.extend((0..program.exprs.len() as u32).map(ExprId::new).filter(is_implied));
    names
}

/// The name of a variable that has a number behind it: nobody writes one.
fn without_number(name: &str) -> Option<&str> {
    let (shown, number) = name.rsplit_once('$')?;
    let is_one = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    (is_one && shown.starts_with(char::is_lowercase) && !shown.contains('$')).then_some(shown)
}
