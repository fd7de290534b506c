//! The operators and the predefined methods on values (calculus, section 6), shared by both engines because they are
//! independent of threads.

use crate::value::{Exception, Fault, Value};
use racefree_grammar::ast::{BinOp, UnOp};
use racefree_program::Predefined;
use std::sync::Arc;

/// The contents of a string: UTF-16 code units, as Java's.
pub type Text = Arc<[u16]>;

/// Result of an operation on values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Made {
    /// A value.
    Value(Value),
    /// A new string.
    Text(Text),
}

/// Access to the contents of strings: `None` if the value is no string.
pub trait Texts {
    /// The contents of a string.
    fn text(&self, value: Value) -> Option<&Text>;
}

/// `- v`, `! v`
#[inline]
pub fn unary(op: UnOp, v: Value) -> Result<Value, Fault> {
    match (op, v) {
        (UnOp::Neg, Value::Int(n)) => Ok(Value::Int(n.wrapping_neg())),
        (UnOp::Not, Value::Bool(b)) => Ok(Value::Bool(!b)),
        (UnOp::Neg | UnOp::Not, _) => Err(Fault::Stuck),
    }
}

/// `v op v'` on two integers; `&&` and `||` are not operators on values.
#[inline(always)]
pub fn on_ints(op: BinOp, a: i32, b: i32) -> Result<Value, Fault> {
    Ok(match op {
        BinOp::Eq => Value::Bool(a == b),
        BinOp::Ne => Value::Bool(a != b),
        BinOp::Lt => Value::Bool(a < b),
        BinOp::Le => Value::Bool(a <= b),
        BinOp::Gt => Value::Bool(a > b),
        BinOp::Ge => Value::Bool(a >= b),
        BinOp::Add => Value::Int(a.wrapping_add(b)),
        BinOp::Sub => Value::Int(a.wrapping_sub(b)),
        BinOp::Mul => Value::Int(a.wrapping_mul(b)),
        BinOp::Div | BinOp::Rem if b == 0 => return Err(Fault::Throw(Exception::DivisionByZero)),
        BinOp::Div => Value::Int(a.wrapping_div(b)),
        BinOp::Rem => Value::Int(a.wrapping_rem(b)),
        BinOp::Or | BinOp::And => return Err(Fault::Stuck),
    })
}

/// `v op v'`
pub fn binary(texts: &impl Texts, op: BinOp, a: Value, b: Value) -> Result<Made, Fault> {
    match (op, a, b) {
        (_, Value::Int(a), Value::Int(b)) => on_ints(op, a, b).map(Made::Value),
        (BinOp::Eq, Value::Bool(a), Value::Bool(b)) => Ok(Made::Value(Value::Bool(a == b))),
        (BinOp::Ne, Value::Bool(a), Value::Bool(b)) => Ok(Made::Value(Value::Bool(a != b))),
        (BinOp::Eq, a, b) if a.is_reference() && b.is_reference() => Ok(Made::Value(Value::Bool(a == b))),
        (BinOp::Ne, a, b) if a.is_reference() && b.is_reference() => Ok(Made::Value(Value::Bool(a != b))),
        (BinOp::Add, a, b) => match (texts.text(a), texts.text(b)) {
            (Some(a), Some(b)) => Ok(Made::Text(concat(a, b))),
            (Some(_), None) if b == Value::Null => Err(Fault::Throw(Exception::NullPointer)),
            (None, Some(_)) if a == Value::Null => Err(Fault::Throw(Exception::NullPointer)),
            (None, None) if a == Value::Null && b == Value::Null => Err(Fault::Throw(Exception::NullPointer)),
            _ => Err(Fault::Stuck),
        },
        _ => Err(Fault::Stuck),
    }
}

fn concat(a: &[u16], b: &[u16]) -> Text {
    a.iter().chain(b).copied().collect()
}

/// `o.mn(v…)` of a predefined method; the receiver is an object of the class that has it. A wrong number or sort of
/// arguments is stuck.
pub fn builtin(texts: &impl Texts, method: Predefined, recv: Value, args: &[Value]) -> Result<Made, Fault> {
    const NULL: Fault = Fault::Throw(Exception::NullPointer);
    const INDEX: Fault = Fault::Throw(Exception::IndexOutOfRange);
    if args.len() != method.arity() {
        return Err(Fault::Stuck);
    }
    if method == Predefined::ObjectEquals {
        return if args[0].is_reference() { Ok(Made::Value(Value::Bool(recv == args[0]))) } else { Err(Fault::Stuck) };
    }
    let me = texts.text(recv).ok_or(Fault::Stuck)?;
    let text = |v: Value| match v {
        Value::Null => Err(NULL),
        v => texts.text(v).ok_or(Fault::Stuck),
    };
    let int = |v: Value| match v {
        Value::Int(n) => Ok(n),
        _ => Err(Fault::Stuck),
    };
    let index = |n: i32, last: usize| usize::try_from(n).ok().filter(|&n| n <= last).ok_or(INDEX);
    match method {
        Predefined::ObjectEquals => Err(Fault::Stuck),
        Predefined::StringEquals if !args[0].is_reference() => Err(Fault::Stuck),
        Predefined::StringEquals => Ok(Made::Value(Value::Bool(texts.text(args[0]) == Some(me)))),
        Predefined::Length => Ok(Made::Value(Value::Int(me.len() as i32))),
        Predefined::CharAt => {
            let n = int(args[0])?;
            let unit = usize::try_from(n).ok().and_then(|n| me.get(n)).ok_or(INDEX)?;
            Ok(Made::Value(Value::Int(i32::from(*unit))))
        }
        Predefined::IndexOf => {
            int(args[1])?;
            let part = text(args[0])?;
            let from = int(args[1])?.max(0) as usize;
            Ok(Made::Value(Value::Int(index_of(me, part, from).map_or(-1, |i| i as i32))))
        }
        Predefined::Substring => {
            let (from, to) = (int(args[0])?, int(args[1])?);
            let to = index(to, me.len())?;
            let from = index(from, to)?;
            Ok(Made::Text(me[from..to].into()))
        }
        Predefined::Concat => Ok(Made::Text(concat(me, text(args[0])?))),
    }
}

/// The first place at or after `from` where `part` occurs.
fn index_of(text: &[u16], part: &[u16], from: usize) -> Option<usize> {
    let last = text.len().checked_sub(part.len())?;
    (from..=last)
        .find(|&i| text[i..].starts_with(part))
        .or((part.is_empty() && from >= text.len()).then_some(text.len()))
}
