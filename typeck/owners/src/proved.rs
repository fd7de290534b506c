//! Fields that the types prove free of races (`owners.md`, section 5): all, if there is no error and no escape; an
//! error makes doubtful what it is about, and all that this is mixed with. Runs are watched for more ([`to_watch`]).

use crate::error::{Blamed, Failure};
use crate::owner::{Owner, Ty};
use crate::typing::Typing;
use racefree_grammar::ast::{Expr, ExprId, Program};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_program::{ClassId, FieldId, Resolved};
use rustc_hash::{FxHashMap, FxHashSet};

/// The fields that the detectors of a run have to look at, by number: those that are not proved, and those of the objects that these
/// hold. On the latter no two threads are ever about to race (9.2), but where an object is handed over without a lock, nothing orders
/// its initialisation before what another thread does with it, and a detector by happens-before (9.3) says so.
pub fn to_watch(program: &Program, unproved: &[u32]) -> Vec<bool> {
    let resolved = Resolved::new(program);
    let class_of = resolved.classes_of_fields();
    let mut watched = vec![false; program.fields.len()];
    let mut todo: Vec<usize> = unproved.iter().map(|&f| f as usize).collect();
    let mut held: FxHashSet<ClassId> = FxHashSet::default();
    while let Some(f) = todo.pop() {
        if std::mem::replace(&mut watched[f], true) {
            continue;
        }
        let class = resolved.class_of_type(program.fields[f].ty);
        let Some(class) = class.filter(|&c| c != ClassId::OBJECT && c != ClassId::STRING) else { continue };
        if held.insert(class) {
            let its = |c: ClassId| c != ClassId::OBJECT && (resolved.below(c, class) || resolved.below(class, c));
            todo.extend((0..class_of.len()).filter(|&g| its(class_of[g])));
        }
    }
    watched
}

