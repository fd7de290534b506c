//! Fields that the types prove free of races (`owners.md`, section 5): all, if there is no error and no escape; an
//! error makes doubtful what it is about, and all that this is mixed with. Runs are watched for more ([`to_watch`]).

use crate::error::{Blamed, Failure};
use crate::owner::Owner;
use crate::typing::Typing;
use racefree_grammar::ast::{Class, Expr, ExprId, Program, TypeId};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_program::{ClassId, FieldId, Resolved};
use rustc_hash::{FxHashMap, FxHashSet};

/// The fields that the detectors of a run have to look at, by number: those that are not proved, and those of the objects that these
/// hold. On the latter no two threads are ever about to race (9.2), but where an object is handed over without a lock, nothing orders
/// its initialisation before what another thread does with it, and a detector by happens-before (9.3) says so.
pub(crate) fn to_watch(program: &Program, unproved: &[u32]) -> Vec<bool> {
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
        let (groups, class_of) = (self.groups(), self.resolved.classes_of_fields());
        loop {
            let before = (fields.len(), confused.len());
            self.spread(&groups, &mut confused);
            if confused.contains(&ClassId::OBJECT) {
                return all();
            }
            for (i, (declared, class)) in self.field_types.iter().zip(&class_of).enumerate() {
                let (f, guard) = (FieldId(i as u32), declared.guard.or(declared.write_guard));
                if matches!(guard, Some(Owner::Qualified(..))) && confused.contains(class) {
                    fields.insert(f);
                }
                if fields.contains(&f) && self.is_unique(declared.ty) {
                    confused.extend(declared.ty.class());
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

    /// Confuses super- and subclasses, and whatever is used with a confused class under one formal: one step.
    fn spread(&self, groups: &[Vec<ClassId>], confused: &mut FxHashSet<ClassId>) {
        let classes =
            self.resolved.iter().map(|(id, _)| id).filter(|&id| id != ClassId::OBJECT && id != ClassId::STRING);
        let related =
            |id: &ClassId| confused.iter().any(|&c| self.resolved.below(*id, c) || self.resolved.below(c, *id));
        let related: Vec<ClassId> = classes.filter(related).collect();
        confused.extend(related);
        for group in groups {
            if group.iter().any(|class| confused.contains(class)) {
                confused.extend(group);
            }
        }
    }

    /// For each formal of a class or method, the classes whose types use it; the declaring class counts for its own.
    fn groups(&self) -> Vec<Vec<ClassId>> {
        let mut groups = Vec::new();
        for (i, decl) in self.program.classes.iter().enumerate() {
            let class = self.resolved.of_declaration(i);
            let formals = self.formals_of(class);
            let own = formals.iter().map(|&f| ((None, f), vec![class]));
            let mut of: FxHashMap<(Option<usize>, Name), Vec<ClassId>> = own.collect();
            for (method, ty) in self.types_in(decl) {
                let Some(user) = self.resolved.class_of_type(ty) else { continue };
                for &o in self.program.locks_of(ty) {
                    if let Expr::Var(f) | Expr::Qualified { formal: f, .. } = self.program.expr(o) {
                        match method {
                            _ if formals.contains(&f) => of.entry((None, f)).or_default().push(user),
                            Some(m) => of.entry((Some(m), f)).or_default().push(user),
                            None => {}
                        }
                    }
                }
            }
            groups.extend(of.into_values());
        }
        groups
    }

    /// The types that are written in a class, with the method that each is in.
    fn types_in(&self, class: &Class) -> Vec<(Option<usize>, TypeId)> {
        let program = self.program;
        let code = |e: ExprId| program.within(e).filter_map(|e| program.parts(e).ty);
        let mut types: Vec<(Option<usize>, TypeId)> = class.extends.map(|ty| (None, ty)).into_iter().collect();
        for field in program.fields_of(class) {
            let init = field.init.into_iter().flat_map(code);
            types.extend([field.ty].into_iter().chain(init).map(|ty| (None, ty)));
        }
        for m in class.methods.indices() {
            let method = &program.methods[m];
            let params = program.params_of(method).iter().map(|p| p.ty);
            let head = program.clauses_of(method).receiver.into_iter().chain(params).chain([method.ret]);
            types.extend(head.chain(code(method.body)).map(|ty| (Some(m), ty)));
        }
        types
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
