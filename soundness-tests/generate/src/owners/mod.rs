//! Programs with owners, and near misses of them. A program is the text of a few classes, which differ from row to row, and of a main
//! expression that exercises owners: objects made, locked, lent, moved, put into boxes and taken out, handed to threads. Most are well
//! typed; the verdict is left to the checker.

mod edits;
mod family;

pub use edits::near_miss;

use crate::Choices;
use family::Family;

/// A variable of the main expression.
#[derive(Clone, Debug)]
struct OwnedVar {
    name: String,
    class: char,
    owners: Vec<String>,
    /// Number of forks around it.
    level: usize,
}

struct OwnersMaker<'c> {
    choices: Choices<'c>,
    vars: Vec<OwnedVar>,
    /// Locks held here.
    held: Vec<String>,
    level: usize,
    names: usize,
    /// True if pairs say that their second owner is not self.
    clause: bool,
    /// Number of statements that may still be made.
    budget: usize,
}

/// A program, with its header.
pub fn program(choices: Choices<'_>) -> String {
    let mut maker =
        OwnersMaker { choices, vars: Vec::new(), held: Vec::new(), level: 0, names: 0, clause: false, budget: 6 };
    maker.budget += maker.choices.below(7);
    let mut classes = maker.classes();
    let first = 1 + maker.choices.below(3);
    let family = maker.choices.percent(30).then(|| Family::make(&mut maker.choices));
    let Some((family, text)) = family else {
        let main = maker.block(first);
        return format!("//! system: owners\n{classes}let Object<self> l = new Object<self> in\n{main}\n");
    };
    classes.push_str(&text);
    maker.budget = maker.choices.below(4);
    let scene = family.scene(&mut maker.choices);
    let rest = if maker.budget > 0 { maker.block(first) } else { "{}".to_owned() };
    format!("//! system: owners\n{classes}let Object<self> l = new Object<self> in\n{{ {scene};\n{rest} }}\n")
}

