//! Types against races: ghosts are variables.

use super::{Beneath, FieldAt, Written, path};
use crate::model::atomicities::Lock;
use crate::model::theta::Step;
use crate::over::TOLERATED;
use racefree_grammar::ast::{Class, ExprId, Program, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_kernel::{Options, TypeError};
use racefree_typeck::model::{self, Cn, Type};
use std::collections::BTreeMap;

/// The paths that are a type's arguments.
type Args = Vec<Vec<String>>;

pub(in crate::model) struct Base<'p> {
    program: &'p Program,
    types: BTreeMap<ExprId, Type>,
}

impl<'p> Base<'p> {
    pub(in crate::model) fn new(program: &'p Program, options: &Options) -> Base<'p> {
        Base { program, types: model::types(program, options) }
    }

    fn class(&self, cn: Cn) -> Option<Class> {
        match cn {
            Cn::Declared(i) => self.program.classes.get(i),
            Cn::Object | Cn::String => None,
        }
    }

    fn args(&self, ls: &[model::Lock]) -> Args {
        ls.iter().map(|l| path(self.program, l)).collect()
    }

    fn class_type(&self, e: ExprId) -> Option<(Cn, Args)> {
        match self.types.get(&e)? {
            Type::Class(cn, ls) => Some((*cn, self.args(ls))),
            _ => None,
        }
    }

    /// The arguments by which a class means itself.
    fn own(&self, cn: Cn) -> Args {
        let ghosts = self.class(cn).map_or(&[][..], |class| self.program.ghosts_of(&class));
        ghosts.iter().map(|g| vec![self.program.text(g.name).to_owned()]).collect()
    }

    /// [lᵢ/xᵢ] for a class type cn<l₁…ₙ>
    fn ghosts(&self, cn: Cn, args: &[Vec<String>]) -> Step {
        let ghosts = self.class(cn).map_or(&[][..], |class| self.program.ghosts_of(&class));
        Step { vars: ghosts.iter().map(|g| g.name).zip(args.iter().cloned()).collect(), formals: Vec::new() }
    }

    /// A class type and its superclasses, the nearest first, each as a class type seen from the first.
    fn supertypes(&self, cn: Cn, args: Args) -> Vec<(Cn, Args)> {
        let mut all = vec![(cn, args)];
        // A class that is its own superclass is an error that is reported.
        while let Some((cn, args)) = all.last().filter(|_| all.len() <= self.program.classes.len() + 2) {
            let Some(class) = self.class(*cn) else { break };
            let Some(Type::Class(above, written)) = class.extends.map(|t| Type::written(self.program, t)) else {
                all.push((Cn::Object, Vec::new()));
                break;
            };
            let theta = self.ghosts(*cn, args);
            let written = self.args(&written).iter().map(|l| theta.path(self.program, l)).collect();
            all.push((above, written));
        }
        all
    }
}

impl<'p> Beneath<'p> for Base<'p> {
    fn class_of(&self, e: ExprId) -> Option<Cn> {
        Some(self.class_type(e)?.0)
    }

    fn above(&self, cn: Cn) -> Vec<Cn> {
        self.supertypes(cn, Vec::new()).into_iter().map(|(cn, _)| cn).collect()
    }

    fn field(&self, recv: ExprId, fd: Name) -> Option<FieldAt<'p>> {
        let (cn, args) = self.class_type(recv)?;
        self.supertypes(cn, args).into_iter().find_map(|(class, args)| {
            let decl = self.class(class)?;
            let field = self.program.fields_of(&decl).iter().find(|f| f.name == fd)?;
            let lock = |l: Option<ExprId>| l.and_then(|l| self.lock(Written::default(), l, &|_| true));
            let (guard, write_guard) = (lock(self.program.guard_of(&decl, field)), lock(field.write_guard));
            Some(FieldAt { field, class, guard, write_guard, theta: self.ghosts(class, &args) })
        })
    }

    fn of_call(&self, recv: ExprId, _: &[ExprId], class: Cn, _: usize) -> Step {
        let Some((cn, args)) = self.class_type(recv) else { return Step::default() };
        let seen = self.supertypes(cn, args.clone()).into_iter().find(|(above, _)| *above == class);
        if let Some((class, args)) = seen {
            return self.ghosts(class, &args);
        }
        // The ghosts of a subclass that stand for one of the receiver's class.
        let own = self.supertypes(class, self.own(class)).into_iter().find(|(above, _)| *above == cn);
        let ghosts = self.class(class).map_or(&[][..], |class| self.program.ghosts_of(&class));
        let pairs = own.into_iter().flat_map(|(_, over)| over.into_iter().zip(args.clone()));
        let plain = |l: &[String]| ghosts.iter().find(|g| *l == [self.program.text(g.name)]).map(|g| g.name);
        Step { vars: pairs.filter_map(|(over, l)| Some((plain(&over)?, l))).collect(), formals: Vec::new() }
    }

    fn of_written(&self, t: TypeId, _: &dyn Fn(Name) -> bool) -> Step {
        match Type::written(self.program, t) {
            Type::Class(cn, ls) => self.ghosts(cn, &self.args(&ls)),
            _ => Step::default(),
        }
    }

    fn of_overridden(&self, class: Cn, _: usize, above: Cn, _: usize) -> Step {
        let seen = self.supertypes(class, self.own(class)).into_iter().skip(1).find(|(cn, _)| *cn == above);
        seen.map_or_else(Step::default, |(cn, args)| self.ghosts(cn, &args))
    }

    fn lock(&self, _: Written, l: ExprId, _: &dyn Fn(Name) -> bool) -> Option<Lock> {
        let l = model::Lock::of(self.program, l);
        matches!(l.root, Root::Var(_)).then(|| Lock::path(path(self.program, &l)))
    }

    fn requires(&self, _: Cn, m: usize) -> Vec<Lock> {
        let requires = self.program.list(self.program.methods[m].requires);
        requires.iter().filter_map(|&l| self.lock(Written::default(), l, &|_| true)).collect()
    }

    fn not_self(&self, _: Cn, _: Option<usize>) -> Vec<String> {
        Vec::new()
    }

    fn tolerates(&self, error: &TypeError) -> bool {
        TOLERATED.contains(&error.premise)
    }
}
