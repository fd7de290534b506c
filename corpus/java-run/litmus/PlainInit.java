//! Plain fields may come after the object (jcstress: BasicJMM_08_Finals)
//! race: PlainInit.shared, Four.x, Four.y
//! output: none | 6
//! pso: 0 | 1 | 5
public class PlainInit {
    static class Four {
        int x, y;

        Four() {
            x = 1;
            y = 5;
        }
    }

    static Four shared;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> shared = new Four());
        t.start();
        Four seen = shared;
        System.out.println(seen == null ? "none" : "" + (seen.x + seen.y));
        t.join();
    }
}
