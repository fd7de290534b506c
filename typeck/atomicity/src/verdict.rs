//! The verdict of section 3: what `check` finds and is tolerated, what it finds and is not, and errors of the rules.

use crate::algebra::is_atomic;
use crate::checker::{Checker, Claimed};
use crate::options::RACY_FIELDS;
use crate::outside::Setting;
use crate::over::{OverBase, OverOwners, Types};
use crate::reading::Reading;
use crate::report::claim_span;
use crate::rules::{atom_block, atom_prog};
use crate::system::{Atomicity, Epaj};
use racefree_grammar::ast::{Dialect, Expr, Program};
use racefree_kernel::listener::{Listener, Listeners};
use racefree_kernel::options::Part;
use racefree_kernel::{Options, Report, System, TypeError, report};
use racefree_owners::typing::RACY_FIELDS as WIDER;
use std::cell::RefCell;
use std::sync::LazyLock;

/// The options by which the system underneath judges: as it stands, and the system of owners with `--racy-fields`.
static BENEATH: LazyLock<[Options; 2]> = LazyLock::new(|| {
    [None, Some(WIDER)].map(|wider| Options { readings: wider.into_iter().collect(), ..Options::default() })
});

/// The system that judges a program of this dialect: this one over the base, or over owners.
fn system(program: &Program) -> &'static dyn System {
    if program.dialect == Dialect::Owners { &Epaj } else { &Atomicity }
}

/// Makes errors of one cause errors of their own: one of them may be tolerated and another not.
fn set_apart(report: &mut Report) {
    for errors in [&mut report.errors, &mut report.silenced] {
        if errors.iter().any(|error| !error.also.is_empty()) {
            let all = errors.iter().flat_map(TypeError::all);
            *errors = all.map(|error| TypeError { also: Vec::new(), ..error.clone() }).collect();
        }
    }
}

/// Judges a program while someone may listen, over the system that its dialect is of; `then` gets the tables and the report of that
/// system.
pub(crate) fn judged<'p, T>(
    program: &'p Program,
    source: &'p str,
    options: &Options,
    setting: &Setting<'_>,
    listener: Option<&RefCell<dyn Listener<Atomicity>>>,
    then: impl FnOnce(Checker<'_, 'p>, Report) -> T,
) -> T {
    let (mut base, types): (Report, Box<dyn Types<'p> + 'p>) = if program.dialect == Dialect::Owners {
        let beneath = &BENEATH[usize::from(options.reads(RACY_FIELDS))];
        let (report, typed) = racefree_owners::typed::typed(program, source, beneath);
        (report, Box::new(OverOwners::new(typed)))
    } else if program.dialect == Dialect::Java {
        let (report, typed) = racefree_java_rules::typed(program, source, &BENEATH[0]);
        (report, Box::new(OverBase::new(typed)))
    } else {
        let (report, typed) = racefree_typeck::typed(program, source, &BENEATH[0]);
        (report, Box::new(OverBase::new(typed)))
    };
    set_apart(&mut base);
    for errors in [&mut base.errors, &mut base.silenced] {
        errors.retain(|error| !setting.trusted.contains(&(error.premise, error.span)));
    }
    let mut checker = Checker::new(program, source, options, &*types, setting);
    checker.infer();
    let checked = base.errors.iter().chain(&base.silenced).all(|error| types.tolerates(error));
    let ((), found) = Listeners::errors_of(listener, |listeners| Reading { cx: &mut checker, listeners }.prog(checked));
    checker.errors = checker.explain(&found);
    then(checker, base)
}

/// The verdict in the system's own terms: what `check` finds and is not tolerated is a failure of \[ATOM PROG\]/checked.
pub(crate) fn verdict(options: &Options, base: &Report, checker: &mut Checker<'_, '_>) -> Report {
    let mut errors = std::mem::take(&mut checker.errors);
    let (types, program, source) = (checker.types, checker.program, checker.source);
    let found = |errors: &[TypeError]| -> Vec<TypeError> {
        errors.iter().filter(|e| !types.tolerates(e)).map(unchecked).collect()
    };
    if !options.takes(atom_prog::CHECKED, Part::Rest) {
        errors.extend(found(&base.errors));
    }
    let mut own = report::sort_out(system(program), program, source, options, errors, Vec::new(), base.main.clone());
    own.silenced.extend(found(&base.silenced));
    // A `no_warn` is idle if it silences nothing in either system.
    let idle: Vec<_> = own.warnings.iter().map(|warning| warning.span).collect();
    own.warnings = base.warnings.clone();
    own.warnings.retain(|warning| warning.kind != "unused_no_warn" || idle.contains(&warning.span));
    own.escapes = base.escapes.clone();
    if own.errors.iter().all(|error| error.premise == atom_block::CLAIM) {
        let holding = checker.claims.iter().filter(|claim| is_atomic(claim.atomicity));
        own.claims = holding.map(|claim| (claim_span(program, claim), claim.method)).collect();
    }
    if program.dialect == Dialect::Owners {
        // Types for atomicity do not change the set of fields proved free of races.
        own.facts = base.facts.clone();
    }
    own
}

/// An error of `check` as one of this system.
fn unchecked(error: &TypeError) -> TypeError {
    let mut wrapped = error.clone();
    wrapped.premise = atom_prog::CHECKED;
    wrapped.because.insert(0, (error.premise, error.message.clone()));
    wrapped
}

/// Judges a program by the system: its errors.
pub fn check(program: &Program, source: &str, options: &Options) -> Report {
    judged(program, source, options, &Setting::default(), None, |mut checker, base| {
        verdict(options, &base, &mut checker)
    })
}

/// A program in which every `atomic e` whose claim does not hold has lost its claim, and how many there were of either kind: kept,
/// lost. Methods lose the word; where what overrides an atomic method is not atomic, the overridden ones do.
pub fn keep_what_holds(program: &Program, options: &Options) -> (Program, usize, usize) {
    let mut kept = program.clone();
    let claims = judged(program, "", options, &Setting::default(), None, |cx, _| {
        let counted = cx.claims.iter().filter(|claim| claim.counts);
        let of = |claim: &Claimed| {
            let holds = is_atomic(claim.atomicity);
            let methods = match claim.method.filter(|_| !holds) {
                Some(m) if program.methods[m as usize].atomic => vec![m],
                Some(m) => cx.classes().overridden(cx.owners[m as usize], m).collect(),
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
                kept.exprs[block.index()] = Expr::Seq(list);
            }
        }
    }
    (kept, holding, lost)
}
