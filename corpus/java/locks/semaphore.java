//! A semaphore as a lock
//! check: ok
import java.util.concurrent.Semaphore;

class Counter {
    private final Semaphore permit = new Semaphore(1);
    @GuardedBy("permit") private int n;

    void some() throws InterruptedException {
        permit.acquire();
        try {
            n = 1;
        } finally {
            permit.release();
        }
    }
}
