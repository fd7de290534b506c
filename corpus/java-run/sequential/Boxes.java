//! Two boxes are one object if their number is small
//! output: as java
import java.util.*;
public class Boxes {
    static <T> boolean one(T a, T b) { return a == b; }
    public static void main(String[] args) {
        Integer a = 127, b = 127, c = 128, d = 1280;
        System.out.println((a == b) + " " + (c == d) + " " + (c != d) + " " + c.equals(d) + " " + (a != b));
        Long x = 127L, y = 127L, z = 128L, w = 129L;
        System.out.println((x == y) + " " + (z == w));
        Boolean t = true, u = true;
        System.out.println((t == u) + " " + (t != u));
        Character p = 'a', q = 'a', r = '\u1234', s = '\u1235';
        System.out.println((p == q) + " " + (r == s));
        List<Integer> l = new ArrayList<>(List.of(1000, 1001, 5, 5));
        System.out.println((l.get(0) == l.get(1)) + " " + (l.get(2) == l.get(3)));
        Double e = 1.0, f = 2.0;
        System.out.println(e == f);
        Object o = 7, o2 = 7, o3 = "s", o4 = new Object(), o5 = null, o6 = 7L;
        System.out.println((o == o2) + " " + (o == o3) + " " + (o4 == o4) + " " + (o5 == o4) + " " + (o3 == "s") + " " + (o == o6) + " " + (o5 == null));
        System.out.println(one(1, 1) + " " + one("a", "a") + " " + one(o4, o4) + " " + one(new int[1], new int[1]));
        Integer n = null;
        System.out.println((n == a) + " " + (n == null));
        System.out.println(a == 127);
        Number m = 3;
        System.out.println(m == (Object) 3);
    }
}
