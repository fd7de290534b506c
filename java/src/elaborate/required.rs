//! Methods that require an explicit lock and give it back: what follows does not hold it, and they end with it.

use super::code::Code;
use super::effects::Effects;
use super::flow::Held;
use crate::annotations::LockText;
use crate::lock::{LockPath, LockRoot, LockScope, LockStep};
use crate::tree::body::{Body, Callee, ExprNo, Form, Kind, Part, StmtNo};
use crate::tree::{ClassNo, FieldNo, MethodNo};
use racefree_grammar::Span;

/// A lock in a class, by the fields from its `this`, none of the class for a static one.
type FromThis = (Option<ClassNo>, Vec<FieldNo>);

impl Code<'_, '_, '_> {
    /// Reports what a method does without a lock that it requires, once it has given it back.
    pub(super) fn check_required(&mut self, method: MethodNo, part: &Part) {
        for text in self.it.method_head(method).requires.clone() {
            let class = self.it.java.methods[method.index()].class;
            let Some(lock) = self.path_in_text(class, Some(method), &text) else { continue };
            let span = self.it.java.methods[method.index()].span;
            let effects = self.effects_from(&lock, span);
            if !effects.gives_back() {
                continue;
            }
            let (held, out) = self.held_in(&part.block, &effects, 1);
            self.check_without(&held, &effects, &lock, &text);
            if out == Some(0) && !self.it.options.only_annotated {
                let (at, name) =
                    (self.it.java.methods[method.index()].name_span, self.it.java.methods[method.index()].name);
                let name = crate::spelling::plain(self.it.text(name)).into_owned();
                let message = format!("`{name}` requires `{}`, and may end without it", text.text);
                self.it.problem("JAVA ANNOTATION/kept", at, message);
                self.it.of_declaration(text.span, "required here");
            }
        }
    }

    /// The path of a lock that a text names in a class.
    fn path_in_text(&mut self, class: ClassNo, method: Option<MethodNo>, text: &LockText) -> Option<FromThis> {
        let scope = LockScope { class, method, locals: None, is_static: self.is_static };
        let LockPath { root, steps, .. } =
            self.it.java.resolve_lock(scope, &text.text).ok().filter(|path| !path.monitor)?;
        let root = match root {
            LockRoot::This(class) => Some(class),
            LockRoot::ClassObject(_) => None,
            _ => return None,
        };
        let field = |step: &LockStep| match *step {
            LockStep::Field(field) => Some(field),
            _ => None,
        };
        Some((root, steps.iter().map(field).collect::<Option<_>>()?))
    }

    /// Accesses and calls that need a lock, in statements that do not hold it any more.
    fn check_without(&mut self, held: &Held, effects: &Effects, lock: &FromThis, text: &LockText) {
        let statements: Vec<StmtNo> = held.without().collect();
        for s in statements {
            let statement = &self.body.statements[s.index()];
            let is_whole = matches!(
                statement.form,
                Form::Local { .. } | Form::Expression(_) | Form::Return(_) | Form::Throw(_) | Form::Yield(_)
            );
            // One that changes what is held is looked at by its parts.
            if !is_whole && effects.within(statement.span).next().is_some() {
                continue;
            }
            let within = statement.span;
            for i in 0..self.body.expressions.len() {
                let e = ExprNo(i as u32);
                if within.contains(self.span(e)) {
                    self.check_use(e, lock, text);
                }
            }
        }
    }

    fn check_use(&mut self, e: ExprNo, lock: &FromThis, text: &LockText) {
        let is_own = |code: &Self, target: Option<ExprNo>| {
            target.is_none_or(|target| matches!(code.expression(target).kind, Kind::This { .. }))
        };
        let span = self.span(e);
        let (guards, class, premise, verb): (Vec<LockText>, _, _, _) = match &self.expression(e).kind {
            Kind::Field { target, field, .. } if is_own(self, *target) => {
                let class = self.it.java.fields[field.index()].class;
                let writes = is_written(self.body, e);
                let premise = if writes { "EXP ASSIGN/guard-held" } else { "EXP REF/guard-held" };
                (self.it.field_head(*field).guards.clone(), class, premise, if writes { "write" } else { "read" })
            }
            Kind::Call(call) if is_own(self, call.target) => {
                let Callee::Declared(method) = call.callee else { return };
                let class = self.it.java.methods[method.index()].class;
                (self.it.method_head(method).requires.clone(), class, "EXP INVOKE/requires-held", "call")
            }
            _ => return,
        };
        for guard in guards {
            if self.path_in_text(class, None, &guard).as_ref() == Some(lock) {
                let what = self.it.word_at(span);
                let what = what.split('(').next().unwrap_or(&what).to_owned();
                let message = format!("`{}` must be held to {verb} `{what}`, and was given back before", text.text);
                self.it.problem(premise, span, message);
                self.it.of_declaration(guard.span, "needed by this");
            }
        }
    }

    fn effects_from(&mut self, (root, fields): &FromThis, at: Span) -> Effects {
        self.effects_on_path(*root, fields, at)
    }
}

/// Returns true for the target of an assignment.
fn is_written(body: &Body, e: ExprNo) -> bool {
    body.expressions.iter().any(|other| match &other.kind {
        Kind::Assign { target, .. } => *target == e,
        Kind::Compound { target, .. } | Kind::Step { target, .. } => *target == e,
        _ => false,
    })
}
