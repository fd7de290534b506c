//! Names beyond ASCII
//! check: EXP ASSIGN/guard-held @ 7
class Zähler {
    int größe /*# guarded_by this */;

    synchronized void mehr(int größer) { größe = größer; }
    void weniger(int kleiner) { größe = kleiner; }
}
