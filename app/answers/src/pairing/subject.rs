//! Program to analyse, from a file: a closed one as it is, an open one with a harness.

use super::lines::{Lines, PartFile};
use crate::desk::{FindVariant, Refusal, bad, parsed, ready};
use crate::options::{PairsOptions, RuleOptions};
use crate::running::{Loaded, Parsed};
use crate::source::Source;
use crate::verdict;
use racefree_grammar::ast::{Expr, ExprId, Field, Program};
use racefree_grammar::span::Span;
use racefree_kernel::Report;
use racefree_pairs::Watch;
use racefree_pairs::harness::{self, Called, Harness, Plan};
use racefree_program::Resolved;
use racefree_systems::premise_name;
use std::sync::{Arc, OnceLock};

/// Subject of the analysis.
#[derive(Clone)]
pub struct Analysed {
    /// The text: the file's, and the harness behind it.
    pub text: String,
    /// Its syntax tree.
    pub program: Arc<Program>,
    /// The harness of an open program.
    pub harness: Option<Harness>,
    /// The type system of the file.
    pub system: &'static str,
    /// The files, if the text is that of several.
    pub files: Vec<PartFile>,
    /// Words as the source has them, if the program was made of Java.
    pub shown: Option<InWords>,
    /// Trust that is needed before the analysis begins, each sort with its number.
    pub assumptions: Vec<String>,
    /// Statements of `main` in Java that run while there is no other thread.
    pub alone: Vec<Span>,
    /// Members of the sources, if these are Java.
    #[cfg(feature = "java")]
    pub members: Option<Arc<crate::java::members::Members>>,
    /// Some of the text is not understood.
    pub damaged: bool,
    /// False for an open program of which nothing is called, and for a closed one of which little is: without a pair there is nothing to say of it.
    pub called: bool,
    /// Beginnings of the forks of the harness, in order, once one is asked for.
    pub forks: OnceLock<Vec<u32>>,
}

/// Translation of a text into the words of the source.
pub type InWords = Arc<dyn Fn(&str) -> String + Send + Sync>;

/// A program that can run, or the sources of one that may.
pub enum Ready {
    /// A program of the calculus.
    Calculus(Box<Loaded>),
    /// Files in Java, the rules for them, and the methods that clients of an open program can call.
    #[cfg(feature = "java")]
    Java(Vec<crate::java::JavaFile>, Box<crate::variant::Rules>, Vec<super::clients::Callable>),
}

/// A program to analyse.
pub struct PairsSubject {
    /// The file's name.
    pub name: String,
    /// Program to analyse.
    pub source: Analysed,
    /// The methods that it calls.
    pub calls: Vec<Called>,
    /// The program, ready to run.
    pub loaded: Ready,
    /// Report of the type checker on the file.
    pub report: Report,
    /// Time, since it was asked for.
    pub watch: Watch,
}

/// A program made ready to analyse.
pub fn subject(
    source: Source,
    asked: &PairsOptions,
    variant: FindVariant,
    watch: Watch,
) -> Result<PairsSubject, Refusal> {
    let rules = RuleOptions { system: asked.system.clone(), ..RuleOptions::default() };
    let parsed = parsed(source, &rules, variant)?;
    let name = parsed.source.name.clone();
    let report = parsed.report.clone();
    if let Some(local) = asked.local.iter().find(|local| !declared(&parsed.program, local)) {
        return Err(bad(format!("--local: `{name}` declares no class or field `{local}`")).into());
    }
    let open = parsed.program.main.is_none();
    let asks = !asked.interface.is_empty() || !asked.calls.is_empty();
    if !open && asks {
        let message = format!("`{name}` has a main expression; --interface and --calls are for programs without");
        return Err(bad(message).into());
    }
    let (parsed, harness, calls) = if open {
        let made = of_open(&parsed, asked);
        let (harness, calls) = made.map_err(|message| bad(format!("`{name}` cannot be analysed: {message}")))?;
        (with_harness(parsed, &harness)?, Some(harness), calls)
    } else {
        (parsed, None, Vec::new())
    };
    let loaded = ready(parsed)?;
    let (text, program) = (loaded.source.text.clone(), loaded.program.tables.program.clone());
    let system = loaded.rules.system.name();
    let source = Analysed {
        text,
        program,
        harness,
        system,
        files: Vec::new(),
        shown: None,
        assumptions: Vec::new(),
        alone: Vec::new(),
        #[cfg(feature = "java")]
        members: None,
        damaged: false,
        called: true,
        forks: OnceLock::new(),
    };
    Ok(PairsSubject { name, source, calls, loaded: Ready::Calculus(Box::new(loaded)), report, watch })
}

