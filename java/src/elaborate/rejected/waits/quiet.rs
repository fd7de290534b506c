//! Code that no other thread waits for: it prints, looks, and computes variables of its method.

use super::super::Judge;
use super::super::steps::{LOOKS, changes};
use crate::tree::body::{Call, Form, Kind, StmtNo};
use crate::tree::{Member, Method};

/// Methods of the library that print, look or compute; besides those of collections that look.
const CALM: &[&str] = &[
    "println",
    "print",
    "printf",
    "format",
    "formatted",
    "valueOf",
    "toString",
    "length",
    "intValue",
    "longValue",
    "sum",
    "getKey",
    "getValue",
    "keySet",
    "values",
    "entrySet",
    "equals",
    "hashCode",
    "charAt",
    "max",
    "min",
    "abs",
    "round",
    "compareTo",
    "getName",
    "nanoTime",
    "currentTimeMillis",
    "getPlain",
    "getAcquire",
    "join",
    "forEach",
    "asList",
    "append",
    "repeat",
    "getFirst",
    "shutdown",
    "getLast",
];

/// Words of methods that others may wait for.
const LOUD: &[&str] = &[
    "notify",
    "signal",
    "countDown",
    "release(",
    ".put(",
    ".add(",
    ".offer(",
    "interrupt(",
    ".start(",
    ".complete",
    ".set(",
    ".submit(",
    ".execute(",
    ".unpark",
    "exit(",
    "while",
];

impl Judge<'_, '_> {
    /// Returns true for statements by which no other thread goes on, and that start none.
    pub(in crate::elaborate::rejected) fn are_quiet(&self, all: &[StmtNo]) -> bool {
        all.iter().all(|s| {
            let span = self.statement_span(*s);
            let forms = self.body.statements.iter().filter(|s| span.contains(s.span));
            let loops = |form: &Form| matches!(form, Form::While { .. } | Form::DoWhile { .. } | Form::Class(_));
            !forms.clone().any(|s| loops(&s.form)) && self.inside(span).all(|(_, e)| self.is_quiet(&e.kind))
        })
    }

    fn is_quiet(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Assign { target, .. } | Kind::Compound { target, .. } | Kind::Step { target, .. } => {
                matches!(self.kind(*target), Kind::Local(_))
            }
            Kind::Call(call) => self.is_quiet_call(call),
            Kind::New(new) => new.anonymous.is_none() && new.callee.method().is_none(),
            Kind::Reference(_) | Kind::Switch(_) => false,
            _ => true,
        }
    }

    pub(super) fn is_quiet_call(&self, call: &Call) -> bool {
        let name = self.it.text(call.name);
        let Some(m) = self.own_method(call) else { return CALM.contains(&name) || LOOKS.contains(&name) };
        let own = &self.it.java.methods[m.index()];
        own.has_body && self.changes_nothing(own)
    }

    /// Returns true for a method that gives no field of its class a value, and wakes nobody.
    fn changes_nothing(&self, method: &Method) -> bool {
        let text = self.it.java.sources.at(method.span);
        let body = text.split_once('{').map_or("", |(_, body)| body);
        let members = &self.it.java.classes[method.class.index()].members;
        let mut fields = members.iter().filter_map(|member| match member {
            Member::Field(f) => Some(self.it.text(self.it.java.fields[f.index()].name)),
            Member::Method(_) | Member::Initializer(_) => None,
        });
        !LOUD.iter().any(|word| body.contains(word)) && !fields.any(|name| changes(body, name))
    }
}
