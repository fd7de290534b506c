//! Without join, main reads what the thread writes
//! race: NoJoin.n
//! output: 0 | 5
public class NoJoin {
    static int n = 0;

    public static void main(String[] args) {
        new Thread(() -> n = 5).start();
        System.out.println(n);
    }
}
