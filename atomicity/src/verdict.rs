//! The verdict of section 3: what `check` finds and is tolerated, what it finds and is not, and errors of the rules.

use crate::algebra::below;
use crate::checker::{Checker, Claimed};
use crate::judgment::Judgment;
use crate::rules::atom_prog;
use crate::system::Atomicity;
use racefree_grammar::ast::{Basic, Expr, Program};
use racefree_kernel::{Options, Recorder, Report, Silent, TypeError, report};
use racefree_program::ClassId;
use racefree_typeck::rules::{exp_assign, exp_ref, shareable};
use racefree_typeck::{Typed, typed};
use std::sync::LazyLock;

/// The base system as it stands: the typing derivation that the rules use.
static BASE: LazyLock<Options> = LazyLock::new(Options::default);

/// Whether an error of `check` is tolerated (D-A3).
pub(crate) fn is_tolerated(error: &TypeError) -> bool {
    [exp_ref::GUARD_HELD, exp_assign::GUARD_HELD, shareable::GUARDED_OR_FINAL].contains(&error.premise)
}

/// Makes errors of one cause errors of their own: one of them may be tolerated and another not.
pub(crate) fn set_apart(report: &mut Report) {
    for errors in [&mut report.errors, &mut report.silenced] {
        if errors.iter().any(|error| !error.also.is_empty()) {
            let all = errors.iter().flat_map(TypeError::all);
            *errors = all.map(|error| TypeError { also: Vec::new(), ..error.clone() }).collect();
        }
    }
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
    set_apart(&mut base);
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

/// Judges a program by the system: its errors.
pub fn check(program: &Program, source: &str, options: &Options) -> Report {
    judged(program, source, options, Silent, |mut checker, base| verdict(options, &base, &mut checker)).0
}

/// A program in which every `atomic e` whose claim does not hold has lost its claim, and how many there were of either kind: kept,
/// lost. Methods lose the word; where what overrides an atomic method is not atomic, the overridden ones do.
pub fn keep_what_holds(program: &Program, options: &Options) -> (Program, usize, usize) {
    let mut kept = program.clone();
    let (claims, _) = judged(program, "", options, Silent, |cx, _| {
        let counted = cx.claims.iter().filter(|claim| claim.counts);
        let of = |claim: &Claimed| {
            let holds = below(claim.atomicity, Basic::Atomic);
            let methods = match claim.method.filter(|_| !holds) {
                Some(m) if program.methods[m as usize].atomic => vec![m],
                Some(m) => overridden(&cx, m),
                None => Vec::new(),
            };
            (claim.block, methods, holds)
        };
        counted.map(of).collect::<Vec<_>>()
    });
    let (mut holding, mut lost) = (0, 0);
    for (block, methods, holds) in claims {
        if holds {
            holding += 1;
            continue;
        }
        lost += 1;
        let mut blocks = vec![block];
        for m in methods {
            kept.methods[m as usize].atomic = false;
            blocks.push(kept.methods[m as usize].body);
        }
        for block in blocks {
            if let Expr::Atomic(body) = kept.expr(block) {
                // A sequence of one element is that element.
                let list = kept.add_list(&[body]);
                kept.exprs[block.0 as usize] = Expr::Seq(list);
            }
        }
    }
    (kept, holding, lost)
}

/// The methods that a method overrides, class by class.
fn overridden<R: Recorder<Judgment>>(cx: &Checker<'_, '_, R>, m: u32) -> Vec<u32> {
    let name = cx.program.methods[m as usize].name;
    let above = |class: ClassId| cx.classes().get(class).superclass;
    let classes = std::iter::successors(above(cx.owners[m as usize]), |&class| above(class));
    classes.filter_map(|class| cx.classes().own_method(class, name)).collect()
}
