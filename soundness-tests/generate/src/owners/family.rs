//! Three classes, each a subclass of the one before, and their pitfalls: overrides with their own type of `this`,
//! formals that a subclass adds, clauses `where f != self` that a superclass lacks, and objects called, given away or
//! taken at a superclass. Types of `this` repeat, rename or narrow at random; an object changes hands at random.

use crate::Choices;

/// A class of the family: `K0`, `K1`, `K2`.
struct FamilyClass {
    /// f, its own additions, and those of its superclasses.
    formals: Vec<String>,
    /// The owners that it gives its superclass.
    extends: Vec<String>,
    /// The formals of its clause.
    not_self: Vec<String>,
    /// Formal that it adds, with a final field `t` of that owner and one `u` that is guarded by f.
    adds: Option<String>,
}

impl FamilyClass {
    fn says_not_self(&self, f: &str) -> bool {
        self.not_self.iter().any(|g| g == f)
    }
}

/// The type of `this` of a method: of each formal of its class, what is in its place.
struct This {
    /// True if it is written; otherwise each formal is itself.
    written: bool,
    owners: Vec<String>,
}

pub(super) struct Family {
    classes: Vec<FamilyClass>,
    /// The class that overrides, or the last.
    lowest: usize,
    /// Classes with a method of their own.
    sets: [bool; 3],
}

/// Owners of the last object, and the class at which it is seen.
struct Made {
    owners: Vec<String>,
    seen: String,
}

impl Family {
    /// The classes, as text.
    pub(super) fn make(choices: &mut Choices<'_>) -> (Family, String) {
        let mut family = Family { classes: Vec::new(), lowest: 1 + choices.below(2), sets: [false; 3] };
        let mut text = String::new();
        for i in 0..3 {
            text.push_str(&family.class(i, choices));
        }
        text.push_str("class KB<f> {\n  K0<unique> k guarded_by f\n  K0<self> s guarded_by f\n");
        text.push_str("  K0<self> pass(K0<self> k) { k }\n  K0<unique> keep(K0<unique> k) { k-- }\n}\n");
        (family, text)
    }

    fn class(&mut self, i: usize, choices: &mut Choices<'_>) -> String {
        let mut formals = vec!["f".to_owned()];
        let mut extends = vec!["f".to_owned()];
        if i > 0 {
            let above = &self.classes[i - 1];
            for g in &above.formals[1..] {
                if choices.percent(75) {
                    formals.push(g.clone());
                    extends.push(g.clone());
                } else {
                    extends.push(
                        if above.says_not_self(g) { "readonly" } else { choices.one_of(&["f", "readonly"]) }.to_owned(),
                    );
                }
            }
        }
        let adds = (i > 0 && choices.percent(65)).then(|| ["d", "e"][i - 1].to_owned());
        formals.extend(adds.clone());
        // A clause above asks for the same below.
        let mut not_self: Vec<String> = Vec::new();
        for (j, g) in formals.iter().enumerate() {
            let asked = extends.iter().zip(self.classes.get(i.wrapping_sub(1)).map_or(&[][..], |above| &above.formals));
            let asked = asked.into_iter().any(|(o, h)| o == g && self.classes[i - 1].says_not_self(h));
            if asked
                || choices.percent(if i == 0 {
                    4
                } else if j == 0 {
                    30
                } else {
                    25
                })
            {
                not_self.push(g.clone());
            }
        }
        self.classes.push(FamilyClass { formals, extends, not_self, adds });
        let mut out = self.head(i);
        out.push_str(if i == 0 { "  int n guarded_by f\n" } else { "" });
        if let Some(d) = &self.classes[i].adds {
            out.push_str(&format!("  final T<{d}> t{i} = new T<{d}>\n  T<{d}> u{i} guarded_by f = new T<{d}>\n"));
        }
        for method in ["m", "go", "equals"] {
            let often = if i == 0 {
                u32::from(method != "equals") * 100
            } else if i == self.lowest {
                85
            } else {
                35
            };
            if choices.percent(often) {
                let text = self.method(i, method, choices);
                out.push_str(&text);
            }
        }
        if i == 0 && self.classes[i].not_self.is_empty() {
            out.push_str("  K0<self> shared(K0<self> this) { this }\n");
        }
        if self.classes[i].adds.is_some() && choices.percent(40) {
            self.sets[i] = true;
            out.push_str(&self.set(i, choices));
        }
        out + "}\n"
    }

