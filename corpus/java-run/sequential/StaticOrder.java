//! Static fields begin in the order of the text, and constants before all
//! output: as java
public class StaticOrder {
    static final StaticOrder IT = new StaticOrder();
    static int counted = 0;
    static int begun;
    static final int CONSTANT = 7;
    static final double RATE = 0.25;

    StaticOrder() {
        counted++;
        begun++;
        System.out.println(CONSTANT + " " + RATE);
    }

    public static void main(String[] args) {
        System.out.println(counted + " " + begun);
    }
}
