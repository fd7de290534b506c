//! Static initialisers: they run once, at the first use of their class; other threads wait until they are done.

use super::forms::LOCAL;
use super::thread;
use crate::event::EventKind;
use crate::reduction::context::{Control, Frame};
use crate::reduction::redex::Redex;
use crate::reduction::state::Init;
use crate::reduction::{Execution, State};
use crate::value::{ObjectId, ThreadId, Value};
use racefree_grammar::ast::{Expr, ExprId, Extended, MethodKind, TypeKind};

impl Execution<'_> {
    /// The object of a class whose static initialiser has to run before a redex, and is not done.
    pub(in crate::reduction) fn used_class(&self, state: &State, i: ThreadId, redex: &Redex) -> Option<ObjectId> {
        let (program, java) = (&self.tables.program, &self.tables.java);
        if !java.has_forms {
            return None;
        }
        let (own, used) = match *redex {
            Redex::Ref { recv, .. } | Redex::Assign { recv, .. } | Redex::Invoke { recv, .. } => {
                let object = recv.object()?;
                if !self.is_constant(object) {
                    return None;
                }
                let holder = state.object(object)?;
                // The classes before it are done as well.
                if matches!(holder.java().init, Init::Done) || self.is_constant_field(state, object, redex) {
                    return None;
                }
                (Some(object), java.used_by(holder.class))
            }
            Redex::Java { at, .. } | Redex::Whole { at, .. } => {
                let (Expr::New(ty) | Expr::Extended(Extended::Make { ty, .. })) = program.expr(at) else { return None };
                let TypeKind::Class { name, .. } = program.ty(ty).kind else { return None };
                let class = self.tables.classes.find(name)?;
                (java.holders.get(&class).copied(), java.used_by(class))
            }
            _ => return None,
        };
        // Of the classes before it, the first that is not initialised comes first.
        let is_open = |&object: &ObjectId| {
            let o = state.object(object)?;
            let open = !matches!(o.java().init, Init::Done) && o.java().init != Init::Running(i);
            (open && java.initialises(o.class)).then_some(object)
        };
        let is_initialised =
            |own: &ObjectId| is_open(own).is_none() && state.object(*own).is_some_and(|o| java.initialises(o.class));
        if own.as_ref().is_some_and(is_initialised) { None } else { used.iter().find_map(is_open) }
    }

    /// Returns true for the reading of a final field whose value is a literal: its class is not used by that.
    fn is_constant_field(&self, state: &State, object: ObjectId, redex: &Redex) -> bool {
        let Redex::Ref { field, .. } = *redex else { return false };
        let found = state.object(object).and_then(|o| self.tables.field_of(o.class, field));
        found.is_some_and(|at| {
            let field = &self.tables.fields[at.field.index()];
            field.is_final && field.init.is_some()
        })
    }

    /// Returns true for the object of a class.
    pub(in crate::reduction) fn is_constant(&self, o: ObjectId) -> bool {
        let first = self.tables.literals.len();
        (first..first + self.tables.java.constants.len()).contains(&o.index())
    }

    /// The objects of classes.
    pub(crate) fn classes(&self) -> impl Iterator<Item = ObjectId> + use<> {
        let first = self.tables.literals.len() as u32;
        (first..first + self.tables.java.constants.len() as u32).map(ObjectId)
    }

    /// Begins the static initialiser of a class that is used for the first time.
    pub(super) fn first_use(&self, state: &mut State, i: ThreadId, object: ObjectId) -> Option<EventKind> {
        let o = state.object_mut(object)?;
        if o.java().init == Init::Failed {
            let name = self.qualified(o.class);
            return self.uninitialised(state, i, &name).ok();
        }
        if o.java().init != Init::Never {
            return None;
        }
        o.java_mut().init = Init::Running(i);
        let class = o.class;
        let env = self.this_and_ghosts(state, object, class);
        let program = &self.tables.program;
        let methods = self.tables.classes.declaration(program, class)?.methods.indices();
        let is_one = |m: &usize| program.kind_of(&program.methods[*m]) == MethodKind::StaticInitializer;
        let bodies: Vec<ExprId> = methods.filter(is_one).map(|m| program.methods[m].body).collect();
        let thread = thread(state, i).ok()?;
        let then = Box::new(std::mem::replace(&mut thread.control, Control::Value(Value::Void)));
        thread.context.push_back(Frame::Static { object, then });
        for body in bodies.into_iter().rev() {
            thread.context.push_back(Frame::Behind { then: Box::new(Control::Eval(body, env.clone())) });
        }
        LOCAL.ok()
    }
}
