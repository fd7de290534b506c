//! Every derivation of every program is a derivation: each judgment follows by its rule from what stands above it.
//!
//! This looks at the shape of what the checker recorded: which judgments stand for which premises, in which environments,
//! with which lock sets and types; that no premise is missing; that a premise that fails is marked where it fails.

use racefree_corpus::{plain_entries, program_text};
use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::Extras;
use racefree_kernel::{Derivation, Evidence, NodeId, PremiseId};
use racefree_typeck::env::EnvId;
use racefree_typeck::judgment::Judgment;
use racefree_typeck::locks::LocksId;
use racefree_typeck::options::CONSTRUCTOR_HOLDS_LOCK;
use racefree_typeck::rules::{BOOK, premise_name};
use racefree_typeck::types::Ty;
use racefree_typeck::{Cx, Options, Report, derive};

type Context<'p> = Cx<'p, Derivation<Judgment>>;

/// Premises that a rule can do without: there is nothing that they would be about.
const MAY_BE_MISSING: &[&str] = &[
    "PROG/defn",
    "CLASS3/ghost-type",
    "CLASS3/super-known",
    "CLASS3/super-not-string",
    "CLASS3/field",
    "CLASS3/method",
    "CLASS3/shareable",
    "LOCAL CLASS/ghost-type",
    "LOCAL CLASS/super-known",
    "LOCAL CLASS/super-not-string",
    "LOCAL CLASS/field",
    "LOCAL CLASS/method",
    "LOCAL CLASS/override",
    "TYPE C/arg-final",
    "TYPE C/arg-type",
    "FIELD/guard-final",
    "LOCK SET/element",
    "LOCK SUBSET/element",
    "EXP REF/guard-held",
    "EXP ASSIGN/guard-held",
    "EXP INVOKE/args",
    "EXP IF/else",
    // Of the dialect of Java alone.
    "FINAL VAR/not-var",
    "EXP ASSIGN/early",
    "EXP NEW/constructor-known",
    "EXP NEW/arity",
    "EXP NEW/args",
    "EXP NEW/requires-held",
    "EXP REF/index",
    "EXP ASSIGN/index",
    "EXP FORK2/fv-not-var",
    "TYPE ARRAY/guard-final",
    "TYPE ARRAY/elem-shared",
    "EXP DELEGATE/arity",
    "EXP DELEGATE/args",
    "EXP DELEGATE/requires-held",
    "EXP ANY/args",
    "EXP LABEL/type",
    "EXP TRY/catch",
    "EXP TRY/finally",
];

/// E, ls and t of P; E; ls ⊢ e : t.
fn typed(judgment: Judgment) -> Option<(EnvId, LocksId, Ty)> {
    match judgment {
        Judgment::Expr { env, locks, ty, .. } | Judgment::Rest { env, locks, ty, .. } => Some((env, locks, ty)),
        _ => None,
    }
}

/// The environment that this one extends by a binding.
fn before(cx: &Context<'_>, env: EnvId) -> Option<EnvId> {
    cx.env.bindings(env).next().map(|binding| binding.before)
}

fn extends(cx: &Context<'_>, env: EnvId, outer: EnvId) -> bool {
    let mut at = Some(env);
    while let Some(env) = at {
        if env == outer {
            return true;
        }
        at = before(cx, env);
    }
    outer == EnvId::EMPTY
}

fn locks(cx: &Context<'_>, locks: LocksId) -> Vec<String> {
    let show = |path| cx.types.paths.text(path, cx.program, cx.source);
    let mut held: Vec<String> = cx.locks.elements(locks).map(|held| show(held.lock)).collect();
    held.sort();
    held.dedup();
    held
}

