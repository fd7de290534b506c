//! Two bits of a BitSet are one word: threads that set one each lose one
//! race: the contents of BitSet
//! output: 1 | 2
import java.util.BitSet;

public class BitsOfOneWord {
    private static final BitSet bits = new BitSet();

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> bits.set(1));
        Thread b = new Thread(() -> bits.set(2));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(bits.cardinality());
    }
}
