//! Denotations of locks and types at run time, and the typing of values.

use super::Preservation;
use racefree_grammar::ast::{Expr, ExprId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_interp::program::{ClassId, FieldId};
use racefree_interp::reduction::{Binding, Env, GhostPath, State};
use racefree_interp::{ObjectId, Value};
use racefree_typeck::values::{Cn, Lock, Type};
use std::sync::Arc;

impl Preservation<'_> {
    /// Value of a field.
    fn field_value(&self, state: &State, v: Value, fd: Name) -> Option<Value> {
        let object = state.heap.get(v.object()?.index())?;
        let at = self.run.tables.field_of(object.class, fd)?;
        object.fields.get(at.slot.index()).copied()
    }

    /// Denotation of a lock expression in an environment; none through null.
    pub(super) fn denote(&self, state: &State, env: &Env, l: &Lock) -> Option<Value> {
        let Root::Var(x) = l.root else { return None };
        let root = match env.get(&x)? {
            Binding::Value(v) => Some(*v),
            Binding::Ghost(path) => self.run.denote(state, path),
            Binding::Cell(_) => None,
        };
        l.fields.iter().try_fold(root?, |v, &fd| self.field_value(state, v, fd))
    }

    /// A lock expression as a path from a value.
    fn path(&self, l: ExprId, env: &Env) -> Option<GhostPath> {
        match self.program.expr(l) {
            Expr::Var(x) => match env.get(&x)? {
                Binding::Value(v) => Some(GhostPath { root: *v, fields: Vec::new() }),
                Binding::Ghost(path) => Some((**path).clone()),
                Binding::Cell(_) => None,
            },
            Expr::Field { recv, field } => {
                let mut path = self.path(recv, env)?;
                path.fields.push(field);
                Some(path)
            }
            _ => None,
        }
    }

    /// `[o/this, ghosts]` as code of a class sees an object of it, or of a class below it.
    pub(super) fn object_env(&self, state: &State, o: ObjectId, class: ClassId) -> Option<Env> {
        let classes = &self.run.tables.classes;
        let object = state.heap.get(o.index())?;
        let (mut at, mut ghosts) = (object.class, object.ghosts.to_vec());
        loop {
            let mut env = Env::unit(Name::THIS, Binding::Value(Value::Object(o)));
            let info = classes.get(at);
            let declared = classes.declaration(self.program, at);
            if let Some(declared) = declared {
                let names = self.program.ghosts_of(&declared).iter().map(|g| g.name);
                env.extend(names.zip(ghosts).map(|(x, path)| (x, Binding::Ghost(Arc::new(path)))));
            }
            if at == class {
                return Some(env);
            }
            let args = match declared?.extends.map(|t| self.program.ty(t).kind) {
                Some(TypeKind::Class { args, .. }) => self.program.list(args),
                _ => &[],
            };
            ghosts = args.iter().map(|&l| self.path(l, &env)).collect::<Option<_>>()?;
            at = info.superclass()?;
        }
    }

    /// Returns true if a value has a type, with ghost arguments compared by their denotations.
    pub(super) fn conforms(&self, state: &State, env: &Env, v: Value, t: &Type) -> bool {
        match (t, v) {
            // A void value can only be discarded, so it may be anything.
            (Type::Void | Type::Unknown, _) => true,
            (Type::Int, v) => matches!(v, Value::Int(_)),
            (Type::Boolean, v) => matches!(v, Value::Bool(_)),
            (Type::Null, v) => v == Value::Null,
            (Type::Class(..), Value::Null) => true,
            (Type::Class(cn, ls), Value::Object(o)) => self.is_instance(state, env, o, *cn, ls),
            (Type::Class(..), Value::Void | Value::Bool(_) | Value::Int(_)) => false,
        }
    }

    fn is_instance(&self, state: &State, env: &Env, o: ObjectId, cn: Cn, ls: &[Lock]) -> bool {
        let (Some(class), Some(object)) =
            (self.run.tables.classes.find(cn.name(self.program)), state.heap.get(o.index()))
        else {
            return false;
        };
        if !self.run.tables.classes.below(object.class, class) {
            return false;
        }
        if ls.is_empty() {
            return true;
        }
        let Some(inside) = self.object_env(state, o, class) else { return false };
        let Some(declared) = self.run.tables.classes.declared(class) else { return false };
        let names = self.program.ghosts_of(&self.program.classes[declared as usize]).iter().map(|g| g.name);
        names.zip(ls).all(|(x, l)| {
            let (has, wanted) = (self.denote(state, &inside, &Lock::var(x)), self.denote(state, env, l));
            let both = has.and_then(Value::object).is_some() && wanted.and_then(Value::object).is_some();
            self.notes.borrow_mut().0.ghosts += u64::from(both);
            has == wanted
        })
    }

    /// Returns true if a static type is thread-local.
    pub(super) fn local(&self, t: &Type) -> bool {
        match t {
            Type::Class(cn, _) => self
                .run
                .tables
                .classes
                .find(cn.name(self.program))
                .is_some_and(|c| self.run.tables.classes.get(c).thread_local()),
            _ => false,
        }
    }

    /// Returns true if a value has a field's declared type, in an object.
    pub(super) fn fits_field(&self, state: &State, o: ObjectId, field: FieldId, v: Value) -> bool {
        let owner = self.run.tables.fields[field.index()].owner;
        let declared = Type::written(self.program, self.program.fields[field.index()].ty);
        self.object_env(state, o, owner).is_some_and(|env| self.conforms(state, &env, v, &declared))
    }

    /// `Class#number`, for messages.
    pub(super) fn name(&self, state: &State, v: Value) -> String {
        match v.object() {
            Some(o) => format!("{}#{}", self.run.show_value(state, v), o.0),
            None => self.run.show_value(state, v),
        }
    }
}
