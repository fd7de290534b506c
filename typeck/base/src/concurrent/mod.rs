//! ConcurrentJava (section 2 of the paper): the calculus without race annotations. What it accepts does not get stuck, and may race.
//!
//! Its rules are those of RaceFreeJava without the premises about locks, and one premise more: a program with an annotation of
//! RaceFreeJava is none of ConcurrentJava ([PROG/plain](rules::prog::PLAIN)), `holds` included. The base's reading judges by
//! them ([`Restriction`]). Decisions: `final` stays (it is part of the language); `no_warn` silences errors as everywhere. A lock
//! need not be a final expression. `this` is not in scope in an initialiser (D2).

pub mod rules;

use crate::options::ANY_LOCK;
use crate::rules::{class3, exp_fork2, exp_sync, exp_var, local_class};
use crate::statement::SYMBOLS;
use crate::{Cx, Language};
use racefree_grammar::ast::{Expr, Program, TypeKind};
use racefree_grammar::span::Span;
use racefree_kernel::listener::Listener;
use racefree_kernel::{
    About, Child, Derives, Evidence, Options, PremiseId, Report, Restriction, System, Templates, TypeError,
    WithDerivation, by_place, report,
};
use rules::{class, exp_fork, prog};
use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::LazyLock;

/// ConcurrentJava: section 2 of the paper.
#[derive(Clone, Copy, Debug)]
pub struct ConcurrentJava;

const ABOUT: About = About {
    id: rules::SYSTEM,
    name: "concurrent-java",
    title: "ConcurrentJava, the calculus without race annotations (Flanagan and Freund 2000, section 2)",
    book: rules::BOOK,
    groups: &[],
    variants: &[],
    promises: &["value", "final", "progress", "exclusion"],
    has_annotations: false,
    ..crate::ABOUT
};

/// Its rules as those of RaceFreeJava.
static RULES: LazyLock<Restriction> = LazyLock::new(|| {
    let rules = [(class3::RULE, class::RULE), (local_class::RULE, class::RULE), (exp_fork2::RULE, exp_fork::RULE)];
    let premises = [(exp_sync::LOCK_FINAL, rules::exp_sync::LOCK), (exp_var::NOT_GHOST, rules::exp_var::IN_SCOPE)];
    Restriction::new([rules::BOOK, crate::rules::BOOK], &rules, &premises, [ANY_LOCK].into_iter().collect())
});

/// The rules as templates.
static TEMPLATES: LazyLock<Templates> = LazyLock::new(|| Templates::new(rules::BOOK, SYMBOLS));

impl System for ConcurrentJava {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn check(&self, program: &Program, source: &str, options: &Options) -> Report {
        judged(program, source, options, None).0
    }

    fn failures(&self, program: &Program, options: &Options) -> Vec<(PremiseId, Span)> {
        let own = |failure: &crate::reading::Failure| {
            Some((RULES.premise(failure.premise, failure.cause.deepest())?, failure.span))
        };
        let found = Language::CALCULUS.failing(program, &RULES.options(options), own).into_iter();
        by_place(found.chain(annotations(program).into_iter().map(|(span, _)| (prog::PLAIN, span))))
    }

    fn derive<'p>(&self, program: &'p Program, source: &'p str, options: &'p Options) -> WithDerivation<'p> {
        let derives = RefCell::new(Derives::default());
        let (report, cx) = judged(program, source, options, Some(&derives));
        let evidence = if annotations(program).is_empty() { Evidence::Holds } else { Evidence::Fails };
        let plain = Child { premise: prog::PLAIN, evidence };
        let tree = RULES.derivation(&derives.into_inner().finish(), &[plain]);
        (report, Box::new(Cx { templates: || &TEMPLATES, annotated: false, ..cx.with(tree) }))
    }
}

fn judged<'p>(
    program: &'p Program,
    source: &'p str,
    options: &'p Options,
    listener: Option<&RefCell<dyn Listener<crate::Base>>>,
) -> (Report, Cx<'p, ()>) {
    let options_of_base = Cow::Owned(RULES.options(options));
    let ((errors, _, main), cx) = Language::CALCULUS.judge_by(program, source, options_of_base, listener);
    let plain = annotations(program).into_iter().map(|(span, what)| {
        let message = format!("ConcurrentJava has no `{what}`: the program is one of the system `base`");
        TypeError::new(prog::PLAIN, span, message)
    });
    // Notes give the reasons of RaceFreeJava.
    let own = |error| RULES.error(error).map(|error| TypeError { notes: Vec::new(), ..error });
    let errors = errors.into_iter().filter_map(own).chain(plain).collect();
    (report::sort_out(&ConcurrentJava, program, source, options, errors, Vec::new(), main), cx)
}

/// The annotations of RaceFreeJava, each at its place.
fn annotations(p: &Program) -> Vec<(Span, &'static str)> {
    let mut found: Vec<(Span, &str)> = Vec::new();
    for class in p.classes.iter() {
        found.extend(Some((class.name_span, "thread_local")).filter(|_| class.thread_local));
        found.extend(class.guard.map(|l| (p.span(l), "guarded_by")));
    }
    found.extend(p.ghosts.iter().map(|ghost| (ghost.span, "ghost")));
    found.extend(p.fields.iter().filter_map(|field| Some((p.span(field.guard?), "guarded_by"))));
    found.extend(p.fields.iter().filter_map(|field| Some((p.span(field.write_guard?), "write_guarded_by"))));
    found.extend(p.methods.iter().filter_map(|m| Some((p.span(*p.list(m.requires).first()?), "requires"))));
    let with_locks = |kind| matches!(kind, TypeKind::Class { args, .. } if args.len > 0);
    found.extend(p.types.iter().filter(|ty| with_locks(ty.kind)).map(|ty| (ty.span, "ghost")));
    let exprs = || p.exprs.iter().zip(&p.spans);
    found.extend(exprs().filter(|(e, _)| matches!(e, Expr::Move(_))).map(|(_, &span)| (span, "--")));
    found.extend(exprs().filter(|(e, _)| matches!(e, Expr::Holds(_))).map(|(_, &span)| (span, "holds")));
    found
}
