//! The rules as data (section 3), each with its premises, what these are for, and what is in force where one is switched off.

racefree_kernel::rules! {
    system 3;

    /// A program.
    atom_prog: "ATOM PROG", "3", "⊢ P & a", "P = defn₁…ₙ e. What `check` finds and the rules tolerate is listed as assumed." {
        CHECKED "checked" Checks "`check` finds only EXP REF/guard-held, EXP ASSIGN/guard-held, SHAREABLE/guarded-or-final (D-A3)",
            "Guards name the locks, types say who shares what: atomicities rest on both. A missing guard shows as error or atomic.";
        MAIN "main" Computes "P; ∅; ∅ ⊢ e & a", "The main thread holds no lock.";
        NO_ERROR "no-error" Checks "⟦a⟧(∅) ≠ error", "An access without its guard is no mover for the blocks that hold the guard.";
        DEFN "defn" Computes "P ⊢ defnᵢ", "Each class is well behaved by itself.";
    }

    /// A class.
    atom_class: "ATOM CLASS", "3", "P ⊢ cn", "init(c) is that of the superclass, aᵢ those of the initialisers, in order." {
        UNGUARDED_TYPE "unguarded-type" Checks "a field of a shared class that is neither final nor guarded_by has a shared type",
            "An object that only one thread may see must not be reached through a field that all see.";
        INIT "init" Computes "init(cn<x…>) = mover; init(c); a₁;…;aₙ", "To make an object runs its initialisers, which may fork and lock (D-A7).",
            off "init(cn<x…>) = mover";
        METHOD "method" Computes "P; E ⊢ methᵢ", "So are its methods.";
    }

    /// A method.
    atom_method: "ATOM METHOD", "3", "P; E ⊢ meth & a", "E = G, c this. Inference ignores the requires set; claims and call sites count it." {
        BODY "body" Computes "P; E, arg*; ls ⊢ e & b", "The method is its body.";
        DECLARED_FINAL "declared-final" Checks "P; E, arg* ⊢final l : c for each lock l of a", "A test of what is no lock decides nothing.";
        DECLARED "declared" Checks "b ⊑ a", "Callers rely on what is declared.";
        OVERRIDE "override" Computes "P; E ⊢ meth overrides meth'", "An overriding method runs where the overridden one is called.";
    }

    /// An overriding method.
    atom_override: "ATOM OVERRIDE", "3", "P; E ⊢ meth overrides meth'", "meth' is any method that meth overrides, directly or not. θ puts the ghosts of its class and the parameters in." {
        DECLARED "declared" Checks "if meth' declares a: b ⊑ θa", "Callers of meth' rely on what it declares.";
        CLAIMED "claimed" Computes "if meth' is atomic, so is meth", "Who calls an atomic method gets one, whatever class the receiver is of.",
            off "it is not";
    }

    /// A block that is claimed to be atomic.
    atom_block: "ATOM BLOCK", "3", "P; E; ls ⊢ atomic e & a", "`atomic` claims, and changes nothing for callers (D-A8)." {
        BODY "body" Computes "P; E; ls ⊢ e & a", "The block is its body.";
        CLAIM "claim" Checks "⟦a⟧(ls) ⊑ atomic", "With the locks held here, the block is right movers, at most one step that is none, left movers.";
    }

    /// Variables and literals.
    atom_value: Evident "ATOM VALUE", "3", "P; E; ls ⊢ v & const", "Also literals and {}." {}

    /// A lock that is taken on trust.
    atom_holds: Trust "ATOM HOLDS", "3", "P; E; ls ⊢ holds l & const", "What follows in the block is a|l." {}

    /// A new object.
    atom_new: "ATOM NEW", "3", "P; E; ls ⊢ new c & a", "a = [l…/x…]init(cn<x…>) for c = cn<l…>." {
        INIT "init" Computes "P ⊢ cn", "The initialisers run.";
    }

    /// A read of a field.
    atom_ref: "ATOM REF", "3", "P; E; ls ⊢ e.fd & a", "a is that of e, then b; b is const if fd is final. θ = [e/this, l…/x…]." {
        RECEIVER "receiver" Computes "P; E; ls ⊢ e & a₁", "First the receiver.";
        GUARD "guard" Computes "fd guarded_by l: b = (held θl ? mover : error)", "With its guard held, no other thread accesses the field.",
            off "b = mover";
        WRITE_GUARD "write-guard" Computes "fd write_guarded_by l: b = (held θl ? mover : atomic)", "With the lock held no other thread writes; without it one may.",
            off "b = mover";
        LOCAL "local" Computes "fd of a thread_local class: b = mover", "One thread alone sees the object.",
            off "b = mover where the receiver's class is thread_local";
        UNGUARDED "unguarded" Computes "any other: b = atomic", "Other threads may access the field just before and just after.",
            off "b = mover";
    }

    /// A write of a field.
    atom_assign: "ATOM ASSIGN", "3", "P; E; ls ⊢ e.fd = e' & a", "a is those of e and e', then b, as in [ATOM REF] but for write-guard." {
        RECEIVER "receiver" Computes "P; E; ls ⊢ e & a₁", "First the receiver.";
        VALUE "value" Computes "P; E; ls ⊢ e' & a₂", "Then the value.";
        GUARD "guard" Computes "fd guarded_by l: b = (held θl ? mover : error)", "With its guard held, no other thread accesses the field.",
            off "b = mover";
        WRITE_GUARD "write-guard" Computes "fd write_guarded_by l: b = (held θl ? atomic : error)", "Others may read the field at any time, so a write is no mover.",
            off "b = (held θl ? mover : error)";
        LOCAL "local" Computes "fd of a thread_local class: b = mover", "One thread alone sees the object.",
            off "b = mover where the receiver's class is thread_local";
        UNGUARDED "unguarded" Computes "any other: b = atomic", "Other threads may access the field just before and just after.",
            off "b = mover";
    }

    /// A call.
    atom_invoke: "ATOM INVOKE", "3", "P; E; ls ⊢ e.mn(e₁…ₙ) & a", "a is those of e and e₁…ₙ, then θb, b being that of the methods that may run." {
        RECEIVER "receiver" Computes "P; E; ls ⊢ e & a₁", "First the receiver.";
        ARGS "args" Computes "P; E; ls ⊢ eᵢ & aᵢ", "Then the arguments, all of them.", off "only a₁; θb";
        DISPATCH "dispatch" Computes "b = ⊔ of mn in e's static class and, if that declares none, in its subclasses (D-A6)",
            "The object may be of a subclass.", off "b is that of the static class";
        SUBSTITUTION "substitution" Computes "θ = [e/this, lᵢ/xᵢ, eⱼ/yⱼ], simultaneous (D-A10)", "The locks that the method tests, as they are called here.",
            off "θ = [e/this]";
        ESCAPING "escaping" Computes "a lock that is not final here: both branches joined (D-A4)", "What has no name here, nothing here can hold. Also in LET, NEW, OVERRIDE.",
            off "its held branch";
    }

    /// A variable.
    atom_let: "ATOM LET", "3", "P; E; ls ⊢ let t x = e₁ in e₂ & a", "a = a₁; [e₁/x]a₂." {
        BOUND "bound" Computes "P; E; ls ⊢ e₁ & a₁", "First what x is bound to.";
        BODY "body" Computes "P; E, t x; ls ⊢ e₂ & a₂", "Then its scope.";
    }

    /// A block that holds a lock.
    atom_sync: "ATOM SYNC", "3", "P; E; ls ⊢ synchronized e₁ in e₂ & a", "a = S(e₁, b)." {
        BODY "body" Computes "P; E; ls ∪ {e₁} ⊢ e₂ & b", "Inside, the lock is held.";
        LOCK "lock" Computes "S(l, b) = (held l ? b|l : right; b|l; left)", "To acquire moves right, to release moves left; to acquire once more is no step.",
            off "S(l, b) = b|l";
    }

    /// A new thread.
    atom_fork: "ATOM FORK", "3", "P; E; ls ⊢ fork e & left", "" {
        BODY "body" Computes "P; E; ∅ ⊢ e & a", "The new thread holds no lock.";
        NO_ERROR "no-error" Checks "⟦a⟧(∅) ≠ error", "An access without its guard is no mover for the blocks that hold the guard.";
        LEFT "left" Computes "fork e & left", "What the thread does can come as late as one likes, and not before the fork (D-A9).", off "fork e & mover";
        EMPTY "empty" Computes "no-error looks at ⟦a⟧(∅)", "A new thread does not inherit its parent's locks.", off "at ⟦a⟧(ls)";
    }

    /// Branches.
    atom_if: "ATOM IF", "3", "P; E; ls ⊢ if (e) e₁ else e₂ & a", "a = a₀; (a₁ ⊔ a₂); without else a₂ = const." {
        CONDITION "condition" Computes "P; E; ls ⊢ e & a₀", "First the condition.";
        THEN "then" Computes "P; E; ls ⊢ e₁ & a₁", "One branch.";
        ELSE "else" Computes "P; E; ls ⊢ e₂ & a₂", "Or the other.", off "a = a₀; a₁";
    }

    /// A loop.
    atom_while: "ATOM WHILE", "3", "P; E; ls ⊢ while (e) e₁ & a", "a = a₀; (a₁; a₀)*." {
        CONDITION "condition" Computes "P; E; ls ⊢ e & a₀", "First the condition.";
        BODY "body" Computes "P; E; ls ⊢ e₁ & a₁", "Then the body.";
        LOOP "loop" Computes "a = a₀; (a₁; a₀)*", "It may come round again.", off "a = a₀; a₁; a₀";
    }

    /// Operators.
    atom_op: "ATOM OP", "3", "P; E; ls ⊢ e₁ op e₂ & a", "a = a₁; a₂; of && and || a₁; (a₂ ⊔ const); + of strings: then mover. Of one operand: a₁." {
        OPERAND "operand" Computes "P; E; ls ⊢ e₁ & a₁", "First one operand.";
        RIGHT "right" Computes "P; E; ls ⊢ e₂ & a₂", "Then the other.", off "a = a₁";
    }

    /// Output.
    atom_print: "ATOM PRINT", "3", "P; E; ls ⊢ print e & a; mover", "Outcomes are compared without the order of output (D-A2)." {
        VALUE "value" Computes "P; E; ls ⊢ e & a", "First what is printed.";
    }

    /// Assertion.
    atom_assert: "ATOM ASSERT", "3", "P; E; ls ⊢ assert e & a", "" {
        CONDITION "condition" Computes "P; E; ls ⊢ e & a", "The condition is evaluated, and nothing else.";
    }

    /// Sequences.
    atom_seq: "ATOM SEQ", "3", "P; E; ls ⊢ e₁;…;eₙ & a", "a = a₁;…;aₙ. Its two premises on `;` and `*` count wherever these are written." {
        ELEMENT "element" Computes "P; E; ls ⊢ eᵢ & aᵢ", "One after the other.";
        COMMIT "commit" Computes "left or atomic, then right or atomic, is cmpd", "What has committed cannot wait for another thread's step: one may come between.",
            off "it is atomic";
        STAR "star" Computes "atomic* = cmpd", "Two turns are two steps, and one of another thread may come between them.", off "atomic* = atomic";
    }

    /// A variable that is assigned.
    atom_let_var: "ATOM LET VAR", "J", "P; E; ls ⊢ let var t x = e₁ in e₂ & a", "a = a₁; a₂. x is one thread's, and names no lock." {
        BOUND "bound" Computes "P; E; ls ⊢ e₁ & a₁", "First the value.";
        BODY "body" Computes "P; E, t x; ls ⊢ e₂ & a₂", "Then its scope.";
    }

    /// Assignment of a variable.
    atom_set_var: "ATOM SET VAR", "J", "P; E; ls ⊢ x = e & a; mover", "No other thread sees x." {
        VALUE "value" Computes "P; E; ls ⊢ e & a", "First the value.";
    }

    /// A constructor, or what initialises the static fields of a class.
    atom_constructor: "ATOM CONSTRUCTOR", "J", "P; E ⊢ meth & a", "While nobody else has `this`, and in `static { e }` for the fields of its class, an access is a mover." {
        BODY "body" Computes "P; E, arg*; ls ⊢ e & a", "The constructor is its body, after that of the class above.";
    }

    /// A new object, by a constructor.
    atom_make: "ATOM MAKE", "J", "P; E; ls ⊢ new c(e₁…ₙ) & a", "a = a₁;…;aₙ; mover; θb, b being that of the constructor with `this…` not held." {
        ARGS "args" Computes "P; E; ls ⊢ eᵢ & aᵢ", "First the arguments.";
    }

    /// The call of another constructor.
    atom_delegate: "ATOM DELEGATE", "J", "P; E; ls ⊢ super(e₁…ₙ) & a", "a = a₁;…;aₙ; θb, b being that of the constructor. Also `this(…)`." {
        ARGS "args" Computes "P; E; ls ⊢ eᵢ & aᵢ", "First the arguments.";
    }

    /// An element of an array.
    atom_element: "ATOM ELEMENT", "J", "P; E; ls ⊢ e[e'] & a", "As [ATOM REF], the elements being a field that all guards of the array guard; without guards it is one thread's." {
        ARRAY "array" Computes "P; E; ls ⊢ e & a₁", "First the array.";
        INDEX "index" Computes "P; E; ls ⊢ e' & a₂", "Then the index.";
        GUARD "guard" Computes "of t[]<l₁…ₙ>: b = (held l₁ ? … mover : error)", "With the guards held, no other thread accesses the element.";
    }

    /// Assignment of an element.
    atom_set_element: "ATOM SET ELEMENT", "J", "P; E; ls ⊢ e[e'] = e'' & a", "As [ATOM ELEMENT], and as [ATOM ASSIGN]." {
        ARRAY "array" Computes "P; E; ls ⊢ e & a₁", "First the array.";
        INDEX "index" Computes "P; E; ls ⊢ e' & a₂", "Then the index.";
        VALUE "value" Computes "P; E; ls ⊢ e'' & a₃", "Then the value.";
        GUARD "guard" Computes "of t[]<l₁…ₙ>: b = (held l₁ ? … mover : error)", "With the guards held, no other thread accesses the element.";
    }

    /// Code that the sources do not declare.
    atom_any: "ATOM ANY", "J", "P; E; ls ⊢ any t (e₁…ₙ) & a", "a = a₁;…;aₙ; b. What is not known of the code is assumed: that it is one step." {
        ARGS "args" Computes "P; E; ls ⊢ eᵢ & aᵢ", "First the arguments.";
        OUTSIDE "outside" Computes "b is what is known of the code, or atomic", "The library is not judged; what is known of it is in a table.";
    }

    /// A block that some exit ends.
    atom_label: "ATOM LABEL", "J", "P; E; ls ⊢ label x in e & a", "a = b ⊔ b₁ ⊔ …: that of the end of e, and that of each exit x in e, from the begin of e." {
        BODY "body" Computes "P; E; ls ⊢ e & b", "An exit is preceded by a part of e, and followed by nothing of it.";
    }

    /// An exit.
    atom_exit: "ATOM EXIT", "J", "P; E; ls ⊢ exit x e & a", "Nothing comes after it." {
        VALUE "value" Computes "P; E; ls ⊢ e & a", "First the value.";
    }

    /// An exception.
    atom_throw: "ATOM THROW", "J", "P; E; ls ⊢ throw e & a", "Nothing comes after it but the clauses around it." {
        VALUE "value" Computes "P; E; ls ⊢ e & a", "First the exception.";
    }

    /// Clauses for exceptions.
    atom_try: "ATOM TRY", "J", "P; E; ls ⊢ try e & a", "a = (a₁ ⊔ a₁';b₁ ⊔ …); c, where a₁' is a₁ with all its exits: a part of it comes before a clause, and is ⊑ the whole." {
        BODY "body" Computes "P; E; ls ⊢ e₁ & a₁", "Any step of it may throw.";
        CATCH "catch" Computes "P; E, c x; ls ⊢ eᵢ & bᵢ", "Then a clause.";
        FINALLY "finally" Computes "P; E; ls ⊢ e₂ & c", "It runs after every way out.";
    }

    /// A block that holds an explicit lock.
    atom_locked: "ATOM LOCKED", "J", "P; E; ls ⊢ locked l in e & a", "a = S(l.locked$, b); where the calls that take and give back the lock are there, they are its right and left mover, and a = b|l.locked$." {
        BODY "body" Computes "P; E; ls ∪ {l.locked$} ⊢ e & b", "Inside, the lock is held.";
    }
}
