//! Atomicity analysis of a program: as tables for people, as JSON, as annotations in the program.

use crate::args::{AtomicityArgs, CheckArgs, Format};
use crate::diagnostics::Artist;
use crate::ending::{Done, Ending};
use crate::gathered::Gathered;
use crate::short::Lines;
use crate::terminal::Out;
use crate::verdict::{DRAWN, escapes};
use racefree_answers::fixes::{self, Budget};
use racefree_answers::json::{self, Places};
use racefree_answers::variant::Rules;
use racefree_answers::{self as answers, Source, count};
use racefree_atomicity::{Analysis, Enclosing, MethodInfo, Summary};
use racefree_grammar::Program;
use racefree_grammar::ast::{Dialect, MethodKind};
use racefree_grammar::lexer::Lexer;
use racefree_grammar::span::Span;
use racefree_grammar::token::{Extras, Token};
use racefree_kernel::{Options, TypeError};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Prints text: errors, then the inferred atomicities; errors of the code itself are shown already, and counted.
pub fn human(source: &Source, analysis: &Analysis, of_code: usize, out: &mut Out) -> io::Result<()> {
    errors(source, analysis.assumes.iter().chain(&analysis.errors), out)?;
    if !analysis.assumes.is_empty() {
        let n = analysis.assumes.len();
        writeln!(out, "assuming that the first {n} of the errors above are none:")?;
    }
    if !out.quiet {
        table(&Places::new(&source.text), analysis, out)?;
    }
    let holding = analysis.claims.iter().filter(|claim| claim.holds == Some(true)).count();
    let atomic = (analysis.atomic_everywhere, analysis.methods.len());
    let errors = analysis.errors.len() + of_code;
    line(source, (analysis.assumes.len(), errors), atomic, (holding, analysis.claims.len()), out)?;
    escapes(&source.text, &analysis.report, out)
}

/// Prints brief text: errors and the last line.
pub fn brief(source: &Source, summary: &Summary, out: &mut Out) -> io::Result<()> {
    errors(source, summary.assumes.iter().chain(&summary.errors), out)?;
    let atomic = (summary.atomic_everywhere, summary.methods);
    line(source, (summary.assumes.len(), summary.errors.len()), atomic, (summary.holding, summary.claims), out)?;
    escapes(&source.text, &summary.report, out)
}

fn errors<'e>(source: &Source, errors: impl Iterator<Item = &'e TypeError>, out: &mut Out) -> io::Result<()> {
    let mut errors = errors.peekable();
    if errors.peek().is_some() {
        let artist = Artist::new(&source.name, &source.text, out);
        errors.take(DRAWN).try_for_each(|error| artist.type_error(error, false, out))?;
    }
    Ok(())
}

/// The last line: counts of the errors assumed to be none and of the others, of methods atomic wherever they are called, of claims.
fn line(
    source: &Source,
    (assumed, errors): (usize, usize),
    atomic: (usize, usize),
    claims: (usize, usize),
    out: &mut Out,
) -> io::Result<()> {
    let wrong = match (assumed, errors) {
        (0, 0) => "ok".to_owned(),
        (1, 0) => "ok, assuming that the error above is none".to_owned(),
        (n, 0) => format!("ok, assuming that the {n} errors above are none"),
        (0, n) => count(n as u64, "error"),
        (n, m) => format!("{}, and {n} above that the atomicities assume to be none", count(m as u64, "error")),
    };
    let wrong = if assumed + errors > DRAWN { format!("{wrong}, the first {DRAWN} of them shown") } else { wrong };
    let ((everywhere, methods), (holding, claims)) = (atomic, claims);
    out.summary(&format!(
        "{}: {wrong}; {everywhere} of {methods} methods are atomic wherever they are called, {holding} of {claims} claims hold",
        source.name
    ))
}