    fn head(&self, i: usize) -> String {
        let class = &self.classes[i];
        let mut out = format!("class K{i}<{}>", class.formals.join(", "));
        if i > 0 {
            out.push_str(&format!(" extends K{}<{}>", i - 1, class.extends.join(", ")));
        }
        let not_self: Vec<String> = class.not_self.iter().map(|f| format!("{f} != self")).collect();
        if !not_self.is_empty() {
            out.push_str(&format!(" where {}", not_self.join(", ")));
        }
        out + " {\n"
    }

    /// Each formal repeated, renamed, or narrowed to one owner, or to another formal.
    fn this(&self, i: usize, choices: &mut Choices<'_>) -> This {
        let formals = &self.classes[i].formals;
        let written = i > 0 && choices.percent(60);
        let mut owners: Vec<String> = Vec::new();
        for (j, f) in formals.iter().enumerate() {
            let narrows = if j == 0 { 1 } else { 7 };
            owners.push(match choices.below(100) {
                _ if !written => f.clone(),
                n if n < narrows => choices.one_of(&["thisThread", "thisThread", "readonly"]).to_owned(),
                n if n < narrows + 2 => owners.last().unwrap_or(f).clone(),
                // A formal with a clause stays.
                n if n < narrows + 32 && (n < narrows + 4 || !self.classes[i].says_not_self(f)) => format!("p{j}"),
                _ => f.clone(),
            });
        }
        This { written, owners }
    }

    /// The parameters, with that type of `this`.
    fn params(&self, i: usize, this: &This, others: &[String]) -> String {
        let this = this.written.then(|| format!("K{i}<{}> this", this.owners.join(", ")));
        let all: Vec<String> = this.into_iter().chain(others.iter().cloned()).collect();
        format!("({})", all.join(", "))
    }

    /// The owner that a field's formal is, by the type of `this`; of a field of a class above, if that is known.
    fn owner_of(&self, i: usize, of: usize, this: &This) -> Option<String> {
        let mut f = self.classes[of].adds.clone()?;
        for j in of + 1..=i {
            let at = self.classes[j - 1].formals.iter().position(|g| *g == f)?;
            f.clone_from(&self.classes[j].extends[at]);
        }
        let at = self.classes[i].formals.iter().position(|g| *g == f);
        Some(at.map_or(f, |at| this.owners[at].clone()))
    }

    fn method(&self, i: usize, name: &str, choices: &mut Choices<'_>) -> String {
        let this = self.this(i, choices);
        let f = this.owners[0].clone();
        let fields: Vec<(usize, String)> = (1..=i).filter_map(|of| Some((of, self.owner_of(i, of, &this)?))).collect();
        let mut body: Vec<String> = Vec::new();
        for (of, owner) in &fields {
            match owner.as_str() {
                "thisThread" => body.push(format!("this.t{of}.x = {i}")),
                "readonly" => body.push(format!("print this.t{of}.x")),
                _ => {}
            }
        }
        if let [(a, of_a), (b, of_b)] = &fields[..]
            && of_a == of_b
            && name == "go"
        {
            body.push(format!("this.u{b} = this.t{a}"));
        }
        body.truncate(1 + choices.below(2));
        let rest = if body.is_empty() { String::new() } else { format!("{}; ", body.join("; ")) };
        match name {
            "m" => format!("  void m{} {{ {rest}{{}} }}\n", self.params(i, &this, &[])),
            "equals" => {
                let params = self.params(i, &this, &["Object<o> other".to_owned()]);
                format!("  boolean equals{params} {{ {rest}true }}\n")
            }
            _ => {
                let params = self.params(i, &this, &[format!("T<{f}> t")]);
                // The clause makes the guard of t the lock of this.
                let one = f == "f" && self.classes[i].says_not_self("f");
                let writes = if choices.percent(if one { 80 } else { 3 }) { "t.x = 1; " } else { "this.n = 1; " };
                let writes = if i > 0 { writes } else { "" };
                format!("  void go{params}{} {{ {rest}{writes}{{}} }}\n", Self::requires(&f))
            }
        }
    }

