//! Atomicity of Java: the files are elaborated into one program, and the rules judge that, with what is known of the library. What is said of it
//! is said of the Java text again.

use super::repairs::Judge;
use super::speech;
use crate::json::Places;
use crate::source::Source;
use crate::variant::Rules;
use racefree_atomicity::{Act, Analysis, Setting, Shown};
use racefree_grammar::ast::{Basic, MethodKind, Program};
use racefree_grammar::span::{Files, Span};
use racefree_java::Java;
use racefree_java::acts::{self, Acts};
use racefree_java::declare::Problem as Declared;
use racefree_java::elaborate::{Elaborated, Options, elaborate};
use racefree_java::sources::Sources;
use racefree_java::tree::Origin;
use racefree_kernel::{PremiseId, Report, TypeError};
use racefree_systems::{BASE, premise_name};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Atomicities of Java files.
pub struct JavaAtomicity {
    /// The text of all files, one behind the other, each with a head if there are several.
    pub source: Source,
    /// The program that they are.
    pub program: Program,
    /// The analysis of it, in Java's words.
    pub analysis: Analysis,
    /// Number of assumptions of the types underneath.
    pub assumptions: usize,
    /// Errors of the code itself, of which no rule knows; with any, no claim is judged.
    pub of_code: Vec<CodeError>,
}

/// An error of the code itself: of its syntax, its declarations, its annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeError {
    /// `RULE/premise`, or `syntax`.
    pub code: &'static str,
    /// The place, in the text of all files.
    pub span: Span,
    /// The mistake, in a sentence.
    pub message: String,
}

/// The files as the text of a run, and the end of what is no stub. Fails if there is too much text.
fn sources(judge: &Judge, name: &str) -> Result<(Sources, Source, u32), String> {
    let several = judge.files.iter().filter(|file| !file.stub).count() > 1;
    let (mut sources, mut own_end) = (Sources::default(), 0);
    for file in &judge.files {
        let origin = if file.stub { Origin::Stub } else { Origin::Source };
        if several && !file.stub {
            sources.head(&file.name);
        }
        sources.add(file.name.clone(), &file.bytes, origin).map_err(|e| e.to_string())?;
        if !file.stub {
            own_end = sources.text().len() as u32;
        }
    }
    let source = Source { name: name.to_owned(), text: sources.text().to_owned() };
    Ok((sources, source, own_end))
}

/// An elaborated program, the report of the base on it, and those errors that are taken on trust.
struct Checked {
    java: Java,
    made: Elaborated,
    report: Report,
    trusted: FxHashSet<(PremiseId, Span)>,
}

fn checked(mut java: Java, of: Options, base: &Rules) -> Checked {
    let mut made = elaborate(&mut java, of);
    let options = racefree_kernel::Options { without_repairs: true, ..base.options.clone() };
    let mut report = base.system.check(&made.program, java.sources.text(), &options);
    let places = |report: &Report| -> FxHashSet<(PremiseId, Span)> {
        report.errors.iter().flat_map(TypeError::all).map(|error| (error.premise, error.span)).collect()
    };
    let all = places(&report);
    super::trusted::trust(&mut report, &java, &mut made);
    let left = places(&report);
    Checked { java, made, report, trusted: all.difference(&left).copied().collect() }
}

/// The errors of the code itself, by place, and those that the elaboration finds of premises.
fn errors_of_code(java: &Java, made: &Elaborated, own_end: u32) -> (Vec<CodeError>, Vec<TypeError>) {
    let declared = java.problems.iter().filter_map(|problem| {
        let (code, span, message) = match problem {
            Declared::Syntax(error) => (speech::SYNTAX, error.span, error.message(&java.sources)),
            Declared::DuplicateClass { span, .. } => {
                ("PROG/class-once", *span, "a class of this name is there already".to_owned())
            }
            Declared::DuplicateMember { span, .. } => {
                ("PROG/methods-once", *span, "a member of this name is there already".to_owned())
            }
            Declared::CyclicInheritance { span } => {
                ("PROG/wf-classes", *span, "this class inherits from itself".to_owned())
            }
            Declared::TooLong { .. } => return None,
        };
        Some(CodeError { code, span, message })
    });
    let found =
        made.problems.iter().map(|of| CodeError { code: of.premise, span: of.span, message: of.message.clone() });
    let mut all: Vec<CodeError> = declared.chain(found).filter(|error| error.span.start < own_end).collect();
    all.sort_by_key(|error| (error.span, error.code));
    all.dedup();
    let premise = |code: &str| BASE.book().premises().map(|(id, _)| id).find(|&id| premise_name(id) == code);
    let mut of_rules = Vec::new();
    all.retain(|error| match premise(error.code) {
        Some(premise) => {
            of_rules.push(TypeError::new(premise, error.span, error.message.clone()));
            false
        }
        None => true,
    });
    (all, of_rules)
}

