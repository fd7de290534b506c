//! Assumptions (section 7): a user's claims about threads, fields and locks. With any of them the answer is no proof.

use crate::facts::{BodyKind, Facts};
use crate::objects::ObjId;
use crate::options::{Hints, Options};
use crate::points::{InstId, Points};
use crate::stages::Pair;
use crate::threads::Threads;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;

/// Returns true if a thread goes by a name: the line of its fork, or the method that its body calls first.
fn goes_by(facts: &Facts<'_>, points: &Points, r: InstId, name: &str, line: &dyn Fn(ExprId) -> u32) -> bool {
    let body = facts.body(points.inst(r).body);
    let BodyKind::Fork(fork) = body.kind else { return name == "main" };
    if let Ok(number) = name.parse::<u32>() {
        return number == line(fork);
    }
    let method = name.rsplit('.').next().unwrap_or(name);
    let class = name.rsplit_once('.').map(|(class, _)| class);
    let Some(root) = body.root else { return false };
    let calls = facts.program().within(root).filter_map(|e| match facts.program().expr(e) {
        Expr::Call { recv, method, .. } => Some((recv, method)),
        _ => None,
    });
    let is = |recv: ExprId| {
        let classes = points.node(facts, r, recv).iter().map(|&h| points.objects.class(h));
        class.is_none_or(|class| {
            let class = facts.program().names.find(class).and_then(|c| facts.resolved.find(c));
            classes.into_iter().any(|c| class.is_some_and(|class| facts.resolved.below(c, class)))
        })
    };
    calls.filter(|&(_, m)| facts.program().text(m) == method).any(|(recv, _)| is(recv))
}

/// The names of `--not-parallel` by which no thread goes.
pub(crate) fn unknown<'h>(facts: &Facts<'_>, points: &Points, hints: &'h Hints) -> Vec<&'h str> {
    let line = |e: ExprId| hints.lines.get(&facts.program().span(e).start).copied().unwrap_or(0);
    let names = hints.not_parallel.iter().flat_map(|(a, b)| [a.as_str(), b.as_str()]);
    let none = |name: &&str| !points.threads().any(|r| goes_by(facts, points, r, name, &line));
    names.filter(none).collect()
}

/// `--not-parallel A,B`
pub(crate) fn exclude(threads: &mut Threads, facts: &Facts<'_>, points: &Points, hints: &Hints) {
    let line = |e: ExprId| hints.lines.get(&facts.program().span(e).start).copied().unwrap_or(0);
    for (a, b) in &hints.not_parallel {
        let all = threads.all.clone();
        let named = |name: &str| -> Vec<InstId> {
            all.iter().copied().filter(|&r| goes_by(facts, points, r, name, &line)).collect()
        };
        let (a, b) = (named(a), named(b));
        for &r in &a {
            b.iter().for_each(|&s| threads.exclude(r, s));
        }
    }
}

/// Returns true if an object's field is assumed not to be shared: `--local C`, `--local C.f`, `--hints thread_local`.
pub(crate) fn local(facts: &Facts<'_>, points: &Points, h: ObjId, field: Name, options: &Options) -> bool {
    let class = points.objects.class(h);
    if options.hints.thread_local && facts.resolved.get(class).thread_local() {
        return true;
    }
    if options.hints.local.is_empty() {
        return false;
    }
    let Some((owner, _)) = facts.resolved.field(class, field) else { return false };
    let owner = facts.program().text(facts.resolved.get(owner).name);
    let field = facts.program().text(field);
    options.hints.local.iter().any(|l| l == owner || l.split_once('.') == Some((owner, field)))
}

/// `--hints guarded_by`: both hold the guard of the field.
pub(crate) fn guarded(facts: &Facts<'_>, (a, b): Pair, options: &Options) -> bool {
    let holds = |e| options.hints.guarded.contains(&facts.place(e));
    !options.hints.guarded.is_empty() && holds(a) && holds(b)
}