/// Whether a judgment may stand for a premise of another.
fn fits(cx: &Context<'_>, below: Judgment, premise: &str, above: Judgment) -> bool {
    use Judgment as J;
    let known = |a: Ty, b: Ty| a == b || a.is_error() || b.is_error();
    match (below, premise, above) {
        (J::Program(_), "PROG/defn", J::Class(_)) => true,
        (J::Program(_), "PROG/main", J::Env(env)) => env == EnvId::EMPTY,
        (J::Program(t), "PROG/main", J::Expr { env, locks, ty, .. }) => {
            env == EnvId::EMPTY && locks == LocksId::EMPTY && ty == t
        }
        (J::Class(_), "CLASS3/ghost-type" | "LOCAL CLASS/ghost-type", J::WellFormed(env, _)) => env == EnvId::EMPTY,
        (J::Class(_), "CLASS3/ghost-type" | "LOCAL CLASS/ghost-type", J::Env(_)) => true,
        (J::Class(_), "CLASS3/super-type" | "LOCAL CLASS/super-type", J::WellFormed(..)) => true,
        (J::Class(_), "CLASS3/super-shared", J::Shared(_)) => true,
        (J::Class(_), "CLASS3/field" | "LOCAL CLASS/field", J::Field(..)) => true,
        (J::Class(_), "CLASS3/method" | "LOCAL CLASS/method", J::Method(..)) => true,
        (J::Class(_), "CLASS3/shareable", J::Shareable(_)) => true,
        (J::Class(_), "LOCAL CLASS/override", J::OverrideOk(..)) => true,
        (J::Env(env), "ENV X/type" | "ENV GHOST/type", J::WellFormed(outer, _)) => before(cx, env) == Some(outer),
        (J::WellFormed(env, _), "TYPE C/arg-final", J::Final(same, ..)) => env == same,
        (J::WellFormed(env, _), "TYPE C/arg-type", J::Subtype(same, ..)) => env == same,
        (J::Subtype(env, s, _), "SUBTYPE TRANS/lower", J::Subtype(same, from, _)) => (env, s) == (same, from),
        (J::Subtype(env, _, t), "SUBTYPE TRANS/upper", J::Subtype(same, _, to)) => (env, t) == (same, to),
        (J::Field(..), "FIELD/type", J::WellFormed(..)) => true,
        (J::Field(..), "FIELD/guard-final", J::Final(..)) => true,
        (J::Field(..), "FIELD/init", J::Expr { env, .. }) => {
            let this = cx.env.bindings(env).next().unwrap();
            let off = cx.options.reads(racefree_typeck::options::CONSTRUCTOR_HOLDS_LOCK)
                || cx.options.off.iter().any(|p| premise_name(p) == "FIELD/init-this");
            cx.program.text(this.name) == "this" && this.ghost != off
        }
        (J::Method(env, _), "METHOD/params", J::Env(inner)) => {
            extends(cx, inner, env) || cx.env.bindings(inner).next().is_some_and(|b| cx.program.text(b.name) == "this")
        }
        (J::Method(env, _), "METHOD/return-type", J::WellFormed(inner, _)) => extends(cx, inner, env),
        (J::Method(env, m), "METHOD/requires-final", J::LockSet(inner, same)) => extends(cx, inner, env) && m == same,
        (J::Method(env, m), "METHOD/body", J::Expr { env: inner, locks: ls, .. }) => {
            let requires = cx.program.list(cx.program.methods[m as usize].requires);
            let mut texts: Vec<String> =
                requires.iter().map(|&l| cx.program.span(l).text(cx.source).to_owned()).collect();
            texts.sort();
            texts.dedup();
            extends(cx, inner, env) && (locks(cx, ls) == texts || texts.iter().any(|t| t.contains(['(', ' '])))
        }
        (J::FieldIn { env, at, .. }, "FIELD DECLARED/class", J::Instance(same, c)) => (env, at) == (same, c),
        (J::MethodIn { env, at, .. }, "METHOD DECLARED/class", J::Instance(same, c)) => (env, at) == (same, c),
        (J::FieldIn { env, class, .. }, "FIELD INHERITED/class", J::Instance(same, c)) => (env, class) == (same, c),
        (J::MethodIn { env, class, .. }, "METHOD INHERITED/class", J::Instance(same, c)) => (env, class) == (same, c),
        (J::FieldIn { field, at, .. }, "FIELD INHERITED/superclass", J::FieldIn { field: f, at: a, .. }) => {
            (field, at) == (f, a)
        }
        (J::MethodIn { method, at, .. }, "METHOD INHERITED/superclass", J::MethodIn { method: m, at: a, .. }) => {
            (method, at) == (m, a)
        }
        (J::Shareable(_), "SHAREABLE GUARDED FIELD/field-type" | "SHAREABLE FINAL FIELD/field-type", J::Shared(_)) => {
            true
        }
        (J::Final(env, ..), "FINAL REF/receiver", J::Final(same, ..)) => env == same,
        (J::Final(env, ..), "FINAL REF/field", J::FieldIn { env: same, .. }) => env == same,
        (J::Final(env, _, t), "FINAL REF/type", J::WellFormed(same, u)) => env == same && known(t, u),
        (J::LockSet(env, _), "LOCK SET/element", J::Final(same, ..)) => env == same,
        (J::LockSubset(env, _, ls), "LOCK SUBSET/element", J::LockElem(same, _, held)) => (env, ls) == (same, held),
        _ if BOOK.find_premise(premise).is_some_and(|p| BOOK.rule(p.rule()).section == "J") => {
            fits_java(cx, below, premise, above)
        }
        _ => fits_expression(cx, below, premise, above),
    }
}