impl OwnersMaker<'_> {
    /// Cells, pairs with two guards, boxes with a unique field, a subclass, twins that see each other with their formals swapped,
    /// helpers with formals of their own.
    fn classes(&mut self) -> String {
        self.clause = self.choices.percent(50);
        // Sums go on to the next pair only if the second owner is one lock; pairs are linked only if it may be self.
        let (clause, sum_of_next, link) = if self.clause {
            (" where g != self", "this.next.sum()", "")
        } else {
            ("", "2", "  void link(P<a, b> p, T<b> t) requires a$p, b$p { p.u = t; {} }\n")
        };
        let choices = &mut self.choices;
        let (second, other) = (choices.one_of(&["f", "g"]), choices.one_of(&["f", "g"]));
        let sum = choices.one_of(&["requires g", "reads g"]);
        let next = choices.one_of(&["T<g>", "T<f$this>", "T<g$this>"]);
        let lock = choices.one_of(&["this.lock", "f"]);
        let get = choices.one_of(&["reads f", "requires f"]);
        let whose = choices.one_of(&["g", "g$t"]);
        format!(
            "class T<f> {{
  int x guarded_by f
  int y guarded_by f
  void set(int v) requires f {{ this.x = v; {{}} }}
  int get() {get} {{ this.x }}
}}
class S<f> extends T<f> {{
  int w guarded_by f
  int get() {get} {{ this.y }}
}}
class P<f, g>{clause} {{
  int a guarded_by {second}
  {next} t guarded_by f
  T<g> u guarded_by {other}
  P<f, g> next guarded_by g
  void put(T<g> t) requires {other} {{ this.u = t; {{}} }}
  int sum() {sum} {{ if (this.next == null) 1 else {sum_of_next} }}
}}
class B<f> {{
  final Object<self> lock = new Object<self>
  T<unique> m guarded_by {lock}
  void put(T<unique> m) requires {lock} {{ this.m = m--; {{}} }}
  T<unique> take() requires {lock} {{ this.m-- }}
}}
class W<f, g> where f != self, g != self {{
  int a guarded_by f
  W<g, f> twin guarded_by f
  void pair(W<g, f> w) requires f {{ this.twin = w; {{}} }}
  int other() requires f, g {{ if (this.twin == null) 0 else this.twin.a }}
}}
class H<f> {{
  int use(T<g> t) reads {whose} {{ t.x }}
  void copy(T<g> a, T<h> b) requires g$a, h$b {{ a.x = b.y; {{}} }}
  void same(T<g> a, T<g> b) requires g$a, g$b {{ a.x = b.x; {{}} }}
{link}  void spawn(T<self> t) {{ fork {{ synchronized t in t.x = 1 }}; {{}} }}
  void give(T<unique> t) {{ fork t.set(1); {{}} }}
  T<unique> make() {{ let T<unique> t = new T<unique> in {{ t.x = 3; t-- }} }}
}}
"
        )
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    /// An owner for a new object; the first may be unique.
    fn owner(&mut self, first: bool) -> String {
        match self.choices.below(if first { 11 } else { 8 }) {
            0..=2 => "self".to_owned(),
            3 | 4 => "thisThread".to_owned(),
            5 | 6 => "l".to_owned(),
            7 if self.choices.percent(80) => "readonly".to_owned(),
            7 => "self".to_owned(),
            _ => "unique".to_owned(),
        }
    }

    /// Statements in a block of their own, with a number of variables first.
    fn block(&mut self, first: usize) -> String {
        let (vars, held) = (self.vars.len(), self.held.len());
        let mut out = String::new();
        let mut open = 0;
        let most = if self.level == 0 { 8 } else { 1 + self.choices.below(3) };
        for i in 0..first + most {
            if self.budget == 0 {
                break;
            }
            self.budget -= usize::from(i >= first);
            let declares = i < first || self.choices.percent(20);
            if i == first && self.level == 0 && self.choices.percent(85) {
                // Objects made before a thread are shared with it.
                let fork = self.fork();
                out.push_str(&format!("{fork};\n"));
            } else if self.vars.is_empty() || declares {
                out.push_str(&self.declare());
                open += 1;
            } else {
                let statement = self.statement();
                out.push_str(&statement);
                out.push_str(";\n");
            }
        }
        out.push_str("{}");
        out.push_str(&" }".repeat(open));
        self.vars.truncate(vars);
        self.held.truncate(held);
        format!("{{ {out} }}")
    }

    /// `let C<o> x = … in {`
    fn declare(&mut self) -> String {
        let unique: Vec<OwnedVar> = self.usable(|v| v.owners[0] == "unique");
        if !unique.is_empty() && self.choices.percent(35) {
            let from = unique[self.choices.below(unique.len())].clone();
            let mut owners = from.owners.clone();
            owners[0] = self.owner(true);
            let moved = if self.choices.percent(95) { "--" } else { "" };
            self.vars.retain(|v| v.name != from.name);
            return self.let_in(from.class, owners, &format!("{}{moved}", from.name));
        }
        let boxes = self.usable(|v| v.class == 'B' && v.owners[0] != "readonly");
        if !boxes.is_empty() && self.choices.percent(25) {
            let of = boxes[self.choices.below(boxes.len())].clone();
            let taken = self.locked(&of, format!("{}.take()", of.name));
            return self.let_in('T', vec!["unique".to_owned()], &format!("({taken})"));
        }
        let class = *b"TTTTPPBBSW".get(self.choices.below(10)).unwrap_or(&b'T') as char;
        if class == 'W' {
            let owners: Vec<String> = (0..2).map(|_| self.choices.one_of(&["l", "thisThread"]).to_owned()).collect();
            let new = format!("new W<{}>", owners.join(", "));
            return self.let_in(class, owners, &new);
        }
        let mut owners = vec![self.owner(true)];
        if class == 'P' {
            let second = self.owner(false);
            let second =
                if self.clause && second == "self" && !self.choices.percent(3) { "l".to_owned() } else { second };
            owners.push(second);
        }
        let mut made = owners.clone();
        if self.choices.percent(20) {
            made[0] = "unique".to_owned();
        }
        let new = format!("new {class}<{}>", made.join(", "));
        self.let_in(class, owners, &new)
    }

    fn let_in(&mut self, class: char, owners: Vec<String>, value: &str) -> String {
        let name = self.fresh();
        let text = format!("let {class}<{}> {name} = {value} in {{\n", owners.join(", "));
        self.vars.push(OwnedVar { name, class, owners, level: self.level });
        text
    }

    /// The variables that this thread may use, mostly.
    fn usable(&mut self, fits: impl Fn(&OwnedVar) -> bool) -> Vec<OwnedVar> {
        let level = self.level;
        let (any, seen) = (self.choices.percent(3), self.choices.percent(40));
        // The second owner of an object guarded by its first one may name another thread.
        let of_thread = |v: &OwnedVar| v.owners.iter().take(if seen { 1 } else { 2 }).any(|o| o == "thisThread");
        let mine = |v: &&OwnedVar| any || v.level == level || !of_thread(v);
        self.vars.iter().filter(mine).filter(|v| fits(v)).cloned().collect()
    }

    /// An action on an object, under the lock that its owner demands.
    fn locked(&mut self, of: &OwnedVar, action: String) -> String {
        let mut out = action;
        if self.choices.percent(4) {
            return out;
        }
        let mut locks: Vec<String> = Vec::new();
        for owner in &of.owners {
            match owner.as_str() {
                "self" => locks.push(of.name.clone()),
                "l" => locks.push("l".to_owned()),
                _ => {}
            }
        }
        if of.class == 'B' {
            locks.push(format!("{}.lock", of.name));
        }
        locks.dedup();
        for lock in locks {
            if !self.held.contains(&lock) {
                out = format!("synchronized {lock} in {{ {out} }}");
            }
        }
        out
    }

    fn statement(&mut self) -> String {
        let all = self.usable(|_| true);
        if all.is_empty() || self.choices.percent(if self.level == 0 { 30 } else { 15 }) {
            return self.fork();
        }
        if self.choices.percent(20) {
            return self.help("(new H<thisThread>)");
        }
        let of = all[self.choices.below(all.len())].clone();
        let x = of.name.clone();
        // An object of another thread is usable only through the field guarded by its first owner.
        let foreign = of.level != self.level && of.owners.iter().any(|o| o == "thisThread");
        let others = |it: &mut Self, class: char| {
            let mut found = it.usable(|v| v.class == class || class == 'T' && v.class == 'S');
            found.retain(|v| v.name != x);
            if found.is_empty() { None } else { Some(found[it.choices.below(found.len())].clone()) }
        };
        match of.class {
            'T' | 'S' => {
                let writes = of.owners[0] != "readonly" || self.choices.percent(5);
                let action = match self.choices.below(5) {
                    0 | 1 if writes => format!("{x}.x = {x}.y + 1"),
                    2 if writes => format!("{x}.set(2)"),
                    3 => format!("print {x}.get()"),
                    _ => format!("print {x}.x"),
                };
                self.locked(&of, action)
            }
            'P' => {
                let second = of.owners[1].clone();
                let fits = |t: &OwnedVar| t.owners[0] == second;
                let cell = others(self, 'T').filter(|t| fits(t) || self.choices.percent(5));
                let cell = cell.map_or_else(|| format!("new T<{second}>"), |t| t.name);
                let writes = !of.owners.iter().any(|o| o == "readonly") || self.choices.percent(5);
                let action = match self.choices.below(6) {
                    _ if foreign => format!("print {x}.a"),
                    0 if writes => format!("{x}.put({cell})"),
                    1 if writes => format!("{x}.u = {cell}"),
                    2 => format!("if ({x}.u != null) print {x}.u.x else {{}}"),
                    3 => format!("print {x}.sum()"),
                    4 if writes && self.choices.percent(50) => format!("{x}.next = {x}"),
                    _ => format!("print {x}.a"),
                };
                self.locked(&of, action)
            }
            'B' => {
                let action = match others(self, 'T').filter(|t| t.owners[0] == "unique") {
                    Some(t) => {
                        self.vars.retain(|v| v.name != t.name);
                        format!("{x}.put({}--)", t.name)
                    }
                    None => format!("{x}.put(new T<unique>)"),
                };
                self.locked(&of, action)
            }
            'W' => {
                let swapped = format!("new W<{}, {}>", of.owners[1], of.owners[0]);
                let action = match self.choices.below(4) {
                    0 => format!("{x}.a = {x}.a + 1"),
                    1 => format!("print {x}.a"),
                    2 if !foreign => format!("print {x}.other()"),
                    3 if !foreign => format!("{x}.pair({swapped})"),
                    _ => format!("print {x}.a"),
                };
                self.locked(&of, action)
            }
            _ => "{}".to_owned(),
        }
    }

    /// A call of a helper, which is lent or given something.
    fn help(&mut self, helper: &str) -> String {
        let cells = self.usable(|v| matches!(v.class, 'T' | 'S'));
        if cells.is_empty() {
            return format!("{helper}.make()");
        }
        let (a, b) = (cells[self.choices.below(cells.len())].clone(), cells[self.choices.below(cells.len())].clone());
        let both = a.owners[0] != "readonly" && (a.name != b.name || a.owners[0] != "unique");
        let same = both && a.owners == b.owners && a.owners[0] != "unique";
        let slip = self.choices.percent(4);
        match self.choices.below(6) {
            2 if !both && !slip => self.locked(&a, format!("print {helper}.use({})", a.name)),
            3 if !same && !slip => self.locked(&a, format!("print {helper}.use({})", a.name)),
            0 | 1 => self.locked(&a, format!("print {helper}.use({})", a.name)),
            2 => {
                let inner = self.locked(&b, format!("{helper}.copy({}, {})", a.name, b.name));
                self.locked(&a, inner)
            }
            3 => {
                let inner = self.locked(&b, format!("{helper}.same({}, {})", a.name, b.name));
                self.locked(&a, inner)
            }
            4 if a.owners[0] == "self" => format!("{helper}.spawn({})", a.name),
            _ if a.owners[0] == "unique" => {
                self.vars.retain(|v| v.name != a.name);
                format!("{helper}.give({}--)", a.name)
            }
            _ => format!("{helper}.give(new T<unique>)"),
        }
    }

    /// A thread, which takes the unique variables that it uses with it.
    fn fork(&mut self) -> String {
        if self.level >= 2 {
            return "{}".to_owned();
        }
        self.level += 1;
        let held = std::mem::take(&mut self.held);
        let first = self.choices.below(2);
        let body = self.block(first);
        self.held = held;
        self.level -= 1;
        let used = |v: &OwnedVar| {
            let mut words = body.split(|c: char| !c.is_ascii_alphanumeric());
            v.owners[0] == "unique" && words.any(|word| word == v.name)
        };
        let used: Vec<String> = self.vars.iter().filter(|v| used(v)).map(|v| v.name.clone()).collect();
        if !self.choices.percent(5) {
            self.vars.retain(|v| !used.contains(&v.name));
        }
        format!("fork {body}")
    }
}
