//! Sections 2 and 5.4: locks and types as values, and the one substitution.

use super::Model;
use crate::options::SUBSTITUTE_IN_TWO_STEPS;
use racefree_grammar::ast::{Expr, ExprId, Ghost, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;

/// `l`: x.fd₁…fdₙ, or the same from an expression that is no path. Such a one is equal to itself alone; it is in no lock set
/// and in no well-formed type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// x
    pub root: Root,
    /// fd₁…fdₙ
    pub fields: Vec<Name>,
}

/// `cn`: a class of the program, by its position, or a predefined one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cn {
    /// `Object`
    Object,
    /// `String`
    String,
    /// One that the program declares. Two of one name are two classes; the name means the first.
    Declared(usize),
}

/// `t`
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `int`
    Int,
    /// `boolean`
    Boolean,
    /// `void`
    Void,
    /// The type of `null`.
    Null,
    /// `cn<l*>`
    Class(Cn, Vec<Lock>),
    /// What an error leaves unknown. It agrees with every type, so that nothing follows from the error.
    Unknown,
}

/// θ: what is put in for variables, all at once. By the literal reading of D11 there are two of them, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Subst(Vec<Vec<(Name, Lock)>>);

impl Lock {
    /// The lock `x`.
    pub fn var(x: Name) -> Lock {
        Lock { root: Root::Var(x), fields: Vec::new() }
    }

    /// An expression as a lock.
    pub fn of(program: &Program, e: ExprId) -> Lock {
        let (mut at, mut fields) = (e, Vec::new());
        let root = loop {
            match program.expr(at) {
                Expr::Var(x) => break Root::Var(x),
                Expr::Field { recv, field } => {
                    fields.push(field);
                    at = recv;
                }
                _ => break Root::Expr(at),
            }
        };
        fields.reverse();
        Lock { root, fields }
    }

    /// As it is written.
    fn text(&self, program: &Program, source: &str) -> String {
        let root = match self.root {
            Root::Var(x) => program.text(x).to_owned(),
            Root::Expr(e) => {
                format!("({})", program.span(e).text(source).split_whitespace().collect::<Vec<_>>().join(" "))
            }
            Root::Open(number) => format!("?{number}"),
        };
        self.fields.iter().fold(root, |text, &fd| text + "." + program.text(fd))
    }
}

impl Cn {
    /// The class that a name means: the first that is declared with it.
    pub fn of(program: &Program, name: Name) -> Option<Cn> {
        match name {
            Name::OBJECT => Some(Cn::Object),
            Name::STRING => Some(Cn::String),
            name => program.classes.iter().position(|c| c.name == name).map(Cn::Declared),
        }
    }

    /// `ghost tᵢ xᵢ`
    pub(super) fn ghosts(self, program: &Program) -> &[Ghost] {
        match self {
            Cn::Object | Cn::String => &[],
            Cn::Declared(i) => program.ghosts_of(&program.classes.at(i)),
        }
    }

    /// Its name.
    pub fn name(self, program: &Program) -> Name {
        match self {
            Cn::Object => Name::OBJECT,
            Cn::String => Name::STRING,
            Cn::Declared(i) => program.classes.at(i).name,
        }
    }
}

impl Type {
    /// `Object`
    pub(super) const OBJECT: Type = Type::Class(Cn::Object, Vec::new());
    /// `String`
    pub(super) const STRING: Type = Type::Class(Cn::String, Vec::new());

    /// A type as it is written; unknown if it means nothing, since its class is not declared or has other ghosts.
    pub fn written(program: &Program, t: TypeId) -> Type {
        match program.ty(t).kind {
            TypeKind::Int => Type::Int,
            TypeKind::Boolean => Type::Boolean,
            TypeKind::Void => Type::Void,
            TypeKind::Class { name, args } => match Cn::of(program, name) {
                Some(cn) if cn.ghosts(program).len() == args.len as usize => {
                    Type::Class(cn, program.list(args).iter().map(|&l| Lock::of(program, l)).collect())
                }
                _ => Type::Unknown,
            },
        }
    }

    pub(super) fn is_class(&self) -> bool {
        matches!(self, Type::Class(..))
    }

    /// Whether a variable occurs in it.
    pub(super) fn mentions(&self, x: Name) -> bool {
        matches!(self, Type::Class(_, ls) if ls.iter().any(|l| l.root == Root::Var(x)))
    }

    /// The type, if it has no locks in it.
    pub(super) fn if_closed(self) -> Type {
        if matches!(&self, Type::Class(_, ls) if !ls.is_empty()) { Type::Unknown } else { self }
    }

    /// As it is written.
    pub fn text(&self, program: &Program, source: &str) -> String {
        match self {
            Type::Int => "int".to_owned(),
            Type::Boolean => "boolean".to_owned(),
            Type::Void => "void".to_owned(),
            Type::Null => "null".to_owned(),
            Type::Unknown => "?".to_owned(),
            Type::Class(cn, ls) => {
                let cn = program.text(cn.name(program)).to_owned();
                let ls: Vec<String> = ls.iter().map(|l| l.text(program, source)).collect();
                if ls.is_empty() { cn } else { format!("{cn}<{}>", ls.join(", ")) }
            }
        }
    }
}

impl Subst {
    /// [e/x]
    pub(super) fn one(x: Name, e: Lock) -> Subst {
        Subst(vec![vec![(x, e)]])
    }

    /// θl
    pub(super) fn lock(&self, l: &Lock) -> Lock {
        self.0.iter().fold(l.clone(), |l, step| {
            let Some((_, e)) = step.iter().find(|(x, _)| l.root == Root::Var(*x)) else { return l };
            Lock { root: e.root, fields: e.fields.iter().chain(&l.fields).copied().collect() }
        })
    }

    /// θt
    pub(super) fn ty(&self, t: &Type) -> Type {
        match t {
            Type::Class(cn, ls) => Type::Class(*cn, ls.iter().map(|l| self.lock(l)).collect()),
            t => t.clone(),
        }
    }
}

impl Model<'_> {
    /// An expression as a lock.
    pub(super) fn lock(&self, e: ExprId) -> Lock {
        Lock::of(self.program, e)
    }

    /// A type as it is written, for a method's result, which may be void.
    pub(super) fn written_result(&self, t: TypeId) -> Type {
        Type::written(self.program, t)
    }

    /// A type as it is written, for what has a value.
    pub(super) fn written(&self, t: TypeId) -> Type {
        match self.written_result(t) {
            Type::Void => Type::Unknown,
            t => t,
        }
    }

    /// [lᵢ/xᵢ] and the rest at once (D11), or by the literal reading one after the other.
    pub(super) fn subst(&self, ghosts: Vec<(Name, Lock)>, rest: impl IntoIterator<Item = (Name, Lock)>) -> Subst {
        if self.options.reads(SUBSTITUTE_IN_TWO_STEPS) {
            return Subst(vec![ghosts, rest.into_iter().collect()]);
        }
        Subst(vec![ghosts.into_iter().chain(rest).collect()])
    }
}
