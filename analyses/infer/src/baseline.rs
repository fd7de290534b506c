//! The paper's heuristics (calculus, section 7) as a way: the baseline that the others are measured against.

use crate::answer::{Answer, Inferred, Way};
use crate::edits::{self, Annotation};
use crate::infer::{Task, of_text};

/// The paper's heuristics, as a baseline.
pub(crate) fn by_defaults(task: &Task<'_>) -> Answer {
    let mut filled = task.program.clone();
    let what = racefree_typeck::defaults::fill_in(&mut filled);
    let mut found: Vec<Annotation> = Vec::new();
    for &c in &what.thread_local {
        let class = &task.program.classes[c];
        found.push(Annotation {
            kind: edits::Kind::ThreadLocal,
            class: Some(c as u32),
            member: None,
            text: "thread_local".to_owned(),
            span: class.name_span,
            at: class.span.start,
            lit: None,
        });
    }
    for &f in &what.guarded {
        let field = &task.program.fields[f];
        let class = task.program.classes.iter().position(|c| c.fields.indices().contains(&f));
        found.push(Annotation {
            kind: edits::Kind::GuardedBy,
            class: class.map(|c| c as u32),
            member: Some(task.program.text(field.name).to_owned()),
            text: "this".to_owned(),
            span: field.name_span,
            at: field.name_span.end,
            lit: None,
        });
    }
    found.sort_by_key(|a| a.at);
    let text = edits::insert(task.source, &found, task.style, &[]);
    let default =
        |annotation| Inferred { annotation, by: "default", because: Vec::new(), also: Vec::new(), seen: None };
    of_text(task, Way::Defaults, text, found.into_iter().map(default).collect())
}
