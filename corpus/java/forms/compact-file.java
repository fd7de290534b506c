//! Members outside of classes are those of a class that the file implies
//! check: SHAREABLE/guarded-or-final @ 6, EXP REF/guard-held @ 8, EXP ASSIGN/guard-held @ 8
final ReentrantLock lock = new ReentrantLock();
/*# guarded_by lock */ int balance;
final List<String> log = new ArrayList<>();
int seen;

class Clerk { void pay() { balance++; } }

void deposit() { lock.lock(); try { balance++; } finally { lock.unlock(); } }

void main() { new Thread(() -> deposit()).start(); deposit(); }
