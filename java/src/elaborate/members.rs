//! Fields and methods.

use super::Elaborator;
use super::classes::{Around, CodeOf};
use super::code::{Code, TargetSort, Variable};
use super::emit::{Bound, Head, from_name};
use super::types::Sort;
use crate::profile::Constructors;
use crate::tree::body::{Body, Kind, LocalNo, Operator, Part};
use crate::tree::{ClassNo, FieldNo, Member, MethodKind as JavaKind, MethodNo, Origin};
use crate::types::{Shape, Ty};
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId, Field, List, Method, MethodKind, Param, TypeId, TypeKind};
use racefree_grammar::name::Name;

/// Parameters of a method on the way: those that have another name or type inside.
pub(super) struct Entering {
    pub(super) params: Vec<Param>,
    /// The variable of the body, the parameter that it begins with, and the Java types of both.
    pub(super) renamed: Vec<Renamed>,
}

/// Parameter that becomes a variable of the body.
pub(super) struct Renamed {
    pub(super) local: LocalNo,
    /// The parameter, and its type.
    pub(super) name: Name,
    pub(super) ty: TypeId,
    /// Java types outside and inside.
    pub(super) outside: Ty,
    pub(super) own: Ty,
}

impl Elaborator<'_> {
    /// Makes a field, which may stand behind initialisers. Its own is there if it is a literal that nothing runs before; else
    /// constructors assign it.
    pub(super) fn field(&mut self, field: FieldNo, code: &CodeOf<'_>, around: &Around<'_>, behind: bool) -> Field {
        self.place_field(field);
        let head = self.field_head(field);
        let it = &self.java.fields[field.index()];
        let (modifiers, name_span, span, class, it_ty) = (it.modifiers, it.name_span, it.span, it.class, it.ty.ty);
        let is_final = modifiers.is_final() || it.component && !modifiers.is_static();
        let name = self.field_name(field);
        if self.is_explicit_lock(it_ty) {
            self.found.origins.explicit_lock(self.java.names.text(name));
        }
        let is_source = self.java.classes[class.index()].origin == Origin::Source;
        let shared = modifiers.is_static() || self.is_shared(class);
        let of_class = self.class_head(class);
        let mut code_here = Code::new(self, code, around.frames.clone(), modifiers.is_static());
        let mut ty = code_here.field_type(field);
        let is_primitive = matches!(code_here.it.java.types.shape(it_ty), Shape::Primitive(_));
        let mut guards: Vec<ExprId> = Vec::new();
        for text in &head.guards {
            // A number has no lock of its own: what guards it is no lock.
            let itself = text.text == "itself" && is_primitive;
            guards.extend(if itself { Some(code_here.accessor(field, text.span)) } else { code_here.lock(text) });
        }
        let own = if is_primitive { 0 } else { head.guards.iter().filter(|text| text.text == "itself").count() };
        let mut broken = guards.len() + own < head.guards.len();
        // A constructor of a superclass, or an initialiser in front, may let the object escape before the field is initialised,
        // unless it is a constant.
        let behind = behind && code_here.it.options.constructors == Constructors::Fresh;
        let late = !modifiers.is_static() && !is_final && (behind || code_here.it.is_built_above(class));
        let init = if late { None } else { code_here.literal_of(field) };
        if shared && !is_final && !head.readonly && is_source {
            let has = broken
                || !guards.is_empty()
                || modifiers.is_volatile()
                || !modifiers.is_static() && !of_class.guards.is_empty();
            if !has && self.options.defaults {
                self.found.assumptions.add(Assumed::Default, name_span);
                guards.push(self.default_lock(class, modifiers.is_static(), name_span));
            } else if !has && of_class.immutable.is_some() && self.is_lazy(field) {
                self.found.assumptions.add(Assumed::LazyInit, name_span);
                broken = true;
            } else if !has && of_class.immutable.is_some() && !modifiers.is_static() {
                let message = format!("`{}` is not final, and its class is immutable", self.word_at(name_span));
                self.problem("JAVA ANNOTATION/immutable", name_span, message);
                self.of_declaration(of_class.immutable.unwrap_or(name_span), "of this class");
                broken = true;
            }
        }
        if shared && is_source && self.options.defaults {
            ty = self.with_element_guards(ty, class, modifiers.is_static(), name_span);
        }
        let more = guards.get(1..).map_or(List::default(), |rest| self.out.program.add_list(rest));
        // One whose guard is wrong is reported for that alone.
        let free = modifiers.is_volatile() || broken || !is_source && guards.is_empty();
        Field {
            is_final: is_final || head.readonly && !self.options.run,
            readonly: head.readonly && !is_final,
            volatile: match self.options.run {
                true => modifiers.is_volatile(),
                false => free && guards.is_empty() && !is_final && !head.readonly,
            },
            ty,
            name,
            name_span,
            guard: guards.first().copied(),
            more_guards: more,
            write_guard: None,
            init,
            span: from_name(name_span, span),
        }
    }

    /// Returns true for a field that says `@LazyInit`.
    fn is_lazy(&self, field: FieldNo) -> bool {
        let is = |note: &crate::tree::Note| match note.kind {
            crate::tree::NoteKind::Annotation { name, .. } => self.java.names.text(name) == "LazyInit",
            crate::tree::NoteKind::Comment => false,
        };
        self.java.fields[field.index()].notes.iter().any(is)
    }

    /// The lock of a synchronized method, and of what says nothing, if that is asked for: the object, or the class.
    fn default_lock(&mut self, class: ClassNo, is_static: bool, span: Span) -> ExprId {
        if is_static { self.class_object(class, span) } else { self.out.this(span) }
    }

    /// An array type whose elements have guards: the default one, if they have none.
    fn with_element_guards(&mut self, ty: TypeId, class: ClassNo, is_static: bool, span: Span) -> TypeId {
        let TypeKind::Array { elem, guards: 0, .. } = self.out.program.ty(ty).kind else { return ty };
        self.found.assumptions.add(Assumed::Default, span);
        let elem = self.with_element_guards(elem, class, is_static, span);
        let lock = self.default_lock(class, is_static, span);
        self.out.program.add_array(elem, &[lock], span)
    }

    /// Makes a method.
    pub(super) fn method(&mut self, method: MethodNo, body: &Body, around: &Around<'_>) -> Method {
        self.place_method(method);
        let (name, outermost) = (self.method_name(method), self.outermost(method));
        self.method_as(method, (name, outermost), body, around)
    }

    /// Makes a method in the name and with the types of one that it overrides, the outermost such method.
    pub(super) fn method_as(
        &mut self,
        method: MethodNo,
        (name, outermost): (Name, Option<MethodNo>),
        body: &Body,
        around: &Around<'_>,
    ) -> Method {
        let own = self.method_name(method);
        let it = &self.java.methods[method.index()];
        let (modifiers, result, span, name_span) = (it.modifiers, it.result, it.span, it.name_span);
        let (kind, class, has_body) = (it.kind, it.class, it.has_body);
        let part = body.parts.iter().find(|part| has_body && part.member == Member::Method(method));
        let mut code = Code::new(self, body, around.frames.clone(), modifiers.is_static());
        code.method = Some(method);
        let entering = code.enter(method, part, outermost);
        let params = code.it.out.params(&entering.params);
        let ret_java = outermost.map_or(result.ty, |over| code.it.java.methods[over.index()].result.ty);
        let ret = if code.it.sort(ret_java) == code.it.sort(result.ty) {
            code.result_type(method)
        } else {
            code.plain(ret_java, result.span)
        };
        let requires = code.requires(method);
        let synchronized = modifiers.is_synchronized() && !modifiers.is_static();
        if synchronized || code.it.method_head(method).requires.iter().any(|lock| lock.text == "this") {
            code.held.push((Some(class), Vec::new()));
        }
        let native = !has_body && kind != JavaKind::OfEnum && code.it.is_of_library(class);
        let is_abstract = !has_body && modifiers.is_abstract() || native;
        if let Some(part) = part {
            code.check_required(method, part);
        }
        let mut body = match (part, kind) {
            (Some(part), _) => code.method_body(part, &entering, result.ty, span),
            (None, JavaKind::Accessor(field)) => code.accessor(field, name_span),
            (None, _) if code.it.options.run && name != own => {
                let (this, args) = (code.it.out.this(span), code.parameters.clone());
                let args: Vec<ExprId> = args.iter().map(|x| code.it.out.var(*x, span)).collect();
                code.it.out.call(this, own, &args, span)
            }
            (None, _) if is_abstract => code.it.out.unit(span),
            (None, JavaKind::OfEnum) if code.it.options.run => {
                let parameter = code.parameters.first().copied();
                code.it.enum_method(class, parameter, name_span)
            }
            (None, _) => code.any(ret_java, &[], name_span),
        };
        if let Some(holds) = code.held_in_condition(method) {
            body = code.it.out.seq(&[holds, body], span);
        }
        if modifiers.is_synchronized() {
            let lock = self.default_lock(class, modifiers.is_static(), name_span);
            body = self.out.sync(lock, body, span);
        }
        let atomic = self.method_head(method).atomic;
        if atomic && !is_abstract {
            body = self.out.expr(Expr::Atomic(body), span);
        }
        let kind = if is_abstract { MethodKind::Abstract } else { MethodKind::Plain };
        let made = self.out.method(Head { name, name_span, span, params, ret, requires, kind }, body);
        Method { atomic, synchronized, ..made }
    }

    /// The outermost method that a method overrides.
    pub(super) fn outermost(&mut self, method: MethodNo) -> Option<MethodNo> {
        let mut found = None;
        let mut next = self.overridden(method);
        // Cyclic inheritance is an error elsewhere.
        for _ in 0..64 {
            let Some(over) = next else { break };
            let class = self.java.methods[over.index()].class;
            if !self.is_opaque(class) {
                found = Some(over);
            }
            next = self.overridden(over);
        }
        found
    }
}

