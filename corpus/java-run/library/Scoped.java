//! A scoped value is there while its thread runs the task that it was bound for
//! output: Ann 0, Bob 1, Bob 2, Bob 1, 4, false / ScopedValue not bound
import java.util.NoSuchElementException;

public class Scoped {
    private static final ScopedValue<String> USER = ScopedValue.newInstance();
    private static final ScopedValue<Integer> DEPTH = ScopedValue.newInstance();

    private static String who() { return USER.get() + " " + DEPTH.orElse(0); }

    public static void main(String[] args) throws InterruptedException {
        StringBuilder said = new StringBuilder();
        Thread t = new Thread(() -> ScopedValue.where(USER, "Ann").run(() -> said.append(who()).append(", ")));
        t.start();
        t.join();
        ScopedValue.where(USER, "Bob").where(DEPTH, 1).run(() -> {
            said.append(who()).append(", ");
            ScopedValue.where(DEPTH, 2).run(() -> said.append(who()).append(", "));
            said.append(who()).append(", ");
        });
        said.append(ScopedValue.where(DEPTH, 3).call(() -> DEPTH.get() + 1)).append(", ").append(USER.isBound());
        System.out.println(said);
        try {
            USER.get();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
    }
}
