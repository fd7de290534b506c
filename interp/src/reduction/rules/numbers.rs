//! Primitives on numbers: bits of `int`, and all of `long` and `double`, which are objects to the engine.

use super::arrays::int;
use super::forms::LOCAL;
use super::{Reduced, become_value, fresh, receiver, thread};
use crate::program::ClassId;
use crate::reduction::state::Number;
use crate::reduction::{Execution, Object, State};
use crate::value::{Fault, ObjectId, ThreadId, Value};
use racefree_grammar::ast::{ExprId, TypeId, TypeKind};
use racefree_program::Primitive;
use racefree_program::primitives::WIDE;

/// Names of the types of `long` and `double` in a program that was made of Java.
const WIDE_TYPES: [&str; 2] = ["long$", "double$"];

impl Execution<'_> {
    /// The objects of `0L` and `0.0`, which stand behind those of the classes.
    pub(in crate::reduction) fn zeros(&self) -> [Object; 2] {
        let boxes = &self.tables.java.boxes;
        [(boxes.long, Number::Long(0)), (boxes.double, Number::Double(0))].map(|(class, number)| {
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
            _ => Value::Null,
        }
    }

    /// A number as a value.
    pub(super) fn number(&self, state: &mut State, i: ThreadId, number: Number) -> Value {
        let boxes = &self.tables.java.boxes;
        let class = match number {
            Number::Long(_) => boxes.long,
            Number::Double(_) => boxes.double,
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
            Number::Char(_) | Number::Double(_) => None,
        }
    }

    fn double(&self, state: &State, v: Value) -> Result<f64, Fault> {
        Ok(match self.number_of(state, v)? {
            Number::Long(n) => n as f64,
            Number::Double(bits) => f64::from_bits(bits),
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
        Some(match (name, number) {
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
                Value::Null => return self.throws(state, i, at, "NullPointerException", None),
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
            (P::ToLong, &[v]) => match self.number_of(state, v)? {
                Number::Double(bits) => self.number(state, i, Number::Long(f64::from_bits(bits) as i64)),
                Number::Long(n) => self.number(state, i, Number::Long(n)),
                Number::Char(c) => self.number(state, i, Number::Long(i64::from(c))),
            },
            (P::ToDouble, &[v]) => {
                let x = self.double(state, v)?;
                self.number(state, i, Number::Double(x.to_bits()))
            }
            (P::ToInt, &[v]) => Value::Int(match self.number_of(state, v)? {
                Number::Long(n) => n as i32,
                Number::Double(bits) => f64::from_bits(bits) as i32,
                Number::Char(c) => i32::from(c),
            }),
            (P::LongOf | P::DoubleOf, &[text]) => {
                let text = self.show_java(state, text);
                let number = match primitive {
                    P::LongOf => text.parse().map(Number::Long).ok(),
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

/// Functions of `Math`, by number. Others are not exact on every machine.
fn real(function: i32, x: f64, y: f64) -> Option<f64> {
    Some(match function {
        0 => x.sqrt(),
        1 if y == y.trunc() && (0.0..=64.0).contains(&y) && x == x.trunc() => x.powi(y as i32),
        2 => x.floor(),
        3 => x.ceil(),
        4 => x.abs(),
        5 => (x + 0.5).floor(),
        _ => return None,
    })
}

/// `String.format("%.2f")`: HALF_UP of the exact value's decimal digits.
fn fixed(x: f64, digits: usize) -> String {
    if !x.is_finite() {
        return show_double(x);
    }
    // Rust rounds the exact binary value half to even; a tie is one whose digits end there.
    let exact = format!("{:.*}", digits + 40, x.abs());
    let cut = exact.len() - 40;
    let (kept, rest) = exact.split_at(if digits == 0 { cut - 1 } else { cut });
    let rest = rest.trim_start_matches('.');
    let mut kept: Vec<u8> = kept.trim_end_matches('.').bytes().collect();
    if rest.as_bytes().first().is_some_and(|d| *d >= b'5') {
        let mut at = kept.len();
        loop {
            if at == 0 {
                kept.insert(0, b'1');
                break;
            }
            at -= 1;
            match kept[at] {
                b'.' => {}
                b'9' => kept[at] = b'0',
                digit => {
                    kept[at] = digit + 1;
                    break;
                }
            }
        }
    }
    let text = String::from_utf8_lossy(&kept).into_owned();
    if x.is_sign_negative() && x != 0.0 { format!("-{text}") } else { text }
}

fn in_radix(n: i64, radix: u64) -> String {
    let (mut left, mut digits) = (n.unsigned_abs(), Vec::new());
    loop {
        digits.push(std::char::from_digit((left % radix) as u32, radix as u32).unwrap_or('?'));
        left /= radix;
        if left == 0 {
            break;
        }
    }
    let text: String = digits.iter().rev().collect();
    if n < 0 { format!("-{text}") } else { text }
}

/// `Double.toString`
pub(super) fn show_double(x: f64) -> String {
    if x.is_nan() {
        return "NaN".to_owned();
    }
    let sign = if x.is_sign_negative() { "-" } else { "" };
    let x = x.abs();
    if x.is_infinite() {
        return format!("{sign}Infinity");
    }
    if x == 0.0 {
        return format!("{sign}0.0");
    }
    let shortest = format!("{x:e}");
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-3..7).contains(&exponent) {
        let text = format!("{x}");
        return if text.contains('.') { format!("{sign}{text}") } else { format!("{sign}{text}.0") };
    }
    let mantissa = if mantissa.contains('.') { mantissa.to_owned() } else { format!("{mantissa}.0") };
    format!("{sign}{mantissa}E{exponent}")
}
