//! Atomicity analysis of a program, as an object.

mod explained;

pub use explained::{ExplainedClaims, explained};

use crate::fixes::{self, Budget};
use crate::json::{self, Error, Escapes, Place, Places, VERSION};
use crate::variant::Rules;
use racefree_atomicity::{Analysis, Blame, Blamed, Claim, MethodInfo, Shown};
use racefree_grammar::span::Span;
use racefree_grammar::{Program, SyntaxError};
use racefree_kernel::System;

/// Analyses a program; its errors carry verified repairs.
pub fn analyse(text: &str, rules: &Rules, program: &Program) -> Analysis {
    let mut analysis = racefree_atomicity::analyse(program, text, &rules.options);
    fixes::settle_errors(text, rules, program, &mut analysis.errors, &mut Budget::default());
    analysis
}

/// Record of a program with syntax errors.
pub(crate) fn malformed<'a>(
    file: &'a str,
    system: &dyn System,
    places: &Places<'_>,
    errors: &'a [SyntaxError],
) -> AtomicityRecord<'a> {
    AtomicityRecord {
        file,
        version: VERSION,
        system: system.name(),
        ok: false,
        errors: errors.iter().map(|e| json::syntax_error(places, e)).collect(),
        assumes: Vec::new(),
        silenced: Vec::new(),
        escapes: Escapes::default(),
        of_code: Vec::new(),
        methods: Vec::new(),
        claims: Vec::new(),
        rounds: 0,
        threads: Vec::new(),
        clusters: Vec::new(),
        counts: Counts { methods: 0, atomic_everywhere: 0, widened: 0, assumed: 0 },
    }
}

records! {
    /// An error of Java code itself, of which no rule knows.
    struct OfCode<'a> {
        /// `RULE/premise`, or `syntax`.
        code: &'static str,
        message: &'a str,
        span: Place,
    }

    /// Atomicities of a program.
    #[cfg_attr(feature = "schemas", schemars(rename = "atomicity"))]
    pub struct AtomicityRecord<'a> {
        file: &'a str,
        version: u32,
        /// `atomicity`, or `owners+atomicity`.
        system: &'static str,
        ok: bool,
        errors: Vec<Error<'a>>,
        /// Tolerated errors of the underlying types; atomicities assume that there are none.
        assumes: Vec<Error<'a>>,
        silenced: Vec<Error<'a>>,
        escapes: Escapes,
        /// Java: errors of the code itself; with any, no claim is judged.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        of_code: Vec<OfCode<'a>>,
        methods: Vec<Method<'a>>,
        claims: Vec<ClaimRecord<'a>>,
        /// Maximum number of rounds over one component of the call graph.
        rounds: u32,
        /// Threads: the main expression and the forks.
        threads: Vec<Piece>,
        clusters: Vec<Cluster<'a>>,
        counts: Counts,
    }

    /// A method.
    struct Method<'a> {
        /// Name with the class, `C.m`.
        name: &'a str,
        span: Place,
        /// Atomicity of the body.
        atomicity: Term,
        /// Atomicity of the body as text.
        text: String,
        /// Declared atomicity.
        declared: Option<Term>,
        /// Atomicity of the body with the required locks held.
        with_requires: &'static str,
        /// Calls of the method.
        sites: Vec<Site>,
        /// Places at which another thread can interrupt it.
        cuts: Vec<Place>,
        /// Parts between these places.
        pieces: Vec<Piece>,
    }

    /// An atomicity: a word, or one that depends on a lock.
    #[serde(untagged)]
    enum Term {
        Basic(&'static str),
        Held {
            /// The lock.
            held: String,
            /// Atomicity with the lock held.
            then: Box<Term>,
            /// Atomicity without the lock.
            #[serde(rename = "else")]
            otherwise: Box<Term>,
        },
    }

    /// A call of a method.
    struct Site {
        span: Place,
        caller: String,
        atomicity: &'static str,
    }

    /// A part of the program with its atomicity.
    struct Piece {
        span: Place,
        atomicity: &'static str,
    }

    /// A claim that something is atomic.
    struct ClaimRecord<'a> {
        /// Claimed block, or method.
        block: &'a str,
        span: Place,
        atomicity: &'static str,
        /// True if the claim holds; null if it is not judged, because of an error of `check` that is not tolerated.
        holds: Option<bool>,
        /// Steps that break the claim.
        blame: Option<BlameRecord<'a>>,
    }

    /// The two steps that keep a block from being atomic.
    struct BlameRecord<'a> {
        first: Option<MoverStep<'a>>,
        second: MoverStep<'a>,
        /// Calls that lead to the two steps.
        calls: Vec<Place>,
        /// Locks that would make the block atomic.
        help: &'a [String],
    }

    /// A step.
    struct MoverStep<'a> {
        mover: &'static str,
        what: &'a str,
        span: Place,
    }

    /// Methods with one warning in common.
    struct Cluster<'a> {
        /// The guard that would make them atomic.
        guard: &'a Option<String>,
        methods: &'a [String],
        /// Lowest methods of the cluster in the call graph.
        report: &'a [String],
    }

    /// Counts of the analysis.
    struct Counts {
        methods: usize,
        atomic_everywhere: usize,
        widened: u32,
        /// Java: calls of code of which nothing is known, each taken for one step.
        assumed: usize,
    }
}

