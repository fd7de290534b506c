//! Forms of expressions that the dialect of Java has besides ([`Dialect::Java`](super::Dialect)).

use super::{Expr, ExprId, List, Mapper, Program, TypeId, TypeKind};
use crate::name::Name;
use crate::span::Span;

/// Expressions of the dialect of Java alone, one variant of [`Expr`] to whoever has nothing to do with them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Extended {
    /// `C.class`: the object of the class C, the same in every environment. The name is `C.class`, so that no variable has it
    /// ([`Program::class_constant`]).
    ClassConst(Name),
    /// `let var t x = e in e`: a variable that is assigned again.
    LetVar {
        /// `t`.
        ty: TypeId,
        /// `x`.
        var: Name,
        /// First value of `x`.
        bound: ExprId,
        /// The scope of `x`.
        body: ExprId,
    },
    /// `x = e`, the variable as an [`Expr::Var`].
    SetVar {
        /// `x`.
        var: ExprId,
        /// The new value.
        value: ExprId,
    },
    /// `new c(e*)`, or `new c::k(e*)` for a constructor of another name.
    Make {
        /// The class, with its ghost arguments.
        ty: TypeId,
        /// Name of the constructor.
        constructor: Name,
        /// The arguments.
        args: List,
    },
    /// `super(e*)`, `this(e*)`, `super::k(e*)`, `this::k(e*)`, in a constructor.
    Delegate {
        /// True for `super`.
        up: bool,
        /// Name of the constructor.
        constructor: Name,
        /// The arguments.
        args: List,
    },
    /// `any t (e*)`: a value that the sources do not define.
    Any {
        /// `t`.
        ty: TypeId,
        /// Operands.
        args: List,
    },
    /// `cast t (e)`
    Cast {
        /// `t`.
        ty: TypeId,
        /// The value.
        value: ExprId,
    },
    /// `e instanceof t`
    InstanceOf {
        /// `t`.
        ty: TypeId,
        /// The value.
        value: ExprId,
    },
    /// `new t[]<l*>(e)`: an array of that length.
    NewArray {
        /// The type of the array, its guards included.
        ty: TypeId,
        /// Number of elements.
        length: ExprId,
    },
    /// `e[e']`
    Element {
        /// The array `e`.
        array: ExprId,
        /// The index `e'`.
        index: ExprId,
    },
    /// `e[e'] = e''`
    SetElement {
        /// The array `e`.
        array: ExprId,
        /// The index `e'`.
        index: ExprId,
        /// The new value `e''`.
        value: ExprId,
    },
    /// `e.length` of an array.
    Length(ExprId),
    /// `label a in e`, or `label t a in e` if the exits have values.
    Label {
        /// `t`; none, if the exits have no value.
        ty: Option<TypeId>,
        /// `a`.
        label: Name,
        /// The body, which an exit ends.
        body: ExprId,
    },
    /// `exit a`, `exit a (e)`: ends the expression of that label, with a value.
    Exit {
        /// `a`.
        label: Name,
        /// `e`.
        value: Option<ExprId>,
    },
    /// `throw e`
    Throw(ExprId),
    /// `try { e } catch (c x) { e } … finally { e }`; its parts by [`Program::parts_of_try`].
    Try {
        /// The body, the [`Extended::Catch`] clauses, and what is behind `finally`.
        parts: List,
        /// True if there is a `finally`.
        finally: bool,
    },
    /// `catch (c x) { e }`, only as a part of a `try`.
    Catch {
        /// `c`.
        ty: TypeId,
        /// `x`.
        var: Name,
        /// The scope of `x`.
        body: ExprId,
    },
    /// `locked l in e`: holds an explicit lock, which is another one than the monitor of the same object.
    Locked {
        /// `l`.
        lock: ExprId,
        /// Body, run with the lock held.
        body: ExprId,
    },
}

/// Parts of a `try`.
#[derive(Clone, Copy, Debug)]
pub struct TryParts<'p> {
    /// The expression whose exceptions are caught.
    pub body: ExprId,
    /// The clauses, each an [`Extended::Catch`].
    pub catches: &'p [ExprId],
    /// Runs in the end, in any case.
    pub finally: Option<ExprId>,
}

