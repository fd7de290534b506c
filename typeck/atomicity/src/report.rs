//! Everything that inference knows of a program, as data.

use crate::blame::Blame;
use crate::checker::{Called, Checker, Claimed, Enclosing};
use crate::clusters;
use crate::cuts::{self, Cuts};
use crate::rules::atom_prog;
use crate::tree::{Shown, Tree};
use crate::verdict::{judged, verdict};
use racefree_grammar::ast::{Basic, ExprId, Program};
use racefree_grammar::span::Span;
use racefree_kernel::{Options, Report, TypeError};

/// A block that is claimed to be atomic.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its name: of a method that, of another block `line 6`.
    pub block: String,
    /// The block itself.
    pub expr: ExprId,
    /// The method that is claimed as a whole.
    pub method: Option<u32>,
    /// Span of the claim.
    pub span: Span,
    /// ⟦a⟧(ls)
    pub atomicity: Basic,
    /// It is atomic; none where that is not judged, since `check` finds an error that is not tolerated (\[ATOM PROG\]/checked).
    pub holds: Option<bool>,
    /// Why not.
    pub blame: Option<Blame>,
    /// `(held l ? a : b)`, before the locks held are counted.
    pub tree: Shown,
}

/// Caller of a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// The main expression.
    Main,
    /// A method, by its index in the program.
    Method(u32),
    /// The initialisers of a class, by its index in the program.
    Class(u32),
}

/// A call.
#[derive(Clone, Debug)]
pub struct Site {
    /// Span of the call.
    pub span: Span,
    /// Caller of the method.
    pub caller: Caller,
    /// Atomicity of the method at this call.
    pub atomicity: Basic,
}

/// Results of the inference for a method.
#[derive(Clone, Debug)]
pub struct MethodInfo {
    /// Its number in the program.
    pub index: u32,
    /// With its class.
    pub name: String,
    /// The declaration.
    pub span: Span,
    /// Atomicity of the body.
    pub atomicity: Shown,
    /// Declared atomicity.
    pub declared: Option<Shown>,
    /// Atomicity for calls on a receiver of its class: the declared one, or the body's joined with those of the methods
    /// that override it.
    pub for_callers: Shown,
    /// ⟦a⟧(requires)
    pub with_requires: Basic,
    /// Its calls.
    pub sites: Vec<Site>,
    /// Places at which the body can be interrupted.
    pub cuts: Cuts,
    /// True if a subclass overrides the method.
    pub overridden: bool,
    /// True if the method is not atomic at one of its calls, or, never called, with the locks that it requires.
    pub warned: bool,
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread {
    /// Span of the expression that the thread runs.
    pub span: Span,
    /// Atomicity of the thread with no lock held.
    pub atomicity: Basic,
}

/// Methods that are warned of together.
#[derive(Clone, Debug)]
pub struct ClusterText {
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
    /// Report of `check`; its errors are the program's, but those that are assumed away.
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
    /// Largest number of rounds through a component of the call graph.
    pub rounds: u32,
    /// The threads: that of the main expression, and the forks.
    pub threads: Vec<Thread>,
    /// The clusters.
    pub clusters: Vec<ClusterText>,
    /// Methods that are atomic wherever they are called.
    pub atomic_everywhere: usize,
    /// Number of cuts of atomicities to their bound.
    pub widened: u32,
}

/// The verdict, and counts of what an [`Analysis`] lists.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Errors of `check` that count, as it says them, and then those of section 3.
    pub errors: Vec<TypeError>,
    /// Errors of `check` that are tolerated.
    pub assumes: Vec<TypeError>,
    /// The verdict in the terms of the system alone.
    pub report: Report,
    /// Methods.
    pub methods: usize,
    /// Number of methods that are atomic wherever they are called.
    pub atomic_everywhere: usize,
    /// Claims.
    pub claims: usize,
    /// Number of claims that hold.
    pub holding: usize,
}

