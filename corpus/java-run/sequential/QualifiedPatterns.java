//! Record patterns whose names have dots, in cases and behind instanceof, one in the other
//! output: as java
public class QualifiedPatterns {
    sealed interface Expr permits Expr.Num, Expr.Add, Expr.Neg {
        record Num(int value) implements Expr {}
        record Add(Expr left, Expr right) implements Expr {}
        record Neg(Expr of) implements Expr {}
    }
    record Box<T>(T content) {}

    static int value(Expr e) {
        return switch (e) {
            case Expr.Num(int n) -> n;
            case Expr.Add(Expr.Num(var a), Expr.Num(int b)) when a == b -> 2 * a;
            case Expr.Add(Expr l, Expr r) -> value(l) + value(r);
            case Expr.Neg(QualifiedPatterns.Expr.Neg(var inner)) -> value(inner);
            case Expr.Neg(var inner) -> -value(inner);
        };
    }

    static String text(Object o) {
        if (o instanceof Expr.Num(int n) && n > 9) {
            return "large " + n;
        }
        return o instanceof QualifiedPatterns.Box<?>(Expr.Num(var n)) ? "boxed " + n : "other";
    }

    public static void main(String[] args) {
        Expr two = new Expr.Add(new Expr.Num(1), new Expr.Num(1));
        System.out.println(value(two) + " " + value(new Expr.Add(two, new Expr.Num(3))));
        System.out.println(value(new Expr.Neg(new Expr.Neg(two))) + " " + value(new Expr.Neg(two)));
        System.out.println(text(new Expr.Num(10)) + ", " + text(new Box<>(new Expr.Num(4))) + ", " + text(two));
    }
}
