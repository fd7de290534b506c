//! Methods that lend an object: it stays in a collection of their class, so that each thread that asks gets the same.

use super::Elaborator;
use crate::library;
use crate::tree::body::{Body, ExprNo, Form, Kind, Literal, LocalNo};
use crate::tree::{FieldNo, Member, MethodKind, MethodNo};

/// Methods of collections that give an element, which stays.
const GIVE: &[&str] = &[
    "get",
    "getOrDefault",
    "computeIfAbsent",
    "putIfAbsent",
    "getFirst",
    "getLast",
    "peek",
    "peekFirst",
    "peekLast",
    "element",
    "elementAt",
    "first",
    "last",
    "firstElement",
    "lastElement",
];

/// Words of a method that takes elements out.
const TAKES_OUT: &[&str] = &["remove", "poll", "pop", "take", "clear", "wait("];

impl Elaborator<'_> {
    /// The field with the collection in which an object stays that a method gives: one that takes a lock, so that it is meant for several threads.
    pub(super) fn lent_by(&mut self, method: MethodNo) -> Option<FieldNo> {
        if let Some(&known) = self.contents.lent.get(&method) {
            return known;
        }
        let found = self.found_lent(method);
        self.contents.lent.insert(method, found);
        found
    }

    fn found_lent(&mut self, method: MethodNo) -> Option<FieldNo> {
        let it = &self.java.methods[method.index()];
        let text = self.java.sources.at(it.span);
        let is_locked = it.modifiers.is_synchronized() || text.contains("synchronized") || text.contains("ock()");
        let is_plain = it.has_body && it.kind == MethodKind::Plain && is_locked;
        if !is_plain || TAKES_OUT.iter().any(|word| text.contains(word)) || self.is_opaque(it.class) {
            return None;
        }
        let body = self.java.attribute(Member::Method(method));
        let mut found = None;
        for s in &body.statements {
            let Form::Return(Some(value)) = s.form else { continue };
            if matches!(body.expressions[value.index()].kind, Kind::Literal(Literal::Null)) {
                continue;
            }
            let field = self.element_of(&body, value)?;
            if found.is_some_and(|other| other != field) {
                return None;
            }
            found = Some(field);
        }
        found
    }

    /// The field of the object itself whose collection has the value of an expression as an element.
    fn element_of(&self, body: &Body, e: ExprNo) -> Option<FieldNo> {
        match &body.expressions[e.index()].kind {
            Kind::Cast { value, .. } => self.element_of(body, *value),
            Kind::Call(call) if GIVE.contains(&self.text(call.name)) => self.collection_of(body, call.target?),
            Kind::Element { array, .. } => self.collection_of(body, *array),
            Kind::Local(local) => self.element_in(body, *local),
            _ => None,
        }
    }

    /// The same of a variable: that of a loop over the collection, or one that only gets elements.
    fn element_in(&self, body: &Body, local: LocalNo) -> Option<FieldNo> {
        let over = body.statements.iter().find_map(|s| match s.form {
            Form::ForEach { local: own, over, .. } if own == local => Some(over),
            _ => None,
        });
        if let Some(over) = over {
            return self.collection_of(body, self.behind_views(body, over));
        }
        let is_it = |e: ExprNo| matches!(body.expressions[e.index()].kind, Kind::Local(of) if of == local);
        let is_null = |e: &ExprNo| matches!(body.expressions[e.index()].kind, Kind::Literal(Literal::Null));
        let assigned = body.expressions.iter().filter_map(|e| match e.kind {
            Kind::Assign { target, value } if is_it(target) => Some(value),
            _ => None,
        });
        let declared = body.statements.iter().filter_map(|s| match s.form {
            Form::Local { local: own, value } if own == local => value,
            _ => None,
        });
        let values: Vec<ExprNo> = declared.chain(assigned).filter(|e| !is_null(e)).collect();
        // A variable that has another one's value is looked at no further.
        let direct = |e: &ExprNo| !matches!(body.expressions[e.index()].kind, Kind::Local(of) if of == local);
        let mut fields = values.iter().filter(|e| direct(e)).map(|e| self.element_of_call(body, *e));
        let first = fields.next()??;
        fields.all(|field| field == Some(first)).then_some(first)
    }

    /// The same of a call alone, or of the variable of a loop.
    fn element_of_call(&self, body: &Body, e: ExprNo) -> Option<FieldNo> {
        match &body.expressions[e.index()].kind {
            Kind::Local(local) => {
                let mut loops = body.statements.iter().filter_map(|s| match s.form {
                    Form::ForEach { local: own, over, .. } if own == *local => Some(over),
                    _ => None,
                });
                self.collection_of(body, self.behind_views(body, loops.next()?))
            }
            _ => self.element_of(body, e),
        }
    }

    /// The field of the object itself, or of its class, that an expression is, if it has a collection or an array.
    fn collection_of(&self, body: &Body, e: ExprNo) -> Option<FieldNo> {
        let Kind::Field { target, field, .. } = body.expressions[e.index()].kind else { return None };
        let is_own = target.is_none_or(|of| matches!(body.expressions[of.index()].kind, Kind::This { .. }));
        let ty = self.java.fields[field.index()].ty.ty;
        let is_array = matches!(self.java.types.shape(ty), crate::types::Shape::Array(_));
        (is_own && (is_array || library::of_type(self.library_name(ty)?).is_some())).then_some(field)
    }
}
