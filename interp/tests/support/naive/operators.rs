//! Operators, strings, and the methods of section 6.

use super::{Naive, No, Obj, object};
use racefree_grammar::ast::BinOp;
use racefree_grammar::name::Name;
use racefree_interp::program::Predefined;
use racefree_interp::{Exception, Value};

impl Naive<'_> {
    pub(super) fn operate(&mut self, op: BinOp, a: Value, b: Value) -> Result<Value, No> {
        use BinOp::*;
        let reference = |v| matches!(v, Value::Object(_) | Value::Null);
        match (op, a, b) {
            (Div | Rem, Value::Int(_), Value::Int(0)) => Err(No::Throw(Exception::DivisionByZero)),
            (Add, Value::Int(a), Value::Int(b)) => Ok(Value::Int((i64::from(a) + i64::from(b)) as i32)),
            (Sub, Value::Int(a), Value::Int(b)) => Ok(Value::Int((i64::from(a) - i64::from(b)) as i32)),
            (Mul, Value::Int(a), Value::Int(b)) => Ok(Value::Int((i64::from(a) * i64::from(b)) as i32)),
            (Div, Value::Int(a), Value::Int(b)) => Ok(Value::Int((i64::from(a) / i64::from(b)) as i32)),
            (Rem, Value::Int(a), Value::Int(b)) => Ok(Value::Int((i64::from(a) % i64::from(b)) as i32)),
            (Lt, Value::Int(a), Value::Int(b)) => Ok(Value::Bool(a < b)),
            (Le, Value::Int(a), Value::Int(b)) => Ok(Value::Bool(a <= b)),
            (Gt, Value::Int(a), Value::Int(b)) => Ok(Value::Bool(a > b)),
            (Ge, Value::Int(a), Value::Int(b)) => Ok(Value::Bool(a >= b)),
            (Eq | Ne, Value::Int(_), Value::Int(_)) | (Eq | Ne, Value::Bool(_), Value::Bool(_)) => {
                Ok(Value::Bool((a == b) == (op == Eq)))
            }
            (Eq | Ne, a, b) if reference(a) && reference(b) => Ok(Value::Bool((a == b) == (op == Eq))),
            (Add, a, b) => {
                let text = |v: Value| v.object().and_then(|o| self.heap[o.index()].text.clone());
                match (text(a), text(b)) {
                    (Some(mut a), Some(b)) => {
                        a.extend(b);
                        Ok(self.string(a))
                    }
                    (x, y) if (x.is_some() || a == Value::Null) && (y.is_some() || b == Value::Null) => {
                        Err(No::Throw(Exception::NullPointer))
                    }
                    _ => Err(No::Stuck),
                }
            }
            _ => Err(No::Stuck),
        }
    }

    fn string(&mut self, text: Vec<u16>) -> Value {
        self.heap.push(Obj { class: Err(Name::STRING), ghosts: vec![], fields: vec![], lock: None, text: Some(text) });
        object(self.heap.len() - 1)
    }

    /// The methods of section 6.
    pub(super) fn predefined(&mut self, o: usize, mn: &str, args: &[Value]) -> Result<(Predefined, Value), No> {
        const NULL: No = No::Throw(Exception::NullPointer);
        const INDEX: No = No::Throw(Exception::IndexOutOfRange);
        let text_of = |v: Value| v.object().and_then(|o| self.heap[o.index()].text.clone());
        let Some(me) = self.heap[o].text.clone() else {
            return match (mn, args) {
                ("equals", &[v @ (Value::Object(_) | Value::Null)]) => {
                    Ok((Predefined::ObjectEquals, Value::Bool(v == object(o))))
                }
                _ => Err(No::Stuck),
            };
        };
        match (mn, args) {
            ("equals", &[v @ (Value::Object(_) | Value::Null)]) => {
                Ok((Predefined::StringEquals, Value::Bool(text_of(v) == Some(me))))
            }
            ("length", []) => Ok((Predefined::Length, Value::Int(me.len() as i32))),
            ("charAt", &[Value::Int(n)]) => {
                if n < 0 || n as usize >= me.len() {
                    Err(INDEX)
                } else {
                    Ok((Predefined::CharAt, Value::Int(i32::from(me[n as usize]))))
                }
            }
            ("indexOf", &[Value::Null, Value::Int(_)]) | ("concat", &[Value::Null]) => Err(NULL),
            ("indexOf", &[v, Value::Int(from)]) => {
                let part = text_of(v).ok_or(No::Stuck)?;
                let mut at = from.max(0) as usize;
                loop {
                    if at + part.len() > me.len() {
                        let end = if part.is_empty() { me.len() as i32 } else { -1 };
                        return Ok((Predefined::IndexOf, Value::Int(end)));
                    }
                    if me[at..at + part.len()] == part[..] {
                        return Ok((Predefined::IndexOf, Value::Int(at as i32)));
                    }
                    at += 1;
                }
            }
            ("substring", &[Value::Int(from), Value::Int(to)]) => {
                if from < 0 || to < from || to as usize > me.len() {
                    return Err(INDEX);
                }
                let part = me[from as usize..to as usize].to_vec();
                Ok((Predefined::Substring, self.string(part)))
            }
            ("concat", &[v]) => {
                let mut both = me;
                both.extend(text_of(v).ok_or(No::Stuck)?);
                Ok((Predefined::Concat, self.string(both)))
            }
            _ => Err(No::Stuck),
        }
    }
}
