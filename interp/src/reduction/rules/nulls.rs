//! Java's messages for what is null: the program has them by place.

use crate::reduction::Execution;
use crate::value::{ObjectId, Value};
use racefree_grammar::ast::{Expr, ExprId, Extended};

impl Execution<'_> {
    /// The message for a place at which something is null.
    pub(super) fn null_message(&self, at: ExprId) -> Option<String> {
        let messages = &self.tables.java.names.null_messages;
        if messages.is_empty() {
            return None;
        }
        let program = &self.tables.program;
        let span = program.span(at);
        // An operation at the place of its value is implied: the value is unboxed, or iterated.
        let operand = match program.expr(at) {
            Expr::Extended(Extended::Length(array)) => Some(array),
            Expr::Call { recv, args, .. } => match program.list(args).first() {
                Some(first) if matches!(program.expr(recv), Expr::Var(name) if program.class_of_constant(name).is_some()) => {
                    Some(*first)
                }
                _ => Some(recv),
            },
            _ => None,
        };
        let is_implied = operand.is_some_and(|operand| program.span(operand) == span);
        messages.get(&(span, is_implied)).or_else(|| messages.get(&(span, !is_implied))).cloned()
    }

    /// Returns true for the call of a method of a string or box that is null: the library has it as the first argument.
    pub(super) fn is_of_null(&self, at: ExprId, recv: Value, args: &[Value]) -> bool {
        let is_method = |o: ObjectId| {
            self.is_constant(o)
                && self.tables.java.names.null_messages.contains_key(&(self.tables.program.span(at), false))
        };
        args.first() == Some(&Value::Null) && recv.object().is_some_and(is_method)
    }
}
