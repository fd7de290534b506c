package p;
import java.util.*;
import java.util.concurrent.locks.ReentrantLock;
import static org.junit.Assert.*;
class X extends Missing {
    List<X> xs; ReentrantLock lock = new ReentrantLock(); int f; //> external java.util.concurrent.locks.ReentrantLock.new
    void m(Set<String> set) {
        lock.lock(); //> X.lock, external java.util.concurrent.locks.ReentrantLock.lock
        xs.get(0).f = 1; //> X.xs, external List<X>.get, external unknown.f
        inherited(f); //> external X.inherited, X.f
        inheritedField = 1; //> external X.inheritedField
        assertEquals(f, 1); //> external X.assertEquals, X.f
        System.out.println("s"); //> external java.lang.System.out, external unknown.println
        java.util.Collections.sort(xs); //> external java.util.Collections.sort, X.xs
        Map.Entry<String, X> e = null; e.getValue().f = 2; //> external Map.Entry<java.lang.String X>.getValue, external unknown.f
        new Thread(() -> f = 3).start(); //> external java.lang.Thread.new, X.f, external java.lang.Thread.start
        hashCode(); //> external X.hashCode
        "s".length(); //> external java.lang.String.length
        Object o = f; o.equals(this); //> X.f, external java.lang.Object.equals, This X
    }
}
class Y { void m(Y y) { y.hashCode(); y.nothing(); nothing(); Foo.BAR.baz(); } } //> external Y.hashCode, ? nothing, external unknown.nothing, external Foo.BAR, external unknown.baz
