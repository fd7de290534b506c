//! Sentences about values that do not fit, about members, operators and moves.

use crate::error::{Role, Why};
use crate::owner::Owner;
use crate::typing::Typing;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_typeck::Sentences;

impl Typing<'_> {
    /// The use of a value that does not fit.
    pub(super) fn role(&self, role: Role) -> String {
        let text = |x| self.program.text(x);
        match role {
            Role::Variable(x) => format!("`{}` cannot be bound to this", text(x)),
            Role::Initialiser(fd) => format!("the field `{}` cannot hold this", text(fd)),
            Role::Field(fd) => format!("`{}` cannot hold this", text(fd)),
            Role::Result(mn) => format!("the result of `{}` cannot be this", text(mn)),
            Role::This(mn) => format!("the `this` of `{}` cannot be this", text(mn)),
            Role::Parameter(j, mn) => format!("parameter {j} of `{}` cannot be this", text(mn)),
        }
    }

    pub(super) fn moved(&self, x: Name, at: Span) -> Sentences {
        let x = self.program.text(x);
        let said = Sentences::new(format!("`{x}` was moved, and what it denotes has another holder"));
        said.relate(at, "it is moved here")
    }

    /// A cause of a rule for an expression; of others nothing is said here.
    pub(super) fn value(&self, why: &Why) -> String {
        let text = |x| self.program.text(x);
        match *why {
            Why::Unlike(s, t) => {
                format!("this is of type `{}`, and `{}` is expected", self.show(s), self.show(t))
            }
            Why::Keeps { value, ty, .. } => {
                let (text, ty) = (self.text_of(value), self.show(ty));
                format!("`{text}` is of type `{ty}`, and keeps its reference: write `{text}--` to move it")
            }
            Why::NotInScope { name, formal: true } => format!("`{}` is a formal owner, and no value", text(name)),
            Why::NotInScope { name, formal: false } => format!("there is no variable `{}` here", text(name)),
            Why::GhostRuns => {
                "`this` is no value in an initialiser: the object would escape while it is built".to_owned()
            }
            Why::NotUnique { variable, ty, .. } => {
                let (x, t) = (self.text_of(variable), self.show(ty));
                format!("`{x}` is of type `{t}`: only what is `unique` is moved; leave the `--` out")
            }
            Why::NewString => "a string is made by a literal or an operation, not by `new`".to_owned(),
            Why::NoMembers(t, what) => format!("this is of type `{}`, which has no {what}", self.show(t)),
            Why::Borrows(e, fd) => {
                let (name, text) = (text(fd), self.text_of(e));
                format!("`{name}` holds the one reference to its object: write `{text}--` to take it out")
            }
            Why::TakesShared(_, fd, t) => {
                let (name, t) = (text(fd), self.show(t));
                format!("`{name}` is declared as `{t}`: only what is `unique` is taken; leave the `--` out")
            }
            Why::TakesFinal(fd) => format!("`{}` is final, and a take would set it to null", text(fd)),
            Why::AssignsFinal(fd) => format!("`{}` is final: its initialiser alone sets it", text(fd)),
            Why::NotApart(x) => {
                format!("`{}` is used before it is moved here, and what it denotes is still needed", text(x))
            }
            Why::NoMethod(t, mn) => format!("`{}` has no method `{}`", self.show(t), text(mn)),
            Why::Arguments { method, wants, has } => {
                format!("`{}` takes {wants} arguments, and is given {has}", text(method))
            }
            Why::UniqueTwice(f, mn) => {
                let (f, name) = (self.show_owner(Owner::Formal(f)), text(mn));
                format!("`{f}` stands for `unique` in this call, and `{name}` uses it in more than one place")
            }
            Why::MovedInLoop(x) => {
                format!("`{}` is moved in the loop: in the next round it has another holder", text(x))
            }
            Why::Condition(t) => format!("a condition is a `boolean`, and this is of type `{}`", self.show(t)),
            Why::Operands(op, s, t) => {
                format!("`{}` is not defined for `{}` and `{}`", op.text(), self.show(s), self.show(t))
            }
            Why::Operand(op, t, s) => {
                format!("`{}` takes one `{}`, not `{}`", op.text(), self.show(t), self.show(s))
            }
            Why::NoValue => "there is no value to print".to_owned(),
            _ => String::new(),
        }
    }
}
