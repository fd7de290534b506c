//! Names of local variables in messages: the compiler of Java leaves the names out, and the machine gives each the number of its slot.

use crate::elaborate::Elaborator;
use crate::tree::body::{Body, ExprNo, Form, Kind, Lambda, LocalNo, StmtNo, Switch};
use crate::types::Ty;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashMap;

/// Slots of a body.
struct Slots<'s, 'j> {
    it: &'s Elaborator<'j>,
    body: &'s Body,
    next: u32,
    found: FxHashMap<LocalNo, String>,
}

/// The names of the variables of a body; that of the array of a `for` over an array stands under the number of its expression, from the end.
pub(super) fn slots(it: &Elaborator<'_>, body: &Body) -> FxHashMap<LocalNo, String> {
    let mut slots = Slots { it, body, next: 0, found: FxHashMap::default() };
    let mut lambdas: Vec<&Lambda> = Vec::new();
    for part in &body.parts {
        slots.next = u32::from(!part.is_static);
        slots.parameters(part.parameters.iter());
        slots.list(&part.block);
    }
    lambdas.extend(body.expressions.iter().filter_map(|e| match &e.kind {
        Kind::Lambda(lambda) => Some(&**lambda),
        _ => None,
    }));
    // Within a lambda, what it captures is a parameter: the innermost one that uses a variable is not told apart from those around it.
    for lambda in lambdas {
        slots.next = u32::from(lambda.uses_this);
        slots.parameters(lambda.captures.iter().chain(&lambda.parameters));
        slots.list(&lambda.body);
    }
    slots.found
}

impl Slots<'_, '_> {
    fn parameters<'l>(&mut self, all: impl Iterator<Item = &'l LocalNo>) {
        for (n, local) in all.enumerate() {
            self.found.entry(*local).or_insert_with(|| format!("<parameter{}>", n + 1));
            self.next += self.width(*local);
        }
    }

    fn width(&self, local: LocalNo) -> u32 {
        let ty = self.body.locals[local.index()].ty.ty;
        if ty == Ty::LONG || ty == Ty::DOUBLE { 2 } else { 1 }
    }

    fn local(&mut self, local: LocalNo) {
        self.found.insert(local, format!("<local{}>", self.next));
        self.next += self.width(local);
    }

    fn list(&mut self, all: &[StmtNo]) {
        let before = self.next;
        all.iter().for_each(|s| deep(|| self.statement(*s)));
        self.next = before;
    }

    fn statement(&mut self, s: StmtNo) {
        let body = self.body;
        let statement = &body.statements[s.index()];
        // Variables of patterns stand in front of their statement.
        for tested in &statement.tested {
            self.local(tested.variable.local);
        }
        let before = self.next;
        match &statement.form {
            Form::Local { local, .. } => return self.local(*local),
            Form::Block(all) => self.list(all),
            Form::If { yes, no, .. } => {
                self.list(&[*yes]);
                no.iter().for_each(|no| self.list(&[*no]));
            }
            Form::While { body, .. } | Form::DoWhile { body, .. } | Form::Labeled { body, .. } => self.list(&[*body]),
            Form::For { init, body, .. } => {
                init.iter().for_each(|s| deep(|| self.statement(*s)));
                self.list(&[*body]);
            }
            Form::ForEach { local, over, body, .. } => self.for_each(*local, *over, *body),
            Form::Synchronized { body, .. } => {
                self.next += 1;
                self.list(body);
            }
            Form::Try { resources, body, catches, finally } => {
                resources.iter().filter_map(|r| r.local).for_each(|local| self.local(local));
                self.list(body);
                for catch in catches {
                    self.next = before;
                    self.local(catch.local);
                    self.list(&catch.body);
                }
                self.next = before;
                finally.iter().for_each(|all| self.list(all));
            }
            Form::Switch(switch) => self.switch(switch),
            Form::Class(_)
            | Form::Expression(_)
            | Form::Break(_)
            | Form::Continue(_)
            | Form::Yield(_)
            | Form::Return(_)
            | Form::Throw(_)
            | Form::Assert { .. }
            | Form::Delegate { .. }
            | Form::Note(_)
            | Form::Empty
            | Form::NotUnderstood => {}
        }
        self.next = before;
    }

    /// The machine's own variables: the array, its length and the index, or the iterator.
    fn for_each(&mut self, local: LocalNo, over: ExprNo, inner: StmtNo) {
        if self.it.java.types.is_array(self.body.expressions[over.index()].ty) {
            self.found.insert(LocalNo(u32::MAX - over.0), format!("<local{}>", self.next));
            self.next += 3;
        } else {
            self.next += 1;
        }
        self.local(local);
        self.list(&[inner]);
    }

    fn switch(&mut self, switch: &Switch) {
        let is_text = self.body.expressions[switch.value.index()].ty == self.it.java.known.string;
        let has_patterns = switch.cases.iter().any(|case| !case.patterns.is_empty());
        self.next += if is_text || has_patterns { 2 } else { 0 };
        let before = self.next;
        for case in &switch.cases {
            case.tested.iter().for_each(|tested| self.local(tested.variable.local));
            case.body.iter().for_each(|s| deep(|| self.statement(*s)));
            if switch.arrows {
                self.next = before;
            }
        }
    }
}
