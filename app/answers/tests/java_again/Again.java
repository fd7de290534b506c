import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.atomic.AtomicReference;

/** Runs the `main` of a class many times in one machine, with classes of its own each time, and prints each output once: its lines with " / " between them. */
public class Again {
    /** Milliseconds that a run may take; one that takes longer is the last one, and is left out. */
    static final long LONGEST = 2000;

    public static void main(String[] args) throws Exception {
        URL[] classes = { Path.of(args[0]).toUri().toURL() };
        int times = Integer.parseInt(args[2]), made = 0;
        Set<String> seen = new TreeSet<>();
        PrintStream out = System.out;
        while (made < times) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            System.setOut(new PrintStream(text, true));
            System.setErr(new PrintStream(OutputStream.nullOutputStream()));
            ThreadGroup group = new ThreadGroup("run");
            AtomicReference<Throwable> broken = new AtomicReference<>();
            URLClassLoader loader = new URLClassLoader(classes);
            Thread main = new Thread(group, () -> {
                try {
                    Class<?> program = Class.forName(args[1], true, loader);
                    var entry = program.getDeclaredMethod("main", String[].class);
                    entry.setAccessible(true);
                    entry.invoke(null, (Object) new String[0]);
                } catch (java.lang.reflect.InvocationTargetException e) {
                    // What `main` throws ends its thread alone.
                } catch (Throwable e) {
                    broken.set(e);
                }
            }, "main");
            main.start();
            if (!ended(group, main)) break;
            if (broken.get() != null) throw new IllegalStateException(broken.get());
            seen.add(String.join(" / ", text.toString().lines().toList()).strip());
            made++;
        }
        seen.forEach(out::println);
        out.println(made + " runs");
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** Waits for all threads of a group. */
    static boolean ended(ThreadGroup group, Thread main) throws InterruptedException {
        long end = System.currentTimeMillis() + LONGEST;
        main.join(LONGEST);
        Thread[] left = new Thread[64];
        while (System.currentTimeMillis() < end) {
            int n = group.enumerate(left);
            if (n == 0) return true;
            left[0].join(1);
        }
        return false;
    }
}
