//! Programs of many shapes: each repeats one block of well-typed declarations, long in one respect and short in the others. What is fast
//! on the programs of [`crate::program`] alone shows here.

use crate::repeat;

/// A shape of programs.
pub struct Shape {
    /// How the command line calls it.
    pub name: &'static str,
    /// What is long in it.
    pub what: &'static str,
    block: fn() -> String,
    main: &'static str,
}

impl Shape {
    /// A program of the shape, of about so many bytes.
    pub fn program(&self, bytes: usize) -> String {
        let block = (self.block)();
        // A number is as long as its mark in a program of a hundred blocks, longer by some digits in those of interest.
        let lines = bytes * block.lines().count() / (block.len() + 3 * block.matches('@').count()).max(1);
        repeat("", &block, self.main, lines)
    }
}

/// All shapes.
pub const SHAPES: &[Shape] = &[
    Shape { name: "dense", what: "classes of one line, no blank too much", block: dense, main: "" },
    Shape { name: "small", what: "classes with next to nothing in them", block: small, main: "" },
    Shape { name: "statements", what: "methods of two hundred statements", block: statements, main: "" },
    Shape { name: "nested", what: "blocks in blocks, twenty deep and indented", block: nested, main: "" },
    Shape { name: "brackets", what: "expressions in brackets, two hundred deep", block: brackets, main: "" },
    Shape { name: "rows", what: "rows of forty operators", block: rows, main: "" },
    Shape { name: "ghosts", what: "eight ghosts a class, eight locks a type", block: ghosts, main: "" },
    Shape { name: "paths", what: "locks that are paths of twelve fields", block: paths, main: "" },
    Shape { name: "parameters", what: "methods of sixteen parameters", block: parameters, main: "" },
    Shape { name: "hierarchy", what: "sixty classes, each the superclass of the next", block: hierarchy, main: "" },
    Shape { name: "fields", what: "a hundred fields a class", block: fields, main: "" },
    Shape { name: "names", what: "names of forty letters, each new", block: names, main: "" },
    Shape { name: "strings", what: "literals of a line's length", block: strings, main: "" },
    Shape { name: "comments", what: "nine lines of comments to each of the program", block: comments, main: "" },
    Shape { name: "annotated", what: "every clause in an annotation comment", block: annotated, main: "" },
    Shape { name: "lets", what: "a hundred variables in each other's scopes", block: lets, main: "" },
];

/// So many copies of a text, its `^` the number of the copy.
fn times(n: usize, text: &str) -> String {
    (0..n).map(|i| text.replace('^', &i.to_string())).collect()
}

/// So many copies with something between them.
fn joined(n: usize, text: &str, between: &str) -> String {
    (0..n).map(|i| text.replace('^', &i.to_string())).collect::<Vec<_>>().join(between)
}

fn dense() -> String {
    "class D@k{int n guarded_by this;final Object l=new Object;D@k o guarded_by this.l;synchronized int get(){this.n}\
     int put(int v)requires this{this.n=v}void inc(D@k d){synchronized d in{d.put(d.n+1)}}\
     void tie(D@k d){synchronized this.l in{this.o=d;if(this.o==null)print 1 else print 0}}}\n"
        .to_owned()
}

fn small() -> String {
    "class E@k {}\nclass F@k extends E@k { int x guarded_by this }\n\n".to_owned()
}

fn statements() -> String {
    let body = times(
        50,
        "        this.a = this.a + ^;\n        if (this.a < this.b) { this.b = this.a % 7; }\n        print this.b;\n        this.step(this.a - ^);\n",
    );
    format!(
        "class M@k {{\n    int a guarded_by this;\n    int b guarded_by this;\n\n    int step(int by) requires this {{ by }}\n\n    synchronized void run() {{\n{body}    }}\n}}\n\n"
    )
}

fn nested() -> String {
    let mut text = "class N@k {\n    int n guarded_by this;\n\n    synchronized void run(boolean go) {\n".to_owned();
    for depth in 0..20 {
        let indent = "    ".repeat(depth + 2);
        text += &match depth % 3 {
            0 => format!("{indent}if (go) {{\n"),
            1 => format!("{indent}while (this.n < {depth}) {{\n"),
            _ => format!("{indent}synchronized this in {{\n"),
        };
        text += &format!("{indent}    this.n = this.n + {depth};\n");
    }
    for depth in (0..20).rev() {
        text += &format!("{}}}\n", "    ".repeat(depth + 2));
    }
    text + "    }\n}\n\n"
}

fn brackets() -> String {
    let row = format!("        {}x{}", "(".repeat(200), " + 1)".repeat(200));
    format!("class B@k {{\n    int sum(int x) {{\n{row}\n    }}\n}}\n")
}

fn rows() -> String {
    let sum = joined(20, "x * ^", " + ");
    let test = joined(20, "x != ^", " && ");
    format!(
        "class R@k {{\n    int sum(int x) {{\n        {sum}\n    }}\n\n    boolean test(int x) {{\n        {test}\n    }}\n}}\n\n"
    )
}

