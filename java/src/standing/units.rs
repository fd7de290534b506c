//! Code that runs as a whole: the body of a method, of a lambda, a method reference; what it takes, calls, makes and waits for.

use super::Wait;
use super::calls::{awaited, is_executor, waits};
use super::locks::Lock;
use crate::Java;
use crate::tree::body::{Body, Call, Expression, Form, Kind, Part, Statement};
use crate::tree::{ClassNo, Member, MethodNo, Origin};
use crate::types::{Shape, Ty};
use racefree_grammar::Span;

/// A piece of code.
pub(super) struct Unit {
    pub(super) span: Span,
    /// The unit around a lambda or a reference.
    pub(super) within: Option<Span>,
    /// The member that it is the code of; none of a lambda and a reference.
    pub(super) member: Option<Member>,
    /// True for code that another thread runs.
    pub(super) is_job: bool,
    /// Locks around a lambda where it stands.
    pub(super) held: Vec<Lock>,
    /// Locks that it takes, and where.
    pub(super) takes: Vec<(Lock, Span)>,
    /// Methods that it calls, with the locks that it holds there.
    pub(super) calls: Vec<(MethodNo, Vec<Lock>)>,
    /// Classes of objects that it makes, and where.
    pub(super) made: Vec<(ClassNo, Span)>,
    pub(super) waits: Vec<Wait>,
}

/// Methods that are the code of a thread or a task.
const JOBS: &[&str] = &["run", "call", "compute"];

/// Types of functions that another thread runs.
const TASKS: &[&str] = &["Runnable", "Callable", "TimerTask", ""];

/// The simple name of a type, of whatever text it is.
pub(super) fn name_of_type(java: &Java, ty: Ty) -> String {
    let name = match java.types.shape(ty) {
        Shape::External(name, _) => java.names.text(name),
        Shape::Class(class, _) => java.names.text(java.classes[class.index()].name),
        _ => "",
    };
    name.rsplit('.').next().unwrap_or(name).to_owned()
}

/// The method of the sources that is called.
pub(super) fn own_method(java: &Java, call: &Call) -> Option<MethodNo> {
    let class = |m: &MethodNo| java.methods[m.index()].class;
    call.callee.method().filter(|m| java.classes[class(m).index()].origin == Origin::Source)
}

/// Adds the units of a body.
pub(super) fn collect(java: &mut Java, body: &Body, all: &mut Vec<Unit>) {
    let mut units: Vec<Unit> = body.parts.iter().filter_map(|part| of_part(java, body, part)).collect();
    let functions = body.expressions.iter().filter(|e| matches!(e.kind, Kind::Lambda(_) | Kind::Reference(_)));
    units.extend(functions.map(|e| Unit { is_job: is_job(java, body, e), ..unit(e.span, None) }));
    let spans: Vec<Span> = units.iter().map(|unit| unit.span).collect();
    let innermost = |at: Span, but: Option<Span>| {
        let around = spans.iter().enumerate().filter(|(_, span)| span.contains(at) && Some(**span) != but);
        around.min_by_key(|(_, span)| span.end - span.start).map(|(u, _)| u)
    };
    let scan = Scan { body, spans: &spans };
    for u in 0..units.len() {
        let own = units[u].span;
        if units[u].member.is_none()
            && let Some(within) = innermost(own, Some(own))
        {
            units[u].held = scan.held(java, own, units[within].span, units[within].member);
            units[u].within = Some(units[within].span);
        }
    }
    for s in &body.statements {
        let Some(u) = innermost(s.span, None) else { continue };
        match &s.form {
            Form::Synchronized { lock, .. } => units[u].takes.push((Lock::of(java, body, *lock), s.span)),
            Form::Try { resources, .. } => {
                let closes =
                    |of: &crate::tree::body::ResourceOf| is_executor(java, body.expressions[of.value.index()].ty);
                if resources.iter().any(closes) {
                    let held = scan.held(java, s.span, units[u].span, units[u].member);
                    units[u].waits.push(Wait { at: s.span, held, given_back: None, of: None });
                }
            }
            _ => {}
        }
    }
    for e in &body.expressions {
        let Some(u) = innermost(e.span, None) else { continue };
        match &e.kind {
            Kind::Call(call) => scan.call(java, e, call, &mut units[u]),
            Kind::New(new) => {
                let class = java.types.class(e.ty).or(new.anonymous);
                units[u].made.extend(class.map(|class| (class, e.span)));
                let held = scan.held(java, e.span, units[u].span, units[u].member);
                units[u].calls.extend(new.callee.method().map(|m| (m, held)));
            }
            Kind::Reference(reference) => {
                units[u].calls.extend(reference.callee.method().map(|m| (m, Vec::new())));
            }
            _ => {}
        }
    }
    all.extend(units);
}

fn unit(span: Span, member: Option<Member>) -> Unit {
    let (held, takes, calls, made, waits) = Default::default();
    Unit { span, within: None, member, is_job: false, held, takes, calls, made, waits }
}

fn of_part(java: &Java, body: &Body, part: &Part) -> Option<Unit> {
    let spans = part.block.iter().map(|s| body.statements[s.index()].span);
    let span = match (part.member, part.value) {
        (Member::Method(m), _) => java.methods[m.index()].has_body.then(|| java.methods[m.index()].span),
        (_, Some(value)) => Some(body.expressions[value.index()].span),
        (Member::Field(_) | Member::Initializer(_), None) => spans.reduce(|a, b| Span::new(a.start, b.end)),
    };
    let mut of = unit(span?, Some(part.member));
    if let Member::Method(m) = part.member {
        let data = &java.methods[m.index()];
        of.is_job = JOBS.contains(&java.names.text(data.name)) && data.parameters.is_empty();
        of.takes.extend(of_head(java, m).map(|lock| (lock, data.name_span)));
    }
    Some(of)
}

