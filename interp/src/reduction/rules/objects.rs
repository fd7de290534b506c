//! Objects: \[RED NEW\], \[RED INIT\], \[RED REF\], \[RED ASSIGN\], \[RED INVOKE\]; substitution of `this`, ghosts.

use super::forms::LOCAL;
use super::{Reduced, become_expr, become_value, fresh, receiver, thread};
use crate::event::{EventKind, Local};
use crate::ops;
use crate::program::{ClassId, FieldId, MethodId};
use crate::reduction::context::{Binding, Control, Env, Frame, GhostPath};
use crate::reduction::{Execution, Object, State};
use crate::value::{Exception, Fault, ObjectId, ThreadId, Value};
use racefree_grammar::ast::{Expr, ExprId, TypeKind};
use racefree_grammar::name::Name;
use std::sync::Arc;

/// Layers of a thread in a program of Java behind which a call is a `StackOverflowError`.
const DEEPEST: usize = 60_000;

impl Execution<'_> {
    /// \[RED NEW\]  `new c` → `init o (fd=e)*`
    pub(super) fn red_new(&self, state: &mut State, i: ThreadId, at: ExprId, env: Env) -> Reduced {
        let program = &self.tables.program;
        let Expr::New(ty) = program.expr(at) else { return Err(Fault::Stuck) };
        let TypeKind::Class { name, args } = program.ty(ty).kind else { return Err(Fault::Stuck) };
        let class = self.tables.classes.find(name).filter(|&c| c != ClassId::STRING).ok_or(Fault::Stuck)?;
        let ghosts: Option<Arc<[GhostPath]>> = program.list(args).iter().map(|&l| self.path(l, &env)).collect();
        let ghosts = ghosts.ok_or(Fault::Stuck)?;
        let fields = self.fields_of(class);
        let values = fields.iter().map(|f| self.default_value(*f)).collect();
        let mut made = Object { ghosts, fields: values, ..Object::blank(class, i) };
        if self.tables.java.has_forms {
            made.java_mut().origin = self.origin(state, i, at);
        }
        let object = fresh(state, i, made);
        let thread = thread(state, i)?;
        thread.context.push_back(Frame::Init { at, object, class, fields: fields.into(), next: 0 });
        self.initialise(state, i)?;
        Ok(EventKind::Alloc { object, class })
    }

    /// Goes on to the next initialiser of the object under construction: ghosts and `this` are put in for it.
    fn initialise(&self, state: &mut State, i: ThreadId) -> Result<(), Fault> {
        let Some(Frame::Init { object, fields, next, .. }) = thread(state, i)?.context.back().cloned() else {
            return Err(Fault::Stuck);
        };
        let control = match fields.get(next) {
            None => Control::Value(Value::Object(object)),
            Some(&field) => match self.tables.fields[field.index()].init {
                None => Control::Value(self.default_value(field)),
                Some(init) => {
                    let owner = self.tables.fields[field.index()].owner;
                    Control::Eval(init, self.this_and_ghosts(state, object, owner))
                }
            },
        };
        thread(state, i)?.control = control;
        Ok(())
    }

    /// \[RED INIT\]  `init o (fd=v), rest` → `init o rest`
    pub(super) fn red_init(
        &self,
        state: &mut State,
        i: ThreadId,
        object: ObjectId,
        field: FieldId,
        value: Value,
    ) -> Reduced {
        let slot = self.tables.fields[field.index()].slot.index();
        let o = state.object_mut(object).ok_or(Fault::Stuck)?;
        o.fields.set(slot, value);
        o.built += 1;
        self.stored(state, object, value);
        if let Some(Frame::Init { next, .. }) = thread(state, i)?.context.back_mut() {
            *next += 1;
        }
        self.initialise(state, i)?;
        Ok(EventKind::InitWrite { object, field, value })
    }

    /// \[RED REF\]  `o.fd` → `H(o).fd`
    pub(super) fn red_ref(&self, state: &mut State, i: ThreadId, recv: Value, fd: Name) -> Reduced {
        let object = receiver(recv)?;
        let o = state.heap.get(object.index()).ok_or(Fault::Stuck)?;
        let at = self.tables.field_of(o.class, fd).ok_or(Fault::Stuck)?;
        let value = o.fields.get(at.slot.index()).copied().ok_or(Fault::Stuck)?;
        let thread = thread(state, i)?;
        match thread.context.back_mut() {
            Some(Frame::Ghost { next, .. }) => {
                *next += 1;
                thread.control = Control::Value(value);
            }
            _ => become_value(thread, value),
        }
        Ok(EventKind::Read { object, field: at.field, value })
    }

    /// \[RED ASSIGN\]  `o.fd = v` → `v`
    pub(super) fn red_assign(&self, state: &mut State, i: ThreadId, recv: Value, fd: Name, value: Value) -> Reduced {
        let object = receiver(recv)?;
        let o = state.object_mut(object).ok_or(Fault::Stuck)?;
        let at = self.tables.field_of(o.class, fd).ok_or(Fault::Stuck)?;
        let old = o.fields.set(at.slot.index(), value);
        self.stored(state, object, value);
        become_value(thread(state, i)?, value);
        Ok(EventKind::Write { object, field: at.field, value, old })
    }

    /// \[RED INVOKE\]  `o.mn(v…)` → `[o/this, vⱼ/yⱼ, ghosts]e`
    pub(super) fn red_invoke(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        recv: Value,
        args: &[Value],
    ) -> Reduced {
        if self.is_of_null(at, recv, args) {
            return Err(Fault::Throw(Exception::NullPointer));
        }
        if let Some(primitive) = self.primitive(state, at, recv) {
            return self.red_primitive(state, i, at, primitive, args);
        }
        if let Some(value) = self.called_built_in(state, i, at, recv, args)? {
            become_value(thread(state, i)?, value);
            return LOCAL;
        }
        if self.tables.java.has_forms && thread(state, i)?.context.len() > DEEPEST {
            return self.throws(state, i, at, "StackOverflowError", None);
        }
        let object = receiver(recv)?;
        let Expr::Call { method: mn, .. } = self.tables.program.expr(at) else { return Err(Fault::Stuck) };
        let class = state.heap.get(object.index()).ok_or(Fault::Stuck)?.class;
        let class = self.class_of_call(at, class);
        let method = self.tables.method_of(class, mn).filter(|&m| self.tables.arity(m) == args.len());
        let method = method.ok_or(Fault::Stuck)?;
        match method {
            MethodId::Predefined(b) => {
                let value = self.made(state, i, ops::builtin(state, b, recv, args)?);
                become_value(thread(state, i)?, value);
            }
            MethodId::Declared(m) => {
                let declared = &self.tables.program.methods[m as usize];
                let mut env = self.this_and_ghosts(state, object, self.tables.method_owner[m as usize]);
                for (param, &v) in self.tables.program.params_of(declared).iter().zip(args) {
                    env.insert(param.name, Binding::Value(v));
                }
                let thread = thread(state, i)?;
                become_expr(thread, declared.body, env);
                if self.tables.java.has_forms {
                    thread.context.push_back(Frame::Called { at });
                }
            }
        }
        Ok(EventKind::Call { object, method })
    }

    /// A class and its superclasses, `Object` first.
    fn chain(&self, class: ClassId) -> Vec<ClassId> {
        let mut chain = vec![class];
        while let Some(parent) = chain.last().and_then(|&c| self.tables.classes.get(c).superclass()) {
            chain.push(parent);
        }
        chain.reverse();
        chain
    }

    /// The fields of its objects, those of superclasses first.
    pub(in crate::reduction) fn fields_of(&self, class: ClassId) -> Vec<FieldId> {
        let own = |class: ClassId| self.tables.classes.declared(class);
        let own = |class| own(class).map_or(Default::default(), |d| self.tables.program.classes[d as usize].fields);
        self.chain(class).into_iter().flat_map(|class| own(class).indices().map(|f| FieldId(f as u32))).collect()
    }

    pub(in crate::reduction) fn default_value(&self, field: FieldId) -> Value {
        let program = &self.tables.program;
        match program.ty(program.fields[field.index()].ty).kind {
            TypeKind::Int => Value::Int(0),
            TypeKind::Boolean => Value::Bool(false),
            TypeKind::Void | TypeKind::Class { .. } | TypeKind::Array { .. } => {
                self.zero_of(program.fields[field.index()].ty)
            }
        }
    }

    /// θl: a lock expression as a path.
    fn path(&self, l: ExprId, env: &Env) -> Option<GhostPath> {
        let mut fields = Vec::new();
        let mut at = l;
        loop {
            match self.tables.program.expr(at) {
                Expr::Field { recv, field } => {
                    fields.push(field);
                    at = recv;
                }
                Expr::Var(x) => {
                    let after = fields.into_iter().rev();
                    return match env.get(&x) {
                        Some(Binding::Value(root)) => Some(GhostPath { root: *root, fields: after.collect() }),
                        Some(Binding::Cell(_)) => None,
                        Some(Binding::Ghost(path)) => Some(GhostPath {
                            root: path.root,
                            fields: path.fields.iter().copied().chain(after).collect(),
                        }),
                        // A name that is not in scope denotes nothing, as a path through `null` does (D13).
                        None => {
                            Some(GhostPath { root: Value::Null, fields: std::iter::once(x).chain(after).collect() })
                        }
                    };
                }
                _ => return None,
            }
        }
    }

    /// `[o/this, ghosts]` for code of class `class`, which is the object's or a superclass of it.
    pub(super) fn this_and_ghosts(&self, state: &State, o: ObjectId, class: ClassId) -> Env {
        let Some(object) = state.heap.get(o.index()) else { return Env::default() };
        let program = &self.tables.program;
        let mut at = object.class;
        let mut ghosts: Vec<GhostPath> = object.ghosts.to_vec();
        loop {
            let mut env = Env::unit(Name::THIS, Binding::Value(Value::Object(o)));
            let info = self.tables.classes.get(at);
            let Some(declared) = self.tables.classes.declaration(program, at) else { return env };
            for (ghost, path) in program.ghosts_of(&declared).iter().zip(ghosts) {
                env.insert(ghost.name, Binding::Ghost(Arc::new(path)));
            }
            if at == class {
                return env;
            }
            // Ghost arguments that the class gives its superclass.
            let args = match declared.extends.map(|t| program.ty(t).kind) {
                Some(TypeKind::Class { args, .. }) => program.list(args),
                _ => &[],
            };
            ghosts = args.iter().filter_map(|&l| self.path(l, &env)).collect();
            match info.superclass() {
                Some(parent) => at = parent,
                None => return env,
            }
        }
    }
}

/// `init o ()` → `o`
pub(super) fn red_built(state: &mut State, i: ThreadId, object: ObjectId) -> Reduced {
    become_value(thread(state, i)?, Value::Object(object));
    Ok(EventKind::Local(Local::Built))
}
