//! Section 1: owners, types, and the one substitution θ.

use crate::owner::OBJECTS_OWNER;
use racefree_grammar::ast::{Program, Special};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_typeck::model::{Cn, Lock};

/// o, and l
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// `self`, `thisThread`, `readonly`, `unique`
    Special(Special),
    /// kᵢ
    Other(u32),
    /// f
    Formal(Name),
    /// p, or an expression that is no path, which is equal to itself alone.
    Path(Lock),
    /// `f$p`
    Qualified(Name, Lock),
}

impl Owner {
    pub(super) const UNIQUE: Owner = Owner::Special(Special::Unique);
    pub(super) const THIS_THREAD: Owner = Owner::Special(Special::ThisThread);
    pub(super) const SELF: Owner = Owner::Special(Special::Own);

    /// Whether the variable occurs in it.
    pub(super) fn mentions(&self, x: Name) -> bool {
        matches!(self, Owner::Path(p) | Owner::Qualified(_, p) if p.root == Root::Var(x))
    }

    /// Whether the formal occurs in it.
    pub(super) fn mentions_formal(&self, f: Name) -> bool {
        matches!(self, Owner::Formal(g) | Owner::Qualified(g, _) if *g == f)
    }

    fn text(&self, program: &Program) -> String {
        let formal = |f: Name| if f == OBJECTS_OWNER { "thisOwner" } else { program.text(f) };
        match self {
            Owner::Special(special) => special.text().to_owned(),
            Owner::Other(k) => format!("otherThread#{k}"),
            Owner::Formal(f) => formal(*f).to_owned(),
            Owner::Path(p) => path_text(p, program),
            Owner::Qualified(f, p) => format!("{}${}", formal(*f), path_text(p, program)),
        }
    }
}

fn path_text(p: &Lock, program: &Program) -> String {
    let root = match p.root {
        Root::Var(x) => program.text(x).to_owned(),
        Root::Expr(e) => {
            let mut out = racefree_kernel::Statement::default();
            racefree_typeck::statement::expressions::expression(&mut out, program, e, 40);
            format!("({})", out.text())
        }
        Root::Open(number) => format!("?{number}"),
    };
    p.fields.iter().fold(root, |text, &fd| text + "." + program.text(fd))
}

/// t
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
    /// `cn<o₁…ₙ>`; `String` has no owners.
    Class(Cn, Vec<Owner>),
    /// What an error leaves unknown. It agrees with every type, so that nothing follows from the error.
    Unknown,
}

impl Type {
    /// `String`
    pub(super) const STRING: Type = Type::Class(Cn::String, Vec::new());

    /// o₁…ₙ
    pub(super) fn owners(&self) -> &[Owner] {
        if let Type::Class(_, owners) = self { owners } else { &[] }
    }

    /// Whether its first owner is `unique`.
    pub(super) fn is_unique(&self) -> bool {
        self.owners().first() == Some(&Owner::UNIQUE)
    }

    pub(super) fn is_reference(&self) -> bool {
        matches!(self, Type::Class(..) | Type::Null)
    }

    /// [k/thisThread]t
    pub(super) fn of_thread(&self, k: u32) -> Type {
        let other = |o: &Owner| if *o == Owner::THIS_THREAD { Owner::Other(k) } else { o.clone() };
        self.map(other)
    }

    pub(super) fn map(&self, of: impl FnMut(&Owner) -> Owner) -> Type {
        match self {
            Type::Class(cn, owners) => Type::Class(*cn, owners.iter().map(of).collect()),
            t => t.clone(),
        }
    }

    /// As it is written.
    pub(super) fn text(&self, program: &Program) -> String {
        match self {
            Type::Int => "int".to_owned(),
            Type::Boolean => "boolean".to_owned(),
            Type::Void => "void".to_owned(),
            Type::Null => "null".to_owned(),
            Type::Unknown => "?".to_owned(),
            Type::Class(cn, owners) => {
                let name = program.text(cn.name(program)).to_owned();
                let shown: Vec<String> = owners.iter().take(12).map(|o| o.text(program)).collect();
                let more = if owners.len() > 12 { ", …" } else { "" };
                if owners.is_empty() { name } else { format!("{name}<{}{more}>", shown.join(", ")) }
            }
        }
    }
}

/// θ: owners for formals and paths for variables, all at once; by the literal readings of D-O5 in steps, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Theta(pub(super) Vec<Step>);

/// What is put in at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Step {
    pub(super) formals: Vec<(Name, Owner)>,
    pub(super) vars: Vec<(Name, Lock)>,
}

impl Step {
    pub(super) fn formal(&self, f: Name) -> Option<&Owner> {
        self.formals.iter().find(|(g, _)| *g == f).map(|(_, o)| o)
    }

    fn path(&self, p: &Lock) -> Lock {
        let Some((_, e)) = self.vars.iter().find(|(x, _)| p.root == Root::Var(*x)) else { return p.clone() };
        Lock { root: e.root, fields: e.fields.iter().chain(&p.fields).copied().collect() }
    }

    /// `θ(f$p) = θp  if θf = self;  g$θp  if θf = g, a formal;  θf otherwise`
    fn owner(&self, o: &Owner) -> Owner {
        match o {
            Owner::Special(_) | Owner::Other(_) => o.clone(),
            Owner::Formal(f) => self.formal(*f).unwrap_or(o).clone(),
            Owner::Path(p) => Owner::Path(self.path(p)),
            Owner::Qualified(f, p) => match self.formal(*f) {
                Some(&Owner::SELF) => Owner::Path(self.path(p)),
                Some(&Owner::Formal(g)) => Owner::Qualified(g, self.path(p)),
                Some(other) => other.clone(),
                None => Owner::Qualified(*f, self.path(p)),
            },
        }
    }
}

impl Theta {
    /// [e/x]
    pub(super) fn one(x: Name, e: Lock) -> Theta {
        Theta(vec![Step { formals: Vec::new(), vars: vec![(x, e)] }])
    }

    /// θo
    pub(super) fn owner(&self, o: &Owner) -> Owner {
        self.0.iter().fold(o.clone(), |o, step| step.owner(&o))
    }

    /// θt
    pub(super) fn ty(&self, t: &Type) -> Type {
        t.map(|o| self.owner(o))
    }
}