/// Returns true if a program declares `C`, or `C.f`.
fn declared(program: &Program, name: &str) -> bool {
    let (class, field) = name.split_once('.').map_or((name, None), |(c, f)| (c, Some(f)));
    let class = program.classes.iter().find(|c| program.text(c.name) == class);
    class.is_some_and(|c| field.is_none_or(|f| program.fields_of(c).iter().any(|x| program.text(x.name) == f)))
}

/// The harness that is asked for.
fn of_open(parsed: &Parsed, asked: &PairsOptions) -> Result<(Harness, Vec<Called>), String> {
    let resolved = Resolved::new(&parsed.program);
    let single = !asked.calls.is_empty();
    let calls = harness::interface(&resolved, if single { &asked.calls } else { &asked.interface })?;
    let threads = if single && calls.len() > 1 { 1 } else { 2 };
    let plan = Plan { calls: calls.clone(), threads, warm_up: None };
    Ok((harness::harness(&resolved, &parsed.source.text, &plan), calls))
}

/// A program with its harness, parsed again.
pub fn with_harness(parsed: Parsed, harness: &Harness) -> Result<Parsed, String> {
    let Parsed { source, filled, report, rules, names, .. } = parsed;
    let program = verdict::parse(rules.system, &harness.text).map_err(|errors| {
        let first = errors.first().map_or_else(String::new, |e| e.message.clone());
        format!("a harness for `{}` cannot be written: {first}", source.name)
    })?;
    let source = Source { name: source.name, text: harness.text.clone() };
    Ok(Parsed { source, program, filled, report, rules, names, taken: Vec::new() })
}

impl Analysed {
    /// The lines of the text.
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(&self.text, &self.files).until(self.harness.as_ref().map(|harness| harness.from))
    }

    /// A text of the analysis in the words of the source.
    pub fn in_words(&self, text: &str) -> String {
        self.shown.as_ref().map_or_else(|| text.to_owned(), |shown| shown(text))
    }

    /// Place where the thread of a fork begins: the fork, or the method that a harness calls in it.
    pub fn spawn(&self, fork: ExprId) -> Span {
        let span = self.program.span(fork);
        let Some(harness) = self.harness.as_ref().filter(|h| span.start >= h.from) else { return span };
        let starts = self.forks.get_or_init(|| {
            let all = self.program.exprs.iter().zip(&self.program.spans);
            let forks = all.filter(|(e, at)| matches!(e, Expr::Fork(_)) && at.start >= harness.from);
            let mut starts: Vec<u32> = forks.map(|(_, at)| at.start).collect();
            starts.sort_unstable();
            starts
        });
        let before = starts.partition_point(|start| *start < span.start);
        harness.forks.get(before).copied().flatten().unwrap_or(span)
    }
}

impl PairsSubject {
    /// The accesses of guarded fields at which the checker reports no error. Where an error in what is accessed keeps it from
    /// knowing the field, it has not looked at the guard.
    pub fn guarded(&self) -> rustc_hash::FxHashSet<Span> {
        let program = &self.source.program;
        let errors = self.report.errors.iter().chain(&self.report.silenced).flat_map(|e| e.all());
        let errors: Vec<(Span, bool)> =
            errors.map(|e| (e.span, GUARD_HELD.contains(&&*premise_name(e.premise)))).collect();
        let guarded = program.classes.iter().flat_map(|c| {
            let guarded = move |f: &&Field| f.guard.is_some() || (c.guard.is_some() && f.takes_class_guard());
            program.fields_of(c).iter().filter(guarded)
        });
        let fields: rustc_hash::FxHashSet<_> = guarded.map(|f| f.name).collect();
        let believed = |(e, &span): (&Expr, &Span)| {
            let (Expr::Field { recv, field } | Expr::Assign { recv, field, .. }) = *e else { return None };
            let recv = program.span(recv);
            let missed =
                |&(at, guard): &(Span, bool)| at == span || (!guard && recv.start <= at.start && at.end <= recv.end);
            (fields.contains(&field) && !errors.iter().any(missed)).then_some(span)
        };
        program.exprs.iter().zip(&program.spans).filter_map(believed).collect()
    }
}

/// The premises by which a guard must be held.
const GUARD_HELD: [&str; 2] = ["EXP REF/guard-held", "EXP ASSIGN/guard-held"];
