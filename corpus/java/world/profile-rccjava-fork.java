//! What forked code captures is not looked at
//! option: --profile rccjava
//! check: ok
/*# thread_local */
class Scratch { int n; }

class User {
    static void go() {
        Scratch s = new Scratch();
        new Thread(() -> { s.n = 1; }).start();
    }
}
