//! Scopes and candidates (specification, section 2): which locks may be in a slot, read off the environments in which the
//! rules ask for it.

use crate::limits::EXPLICIT;
use racefree_grammar::ast::Dialect;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_typeck::Cx;
use racefree_typeck::env::EnvId;
use racefree_typeck::open::Notes;
use racefree_typeck::types::{ClassId, Ty};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The bindings of the environments that questions are about, one environment after the other: neighbours have most in common.
#[derive(Default)]
pub struct Scopes {
    /// The bindings in scope, by their numbers, which grow.
    stack: Vec<u32>,
    /// Bindings in scope, by name.
    by_name: FxHashMap<Name, Vec<u32>>,
    /// Variables that are never locked. As locks one is as good as another: the first in scope stands for all, for it is in scope wherever the
    /// others are.
    pub idle: FxHashSet<Name>,
    /// The bindings that candidates begin with.
    roots: Vec<u32>,
    /// The first idle one of these.
    first: Option<u32>,
}

impl Scopes {
    /// Goes to an environment.
    pub fn go(&mut self, cx: &Cx<'_, Notes>, env: EnvId) {
        let mut new = Vec::new();
        let mut at = env;
        for binding in cx.env.bindings(env) {
            if self.stack.binary_search(&at.0).is_ok() {
                break;
            }
            new.push((at.0, binding.name));
            at = binding.before;
        }
        while let Some(&top) = self.stack.last()
            && (at == EnvId::EMPTY || top > at.0)
        {
            self.stack.pop();
            if self.roots.last() == Some(&top) {
                self.roots.pop();
                self.first = self.first.filter(|&first| first != top);
            }
            if let Some(binding) = cx.env.bindings(EnvId(top)).next()
                && let Some(numbers) = self.by_name.get_mut(&binding.name)
            {
                numbers.pop();
            }
        }
        for (number, name) in new.into_iter().rev() {
            self.stack.push(number);
            let is_idle = self.idle.contains(&name);
            if !is_idle || self.first.is_none() {
                self.roots.push(number);
                self.first = self.first.or(is_idle.then_some(number));
            }
            self.by_name.entry(name).or_default().push(number);
        }
    }

    /// The type of a variable in scope.
    pub fn get(&self, cx: &Cx<'_, Notes>, x: Name) -> Option<Ty> {
        let number = *self.by_name.get(&x)?.last()?;
        cx.env.bindings(EnvId(number)).next().map(|binding| binding.ty)
    }

    /// The variables in scope that locks begin with, `this` first, the others as declared.
    fn variables(&self, cx: &Cx<'_, Notes>) -> Vec<(Name, Ty)> {
        let bindings = self.roots.iter().filter_map(|&number| cx.env.bindings(EnvId(number)).next());
        let mut all: Vec<(Name, Ty)> = bindings.map(|b| (b.name, b.ty)).collect();
        all.sort_by_key(|&(name, _)| name != Name::THIS);
        all
    }

    /// The class of a path.
    pub fn class_of(&self, cx: &Cx<'_, Notes>, path: Path) -> Option<ClassId> {
        match cx.types.paths.step(path) {
            Step::Root(Root::Var(x)) => cx.types.class_of(self.get(cx, x)?),
            Step::Root(_) => None,
            Step::Field(before, field) => {
                let class = self.class_of(cx, before)?;
                class_of_field(cx, class, field).1
            }
        }
    }

    /// The fields of a path that are not declared `final`; none if it is no path in scope, or goes through what cannot be final.
    pub fn fields_to_be_final(&self, cx: &Cx<'_, Notes>, path: Path) -> Option<Vec<u32>> {
        let mut fields = Vec::new();
        let Root::Var(x) = cx.types.paths.root(path) else { return None };
        let mut class = cx.types.class_of(self.get(cx, x)?);
        for field in cx.types.paths.fields_of(path) {
            // Of every object, and last in a path.
            if cx.program.dialect == Dialect::Java && cx.program.text(field) == EXPLICIT {
                break;
            }
            let (found, next) = class_of_field(cx, class?, field);
            let found = found?;
            if !cx.program.fields[found as usize].is_final {
                if !cx.heard.finals[found as usize] {
                    return None;
                }
                fields.push(found);
            }
            class = next;
        }
        Some(fields)
    }
}

fn class_of_field(cx: &Cx<'_, Notes>, class: ClassId, field: Name) -> (Option<u32>, Option<ClassId>) {
    let Some((_, f)) = cx.classes.field(class, field) else { return (None, None) };
    (Some(f.0), cx.classes.class_of_type(cx.program.fields[f.index()].ty))
}

/// The fields through which a path may go on from a class: final ones, or such as may become final, with their classes.
#[derive(Default)]
pub struct Steps {
    by_class: FxHashMap<ClassId, Rc<[(Name, ClassId)]>>,
}

impl Steps {
    fn of(&mut self, cx: &Cx<'_, Notes>, class: ClassId) -> Rc<[(Name, ClassId)]> {
        if let Some(known) = self.by_class.get(&class) {
            return known.clone();
        }
        let mut ancestors: Vec<ClassId> = cx.classes.ancestors(class).collect();
        ancestors.reverse();
        let mut steps = Vec::new();
        for decl in ancestors.into_iter().filter_map(|c| cx.classes.decl(c)) {
            for f in decl.fields.indices() {
                let field = &cx.program.fields[f];
                if (field.is_final || cx.heard.finals[f])
                    && let Some(c) = cx.classes.class_of_type(field.ty)
                {
                    steps.push((field.name, c));
                }
            }
        }
        let steps: Rc<[_]> = steps.into();
        self.by_class.insert(class, steps.clone());
        steps
    }

    /// Cand(E) for the current environment: in order, with the class of each.
    pub fn candidates(
        &mut self,
        cx: &mut Cx<'_, Notes>,
        scopes: &Scopes,
        depth: u32,
        most: usize,
    ) -> Vec<(Path, ClassId)> {
        let mut all: Vec<(Path, ClassId)> = Vec::new();
        for (x, ty) in scopes.variables(cx) {
            if let Some(class) = cx.types.class_of(ty) {
                all.push((cx.types.paths.var(x), class));
            }
        }
        let mut from = 0;
        for _ in 0..depth {
            let to = all.len();
            for i in from..to {
                let (path, class) = all[i];
                for &(field, next) in self.of(cx, class).iter() {
                    all.push((cx.types.paths.field(path, field), next));
                }
                if all.len() > most {
                    return all;
                }
            }
            from = to;
        }
        all
    }
}
