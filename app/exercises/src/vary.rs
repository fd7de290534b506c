//! An exercise with other names for each student: every name that the program declares gets a suffix, which comes from the student's name. A
//! copied answer has the names of another student.

use crate::exercise::Exercise;
use racefree_grammar::ast::Expr;
use std::collections::BTreeSet;

/// Names of an exercise for a student.
#[derive(Clone, Debug)]
pub struct Names {
    names: BTreeSet<String>,
    suffix: String,
}

/// Suffix of a name that belongs to another student.
const FOREIGN: &str = "_of_another";

impl Names {
    /// The names for a student.
    pub fn new(exercise: &Exercise, student: &str) -> Names {
        let suffix = format!("_{}", word(hash(student)));
        if exercise.java {
            return Names { names: of_java(&exercise.text), suffix };
        }
        let program = racefree_grammar::parse(&exercise.text).unwrap_or_default();
        let mut names: BTreeSet<String> = BTreeSet::new();
        let mut add = |name| names.extend([program.text(name).to_owned()]);
        program.classes.iter().for_each(|class| add(class.name));
        program.fields.iter().for_each(|field| add(field.name));
        program.methods.iter().for_each(|method| add(method.name));
        program.params.iter().for_each(|param| add(param.name));
        program.ghosts.iter().for_each(|ghost| add(ghost.name));
        for expr in &program.exprs {
            if let Expr::Let { var, .. } = expr {
                add(*var);
            }
        }
        Names { names, suffix }
    }

    /// A program, sheet or schedule with the student's names.
    pub fn put(&self, text: &str) -> String {
        replaced(text, |word| self.names.contains(word).then(|| format!("{word}{}", self.suffix)))
    }

    /// Prose with the student's names, in backticks.
    pub fn put_in_prose(&self, text: &str) -> String {
        let parts = text.split('`').enumerate();
        let parts: Vec<String> =
            parts.map(|(at, part)| if at % 2 == 1 { self.put(part) } else { part.to_owned() }).collect();
        parts.join("`")
    }

    /// Submission of the student, with the names of the exercise. Its own names stand for nothing there.
    pub fn taken_back(&self, text: &str) -> String {
        replaced(text, |word| match word.strip_suffix(&self.suffix).filter(|name| self.names.contains(*name)) {
            Some(name) => Some(name.to_owned()),
            None => self.names.contains(word).then(|| format!("{word}{FOREIGN}")),
        })
    }

    /// The whole exercise with the student's names; lines and columns of its header are those of the exercise.
    pub fn exercise(&self, exercise: &Exercise) -> String {
        let program = racefree_corpus::program_text(&exercise.text);
        let header = &exercise.text[..exercise.text.len() - program.len()];
        let keyed = |line: &str| {
            let is_code = ["goal:", "keep:", "ask:"].iter().any(|key| line[3..].trim_start().starts_with(key));
            if is_code { self.put(line) } else { self.put_in_prose(line) }
        };
        let header: String =
            header.split_inclusive('\n').map(|l| if l.starts_with("//!") { keyed(l) } else { l.to_owned() }).collect();
        format!("{header}{}", self.put(program))
    }
}

/// Names of Java that can be changed: those that a class or a variable is declared with. What a program calls may be the library's.
fn of_java(text: &str) -> BTreeSet<String> {
    let program = racefree_corpus::program_text(text);
    let words: Vec<&str> = program.split_inclusive(|c: char| !is_part(c)).collect();
    let plain = |word: &str| word.trim_end_matches(|c: char| !is_part(c)).to_owned();
    let declares =
        |word: &str| matches!(word.trim_end(), "class" | "int" | "boolean" | "Integer" | "String" | "Object");
    let behind = words.windows(2).filter(|pair| declares(pair[0]) && pair[0].ends_with(' '));
    let names = behind.filter(|pair| !pair[1].ends_with('(')).map(|pair| plain(pair[1]));
    let called = |name: &str| words.iter().any(|word| word.strip_suffix('(') == Some(name));
    names.filter(|name| !name.is_empty() && !called(name)).collect()
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

/// A text with words replaced, those in strings aside.
fn replaced(text: &str, mut other: impl FnMut(&str) -> Option<String>) -> String {
    let is_word = is_part;
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        if word > 0 {
            match other(&rest[..word]) {
                Some(new) => out.push_str(&new),
                None => out.push_str(&rest[..word]),
            }
            rest = &rest[word..];
            continue;
        }
        let next = rest.find(is_word).unwrap_or(rest.len());
        out.push_str(&rest[..next]);
        rest = &rest[next..];
    }
    out
}

/// FNV-1a, which is the same on every machine.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Four letters and digits of a hash, a letter first.
fn word(mut hash: u64) -> String {
    let digits = b"bcdfghjkmnpqrstvwxz23456789";
    let mut word = String::new();
    for at in 0..4 {
        let base = if at == 0 { 19 } else { digits.len() as u64 };
        word.push(digits[(hash % base) as usize] as char);
        hash /= base;
    }
    word
}
