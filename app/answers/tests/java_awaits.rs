//! Tasks are over for who has waited for the executor that they were given to, or for the future of one; others may still run.

use crate::java_pairs::fields;

fn of_main(body: &str) -> Vec<String> {
    let text = format!(
        "import java.util.*; import java.util.concurrent.*;
         public class T {{
             static int n;
             static boolean is() {{ return n > 0; }}
             public static void main(String[] args) throws Exception {{
                 {body}
             }}
         }}"
    );
    fields(&text).into_iter().collect()
}

const POOL: &str = "ExecutorService x = Executors.newFixedThreadPool(2);";
const ONE: &str = "ExecutorService x = Executors.newFixedThreadPool(2); x.submit(() -> { n++; });";

#[test]
fn tasks_of_an_executor_that_has_ended_are_over() {
    let mut wrong = Vec::new();
    for body in [
        format!("{ONE} x.close(); n = 1;"),
        format!("{ONE} x.shutdown(); x.awaitTermination(1, TimeUnit.DAYS); n = 1;"),
        format!("{ONE} x.shutdown(); while (!x.awaitTermination(1, TimeUnit.DAYS)) {{ }} n = 1;"),
        format!("{ONE} x.shutdown(); if (!x.awaitTermination(1, TimeUnit.DAYS)) {{ return; }} n = 1;"),
        format!(
            "{ONE} x.shutdown(); try {{ x.awaitTermination(1, TimeUnit.DAYS); }} catch (InterruptedException e) {{ }} n = 1;"
        ),
        format!(
            "{POOL} x.execute(() -> {{ n++; }}); x.shutdown(); x.awaitTermination(1, TimeUnit.DAYS); System.out.println(n);"
        ),
        format!("{POOL} if (args.length > 0) {{ x.execute(() -> {{ n++; }}); }} x.close(); System.out.println(n);"),
        format!("{POOL} Future<?> f = x.submit(() -> {{ n++; }}); f.get(); n = 1;"),
        "CompletableFuture<Void> f = CompletableFuture.runAsync(() -> { n++; }); f.join(); n = 1;".to_owned(),
        "CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> n++); f.get(); n = 1;".to_owned(),
        // The wait stands in an operand.
        "CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> n++); System.out.println(f.join() + n);"
            .to_owned(),
        "var f = CompletableFuture.supplyAsync(() -> n++); args[0] = \"\" + f.join(); n = 1;".to_owned(),
    ] {
        wrong.extend(Some(body.clone()).filter(|body| !of_main(body).is_empty()));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // Each of many tasks is over, and two of them are not.
    let many = format!(
        "{POOL} int[] v = new int[1]; for (int i = 0; i < 3; i++) {{ x.execute(() -> {{ synchronized (v) {{ n++; }} }}); }} x.close(); n = 1;"
    );
    assert!(of_main(&many).is_empty());
    let apart = format!("{POOL} for (int i = 0; i < 3; i++) {{ x.execute(() -> {{ n++; }}); }} x.close();");
    assert_eq!(of_main(&apart), ["T.n"]);
}

#[test]
fn what_may_still_run_is_not_over() {
    for body in [
        format!("{ONE} n = 1;"),
        "CompletableFuture<Void> f = CompletableFuture.runAsync(() -> { n++; }); n = 1; f.join();".to_owned(),
        "var f = CompletableFuture.runAsync(() -> { n++; }); var g = CompletableFuture.runAsync(() -> { }); g.join(); n = 1;"
            .to_owned(),
        "var f = CompletableFuture.supplyAsync(() -> n++); if (args.length > 0 && f.join() > 0) { } n = 1;".to_owned(),
        "var f = CompletableFuture.runAsync(() -> { n++; }); f.complete(null); f.join(); n = 1;".to_owned(),
        "var f = CompletableFuture.runAsync(() -> { n++; }).orTimeout(1, TimeUnit.DAYS); f.join(); n = 1;".to_owned(),
        format!("{ONE} x.shutdown(); n = 1;"),
        format!("{ONE} n = 1; x.close();"),
        // Nothing ends it.
        format!("{ONE} x.awaitTermination(1, TimeUnit.DAYS); n = 1;"),
        // Another one is waited for.
        format!("{ONE} ExecutorService y = Executors.newFixedThreadPool(2); y.close(); n = 1;"),
        format!("{POOL} ExecutorService y = x; y.submit(() -> {{ n++; }}); n = 1; x.close();"),
        format!("{ONE} if (args.length > 0) {{ x.close(); }} n = 1;"),
        format!("{ONE} try {{ is(); x.close(); }} catch (Exception e) {{ }} n = 1;"),
        // A task behind it.
        format!("{POOL} x.shutdown(); x.awaitTermination(1, TimeUnit.DAYS); x.submit(() -> {{ n++; }}); n = 1;"),
        // A thread that a task begins, or main.
        format!("{POOL} x.submit(() -> {{ new Thread(() -> {{ n++; }}).start(); }}); x.close(); n = 1;"),
        format!("{POOL} new Thread(() -> {{ n++; }}).start(); x.close(); n = 1;"),
        format!(
            "{POOL} x = Executors.newFixedThreadPool(1); x.submit(() -> {{ n++; }}); x = Executors.newFixedThreadPool(1); x.close(); n = 1;"
        ),
        format!("{POOL} Future<?> f = x.submit(() -> {{ n++; }}); f.cancel(true); f.get(); n = 1;"),
        format!("{POOL} Future<?> f = x.submit(() -> {{ n++; }}); f.get(1, TimeUnit.DAYS); n = 1;"),
        format!(
            "{POOL} Future<?> f = x.submit(() -> {{ n++; }}); Future<?> g = x.submit(() -> {{ }}); g.get(); n = 1;"
        ),
        "CompletableFuture<Void> f = CompletableFuture.runAsync(() -> { n++; }); f.complete(null); f.get(); n = 1;"
            .to_owned(),
    ] {
        assert_eq!(of_main(&body), ["T.n"], "{body}");
    }
}
