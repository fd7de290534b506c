//! The clauses `where f != self` of classes.

use super::OwnerConstraints;
use crate::owners::positions::types_in;
use crate::owners::symbols::Sym;
use racefree_grammar::ast::Special;
use racefree_owners::owner::Owner;
use racefree_program::ClassId;

impl OwnerConstraints<'_> {
    /// `where f != self`: where a type of the class is written, f is not self, nor a formal without such a clause.
    pub(super) fn well_formed_where(&mut self) {
        let program = self.at.program;
        let mut written: Vec<(ClassId, Vec<Sym>, Option<ClassId>)> = Vec::new();
        for i in 0..program.classes.len() {
            let class = self.at.resolved.of_declaration(i);
            let decl = &program.classes[i];
            if let Some(up) = self.at.resolved.get(class).superclass() {
                written.push((up, self.at.supers[class.index()].clone(), Some(class)));
            }
            written.extend(self.at.with_owners(types_in(program, decl)).map(|(of, owners)| (of, owners, Some(class))));
        }
        let in_main = program.main.into_iter().flat_map(|e| program.within(e)).filter_map(|e| program.parts(e).ty);
        written.extend(self.at.with_owners(in_main).map(|(of, owners)| (of, owners, None)));
        for (of, owners, around) in written {
            for (i, f) in self.at.formals[of.index()].clone().into_iter().enumerate() {
                let Some(&clause) = self.at.not_self.get(&(of, f)) else { continue };
                for &(o, l) in owners.get(i).map_or(&[][..], |sym| &sym[..]) {
                    match o {
                        Owner::Special(Special::Own) => self.at.clauses.add(&[!clause, !l]),
                        Owner::Formal(g) => {
                            let theirs = around.and_then(|c| self.at.not_self.get(&(c, g)).copied());
                            match theirs {
                                Some(theirs) => self.at.clauses.add(&[!clause, !l, theirs]),
                                None => self.at.clauses.add(&[!clause, !l]),
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}
