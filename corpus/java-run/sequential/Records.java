//! Records, sealed and generic
//! output: as java
import java.util.*;

public class Records {
    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0);
        Point {
            if (x < -1000) throw new IllegalArgumentException();
        }
        Point(int v) {
            this(v, v);
        }
        double dist(Point o) {
            return Math.sqrt(Math.pow(x - o.x, 2) + Math.pow(y - o.y, 2));
        }
        static Point parse(String s) {
            String[] p = s.split(",");
            return new Point(Integer.parseInt(p[0].trim()), Integer.parseInt(p[1].trim()));
        }
    }

    record Named<T>(String name, T value, List<String> tags) {}
    record Empty() {}
    record Mixed(long l, double d, boolean b, char c, int[] a, String s) {}
    sealed interface Vehicle permits Car, Truck {}
    record Car(String make, int doors) implements Vehicle {}
    record Truck(String make, double load) implements Vehicle {}
    enum Color {
        RED, GREEN
    }

    static String desc(Vehicle v) {
        return switch (v) {
            case Car c when c.doors() < 3 -> "coupe " + c.make();
            case Car c -> "car " + c.make();
            case Truck(String m, double l) when l > 5 -> "heavy " + m;
            case Truck(var m, var l) -> "truck " + m + " " + l;
        };
    }

    static String col(Color c) {
        return switch (c) {
            case RED -> "r";
            case GREEN -> "g";
        };
    }

    static Object area(Object o) {
        if (o instanceof Named<?>(String n, Point(int x, int y), var tags) && x > 0) return n + x * y + tags.size();
        if (!(o instanceof String s)) return "no";
        return s.length();
    }

    public static void main(String[] args) {
        Point p = Point.parse("3, 4");
        System.out.println(p + " " + p.dist(Point.ORIGIN) + " " + p.equals(new Point(3, 4)) + " " + p.hashCode() + " " + new Point(7));
        System.out.println(new Named<>("n", 5, List.of("a", "b")) + " " + new Empty() + " " + new Named<>("x", p, null).value().x());
        System.out.println(desc(new Car("vw", 2)) + ";" + desc(new Car("bmw", 5)) + ";" + desc(new Truck("man", 7.5)) + ";" + desc(new Truck("ford", 1)));
        System.out.println(col(Color.RED) + col(Color.GREEN));
        System.out.println(area(new Named<>("N", p, List.of())) + " " + area("four") + " " + area(3));
        Set<Point> set = new HashSet<>(List.of(p, new Point(1, 1)));
        System.out.println(set.contains(new Point(1, 1)) + " " + set.size());
        Mixed m = new Mixed(1L, 2.5, true, 'c', null, "s");
        System.out.println(m + " " + m.equals(new Mixed(1L, 2.5, true, 'c', null, "s")) + " " + (m.hashCode() == new Mixed(1L, 2.5, true, 'c', null, "s").hashCode()));
        Map<Point, String> at = new HashMap<>();
        at.put(p, "here");
        System.out.println(at.get(new Point(3, 4)));
        List<Point> ps = new ArrayList<>(List.of(new Point(2, 1), new Point(1, 9), new Point(2, 0)));
        ps.sort(Comparator.comparingInt(Point::x).thenComparingInt(Point::y));
        System.out.println(ps);
        for (var q : ps) {
            var sum = q.x() + q.y();
            System.out.print(sum + " ");
        }
        System.out.println();
        new Point(-2000, 0);
    }
}
