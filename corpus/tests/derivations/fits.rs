//! The judgments that may stand for a premise of another.

use super::Context;
use racefree_java_rules::rules::{BOOK, premise_name};
use racefree_typeck::env::EnvId;
use racefree_typeck::judgment::Judgment;
use racefree_typeck::locks::LocksId;
use racefree_typeck::types::Ty;

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
pub(super) fn fits(cx: &Context<'_>, below: Judgment, premise: &str, above: Judgment) -> bool {
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