impl Extended {
    /// The same form with other parts.
    #[inline]
    pub(super) fn map(self, to: &mut impl Mapper) -> Extended {
        use Extended::*;
        match self {
            ClassConst(x) => ClassConst(to.label(x)),
            LetVar { ty, var, bound, body } => {
                LetVar { ty: to.ty(ty), bound: to.child(bound), var: to.binder(var), body: to.child(body) }
            }
            SetVar { var, value } => SetVar { var: to.child(var), value: to.child(value) },
            Make { ty, constructor, args } => {
                Make { ty: to.ty(ty), constructor: to.label(constructor), args: to.list(args) }
            }
            Delegate { up, constructor, args } => {
                Delegate { up, constructor: to.label(constructor), args: to.list(args) }
            }
            Any { ty, args } => Any { ty: to.ty(ty), args: to.list(args) },
            Cast { ty, value } => Cast { ty: to.ty(ty), value: to.child(value) },
            InstanceOf { ty, value } => InstanceOf { value: to.child(value), ty: to.ty(ty) },
            NewArray { ty, length } => NewArray { ty: to.ty(ty), length: to.child(length) },
            Element { array, index } => Element { array: to.child(array), index: to.child(index) },
            SetElement { array, index, value } => {
                SetElement { array: to.child(array), index: to.child(index), value: to.child(value) }
            }
            Length(array) => Length(to.child(array)),
            Label { ty, label, body } => {
                Label { ty: ty.map(|t| to.ty(t)), label: to.label(label), body: to.child(body) }
            }
            Exit { label, value } => Exit { label: to.label(label), value: value.map(|e| to.child(e)) },
            Throw(value) => Throw(to.child(value)),
            Try { parts, finally } => Try { parts: to.list(parts), finally },
            Catch { ty, var, body } => Catch { ty: to.ty(ty), var: to.binder(var), body: to.child(body) },
            Locked { lock, body } => Locked { lock: to.child(lock), body: to.child(body) },
        }
    }

    /// Words that the form is called by in messages.
    pub fn word(self) -> &'static str {
        use Extended::*;
        match self {
            ClassConst(_) => "C.class",
            LetVar { .. } => "let var",
            SetVar { .. } => "x = e",
            Make { .. } => "new C(…)",
            Delegate { up: true, .. } => "super(…)",
            Delegate { up: false, .. } => "this(…)",
            Any { .. } => "any",
            Cast { .. } => "cast",
            InstanceOf { .. } => "instanceof",
            NewArray { .. } => "new t[](…)",
            Element { .. } | SetElement { .. } => "e[e]",
            Length(_) => "e.length",
            Label { .. } => "label",
            Exit { .. } => "exit",
            Throw(_) => "throw",
            Try { .. } | Catch { .. } => "try",
            Locked { .. } => "locked",
        }
    }
}

/// Ending of the names of class constants.
const CLASS: &str = ".class";

/// A term of a form, as a rule about it names it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Term {
    /// A type as it is written.
    Type(TypeId),
    /// An expression.
    Expr(ExprId),
    /// Several expressions.
    Exprs(List),
    /// A variable or a label.
    Variable(Name),
    /// The pseudo-field that the elements of an array are.
    Elements,
    /// An optional term that is not there.
    Nothing,
}

impl Program {
    /// The terms of a form, in the order in which its rule writes them.
    pub fn terms_of(&self, form: Extended) -> Vec<Term> {
        use Extended::*;
        use Term::{Elements, Exprs, Nothing, Type, Variable};
        let sub = Term::Expr;
        match form {
            ClassConst(_) => Vec::new(),
            LetVar { ty, var, bound, body } => vec![Type(ty), Variable(var), sub(bound), sub(body)],
            SetVar { var, value } => match self.expr(var) {
                Expr::Var(x) => vec![Variable(x), sub(value)],
                _ => Vec::new(),
            },
            Make { ty, args, .. } | Any { ty, args } => vec![Type(ty), Exprs(args)],
            Delegate { args, .. } => vec![Exprs(args)],
            Cast { ty, value } => vec![Type(ty), sub(value)],
            InstanceOf { ty, value } => vec![sub(value), Type(ty)],
            NewArray { ty, length } => vec![Type(ty), sub(length)],
            Element { array, .. } => vec![sub(array), Elements],
            SetElement { array, value, .. } => vec![sub(array), Elements, sub(value)],
            Length(e) | Throw(e) => vec![sub(e)],
            Label { ty, label, body } => vec![ty.map_or(Nothing, Type), Variable(label), sub(body)],
            Exit { label, value } => vec![Variable(label), value.map_or(Nothing, sub)],
            Try { parts, finally } => vec![sub(self.parts_of_try(parts, finally).body)],
            Catch { ty, var, body } => vec![Type(ty), Variable(var), sub(body)],
            Locked { lock, body } => vec![sub(lock), sub(body)],
        }
    }

