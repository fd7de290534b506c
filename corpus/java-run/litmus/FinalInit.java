//! Final fields are there with the object, and what they lead to (jcstress: BasicJMM_08_Finals)
//! race: FinalInit.shared, an array's element
//! output: none | 6
//! forbidden: 0 | 1 | 2 | 3 | 4 | 5
public class FinalInit {
    static class Four {
        final int x;
        final int[] y = new int[1];

        Four() {
            x = 1;
            y[0] = 5;
        }
    }

    static Four shared;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> shared = new Four());
        t.start();
        Four seen = shared;
        System.out.println(seen == null ? "none" : "" + (seen.x + seen.y[0]));
        t.join();
    }
}
