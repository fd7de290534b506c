//! Calls that wait for other threads, and whom they wait for.

use super::units::{name_of_type, own_method};
use crate::Java;
use crate::tree::Member;
use crate::tree::body::{Body, Call, ExprNo, Expression, Form, Kind};
use crate::types::Ty;
use racefree_grammar::Span;

/// Methods that wait whatever they are called on.
const ALWAYS: &[&str] = &[
    "join",
    "invokeAll",
    "invokeAny",
    "awaitTermination",
    "awaitQuiescence",
    "await",
    "awaitNanos",
    "awaitUntil",
    "awaitUninterruptibly",
    "awaitAdvance",
    "awaitAdvanceInterruptibly",
    "arriveAndAwaitAdvance",
    "acquire",
    "acquireUninterruptibly",
    "takeFirst",
    "takeLast",
    "putFirst",
    "putLast",
    "exchange",
    "transfer",
    "park",
    "invoke",
    "wait",
];

/// Methods that wait if what they are called on is of a class whose name ends like this.
const BY_CLASS: &[(&str, &[&str])] = &[
    ("get", &["Future", "Task", "CompletionStage"]),
    ("take", &["Queue", "Deque", "CompletionService"]),
    ("put", &["Queue", "Deque"]),
    ("poll", &["SynchronousQueue"]),
    ("offer", &["SynchronousQueue"]),
    ("close", &["Executor", "ExecutorService", "Pool", "TaskScope"]),
    ("tryAcquire", &["Semaphore"]),
];

/// Methods that a loop asks for the end of another thread.
const IN_LOOPS: &[&str] = &["isAlive", "isDone", "isTerminated", "onSpinWait", "yield", "sleep"];

/// Returns true for a type whose end waits for its tasks.
pub(super) fn is_executor(java: &Java, ty: Ty) -> bool {
    let name = name_of_type(java, ty);
    ["Executor", "ExecutorService", "Pool", "TaskScope"].iter().any(|end| name.ends_with(end))
}

/// Returns true for a call that waits for other threads.
pub(super) fn waits(java: &Java, body: &Body, e: &Expression, call: &Call) -> bool {
    let name = java.names.text(call.name);
    let is_own = own_method(java, call).is_some();
    let of = call.target.map(|target| name_of_type(java, body.expressions[target.index()].ty)).unwrap_or_default();
    let by_class = || BY_CLASS.iter().any(|(n, ends)| *n == name && ends.iter().any(|end| of.ends_with(end)));
    let always = || {
        ALWAYS.contains(&name) && !(name == "join" && of == "String" || name == "exchange" && of.starts_with("Atomic"))
    };
    let in_loop = || {
        let around = |s: &crate::tree::body::Statement| {
            matches!(s.form, Form::While { .. } | Form::DoWhile { .. }) && s.span.contains(e.span)
        };
        IN_LOOPS.contains(&name) && body.statements.iter().any(around)
    };
    !is_own && (always() || by_class() || in_loop() || is_parallel(java, body, e, call))
}

/// Returns true for the call at the end of a parallel stream, and for one of an array that threads fill.
pub(super) fn is_parallel(java: &Java, body: &Body, e: &Expression, call: &Call) -> bool {
    let text = java.sources.at(e.span);
    let Some(target) = call.target else { return text.trim_start().starts_with("Arrays.parallel") };
    let before = java.sources.at(body.expressions[target.index()].span);
    let is_stream = name_of_type(java, e.ty).ends_with("Stream");
    (before.contains(".parallel()") || before.contains("parallelStream()")) && !is_stream
}

/// The expressions that make whom a call waits for; none, if nothing says so. `values` are those of a field.
pub(super) fn awaited(java: &mut Java, body: &Body, e: &Expression, call: &Call) -> Option<Vec<Span>> {
    if is_parallel(java, body, e, call) {
        return Some(vec![e.span]);
    }
    let target = call.target.filter(|_| matches!(java.names.text(call.name), "join" | "get"))?;
    let it = &body.expressions[target.index()];
    match it.kind {
        Kind::Local(local) => {
            let value = body.locals[local.index()].value?;
            made_where(body, value)
        }
        Kind::Field { field, .. } => {
            let class = java.fields[field.index()].class;
            let mut all = Vec::new();
            for member in java.classes[class.index()].members.clone() {
                // Members of a class in code are attributed with that code.
                let is_here = body.parts.iter().any(|part| part.member == member);
                let other = if is_here { None } else { own_code(java, member) };
                let of = other.as_ref().unwrap_or(body);
                let values: Vec<ExprNo> = of.values_of(field).collect();
                for value in values.into_iter().filter(|v| !matches!(of.expressions[v.index()].kind, Kind::Literal(_)))
                {
                    all.extend(made_where(of, value)?);
                }
            }
            Some(all)
        }
        Kind::Call(_) | Kind::New(_) => Some(vec![it.span]),
        _ => None,
    }
}

/// The code of a member of a class that stands in no code.
fn own_code(java: &mut Java, member: Member) -> Option<Body> {
    let (class, _) = java.site(member);
    let is_local =
        !matches!(java.classes[class.index()].nesting, crate::tree::Nesting::Top | crate::tree::Nesting::Member);
    (!is_local).then(|| java.attribute(member))
}

/// The expression that makes a thread or a task: what is given to it may be a variable.
fn made_where(body: &Body, value: ExprNo) -> Option<Vec<Span>> {
    let it = &body.expressions[value.index()];
    if !matches!(it.kind, Kind::New(_) | Kind::Call(_)) {
        return None;
    }
    let mut spans = vec![it.span];
    for e in body.expressions.iter().filter(|e| it.span.contains(e.span)) {
        if let Kind::Local(local) = e.kind {
            spans.extend(body.locals[local.index()].value.map(|value| body.expressions[value.index()].span));
        }
    }
    Some(spans)
}
