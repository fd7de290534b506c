//! The verdict of section 3, and everything that inference knows of a program, as data.

use crate::blame::Blame;
use crate::checker::{Checker, Claimed};
use crate::clusters;
use crate::cuts::{self, Cuts};
use crate::judgment::Judgment;
use crate::rules::atom_prog;
use crate::system::Atomicity;
use crate::tree::Shown;
use racefree_grammar::ast::{Basic, Expr, Program};
use racefree_grammar::span::Span;
use racefree_kernel::{Options, Recorder, Report, Silent, TypeError, report};
use racefree_typeck::rules::{exp_assign, exp_ref, shareable};
use racefree_typeck::{Typed, typed};
use std::sync::LazyLock;

/// The base system as it stands: the typing derivation that the rules use.
static BASE: LazyLock<Options> = LazyLock::new(Options::default);

/// A block that is claimed to be atomic.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its name: of a method that, of another block `line 6`.
    pub block: String,
    /// The method that is claimed as a whole.
    pub method: Option<u32>,
    /// Where it stands.
    pub span: Span,
    /// ⟦a⟧(ls)
    pub atomicity: Basic,
    /// Whether it is atomic.
    pub holds: bool,
    /// Why not.
    pub blame: Option<Blame>,
    /// `(held l ? a : b)`, before the locks held are counted.
    pub tree: Shown,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Site {
    /// Where.
    pub span: Span,
    /// The method that it stands in; `main` for the main expression, the class for its initialisers.
    pub caller: String,
    /// What the method is there.
    pub atomicity: Basic,
}

/// What is inferred of a method.
#[derive(Clone, Debug)]
pub struct MethodInfo {
    /// Its number in the program.
    pub index: u32,
    /// With its class.
    pub name: String,
    /// The declaration.
    pub span: Span,
    /// What its body is.
    pub atomicity: Shown,
    /// What it declares.
    pub declared: Option<Shown>,
    /// ⟦a⟧(requires)
    pub with_requires: Basic,
    /// Its calls.
    pub sites: Vec<Site>,
    /// Where it can be parted.
    pub cuts: Cuts,
    /// Whether a subclass overrides it.
    pub overridden: bool,
    /// Whether it is not atomic where it is called, or, never called, with the locks that it requires.
    pub warned: bool,
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread {
    /// What it runs.
    pub span: Span,
    /// What that is with no lock held.
    pub atomicity: Basic,
}

/// Methods that are warned of together.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// The guard that would make them atomic; several that do so alike are joined by `, `. None: no lock would.
    pub guard: Option<String>,
    /// Their names.
    pub methods: Vec<String>,
    /// The lowest of them.
    pub report: Vec<String>,
}

/// Everything known of a program.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// What `check` says; its errors are the program's, but those that are assumed away.
    pub base: Report,
    /// Errors of `check` that count, as it says them, and then those of section 3.
    pub errors: Vec<TypeError>,
    /// Errors of `check` that are tolerated: atomicities assume that there are none.
    pub assumes: Vec<TypeError>,
    /// The verdict in the terms of the system alone.
    pub report: Report,
    /// The methods, in the order of the source.
    pub methods: Vec<MethodInfo>,
    /// The claims, in the order of the source.
    pub claims: Vec<Claim>,
    /// How often a component of the call graph was gone through, at most.
    pub rounds: u32,
    /// The threads: that of the main expression, and the forks.
    pub threads: Vec<Thread>,
    /// The clusters.
    pub clusters: Vec<Cluster>,
    /// Methods that are atomic wherever they are called.
    pub atomic_everywhere: usize,
    /// How often an atomicity was cut to its bound.
    pub widened: u32,
    /// The atomicity of each expression that was judged, with its place.
    pub expressions: Vec<(Span, Shown)>,
}

/// Whether an error of `check` is tolerated (D-A3).
fn is_tolerated(error: &TypeError) -> bool {
    [exp_ref::GUARD_HELD, exp_assign::GUARD_HELD, shareable::GUARDED_OR_FINAL].contains(&error.premise)
}

/// Errors of one cause as errors of their own: one of them may be tolerated and another not.
fn apart(errors: &[TypeError]) -> Vec<TypeError> {
    let all = errors.iter().flat_map(TypeError::all);
    all.map(|error| TypeError { also: Vec::new(), ..error.clone() }).collect()
}

