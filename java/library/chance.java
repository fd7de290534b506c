// Time, numbers at random, and numbers of threads: a run takes one of the many that Java could give, always the same ones, and says so.
package java.lang;

import java.util.concurrent.ThreadLocalRandom;

// Time passes as a thread looks at it, ten milliseconds from look to look, and by what it sleeps at a time. A thread's time is its own, so that to look is no step that others see.
public final class RacefreeClock {
    // The first of January 2026, 12:00 in UTC.
    public static long millis() { return 1767268800000L + Thread.locals().look(); }
    public static long nanos() { return 1000000L * Thread.locals().look(); }
}
// Rows of numbers: a thread gets one after the other, and threads of other names get other ones.
public final class RacefreeChance {
    public static long seed() { return 31L * Thread.currentThread().getName().hashCode() + Thread.locals().draw(); }
    private static final Object KEY = new Object();
    public static ThreadLocalRandom ofThread() {
        RacefreeLocals all = Thread.locals();
        if (!all.has(KEY)) all.set(KEY, new ThreadLocalRandom(seed()));
        return (ThreadLocalRandom) all.get(KEY);
    }
}
// As JDK 25 numbers them where none is made in vain: the main thread is 3, and the others follow from 21 on in the order in which they start.
public final class RacefreeIdentity {
    public static long numberOfThread(Thread t) {
        int n = RacefreePrimitives.startNumber(t);
        if (n < 0) throw new RacefreeRefusal("the number of a thread that has not been started does not run");
        return n == 0 ? 3L : n + 20L;
    }
}