impl Typing<'_> {
    /// The fields that are not proved, in the order of the program; to be asked for when the program was judged.
    pub(crate) fn unproved(&mut self, failures: &[Failure]) -> Vec<FieldId> {
        for Failure { cause, .. } in failures {
            match cause.blamed.is_empty() {
                true => self.blamed.push(Blamed::All),
                false => self.blamed.extend_from_slice(&cause.blamed),
            }
        }
        let all = || (0..self.program.fields.len() as u32).map(FieldId).collect();
        let holds = self.program.exprs.iter().any(|e| matches!(e, Expr::Holds(_)));
        if holds || self.blamed.contains(&Blamed::All) {
            return all();
        }
        if self.blamed.is_empty() {
            return Vec::new();
        }
        let blamed = std::mem::take(&mut self.blamed);
        let mut fields: FxHashSet<FieldId> = FxHashSet::default();
        let mut confused: FxHashSet<ClassId> = FxHashSet::default();
        for &what in &blamed {
            match what {
                Blamed::Field(f) => _ = fields.insert(f),
                Blamed::Method(m) => fields.extend(self.accessed_in(m)),
                Blamed::Confused(class) => _ = confused.insert(class),
                Blamed::All => {}
            }
        }
        self.blamed = blamed;
        let groups = self.groups();
        loop {
            let before = (fields.len(), confused.len());
            self.spread(&groups, &mut confused);
            if confused.contains(&ClassId::OBJECT) {
                return all();
            }
            for (f, class, ty, by_formal) in self.declared_fields() {
                if by_formal && confused.contains(&class) {
                    fields.insert(f);
                }
                if fields.contains(&f)
                    && let Ty::Class(of, _) = ty
                    && self.is_unique(ty)
                {
                    confused.insert(of);
                }
            }
            if before == (fields.len(), confused.len()) {
                break;
            }
        }
        let mut found: Vec<FieldId> = fields.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// Each field with its class and type, and whether a formal owner guards it.
    fn declared_fields(&mut self) -> Vec<(FieldId, ClassId, Ty, bool)> {
        let mut found = Vec::new();
        for i in 0..self.program.classes.len() {
            let class = self.resolved.of_declaration(i);
            for f in self.program.classes[i].fields.indices() {
                let f = FieldId(f as u32);
                let declared = self.field_type(class, f);
                let guard = declared.guard.or(declared.write_guard);
                found.push((f, class, declared.ty, matches!(guard, Some(Owner::Qualified(..)))));
            }
        }
        found
    }

    /// Confuses super- and subclasses, and whatever is used with a confused class under one formal.
    fn spread(&self, groups: &[Vec<ClassId>], confused: &mut FxHashSet<ClassId>) {
        loop {
            let before = confused.len();
            let related: Vec<ClassId> = self
                .resolved
                .iter()
                .map(|(id, _)| id)
                .filter(|&id| id != ClassId::OBJECT && id != ClassId::STRING)
                .filter(|&id| confused.iter().any(|&c| self.resolved.below(id, c) || self.resolved.below(c, id)))
                .collect();
            confused.extend(related);
            for group in groups {
                if group.iter().any(|class| confused.contains(class)) {
                    confused.extend(group.iter().copied());
                }
            }
            if confused.len() == before {
                return;
            }
        }
    }

    /// For each formal of a class or method, the classes whose types use it; the declaring class counts for its own.
    fn groups(&self) -> Vec<Vec<ClassId>> {
        let program = self.program;
        let mut groups: Vec<Vec<ClassId>> = Vec::new();
        for i in 0..program.classes.len() {
            let (decl, class) = (&program.classes[i], self.resolved.of_declaration(i));
            let formals = self.formals_of(class);
            let mut of_class: FxHashMap<Name, Vec<ClassId>> = formals.iter().map(|&f| (f, vec![class])).collect();
            let mut tell = |ty, of_method: &mut FxHashMap<Name, Vec<ClassId>>| {
                let Some(user) = self.resolved.class_of_type(ty) else { return };
                for &o in program.locks_of(ty) {
                    if let Expr::Var(f) | Expr::Qualified { formal: f, .. } = program.expr(o) {
                        match of_class.get_mut(&f) {
                            Some(group) => group.push(user),
                            None => of_method.entry(f).or_default().push(user),
                        }
                    }
                }
            };
            let mut none = FxHashMap::default();
            decl.extends.into_iter().for_each(|ty| tell(ty, &mut none));
            for field in program.fields_of(decl) {
                tell(field.ty, &mut none);
                field.init.into_iter().for_each(|e| self.types_in(e, &mut |ty| tell(ty, &mut none)));
            }
            for method in program.methods_of(decl) {
                let mut of_method = FxHashMap::default();
                let types = program
                    .clauses_of(method)
                    .receiver
                    .into_iter()
                    .chain(program.params_of(method).iter().map(|p| p.ty));
                types.chain([method.ret]).for_each(|ty| tell(ty, &mut of_method));
                self.types_in(method.body, &mut |ty| tell(ty, &mut of_method));
                groups.extend(of_method.into_values());
            }
            groups.extend(of_class.into_values());
        }
        groups
    }

    fn types_in(&self, e: ExprId, tell: &mut impl FnMut(racefree_grammar::ast::TypeId)) {
        self.program.within(e).filter_map(|e| self.program.parts(e).ty).for_each(tell);
    }

    /// The fields that a method accesses, or its overrides, or what they call: by name, whatever the receiver.
    fn accessed_in(&self, m: u32) -> FxHashSet<FieldId> {
        let program = self.program;
        let (mut fields, mut seen) = (FxHashSet::default(), FxHashSet::default());
        let mut todo = vec![program.methods[m as usize].name];
        while let Some(name) = todo.pop() {
            if !seen.insert(name) {
                continue;
            }
            for method in program.methods.iter().filter(|method| method.name == name) {
                for e in program.within(method.body) {
                    match program.expr(e) {
                        Expr::Field { field, .. } | Expr::Assign { field, .. } => {
                            let same = program.fields.iter().enumerate().filter(|(_, f)| f.name == field);
                            fields.extend(same.map(|(f, _)| FieldId(f as u32)));
                        }
                        Expr::Call { method, .. } => todo.push(method),
                        // Initialisers run too, but write fields of a new object before it is shared.
                        Expr::New(_) => {}
                        Expr::Var(_) | forms!(literal | block | operator | owned | extended) => {}
                    }
                }
            }
        }
        fields
    }
}
