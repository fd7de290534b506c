//! The rules for the forms of the dialect of Java as data (docs/java-calculus.md).

#![allow(missing_docs)]

pub use racefree_typeck::rules::{class3, final_ref, local_class, prog};

racefree_kernel::rules! {
    system 0, after racefree_typeck::rules; further {
        final_var {
            NOT_VAR "not-var" Checks "x is not declared by `let var`", "A variable that is assigned would denote one lock now and another later (dialect of Java).";
        }
        exp_new {
            CONSTRUCTOR_KNOWN "constructor-known" Malformed "c has the constructor", "There must be one to run (dialect of Java, as the next three).";
            ARITY "arity" Malformed "as many arguments as parameters", "Every parameter gets a value.";
            ARGS "args" Checks "each argument is of the type of its parameter", "The constructor's body relies on its parameters' types.";
            REQUIRES_HELD "requires-held" Checks "the locks that the constructor requires are in ls", "The constructor's body was checked as if these locks were held.";
        }
        exp_ref {
            INDEX "index" Malformed "the index of an element is an int", "The elements of an array are numbered (dialect of Java).";
        }
        exp_assign {
            EARLY "early" Checks "in a constructor, a final fd is assigned before anybody else can have the object",
                "Whoever has the object reads the field without a lock (dialect of Java).";
            INDEX "index" Malformed "the index of an element is an int", "As in [EXP REF].";
        }
        exp_fork2 {
            FV_NOT_VAR "fv-not-var" Checks "for every x ∈ FV(e):  x is not declared by `let var`", "A variable that is assigned is seen by one thread (dialect of Java).";
        }
    }

    constructor: "CONSTRUCTOR", "J", "P; E ⊢ constructor mn(arg₁…ₙ) requires ls { e }", "A final field of the class may be assigned there, on `this`." {
        PARAMS "params" Computes "P; E, arg₁…ₙ ⊢ wf", "The parameters extend the class's environment.";
        REQUIRES_FINAL "requires-final" Checks "P; E, arg₁…ₙ ⊢ ls", "As in [METHOD].";
        SUPER "super" Malformed "a constructor of the class above is called, or it needs neither arguments nor locks", "It runs in any case.";
        FRESH "fresh" Computes "ls has `fresh this`, up to the first use of `this` that is not for a field of it",
            "Nobody else has a reference to the object yet, so its fields need no guard.";
        BODY "body" Computes "P; E, arg₁…ₙ; ls ⊢ e : t", "The value of the body is discarded.";
    }

    static_init: "STATIC INIT", "J", "P; E ⊢ static { e }", "A static final field may be assigned there." {
        ALONE "alone" Computes "fields of `this` need no guard", "It runs once, before another thread sees the class.";
        BODY "body" Computes "P; E; ∅ ⊢ e : t", "The value of the body is discarded.";
    }

    type_array: EvidentAlone "TYPE ARRAY", "J", "P; E ⊢ t[]<l₁…ₙ>", "" {
        ELEM "elem" Computes "P; E ⊢ t", "The type of the elements means something.";
        GUARD_FINAL "guard-final" Checks "P; E ⊢final lᵢ : cᵢ", "As for the guard of a field.";
        ELEM_SHARED "elem-shared" Checks "P ⊢ t shared, if there are guards", "A guarded array is shared, and must not lead to what belongs to one thread.";
    }

    subtype_array: Asked "SUBTYPE ARRAY", "J", "P; E ⊢ s <: t", "An array is below Object; below another array if the elements are." {
        GUARDS "guards" Checks "the guards of both are the same", "They belong to the array, and do not change with the point of view.";
        ELEM "elem" Computes "the elements have one type, or class types without ghost arguments, one below the other", "As in Java.";
        ELEM_SHARED "elem-shared" Checks "the elements of both are shared, or of neither", "An element that is stored at a shared type may be another thread's.";
    }

    shareable_volatile_field: "SHAREABLE VOLATILE FIELD", "J", "P ⊢ volatile t fd = e shareable", "A volatile field needs no guard." {
        FIELD_TYPE "field-type" Checks "P ⊢ t shared", "A shared object must not lead to a thread-local one.";
    }

    array_shared: Evident "ARRAY SHARED", "J", "P ⊢ t shared", "t is an array type." {
        GUARDED "guarded" Computes "its elements have guards", "An array without guards belongs to one thread.";
    }

    final_class: Asked "FINAL CLASS", "J", "P; E ⊢final l : t", "l = C.class, in every E; t is C$class, or Object if there is none." {}

    exp_class: Evident "EXP CLASS", "J", "P; E; ls ⊢ e : t", "e = C.class; t as in [FINAL CLASS]." {}

    exp_let_var: "EXP LET VAR", "J", "P; E; ls ⊢ let var t₁ x = e₁ in e₂ : t₂", "t₂ is the least supertype that does not mention x." {
        BOUND "bound" Checks "P; E; ls ⊢ e₁ : t₁", "The variable's uses rely on its type.";
        ENV "env" Computes "P; E, t₁ x ⊢ wf", "The variable extends the environment.";
        BODY "body" Computes "P; E, t₁ x; ls ⊢ e₂ : t₂", "The body is checked with it.";
    }

    exp_set_var: "EXP SET VAR", "J", "P; E; ls ⊢ x = e : t", "" {
        VARIABLE "variable" Computes "P; E; ls ⊢ x : t", "The variable means something here.";
        IS_VAR "is-var" Checks "x is declared by `let var`", "Every other variable is final: it may be the name of a lock.";
        VALUE "value" Checks "P; E; ls ⊢ e : t", "The variable's uses rely on its type.";
    }

    exp_delegate: "EXP DELEGATE", "J", "P; E; ls ⊢ super(e₁…ₙ) : void", "Also `this(e₁…ₙ)`." {
        CONSTRUCTOR_KNOWN "constructor-known" Malformed "the class above, or this class, has the constructor", "There must be one to run.";
        ARITY "arity" Malformed "as many arguments as parameters", "Every parameter gets a value.";
        ARGS "args" Checks "each argument is of the type of its parameter", "The constructor's body relies on its parameters' types.";
        REQUIRES_HELD "requires-held" Checks "the locks that the constructor requires are in ls", "The constructor's body was checked as if these locks were held.";
    }

    exp_any: "EXP ANY", "J", "P; E; ls ⊢ any t (e₁…ₙ) : t", "A value that the sources do not define." {
        TYPE "type" Checks "P; E ⊢ t", "Its type must mean something here.";
        ARGS "args" Computes "P; E; ls ⊢ eᵢ : tᵢ", "What it is made of is checked.";
    }

    exp_cast: "EXP CAST", "J", "P; E; ls ⊢ cast t (e) : t", "" {
        VALUE "value" Computes "P; E; ls ⊢ e : s", "The value has a type of its own.";
        TYPE "type" Checks "P; E ⊢ t", "The type must mean something here.";
        LOCAL "local" Checks "P; E ⊢ s <: t, or P ⊬ s shared, or P ⊢ t shared", "What comes from a shared type may be another thread's.";
        GHOST_ARGS "ghost-args" Checks "P; E ⊢ s <: t, or s determines the locks in t", "Locks do not exist at run time, so nothing compares them there.";
    }

    exp_instanceof: "EXP INSTANCEOF", "J", "P; E; ls ⊢ e instanceof t : boolean", "" {
        VALUE "value" Computes "P; E; ls ⊢ e : s", "The value has a type of its own.";
        TYPE "type" Checks "P; E ⊢ t", "The type must mean something here.";
    }

    exp_new_array: "EXP NEW ARRAY", "J", "P; E; ls ⊢ new t(e) : t", "t is an array type." {
        TYPE "type" Checks "P; E ⊢ t", "The type must mean something here.";
        LENGTH "length" Malformed "P; E; ls ⊢ e : int", "An array has a number of elements.";
    }

    exp_length: "EXP LENGTH", "J", "P; E; ls ⊢ e.length : int", "It never changes, so no lock is needed." {
        RECEIVER "receiver" Computes "P; E; ls ⊢ e : t, t an array type", "Only arrays have elements.";
    }

    exp_label: "EXP LABEL", "J", "P; E; ls ⊢ label t x in e : t", "Without t, the value of e is discarded, and the type is void." {
        TYPE "type" Checks "P; E ⊢ t", "The type must mean something here.";
        BODY "body" Checks "P; E; ls ⊢ e : t", "What does not exit has the value of e.";
    }

    exp_exit: "EXP EXIT", "J", "P; E; ls ⊢ exit x e : t", "Of every type: nothing comes after it." {
        LABEL_KNOWN "label-known" Malformed "the label x is around, in the same thread", "There must be something to leave.";
        VALUE "value" Checks "P; E; ls ⊢ e : t, or neither is there", "Whoever uses the value of the label relies on its type.";
    }

    exp_throw: "EXP THROW", "J", "P; E; ls ⊢ throw e : t", "Of every type: nothing comes after it." {
        VALUE "value" Malformed "P; E; ls ⊢ e : c, c a class type", "Exceptions are objects.";
        LOCAL "local" Checks "P ⊬ c shared, or e is new or from outside, or no class below c is caught that is thread-local and has a field that is not shareable",
            "What comes from a shared type may be another thread's, and would be caught as one's own.";
    }

    exp_try: "EXP TRY", "J", "P; E; ls ⊢ try e : t", "Lock sets are lexical: each part has that of the whole." {
        BODY "body" Computes "P; E; ls ⊢ e₁ : t₁", "What may throw.";
        CATCH "catch" Computes "P; E; ls ⊢ catch (cᵢ xᵢ) eᵢ : tᵢ", "What is done then.";
        FINALLY "finally" Computes "P; E; ls ⊢ e₂ : t₂", "What is done in any case; its value is discarded.";
    }

    exp_catch: "EXP CATCH", "J", "P; E; ls ⊢ catch (c x) e : t", "t is the least supertype that does not mention x." {
        ENV "env" Computes "P; E, c x ⊢ wf", "The exception extends the environment.";
        GHOST_ARGS "ghost-args" Checks "c has no ghost arguments", "Locks do not exist at run time, so nothing compares them when an object is caught.";
        BODY "body" Computes "P; E, c x; ls ⊢ e : t", "The body is checked with it.";
    }

    exp_locked: "EXP LOCKED", "J", "P; E; ls ⊢ locked e₁ in e₂ : t", "The explicit lock of an object is another one than its monitor; it is written e₁.locked$. e₁.read$ is its read lock, enough to read what it guards." {
        LOCK_FINAL "lock-final" Checks "P; E ⊢final e₁ : c", "As in [EXP SYNC].";
        LOCK_REAL "lock-real" Checks "e₁ is no ghost variable", "As in [EXP SYNC].";
        BODY "body" Computes "P; E; ls ∪ {e₁.locked$} ⊢ e₂ : t", "Inside, the lock is held; with e₁ = l.read$, that alone.";
    }
}

/// `RULE/premise`.
pub fn premise_name(premise: racefree_kernel::PremiseId) -> String {
    BOOK.premise_name(premise)
}

/// Section of the rules of the dialect of Java.
pub const JAVA: &str = "J";

/// Returns true for a premise about programs of the dialect of Java alone: these cannot run, so no run shows what it is for.
pub fn is_of_java(premise: racefree_kernel::PremiseId) -> bool {
    let known = racefree_typeck::rules::CHAPTER.rule(premise.rule());
    known.is_none_or(|rule| premise.index() >= rule.premises.len()) && premise.system() == SYSTEM && !premise.is_own()
}
