//! Primitives on strings, and the methods that every value has in Java.

use super::arrays::int;
use super::forms::LOCAL;
use super::{Reduced, become_value, fresh, receiver, thread};
use crate::ops::Text;
use crate::program::{ClassId, MethodId};
use crate::reduction::state::Number;
use crate::reduction::{Execution, Object, State};
use crate::value::{Fault, ObjectId, ThreadId, Value};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_program::Primitive;
use std::sync::Arc;

impl Execution<'_> {
    /// A new string.
    pub(super) fn text(&self, state: &mut State, i: ThreadId, text: &str) -> Value {
        self.string(state, i, text.encode_utf16().collect())
    }

    pub(super) fn string(&self, state: &mut State, i: ThreadId, text: Text) -> Value {
        let object = Object { text: Some(text), ..Object::blank(ClassId::STRING, i) };
        Value::Object(fresh(state, i, object))
    }

    fn contents(&self, state: &State, v: Value) -> Result<Text, Fault> {
        state.object(receiver(v)?).and_then(|o| o.text.clone()).ok_or(Fault::Stuck)
    }

    /// A primitive on strings.
    pub(super) fn red_text(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        primitive: Primitive,
        args: &[Value],
    ) -> Reduced {
        use Primitive as P;
        let value = match (primitive, args) {
            (P::Concat, &[a, b]) => {
                let mut units = self.units(state, a);
                units.extend(self.units(state, b));
                if units.len() > crate::options::MAX_TEXT {
                    return self.throws(state, i, at, "OutOfMemoryError", Some("Java heap space".to_owned()));
                }
                self.string(state, i, units.into())
            }
            (P::TextOf, &[v]) => {
                let units = self.units(state, v);
                self.string(state, i, units.into())
            }
            (P::CharText, &[c]) => self.string(state, i, Arc::new([int(c)? as u16])),
            (P::Length, &[s]) => Value::Int(self.contents(state, s)?.len() as i32),
            (P::CharAt, &[s, n]) => {
                let (text, n) = (self.contents(state, s)?, int(n)?);
                match usize::try_from(n).ok().and_then(|n| text.get(n)) {
                    Some(unit) => Value::Int(i32::from(*unit)),
                    None => {
                        let message = format!("Index {n} out of bounds for length {}", text.len());
                        return self.throws(state, i, at, "StringIndexOutOfBoundsException", Some(message));
                    }
                }
            }
            (P::Substring, &[s, from, to]) => {
                let (text, from, to) = (self.contents(state, s)?, int(from)?, int(to)?);
                let range = usize::try_from(from).ok().zip(usize::try_from(to).ok());
                match range.and_then(|(from, to)| text.get(from..to)) {
                    Some(part) => self.string(state, i, part.into()),
                    None => {
                        let message = format!("Range [{from}, {to}) out of bounds for length {}", text.len());
                        return self.throws(state, i, at, "StringIndexOutOfBoundsException", Some(message));
                    }
                }
            }
            (P::IndexOf, &[s, part, from]) => {
                let (text, part) = (self.contents(state, s)?, self.contents(state, part)?);
                let from = (int(from)?.max(0) as usize).min(text.len());
                let found = (from..=text.len()).find(|&n| text[n..].starts_with(&part));
                Value::Int(found.map_or(-1, |n| n as i32))
            }
            (P::CompareText, &[a, b]) => Value::Int(compare(&self.contents(state, a)?, &self.contents(state, b)?)),
            (P::HashText, &[s]) => Value::Int(hash(&self.contents(state, s)?)),
            (P::Intern, &[s]) => {
                let text = self.contents(state, s)?;
                let is_it = |o: &ObjectId| state.object(*o).and_then(|o| o.text.as_ref()) == Some(&text);
                let mut literals = (0..self.tables.literals.len() as u32).map(ObjectId);
                literals.find(is_it).map_or(Value::Null, Value::Object)
            }
            (P::Upper | P::Lower, &[s]) => {
                let text = String::from_utf16_lossy(&self.contents(state, s)?);
                self.text(state, i, &if primitive == P::Upper { text.to_uppercase() } else { text.to_lowercase() })
            }
            (P::IsLetter, &[c]) => Value::Bool(char::from_u32(int(c)? as u32).is_some_and(char::is_alphabetic)),
            (P::SameValue, &[a, b]) => Value::Bool(self.same(state, a, b)),
            (P::HashValue, &[v]) => Value::Int(self.hash_of(state, v)?),
            _ => return Err(Fault::Stuck),
        };
        become_value(thread(state, i)?, value);
        LOCAL
    }

    /// The text of a value, in UTF-16.
    fn units(&self, state: &State, v: Value) -> Vec<u16> {
        match v.object().and_then(|o| state.object(o)?.text.clone()) {
            Some(text) => text.to_vec(),
            None => self.show_java(state, v).encode_utf16().collect(),
        }
    }

    /// The text of a value that is no string, as `String.valueOf` has it; of an object that of `Object.toString`.
    pub(in crate::reduction) fn show_java(&self, state: &State, v: Value) -> String {
        let Value::Object(o) = v else { return self.show_value(state, v) };
        match state.object(o) {
            Some(Object { text: Some(text), .. }) => String::from_utf16_lossy(text),
            Some(object) if object.java().is_plain() => self.show_object(object),
            Some(object) => format!("{}@{:x}", self.class_of_value(state, v), object.serial),
            None => self.show_value(state, v),
        }
    }

    /// The text of a boxed number, or of a constant of an enum.
    pub(in crate::reduction) fn show_object(&self, object: &Object) -> String {
        match (object.java().number, &object.java().constant) {
            (Some(Number::Long(n)), _) => n.to_string(),
            (Some(Number::Double(bits)), _) => super::digits::show_double(f64::from_bits(bits)),
            (Some(Number::Float(bits)), _) => super::digits::show_float(f32::from_bits(bits)),
            (Some(Number::Char(c)), _) => String::from_utf16_lossy(&[c]),
            (None, constant) => constant.as_ref().map_or_else(String::new, |(_, name)| String::from_utf16_lossy(name)),
        }
    }

    /// Equality of boxes and strings by their contents, of objects by themselves.
    fn same(&self, state: &State, a: Value, b: Value) -> bool {
        let (Some(x), Some(y)) = (a.object().and_then(|o| state.object(o)), b.object().and_then(|o| state.object(o)))
        else {
            return a == b;
        };
        a == b
            || x.text.is_some() && x.text == y.text
            || x.java().number.is_some() && x.java().number == y.java().number
    }

    fn hash_of(&self, state: &State, v: Value) -> Result<i32, Fault> {
        Ok(match v {
            Value::Int(n) => n,
            Value::Bool(b) => {
                if b {
                    1231
                } else {
                    1237
                }
            }
            v => {
                let object = state.object(receiver(v)?).ok_or(Fault::Stuck)?;
                match (&object.text, object.java().number) {
                    (Some(text), _) => hash(text),
                    (None, Some(Number::Char(c))) => i32::from(c),
                    (None, Some(Number::Long(n))) => (n ^ (n as u64 >> 32) as i64) as i32,
                    (None, Some(Number::Double(bits))) => (bits ^ bits >> 32) as i32,
                    (None, Some(Number::Float(bits))) => bits as i32,
                    (None, None) => object.serial as i32,
                }
            }
        })
    }

    /// A method that every value has in Java, and that its class does not declare.
    pub(super) fn called_built_in(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        recv: Value,
        args: &[Value],
    ) -> Result<Option<Value>, Fault> {
        if !self.tables.java.has_forms || recv == Value::Null {
            return Ok(None);
        }
        let Expr::Call { method: mn, .. } = self.tables.program.expr(at) else { return Ok(None) };
        if let Value::Object(o) = recv {
            let o = state.object(o).ok_or(Fault::Stuck)?;
            let class = self.class_of_call(at, o.class);
            let is_value = o.text.is_some() || o.java().number.is_some();
            let found = self.tables.method_of(class, mn).filter(|m| self.tables.arity(*m) == args.len());
            if !is_value && found.is_some_and(|m| matches!(m, MethodId::Declared(_)) && self.tables.has_body(m)) {
                return Ok(None);
            }
        }
        let name = self.tables.program.text(mn);
        Ok(Some(match (name.split('$').next().unwrap_or(name), args) {
            ("toString", []) => match recv.object().and_then(|o| state.object(o)).is_some_and(|o| o.text.is_some()) {
                true => recv,
                false => {
                    let text = self.show_java(state, recv);
                    self.text(state, i, &text)
                }
            },
            ("hashCode", []) => Value::Int(self.hash_of(state, recv)?),
            ("equals", &[b]) => Value::Bool(self.same(state, recv, b)),
            ("compareTo", &[b]) => Value::Int(self.compare_values(state, recv, b)?),
            ("length", []) => Value::Int(self.contents(state, recv)?.len() as i32),
            ("charAt", &[n]) => {
                let (text, n) = (self.contents(state, recv)?, int(n)?);
                let unit = usize::try_from(n).ok().and_then(|n| text.get(n)).ok_or(Fault::Stuck)?;
                Value::Int(i32::from(*unit))
            }
            ("intValue" | "longValue" | "doubleValue" | "floatValue" | "charValue" | "booleanValue", []) => {
                match recv.object().and_then(|o| state.object(o)?.java().number) {
                    Some(Number::Char(c)) => Value::Int(i32::from(c)),
                    number => {
                        let name = name.split('$').next().unwrap_or(name);
                        self.as_number(state, i, recv, number, name).ok_or(Fault::Stuck)?
                    }
                }
            }
            _ => return Err(Fault::Stuck),
        }))
    }

    fn compare_values(&self, state: &State, a: Value, b: Value) -> Result<i32, Fault> {
        if let (Value::Int(a), Value::Int(b)) = (a, b) {
            return Ok(i32::from(a > b) - i32::from(a < b));
        }
        if let (Value::Bool(a), Value::Bool(b)) = (a, b) {
            return Ok(i32::from(a) - i32::from(b));
        }
        let object = |v: Value| state.object(receiver(v)?).ok_or(Fault::Stuck);
        let (x, y) = (object(a)?, object(b)?);
        if let (Some((a, _)), Some((b, _))) = (&x.java().constant, &y.java().constant) {
            return Ok(a - b);
        }
        match (&x.text, &y.text, x.java().number, y.java().number) {
            (Some(a), Some(b), ..) => Ok(compare(a, b)),
            (.., Some(Number::Long(a)), Some(Number::Long(b))) => Ok(i32::from(a > b) - i32::from(a < b)),
            (.., Some(Number::Char(a)), Some(Number::Char(b))) => Ok(i32::from(a) - i32::from(b)),
            (.., Some(Number::Double(a)), Some(Number::Double(b))) => {
                Ok(compare_doubles(f64::from_bits(a), f64::from_bits(b)))
            }
            (.., Some(Number::Float(a)), Some(Number::Float(b))) => {
                Ok(compare_doubles(f64::from(f32::from_bits(a)), f64::from(f32::from_bits(b))))
            }
            _ => Err(Fault::Stuck),
        }
    }

    /// The class from which a call is looked up: for Java's `super.m(…)`, the one above the code's.
    pub(super) fn class_of_call(&self, at: ExprId, class: ClassId) -> ClassId {
        self.tables.java.super_calls.get(&at).copied().unwrap_or(class)
    }
}

/// `Double.compare`: every number is below `NaN`, and `-0.0` below `0.0`.
fn compare_doubles(a: f64, b: f64) -> i32 {
    let rank = |x: f64| if x.is_nan() { 2 } else { i32::from(x.is_sign_positive()) };
    match a.partial_cmp(&b) {
        Some(std::cmp::Ordering::Less) => -1,
        Some(std::cmp::Ordering::Greater) => 1,
        Some(std::cmp::Ordering::Equal) if a != 0.0 => 0,
        Some(std::cmp::Ordering::Equal) | None => (rank(a) - rank(b)).signum(),
    }
}

/// `String.compareTo`
fn compare(a: &[u16], b: &[u16]) -> i32 {
    let differs = a.iter().zip(b).find(|(a, b)| a != b);
    differs.map_or(a.len() as i32 - b.len() as i32, |(a, b)| i32::from(*a) - i32::from(*b))
}

/// `String.hashCode`
fn hash(text: &[u16]) -> i32 {
    text.iter().fold(0, |h: i32, &c| h.wrapping_mul(31).wrapping_add(i32::from(c)))
}
