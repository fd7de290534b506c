//! Primitives on numbers: bits of `int`, and all of `long` and `double`, which are objects to the engine.

use super::arrays::int;
use super::digits::{fixed, in_radix, scientific};
use super::forms::LOCAL;
use super::{Reduced, become_value, fresh, receiver, thread};
use crate::program::ClassId;
use crate::reduction::state::Number;
use crate::reduction::{Execution, Object, State};
use crate::value::{Fault, ObjectId, ThreadId, Value};
use racefree_grammar::ast::{ExprId, TypeId, TypeKind};
use racefree_program::Primitive;
use racefree_program::primitives::WIDE;

/// Names of the types of `long`, `double` and `float` in a program that was made of Java.
const WIDE_TYPES: [&str; 3] = ["long$", "double$", "float$"];

impl Execution<'_> {
    /// The objects of `0L`, `0.0` and `0.0f`, which stand behind those of the classes.
    pub(in crate::reduction) fn zeros(&self) -> [Object; 3] {
        let boxes = &self.tables.java.boxes;
        let zeros = [(boxes.long, Number::Long(0)), (boxes.double, Number::Double(0)), (boxes.float, Number::Float(0))];
        zeros.map(|(class, number)| {
            let mut object = Object::blank(class.unwrap_or(ClassId::OBJECT), ThreadId::MAIN);
            object.java_mut().number = Some(number);
            object
        })
    }

    /// The first value of a variable of a type that is no `int` and no `boolean`.
    pub(super) fn zero_of(&self, ty: TypeId) -> Value {
        let TypeKind::Class { name, .. } = self.tables.program.ty(ty).kind else { return Value::Null };
        let name = self.tables.program.text(name);
        let first = self.tables.literals.len() + self.tables.java.constants.len();
        match WIDE_TYPES.iter().position(|wide| *wide == name) {
            Some(n) if self.tables.java.has_forms => Value::Object(ObjectId((first + n) as u32)),
            _ if self.tables.java.has_forms && matches!(name, "char$" | "byte$" | "short$") => Value::Int(0),
            _ => Value::Null,
        }
    }

    /// A number as a value.
    pub(super) fn number(&self, state: &mut State, i: ThreadId, number: Number) -> Value {
        let boxes = &self.tables.java.boxes;
        let class = match number {
            Number::Long(_) => boxes.long,
            Number::Double(_) => boxes.double,
            Number::Float(_) => boxes.float,
            Number::Char(_) => boxes.character,
        };
        let mut object = Object::blank(class.unwrap_or(ClassId::OBJECT), i);
        object.java_mut().number = Some(number);
        Value::Object(fresh(state, i, object))
    }

    fn number_of(&self, state: &State, v: Value) -> Result<Number, Fault> {
        match v {
            Value::Int(n) => Ok(Number::Long(i64::from(n))),
            // A field of one of these types that nothing was assigned to.
            v => state.object(receiver(v)?).and_then(|o| o.java().number).ok_or(Fault::Stuck),
        }
    }

    /// The value of a `long`.
    pub(super) fn long(&self, state: &State, v: Value) -> Option<i64> {
        match self.number_of(state, v).ok()? {
            Number::Long(n) => Some(n),
            Number::Char(_) | Number::Double(_) | Number::Float(_) => None,
        }
    }

    fn double(&self, state: &State, v: Value) -> Result<f64, Fault> {
        Ok(match self.number_of(state, v)? {
            Number::Long(n) => n as f64,
            Number::Double(bits) => f64::from_bits(bits),
            Number::Float(bits) => f64::from(f32::from_bits(bits)),
            Number::Char(c) => f64::from(c),
        })
    }

    /// `intValue`, `longValue`, `doubleValue` of a box.
    pub(super) fn as_number(
        &self,
        state: &mut State,
        i: ThreadId,
        v: Value,
        number: Option<Number>,
        name: &str,
    ) -> Option<Value> {
        let number = match (v, number) {
            (Value::Int(n), _) => Number::Long(i64::from(n)),
            (Value::Bool(_), _) => return (name == "booleanValue").then_some(v),
            (_, number) => number?,
        };
        let number = match number {
            Number::Float(bits) if name != "floatValue" => Number::Double(f64::from(f32::from_bits(bits)).to_bits()),
            number => number,
        };
        Some(match (name, number) {
            ("floatValue", Number::Float(_)) => self.number(state, i, number),
            ("floatValue", Number::Long(n)) => self.number(state, i, Number::Float((n as f32).to_bits())),
            ("floatValue", Number::Double(bits)) => {
                self.number(state, i, Number::Float((f64::from_bits(bits) as f32).to_bits()))
            }
            ("intValue", Number::Long(n)) => Value::Int(n as i32),
            ("intValue", Number::Double(bits)) => Value::Int(f64::from_bits(bits) as i32),
            ("longValue", Number::Long(_)) | ("doubleValue", Number::Double(_)) => self.number(state, i, number),
            ("longValue", Number::Double(bits)) => self.number(state, i, Number::Long(f64::from_bits(bits) as i64)),
            ("doubleValue", Number::Long(n)) => self.number(state, i, Number::Double((n as f64).to_bits())),
            _ => return None,
        })
    }

    /// A primitive on numbers.
    pub(super) fn red_number(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        primitive: Primitive,
        args: &[Value],
    ) -> Reduced {
        use Primitive as P;
        let value = match (primitive, args) {
            (P::BoxChar, &[c]) => {
                let c = int(c)? as u16;
                self.number(state, i, Number::Char(c))
            }
            (P::Unbox, &[v]) => match v {
                Value::Null => {
                    let message = self.null_message(at);
                    return self.throws(state, i, at, "NullPointerException", message);
                }
                Value::Object(o) => match state.object(o).and_then(|o| o.java().number) {
                    Some(Number::Char(c)) => Value::Int(i32::from(c)),
                    _ => v,
                },
                v => v,
            },
            (P::ToByte, &[n]) => Value::Int(i32::from(int(n)? as i8)),
            (P::ToShort, &[n]) => Value::Int(i32::from(int(n)? as i16)),
            (P::ToChar, &[n]) => Value::Int(i32::from(int(n)? as u16)),
            (P::ShiftLeft, &[a, b]) => Value::Int(int(a)?.wrapping_shl(int(b)? as u32)),
            (P::ShiftRight, &[a, b]) => Value::Int(int(a)?.wrapping_shr(int(b)? as u32)),
            (P::ShiftRightUnsigned, &[a, b]) => Value::Int((int(a)? as u32).wrapping_shr(int(b)? as u32) as i32),
            (P::BitNot, &[a]) => Value::Int(!int(a)?),
            (P::BitAnd | P::BitOr | P::BitXor, &[a, b]) => bits(primitive, a, b)?,
            (P::ToLong, &[v]) => {
                let n = match self.number_of(state, v)? {
                    Number::Double(bits) => f64::from_bits(bits) as i64,
                    Number::Float(bits) => f32::from_bits(bits) as i64,
                    Number::Long(n) => n,
                    Number::Char(c) => i64::from(c),
                };
                self.number(state, i, Number::Long(n))
            }
            (P::ToFloat, &[v]) => {
                let x = match self.number_of(state, v)? {
                    Number::Double(bits) => f64::from_bits(bits) as f32,
                    Number::Float(bits) => f32::from_bits(bits),
                    Number::Long(n) => n as f32,
                    Number::Char(c) => f32::from(c),
                };
                self.number(state, i, Number::Float(x.to_bits()))
            }
            (P::ToDouble, &[v]) => {
                let x = self.double(state, v)?;
                self.number(state, i, Number::Double(x.to_bits()))
            }
            (P::ToInt, &[v]) => Value::Int(match self.number_of(state, v)? {
                Number::Long(n) => n as i32,
                Number::Double(bits) => f64::from_bits(bits) as i32,
                Number::Float(bits) => f32::from_bits(bits) as i32,
                Number::Char(c) => i32::from(c),
            }),
            (P::LongOf | P::DoubleOf | P::FloatOf, &[text]) => {
                let text = self.show_java(state, text);
                let number = match primitive {
                    P::LongOf => text.parse().map(Number::Long).ok(),
                    P::FloatOf => text.parse().map(|x: f32| Number::Float(x.to_bits())).ok(),
                    _ => text.parse().map(|x: f64| Number::Double(x.to_bits())).ok(),
                };
                match number {
                    Some(number) => self.number(state, i, number),
                    None => {
                        let message = format!("For input string: \"{text}\"");
                        return self.throws(state, i, at, "NumberFormatException", Some(message));
                    }
                }
            }
            (P::Wide, &[op, a, b]) => return self.red_wide(state, i, at, int(op)?, a, b),
            (P::Real, &[function, x, y]) => {
                let (x, y) = (self.double(state, x)?, self.double(state, y)?);
                let value = real(int(function)?, x, y).ok_or(Fault::Stuck)?;
                self.number(state, i, Number::Double(value.to_bits()))
            }
            (P::Fixed, &[x, digits]) => {
                let text = fixed(self.double(state, x)?, int(digits)?.clamp(0, 20) as usize);
                self.text(state, i, &text)
            }
            (P::Scientific, &[x, digits]) => {
                let text = scientific(self.double(state, x)?, int(digits)?.clamp(0, 20) as usize);
                self.text(state, i, &text)
            }
            (P::Radix, &[n, radix]) => {
                let text = in_radix(self.long(state, n).ok_or(Fault::Stuck)?, int(radix)?.clamp(2, 36) as u64);
                self.text(state, i, &text)
            }
            _ => return Err(Fault::Stuck),
        };
        become_value(thread(state, i)?, value);
        LOCAL
    }

    /// An operator on two `long`, or two `double`.
    fn red_wide(&self, state: &mut State, i: ThreadId, at: ExprId, op: i32, a: Value, b: Value) -> Reduced {
        let op = usize::try_from(op).ok().and_then(|n| WIDE.get(n)).ok_or(Fault::Stuck)?;
        let result = match (self.number_of(state, a)?, self.number_of(state, b)?) {
            (Number::Long(_), Number::Long(0)) if matches!(*op, "/" | "%") => {
                return self.throws(state, i, at, "ArithmeticException", Some("/ by zero".to_owned()));
            }
            (Number::Long(a), Number::Long(b)) => on_longs(op, a, b),
            (Number::Double(a), Number::Double(b)) => on_doubles(op, f64::from_bits(a), f64::from_bits(b)),
            (Number::Float(a), Number::Float(b)) => on_floats(op, f32::from_bits(a), f32::from_bits(b)),
            _ => None,
        };
        let value = match result.ok_or(Fault::Stuck)? {
            Ok(number) => self.number(state, i, number),
            Err(value) => value,
        };
        become_value(thread(state, i)?, value);
        LOCAL
    }
}