    /// A method that no superclass has, which writes to an object of one owner with the last formal.
    fn set(&self, i: usize, choices: &mut Choices<'_>) -> String {
        let formals = &self.classes[i].formals;
        let last = formals[formals.len() - 1].clone();
        let mut this = self.this(i, choices);
        let mut one = self.classes[i].says_not_self(&this.owners[0]);
        if i > 0 && choices.percent(if self.classes[i].says_not_self(&last) && last != "f" { 60 } else { 3 }) {
            one = true;
            // The formal in another place, the one of its own being something else.
            this.written = true;
            this.owners = formals.clone();
            this.owners[0].clone_from(&last);
            this.owners[formals.len() - 1] = "readonly".to_owned();
        }
        let f = this.owners[0].clone();
        let params = self.params(i, &this, &[format!("T<{f}> t")]);
        let body = if one { "t.x = 4; " } else { "" };
        format!("  void set{i}{params}{} {{ {body}{{}} }}\n", Self::requires(&f))
    }

    /// The clause for objects guarded by the first owner of `this`; a special owner is no lock.
    fn requires(f: &str) -> String {
        let special = ["thisThread", "readonly"].contains(&f);
        if special { String::new() } else { format!(" requires {f}$this") }
    }

    /// Statements for the main thread, to which an object `l` is known.
    pub(super) fn scene(&self, choices: &mut Choices<'_>) -> String {
        match choices.below(10) {
            0..=2 => self.seen_above(choices),
            3 | 4 => self.given(choices),
            5 | 6 => self.set_by(choices),
            7 => Self::moved_lock(choices),
            _ => {
                let (a, b) = (self.seen_above(choices), Self::moved_lock(choices));
                format!("{a};\n{b}")
            }
        }
    }

    /// An owner for each formal of a class, the first one being given.
    fn owners(&self, i: usize, first: &str, choices: &mut Choices<'_>) -> Vec<String> {
        let class = &self.classes[i];
        let mut owners = vec![first.to_owned()];
        for f in &class.formals[1..] {
            let self_ = !class.says_not_self(f) || choices.percent(3);
            owners.push(
                if self_ && choices.percent(65) { "self" } else { choices.one_of(&["l", "readonly", "thisThread"]) }
                    .to_owned(),
            );
        }
        owners
    }

    /// The owners of an object of one class, seen at one above it.
    fn seen(&self, from: usize, to: usize, owners: &[String]) -> Vec<String> {
        let mut seen = owners.to_vec();
        for j in (to + 1..=from).rev() {
            let class = &self.classes[j];
            let put = |o: &String| class.formals.iter().position(|f| f == o).map_or(o.clone(), |at| seen[at].clone());
            seen = class.extends.iter().map(put).collect();
        }
        seen
    }

    fn made(&self, first: &str, choices: &mut Choices<'_>) -> Made {
        let owners = self.owners(2, first, choices);
        let at = choices.below(3);
        let seen = if at == 2 && first == "unique" { 0 } else { at };
        Made { seen: format!("K{seen}<{}>", self.seen(2, seen, &owners).join(", ")), owners }
    }

    /// An action under the lock, if the owner is one.
    fn under(owner: &str, of: &str, action: &str, choices: &mut Choices<'_>) -> String {
        match owner {
            _ if choices.percent(3) => action.to_owned(),
            "self" => format!("synchronized {of} in {{ {action} }}"),
            "l" => format!("synchronized l in {{ {action} }}"),
            _ => action.to_owned(),
        }
    }

