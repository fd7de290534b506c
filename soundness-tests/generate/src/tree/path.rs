//! Paths and types of trees, small enough to be copied.

use super::build::{FIELDS, VARS};
use super::copy_vec::{Element, Longer};
use super::{ClassName, CopyVec, Expr, FieldName, NO_PATH, THIS, Var};
use racefree_grammar::ast::Special;
use std::sync::{Mutex, OnceLock};

/// `x.fd₁…fdₙ`
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Path {
    /// `x`
    pub root: Var,
    /// `fd₁…fdₙ`
    pub fields: CopyVec<FieldName, 6>,
}

/// Roots from here on stand for the special owners, in their order.
const SPECIAL: Var = NO_PATH - 16;
/// The root of `f$p`: its steps are f, then the root of p, then the steps of p.
const QUALIFIED: Var = NO_PATH - 1;

/// An owner or a lock, in the dialect of owners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// `self`, `thisThread`, …
    Special(Special),
    /// A path, or a formal.
    Path(Path),
    /// `f$p`
    Qualified(Var, Path),
}

/// `l₁…ₙ` in a type; owners in the dialect of owners.
pub type Args = CopyVec<Path, 2>;

impl Element for Path {
    fn longer() -> &'static Mutex<Longer<Path>> {
        static LISTS: OnceLock<Mutex<Longer<Path>>> = OnceLock::new();
        LISTS.get_or_init(Mutex::default)
    }

    fn hide(number: u32, here: &mut [Path]) {
        here.iter_mut().take(1).for_each(|l| l.fields = number.to_le_bytes()[..].into());
    }

    fn number(here: &[Path]) -> u32 {
        here.first().map_or(0, |l| u8::number(&l.fields))
    }
}

impl Path {
    /// `x`
    pub fn var(root: Var) -> Path {
        Path { root, fields: CopyVec::new() }
    }

    /// A path of a tree's program from its text; nothing, if there is a name in it that trees do not have.
    pub fn of_text(text: &str) -> Option<Path> {
        let in_row = |row: &[&str], name: &str| row.iter().position(|text| *text == name).map(|i| i as u8);
        let mut names = text.split('.');
        let root = match names.next()? {
            "this" => THIS,
            name => in_row(&VARS, name)? + 1,
        };
        let fields = names.map(|name| in_row(&FIELDS, name)).collect::<Option<_>>()?;
        Some(Path { root, fields })
    }

    /// A special owner, where an owner stands.
    pub fn special(special: Special) -> Path {
        Path::var(SPECIAL + special as u8)
    }

    /// `f$p`, where an owner or a lock stands.
    pub fn qualified(f: Var, p: &Path) -> Path {
        let steps: Vec<FieldName> = [f, p.root].into_iter().chain(p.fields.iter().copied()).collect();
        Path { root: QUALIFIED, fields: steps[..].into() }
    }

    /// Owner that the path denotes.
    pub fn owner(&self) -> Owner {
        let special = || Special::ALL.get(usize::from(self.root.checked_sub(SPECIAL)?));
        match self.fields[..] {
            [f, root, ref fields @ ..] if self.root == QUALIFIED => {
                Owner::Qualified(f, Path { root, fields: fields.into() })
            }
            _ => special().map_or(Owner::Path(*self), |&special| Owner::Special(special)),
        }
    }

    /// `path.fd`
    #[must_use]
    pub fn field(&self, fd: FieldName) -> Path {
        let mut path = *self;
        path.fields.push(fd);
        path
    }

    /// Substitutes a path for the variable.
    #[must_use]
    #[inline]
    pub fn after(&self, put: &Path) -> Path {
        let mut path = *put;
        path.fields.extend_from_slice(&self.fields);
        path
    }

    /// Expression of the path.
    pub fn expr(&self) -> Expr {
        self.fields.iter().fold(Expr::Var(self.root), |e, &fd| Expr::Field(Box::new(e), fd))
    }
}

/// `t`
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Type {
    /// `int`
    #[default]
    Int,
    /// `boolean`
    Bool,
    /// `void`
    Void,
    /// The type of `null`; it is not written.
    Null,
    /// `cn<l*>`
    Class(ClassName, Args),
}

impl Type {
    /// A class without ghosts.
    pub fn plain(c: ClassName) -> Type {
        Type::Class(c, Args::new())
    }

    /// A class with these ghosts.
    pub fn of(c: ClassName, args: &[Path]) -> Type {
        Type::Class(c, args.iter().copied().collect())
    }
}
