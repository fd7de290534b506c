//! Peterson without volatile: it excludes under sequential consistency alone, and all its fields race
//! race: PetersonPlain.first, PetersonPlain.second, PetersonPlain.turn, PetersonPlain.n
//! output: 2
//! tso: 1
//! pso: 1
public class PetersonPlain {
    static boolean first, second;
    static int turn;
    static int n = 0;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            first = true;
            turn = 2;
            while (second && turn == 2) Thread.onSpinWait();
            n++;
            first = false;
        });
        Thread u = new Thread(() -> {
            second = true;
            turn = 1;
            while (first && turn == 1) Thread.onSpinWait();
            n++;
            second = false;
        });
        t.start();
        u.start();
        t.join();
        u.join();
        System.out.println(n);
    }
}
