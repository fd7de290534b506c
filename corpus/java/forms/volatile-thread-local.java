//! A volatile field of a thread-local type
//! check: SHAREABLE VOLATILE FIELD/field-type @ 7
/*# thread_local */
class Scratch { int n; }

class Shared {
    volatile Scratch s;

    synchronized void go() { }
}
