//! Two calls that take one lock each, the second by what the first has found; a volatile field that is looked at and then set.

use super::{Decision, Judge};
use crate::tree::body::{Call, ExprNo, Form, Kind, LocalNo, StmtNo};
use crate::tree::{FieldNo, MethodNo, Origin};
use racefree_grammar::Span;

/// Methods of collections that only look.
pub(in crate::elaborate::rejected) const LOOKS: &[&str] =
    &["contains", "containsKey", "containsValue", "isEmpty", "size", "get", "indexOf", "getOrDefault", "peek"];

/// Methods of collections that change them.
const CHANGES: &[&str] = &[
    "add",
    "addAll",
    "put",
    "remove",
    "removeAll",
    "clear",
    "set",
    "push",
    "pop",
    "removeFirst",
    "removeLast",
    "addFirst",
    "addLast",
    "poll",
    "offer",
];

impl Judge<'_, '_> {
    /// Two calls in statements one behind the other.
    pub(super) fn calls_decided(&mut self, all: &[StmtNo]) {
        for (n, s) in all.iter().enumerate() {
            for decision in self.decisions(*s, &all[n + 1..]) {
                self.volatile_decided(&decision);
                let place = self.span(decision.test);
                let looks: Vec<ExprNo> =
                    self.inside(place).map(|(e, _)| e).filter(|e| self.as_call(*e).is_some()).collect();
                for look in looks {
                    self.two_calls(all, *s, look, &decision.acts);
                }
            }
            if let Form::While { test, body } = self.body.statements[s.index()].form {
                let looks: Vec<ExprNo> =
                    self.inside(self.span(test)).map(|(e, _)| e).filter(|e| self.as_call(*e).is_some()).collect();
                looks.into_iter().for_each(|look| self.two_calls(all, *s, look, &[body]));
            }
            // The second call is given what the first one finds.
            if let Form::Expression(e) = self.body.statements[s.index()].form
                && let Kind::Call(acts) = &self.body.expressions[e.index()].kind
            {
                let given: Vec<Span> = acts.arguments.iter().map(|e| self.span(*e)).collect();
                let looks: Vec<ExprNo> = given
                    .iter()
                    .flat_map(|given| self.inside(*given))
                    .map(|(e, _)| e)
                    .filter(|e| self.as_call(*e).is_some())
                    .collect();
                looks.into_iter().for_each(|look| self.two_calls(all, *s, look, &[*s]));
            }
            // The value of the first call is in a variable.
            if let Some((local, value)) = self.declared(*s)
                && self.as_call(value).is_some()
                && self.body.locals[local.index()].effectively_final
            {
                let uses: Vec<StmtNo> = all[n + 1..].iter().copied().filter(|s| self.acts_by(*s, local)).collect();
                self.two_calls(all, *s, value, &uses);
            }
        }
    }

    /// Returns true for a call with a variable, or a condition about it.
    fn acts_by(&self, s: StmtNo, local: LocalNo) -> bool {
        let place = match self.body.statements[s.index()].form {
            Form::If { test, .. } => self.span(test),
            Form::Expression(e) if self.as_call(e).is_some() => self.span(e),
            _ => return false,
        };
        !self.places_of(place, local).is_empty()
    }

    /// A call that looks, and one in the statements that changes what it has looked at, with a lock for each.
    fn two_calls(&mut self, all: &[StmtNo], first: StmtNo, look: ExprNo, acts: &[StmtNo]) {
        let body = self.body;
        let Kind::Call(asks) = &body.expressions[look.index()].kind else { return };
        let Some(lock) = self.taken_by(asks) else { return };
        let within = |s: &StmtNo| self.statement_span(*s);
        let changes = acts.iter().flat_map(|s| self.inside(within(s))).find_map(|(_, e)| match &e.kind {
            Kind::Call(call) => {
                (self.taken_by(call).as_ref() == Some(&lock) && self.depends(asks, call)).then_some(call)
            }
            _ => None,
        });
        let Some(acts_by) = changes else { return };
        let Some(around) = self.around(acts_by.name_span) else { return };
        let by_methods = self.explicit_of(acts_by).filter(|_| self.lock_of(acts_by).is_none());
        // Who changes something with the lock of readers has another slip.
        if by_methods.as_ref().is_some_and(|taken| taken.lock.ends_with(".readLock()")) {
            return;
        }
        let is_held = match &by_methods {
            Some(taken) => self.is_taken_before(&around, acts_by.name_span, &taken.base),
            None => self.holds(&around, &lock),
        };
        if is_held || self.is_calm(&around, acts_by.name_span) {
            return;
        }
        // A call in a lambda is made at another time.
        if self
            .around(asks.name_span)
            .is_none_or(|other| other.method != around.method || other.lambda != around.lambda)
        {
            return;
        }
        let last = all.iter().rev().find(|s| within(s).contains(acts_by.name_span)).copied();
        let by_turns = if by_methods.is_none() { self.one_turn(first, look, acts_by, &lock) } else { None };
        let held = by_methods.map_or_else(|| lock.clone(), |taken| taken.lock);
        let repair = by_turns.or_else(|| last.and_then(|last| self.one_block(all, (first, last), &held, &around)));
        let (asked, does) = (self.it.text(asks.name), self.it.text(acts_by.name));
        let message = format!(
            "`{asked}` and `{does}` hold `{lock}` one after the other, and nothing holds it between them: another thread may come in, so that what `{asked}` has found is no longer true"
        );
        self.warn_steps(acts_by.name_span, message, repair);
    }

