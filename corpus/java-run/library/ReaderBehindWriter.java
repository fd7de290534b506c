//! Who reads waits for another reader, which lets the writer in line go first
//! waiting: yes
//! output:  | done
import java.util.concurrent.locks.*;
public class ReaderBehindWriter {
    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock l = new ReentrantReadWriteLock();
        Thread w = new Thread(() -> { l.writeLock().lock(); l.writeLock().unlock(); });
        Thread r = new Thread(() -> { l.readLock().lock(); l.readLock().unlock(); });
        l.readLock().lock();
        w.start(); r.start();
        r.join();
        l.readLock().unlock();
        w.join();
        System.out.println("done");
    }
}
