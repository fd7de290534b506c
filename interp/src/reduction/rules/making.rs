//! Objects of Java are made by constructors: default values, the constructor of the superclass, initialisers, the body.

use super::forms::LOCAL;
use super::{Reduced, fresh, thread};
use crate::event::EventKind;
use crate::program::{ClassId, FieldId};
use crate::reduction::context::{Binding, Control, Env, Frame};
use crate::reduction::state::Origin;
use crate::reduction::{Execution, Object, State};
use crate::value::{Fault, ObjectId, ThreadId, Value};
use racefree_grammar::ast::{Expr, ExprId, Extended, MethodKind, TypeId, TypeKind};
use racefree_grammar::name::Name;

impl Execution<'_> {
    /// `new c::k(v…)` → the constructor's body for a new object, then that
    pub(super) fn red_make(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        (ty, constructor): (TypeId, Name),
        args: &[Value],
    ) -> Reduced {
        let TypeKind::Class { name, .. } = self.tables.program.ty(ty).kind else { return Err(Fault::Stuck) };
        let class = self.tables.classes.find(name).ok_or(Fault::Stuck)?;
        let origin = self.origin(state, i, at);
        let object = self.allocate(state, i, class);
        let part = state.object_mut(object).ok_or(Fault::Stuck)?.java_mut();
        (part.making, part.origin) = (true, origin);
        let thread = thread(state, i)?;
        if !args.is_empty() {
            thread.context.pop_back();
        }
        thread.context.push_back(Frame::Making { object });
        thread.context.push_back(Frame::Called { at });
        self.construct(state, i, object, class, constructor, args)?;
        Ok(EventKind::Alloc { object, class })
    }

    /// `super::k(v…)`, `this::k(v…)` → the body of that constructor
    pub(super) fn red_delegate(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        (up, constructor): (bool, Name),
        args: &[Value],
        env: &Env,
    ) -> Reduced {
        let Some(&Binding::Value(Value::Object(object))) = env.get(&Name::THIS) else { return Err(Fault::Stuck) };
        let class = *self.tables.java.delegates.get(&at).ok_or(Fault::Stuck)?;
        let class = if up { self.tables.classes.get(class).superclass() } else { Some(class) };
        if !args.is_empty() {
            thread(state, i)?.context.pop_back();
        }
        self.construct(state, i, object, class.ok_or(Fault::Stuck)?, constructor, args)?;
        LOCAL
    }

    /// An object of a class, before its constructor.
    pub(super) fn allocate(&self, state: &mut State, i: ThreadId, class: ClassId) -> ObjectId {
        let mut object = Object::blank(class, i);
        object.fields = self.fields_of(class).into_iter().map(|f| self.first_value(f)).collect();
        fresh(state, i, object)
    }

    /// The code that makes an object at a place.
    pub(super) fn origin(&self, state: &State, i: ThreadId, at: ExprId) -> Origin {
        let java = &self.tables.java;
        let own = |at: ExprId| !java.is_library(self.tables.program.span(at));
        if own(at) {
            return if java.names.implied.contains(&at) { Origin::Implied } else { Origin::Written };
        }
        let context = state.threads.get(i.index()).map(|t| &t.context);
        let mut is_called = false;
        for frame in context.into_iter().flat_map(|context| context.iter().rev()) {
            match frame {
                Frame::Making { object }
                    if state.object(*object).is_some_and(|o| self.tables.is_of_library(o.class)) =>
                {
                    return Origin::Part(*object);
                }
                // A constructor stands in the object that it makes.
                _ if is_called => break,
                Frame::Called { at } => is_called = own(*at),
                _ => {}
            }
        }
        Origin::Library
    }

    /// The value of a literal initialiser, or the default.
    pub(in crate::reduction) fn first_value(&self, field: FieldId) -> Value {
        match self.tables.fields[field.index()].init.map(|e| self.tables.program.expr(e)) {
            Some(Expr::Int(n)) => Value::Int(n),
            Some(Expr::Bool(b)) => Value::Bool(b),
            Some(Expr::Str(s)) => Value::Object(ObjectId(self.tables.literal_objects[&s])),
            _ => self.default_value(field),
        }
    }

    /// Goes into a constructor; one that calls no other runs that of the class above first.
    fn construct(
        &self,
        state: &mut State,
        i: ThreadId,
        object: ObjectId,
        class: ClassId,
        name: Name,
        args: &[Value],
    ) -> Result<(), Fault> {
        let program = &self.tables.program;
        let mut methods = self.tables.classes.declaration(program, class).map_or(0..0, |d| d.methods.indices());
        let is_one = |m: &usize| {
            let method = &program.methods[*m];
            method.name == name && program.kind_of(method) == MethodKind::Constructor
        };
        let Some(m) = methods.find(is_one) else {
            // No constructor is written.
            return match self.implied(Some(class)) {
                Some((c, m)) => self.construct(state, i, object, c, program.methods[m].name, &[]),
                None => {
                    thread(state, i)?.control = Control::Value(Value::Void);
                    Ok(())
                }
            };
        };
        let method = program.methods[m];
        let params = program.params_of(&method);
        if params.len() != args.len() {
            return Err(Fault::Stuck);
        }
        let mut env = self.this_and_ghosts(state, object, class);
        for (param, &v) in params.iter().zip(args) {
            env.insert(param.name, Binding::Value(v));
        }
        let body = Control::Eval(method.body, env);
        let calls = |e: ExprId| matches!(program.expr(e), Expr::Extended(Extended::Delegate { .. }));
        let above = self.implied(self.tables.classes.get(class).superclass());
        match above.filter(|_| !program.within(method.body).any(calls)) {
            Some((c, m)) => {
                thread(state, i)?.context.push_back(Frame::Behind { then: Box::new(body) });
                self.construct(state, i, object, c, program.methods[m].name, &[])
            }
            None => {
                thread(state, i)?.control = body;
                Ok(())
            }
        }
    }

    /// The constructor without parameters of a class, or of the next above it that has one.
    fn implied(&self, class: Option<ClassId>) -> Option<(ClassId, usize)> {
        let program = &self.tables.program;
        self.tables.classes.ancestors(class?).find_map(|c| {
            let mut methods = self.tables.classes.declaration(program, c)?.methods.indices();
            let plain = |m: &usize| {
                let method = &program.methods[*m];
                program.kind_of(method) == MethodKind::Constructor && method.params.is_empty()
            };
            methods.find(plain).map(|m| (c, m))
        })
    }
}