    /// The method of the sources that is called.
    pub(in crate::elaborate::rejected) fn own_method(&self, call: &Call) -> Option<MethodNo> {
        let class = |m: &MethodNo| self.it.java.methods[m.index()].class;
        call.callee.method().filter(|m| self.it.java.classes[class(m).index()].origin == Origin::Source)
    }

    /// The lock that a call takes for itself alone.
    pub(in crate::elaborate::rejected) fn lock_of(&self, call: &Call) -> Option<String> {
        let Some(m) = self.own_method(call) else {
            let target = call.target?;
            let is_known = LOOKS.contains(&self.it.text(call.name)) || CHANGES.contains(&self.it.text(call.name));
            let is_own = matches!(self.it.last_name(self.ty(target)), "Vector" | "Hashtable" | "Stack");
            let is_wrapped = self.made_by(target).is_some_and(|made| made.contains("Collections.synchronized"));
            return (is_known && (is_own || is_wrapped) && self.is_fixed(target)).then(|| self.words(target));
        };
        let data = &self.it.java.methods[m.index()];
        let class = self.it.text(self.it.java.classes[data.class.index()].name);
        if !data.modifiers.is_synchronized() {
            let lock = self.whole_lock(m)?;
            let is_own = call.target.is_none_or(|of| matches!(self.kind(of), Kind::This { .. }));
            return is_own.then(|| lock.to_owned());
        }
        if data.modifiers.is_static() {
            return Some(format!("{class}.class"));
        }
        match call.target {
            None => Some("this".to_owned()),
            Some(target) if matches!(self.kind(target), Kind::This { .. }) => {
                let Kind::This { class: of } = *self.kind(target) else { return None };
                let part = self.body.parts.iter().find(|part| self.part_has(part, call.name_span))?;
                let name = self.it.text(self.it.java.classes[of.index()].name);
                Some(if part.class == of { "this".to_owned() } else { format!("{name}.this") })
            }
            Some(target) => self.is_fixed(target).then(|| self.words(target)),
        }
    }

    fn part_has(&self, part: &crate::tree::body::Part, at: Span) -> bool {
        part.block.iter().any(|s| self.statement_span(*s).contains(at))
            && !self.body.parts.iter().any(|other| {
                let inner = other.block.first().is_some_and(|s| {
                    part.block.iter().any(|own| {
                        let (own, inner) = (self.statement_span(*own), self.statement_span(*s));
                        own != inner && own.contains(inner)
                    })
                });
                inner && other.block.iter().any(|s| self.statement_span(*s).contains(at))
            })
    }

    /// The lock of a block that is the whole body of a method.
    fn whole_lock(&self, m: MethodNo) -> Option<&str> {
        let data = &self.it.java.methods[m.index()];
        let body = self.it.java.sources.at(data.span).split_once('{')?.1.trim_start();
        let (lock, rest) = body.strip_prefix("synchronized")?.trim_start().strip_prefix('(')?.split_once(')')?;
        let ends = rest.trim_end().strip_suffix('}')?.trim_end().ends_with('}');
        let is_name = lock.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
        (ends && is_name && rest.matches('{').count() + 1 == rest.matches('}').count()).then_some(lock.trim())
    }

    /// Returns true for an expression that is the same object each time.
    fn is_fixed(&self, e: ExprNo) -> bool {
        match *self.kind(e) {
            Kind::Local(local) => self.body.locals[local.index()].effectively_final,
            Kind::Field { target, field, .. } => {
                let is_own = target.is_none_or(|of| matches!(self.kind(of), Kind::This { .. } | Kind::Local(_)));
                is_own && self.it.java.fields[field.index()].modifiers.is_final()
            }
            _ => false,
        }
    }