fn term(a: &Shown) -> Term {
    match a {
        Shown::Basic(basic) => Term::Basic(basic.text()),
        Shown::Held { lock, then, otherwise } => {
            Term::Held { held: lock.to_string(), then: Box::new(term(then)), otherwise: Box::new(term(otherwise)) }
        }
    }
}

fn step<'a>(places: &Places<'_>, step: &'a Blamed) -> MoverStep<'a> {
    MoverStep { mover: step.mover.text(), what: &step.what, span: places.place(step.span) }
}

fn blame<'a>(places: &Places<'_>, blame: &'a Blame) -> BlameRecord<'a> {
    let calls = blame.first.iter().chain([&blame.second]).flat_map(|step| &step.calls);
    BlameRecord {
        first: blame.first.as_ref().map(|first| step(places, first)),
        second: step(places, &blame.second),
        calls: calls.map(|&span| places.place(span)).collect(),
        help: blame.help.as_ref().map_or(&[][..], |help| &help.0),
    }
}

fn claim<'a>(places: &Places<'_>, claim: &'a Claim) -> ClaimRecord<'a> {
    ClaimRecord {
        block: &claim.block,
        span: places.place(claim.span),
        atomicity: claim.atomicity.text(),
        holds: claim.holds,
        blame: claim.blame.as_ref().map(|b| blame(places, b)),
    }
}

/// Record of the analysis.
pub fn record<'a>(
    file: &'a str,
    system: &dyn System,
    program: &Program,
    places: &Places<'_>,
    analysis: &'a Analysis,
) -> AtomicityRecord<'a> {
    let place = |span: Span| places.place(span);
    let errors = |errors| json::type_errors(places, errors);
    let method = |m: &'a MethodInfo| Method {
        name: &m.name,
        span: place(m.span),
        atomicity: term(&m.atomicity),
        text: m.atomicity.to_string(),
        declared: m.declared.as_ref().map(term),
        with_requires: m.with_requires.text(),
        sites: m
            .sites
            .iter()
            .map(|site| Site {
                span: place(site.span),
                caller: analysis.name_of(program, site.caller).to_string(),
                atomicity: site.atomicity.text(),
            })
            .collect(),
        cuts: m.cuts.places.iter().map(|&span| place(span)).collect(),
        pieces: m.cuts.pieces.iter().map(|(span, is)| Piece { span: place(*span), atomicity: is.text() }).collect(),
    };
    let threads = analysis.threads.iter().map(|t| Piece { span: place(t.span), atomicity: t.atomicity.text() });
    let clusters = analysis.clusters.iter();
    AtomicityRecord {
        file,
        version: VERSION,
        system: system.name(),
        ok: analysis.errors.is_empty(),
        errors: errors(&analysis.errors),
        assumes: errors(&analysis.assumes),
        silenced: errors(&analysis.report.silenced),
        escapes: json::escapes(&analysis.report),
        of_code: Vec::new(),
        methods: analysis.methods.iter().map(method).collect(),
        claims: analysis.claims.iter().map(|c| claim(places, c)).collect(),
        rounds: analysis.rounds,
        threads: threads.collect(),
        clusters: clusters.map(|c| Cluster { guard: &c.guard, methods: &c.methods, report: &c.report }).collect(),
        counts: Counts {
            methods: analysis.methods.len(),
            atomic_everywhere: analysis.atomic_everywhere,
            widened: analysis.widened,
            assumed: analysis.assumed.len(),
        },
    }
}

/// Record of the analysis of Java.
#[cfg(feature = "java")]
pub fn java_record<'a>(
    file: &'a str,
    system: &dyn System,
    places: &Places<'_>,
    found: &'a crate::java::JavaAtomicity,
) -> AtomicityRecord<'a> {
    let of_code = found.of_code.iter();
    let of_code = of_code.map(|e| OfCode { code: e.code, message: &e.message, span: places.place(e.span) }).collect();
    let record = record(file, system, &found.program, places, &found.analysis);
    AtomicityRecord { ok: record.ok && found.of_code.is_empty(), of_code, ..record }
}
