//! Paths and types of trees, small enough to be copied.

use super::build::{FIELDS, VARS};
use super::{Cn, E, Fd, NO_PATH, Part, THIS, Var};
use racefree_grammar::ast::Special;
use tinyvec::ArrayVec;

/// `fd₁…fdₙ`, copied like a number. A longer path is made by no rule; of a path that would be longer the last steps are left out.
pub type Steps = ArrayVec<[Fd; 8]>;

/// `x.fd₁…fdₙ`
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Path {
    /// `x`
    pub root: Var,
    /// `fd₁…fdₙ`
    pub fields: Steps,
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

/// `l₁…ₙ` in a type; owners in the dialect of owners. No class has more.
pub type Args = ArrayVec<[Path; 2]>;

impl Path {
    /// `x`
    pub fn var(root: Var) -> Path {
        Path::of(root, &[])
    }

    /// `x.fd₁…fdₙ`
    pub fn of(root: Var, fields: &[Fd]) -> Path {
        let mut path = Path { root, fields: Steps::new() };
        path.extend(fields);
        path
    }

    #[inline]
    fn extend(&mut self, more: &[Fd]) {
        let room = self.fields.capacity() - self.fields.len();
        self.fields.extend_from_slice(&more[..more.len().min(room)]);
    }

    /// A path of a tree's program from its text; nothing, if there is a name in it that trees do not have.
    pub fn of_text(text: &str) -> Option<Path> {
        let in_row = |row: &[&str], name: &str| row.iter().position(|text| *text == name).map(|i| i as u8);
        let mut names = text.split('.');
        let root = match names.next()? {
            "this" => THIS,
            name => in_row(&VARS, name)? + 1,
        };
        let fields: Vec<Fd> = names.map(|name| in_row(&FIELDS, name)).collect::<Option<_>>()?;
        Some(Path::of(root, &fields))
    }

    /// A special owner, where an owner stands.
    pub fn special(special: Special) -> Path {
        Path::var(SPECIAL + special as u8)
    }

    /// `f$p`, where an owner or a lock stands.
    pub fn qualified(f: Var, p: &Path) -> Path {
        let steps: Vec<Fd> = [f, p.root].into_iter().chain(p.fields.iter().copied()).collect();
        Path::of(QUALIFIED, &steps)
    }

    /// Owner that the path denotes.
    pub fn owner(&self) -> Owner {
        let special = || Special::ALL.get(usize::from(self.root.checked_sub(SPECIAL)?));
        match self.fields[..] {
            [f, root, ref fields @ ..] if self.root == QUALIFIED => Owner::Qualified(f, Path::of(root, fields)),
            _ => special().map_or(Owner::Path(*self), |&special| Owner::Special(special)),
        }
    }

    /// `path.fd`
    #[must_use]
    pub fn field(&self, fd: Fd) -> Path {
        let mut path = *self;
        path.extend(&[fd]);
        path
    }

    /// Substitutes a path for the variable.
    #[must_use]
    #[inline]
    pub fn after(&self, put: &Path) -> Path {
        let mut path = *put;
        path.extend(&self.fields);
        path
    }

    /// Expression of the path.
    pub fn expr(&self) -> E {
        self.fields.iter().fold(E::Var(self.root), |e, &fd| E::Field(Part::new(e), fd))
    }
}

/// `t`
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum T {
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
    Class(Cn, Args),
}

impl T {
    /// A class without ghosts.
    pub fn plain(c: Cn) -> T {
        T::Class(c, Args::new())
    }

    /// A class with these ghosts, or as many of them as a class may have.
    pub fn of(c: Cn, args: &[Path]) -> T {
        T::Class(c, args.iter().copied().take(Args::default().capacity()).collect())
    }
}