fn table(places: &Places<'_>, analysis: &Analysis, out: &mut Out) -> io::Result<()> {
    let line = |span: Span| places.spot(span);
    // A place in a program of several files has the name of its file.
    let at = |spot: &str| if spot.contains(':') { spot.to_owned() } else { format!("line {spot}") };
    if !analysis.methods.is_empty() {
        let rows = analysis.methods.iter().map(|m| {
            let sites: Vec<String> =
                m.sites.iter().map(|s| format!("{}:{}", line(s.span), s.atomicity.text())).collect();
            let sites = if sites.len() > 6 { format!("{} calls", sites.len()) } else { sites.join(" ") };
            let declared = m.declared.as_ref().map_or_else(String::new, |d| format!(", declared {d}"));
            [m.name.clone(), format!("{}{declared}", m.atomicity), m.with_requires.text().to_owned(), sites]
        });
        let mut rows: Vec<[String; 4]> = rows.collect();
        rows.insert(0, ["method", "atomicity", "with requires", "call sites"].map(str::to_owned));
        let width = |i: usize| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0);
        let widths = [width(0), width(1), width(2)];
        for row in &rows {
            let mut text = String::new();
            for (cell, width) in row.iter().zip(widths.iter().chain([&0])) {
                text.push_str(&format!("{cell:<width$}  "));
            }
            writeln!(out, "  {}", text.trim_end())?;
        }
    }
    for claim in &analysis.claims {
        let says = match claim.holds {
            Some(true) => "holds",
            Some(false) => "does not hold",
            None => "not judged, because of the errors above",
        };
        writeln!(out, "  claim {} ({}): {}, {says}", claim.block, at(&line(claim.span)), claim.atomicity.text())?;
    }
    for cluster in &analysis.clusters {
        let by = cluster
            .guard
            .as_ref()
            .map_or_else(|| "no lock would make atomic".to_owned(), |guard| format!("{guard} held would make atomic"));
        writeln!(out, "  {by}: {}; look at {}", cluster.methods.join(", "), cluster.report.join(", "))?;
    }
    for m in analysis.methods.iter().filter(|m| !m.cuts.places.is_empty()) {
        let mut cuts: Vec<String> = m.cuts.places.iter().map(|&span| line(span)).collect();
        cuts.dedup();
        writeln!(out, "  {} can be interrupted before {}", m.name, at(&cuts.join(", ")))?;
    }
    for thread in &analysis.threads {
        writeln!(out, "  thread of {}: {}", at(&line(thread.span)), thread.atomicity.text())?;
    }
    let rounds =
        if analysis.rounds == 1 { "one round".to_owned() } else { format!("at most {} rounds", analysis.rounds) };
    writeln!(out, "  inferred in {rounds} a component of the call graph")
}

/// Reasons why a member is left without an atomicity.
const RELIED_ON: &str =
    "what holds of all that override it is more than callers rely on that see it through a subclass";
const NO_METHOD: &str = "only a method with a body declares one";