fn bits(primitive: Primitive, a: Value, b: Value) -> Result<Value, Fault> {
    Ok(match (primitive, a, b) {
        (Primitive::BitAnd, Value::Int(a), Value::Int(b)) => Value::Int(a & b),
        (Primitive::BitOr, Value::Int(a), Value::Int(b)) => Value::Int(a | b),
        (Primitive::BitXor, Value::Int(a), Value::Int(b)) => Value::Int(a ^ b),
        (Primitive::BitAnd, Value::Bool(a), Value::Bool(b)) => Value::Bool(a & b),
        (Primitive::BitOr, Value::Bool(a), Value::Bool(b)) => Value::Bool(a | b),
        (Primitive::BitXor, Value::Bool(a), Value::Bool(b)) => Value::Bool(a ^ b),
        _ => return Err(Fault::Stuck),
    })
}

/// A result: a number, or a value that is none of these.
type Outcome = Option<Result<Number, Value>>;

fn on_longs(op: &str, a: i64, b: i64) -> Outcome {
    let truth = |b: bool| Some(Err(Value::Bool(b)));
    Some(Ok(Number::Long(match op {
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" => a.wrapping_div(b),
        "%" => a.wrapping_rem(b),
        "<<" => a.wrapping_shl(b as u32),
        ">>" => a.wrapping_shr(b as u32),
        ">>>" => (a as u64).wrapping_shr(b as u32) as i64,
        "&" => a & b,
        "|" => a | b,
        "^" => a ^ b,
        "<" => return truth(a < b),
        "<=" => return truth(a <= b),
        ">" => return truth(a > b),
        ">=" => return truth(a >= b),
        "==" => return truth(a == b),
        "!=" => return truth(a != b),
        "compare" => return Some(Err(Value::Int(i32::from(a > b) - i32::from(a < b)))),
        _ => return None,
    })))
}

