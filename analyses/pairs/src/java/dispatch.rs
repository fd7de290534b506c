//! Calls through a type that the sources do not have, `List.get` or `Base.work`: the object may be one of a class of the sources below that
//! type, and its method then runs. Where not even the type is known, any method or field of the name may be meant.

use super::{Known, Plain};
use racefree_grammar::ast::{Expr, ExprId, Program};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use rustc_hash::FxHashMap;

/// A method of an object, as Java has it.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// The number of its parameters.
    pub parameters: usize,
    /// Its class is below one that the sources do not have.
    pub below_outside: bool,
}

/// Value of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// Anything: something new, what it is given, and what that has.
    Anything,
    /// The object that it is called on.
    Itself,
    /// Something that this object has.
    Part,
    /// Nothing of all that: the call is of a text, which asks others for no more than their own texts.
    Nothing,
}

/// A call of code outside of the sources, as Java has it.
#[derive(Clone, Debug)]
pub struct Called {
    /// The name of the method.
    pub name: String,
    /// The number of its arguments.
    pub arguments: usize,
    /// The object that it is called on is the first operand.
    pub on_object: bool,
    /// The class of that object is not known.
    pub any_class: bool,
    /// Something may be kept of what it is given.
    pub keeps: bool,
    /// Value of the call.
    pub gives: Gives,
}

/// Members of the sources by their names in Java.
#[derive(Default)]
pub(super) struct Dispatched {
    /// By name and number of parameters: the methods, true for one of a class that is below one outside of the sources.
    methods: FxHashMap<(String, usize), Vec<(Name, bool)>>,
    fields: FxHashMap<String, Vec<Name>>,
}

/// The members of objects.
pub(super) fn dispatched(program: &Program, known: &Known) -> Dispatched {
    let mut found = Dispatched::default();
    for method in &program.methods {
        let Some(java) = known.methods.get(&method.name_span) else { continue };
        let all = found.methods.entry((java.name.clone(), java.parameters)).or_default();
        match all.iter_mut().find(|(name, _)| *name == method.name) {
            Some((_, below)) => *below |= java.below_outside,
            None => all.push((method.name, java.below_outside)),
        }
    }
    for field in &program.fields {
        let Some(java) = known.fields.get(&field.name_span) else { continue };
        let all = found.fields.entry(java.clone()).or_default();
        if !all.contains(&field.name) {
            all.push(field.name);
        }
    }
    found
}

impl Plain<'_> {
    /// True if a call of code outside of the sources may be one of a method of theirs.
    pub(super) fn may_be_of_sources(&self, called: &Called) -> bool {
        let key = (called.name.clone(), called.arguments);
        self.dispatched.methods.get(&key).is_some_and(|all| all.iter().any(|(_, below)| *below))
    }

    /// Calls and accesses of members of the sources that code outside of them may mean, on the first operand.
    pub(super) fn dispatch(&mut self, args: &[ExprId], objects: &[Option<Name>], span: Span) -> Vec<ExprId> {
        if let Some((field, writes)) = self.known.unknown_fields.get(&span) {
            let fields = self.dispatched.fields.get(field).cloned().unwrap_or_default();
            let Some(&Some(of)) = objects.first() else { return Vec::new() };
            return fields.into_iter().map(|field| self.unknown_field(of, field, *writes, objects, span)).collect();
        }
        let Some(called) = self.known.calls.get(&span) else { return Vec::new() };
        let key = (called.name.clone(), called.arguments);
        let mut names = self.dispatched.methods.get(&key).cloned().unwrap_or_default();
        names.retain(|(_, below)| *below || called.any_class);
        // An argument that is a function which the library runs at once is not among the operands.
        let given = &objects[usize::from(called.on_object).min(objects.len())..];
        let complete = given.len() == called.arguments && args.len() == objects.len();
        let mut calls = Vec::new();
        for (name, _) in names {
            for object in self.receivers(called, objects, span) {
                let own: Vec<ExprId> = (0..called.arguments)
                    .map(|i| match given.get(i).copied().flatten().filter(|_| complete) {
                        Some(object) => self.var(object, span),
                        None => self.add(Expr::Null, span),
                    })
                    .collect();
                calls.push(self.call(object, name, &own, span));
            }
        }
        calls
    }

    /// Objects that a call may be of: without a written one, `this` and the objects around it.
    fn receivers(&mut self, called: &Called, objects: &[Option<Name>], span: Span) -> Vec<ExprId> {
        if called.on_object {
            return objects.first().copied().flatten().map(|object| self.var(object, span)).into_iter().collect();
        }
        let class = self.program.classes[self.class];
        let names = class.fields.indices().map(|f| self.program.fields[f].name);
        let around: Vec<Name> = names.filter(|f| self.program.text(*f).starts_with("this$")).collect();
        let mut all = vec![self.var(Name::THIS, span)];
        for field in around {
            let this = self.var(Name::THIS, span);
            all.push(self.field(this, field, span));
        }
        all
    }

    fn unknown_field(&mut self, of: Name, field: Name, writes: bool, objects: &[Option<Name>], span: Span) -> ExprId {
        let recv = self.var(of, span);
        if !writes {
            return self.field(recv, field, span);
        }
        let value = match objects.get(1).copied().flatten() {
            Some(value) => self.var(value, span),
            None => self.add(Expr::Null, span),
        };
        self.assign(recv, field, value, span)
    }
}
