//! Sentences about classes and their members: sections 4, 5.1, 5.3 and 5.5.

use super::count;
use crate::Sentences;
use crate::cx::Cx;
use crate::error::Difference;
use crate::judgment::MethodId;
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::TypeId;
use racefree_grammar::path::Path;
use racefree_grammar::span::Span;
use racefree_program::{FieldId, Problem};

impl Cx<'_, ()> {
    /// A violation of a predicate on programs, in which types have no part.
    pub(super) fn declared(&self, problem: Problem) -> Sentences {
        let program = self.program;
        let class = |c| self.class_name(c);
        let field = |f: FieldId| &program.fields[f.index()];
        let method = |m: u32| &program.methods[m as usize];
        match problem {
            Problem::ClassAgain { class: c, first } => match self.classes.decl(first) {
                Some(first) => Sentences::new(format!("class `{}` is declared twice", class(c)))
                    .relate(first.name_span, "declared here first"),
                None => Sentences::new(format!("`{}` is predefined and cannot be declared", class(c))),
            },
            // Other superclasses are premises of the class's own rule.
            Problem::Superclass { class: c, .. } | Problem::Supertype { class: c, .. } => {
                Sentences::new(format!("class `{}` inherits from itself", class(c)))
                    .label("is on a cycle of superclasses")
                    .note("racefree takes the superclass of this class to be `Object` from here on")
            }
            Problem::FieldAgain { first, again } => {
                Sentences::new(format!("the field `{}` is declared twice", self.name(field(again).name)))
                    .relate(field(first).name_span, "declared here first")
            }
            Problem::FieldInherited { field: f, owner, inherited } => {
                let (fd, owner) = (self.name(field(f).name), class(owner));
                Sentences::new(format!("the field `{fd}` is inherited from class `{owner}` already"))
                    .relate(field(inherited).name_span, "declared here first")
                    .help("give it another name, or use the inherited one")
            }
            Problem::MethodAgain { first, again } => {
                Sentences::new(format!("the method `{}` is declared twice", self.name(method(again).name)))
                    .relate(method(first).name_span, "declared here first")
                    .note("there is no overloading: a method name means one method")
            }
        }
    }

    pub(super) fn bad_override(
        &self,
        (class, method): (ClassId, u32),
        (owner, over): (ClassId, MethodId),
        difference: &Difference,
    ) -> Sentences {
        let locks = |set: &[Path]| match set {
            [] => "no locks".to_owned(),
            set => set.iter().map(|&l| format!("`{}`", self.show_path(l))).collect::<Vec<_>>().join(", "),
        };
        let difference = match difference {
            Difference::Arity(theirs, ours) => format!("it takes {}, not {ours}", count(*theirs, "parameter")),
            Difference::Result(theirs, ours) => {
                format!("its result is of type `{}`, not `{}`", self.show(*theirs), self.show(*ours))
            }
            Difference::Param(j, theirs, ours) => {
                format!("its parameter {} is of type `{}`, not `{}`", j + 1, self.show(*theirs), self.show(*ours))
            }
            Difference::Requires(theirs, ours) => {
                let why = "a call establishes what the static class's method requires; the override would run without the locks that it counts on";
                let text = format!("requires {} there and {} here", locks(theirs), locks(ours));
                return self.overrides((class, method), (owner, over), &text).note(why);
            }
        };
        self.overrides((class, method), (owner, over), &format!("has another type there: {difference}"))
            .note("a call is checked against the method of the static class and runs the one of the object's class, so both need the same type")
    }

    fn overrides(
        &self,
        (class, method): (ClassId, u32),
        (owner, over): (ClassId, MethodId),
        difference: &str,
    ) -> Sentences {
        let methods = &self.program.methods;
        let (cn, owner) = (self.class_name(class), self.class_name(owner));
        let mn = self.name(methods[method as usize].name);
        let place = match over {
            MethodId::Declared(first) => methods[first as usize].name_span,
            MethodId::Predefined(_) => Span::NONE,
        };
        Sentences::new(format!("`{cn}.{mn}` overrides `{owner}.{mn}`, which {difference}"))
            .relate(place, "the overridden method")
    }

    pub(super) fn unknown_super(&self, ty: TypeId) -> Sentences {
        let text = self.program.ty(ty).span.text(self.source);
        let said = Sentences::new(format!("the superclass `{text}` is not declared"));
        match self.similar_class(text) {
            Some(near) => said.help(format!("there is a class `{near}`")),
            None => said,
        }
    }

    pub(super) fn local_super(&self, class: ClassId, super_ty: Ty) -> Sentences {
        let (cn, sup) = (self.class_name(class), self.show(super_ty));
        Sentences::new(format!("the shared class `{cn}` extends the thread-local class `{sup}`"))
            .relate(self.class_span(super_ty), "this class is thread-local")
            .note(
                "many threads can reach an object of a shared class, and with it the unguarded fields that it inherits",
            )
            .help(format!(
                "declare `{cn}` `thread_local` too, or give the superclass guards and drop its `thread_local`"
            ))
    }

    /// The name of a field, and that of the class that declares it.
    fn field_name(&self, field: u32) -> (&str, &str) {
        let class = self.class_of_field(field);
        (self.name(self.program.fields[field as usize].name), class.map_or("?", |c| self.name(c.name)))
    }

    pub(super) fn unguarded(&self, field: u32) -> Sentences {
        let (fd, cn) = self.field_name(field);
        Sentences::new(format!("the field `{fd}` of the shared class `{cn}` is neither guarded nor final"))
            .label("many threads can reach this field, and nothing keeps them apart")
            .help(format!("write `guarded_by this` behind `{fd}`; or `final` before it, if it never changes; or make `{cn}` a `thread_local` class, if one thread alone uses its objects"))
    }

    pub(super) fn local_field(&self, field: u32, t: Ty) -> Sentences {
        let ((fd, cn), ty) = (self.field_name(field), self.show(t));
        let said = Sentences::new(format!(
            "the field `{fd}` of the shared class `{cn}` is of the thread-local type `{ty}`"
        ))
        .label("leads from a shared object to a thread-local one")
        .note("many threads can reach a shared object and, through this field, the object that belongs to one of them");
        match self.types.class_of(t) {
            Some(local) => said.relate(self.class_span(t), format!("`{}` is thread-local", self.class_name(local))),
            None => said,
        }
    }

    pub(super) fn overrides_shared(&self, method: u32, owner: ClassId, over: Option<u32>) -> Sentences {
        let methods = &self.program.methods;
        let (mn, owner) = (self.name(methods[method as usize].name), self.class_name(owner));
        Sentences::new(format!("a thread-local class overrides `{mn}` of the shared class `{owner}`"))
            .label("overrides a method of a shared class")
            .note(format!("an object of this class can travel to another thread as a value of type `{owner}`; a call of `{mn}` there would run this body, which is checked as code of one thread"))
            .help("give the method another name, or make the superclass `thread_local` too")
            .relate(over.map_or(Span::NONE, |m| methods[m as usize].name_span), format!("`{owner}` declares it here"))
    }
}