impl Code<'_, '_, '_> {
    /// Brings the parameters of a method into scope. One that is assigned, or that has another class in the method that is overridden,
    /// becomes a variable of the body.
    pub(super) fn enter(&mut self, method: MethodNo, part: Option<&Part>, over: Option<MethodNo>) -> Entering {
        let parameters = self.it.java.methods[method.index()].parameters.clone();
        let over_types = over.map_or_else(Vec::new, |over| self.it.java.parameter_types(over));
        let mut entering = Entering { params: Vec::new(), renamed: Vec::new() };
        for (i, parameter) in parameters.iter().enumerate() {
            let outside = over_types.get(i).copied().unwrap_or(parameter.ty.ty);
            let same = self.it.sort(outside) == self.it.sort(parameter.ty.ty);
            let local = part.and_then(|part| part.parameters.get(i)).copied();
            let kept = local.is_none_or(|local| self.body.locals[local.index()].effectively_final);
            let ty = if same { self.parameter_type(method, i) } else { self.plain(outside, parameter.name_span) };
            let name = if same && kept {
                match local {
                    Some(local) => self.declare(local, ty, false),
                    None => {
                        let name = self.variable_name(parameter.name);
                        self.taken.push(name, parameter.name);
                        name
                    }
                }
            } else {
                let name = self.it.variant(parameter.name, "in");
                self.taken.push(name, name);
                if let Some(local) = local {
                    entering.renamed.push(Renamed { local, name, ty, outside, own: parameter.ty.ty });
                }
                name
            };
            self.parameters.push(name);
            if let Some(class) = self.it.unsafe_class(parameter.ty.ty) {
                self.it.found.library_made.insert(parameter.name_span, class);
            }
            entering.params.push(Param { ty, name, span: parameter.name_span });
        }
        entering
    }

    /// The locks that a method requires.
    pub(super) fn requires(&mut self, method: MethodNo) -> List {
        let head = self.it.method_head(method);
        let locks: Vec<ExprId> = head.requires.iter().filter_map(|text| self.lock(text)).collect();
        self.it.out.program.add_list(&locks)
    }

    /// The body of a method, whose parameters are in scope.
    pub(super) fn method_body(&mut self, part: &Part, entering: &Entering, result: Ty, span: Span) -> ExprId {
        let block = part.block.clone();
        self.rebind(&entering.renamed, span, |code| {
            code.returning(result, span, |code, tail| code.block(&block, tail, span))
        })
    }

    /// Binds the variables that parameters become inside.
    pub(super) fn rebind(
        &mut self,
        renamed: &[Renamed],
        span: Span,
        inner: impl FnOnce(&mut Self) -> ExprId,
    ) -> ExprId {
        let mut bound = Vec::new();
        for &Renamed { local, name, ty: given_ty, outside, own } in renamed {
            let it = &self.body.locals[local.index()];
            let (at, written, java, changes) = (it.name_span, it.ty, it.name, !it.effectively_final);
            let given = self.it.out.var(name, at);
            let value = self.convert(given, outside, own, at);
            let ty = if outside == own { given_ty } else { self.ty(written) };
            let inside = self.variable_name(java);
            self.declare_as(local, Variable { name: inside, ty, changes });
            bound.push(Bound { ty, name: inside, value, changes });
        }
        let body = inner(self);
        self.it.out.nest(bound, body, span)
    }

    /// Code that `return` ends: a method's, a lambda's.
    pub(super) fn returning(
        &mut self,
        result: Ty,
        span: Span,
        inner: impl FnOnce(&mut Self, Tail) -> ExprId,
    ) -> ExprId {
        let (sort, is_void) = (TargetSort::Return { ty: result }, self.it.sort(result) == Sort::Void);
        let (ty, tail) = if is_void { (None, Tail::Void) } else { (Some(result), Tail::Value(result)) };
        self.with_target(sort, "return", (ty, span), |code| inner(code, tail))
    }

    /// A field of the class around the code: the body of an accessor that is not written.
    fn accessor(&mut self, field: FieldNo, span: Span) -> ExprId {
        let name = self.it.field_name(field);
        let (_, owner) = self.owner(None, field, span);
        self.it.out.field(owner, name, span)
    }

    /// The initialiser of a field, if it is a literal.
    fn literal_of(&mut self, field: FieldNo) -> Option<ExprId> {
        let part = self.body.parts.iter().find(|part| part.member == Member::Field(field))?;
        let value = part.value?;
        let ty = self.it.java.fields[field.index()].ty.ty;
        let is_literal = match &self.expression(value).kind {
            Kind::Literal(_) => true,
            Kind::Unary { operand, operator: Operator::Subtract } => {
                matches!(self.expression(*operand).kind, Kind::Literal(_))
            }
            _ => false,
        };
        let own = self.expression(value).ty;
        let fits = self.it.sort(own) == self.it.sort(ty) || matches!(self.it.java.types.shape(own), Shape::Null);
        if !is_literal || !fits || self.it.is_made_to_run(field) {
            return None;
        }
        // A literal that fits into a small number is one: nothing is converted.
        let is_small = self.it.options.run && own == Ty::INT && self.primitive_type(ty).is_some();
        Some(if is_small { self.expr(value) } else { self.value(value, ty) })
    }

    /// The type `void`.
    pub(super) fn void(&mut self, span: Span) -> TypeId {
        self.it.out.ty(TypeKind::Void, span)
    }
}

/// Use of the value at the end of code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    /// Code goes on behind it.
    No,
    /// The method ends, without a value.
    Void,
    /// The method ends with a value of this type.
    Value(Ty),
}
