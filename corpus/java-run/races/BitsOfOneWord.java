//! Two bits of a BitSet are one word: threads that set one each lose one
//! race: the contents of BitSet
//! output: 1 | 2
import java.util.BitSet;

public class BitsOfOneWord {
    public static void main(String[] args) throws InterruptedException {
        BitSet bits = new BitSet();
        Thread a = new Thread(() -> bits.set(1));
        Thread b = new Thread(() -> bits.set(2));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(bits.cardinality());
    }
}