    /// Adds `C.class`, for the text of a class's name.
    pub fn class_constant(&mut self, class: &str, span: Span) -> ExprId {
        let name = self.names.intern(&format!("{class}{CLASS}"));
        self.add(Expr::Extended(Extended::ClassConst(name)), span)
    }

    /// Gives class constants that have the names of their classes, as they were read, their own.
    pub(crate) fn name_class_constants(&mut self) {
        if self.dialect != super::Dialect::Java {
            return;
        }
        for expr in &mut self.exprs {
            if let Expr::Extended(Extended::ClassConst(name)) = expr {
                *name = self.names.intern(&format!("{}{CLASS}", self.names.text(*name)));
            }
        }
    }

    /// C, for the name of a constant `C.class`; none, for every other name.
    #[inline]
    pub fn class_of_constant(&self, name: Name) -> Option<&str> {
        if self.dialect != super::Dialect::Java {
            return None;
        }
        self.text(name).strip_suffix(CLASS)
    }

    /// Adds an array type `t[]<l*>`.
    pub fn add_array(&mut self, elem: TypeId, guards: &[ExprId], span: Span) -> TypeId {
        let mut locks = self.locks_of(elem).to_vec();
        locks.extend_from_slice(guards);
        let locks = self.add_list(&locks);
        self.add_type(TypeKind::Array { elem, locks, guards: guards.len() as u32 }, span)
    }

    /// The guards of the elements of an array type.
    pub fn guards_of_array(&self, t: TypeId) -> &[ExprId] {
        match self.ty(t).kind {
            TypeKind::Array { locks, guards, .. } => &self.list(locks)[(locks.len - guards) as usize..],
            TypeKind::Int | TypeKind::Boolean | TypeKind::Void | TypeKind::Class { .. } => &[],
        }
    }

    /// Adds a `try`; each of `catches` is an [`Extended::Catch`].
    pub fn add_try(&mut self, body: ExprId, catches: &[ExprId], finally: Option<ExprId>, span: Span) -> ExprId {
        let mut parts = vec![body];
        parts.extend_from_slice(catches);
        parts.extend(finally);
        let parts = self.add_list(&parts);
        self.add(Expr::Extended(Extended::Try { parts, finally: finally.is_some() }), span)
    }

    /// Parts of a `try`, of which the list is that of [`Extended::Try`].
    pub fn parts_of_try(&self, parts: List, finally: bool) -> TryParts<'_> {
        let all = self.list(parts);
        let end = all.len() - usize::from(finally);
        TryParts { body: all[0], catches: &all[1..end], finally: finally.then(|| all[end]) }
    }

    /// Place and word of the first construct that the dialect of Java alone has; none in a program of the calculus. Words of
    /// declarations are those of the first such declaration.
    pub fn extension(&self) -> Option<(Span, &'static str)> {
        if self.dialect != super::Dialect::Java {
            return None;
        }
        let exprs = self.exprs.iter().zip(&self.spans);
        let forms = exprs.filter_map(|(&e, &span)| match e {
            Expr::Extended(form) => Some((span, form.word())),
            _ => None,
        });
        let fields = self.fields.iter().filter_map(|f| f.extension().map(|word| (f.name_span, word)));
        let methods = self.methods.iter().filter_map(|m| {
            let word = self.clauses_of(m).kind.word();
            (!word.is_empty()).then_some((m.name_span, word))
        });
        let classes = self.classes.iter().filter_map(|c| c.extension().map(|word| (c.name_span, word)));
        let array = |t: &&super::TypeExpr| matches!(t.kind, TypeKind::Array { .. });
        let types = self.types.iter().filter(array).map(|t| (t.span, "t[]"));
        forms.chain(fields).chain(methods).chain(classes).chain(types).min_by_key(|(span, _)| span.start)
    }
}
