//! All threads of an array are waited for before their sum is read
//! output: 2
public class AllJoined {
    private static int sum;

    private static synchronized void add() { sum++; }

    public static void main(String[] args) throws InterruptedException {
        Thread[] all = new Thread[2];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Thread(AllJoined::add);
            all[i].start();
        }
        for (Thread one : all) {
            one.join();
        }
        System.out.println(sum);
    }
}
