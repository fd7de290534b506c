//! Methods of a superclass that has them from an interface; objects in front of `::`; one of several arguments; groups of a stream
//! output: as java
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

public class InFront {
    interface Counter {
        int get();

        default int twice() {
            return get() * 2;
        }
    }

    static class Plain implements Counter {
        int n = 1;

        public int get() {
            return n;
        }

        Plain next() {
            n++;
            return this;
        }
    }

    static class Safe extends Plain {
        @Override
        public synchronized int twice() {
            return super.twice() + 1;
        }
    }

    Plain own = new Plain();

    Supplier<String> shown() {
        return this.own.next()::toString;
    }

    public static void main(String[] args) {
        System.out.println(new Plain().twice() + " " + new Safe().twice());
        InFront it = new InFront();
        IntSupplier of = it.own.next()::get;
        Plain[] all = {it.own, new Plain()};
        IntSupplier second = all[1]::get;
        all[1] = null;
        it.own = new Plain();
        System.out.println(of.getAsInt() + " " + second.getAsInt() + " " + it.own.get());
        it.shown();
        System.out.println(it.own.n);
        CompletableFuture.allOf(CompletableFuture.runAsync(() -> System.out.println("task"))).join();
        System.out.println(List.of(1, 2, 3).stream().collect(Collectors.groupingBy(i -> i % 2 == 0, Collectors.counting())));
    }
}
