//! Headers of classes: type parameters, supertypes.

use super::names::{Named, Scope};
use super::{Problem, Stage};
use crate::Java;
use crate::syntax::{At, NodeKind, Role, Syntax};
use crate::tree::{ClassKind, ClassNo, Nesting, Written};
use crate::types::{Shape, Ty, VarNo};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use std::sync::Arc;

/// Longest chain of classes one above the other. What is above is taken to be external: nobody writes such a chain, and tables of all classes above
/// all classes would not fit into memory.
const DEEPEST: u32 = 200;

impl Java {
    /// Makes the type parameters that a declaration writes; their bounds come later.
    pub(super) fn enter_parameters(&mut self, syntax: &Syntax, at: At) -> Vec<VarNo> {
        let Some(list) = syntax.child(at, Role::TypeParameters) else { return Vec::new() };
        syntax
            .all(list, NodeKind::TypeParameter)
            .filter_map(|p| name_of_parameter(syntax, p))
            .map(|name| {
                let name = self.name_of(syntax.span(name));
                self.types.variable(name)
            })
            .collect()
    }

    /// Reads the bounds of type parameters, which are in scope in them.
    pub(super) fn read_bounds(&mut self, scope: &Scope, syntax: &Syntax, at: At, variables: &[VarNo]) {
        let Some(list) = syntax.child(at, Role::TypeParameters) else { return };
        for (parameter, variable) in syntax.all(list, NodeKind::TypeParameter).zip(variables) {
            let bound = syntax.part(parameter, NodeKind::TypeBound);
            let bounds = bound.map_or_else(Vec::new, |bound| self.arguments_at(scope, syntax, bound));
            let bound = self.types.both(&bounds).unwrap_or_else(|| self.lang("Object"));
            self.types.variables[variable.index()].bound = bound;
            // Whoever follows bounds comes to an end.
            if self.is_bounded_by(bound, *variable) {
                self.types.variables[variable.index()].bound = self.lang("Object");
                let name = name_of_parameter(syntax, parameter).unwrap_or(parameter);
                self.problems.push(Problem::CyclicInheritance { span: syntax.span(name) });
            }
        }
    }

    /// Returns true if a type is a type parameter or bounded by it.
    fn is_bounded_by(&self, ty: Ty, variable: VarNo) -> bool {
        match self.types.shape(ty) {
            Shape::Variable(other) => {
                let bound = self.types.variables[other.index()].bound;
                other == variable || deep(|| self.is_bounded_by(bound, variable))
            }
            Shape::Both(list) => self.types.items(list).iter().any(|item| self.is_bounded_by(*item, variable)),
            Shape::Array(inner) | Shape::Extends(inner) | Shape::Super(inner) => {
                deep(|| self.is_bounded_by(inner, variable))
            }
            Shape::Unknown
            | Shape::Void
            | Shape::Null
            | Shape::Primitive(_)
            | Shape::Class(..)
            | Shape::External(..)
            | Shape::Any
            | Shape::Hole(_) => false,
        }
    }

    /// The names of type parameters, as they are in scope.
    pub(crate) fn named_variables(&self, variables: &[VarNo]) -> Vec<(Name, Named)> {
        variables.iter().map(|v| (self.types.variables[v.index()].name, Named::Variable(*v))).collect()
    }

    /// Reads the header of a class, if that was not done.
    pub(crate) fn ensure_header(&mut self, class: ClassNo) {
        if self.tables.infos[class.index()].stage == Stage::Entered {
            deep(|| self.read_header(class, None));
        }
    }

    /// Reads the header of a local or anonymous class where it is declared. `above` is the type behind `new`.
    pub(crate) fn read_inner(&mut self, class: ClassNo, around: Arc<[(Name, Named)]>, above: Option<Written>) {
        let before = self.tables.infos[class.index()].stage;
        let known = self.classes[class.index()].superclass.map(|w| w.ty);
        // One whose members were asked for before its code was read has what its text says by itself, without what the code knows of types.
        let early = before > Stage::Header && above.is_some_and(|above| known != Some(above.ty));
        if before == Stage::Entered || early {
            self.tables.infos[class.index()].around = around;
            self.read_header(class, above);
        }
        if early {
            self.tables.infos[class.index()].stage = before;
            self.tables.ancestors.remove(&class);
        }
    }