/// Analyses Java files, by the rules of `judge`; `base` are those of the system underneath.
pub fn atomicity(judge: &Judge, base: &Rules, name: &str) -> Result<JavaAtomicity, String> {
    let profile = super::profile(&judge.options)?;
    let of = super::elaboration(&judge.words, &judge.options, profile);
    let (sources, source, own_end) = sources(judge, name)?;
    let read = Java::read(sources, judge.library.clone(), judge.threads);
    let one = |shared: BTreeSet<u32>| {
        let mut java = read.clone();
        java.forked = shared.into();
        checked(java, of, base)
    };
    let forked = |it: &Checked| super::sharing::forked(&it.java, &it.made, &it.report);
    let (Checked { java, made, trusted, .. }, _) = super::sharing::settled(one, forked, &base.options.until);
    let is_own = |span: Span| span.start < own_end;
    let (of_code, of_rules) = errors_of_code(&java, &made, own_end);
    let program = &made.program;
    let places = Places::new(&source.text);
    let files = Files::new(&source.text);
    let place = |span: Span| {
        let (line, column) = places.position(span.start);
        let file = files.at(span.start).map_or(String::new(), |(_, name, _)| format!("{}:", last(name)));
        format!("{file}{line}:{column}")
    };
    let names = method_names(program, &made);
    let setting = Setting {
        calls: made.library_calls.iter().map(|(&at, call)| (at, act(call.acts))).collect(),
        methods: outside(program, &java, own_end),
        has_lock_calls: true,
        trusted,
        is_alone: Some(&|span| made.is_alone(span)),
        place: Some(&place),
        method: Some(&|m| names[m as usize].clone()),
    };
    let mut analysis = racefree_atomicity::analyse_in(program, &source.text, &judge.rules.options, &setting);
    drop(setting);
    let written = written_methods(program);
    analysis.methods.retain(|m| is_own(m.span) && written[m.index as usize]);
    analysis.threads.dedup_by_key(|thread| (thread.span, thread.atomicity));
    analysis.atomic_everywhere = analysis.methods.iter().filter(|m| !m.warned).count();
    analysis.assumed.sort_unstable();
    analysis.assumed.dedup();
    in_java(&java, &made, own_end, &mut analysis);
    let unjudged = !of_code.is_empty() || !of_rules.is_empty();
    analysis.errors.splice(0..0, of_rules);
    let assumptions = made.assumptions.iter().filter(|(_, at)| is_own(*at)).count();
    let program = made.program;
    if unjudged {
        analysis.claims.iter_mut().for_each(|claim| claim.holds = None);
    }
    Ok(JavaAtomicity { source, program, analysis, assumptions, of_code })
}

/// Marks the methods and constructors with a body that somebody wrote: what a lambda is made by is none.
fn written_methods(program: &Program) -> Vec<bool> {
    let mut written = vec![false; program.methods.len()];
    for class in &program.classes {
        let is_made = program.text(class.name).contains("$lambda$");
        for m in class.methods.indices() {
            written[m] = match program.kind_of(&program.methods[m]) {
                MethodKind::Constructor | MethodKind::StaticInitializer => !is_made,
                MethodKind::Plain => true,
                MethodKind::Abstract => false,
            };
        }
    }
    written
}

