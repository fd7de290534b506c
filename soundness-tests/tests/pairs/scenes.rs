//! What a main expression does where a rule of the analysis decides: each scene can go both ways, and one of them races. What is
//! around it is random.

use super::generator::Generator;

impl Generator {
    /// One of a few.
    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    /// The classes that have a ghost.
    fn ghosts(&self) -> Vec<usize> {
        (0..self.classes.len()).filter(|&c| self.classes[c].ghost).collect()
    }

    /// Statements for main.
    pub(super) fn scene(&mut self, scope: &[String]) -> String {
        let (x, y) = (self.pick(scope).to_owned(), self.pick(scope).to_owned());
        let c = self.below(self.classes.len());
        let made = self.new_of(c, scope);
        match self.below(10) {
            // An object is published before or after it is changed.
            0 => {
                let order = match self.below(3) {
                    0 => format!("{x}.f = z; z.n = 1"),
                    1 => format!("z.n = 1; {x}.f = z"),
                    _ => format!("{x}.f = z; (synchronized {x} in z.n = 1)"),
                };
                format!(
                    "fork {{ (let Object y = {x}.f in (if (y != null) y.n)) }}; (let Object z = {made} in {{ {order} }})"
                )
            }
            // Likewise, by a fork.
            1 => {
                let (before, after) =
                    (self.one_of(&["z.n = 1; ", "z.f; ", ""]), self.one_of(&["; z.n = 3", "; z.n", ""]));
                format!("(let Object z = {made} in {{ {before}fork {{ z.n = 2 }}{after} }})")
            }
            // A lock in a field that is written, or not.
            2 => {
                let write =
                    self.one_of(&["l = new Object; ", "l = this; ", "g = new Object; ", "l; "]).replace("this", &y);
                let who = if self.one_in(2) { &x } else { &y };
                let other = format!("fork {{ (synchronized {x}.l in {x}.n = 1) }}");
                format!("{other}; {who}.{write}(synchronized {x}.l in {x}.n = 2)")
            }
            // A part that two holders share, or that each has for itself.
            3 => {
                let ghosts = self.ghosts();
                let c = if ghosts.is_empty() || self.one_in(4) { c } else { ghosts[self.below(ghosts.len())] };
                let f = self.one_of(&["f", "g", "g"]);
                let two = if self.classes[c].ghost { format!("new C{c}<{x}>") } else { format!("new C{c}") };
                format!(
                    "(let Object a = {two} in (let Object b = {two} in {{ fork {{ (synchronized a in a.{f}.n = 1) }}; \
                     (synchronized b in b.{f}.n = 2) }}))"
                )
            }
            // A thread that is forked under a lock.
            4 => {
                let own = self.one_of(&["", "synchronized X in "]).replace('X', &x);
                format!("(synchronized {x} in {{ fork {{ ({own}{x}.n = 1) }} }}); (synchronized {x} in {x}.n = 2)")
            }
            // An object that another thread comes to by a field, or not.
            5 => {
                let (f, g) = (self.one_of(&["f", "g"]), self.one_of(&["f", "g"]));
                format!("{x}.{f} = {made}; fork {{ {x}.{g}.n = 1 }}; {x}.{f}.n = 2")
            }
            // What a loop does before it forks a thread, it does again after.
            6 => {
                let (before, after) =
                    (self.one_of(&["X.f = Y; ", "X.g; ", ""]), self.one_of(&["; X.g = null", "; X.f", ""]));
                let body = self.one_of(&["X.n = 1", "X.f = null", "X.g = Y"]);
                let all = format!("(while (X.n < 2) {{ {before}X.n = X.n + 1; fork {{ {body} }}{after} }})");
                all.replace('X', &x).replace('Y', &y)
            }
            // A lock that is made once, or each time.
            7 => {
                let thread = format!("fork {{ (synchronized k in {y}.n = 1) }}");
                let loops = |body: &str| format!("(while ({x}.n < 2) {{ {x}.n = {x}.n + 1; {body} }})");
                match self.below(3) {
                    0 => format!("(let Object k = new Object in {})", loops(&thread)),
                    1 => loops(&format!("(let Object k = new Object in {thread})")),
                    _ => loops(&format!("fork {{ (let Object k = new Object in (synchronized k in {y}.n = 1)) }}")),
                }
            }
            // What a ghost's path reads.
            8 => {
                let Some(&c) = self.ghosts().first() else { return format!("{x}.m0({y}); {x}.m0({y})") };
                let (f, m) = (self.one_of(&["l", "f"]), self.below(2));
                let write = self.one_of(&["= new Object", "= null", ""]);
                format!("(let Object z = new C{c}<{x}.{f}> in {{ fork {{ z.m{m}({y}) }}; {x}.{f} {write} }})")
            }
            // A method that is called once, or twice, or by two threads.
            _ => {
                let (call, twice) = (format!("{x}.m{}({y})", self.below(2)), self.below(3));
                match twice {
                    0 => call,
                    1 => format!("{call}; {call}"),
                    _ => format!("fork {{ {call} }}; {call}"),
                }
            }
        }
    }
}
