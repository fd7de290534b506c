//! The object of a compact source file, shared with a thread
//! check: EXP FORK2/fv-shared @ 6
int balance;

void main() {
    Thread t = new Thread(() -> { balance++; });
    t.start();
    balance++;
}