    fn read_header(&mut self, class: ClassNo, above: Option<Written>) {
        self.tables.infos[class.index()].stage = Stage::Header;
        let (data, info) = (&self.classes[class.index()], &self.tables.infos[class.index()]);
        let (file, kind, nesting, at) = (data.file, data.kind, data.nesting, info.at);
        let own = data.parameters.clone();
        let mut extra: Vec<_> = info.around.to_vec();
        extra.extend(self.named_variables(&own));
        let scope = Scope { file, class: data.outer, extra };
        let syntax = self.syntax(file);
        self.read_bounds(&scope, &syntax, at, &own);
        let (superclass, interfaces) = match above {
            Some(above) => (Some(above), Vec::new()),
            None if nesting == Nesting::Anonymous => (self.anonymous_above(class, &scope, &syntax, at), Vec::new()),
            None => self.supertypes_at(&scope, &syntax, at),
        };
        let implied = self.implied_super(class, kind, superclass);
        let mut supers: Vec<Ty> = superclass.iter().chain(&interfaces).map(|w| w.ty).collect();
        // A class is in front of interfaces.
        let place = if kind == ClassKind::Interface { supers.len() } else { 0 };
        supers.splice(place..place, implied);
        // Lombok adds members to the classes of a file that imports it.
        let lombok = self.names.find("lombok");
        let imports = &self.tables.scopes[file.index()].imports;
        let mut external_above = lombok.is_some_and(|lombok| imports.iter().any(|i| i.parts.first() == Some(&lombok)));
        supers.retain(|ty| {
            let cyclic = self.types.class(*ty).is_some_and(|above| self.is_above(class, above));
            external_above |= match self.types.shape(*ty) {
                Shape::Class(above, _) => {
                    self.classes[above.index()].external_above || self.classes[above.index()].damaged > 0
                }
                _ => Some(*ty) != implied,
            };
            if cyclic {
                self.problems.push(Problem::CyclicInheritance { span: self.classes[class.index()].name_span });
            }
            !cyclic
        });
        let above = supers.iter().filter_map(|ty| self.types.class(*ty)).map(|c| self.tables.infos[c.index()].depth);
        let mut depth = above.max().map_or(0, |d| d + 1);
        if depth > DEEPEST {
            supers.clear();
            (depth, external_above) = (0, true);
        }
        let keeps = |w: &Written| supers.contains(&w.ty);
        let data = &mut self.classes[class.index()];
        data.superclass = superclass.filter(keeps);
        data.interfaces = interfaces.into_iter().filter(keeps).collect();
        data.external_above = external_above;
        let info = &mut self.tables.infos[class.index()];
        info.supers = supers;
        info.depth = depth;
        info.stage = Stage::HeaderDone;
    }

    /// The type behind `new`, or the enum of a constant with a body.
    fn anonymous_above(&mut self, class: ClassNo, scope: &Scope, syntax: &Syntax, at: At) -> Option<Written> {
        if syntax.kind(at) == NodeKind::ObjectCreation {
            let type_at = syntax.child(at, Role::Type)?;
            return Some(self.written(scope, syntax, type_at));
        }
        let outer = self.classes[class.index()].outer?;
        let ty = self.this_type(outer);
        Some(Written::implied(ty))
    }

    fn supertypes_at(&mut self, scope: &Scope, syntax: &Syntax, at: At) -> (Option<Written>, Vec<Written>) {
        let superclass = syntax.child(at, Role::Superclass).and_then(|s| syntax.first(s));
        let superclass = superclass.map(|s| self.written(scope, syntax, s));
        let list = syntax.child(at, Role::Interfaces).or_else(|| syntax.part(at, NodeKind::ExtendsInterfaces));
        let list = list.and_then(|l| syntax.part(l, NodeKind::TypeList));
        let interfaces = list.into_iter().flat_map(|l| syntax.children(l));
        (superclass, interfaces.map(|i| self.written(scope, syntax, i)).collect())
    }

    fn implied_super(&mut self, class: ClassNo, kind: ClassKind, superclass: Option<Written>) -> Option<Ty> {
        let object = self.lang("Object");
        match kind {
            ClassKind::Enum if self.classes[class.index()].nesting != Nesting::Anonymous => {
                let this = self.this_type(class);
                Some(self.lang_of("Enum", &[this]))
            }
            ClassKind::Record => Some(self.lang("Record")),
            ClassKind::Class | ClassKind::Enum => {
                let above = superclass.and_then(|s| self.types.class(s.ty));
                let needs = match above {
                    Some(above) => self.classes[above.index()].kind.is_interface(),
                    None => superclass.is_none(),
                };
                Some(object).filter(|o| needs && self.types.class(*o) != Some(class))
            }
            ClassKind::Interface | ClassKind::Annotation => Some(object),
        }
    }

    /// Returns true if `class` is `above`, or one over it.
    fn is_above(&mut self, class: ClassNo, above: ClassNo) -> bool {
        let (mut todo, mut i) = (vec![above], 0);
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(c) = todo.get(i).copied() {
            i += 1;
            if c == class {
                return true;
            }
            self.ensure_header(c);
            for ty in &self.tables.infos[c.index()].supers {
                todo.extend(self.types.class(*ty).filter(|a| seen.insert(*a)));
            }
        }
        false
    }
}

/// The name in the declaration of a type parameter.
fn name_of_parameter(syntax: &Syntax, parameter: At) -> Option<At> {
    let is_name = |c: &At| matches!(syntax.kind(*c), NodeKind::TypeIdentifier | NodeKind::Identifier);
    syntax.children(parameter).find(is_name)
}