/// The same, for a premise of a rule of the dialect of Java.
fn fits_java(cx: &Context<'_>, below: Judgment, premise: &str, above: Judgment) -> bool {
    use Judgment as J;
    let (env, ls) = match below {
        J::Expr { env, locks, .. } => (env, locks),
        J::WellFormed(env, _) => {
            return matches!(above, J::WellFormed(inner, _) | J::Final(inner, ..) if inner == env)
                || matches!(above, J::Shared(_));
        }
        J::Method(env, m) => {
            return match above {
                J::LockSet(inner, same) => extends(cx, inner, env) && m == same,
                J::Env(inner) | J::Expr { env: inner, .. } => extends(cx, inner, env),
                _ => false,
            };
        }
        J::Shareable(_) => return matches!(above, J::Shared(_)),
        _ => return false,
    };
    let binds = matches!(premise, "EXP LET VAR/body" | "EXP CATCH/body");
    match above {
        J::Expr { env: inner, .. } if binds => before(cx, inner) == Some(env),
        J::Expr { env: inner, locks, .. } if premise == "EXP LOCKED/body" => {
            inner == env && (locks == ls || cx.locks.elements(locks).next().is_some_and(|held| held.before == ls))
        }
        J::Expr { env: inner, locks, .. } | J::Rest { env: inner, locks, .. } => (inner, locks) == (env, ls),
        J::Env(inner) => before(cx, inner) == Some(env),
        J::WellFormed(inner, _) | J::Final(inner, ..) => inner == env,
        J::LockSubset(inner, _, held) => (inner, held) == (env, ls),
        _ => false,
    }
}

fn fits_expression(cx: &Context<'_>, below: Judgment, premise: &str, above: Judgment) -> bool {
    use Judgment as J;
    let Some((env, ls, t)) = typed(below) else { return false };
    let known = |a: Ty, b: Ty| a == b || a.is_error() || b.is_error();
    let same = typed(above).is_some_and(|(e, l, _)| (e, l) == (env, ls));
    let off = |name: &str| cx.options.off.iter().any(|p| premise_name(p) == name);
    match (premise, above) {
        ("EXP SUB/expr", _) => same,
        ("EXP SUB/subtype", J::Subtype(e, _, u)) => e == env && known(u, t),
        ("EXP NEW/type" | "EXP REF/type" | "EXP ASSIGN/type" | "EXP INVOKE/type", J::WellFormed(e, u)) => {
            e == env && known(u, t)
        }
        ("EXP LET/result", J::WellFormed(e, u)) => e == env && known(u, t),
        ("EXP REF/receiver" | "EXP ASSIGN/receiver" | "EXP INVOKE/receiver", _) => same,
        ("EXP REF/field" | "EXP ASSIGN/field", J::FieldIn { env: e, .. }) => e == env,
        ("EXP REF/guard-held" | "EXP ASSIGN/guard-held", J::LockElem(e, _, held)) => (e, held) == (env, ls),
        ("EXP ASSIGN/value", _) => same && (off(premise) || known(typed(above).unwrap().2, t)),
        ("EXP INVOKE/method", J::MethodIn { env: e, .. }) => e == env,
        ("EXP INVOKE/args", J::WellFormed(e, _)) => e == env,
        ("EXP NEW/args", J::WellFormed(e, _)) => e == env,
        ("EXP INVOKE/args" | "EXP NEW/args" | "EXP REF/index" | "EXP ASSIGN/index", _) => same,
        ("EXP NEW/requires-held", J::LockSubset(e, _, held)) => (e, held) == (env, ls),
        ("EXP INVOKE/requires-held", J::LockSubset(e, call, held)) => {
            (e, held) == (env, ls) && matches!(below, J::Expr { expr, .. } if expr == call)
        }
        ("EXP LET/bound", _) => same,
        ("EXP LET/env", J::Env(inner)) => before(cx, inner) == Some(env),
        ("EXP LET/body", J::Expr { env: inner, locks, .. }) => before(cx, inner) == Some(env) && locks == ls,
        ("EXP SYNC/lock-final" | "EXP HOLDS/lock-final", J::Final(e, ..)) => e == env,
        ("EXP SYNC/lock-final", _) => same,
        ("EXP SYNC/body", J::Expr { env: e, locks, ty, .. }) => {
            e == env && cx.locks.elements(locks).next().is_some_and(|held| held.before == ls) && ty == t
        }
        ("EXP HOLDS/body", _) => {
            let (e, inner, ty) = typed(above).unwrap();
            let held = cx.locks.elements(inner).next();
            e == env && (inner == ls || held.is_some_and(|held| held.before == ls)) && ty == t
        }
        ("EXP FORK2/body", J::Expr { env: e, locks, .. }) => {
            e == env && (locks == LocksId::EMPTY || off("EXP FORK2/empty-lock-set"))
        }
        ("EXP FORK2/fv-shared", J::Shared(_)) => true,
        ("EXP SEQ/last", _) => same && typed(above).unwrap().2 == t,
        // The forms of the example language change neither environment nor lock set.
        _ => same && BOOK.find_premise(premise).is_some_and(|p| BOOK.rule(p.rule()).section == "6"),
    }
}

