//! Methods that a record has without being written.

use crate::elaborate::Elaborator;
use crate::elaborate::classes::Members;
use crate::elaborate::code::Code;
use crate::elaborate::emit::Head;
use crate::tree::{ClassKind, ClassNo, FieldNo};
use racefree_grammar::Span;
use racefree_grammar::ast::{BinOp, ExprId, List, MethodKind, Param, Run, TypeKind};
use racefree_grammar::name::Name;

impl Elaborator<'_> {
    /// The methods that a record has without being written: `toString`, `equals`, `hashCode`.
    pub(in crate::elaborate) fn record_methods(&mut self, class: ClassNo, into: &mut Members) {
        if !self.options.run || self.java.classes[class.index()].kind != ClassKind::Record {
            return;
        }
        let span = self.java.classes[class.index()].name_span;
        let empty = crate::tree::body::Body::default();
        let mut code = Code::new(self, &empty, crate::elaborate::code::Frames::default(), false);
        for (name, takes) in [("toString", 0), ("hashCode", 0), ("equals", 1)] {
            let java = code.it.intern(name);
            let own = code.it.methods_named(class, java);
            if own.iter().any(|m| code.it.java.methods[m.index()].parameters.len() == takes) {
                continue;
            }
            let called = code.method_of_object(name);
            let other = code.it.intern("other");
            let (body, ret) = match name {
                "toString" => {
                    (code.record_text(class, span), TypeKind::Class { name: Name::STRING, args: List::default() })
                }
                "hashCode" => (code.record_hash(class, span), TypeKind::Int),
                _ => (code.record_equals(class, other, span), TypeKind::Boolean),
            };
            let ret = code.it.out.ty(ret, span);
            let object = code.it.out.object(span);
            let params = [Param { ty: object, name: other, span }];
            let params = if takes == 1 { code.it.out.params(&params) } else { Run::default() };
            let head = Head {
                name: called,
                name_span: span,
                span,
                params,
                ret,
                requires: List::default(),
                kind: MethodKind::Plain,
            };
            into.methods.push(code.it.out.method(head, body));
        }
    }
}

impl Code<'_, '_, '_> {
    fn record_text(&mut self, class: ClassNo, span: Span) -> ExprId {
        let name = self.it.text(self.it.java.classes[class.index()].name).to_owned();
        let fields: Vec<FieldNo> = self.it.java.component_fields(class).collect();
        let mut made = self.text(&format!("{name}["), span);
        for (n, field) in fields.into_iter().enumerate() {
            let it = &self.it.java.fields[field.index()];
            let (java, ty) = (it.name, it.ty.ty);
            let label = format!("{}{}=", if n > 0 { ", " } else { "" }, self.it.text(java));
            let label = self.text(&label, span);
            made = self.it.primitive("concat", &[made, label], span);
            let this = self.it.out.this(span);
            let value = self.component(this, field, span);
            let value = self.shown(value, ty, span);
            made = self.it.primitive("concat", &[made, value], span);
        }
        let end = self.text("]", span);
        self.it.primitive("concat", &[made, end], span)
    }

    fn record_hash(&mut self, class: ClassNo, span: Span) -> ExprId {
        let fields: Vec<FieldNo> = self.it.java.component_fields(class).collect();
        let mut made = self.it.out.int(0, span);
        for field in fields {
            let this = self.it.out.this(span);
            let value = self.component(this, field, span);
            let value = self.as_object(value, field, span);
            let hash = self.helper("hash", &[value], span);
            let factor = self.it.out.int(31, span);
            let before = self.it.out.binary(BinOp::Mul, made, factor, span);
            made = self.it.out.binary(BinOp::Add, before, hash, span);
        }
        made
    }

    fn record_equals(&mut self, class: ClassNo, other: Name, span: Span) -> ExprId {
        let fields: Vec<FieldNo> = self.it.java.component_fields(class).collect();
        let ty = self.plain_class(class, span);
        let value = self.it.out.var(other, span);
        let mut made = self.it.out.instance_of(ty, value, span);
        for field in fields {
            let (this, object) = (self.it.out.this(span), self.it.out.var(other, span));
            let (a, b) = (self.component(this, field, span), self.component(object, field, span));
            let (a, b) = (self.as_object(a, field, span), self.as_object(b, field, span));
            let same = self.helper("same", &[a, b], span);
            made = self.it.out.binary(BinOp::And, made, same, span);
        }
        made
    }
}