    /// Returns true if the second call changes what the first looks at.
    fn depends(&self, looks: &Call, acts: &Call) -> bool {
        let (Some(reader), Some(writer)) = (self.own_method(looks), self.own_method(acts)) else {
            let both = self.own_method(looks).is_none() && self.own_method(acts).is_none();
            return both && LOOKS.contains(&self.it.text(looks.name)) && CHANGES.contains(&self.it.text(acts.name));
        };
        let class = self.it.java.methods[reader.index()].class;
        if class != self.it.java.methods[writer.index()].class {
            return false;
        }
        let text = |m: MethodNo| self.it.java.sources.at(self.it.java.methods[m.index()].span);
        let body = |m: MethodNo| text(m).split_once('{').map_or("", |(_, body)| body);
        let fields = self.it.java.fields.iter().filter(|field| field.class == class);
        let names: Vec<&str> = fields.map(|field| self.it.text(field.name)).collect();
        // One that takes what it has found leaves nothing to others.
        let takes = names.iter().any(|name| changes(body(reader), name));
        !takes && names.iter().any(|name| !uses(body(reader), name).is_empty() && changes(body(writer), name))
    }

    /// `if (f == null) { f = …; }` of a volatile field.
    fn volatile_decided(&mut self, decision: &Decision) {
        let body = self.body;
        let set = decision.acts.iter().find_map(|s| match body.statements[s.index()].form {
            Form::Expression(e) => match body.expressions[e.index()].kind {
                Kind::Assign { target, .. } => self.volatile(target).map(|field| (field, target)),
                _ => None,
            },
            _ => None,
        });
        let Some((field, target)) = set else { return };
        let asks = self.inside(self.span(decision.test)).any(|(e, _)| self.volatile(e) == Some(field));
        let span = self.span(target);
        let Some(around) = self.around(span).filter(|around| asks && around.held.is_empty()) else { return };
        let data = &self.it.java.methods[around.method.index()];
        let is_locked = data.modifiers.is_synchronized() && !around.is_in_lambda();
        if is_locked
            || self.is_calm(&around, span)
            || ["lock(", "ompareAndSet", "getAndSet"].iter().any(|by| self.it.java.sources.at(data.span).contains(by))
        {
            return;
        }
        let name = self.it.text(self.it.java.fields[field.index()].name);
        let message = format!(
            "`{name}` is volatile, but to look at it and to set it are two steps: another thread may do so between them"
        );
        self.warn_steps(span, message, None);
    }

    /// The volatile field without a guard that an expression is.
    fn volatile(&self, e: ExprNo) -> Option<FieldNo> {
        match *self.kind(e) {
            Kind::Field { target, field, .. } if target.is_none_or(|of| matches!(self.kind(of), Kind::This { .. })) => {
                let data = &self.it.java.fields[field.index()];
                (data.modifiers.is_volatile() && !self.it.java.sources.at(data.span).contains("uarded"))
                    .then_some(field)
            }
            _ => None,
        }
    }
}

/// Offsets behind a name in a text.
pub(in crate::elaborate::rejected) fn uses(text: &str, name: &str) -> Vec<usize> {
    let letter = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let is_use = |at: usize| {
        let (before, behind) = (&text[..at], &text[at + name.len()..]);
        let is_own = before.strip_suffix('.').is_none_or(|of| of.ends_with("this"));
        is_own && !before.ends_with(letter) && !behind.starts_with(letter)
    };
    text.match_indices(name).map(|(at, _)| at).filter(|at| is_use(*at)).map(|at| at + name.len()).collect()
}

/// Returns true for code that gives a field a value, or changes the collection in it.
pub(in crate::elaborate::rejected) fn changes(text: &str, name: &str) -> bool {
    uses(text, name).into_iter().any(|end| {
        let (behind, before) =
            (text[end..].trim_start(), text[..end - name.len()].trim_end().trim_end_matches("this."));
        let steps = ["++", "--"].iter().any(|step| behind.starts_with(step) || before.ends_with(step));
        let compound = ["+=", "-=", "*=", "/=", "[", "|=", "&="].iter().any(|sign| behind.starts_with(sign));
        let calls =
            behind.strip_prefix('.').is_some_and(|call| CHANGES.contains(&call.split('(').next().unwrap_or("")));
        steps || compound || calls || behind.starts_with('=') && !behind.starts_with("==")
    })
}