/// Whether a judgment is about something whose type, or what that inherits, is unknown because of an error elsewhere.
fn unknown(cx: &Context<'_>, judgment: Judgment) -> bool {
    let ty = match judgment {
        Judgment::Expr { ty, .. } | Judgment::Rest { ty, .. } | Judgment::Final(_, _, ty) => ty,
        Judgment::WellFormed(_, ty) | Judgment::MethodIn { class: ty, .. } | Judgment::FieldIn { class: ty, .. } => ty,
        _ => return false,
    };
    ty.is_error() || cx.types.class_of(ty).is_some_and(|class| cx.classes.get(class).broken())
}

/// What is wrong with a derivation.
fn faults(cx: &Context<'_>, report: &Report) -> Vec<String> {
    let derivation = &cx.heard;
    let mut faults = Vec::new();
    let root = derivation.root().unwrap();
    let right = report.errors.is_empty() && report.silenced.is_empty();
    if derivation.node(root).holds != right {
        faults.push(format!("holds: {}, errors: {}", !right, report.errors.len()));
    }
    let mut reached = vec![false; derivation.len()];
    reached[root.0 as usize] = true;
    for i in (0..derivation.len()).rev() {
        if !reached[i] {
            faults.push(format!("node {i} is evidence for nothing"));
        }
        judgment_faults(cx, derivation, NodeId(i as u32), &mut reached, &mut faults);
    }
    faults.extend(failure_faults(derivation, report));
    faults
}

fn judgment_faults(
    cx: &Context<'_>,
    derivation: &Derivation<Judgment>,
    id: NodeId,
    reached: &mut [bool],
    faults: &mut Vec<String>,
) {
    let node = derivation.node(id);
    let children = derivation.children(id);
    let rule = BOOK.rule(node.rule);
    let mut follows = unknown(cx, node.judgment);
    if !children.is_sorted_by_key(|child| child.premise) {
        faults.push(format!("the premises of a [{}] are in disorder", rule.name));
    }
    for child in children {
        let name = premise_name(child.premise);
        if child.premise.rule() != node.rule {
            faults.push(format!("{name} is a premise of a [{}]", rule.name));
        }
        if cx.options.off.is_off(child.premise) && child.evidence == Evidence::Fails {
            faults.push(format!("{name} is off and fails"));
        }
        let Evidence::Node(above) = child.evidence else { continue };
        reached[above.0 as usize] = true;
        if above >= id {
            faults.push(format!("{name} stands behind what it is for"));
        }
        let judgment = derivation.node(above).judgment;
        follows |= unknown(cx, judgment);
        if !fits(cx, node.judgment, &name, judgment) {
            faults.push(format!("{judgment:?} stands for {name} of {:?}", node.judgment));
        }
    }
    if node.holds && !follows {
        for (i, premise) in rule.premises.iter().enumerate() {
            let id = PremiseId::new(node.rule, i as u8);
            let name = premise_name(id);
            // Those that only a malformed program lacks are told of expressions and types alone.
            let optional = MAY_BE_MISSING.contains(&name.as_str());
            if !optional && !children.iter().any(|child| child.premise == id) {
                faults.push(format!("{name} is missing ({:?}): {:?}", premise.kind, node.judgment));
            }
        }
    }
}

