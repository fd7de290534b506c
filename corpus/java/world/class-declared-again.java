//! A second class of a name is one error: its annotations are not looked at
//! check: PROG/class-once @ 5
class Twice { int a /*# guarded_by this */; synchronized void up() { a++; } }

class Twice /*# {ghost Object l} */ { int b /*# guarded_by l */; void m() /*# requires l */ { b++; } }
