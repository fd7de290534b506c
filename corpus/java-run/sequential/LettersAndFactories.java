//! Letters of two chars, formats that name the argument before, factories of threads, states of futures
//! output: as java
import java.util.*; import java.util.concurrent.*;
public class LettersAndFactories { public static void main(String[] z) throws Exception {
 String s = "a😀x"; System.out.println(s.codePointAt(1) + " " + s.codePointAt(0) + " " + s.length() + " " + new StringBuilder(s).reverse() + " " + new StringBuffer("é😀").reverse());
 System.out.println(s.codePoints().count() + " " + s.codePoints().max().getAsInt());
 System.out.println(String.format("%s %<S %s %1$s %<s", "a", "b"));
 System.out.println(String.format("[%(d] [%(d] [%(.2f] [%(6d]", -5, 5, -1.5, -3));
 try { String.format("%<s", "a"); } catch (MissingFormatArgumentException e) { System.out.println(e.getMessage()); }
 System.out.print("a\n  b".indent(2)); System.out.print("   a\n b".indent(-2));
 System.out.println(Integer.compareUnsigned(-1, 1) + " " + Integer.compareUnsigned(1, 2));
 ThreadFactory f = Thread.ofPlatform().name("w-", 1).daemon().factory(); Thread a = f.newThread(() -> {}), b = f.newThread(() -> {}); System.out.println(a.getName() + b.getName() + a.isDaemon());
 ExecutorService ex = Executors.newSingleThreadExecutor(Thread.ofPlatform().name("pool", 0).factory()); Future<String> g = ex.submit(() -> Thread.currentThread().getName()); System.out.println(g.get() + g.state());
 Future<Integer> h = ex.submit(() -> 1 / 0); try { h.get(); } catch (ExecutionException e) { System.out.println(h.state() + " " + h.exceptionNow()); }
 ex.shutdown(); FutureTask<Integer> ft = new FutureTask<>(() -> 1); System.out.println(ft.state() == Future.State.RUNNING); ft.cancel(true); System.out.println(ft.state());
 CompletableFuture<Integer> c = CompletableFuture.failedFuture(new IllegalStateException("x")); System.out.println(c.state() + " " + c.exceptionNow());
} }
