//! Members that records and enums imply.

use super::members::ReadClass;
use crate::Java;
use crate::syntax::{At, NodeKind, Role};
use crate::tree::{ClassKind, ClassNo, Field, FieldNo, Member, Method, MethodKind, Modifiers, Parameter, Written};
use crate::types::{Shape, Ty, VarNo};
use racefree_grammar::name::Name;

impl Java {
    pub(super) fn components(&mut self, of: &ReadClass<'_>, at: At) {
        let (parameters, _) = self.parameters(&of.scope, of.syntax, at);
        for parameter in parameters {
            let field = Field {
                name: parameter.name,
                class: of.class,
                modifiers: Modifiers::PRIVATE.with(Modifiers::FINAL),
                ty: parameter.ty,
                notes: parameter.notes,
                span: parameter.name_span,
                name_span: parameter.name_span,
                initialized: false,
                literal: false,
                component: true,
            };
            self.add_field(field, at);
        }
    }

    pub(super) fn record_parameters(&mut self, class: ClassNo) -> (Vec<Parameter>, bool) {
        let components: Vec<&Field> = self.component_fields(class).map(|f| &self.fields[f.index()]).collect();
        let parameter = |f: &&Field| Parameter {
            name: f.name,
            ty: f.ty,
            is_final: false,
            notes: Vec::new(),
            name_span: f.name_span,
        };
        let parameters: Vec<Parameter> = components.iter().map(parameter).collect();
        let at = self.tables.infos[class.index()].at;
        let syntax = self.syntax(self.classes[class.index()].file);
        let spread =
            syntax.child(at, Role::Parameters).is_some_and(|p| syntax.part(p, NodeKind::SpreadParameter).is_some());
        (parameters, spread)
    }

    /// The fields of a record's components, in order.
    pub(crate) fn component_fields(&self, class: ClassNo) -> impl Iterator<Item = FieldNo> + '_ {
        self.classes[class.index()].members.iter().filter_map(|m| match m {
            Member::Field(f) if self.fields[f.index()].component => Some(*f),
            _ => None,
        })
    }

    /// Accessors and the constructor of a record; `values` and `valueOf` of an enum.
    pub(super) fn implied_members(&mut self, of: &ReadClass<'_>, at: At) {
        let name_span = self.classes[of.class.index()].name_span;
        let none: Vec<VarNo> = Vec::new();
        let implied = |name: Name, modifiers, parameters, result: Written, kind, span| Method {
            name,
            class: of.class,
            modifiers,
            variables: none.clone(),
            parameters,
            varargs: false,
            result,
            notes: Vec::new(),
            span,
            name_span: span,
            kind,
            has_body: false,
        };
        match of.kind {
            ClassKind::Record => {
                let fields: Vec<FieldNo> = self.component_fields(of.class).collect();
                for field in fields {
                    let f = &self.fields[field.index()];
                    let (name, result, span) = (f.name, f.ty, f.name_span);
                    let others = self.tables.methods.get(&(of.class, name)).cloned().unwrap_or_default();
                    if !others.iter().any(|m| self.methods[m.index()].parameters.is_empty()) {
                        let method =
                            implied(name, Modifiers::PUBLIC, Vec::new(), result, MethodKind::Accessor(field), span);
                        self.add_method(method, at);
                    }
                }
                let (parameters, varargs) = self.record_parameters(of.class);
                let name = self.classes[of.class.index()].name;
                let canonical = implied(
                    name,
                    Modifiers::PUBLIC,
                    parameters,
                    Written::implied(Ty::VOID),
                    MethodKind::Canonical,
                    name_span,
                );
                let written = self.tables.constructors.get(&of.class).cloned().unwrap_or_default();
                if !written.into_iter().any(|other| self.same_signature(&canonical, other)) {
                    self.add_method(Method { varargs, ..canonical }, at);
                }
            }
            ClassKind::Enum => {
                let this = self.this_type(of.class);
                let all = Written::implied(self.types.of(Shape::Array(this)));
                let [values, value_of, name] = ["values", "valueOf", "name"].map(|n| self.names.intern(n));
                let modifiers = Modifiers::PUBLIC.with(Modifiers::STATIC);
                self.add_method(implied(values, modifiers, Vec::new(), all, MethodKind::OfEnum, name_span), at);
                let ty = Written::implied(self.lang("String"));
                let text = Parameter { name, ty, is_final: false, notes: Vec::new(), name_span };
                self.add_method(
                    implied(value_of, modifiers, vec![text], Written::implied(this), MethodKind::OfEnum, name_span),
                    at,
                );
            }
            ClassKind::Class | ClassKind::Interface | ClassKind::Annotation => {}
        }
    }
}