/// Judges a program, and gives what judged it on.
pub(crate) fn judged<'p, R: Recorder<Judgment>, T>(
    program: &'p Program,
    source: &'p str,
    options: &Options,
    recorder: R,
    then: impl FnOnce(Checker<'_, 'p, R>, Report) -> T,
) -> (T, Typed<'p>) {
    let (mut base, typed) = typed(program, source, &BASE);
    (base.errors, base.silenced) = (apart(&base.errors), apart(&base.silenced));
    let mut checker = Checker::new(program, source, options, &typed, recorder);
    checker.infer();
    checker.prog(base.errors.iter().chain(&base.silenced).all(is_tolerated));
    let given = then(checker, base);
    (given, typed)
}

/// The verdict in the system's own terms: what `check` finds is a failure of \[ATOM PROG\]/checked.
pub(crate) fn verdict<R: Recorder<Judgment>>(
    options: &Options,
    base: &Report,
    checker: &mut Checker<'_, '_, R>,
) -> Report {
    let mut errors = std::mem::take(&mut checker.errors);
    if checker.in_force(atom_prog::CHECKED) {
        errors.extend(base.errors.iter().filter(|e| !is_tolerated(e)).map(unchecked));
    }
    own_report(checker.program, checker.source, options, base, errors)
}

/// A report of this system over one of the base.
pub(crate) fn own_report(
    program: &Program,
    source: &str,
    options: &Options,
    base: &Report,
    errors: Vec<TypeError>,
) -> Report {
    let mut own = report::sort_out(&Atomicity, program, source, options, errors, Vec::new(), base.main.clone());
    own.silenced.extend(base.silenced.iter().filter(|e| !is_tolerated(e)).map(unchecked));
    // A `no_warn` is idle if it silences nothing in either system.
    let idle: Vec<_> = own.warnings.iter().map(|warning| warning.span).collect();
    own.warnings = base.warnings.clone();
    own.warnings.retain(|warning| warning.kind != "unused_no_warn" || idle.contains(&warning.span));
    own.escapes = base.escapes.clone();
    own
}

/// An error of `check` as one of this system.
pub(crate) fn unchecked(error: &TypeError) -> TypeError {
    let mut wrapped = error.clone();
    wrapped.premise = atom_prog::CHECKED;
    wrapped.because.insert(0, (error.premise, error.message.clone()));
    wrapped
}

/// Where a claim stands: of a method its head up to its name.
pub(crate) fn claim_span(program: &Program, claim: &Claimed) -> Span {
    match claim.method {
        Some(m) => {
            let method = &program.methods[m as usize];
            Span::new(method.span.start, method.name_span.end)
        }
        None => program.span(claim.block),
    }
}

/// Judges a program by the system: its errors.
pub fn check(program: &Program, source: &str, options: &Options) -> Report {
    judged(program, source, options, Silent, |mut checker, base| verdict(options, &base, &mut checker)).0
}

/// Judges a program by the system, and says everything that is known of it.
pub fn analyse(program: &Program, source: &str, options: &Options) -> Analysis {
    judged(program, source, options, Silent, |checker, base| of_checker(checker, base, options)).0
}