/// The lock of a `synchronized` method.
fn of_head(java: &Java, m: MethodNo) -> Option<Lock> {
    let data = &java.methods[m.index()];
    let lock = if data.modifiers.is_static() { Lock::OfClass } else { Lock::Object };
    data.modifiers.is_synchronized().then(|| lock(data.class))
}

/// Returns true for a function that another thread runs: by its type, or since it is given to a stage or a parallel stream.
fn is_job(java: &Java, body: &Body, e: &Expression) -> bool {
    let is_task = TASKS.contains(&&*name_of_type(java, e.ty));
    let given = body.expressions.iter().filter_map(|of| match &of.kind {
        Kind::Call(call) if call.arguments.iter().any(|a| body.expressions[a.index()].span == e.span) => {
            Some((of, java.names.text(call.name)))
        }
        _ => None,
    });
    let starts =
        |name: &str| ["then", "handle", "when", "exceptionally", "parallel"].iter().any(|w| name.starts_with(w));
    is_task
        || given.into_iter().any(|(of, name)| {
            let before = java.sources.at(Span::new(of.span.start, e.span.start));
            name.contains("Async") || starts(name) || before.contains("parallel")
        })
}

/// A look through the code of a body.
struct Scan<'b> {
    body: &'b Body,
    spans: &'b [Span],
}

impl Scan<'_> {
    /// Notes a call in its unit.
    fn call(&self, java: &mut Java, e: &Expression, call: &Call, unit: &mut Unit) {
        if let Some(m) = own_method(java, call) {
            let held = self.held(java, e.span, unit.span, unit.member);
            unit.calls.push((m, held));
        }
        if let Some((lock, true)) = self.explicit(java, call) {
            unit.takes.push((lock, e.span));
        }
        if waits(java, self.body, e, call) {
            let mut held = self.held(java, e.span, unit.span, unit.member);
            let given_back = self.given_back(java, call, unit);
            if let Some(given) = &given_back {
                held.retain(|lock| !given.may_be(lock, java));
            }
            let of = awaited(java, self.body, e, call);
            unit.waits.push(Wait { at: e.span, held, given_back, of });
        }
    }

    /// The lock that a wait gives back while it waits: that of its object, and of a condition any lock with methods.
    fn given_back(&self, java: &Java, call: &Call, unit: &Unit) -> Option<Lock> {
        let name = java.names.text(call.name);
        let target = call.target.map(|target| (target, self.body.expressions[target.index()].ty));
        match (name, target) {
            ("wait", Some((target, _))) => Some(Lock::of(java, self.body, target)),
            ("wait", None) => match unit.member {
                Some(Member::Method(m)) => Some(Lock::Object(java.methods[m.index()].class)),
                Some(Member::Field(_) | Member::Initializer(_)) | None => None,
            },
            (_, Some((_, ty))) if name_of_type(java, ty) == "Condition" => {
                let explicit = self.body.expressions.iter().filter(|e| unit.span.contains(e.span));
                let mut taken = explicit.filter_map(|e| match &e.kind {
                    Kind::Call(call) => self.explicit(java, call).filter(|(_, takes)| *takes),
                    _ => None,
                });
                taken.next().map(|(lock, _)| lock)
            }
            _ => None,
        }
    }

    /// The lock of the library that a method takes or gives back: true if it takes it.
    fn explicit(&self, java: &Java, call: &Call) -> Option<(Lock, bool)> {
        let target = call.target.filter(|_| own_method(java, call).is_none())?;
        let of = name_of_type(java, self.body.expressions[target.index()].ty);
        let name = java.names.text(call.name);
        let takes = is_taking(name, &of);
        let is_one = of.ends_with("Lock") && (takes || name.starts_with("unlock"));
        is_one.then(|| (Lock::of(java, self.body, target), takes))
    }

    /// Locks that are held at a place of a unit.
    fn held(&self, java: &Java, at: Span, unit: Span, member: Option<Member>) -> Vec<Lock> {
        let is_own = |span: Span| {
            let around = self.spans.iter().filter(|of| of.contains(span));
            around.min_by_key(|of| of.end - of.start) == Some(&unit)
        };
        let blocks = self.body.statements.iter().filter(|s| s.span.contains(at) && s.span != at && is_own(s.span));
        let mut held: Vec<Lock> = blocks
            .filter_map(|s: &Statement| match s.form {
                Form::Synchronized { lock, .. } => Some(Lock::of(java, self.body, lock)),
                _ => None,
            })
            .collect();
        if let Some(Member::Method(m)) = member {
            held.extend(of_head(java, m));
        }
        // The last one in front of the place says whether a lock is held there.
        let before = self.body.expressions.iter().filter(|e| e.span.end <= at.start && is_own(e.span));
        let mut explicit: Vec<(u32, Lock, bool)> = before
            .filter_map(|e| match &e.kind {
                Kind::Call(call) => self.explicit(java, call).map(|(lock, takes)| (e.span.end, lock, takes)),
                _ => None,
            })
            .collect();
        explicit.sort_by_key(|(end, ..)| *end);
        for (n, (_, lock, takes)) in explicit.iter().enumerate() {
            let is_last = !explicit[n + 1..].iter().any(|(_, other, _)| other == lock);
            held.extend((is_last && *takes).then(|| lock.clone()));
        }
        held
    }
}

/// Returns true for the name of a method that takes a lock.
fn is_taking(name: &str, of: &str) -> bool {
    match name {
        "lock" | "lockInterruptibly" | "tryLock" => true,
        "readLock" | "writeLock" => of == "StampedLock",
        _ => false,
    }
}
