//! The result of inference, for tools: the object `infer`.

use crate::json::{self, Places, VERSION};
use racefree_grammar::{Program, Span};
use racefree_infer::clauses::Instance;
use racefree_infer::{Answer, Dropped, Failed, Inferred, Kind, Refuted, words};
use serde_json::{Map, Value, json};

/// Inputs of the object.
pub struct Writer<'a> {
    /// The input's name and text.
    pub file: &'a str,
    /// The text.
    pub source: &'a str,
    /// Parsed.
    pub program: &'a Program,
    /// Places in it.
    pub places: Places<'a>,
}

impl Writer<'_> {
    /// The object for an answer.
    pub fn answer(&self, answer: &Answer, explained: Option<Value>) -> String {
        let text_places = Places::new(&answer.text);
        let lines = words::lines_of_code(self.source).max(1) as f64;
        let per_kloc: Map<String, Value> =
            [Kind::GuardedBy, Kind::Requires, Kind::Ghost, Kind::Argument, Kind::ThreadLocal, Kind::Final]
                .into_iter()
                .map(|kind| {
                    let many = answer.inferred.iter().filter(|i| i.annotation.kind == kind).count();
                    (kind.name().to_owned(), json!(rounded(many as f64 * 1000.0 / lines)))
                })
                .chain([("all".to_owned(), json!(rounded(answer.size() as f64 * 1000.0 / lines)))])
                .collect();
        let statistics: Map<String, Value> =
            answer.statistics.iter().map(|&(name, value)| (name.to_owned(), number(value))).collect();
        let mut object = json!({
            "file": self.file,
            "version": VERSION,
            "system": "base",
            "by": answer.by.name(),
            "ok": answer.ok,
            "complete": answer.complete,
            "proved_best": answer.proved_best,
            "ghosts": answer.ghosts,
            "depth": answer.depth,
            "text": answer.text,
            "size": answer.size(),
            "annotations": json::annotations(&answer.report),
            "per_kloc": per_kloc,
            "inferred": answer.inferred.iter().map(|i| self.inferred(i)).collect::<Vec<_>>(),
            "failed": answer.failed.iter().map(|f| self.failed(f)).collect::<Vec<_>>(),
            "core": answer.core.iter().map(|i| self.instance(i)).collect::<Vec<_>>(),
            "dropped": answer.dropped.iter().map(|d| self.dropped(d)).collect::<Vec<_>>(),
            "errors": json::type_errors(&text_places, &answer.report.errors),
            "statistics": statistics,
        });
        if let Some(stopped) = answer.stopped {
            object["stopped"] = json!(stopped.name());
        }
        if !answer.rejected.is_empty() {
            object["rejected"] = json!(answer.rejected);
        }
        if let Some(explained) = explained {
            object["explained"] = explained;
        }
        object.to_string()
    }

    /// The object where there is no answer: errors, as [`json::type_errors`] gives them.
    pub fn none(&self, by: &str, complete: bool, errors: Value) -> String {
        json!({
            "file": self.file, "version": VERSION, "system": "base", "by": by, "ok": false, "complete": complete, "proved_best": false,
            "ghosts": 0, "depth": 0, "text": self.source, "size": 0, "annotations": {}, "per_kloc": {},
            "inferred": [], "failed": [], "core": [], "dropped": [], "errors": errors, "statistics": {},
        })
        .to_string()
    }

    fn dropped(&self, dropped: &Dropped) -> Value {
        let mut value = self.message(&dropped.message, dropped.span);
        value["core"] = dropped.core.iter().map(|i| self.instance(i)).collect();
        value
    }

    fn message(&self, message: &str, span: Span) -> Value {
        json!({ "message": message, "span": self.places.place(span) })
    }

    fn class(&self, class: Option<u32>) -> Option<&str> {
        class.map(|c| self.program.text(self.program.classes[c as usize].name))
    }

    fn inferred(&self, inferred: &Inferred) -> Value {
        let a = &inferred.annotation;
        let mut value = json!({
            "kind": a.kind.name(),
            "class": self.class(a.class),
            "member": a.member,
            "text": a.text,
            "span": self.places.place(a.span),
            "by": inferred.by,
            "because": inferred.because.iter().map(|(text, span)| self.message(text, *span)).collect::<Vec<_>>(),
            "also": inferred.also,
        });
        if let Some(seen) = inferred.seen {
            value["seen"] = json!({ "events": seen.events, "objects": seen.objects });
        }
        value
    }

    fn instance(&self, i: &Instance) -> Value {
        json!({
            "rule": racefree_systems::rule(i.premise.rule()).name,
            "premise": racefree_systems::premise(i.premise).name,
            "span": self.places.place(i.span),
            "message": words::instance(self.program, self.source, i),
        })
    }

    fn error(&self, i: &Instance) -> Value {
        let mut error = self.instance(i);
        if let Some(object) = error.as_object_mut() {
            object.insert("kind".to_owned(), json!("type"));
            object.insert("help".to_owned(), Value::Null);
            object.insert("related".to_owned(), json!([]));
        }
        error
    }

    fn failed(&self, failed: &Failed) -> Value {
        let field = &self.program.fields[failed.field as usize];
        let class = self.program.classes.iter().find(|c| c.fields.indices().contains(&(failed.field as usize)));
        let candidate = |c: &Refuted| {
            let mut value = json!({
                "lock": c.lock,
                "refuted_by": c.refuted_by.as_ref().map(|i| self.error(i)),
                "roots": c.roots.iter().map(|i| self.places.place(i.span)).collect::<Vec<_>>(),
            });
            if let (Some(schedule), Some(object)) = (&c.schedule, value.as_object_mut()) {
                object.insert("schedule".to_owned(), json!(schedule));
            }
            value
        };
        let edit = failed.edit.as_ref().and_then(|places| {
            let (lock, _) = places.first()?;
            Some(json!({
                "lock": lock,
                "text": format!("synchronized {lock} in"),
                "locks": places.iter().map(|(lock, _)| lock).collect::<Vec<_>>(),
                "places": places.iter().map(|&(_, span)| self.places.place(span)).collect::<Vec<_>>(),
                "may_deadlock": true,
            }))
        });
        let method = |m: u32| {
            let method = &self.program.methods[m as usize];
            json!({ "method": self.program.text(method.name), "span": self.places.place(method.name_span) })
        };
        let mut value = json!({
            "class": class.map(|c| self.program.text(c.name)),
            "field": self.program.text(field.name),
            "reason": failed.reason,
            "candidates": failed.candidates.iter().map(candidate).collect::<Vec<_>>(),
            "edit": edit,
            "synchronized": failed.synchronized.iter().map(|&m| method(m)).collect::<Vec<_>>(),
        });
        if let Some(schedule) = &failed.schedule {
            value["schedule"] = json!(schedule);
        }
        value
    }
}

fn rounded(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}

/// Whole numbers without a point.
fn number(x: f64) -> Value {
    if x.fract() == 0.0 && x.abs() < 1e15 { json!(x as i64) } else { json!(x) }
}
