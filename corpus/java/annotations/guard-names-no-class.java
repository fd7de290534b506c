//! A guard that names a class that is not there
//! check: JAVA ANNOTATION/resolved @ 4, JAVA ANNOTATION/resolved @ 5
class ClientFactory {
    @GuardedBy("OldClientFactory.class") private static ClientFactory instance;
    @GuardedBy("ClientFactory.Old.class") private static ClientFactory other;
    @GuardedBy("java.util.Vector.class") private static ClientFactory external;
    @GuardedBy("Thread.class") private static ClientFactory lang;
    static void set() { synchronized (Thread.class) { lang = null; } }
}
