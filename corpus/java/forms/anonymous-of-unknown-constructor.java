//! An anonymous class whose superclass has several constructors, by an argument of an unknown type
//! check: ok
abstract class Job {
    Job(Job other) { }
    Job(Runnable other) { }
    abstract void go();
}

class Desk extends office.Desk {
    Job of() { return new Job(nextOfAll()) { void go() { } }; }
}