/// The program with the inferred atomicity at every method that declares none, and the methods left without, each with the reason. A method
/// that others override declares the join over all of them. Callers that see it through a subclass may rely on less; a
/// method is left without a declaration that would change any inference. Nor has a member one that is no method with a body.
pub fn annotated(
    program: &Program,
    text: &str,
    analysis: &Analysis,
    options: &Options,
) -> (String, Vec<(String, &'static str)>) {
    let is_plain = |m: &MethodInfo| program.kind_of(&program.methods[m.index as usize]) == MethodKind::Plain;
    let mut left: BTreeSet<u32> = analysis.methods.iter().filter(|m| !is_plain(m)).map(|m| m.index).collect();
    loop {
        let out = with_annotations(program, text, analysis, &left);
        let open = |m: &&MethodInfo| m.overridden && m.declared.is_none() && !left.contains(&m.index);
        let changed = changed(&out, program.dialect, analysis, options);
        let causes = |is: &dyn Fn(&MethodInfo) -> bool| -> Vec<u32> {
            analysis.methods.iter().filter(open).filter(|m| is(m)).map(|m| m.index).collect()
        };
        let more = match changed {
            None => Vec::new(),
            Some(changed) => {
                let called = |m: &MethodInfo| m.sites.iter().any(|site| changed.contains(&site.caller));
                let some = causes(&called);
                if some.is_empty() { causes(&|_| true) } else { some }
            }
        };
        if more.is_empty() {
            let open = analysis.methods.iter().filter(|m| m.declared.is_none() && left.contains(&m.index));
            let names = open.map(|m| (m.name.clone(), if is_plain(m) { RELIED_ON } else { NO_METHOD }));
            return (out, names.collect());
        }
        left.extend(more);
    }
}

/// Differences in the inference for an annotated program: the methods, classes, or the main expression concerned. None
/// if all is the same.
fn changed(annotated: &str, dialect: Dialect, analysis: &Analysis, options: &Options) -> Option<Vec<Enclosing>> {
    let read = racefree_grammar::Options { dialect: Some(dialect), ..Default::default() };
    let again = racefree_grammar::parse_with(annotated, read).ok()?;
    let again = racefree_atomicity::analyse(&again, annotated, options);
    let differs = |(a, b): &(&MethodInfo, &MethodInfo)| a.atomicity != b.atomicity;
    let methods = analysis.methods.iter().zip(&again.methods).filter(differs).map(|(m, _)| Enclosing::Method(m.index));
    let mut changed: Vec<Enclosing> = methods.collect();
    let claims = |of: &Analysis| of.claims.iter().map(|claim| claim.atomicity).collect::<Vec<_>>();
    let threads = |of: &Analysis| of.threads.iter().map(|thread| thread.atomicity).collect::<Vec<_>>();
    let same = (claims(analysis), threads(analysis), analysis.errors.len())
        == (claims(&again), threads(&again), again.errors.len());
    if !same {
        changed.push(Enclosing::Main);
    }
    (!changed.is_empty()).then_some(changed)
}

/// The program with annotations at all methods that declare nothing, but some.
fn with_annotations(program: &Program, text: &str, analysis: &Analysis, without: &BTreeSet<u32>) -> String {
    let tokens: Vec<(u32, Token, u32)> = Lexer::of(text, Extras::default(), program.dialect).collect();
    let mut places: Vec<(usize, String)> = Vec::new();
    for m in analysis.methods.iter().filter(|m| m.declared.is_none() && !without.contains(&m.index)) {
        let head = program.methods[m.index as usize].name_span.end;
        let from = tokens.partition_point(|t| t.0 < head);
        if let Some(open) = tokens[from..].iter().find(|t| t.1 == Token::OpenBrace) {
            places.push((open.0 as usize, format!("/*# atomicity {} */ ", m.for_callers)));
        }
    }
    places.sort();
    let mut out = String::with_capacity(text.len() * 2);
    let mut at = 0;
    for (place, annotation) in places {
        out.push_str(&text[at..place]);
        out.push_str(&annotation);
        at = place;
    }
    out.push_str(&text[at..]);
    out
}

/// Judges a program of the system, and prints the requested form.
pub fn present(
    source: &Source,
    args: &CheckArgs,
    wants: Option<&AtomicityArgs>,
    program: &Program,
    rules: &Rules,
    kept: &mut Gathered,
    out: &mut Out,
) -> Done {
    let strict = wants.is_some_and(|wants| wants.strict);
    let Source { name, text } = source;
    let places = Places::new(text);
    let is_brief = args.format == Format::Human && out.quiet;
    if is_brief || matches!(args.format, Format::Sarif | Format::Short) {
        let mut summary = racefree_atomicity::summary(program, text, &rules.options);
        match args.format {
            Format::Short => {
                let lines = Lines::new(name, text);
                lines.excused(&summary.assumes, "assumed to be no error", out)?;
                lines.errors(&summary.errors, out)?;
                lines.warnings(&summary.report, out)?;
            }
            Format::Sarif => {
                let report = &mut summary.report;
                fixes::settle_errors(text, rules, program, &mut report.errors, &mut Budget::default());
                kept.log.check(name, &places, rules.system, report, out)?;
            }
            Format::Human | Format::Json => brief(source, &summary, out)?,
        }
        let warned = strict && summary.atomic_everywhere < summary.methods;
        return Ok(if summary.errors.is_empty() && !warned { Ending::Fine } else { Ending::Wrong });
    }
    let analysis = answers::atomicity::analyse(text, rules, program);
    analysed(source, args, program, rules, (&analysis, 0), kept, out)?;
    let warned = strict && analysis.methods.iter().any(|m| m.warned);
    Ok(if analysis.errors.is_empty() && !warned { Ending::Fine } else { Ending::Wrong })
}

/// Prints an analysis, in the requested form.
pub fn analysed(
    source: &Source,
    args: &CheckArgs,
    program: &Program,
    rules: &Rules,
    (analysis, of_code): (&Analysis, usize),
    kept: &mut Gathered,
    out: &mut Out,
) -> io::Result<()> {
    let Source { name, text } = source;
    kept.whys.note(analysis.assumes.iter().chain(&analysis.errors));
    match args.format {
        Format::Human => human(source, analysis, of_code, out),
        Format::Short => {
            let lines = Lines::new(name, text);
            lines.excused(&analysis.assumes, "assumed to be no error", out)?;
            lines.errors(&analysis.errors, out)?;
            lines.warnings(&analysis.report, out)
        }
        Format::Sarif => kept.log.check(name, &Places::new(text), rules.system, &analysis.report, out),
        Format::Json => {
            let places = Places::new(text);
            let record = answers::atomicity::record(name, rules.system, program, &places, analysis);
            writeln!(out, "{}", json::line(&record))
        }
    }
}