/// Each error is a premise that fails in the tree, and nothing else fails.
fn failure_faults(derivation: &Derivation<Judgment>, report: &Report) -> Vec<String> {
    let mut faults = Vec::new();
    let errors: Vec<PremiseId> = report
        .errors
        .iter()
        .chain(&report.silenced)
        .flat_map(racefree_kernel::TypeError::all)
        .map(|error| error.premise)
        .collect();
    let fails = |premise: PremiseId| {
        derivation.nodes().filter(|(_, node)| !node.holds && node.rule == premise.rule()).any(|(id, _)| {
            derivation.children(id).iter().any(|child| {
                child.premise == premise
                    && match child.evidence {
                        Evidence::Node(above) => !derivation.node(above).holds,
                        evidence => evidence == Evidence::Fails,
                    }
            })
        })
    };
    for &premise in errors.iter().filter(|&&premise| !fails(premise)) {
        faults.push(format!("{} does not fail in the tree", premise_name(premise)));
    }
    // What fails in a judgment about an expression or a declaration is an error by that name; [EXP SUB] has none.
    for (id, premise) in derivation.failures() {
        let named = match derivation.node(id).judgment {
            Judgment::Expr { .. } | Judgment::Rest { .. } => BOOK.rule(derivation.node(id).rule).name != "EXP SUB",
            Judgment::Program(_) | Judgment::Class(_) | Judgment::Field(..) | Judgment::Method(..) => true,
            _ => false,
        };
        if named && !errors.contains(&premise) {
            faults.push(format!("{} fails in the tree and is no error", premise_name(premise)));
        }
    }
    faults
}

fn check_all(options: &Options, faulty: &mut Vec<String>) {
    for entry in plain_entries() {
        let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
        let (report, cx) = derive(&program, entry.source, options);
        let mut faults = faults(&cx, &report);
        faults.truncate(5);
        if !faults.is_empty() {
            faulty.push(format!("{}:\n    {}", entry.path, faults.join("\n    ")));
        }
    }
}

#[test]
fn every_judgment_follows_by_its_rule() {
    let mut faulty = Vec::new();
    check_all(&Options::default(), &mut faulty);
    check_all(&Options { readings: [CONSTRUCTOR_HOLDS_LOCK].into_iter().collect(), ..Options::default() }, &mut faulty);
    assert!(faulty.is_empty(), "{} derivations:\n{}", faulty.len(), faulty.join("\n"));
}

#[test]
fn every_judgment_follows_by_its_rule_with_a_premise_off() {
    let mut faulty = Vec::new();
    for (id, _) in BOOK.switches() {
        let mut options = Options::default();
        options.off.switch_off(id);
        let before = faulty.len();
        check_all(&options, &mut faulty);
        if faulty.len() > before {
            faulty[before].insert_str(0, &format!("without {}: ", premise_name(id)));
        }
    }
    assert!(faulty.is_empty(), "{} derivations:\n{}", faulty.len(), faulty[..faulty.len().min(20)].join("\n"));
}

/// The corpus with names in the wrong places: what is derived of a program with errors is a derivation but for them.
#[test]
fn every_judgment_of_a_program_with_errors_follows_by_its_rule() {
    let (mut faulty, mut rejected) = (Vec::new(), 0);
    let mut random = 1u64;
    let mut below = |n: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % n
    };
    for entry in plain_entries() {
        let text = program_text(entry.source);
        let is_name = |token: &&str| token.starts_with(|c: char| c.is_ascii_alphabetic());
        let tokens: Vec<&str> =
            Lexer::new(text, Extras::default()).map(|(start, _, end)| &text[start as usize..end as usize]).collect();
        let names: Vec<usize> = (0..tokens.len()).filter(|&i| is_name(&tokens[i])).collect();
        for _ in 0..if names.is_empty() { 0 } else { 20 } {
            let mut mutated = tokens.clone();
            mutated[names[below(names.len())]] = tokens[names[below(names.len())]];
            let source = mutated.join(" ");
            let Ok(program) = racefree_grammar::parse(&source) else { continue };
            let options = Options::default();
            let (report, cx) = derive(&program, &source, &options);
            rejected += usize::from(!report.is_ok());
            let faults = faults(&cx, &report);
            if !faults.is_empty() {
                faulty.push(format!("{source}\n    {}", faults[..faults.len().min(5)].join("\n    ")));
            }
        }
    }
    assert!(rejected > 500, "only {rejected} programs with errors");
    assert!(faulty.is_empty(), "{} derivations:\n{}", faulty.len(), faulty[..faulty.len().min(10)].join("\n"));
}
