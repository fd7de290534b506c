//! A digest of sets: the sum of the hashes of the elements, so that neither order nor splitting matters. It guards against
//! mistakes, not against malice.

use crate::tree::{Class, Expr, Path, Tree, Type};
use serde::{Deserialize, Serialize};

/// A sum of 128-bit hashes, as 32 hexadecimal digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest(u128);

impl From<Digest> for String {
    fn from(digest: Digest) -> String {
        format!("{:032x}", digest.0)
    }
}

impl TryFrom<String> for Digest {
    type Error = String;

    fn try_from(text: String) -> Result<Digest, String> {
        u128::from_str_radix(&text, 16).map(Digest).map_err(|_| format!("`{text}` is no digest"))
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&String::from(*self))
    }
}

impl Digest {
    /// Adds a program with its verdict.
    pub fn program(&mut self, what: u8, tree: &Tree, verdict: u8) {
        let mut bytes = Bytes(vec![what, verdict]);
        bytes.tree(tree);
        self.0 = self.0.wrapping_add(hash(&bytes.0));
    }

    /// Adds another sum.
    pub fn add(&mut self, other: &Digest) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

/// FNV-1a of 128 bits, stirred at the end, so that sums do not cancel.
fn hash(bytes: &[u8]) -> u128 {
    let fnv = |h: u128, b: &u8| (h ^ u128::from(*b)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    let h = bytes.iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, fnv);
    let h = (h ^ (h >> 64)).wrapping_mul(0xd6e8_feb8_6659_fd93_a5a3_5641_29c1_1b2f);
    (h ^ (h >> 59)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
}

/// A program as bytes: a tag and the parts of each node, lists with their length.
struct Bytes(Vec<u8>);

impl Bytes {
    fn list<A>(&mut self, list: &[A], mut each: impl FnMut(&mut Self, &A)) {
        self.0.push(list.len() as u8);
        list.iter().for_each(|a| each(self, a));
    }

    fn path(&mut self, path: &Path) {
        self.0.push(path.root);
        self.list(&path.fields, |b, fd| b.0.push(*fd));
    }

    fn ty(&mut self, t: &Type) {
        match t {
            Type::Int => self.0.push(0),
            Type::Bool => self.0.push(1),
            Type::Void => self.0.push(2),
            Type::Null => self.0.push(3),
            Type::Class(c, args) => {
                self.0.extend([4, *c]);
                self.list(args, Bytes::path);
            }
        }
    }

    fn expr(&mut self, e: &Expr) {
        self.0.extend(e.bytes());
        e.ty().into_iter().for_each(|t| self.ty(t));
        e.children().for_each(|e| self.expr(e));
    }

    fn class(&mut self, class: &Class) {
        self.0.extend([class.name, u8::from(class.local)]);
        self.list(&class.ghosts, |b, (t, x)| {
            b.ty(t);
            b.0.push(*x);
        });
        // Parts that no program of the base has add nothing to the bytes of one.
        class.formals.iter().for_each(|(f, clause)| self.0.extend([b'o', *f, u8::from(*clause)]));
        self.ty(&class.sup);
        self.list(&class.fields, |b, f| {
            b.0.extend([f.name, u8::from(f.is_final)]);
            b.ty(&f.ty);
            b.list(f.guard.as_slice(), Bytes::path);
            b.0.extend(f.write.then_some(u8::MAX));
            b.list(f.init.as_slice(), Bytes::expr);
        });
        self.list(&class.methods, |b, m| {
            b.0.push(m.name);
            b.ty(&m.ret);
            b.list(&m.params, |b, (t, x)| {
                b.ty(t);
                b.0.push(*x);
            });
            b.list(&m.requires, Bytes::path);
            m.reads.iter().for_each(|l| {
                b.0.push(b'r');
                b.path(l);
            });
            // A method without declared atomicity keeps its bytes.
            m.declared.iter().for_each(|a| a.bytes(&mut b.0));
            b.expr(&m.body);
        });
    }

    fn tree(&mut self, tree: &Tree) {
        self.list(&tree.classes, Bytes::class);
        self.expr(&tree.main);
    }
}
