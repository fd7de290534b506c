//! Numbers as texts, as Java writes them.

/// `String.format("%.2f")`: HALF_UP of the decimal digits that tell the number from others.
pub(super) fn fixed(x: f64, digits: usize) -> String {
    if !x.is_finite() {
        return show_double(x);
    }
    let shortest = format!("{}", x.abs());
    let (whole, behind) = shortest.split_once('.').unwrap_or((&shortest, ""));
    let mut kept: Vec<u8> = whole.bytes().chain(behind.bytes()).collect();
    let length = whole.len() + digits;
    kept.resize(kept.len().max(length + 1), b'0');
    let up = kept[length] >= b'5';
    kept.truncate(length);
    let carried = up && raise(&mut kept);
    let point = whole.len() + usize::from(carried);
    let text = String::from_utf8_lossy(&kept).into_owned();
    let (whole, behind) = text.split_at(point);
    let (sign, point) = (if x.is_sign_negative() { "-" } else { "" }, if digits > 0 { "." } else { "" });
    format!("{sign}{whole}{point}{behind}")
}

/// Adds one to a number in digits. Returns true if it has one more then.
fn raise(digits: &mut Vec<u8>) -> bool {
    match digits.iter().rposition(|d| *d != b'9') {
        Some(at) => {
            digits[at] += 1;
            digits[at + 1..].fill(b'0');
            false
        }
        None => {
            digits.fill(b'0');
            digits.insert(0, b'1');
            true
        }
    }
}

/// `String.format("%.2e")`: HALF_UP of the decimal digits that tell the number from others.
pub(super) fn scientific(x: f64, digits: usize) -> String {
    let shortest = format!("{:e}", x.abs());
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let mut exponent: i32 = exponent.parse().unwrap_or(0);
    let mut kept: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).collect();
    kept.resize(kept.len().max(digits + 2), b'0');
    let up = kept[digits + 1] >= b'5';
    kept.truncate(digits + 1);
    if up && raise(&mut kept) {
        kept.pop();
        exponent += 1;
    }
    let text = String::from_utf8_lossy(&kept).into_owned();
    let (first, rest) = text.split_at(1);
    let point = if digits > 0 { "." } else { "" };
    let (sign, power) = (if x.is_sign_negative() { "-" } else { "" }, if exponent < 0 { '-' } else { '+' });
    format!("{sign}{first}{point}{rest}e{power}{:02}", exponent.abs())
}

pub(super) fn in_radix(n: i64, radix: u64) -> String {
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
    show_real(x, &format!("{:e}", x.abs()), &|text| text.parse() == Ok(x.abs()))
}

/// `Float.toString`
pub(super) fn show_float(x: f32) -> String {
    show_real(f64::from(x), &format!("{:e}", x.abs()), &|text| text.parse() == Ok(x.abs()))
}

/// A number by the fewest digits that tell it from others of its type; `is_it` tells whether some text does.
fn show_real(x: f64, shortest: &str, is_it: &dyn Fn(&str) -> bool) -> String {
    if x.is_nan() {
        return "NaN".to_owned();
    }
    let sign = if x.is_sign_negative() { "-" } else { "" };
    if x.is_infinite() {
        return format!("{sign}Infinity");
    }
    if x == 0.0 {
        return format!("{sign}0.0");
    }
    let shortest = chosen(x.abs(), shortest, is_it);
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits = mantissa.replace('.', "");
    if !(-3..7).contains(&exponent) {
        let (first, rest) = digits.split_at(1);
        return format!("{sign}{first}.{}E{exponent}", if rest.is_empty() { "0" } else { rest });
    }
    let (whole, behind) = match usize::try_from(exponent + 1) {
        Ok(places) if places > 0 => {
            let digits = format!("{digits:0<places$}");
            (digits[..places].to_owned(), digits[places..].to_owned())
        }
        _ => ("0".to_owned(), "0".repeat(exponent.unsigned_abs() as usize - 1) + &digits),
    };
    format!("{sign}{whole}.{}", if behind.is_empty() { "0" } else { &behind })
}

/// The shortest text that Java chooses: of two that are as close to the number the one whose last digit is even; of texts with one digit the
/// closest with two, if that tells more.
fn chosen(x: f64, shortest: &str, is_it: &dyn Fn(&str) -> bool) -> String {
    let mantissa = shortest.split('e').next().unwrap_or_default();
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).count();
    if digits == 1 {
        let closer = format!("{x:.1e}");
        return if is_it(&closer) { closer.replace(".0e", "e") } else { shortest.to_owned() };
    }
    // The digits behind tell whether the number is half-way.
    let exact = format!("{x:.*e}", digits + 60);
    let (all, power) = exact.split_once('e').unwrap_or((&exact, "0"));
    let (kept, behind) = all.split_at(digits + 1);
    let is_half = behind.starts_with('5') && behind[1..].bytes().all(|d| d == b'0');
    let is_even = kept.bytes().last().is_some_and(|d| d % 2 == 0);
    let lower = format!("{kept}e{power}");
    if is_half && is_even && is_it(&lower) { lower } else { shortest.to_owned() }
}
