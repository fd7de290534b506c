//! Types, owners and paths as text.

use crate::explain::OTHER_THREAD;
use crate::owner::{OBJECTS_OWNER, OTHERS_OWNER, Owner, Ty};
use crate::typing::Typing;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root};

impl Typing<'_> {
    /// The text of a type.
    pub fn show(&self, ty: Ty) -> String {
        match ty {
            Ty::Error => "?".to_owned(),
            Ty::Int => "int".to_owned(),
            Ty::Boolean => "boolean".to_owned(),
            Ty::Void => "void".to_owned(),
            Ty::Null => "null".to_owned(),
            Ty::Class(class, owners) => {
                let name = self.program.text(self.resolved.get(class).name);
                let owners = self.lists.get(owners);
                if owners.is_empty() {
                    return name.to_owned();
                }
                let shown: Vec<String> = owners.iter().take(12).map(|&o| self.show_owner(o)).collect();
                let more = if owners.len() > 12 { ", …" } else { "" };
                format!("{name}<{}{more}>", shown.join(", "))
            }
        }
    }

    /// The text of an owner or lock.
    pub fn show_owner(&self, o: Owner) -> String {
        let formal = |f: Name| match f {
            OBJECTS_OWNER => "thisOwner",
            OTHERS_OWNER => "owner",
            f => self.program.text(f),
        };
        match o {
            Owner::Special(special) => special.text().to_owned(),
            Owner::Other(number) => format!("{OTHER_THREAD}{number}"),
            Owner::Formal(f) => formal(f).to_owned(),
            Owner::Path(p) => self.show_path(p),
            Owner::Qualified(f, p) => format!("{}${}", formal(f), self.show_path(p)),
        }
    }

    /// The text of a path.
    pub fn show_path(&self, p: Path) -> String {
        let mut text = match self.paths.root(p) {
            Root::Var(x) => self.program.text(x).to_owned(),
            Root::Expr(e) => format!("({})", self.text_of(e)),
            Root::Open(number) => format!("?{number}"),
        };
        for fd in self.paths.fields_of(p) {
            text.push('.');
            text.push_str(self.program.text(fd));
        }
        text
    }
}