/// Judges a program by the system, and says everything that is known of it.
pub fn analyse(program: &Program, source: &str, options: &Options) -> Analysis {
    judged(program, source, options, None, |checker, base| of_checker(checker, base, options))
}

/// Judges a program by the system, and counts.
pub fn summary(program: &Program, source: &str, options: &Options) -> Summary {
    judged(program, source, options, None, |mut cx, base| {
        let (report, assumes, errors) = divided(&mut cx, &base, options);
        let warned = warned(&mut cx);
        let checked = report.errors.iter().all(|error| error.premise != atom_prog::CHECKED);
        Summary {
            errors,
            assumes,
            report,
            methods: warned.len(),
            atomic_everywhere: warned.iter().filter(|&&warned| !warned).count(),
            claims: cx.claims.len(),
            holding: cx.claims.iter().filter(|claim| checked && is_atomic(claim.atomicity)).count(),
        }
    })
}

fn is_atomic(a: Basic) -> bool {
    crate::algebra::below(a, Basic::Atomic)
}

/// The verdict; of the errors of `check` and of section 3 those that are tolerated, and those that count.
fn divided(cx: &mut Checker<'_, '_>, base: &Report, options: &Options) -> (Report, Vec<TypeError>, Vec<TypeError>) {
    let checked = cx.in_force(atom_prog::CHECKED);
    let report = verdict(options, base, cx);
    let (assumes, counted): (Vec<TypeError>, Vec<TypeError>) =
        base.errors.iter().cloned().partition(|error| !checked || cx.types.tolerates(error));
    let own = report.errors.iter().filter(|error| error.premise != atom_prog::CHECKED).cloned();
    let errors = counted.into_iter().chain(own).collect();
    (report, assumes, errors)
}

/// Returns ⟦a⟧(requires) of a method.
fn with_requires(cx: &mut Checker<'_, '_>, m: u32, a: Tree) -> Basic {
    match a.as_basic() {
        Some(basic) => basic,
        None => {
            let requires = cx.requires_of(m);
            cx.trees.at(a, |l| requires.contains(&l))
        }
    }
}

/// Marks the methods that are not atomic at one of their calls, or, never called, with the locks that they require.
fn warned(cx: &mut Checker<'_, '_>) -> Vec<bool> {
    let methods = cx.program.methods.len();
    let (mut called, mut warned) = (vec![false; methods], vec![false; methods]);
    for call in &cx.calls {
        called[call.method as usize] = true;
        warned[call.method as usize] |= !is_atomic(call.atomicity);
    }
    for m in (0..methods as u32).filter(|&m| !called[m as usize]) {
        warned[m as usize] = !is_atomic(with_requires(cx, m, cx.of_method(m)));
    }
    warned
}

fn of_checker(mut cx: Checker<'_, '_>, base: Report, options: &Options) -> Analysis {
    let (report, assumes, errors) = divided(&mut cx, &base, options);
    let claims = claims(&mut cx, report.errors.iter().all(|error| error.premise != atom_prog::CHECKED));
    let methods = methods(&mut cx);
    let name = |m: &u32| methods[*m as usize].name.clone();
    let clusters = clusters::of_program(&mut cx)
        .into_iter()
        .map(|cluster| ClusterText {
            guard: (!cluster.guards.is_empty()).then(|| cluster.guards.join(", ")),
            methods: cluster.methods.iter().map(name).collect(),
            report: cluster.report.iter().map(name).collect(),
        })
        .collect();
    cx.threads.sort_by_key(|t| t.fork);
    let threads =
        cx.threads.iter().map(|t| Thread { span: cx.program.span(t.fork.unwrap_or(t.body)), atomicity: t.atomicity });
    Analysis {
        errors,
        assumes,
        report,
        claims,
        rounds: cx.rounds,
        threads: threads.collect(),
        clusters,
        atomic_everywhere: methods.iter().filter(|m| !m.warned).count(),
        widened: cx.trees.widened,
        methods,
        base,
    }
}

