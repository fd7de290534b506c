//! Records, interfaces with bodies, functions
//! output: as java
import java.util.function.*;
import java.util.*;

public class Shapes {
    interface Shape { double area(); default String describe() { return getClass().getSimpleName() + " with area " + String.format("%.3f", area()); } static Shape unit() { return new Square(1); } }
    record Circle(double r) implements Shape { public double area() { return Math.PI * r * r; } }
    record Square(double side) implements Shape {
        Square { if (side < 0) throw new IllegalArgumentException("negative side"); }
        public double area() { return side * side; }
    }
    record Rect(double w, double h) implements Shape { public double area() { return w * h; } Rect scale(double k) { return new Rect(w * k, h * k); } }
    public static void main(String[] args) {
        List<Shape> shapes = List.of(new Circle(1.5), new Square(2), new Rect(2, 3.5), Shape.unit());
        for (Shape s : shapes) System.out.println(s.describe());
        System.out.println(shapes);
        System.out.println(new Rect(1, 2).equals(new Rect(1, 2)) + " " + new Rect(1, 2).scale(2));
        Function<Integer, Function<Integer, Integer>> add = x -> y -> x + y;
        System.out.println(add.apply(3).apply(4));
        Supplier<String> sup = () -> "hello";
        BiFunction<String, Integer, String> rep = (s, n) -> s.repeat(n);
        UnaryOperator<String> up = String::toUpperCase;
        System.out.println(up.apply(rep.apply(sup.get(), 2)));
        Predicate<Integer> even = n -> n % 2 == 0;
        System.out.println(even.test(4) + " " + even.negate().test(4) + " " + even.and(n -> n > 10).test(4) + even.or(n -> n > 2).test(3));
        Function<Integer, Integer> dbl = x -> x * 2, inc = x -> x + 1;
        System.out.println(dbl.andThen(inc).apply(5) + " " + dbl.compose(inc).apply(5));
        try { new Square(-1); } catch (IllegalArgumentException e) { System.out.println("bad: " + e.getMessage()); }
        Runnable r = () -> System.out.println("run");
        r.run();
    }
}
