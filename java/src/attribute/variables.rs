//! Local variables: scopes, captures, and which of them are assigned once.

use super::Attributor;
use crate::tree::Written;
use crate::tree::body::{Body, ExprNo, Form, Kind as Is, Local, LocalNo};
use racefree_grammar::Span;
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

/// Variables in scope, and their assignments.
#[derive(Debug, Default)]
pub(super) struct Variables {
    in_scope: FxHashMap<Name, LocalNo>,
    /// Declarations in order, with what the name meant before.
    declared: Vec<(Name, Option<LocalNo>)>,
    known: Vec<Assigned>,
    /// Variables without a value at first that may have one here.
    pub(super) maybe: Vec<LocalNo>,
    /// All assignments of these, in order.
    log: Vec<LocalNo>,
    /// Number of loops around the place, of `try` statements, and of `continue` statements so far.
    pub(super) loops: u32,
    pub(super) tries: u32,
    pub(super) continues: u32,
    /// Assignments in loops, of variables from outside them, that may be repeated.
    repeated: Vec<LocalNo>,
}

/// The declaration of a variable, and its assignments so far.
#[derive(Clone, Copy, Debug)]
struct Assigned {
    /// Number of classes and of owners around it.
    frame: usize,
    owner: usize,
    loops: u32,
    initialized: bool,
    /// Some assignment is not the only one, or might not be.
    again: bool,
}

/// A place in the order of declarations.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    declared: usize,
    extra: usize,
    locals: usize,
}

impl Variables {
    /// Notes that a variable has a value from its declaration on.
    pub(super) fn initialize(&mut self, local: LocalNo) {
        self.known[local.index()].initialized = true;
    }

    pub(super) fn is_effectively_final(&self, local: usize) -> bool {
        !self.known[local].again
    }

    /// Number of assignments so far.
    pub(super) fn logged(&self) -> usize {
        self.log.len()
    }

    /// Lets variables that were assigned since then have a value.
    pub(super) fn may_since(&mut self, before: &[LocalNo], logged: usize) {
        let since = self.log[logged..].to_vec();
        self.maybe.clear();
        self.maybe.extend_from_slice(before);
        self.join(&since);
    }

    /// A place in the order of assignments in loops.
    pub(super) fn place(&self) -> (usize, u32) {
        (self.repeated.len(), self.continues)
    }

    /// The statements since then end by leaving all loops but these: what they assign is not assigned again.
    pub(super) fn left(&mut self, (since, continues): (usize, u32), loops: u32) {
        if self.tries > 0 || continues != self.continues {
            return;
        }
        let kept = self.repeated.split_off(since.min(self.repeated.len()));
        let known = &self.known;
        self.repeated.extend(kept.into_iter().filter(|l| known[l.index()].loops < loops));
    }

    /// The end of a loop: its body may run again.
    pub(super) fn looped(&mut self, since: usize) {
        for i in since..self.repeated.len() {
            let local = self.repeated[i].index();
            self.known[local].again |= self.known[local].loops <= self.loops;
        }
        self.repeated.truncate(since);
    }

    /// These may have a value too.
    pub(super) fn join(&mut self, others: &[LocalNo]) {
        for local in others {
            if !self.maybe.contains(local) {
                self.maybe.push(*local);
            }
        }
    }
}

impl Attributor<'_, '_> {
    pub(super) fn mark(&self) -> Mark {
        let (declared, extra) = (self.variables.declared.len(), self.scope.extra.len());
        Mark { declared, extra, locals: self.body.locals.len() }
    }

    /// Ends the scope of what was declared since.
    pub(super) fn release(&mut self, mark: Mark) {
        self.scope.extra.truncate(mark.extra);
        self.variables.maybe.retain(|l| l.index() < mark.locals);
        while self.variables.declared.len() > mark.declared {
            let Some((name, before)) = self.variables.declared.pop() else { return };
            match before {
                Some(local) => self.variables.in_scope.insert(name, local),
                None => self.variables.in_scope.remove(&name),
            };
        }
    }

    /// Declares a variable that has a value, from here on.
    pub(super) fn local(&mut self, name: Name, ty: Written, name_span: Span, is_final: bool) -> LocalNo {
        let local = self.hidden(name, ty, name_span, is_final);
        self.variables.initialize(local);
        self.reveal(local);
        local
    }

    /// Declares a variable that is not in scope yet, and has no value.
    pub(super) fn hidden(&mut self, name: Name, ty: Written, name_span: Span, is_final: bool) -> LocalNo {
        let local = LocalNo(self.body.locals.len() as u32);
        let notes = Vec::new();
        let (effectively_final, value, captured, part) = (false, None, false, self.part);
        self.body.locals.push(Local { name, ty, name_span, is_final, effectively_final, value, captured, notes, part });
        let (frame, owner, loops) = (self.frames.len(), self.owners.len(), self.variables.loops);
        self.variables.known.push(Assigned { frame, owner, loops, initialized: false, again: false });
        local
    }

    /// Brings a variable into scope.
    pub(super) fn reveal(&mut self, local: LocalNo) {
        let name = self.body.locals[local.index()].name;
        // `_` has no name.
        if self.java.names.text(name) != "_" {
            let before = self.variables.in_scope.insert(name, local);
            self.variables.declared.push((name, before));
        }
    }

    /// The variable of a name, if it is one of the code of the class with this many classes around it.
    pub(super) fn variable_in(&self, name: Name, frames: usize) -> Option<LocalNo> {
        let local = *self.variables.in_scope.get(&name)?;
        (self.variables.known[local.index()].frame == frames).then_some(local)
    }

    /// Every local in scope, by name.
    pub(super) fn use_local(&mut self, span: Span, local: LocalNo) -> ExprNo {
        let declared = self.variables.known[local.index()].owner;
        if declared < self.owners.len() {
            self.body.locals[local.index()].captured = true;
            for owner in &mut self.owners[declared..] {
                if !owner.captures.contains(&local) {
                    owner.captures.push(local);
                }
            }
        }
        let ty = self.body.locals[local.index()].ty.ty;
        self.push(span, ty, Is::Local(local))
    }

    /// Notes an assignment; `reads` if the old value is used.
    pub(super) fn assigned(&mut self, target: ExprNo, reads: bool) {
        let Is::Local(local) = self.body.expressions[target.index()].kind else { return };
        let (owners, variables) = (self.owners.len(), &mut self.variables);
        let known = &mut variables.known[local.index()];
        let once = !reads && !known.initialized && known.owner == owners && !variables.maybe.contains(&local);
        known.again |= !once;
        if once && known.loops < variables.loops {
            variables.repeated.push(local);
        }
        if !known.initialized {
            variables.maybe.push(local);
            variables.log.push(local);
        }
    }
}

/// Gives the variables that are effectively final their values.
pub(super) fn settle_values(body: &mut Body) {
    let declared = body.statements.iter().filter_map(|s| match s.form {
        Form::Local { local, value: Some(value) } => Some((local, value)),
        _ => None,
    });
    let assigned = body.expressions.iter().filter_map(|e| match e.kind {
        Is::Assign { target, value } => match body.expressions[target.index()].kind {
            Is::Local(local) => Some((local, value)),
            _ => None,
        },
        _ => None,
    });
    let values: Vec<(LocalNo, ExprNo)> = declared.chain(assigned).collect();
    for (local, value) in values {
        let local = &mut body.locals[local.index()];
        local.value = local.effectively_final.then_some(value);
    }
}
