//! Functional changes of atomic values, and what they answer
//! output: as java
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class Updates {
    public static void main(String[] args) {
        AtomicLong l = new AtomicLong(3);
        System.out.println(l.getAndUpdate(x -> x * 2) + " " + l.updateAndGet(x -> x + 1) + " " + l.accumulateAndGet(4, Long::sum));
        System.out.println(l.getAndAccumulate(2, Math::max) + " " + l.compareAndExchange(11, 5) + " " + l.getAndDecrement() + " " + l);
        AtomicInteger i = new AtomicInteger(1);
        System.out.println(i.getAndAccumulate(4, Integer::sum) + " " + i.compareAndExchange(7, 9) + " " + i.getPlain());
        AtomicBoolean b = new AtomicBoolean();
        System.out.println(b.compareAndExchange(false, true) + " " + b.getAndSet(false) + " " + b.getAcquire());
        AtomicReference<String> r = new AtomicReference<>("a");
        System.out.println(r.accumulateAndGet("b", String::concat) + r.getAndAccumulate("c", String::concat) + r.get());
        LongAdder a = new LongAdder();
        a.add(3);
        a.increment();
        System.out.println(a.sumThenReset() + " " + a.sum());
        LongAccumulator m = new LongAccumulator(Long::max, 0);
        m.accumulate(4);
        m.accumulate(2);
        System.out.println(m.get() + " " + m.getThenReset() + " " + m);
        AtomicLongArray all = new AtomicLongArray(3);
        System.out.println(all.incrementAndGet(1) + " " + all.updateAndGet(2, x -> x - 1) + " " + all + " " + all.length());
        String t = Stream.of(1, 2, 3).collect(Collectors.teeing(Collectors.counting(), Collectors.summingInt(x -> x), (n, s) -> s + "/" + n));
        System.out.println(t);
        System.out.println((Optional.empty() == Optional.ofNullable(null)) + " " + Thread.currentThread().isVirtual());
    }
}