#[allow(clippy::float_cmp)] // Java's `==`
fn on_doubles(op: &str, a: f64, b: f64) -> Outcome {
    let truth = |b: bool| Some(Err(Value::Bool(b)));
    Some(Ok(Number::Double(f64::to_bits(match op {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" => a / b,
        "%" => a % b,
        "<" => return truth(a < b),
        "<=" => return truth(a <= b),
        ">" => return truth(a > b),
        ">=" => return truth(a >= b),
        "==" => return truth(a == b),
        "!=" => return truth(a != b),
        "compare" => return Some(Err(Value::Int(i32::from(a > b) - i32::from(a < b)))),
        _ => return None,
    }))))
}

#[allow(clippy::float_cmp)] // Java's `==`
fn on_floats(op: &str, a: f32, b: f32) -> Outcome {
    let made = match op {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" => a / b,
        "%" => a % b,
        // Comparisons are those of the same numbers as `double`.
        _ => return on_doubles(op, f64::from(a), f64::from(b)),
    };
    Some(Ok(Number::Float(made.to_bits())))
}

/// Functions of `Math`, by number. Others are not exact on every machine.
fn real(function: i32, x: f64, y: f64) -> Option<f64> {
    Some(match function {
        0 => x.sqrt(),
        1 => x.powf(y),
        2 => x.floor(),
        3 => x.ceil(),
        4 => x.abs(),
        5 => x.floor() + f64::from(u8::from(x - x.floor() >= 0.5)),
        6 => x.round_ties_even(),
        _ => return None,
    })
}
