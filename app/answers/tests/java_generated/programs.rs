//! Random programs: classes that every one has, some methods, and a `main`.

use super::expressions::{ALL, Gen, Ty};

/// Classes that expressions use: an inheritance, a record, an enum, an exception.
const CLASSES: &str = r##"
    static class Node {
        static int made;
        protected int value;
        { made++; }
        Node(int value) { this.value = value; }
        int value() { return value; }
        String show() { return "Node:" + value(); }
    }
    static class Leaf extends Node {
        private final String mark = "#" + value;
        Leaf(int value) { super(value + 1); }
        @Override int value() { return super.value() * 2; }
        @Override String show() { return "Leaf" + mark + ":" + super.show(); }
    }
    static class Twig extends Leaf {
        Twig(int value) { this(value, 3); }
        Twig(int value, int more) { super(value - more); this.value += more; }
        @Override int value() { return value; }
    }
    record Pair(int left, String right) {
        Pair { if (right == null) throw new IllegalArgumentException("null"); }
    }
    enum Color { RED, GREEN { @Override int weight() { return 5; } }, BLUE; int weight() { return ordinal(); } }
    static class Told {
        static int asked;
        static int[] of(int[] numbers) { asked++; return numbers; }
        static char[] letters(String text) { asked++; return text.substring(0, Math.min(3, text.length())).toCharArray(); }
    }
    static class Mine extends RuntimeException {
        Mine(String message) { super("mine: " + message); }
    }
"##;

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut g = Gen::new(seed);
    g.out.push_str("import java.util.*;\nimport java.util.function.*;\n\n");
    g.line(&format!("public class G{seed} {{"));
    g.out.push_str(CLASSES);
    g.indent = 1;
    for _ in 0..2 + g.below(3) {
        method(&mut g);
    }
    g.vars.clear();
    g.line("public static void main(String[] args) {");
    g.indent += 1;
    for ty in ALL {
        g.declare(ty);
    }
    for _ in 0..18 + g.below(10) {
        g.statement(3);
    }
    g.line("System.out.println(Told.asked);");
    for (name, ty, _) in g.vars.clone() {
        match ty {
            Ty::Ints => g.line(&format!("System.out.println(\"{name} \" + Arrays.toString({name}));")),
            Ty::Map => g.line(&format!("System.out.println(\"{name} \" + {name}.size() + {name});")),
            Ty::Node => g.line(&format!("System.out.println(\"{name} \" + {name}.show() + Node.made);")),
            _ => g.line(&format!("System.out.println(\"{name} \" + {name});")),
        }
    }
    g.indent -= 1;
    g.line("}");
    g.indent -= 1;
    g.line("}");
    g.out
}

fn method(g: &mut Gen) {
    let results = [Ty::Int, Ty::Long, Ty::Text, Ty::Boolean, Ty::Double, Ty::Char];
    let (name, result) = (g.fresh("m"), results[g.below(results.len())]);
    let parameters: Vec<Ty> = (0..1 + g.below(3)).map(|_| ALL[g.below(ALL.len())]).collect();
    let names: Vec<String> = parameters.iter().map(|_| g.fresh("p")).collect();
    let list: Vec<String> = parameters.iter().zip(&names).map(|(ty, name)| format!("{} {name}", ty.text())).collect();
    g.line(&format!("static {} {name}({}) {{", result.text(), list.join(", ")));
    g.vars = parameters.iter().zip(&names).map(|(ty, name)| (name.clone(), *ty, true)).collect();
    g.indent += 1;
    for _ in 0..1 + g.below(3) {
        g.statement(1);
    }
    let value = g.expr(result, 2);
    g.line(&format!("return {value};"));
    g.indent -= 1;
    g.line("}");
    g.methods.push((name, parameters, result));
}
