//! Everything that inference knows of a program, as data.

use crate::algebra::is_atomic;
use crate::blame::Blame;
use crate::checker::{Checker, Claimed, Enclosing, Site, Thread};
use crate::clusters::{self, Cluster};
use crate::cuts::{self, Cuts};
use crate::outside::Setting;
use crate::rules::atom_prog;
use crate::tree::Shown;
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

/// Everything known of a program.
#[derive(Clone, Debug)]
pub struct Analysis {
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
    pub clusters: Vec<Cluster>,
    /// Methods that are atomic wherever they are called.
    pub atomic_everywhere: usize,
    /// Number of cuts of atomicities to their bound.
    pub widened: u32,
    /// Places of code outside of which nothing is known: each is taken for one step.
    pub assumed: Vec<Span>,
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
    analyse_in(program, source, options, &Setting::default())
}

/// The same of a program of which more is known than its text.
pub fn analyse_in(program: &Program, source: &str, options: &Options, setting: &Setting<'_>) -> Analysis {
    judged(program, source, options, setting, None, |checker, base| of_checker(checker, &base, options))
}

/// Judges a program by the system, and counts.
pub fn summary(program: &Program, source: &str, options: &Options) -> Summary {
    judged(program, source, options, &Setting::default(), None, |mut cx, base| {
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

/// Marks the methods that are not atomic at one of their calls, or, never called, with the locks that they require.
fn warned(cx: &mut Checker<'_, '_>) -> Vec<bool> {
    let methods = cx.program.methods.len();
    let (mut called, mut warned) = (vec![false; methods], vec![false; methods]);
    for call in &cx.calls {
        called[call.method as usize] = true;
        warned[call.method as usize] |= !is_atomic(call.atomicity);
    }
    for m in (0..methods as u32).filter(|&m| !called[m as usize]) {
        warned[m as usize] = !is_atomic(cx.with_requires(m, cx.of_method(m)));
    }
    warned
}

fn of_checker(mut cx: Checker<'_, '_>, base: &Report, options: &Options) -> Analysis {
    let (report, assumes, errors) = divided(&mut cx, base, options);
    let claims = claims(&mut cx, report.errors.iter().all(|error| error.premise != atom_prog::CHECKED));
    let methods = methods(&mut cx);
    let clusters = clusters::of_program(&mut cx);
    cx.threads.sort_by_key(|thread| thread.fork);
    Analysis {
        errors,
        assumes,
        report,
        claims,
        rounds: cx.rounds,
        threads: cx.threads,
        clusters,
        atomic_everywhere: methods.iter().filter(|m| !m.warned).count(),
        widened: cx.trees.widened,
        assumed: cx.assumed,
        methods,
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
        let Claimed { block: expr, method, atomicity, blame, .. } = claim;
        claims.push(Claim { block, expr, method, span, atomicity, holds, blame });
    }
    claims.sort_by_key(|claim| claim.span);
    claims
}

/// The methods, each with its calls in the order of the source.
fn methods(cx: &mut Checker<'_, '_>) -> Vec<MethodInfo> {
    let mut sites: Vec<Vec<Site>> = vec![Vec::new(); cx.program.methods.len()];
    cx.calls.sort_by_key(|call| call.at);
    cx.calls.iter().for_each(|call| sites[call.method as usize].push(*call));
    let warned = warned(cx);
    (0..).zip(sites).zip(warned).map(|((m, sites), warned)| method(cx, m, sites, warned)).collect()
}

fn method(cx: &mut Checker<'_, '_>, m: u32, sites: Vec<Site>, warned: bool) -> MethodInfo {
    let decl = &cx.program.methods[m as usize];
    let body = cx.with_requires(m, cx.bodies[m as usize]);
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
        with_requires: cx.with_requires(m, cx.of_method(m)),
        sites,
        cuts,
        warned,
    }
}

impl Analysis {
    /// Returns the name of a caller: the method, the class of an initialiser, or `main`.
    pub fn name_of<'a>(&'a self, program: &'a Program, caller: Enclosing) -> &'a str {
        match caller {
            Enclosing::Main => "main",
            Enclosing::Method(m) => {
                let at = self.methods.binary_search_by_key(&m, |method| method.index);
                at.map_or("code outside", |i| &self.methods[i].name)
            }
            Enclosing::Init(i) => program.text(program.classes[i as usize].name),
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