/// The claims, in the order of the source.
fn claims(cx: &mut Checker<'_, '_>, checked: bool) -> Vec<Claim> {
    let lines = racefree_grammar::span::LineIndex::new(cx.source);
    let mut claims: Vec<Claim> = Vec::new();
    for claim in std::mem::take(&mut cx.claims) {
        let span = claim_span(cx.program, &claim);
        let atomic = is_atomic(claim.atomicity);
        let holds = (checked || !atomic).then_some(atomic);
        let block = match claim.method {
            Some(m) => cx.method_name(m),
            None => format!("line {}", lines.line(span.start)),
        };
        let (tree, blame) = (cx.trees.show(claim.tree, cx.source), claim.blame);
        let (expr, method, atomicity) = (claim.block, claim.method, claim.atomicity);
        claims.push(Claim { block, expr, method, span, atomicity, holds, blame, tree });
    }
    claims.sort_by_key(|claim| claim.span);
    claims
}

/// The methods, each with its calls in the order of the source.
fn methods(cx: &mut Checker<'_, '_>) -> Vec<MethodInfo> {
    cx.calls.sort_by_key(|call| (call.method, call.at));
    let (warned, calls) = (warned(cx), std::mem::take(&mut cx.calls));
    let (mut methods, mut rest) = (Vec::with_capacity(warned.len()), calls.as_slice());
    for (m, &warned) in (0..).zip(&warned) {
        let (own, others) = rest.split_at(rest.partition_point(|call| call.method == m));
        let sites = own.iter().map(|call| site(cx, call)).collect();
        methods.push(method(cx, m, sites, warned));
        rest = others;
    }
    cx.calls = calls;
    methods
}

fn site(cx: &Checker<'_, '_>, call: &Called) -> Site {
    let caller = match call.caller {
        Enclosing::Method(m) => Caller::Method(m),
        Enclosing::Init(class) => cx.classes().declared(class).map_or(Caller::Main, Caller::Class),
        Enclosing::Main => Caller::Main,
    };
    Site { span: cx.program.span(call.at), caller, atomicity: call.atomicity }
}

fn method(cx: &mut Checker<'_, '_>, m: u32, sites: Vec<Site>, warned: bool) -> MethodInfo {
    let decl = &cx.program.methods[m as usize];
    let body = with_requires(cx, m, cx.bodies[m as usize]);
    let cuts = match is_atomic(body) {
        true => Cuts { places: Vec::new(), pieces: vec![(cx.program.span(decl.body), body)] },
        false => cuts::of_method(cx, m),
    };
    let for_callers = cx.for_callers(m);
    MethodInfo {
        overridden: !cx.declared_below(cx.owners[m as usize], decl.name).is_empty(),
        index: m,
        name: cx.method_name(m),
        span: decl.span,
        atomicity: cx.trees.show(cx.bodies[m as usize], cx.source),
        declared: cx.declared[m as usize].map(|a| cx.trees.show(a, cx.source)),
        for_callers: cx.trees.show(for_callers, cx.source),
        with_requires: with_requires(cx, m, cx.of_method(m)),
        sites,
        cuts,
        warned,
    }
}

impl Analysis {
    /// Returns the name of a caller: the method, the class of an initialiser, or `main`.
    pub fn name_of<'a>(&'a self, program: &'a Program, caller: Caller) -> &'a str {
        match caller {
            Caller::Main => "main",
            Caller::Method(m) => &self.methods[m as usize].name,
            Caller::Class(i) => program.text(program.classes[i as usize].name),
        }
    }
}

/// Returns the span of a claim: of a method its head up to its name.
pub(crate) fn claim_span(program: &Program, claim: &Claimed) -> Span {
    match claim.method {
        Some(m) => {
            let method = &program.methods[m as usize];
            Span::new(method.span.start, method.name_span.end)
        }
        None => program.span(claim.block),
    }
}