fn ghosts() -> String {
    let heads = joined(8, "ghost Object g^", ", ");
    let locks = joined(8, "g^", ", ");
    let fields = times(8, &format!("    G@k<{locks}> f^ guarded_by g^;\n"));
    let methods = times(8, &format!("\n    G@k<{locks}> get^() requires g^ {{\n        this.f^\n    }}\n"));
    format!(
        "class G@k<{heads}> {{\n{fields}{methods}\n    G@k<{locks}> fresh() {{\n        new G@k<{locks}>\n    }}\n}}\n\n"
    )
}

fn paths() -> String {
    let path = format!("this{}", times(12, ".p"));
    let methods = times(
        4,
        &format!(
            "\n    void use^() {{\n        synchronized {path} in {{\n            this.n = this.n + 1;\n            this.need()\n        }}\n    }}\n"
        ),
    );
    format!(
        "class P@k {{\n    final P@k p = null;\n    int n guarded_by {path};\n\n    int need() requires {path} {{\n        this.n\n    }}\n{methods}}}\n\n"
    )
}

fn parameters() -> String {
    let heads = joined(16, "int a^", ", ");
    let given = joined(16, "a^", ", ");
    let methods = times(6, &format!("    int m^({heads}) {{\n        this.last({given})\n    }}\n\n"));
    format!("class A@k {{\n{methods}    int last({heads}) {{\n        a0 + a15\n    }}\n}}\n\n")
}

fn hierarchy() -> String {
    let first = "class H@kx0 {\n    int f0 guarded_by this;\n\n    int get(int by) requires this {\n        this.f0 + by\n    }\n}\n\n";
    let class = |i: usize| {
        format!(
            "class H@kx{i} extends H@kx{} {{\n    int f{i} guarded_by this;\n\n    int get(int by) requires this {{\n        this.f0 + this.f{i} * by\n    }}\n}}\n\n",
            i - 1
        )
    };
    first.to_owned() + &(1..60).map(class).collect::<String>()
}

fn fields() -> String {
    let fields = times(
        25,
        "    int f^ guarded_by this = ^;\n    final Object lock^ = new Object;\n    boolean b^ guarded_by this.lock^;\n    F@k next^ guarded_by this;\n",
    );
    format!("class F@k {{\n{fields}}}\n\n")
}

fn names() -> String {
    let class = "AccountOfTheDepartmentForInternalAffairs@k";
    let fields = times(10, "    int theBalanceThatWasLeftAfterTheTransfer@kx^ guarded_by this;\n");
    let methods = times(
        10,
        "\n    synchronized int computeTheBalanceAfterTheTransfer@kx^(int theAmountThatIsToBeTransferred@k) {\n        this.theBalanceThatWasLeftAfterTheTransfer@kx^ = theAmountThatIsToBeTransferred@k\n    }\n",
    );
    format!("class {class} {{\n{fields}{methods}}}\n\n")
}

fn strings() -> String {
    let prints = times(
        20,
        "        print \"line ^ of block @k: the quick brown fox jumps over the lazy dog, \\\"twice\\\"\\n\";\n",
    );
    format!("class S@k {{\n    void tell() {{\n{prints}    }}\n}}\n\n")
}

fn comments() -> String {
    let line = "    // The balance is guarded by the account itself; whoever changes it holds that lock (see the manual, page ^).\n";
    let block = "    /* What follows was written long ago.\n     * It has been kept since then, /* with remarks, */ because\n     * nobody knew what it was for. */\n";
    format!(
        "class C@k {{\n{}{block}    int n guarded_by this;\n{}{block}    int m guarded_by this;\n}}\n\n",
        times(6, line),
        times(6, line)
    )
}

fn annotated() -> String {
    let fields = times(
        4,
        "    int f^ /*# guarded_by this */ = 0;\n    final Object l^ = new Object;\n    Z@k/*# <g> */ z^ /*# guarded_by this.l^ */ = null;\n",
    );
    let methods = times(
        4,
        "\n    int get^(int by) //# requires this, g\n    {\n        this.f^ + by\n    }\n\n    void tie^(Z@k/*# <g> */ z) {\n        synchronized this.l^ in this.z^ = z;\n    }\n",
    );
    format!("class Z@k/*# <ghost Object g> */ {{\n{fields}{methods}}}\n\n")
}

fn lets() -> String {
    let lets = times(99, "        let int v^ = x + ^ in\n");
    let sum = joined(9, "v^", " + ");
    format!("class L@k {{\n    int run(int x) {{\n{lets}        {sum}\n    }}\n}}\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_well_typed_and_as_long_as_asked() {
        for shape in SHAPES {
            let text = shape.program(300_000);
            assert!(text.len().abs_diff(300_000) < 50_000, "{}: {}", shape.name, text.len());
            let program = racefree_grammar::parse(&text).unwrap_or_else(|e| panic!("{}: {:?}", shape.name, e.first()));
            let report = racefree_typeck::check(&program, &text, &Default::default());
            assert!(report.is_ok(), "{}: {:?}", shape.name, report.errors.first());
        }
    }
}
