//! An inner class below another one has the same object around it
//! output: as java
public class InnerBelowInner {
    int b = 4;

    class In {
        int v = b * 2;

        In(int more) { v += more; }
    }

    class Below extends In {
        Below() { super(b); }

        Below(int more) {
            super(more);
            v += b;
        }
    }

    class Third extends Below {
    }

    public static void main(String[] args) {
        InnerBelowInner o = new InnerBelowInner();
        System.out.println(o.new Below().v + " " + o.new Below(1).v + " " + o.new Third().v);
    }
}