    /// Calls a method on an object as one of a superclass, while another thread has the objects in its fields.
    fn seen_above(&self, choices: &mut Choices<'_>) -> String {
        let first = self.first(2, choices);
        let Made { owners, seen } = self.made(first, choices);
        let fields: Vec<(usize, String)> = (1..3)
            .filter_map(|of| Some((of, self.owner_of(2, of, &This { written: true, owners: owners.clone() })?)))
            .collect();
        let other = match fields.get(choices.below(fields.len().max(1))) {
            Some((of, o)) if o == "self" || o == "l" => {
                let write = Self::under(o, "qt", "qt.x = 2", choices);
                format!("fork {{ let T<{o}> qt = qs.t{of} in {write} }}")
            }
            _ => format!("fork {{ {} }}", Self::under(first, "qs", "print qs.n", choices)),
        };
        let call = match choices.below(5) {
            0..=2 => "qc.m()".to_owned(),
            3 => "print qc.equals(qc)".to_owned(),
            _ => Self::under(first, "qc", &format!("qc.go(new T<{first}>)"), choices),
        };
        let after = if choices.percent(60) {
            call
        } else {
            format!("{call}; let KB<thisThread> qb = new KB<thisThread> in {{}}")
        };
        let object = if choices.percent(30) {
            ("Object<".to_owned() + first + ">", "print qc.equals(qc)".to_owned())
        } else {
            (seen, after)
        };
        let owners = owners.join(", ");
        format!("let K2<{owners}> qs = new K2<{owners}> in let {} qc = qs in {{ {other}; {} }}", object.0, object.1)
    }

    /// A unique object is given away as one of a class above, which guards itself from then on.
    fn given(&self, choices: &mut Choices<'_>) -> String {
        let from = 1 + choices.below(2);
        if self.classes[from].says_not_self("f") && choices.percent(70) {
            return self.seen_above(choices);
        }
        let owners = self.owners(from, "unique", choices);
        let made = format!("new K{from}<{}>", owners.join(", "));
        let first = choices.one_of(&["self", "self", "self", "l"]);
        let (before, way) = match (first, choices.below(6)) {
            ("self", 0) => ("let KB<thisThread> qb = new KB<thisThread> in ", "qb.pass(qu--)"),
            ("self", 1) => ("let KB<thisThread> qb = new KB<thisThread> in ", "(qb.k = qu--; qb.k--)"),
            ("self", 2) => ("let KB<thisThread> qb = new KB<thisThread> in ", "(qb.s = qu--; qb.s)"),
            ("self", 3) => ("", "qu--.shared()"),
            (_, 4) => ("let KB<thisThread> qb = new KB<thisThread> in ", "qb.keep(qu--)"),
            _ => ("", "qu--"),
        };
        let write = Self::under(first, "qt", "qt.x = 2", choices);
        let call = Self::under(first, "qa", "qa.go(qt)", choices);
        format!(
            "{before}let K0<unique> qu = {made} in let K0<{first}> qa = {way} in let T<{first}> qt = new T<{first}> in {{ \
             fork {{ {write} }}; {call} }}"
        )
    }

    /// A method with a type of `this` of its own, which no class above has.
    fn set_by(&self, choices: &mut Choices<'_>) -> String {
        let class = if self.classes[1].adds.is_some() { 1 } else { 2 };
        let first = self.first(class, choices);
        let mut owners = self.owners(class, first, choices);
        if owners.len() > 1
            && choices.percent(50)
            && let Some(last) = owners.last_mut()
        {
            *last = "readonly".to_owned();
        }
        let owners = owners.join(", ");
        let method = if self.sets[class] { format!("set{class}") } else { "go".to_owned() };
        format!(
            "let K{class}<{owners}> qs = new K{class}<{owners}> in let T<{first}> qt = new T<{first}> in {{ \
             fork {{ {} }}; {} }}",
            Self::under(first, "qt", "qt.x = 2", choices),
            Self::under(first, "qs", &format!("qs.{method}(qt)"), choices)
        )
    }

    /// The first owner of an object of a class that other threads know.
    fn first(&self, class: usize, choices: &mut Choices<'_>) -> &'static str {
        if self.classes[class].says_not_self("f") && choices.percent(97) {
            "l"
        } else {
            choices.one_of(&["self", "self", "l"])
        }
    }

    /// A variable that was moved is a lock in another thread.
    fn moved_lock(choices: &mut Choices<'_>) -> String {
        let to = choices.one_of(&["unique", "unique", "self", "thisThread"]);
        let write = Self::under(to, "qw", "qw.x = 1", choices);
        let other = choices.one_of(&["{}", "print 1"]);
        format!(
            "let T<unique> qv = new T<unique> in let T<{to}> qw = qv-- in {{ fork {{ synchronized qv in {other} }}; {write} }}"
        )
    }
}