fn of_checker<R: Recorder<Judgment>>(mut cx: Checker<'_, '_, R>, base: Report, options: &Options) -> Analysis {
    let checked = cx.in_force(atom_prog::CHECKED);
    let report = verdict(options, &base, &mut cx);
    let (assumes, counted): (Vec<TypeError>, Vec<TypeError>) =
        base.errors.iter().cloned().partition(|error| !checked || is_tolerated(error));
    let own = report.errors.iter().filter(|error| error.premise != atom_prog::CHECKED).cloned();
    let errors = counted.into_iter().chain(own).collect();
    let lines = racefree_grammar::span::LineIndex::new(cx.source);
    let mut claims: Vec<Claim> = Vec::new();
    for claim in cx.claims.clone() {
        let span = claim_span(cx.program, &claim);
        let holds = crate::algebra::below(claim.atomicity, Basic::Atomic);
        let block = match claim.method {
            Some(m) => cx.method_name(m),
            None => format!("line {}", lines.line(span.start)),
        };
        let blame = if holds { None } else { crate::blame::of_claim(&mut cx, &claim) };
        let tree = cx.trees.show(claim.tree, cx.source);
        claims.push(Claim { block, method: claim.method, span, atomicity: claim.atomicity, holds, blame, tree });
    }
    claims.sort_by_key(|claim| claim.span);
    let methods: Vec<MethodInfo> = (0..cx.program.methods.len() as u32).map(|m| method(&mut cx, m)).collect();
    let name = |m: &u32| methods[*m as usize].name.clone();
    let clusters = clusters::of_program(&mut cx)
        .into_iter()
        .map(|cluster| Cluster {
            guard: (!cluster.guards.is_empty()).then(|| cluster.guards.join(", ")),
            methods: cluster.methods.iter().map(name).collect(),
            report: cluster.report.iter().map(name).collect(),
        })
        .collect();
    let threads =
        cx.threads.iter().map(|t| Thread { span: cx.program.span(t.fork.unwrap_or(t.body)), atomicity: t.atomicity });
    let threads = threads.collect();
    let expressions = cx.atomicities.iter().enumerate().filter_map(|(e, a)| {
        let e = racefree_grammar::ast::ExprId(e as u32);
        Some((cx.program.span(e), cx.trees.show((*a)?, cx.source)))
    });
    let expressions = expressions.collect();
    Analysis {
        errors,
        assumes,
        report,
        claims,
        rounds: cx.rounds,
        threads,
        clusters,
        atomic_everywhere: methods.iter().filter(|m| !m.warned).count(),
        widened: cx.trees.widened,
        expressions,
        methods,
        base,
    }
}

fn method<R: Recorder<Judgment>>(cx: &mut Checker<'_, '_, R>, m: u32) -> MethodInfo {
    let decl = &cx.program.methods[m as usize];
    let requires = cx.requires_of(m);
    let with_requires = cx.trees.at(cx.of_method(m), |l| requires.contains(&l));
    let atomic = |a| crate::algebra::below(a, Basic::Atomic);
    let sites: Vec<Site> = cx
        .calls
        .iter()
        .filter(|call| call.method == m)
        .map(|call| Site {
            span: cx.program.span(call.at),
            caller: call.caller.map_or_else(|| "main".to_owned(), |caller| cx.method_name(caller)),
            atomicity: call.atomicity,
        })
        .collect();
    let warned = if sites.is_empty() { !atomic(with_requires) } else { sites.iter().any(|s| !atomic(s.atomicity)) };
    let body = cx.trees.at(cx.bodies[m as usize], |l| requires.contains(&l));
    let cuts = match atomic(body) {
        true => Cuts { places: Vec::new(), pieces: vec![(cx.program.span(decl.body), body)] },
        false => cuts::of_method(cx, m),
    };
    let class = cx.owners[m as usize];
    let below = |&(c, _): &(racefree_program::ClassId, u32)| c != class && cx.classes().below(c, class);
    let overridden = cx.by_name.get(&decl.name).is_some_and(|all| all.iter().any(below));
    MethodInfo {
        overridden,
        index: m,
        name: cx.method_name(m),
        span: decl.span,
        atomicity: cx.trees.show(cx.bodies[m as usize], cx.source),
        declared: cx.declared[m as usize].map(|a| cx.trees.show(a, cx.source)),
        with_requires,
        sites,
        cuts,
        warned,
    }
}

/// A program in which every `atomic e` whose claim does not hold has lost its claim, and how many there were of either kind: kept,
/// lost. Methods lose the word.
pub fn keep_what_holds(program: &Program, options: &Options) -> (Program, usize, usize) {
    let mut kept = program.clone();
    let blocks = judged(program, "", options, Silent, |cx, _| {
        cx.claims
            .iter()
            .map(|c| (c.block, c.method, crate::algebra::below(c.atomicity, Basic::Atomic)))
            .collect::<Vec<_>>()
    });
    let (mut holding, mut lost) = (0, 0);
    for (block, method, holds) in blocks.0 {
        if holds {
            holding += 1;
            continue;
        }
        lost += 1;
        if let Some(m) = method {
            kept.methods[m as usize].atomic = false;
        }
        if let Expr::Atomic(body) = kept.expr(block) {
            // A sequence of one element is that element.
            let list = kept.add_list(&[body]);
            kept.exprs[block.0 as usize] = Expr::Seq(list);
        }
    }
    (kept, holding, lost)
}