/// The name of a file without its folders.
fn last(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

fn act(acts: Acts) -> Act {
    match acts {
        Acts::Pure => Act::Is(Basic::Const),
        Acts::Moves => Act::Is(Basic::Mover),
        Acts::Steps => Act::Is(Basic::Atomic),
        Acts::Right => Act::Is(Basic::Right),
        Acts::Left => Act::Is(Basic::Left),
        Acts::Parts => Act::Is(Basic::Cmpd),
        Acts::Takes => Act::Takes,
        Acts::Gives => Act::Gives,
        Acts::Unknown => Act::Assumed,
    }
}

/// The methods whose bodies are outside: those of stubs and of foreign classes.
fn outside(program: &Program, java: &Java, own_end: u32) -> FxHashMap<u32, Act> {
    let mut found = FxHashMap::default();
    for class in &program.classes {
        let name = program.text(class.name);
        let name = name.strip_suffix("$class").unwrap_or(name);
        for m in class.methods.indices() {
            let method = &program.methods[m];
            let is_source =
                java.sources.files()[java.sources.place(method.name_span).0.index()].origin == Origin::Source;
            if is_source && method.name_span.start < own_end {
                continue;
            }
            let plain = program.text(method.name).split('$').next().unwrap_or_default();
            let is = match program.kind_of(method) {
                MethodKind::Constructor | MethodKind::StaticInitializer => Act::Is(Basic::Mover),
                // Without a body; what implements it is judged.
                MethodKind::Abstract => continue,
                MethodKind::Plain => act(acts::of_call(name, plain, method.params.len())),
            };
            found.insert(m as u32, is);
        }
    }
    found
}

/// Names of the methods as Java has them.
fn method_names(program: &Program, made: &Elaborated) -> Vec<String> {
    let mut names = vec![String::new(); program.methods.len()];
    for class in &program.classes {
        let cn = made.origins.name(&program.names, class.name);
        let cn = cn.strip_suffix(".class").or(cn.strip_suffix("$class")).unwrap_or(&cn);
        for m in class.methods.indices() {
            let method = &program.methods[m];
            names[m] = match program.kind_of(method) {
                MethodKind::Constructor => format!("new {cn}"),
                MethodKind::StaticInitializer => format!("static {cn}"),
                MethodKind::Plain | MethodKind::Abstract => {
                    format!("{cn}.{}", made.origins.name(&program.names, method.name))
                }
            };
        }
    }
    names
}

/// Says all of an analysis in Java's words.
fn in_java(java: &Java, made: &Elaborated, own_end: u32, analysis: &mut Analysis) {
    let say = |text: &str| made.origins.in_java(text).replace("`.", "`");
    let own = |error: &TypeError| error.premise.system() != BASE.id();
    for errors in [&mut analysis.errors, &mut analysis.assumes, &mut analysis.report.errors] {
        let (mut claims, base): (Vec<_>, Vec<_>) = std::mem::take(errors).into_iter().partition(own);
        for error in &mut claims {
            error.message = say(&error.message);
            error.label = say(&error.label);
            error.help = error.help.as_deref().map(say);
            error.notes.iter_mut().for_each(|note| *note = say(note));
            error.related.iter_mut().for_each(|(_, text)| *text = say(text));
            error.fixes.clear();
        }
        let report = Report { errors: base, ..Report::default() };
        let mut said = speech::in_java(java, made, &report, own_end).errors;
        super::wording::merged(&mut said);
        said.append(&mut claims);
        *errors = said;
    }
    for method in &mut analysis.methods {
        shown(&mut method.atomicity, &say);
        shown(&mut method.for_callers, &say);
    }
    for blame in analysis.claims.iter_mut().filter_map(|claim| claim.blame.as_mut()) {
        blame.first.iter_mut().chain([&mut blame.second]).for_each(|step| step.what = say(&step.what));
        blame.help.iter_mut().flat_map(|(locks, _)| locks).for_each(|lock| *lock = say(lock));
    }
    for cluster in &mut analysis.clusters {
        cluster.guard = cluster.guard.as_deref().map(say);
    }
}

fn shown(of: &mut Shown, say: &impl Fn(&str) -> String) {
    if let Shown::Held { lock, then, otherwise } = of {
        *lock = say(lock);
        shown(then, say);
        shown(otherwise, say);
    }
}
