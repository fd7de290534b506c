//! Sealed interfaces and patterns of records
//! output: as java
import java.util.*;

public class Terms {
    sealed interface Expr permits Num, Add, Mul, Neg {}
    record Num(int v) implements Expr {}
    record Add(Expr l, Expr r) implements Expr {}
    record Mul(Expr l, Expr r) implements Expr {}
    record Neg(Expr e) implements Expr {}
    static int eval(Expr e) {
        return switch (e) {
            case Num n -> n.v();
            case Add(Expr l, Expr r) -> eval(l) + eval(r);
            case Mul(Expr l, Expr r) -> eval(l) * eval(r);
            case Neg(Expr x) -> -eval(x);
        };
    }
    static String show(Expr e) {
        if (e instanceof Num n) return "" + n.v();
        if (e instanceof Add a) return "(" + show(a.l()) + " + " + show(a.r()) + ")";
        if (e instanceof Mul(Expr l, Expr r)) return show(l) + " * " + show(r);
        if (e instanceof Neg(var x)) return "-" + show(x);
        throw new AssertionError();
    }
    static String kind(Object o) {
        return switch (o) {
            case null -> "null!";
            case Integer i when i > 10 -> "big " + i;
            case Integer i -> "int " + i;
            case String s -> "string " + s.length();
            case int[] a -> "array " + a.length;
            default -> o.getClass().getSimpleName();
        };
    }
    public static void main(String[] args) {
        Expr e = new Add(new Num(2), new Mul(new Num(3), new Neg(new Num(4))));
        System.out.println(show(e) + " = " + eval(e));
        System.out.println(e);
        System.out.println(e.equals(new Add(new Num(2), new Mul(new Num(3), new Neg(new Num(4))))));
        for (Object o : new Object[]{5, 50, "hey", new int[3], 2.5, null, 'c'}) System.out.println(kind(o));
        var list = new ArrayList<Map<String, Integer>>();
        list.add(Map.of("k", 1));
        for (var m : list) for (var en : m.entrySet()) System.out.println(en.getKey() + en.getValue());
    }
}
