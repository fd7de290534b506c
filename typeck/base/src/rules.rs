//! The rules as data: names, premises and what each premise is for (calculus, sections 5 and 6).

#![allow(missing_docs)]

racefree_kernel::rules! {
    system 0;

    // 5.1 Programs and classes

    prog: "PROG", "5.1", "⊢ P : t", "P = defn₁…ₙ e. The predicates are those of section 4." {
        CLASS_ONCE "class-once" Checks "ClassOnce(P)",
            "A class name must mean one class; `Object` and `String` are taken.";
        ACYCLIC "acyclic" Computes "WFClasses(P)",
            "Looking a member up walks the superclasses; on a cycle it would never end.";
        FIELDS_ONCE "fields-once" Checks "FieldsOnce(P)",
            "A field name must mean one field, hence one guard: a second declaration, here or inherited, would give one access two guards.";
        METHODS_ONCE "methods-once" Checks "MethodsOncePerClass(P)",
            "There is no overloading, so a call must find one method.";
        OVERRIDE_TYPE "override-type" Checks "OverridesOK(P), return and parameter types",
            "A call is checked against the method of the static class, and runs the one of the object's class.";
        OVERRIDE_REQUIRES "override-requires" Checks "OverridesOK(P), requires sets",
            "A call establishes the locks that the static class's method requires; an override that needs others would run without them.";
        DEFN "defn" Computes "P ⊢ defnᵢ", "Every class is well formed.";
        MAIN "main" Computes "P; ∅; ∅ ⊢ e : t", "The main expression starts with no variables and no locks.";
    }

    class3: "CLASS3", "5.1", "P ⊢ class cn<garg₁…ₙ> extends c { field₁…ⱼ meth₁…ₖ }",
        "gargᵢ = ghost tᵢ xᵢ, G = garg₁…ₙ, E = G, cn<x₁…ₙ> this. By D1 `this` is not in scope in the superclass." {
        GHOST_TYPE "ghost-type" Checks "P; ∅ ⊢ tᵢ,  tᵢ a class type,  xᵢ distinct",
            "A ghost stands for a lock, so it needs a class type of its own, and a name of its own.";
        SUPER_KNOWN "super-known" Malformed "c is declared in P", "There must be a superclass to inherit from.";
        SUPER_NOT_STRING "super-not-string" Malformed "c is not String", "`String` cannot be extended.";
        SUPER_TYPE "super-type" Checks "P; G ⊢ c",
            "The superclass is a class type over the ghosts alone. Could it mention `this` (D1), the subtyping cn <: c would be used where `this` is another object.";
        SUPER_SHARED "super-shared" Checks "P ⊢ c shared",
            "Objects of a shared class may be reached by many threads, and so may the fields that it inherits; those of a thread-local class have no guards.";
        FIELD "field" Computes "P; E ⊢ fieldᵢ", "Every field is well formed.";
        METHOD "method" Computes "P; E ⊢ methᵢ", "Every method is well formed.";
        SHAREABLE "shareable" Checks "P ⊢ fieldᵢ shareable",
            "What many threads can reach is guarded or final, and leads to nothing that belongs to one thread.";
    }

    local_class: "LOCAL CLASS", "5.1", "P ⊢ thread_local class cn<garg₁…ₙ> extends c { field₁…ⱼ meth₁…ₖ }",
        "As [CLASS3], but fields need no guard, since one thread alone uses them, and methods may not override a shared class's." {
        GHOST_TYPE "ghost-type" Checks "P; ∅ ⊢ tᵢ,  tᵢ a class type,  xᵢ distinct",
            "A ghost stands for a lock, so it needs a class type of its own, and a name of its own.";
        SUPER_KNOWN "super-known" Malformed "c is declared in P", "There must be a superclass to inherit from.";
        SUPER_NOT_STRING "super-not-string" Malformed "c is not String", "`String` cannot be extended.";
        SUPER_TYPE "super-type" Checks "P; G ⊢ c", "The superclass is a class type over the ghosts alone (D1).";
        FIELD "field" Computes "P; E ⊢ fieldᵢ", "Every field is well formed.";
        METHOD "method" Computes "P; E ⊢ methᵢ", "Every method is well formed.";
        OVERRIDE "override" Checks "P; E; c ⊢ methᵢ",
            "An object of a thread-local class may travel to other threads at a shared supertype; a call there must not dispatch into code that uses its unguarded fields.";
    }

    // 5.2 Environments, types, subtyping

    env_empty: "ENV EMPTY", "5.2", "P; ∅ ⊢ wf", "" {}

    env_x: "ENV X", "5.2", "P; E, t x ⊢ wf", "D10: a shadowed variable would make a lock set's x mean two things." {
        TYPE "type" Checks "P; E ⊢ t", "A variable's type must mean something where the variable is declared.";
        FRESH "fresh" Checks "x ∉ Dom(E)",
            "No shadowing: lock sets and types compare variables by name, so one name in scope must be one object.";
    }

    env_ghost: "ENV GHOST", "5.2", "P; E, ghost t x ⊢ wf", "" {
        TYPE "type" Checks "P; E ⊢ t", "A ghost's type must mean something.";
        FRESH "fresh" Checks "x ∉ Dom(E)", "No shadowing, as in [ENV X].";
    }

    type_int: Evident "TYPE INT", "5.2", "P; E ⊢ int", "So are boolean and null." {}

    type_object: Evident "TYPE OBJECT", "5.2", "P; E ⊢ Object", "So is String." {}

    type_void: Evident "TYPE VOID", "6", "P; E ⊢ void", "Only as a method's result." {
        ONLY_RESULT "only-result" Malformed "void is the result type of a method",
            "There is no value of type void that a variable or a field could hold.";
    }

    type_c: EvidentAlone "TYPE C", "5.2", "P; E ⊢ cn<l₁…ₙ>", "class cn<ghost tᵢ xᵢ> … ∈ P, thread-local or not." {
        CLASS_KNOWN "class-known" Malformed "cn is declared in P", "A class type names a class.";
        ARITY "arity" Malformed "as many lᵢ as xᵢ", "Every ghost parameter gets one lock.";
        ARG_FINAL "arg-final" Checks "P; E ⊢final lᵢ : sᵢ",
            "A ghost argument names a lock for as long as the type lives, so what it denotes must never change.";
        ARG_TYPE "arg-type" Checks "P; E ⊢ sᵢ <: tᵢ",
            "Inside the class the ghost is used at its declared type, for instance to name a lock in a field of it.";
    }

    subtype_refl: Reflexive "SUBTYPE REFL", "5.2", "P; E ⊢ t <: t", "" {}

    subtype_trans: Asked "SUBTYPE TRANS", "5.2", "P; E ⊢ s <: t", "" {
        LOWER "lower" Computes "P; E ⊢ s <: u", "One step up.";
        UPPER "upper" Computes "P; E ⊢ u <: t", "And on from there.";
    }

    subtype_class: Asked "SUBTYPE CLASS", "5.2", "P; E ⊢ cn<l₁…ₙ> <: [lᵢ/xᵢ]c", "class cn<ghost tᵢ xᵢ> extends c … ∈ P." {
        GHOST_ARGS "ghost-args" Checks "cn<l₁…ₙ> <: cn<l'₁…ₙ> only if l₁…ₙ ≡ l'₁…ₙ",
            "Ghost arguments are invariant: they name the locks that guard the object's fields, and those do not change with the point of view.";
    }

    subtype_null: Evident "SUBTYPE NULL", "6", "P; E ⊢ null <: c", "" {}

    // 5.3 Fields and methods

    field: "FIELD", "5.3", "P; E ⊢ [final] t fd [guarded_by l] = e", "E = G, c this." {
        TYPE "type" Checks "P; E ⊢ t", "The field's type must mean something in the class.";
        GUARD_FINAL "guard-final" Checks "P; E ⊢final l : c'",
            "If the guard could change its value, two threads could hold `the guard` at the same time: one the old object, one the new.";
        INIT "init" Checks "P; G, ghost c this; ∅ ⊢ e : t", "The initial value has the field's type.";
        INIT_THIS "init-this" Computes "`this` is a ghost in an initialiser (D2)",
            "An object must not escape while it is built: others would see its final fields before they are set.",
            off "`this` is an ordinary variable there";
    }

    method: "METHOD", "5.3", "P; E ⊢ t mn(arg₁…ₙ) requires ls { e }", "argᵢ = tᵢ xᵢ. By D3 the parameters may occur in t and ls." {
        PARAMS "params" Computes "P; E, arg₁…ₙ ⊢ wf", "The parameters extend the class's environment.";
        RETURN_TYPE "return-type" Checks "P; E, arg₁…ₙ ⊢ t", "The result type must mean something.";
        REQUIRES_FINAL "requires-final" Checks "P; E, arg₁…ₙ ⊢ ls",
            "A required lock is looked at by the caller before the call and relied on until the end of the body.";
        BODY "body" Checks "P; E, arg₁…ₙ; ls ⊢ e : t", "The body has the result type, given the locks that the caller must hold.";
    }

    // 5.4 Looking members up

    class_instantiation: Evident "CLASS INSTANTIATION", "5.4", "P; E ⊢ class cn<l₁…ₙ> [lᵢ/xᵢ]body",
        "D11: the ghosts, `this` and the parameters are substituted at once, so that no argument is captured." {}

    local_class_instantiation: Evident "LOCAL CLASS INSTANTIATION", "5.4", "P; E ⊢ class cn<l₁…ₙ> [lᵢ/xᵢ]body",
        "As [CLASS INSTANTIATION], for a thread-local class." {}

    field_declared: Asked "FIELD DECLARED", "5.4", "P; E ⊢ field ∈ c", "" {
        CLASS "class" Computes "P; E ⊢ class c … { … field … }", "The instantiated class declares it.";
    }

    field_inherited: Asked "FIELD INHERITED", "5.4", "P; E ⊢ field ∈ c", "" {
        CLASS "class" Computes "P; E ⊢ class c extends c' …", "The superclass, its ghosts instantiated.";
        SUPERCLASS "superclass" Computes "P; E ⊢ field ∈ c'", "It is in the superclass.";
    }

    method_declared: Asked "METHOD DECLARED", "5.4", "P; E ⊢ meth ∈ c", "" {
        CLASS "class" Computes "P; E ⊢ class c … { … meth … }", "The instantiated class declares it.";
    }

    method_inherited: Asked "METHOD INHERITED", "5.4", "P; E ⊢ meth ∈ c", "" {
        CLASS "class" Computes "P; E ⊢ class c extends c' …", "The superclass, its ghosts instantiated.";
        SUPERCLASS "superclass" Computes "P; E ⊢ meth ∈ c'", "It is in the superclass.";
    }

    // 5.5 Sharing

    object_shared: Evident "OBJECT SHARED", "5.5", "P ⊢ Object shared", "" {}

    int_shared: Evident "INT SHARED", "5.5", "P ⊢ int shared", "So are boolean, String, null and void." {}

    class_shared: Evident "CLASS SHARED", "5.5", "P ⊢ cn<l₁…ₙ> shared", "cn is declared without thread_local." {
        NOT_LOCAL "not-local" Computes "cn is declared without thread_local", "That is what the modifier says.";
    }

    shareable: "SHAREABLE", "5.5", "P ⊢ field shareable", "What the two rules below have in common." {
        GUARDED_OR_FINAL "guarded-or-final" Checks "fd is guarded or final",
            "Many threads can reach the field; without a guard and without `final` nothing keeps two of them apart.";
    }

    shareable_guarded_field: "SHAREABLE GUARDED FIELD", "5.5", "P ⊢ [final] t fd guarded_by l = e shareable", "" {
        FIELD_TYPE "field-type" Checks "P ⊢ t shared",
            "A shared object must not lead to a thread-local one: every thread that takes the guard would reach it.";
    }

    shareable_final_field: "SHAREABLE FINAL FIELD", "5.5", "P ⊢ final t fd = e shareable", "" {
        FIELD_TYPE "field-type" Checks "P ⊢ t shared",
            "A shared object must not lead to a thread-local one.";
    }

    override_ok: Asked "OVERRIDE OK", "5.5", "P; E; c ⊢ t mn(…) requires ls {e}", "" {
        NOT_FROM_SHARED "not-from-shared" Computes "for every c' with P; E ⊢ c <: c' and (… mn(…) …) ∈ c':  P ⊬ c' shared",
            "No shared supertype declares the method.";
    }

    // 5.6 Final expressions and lock sets

    final_var: Asked "FINAL VAR", "5.6", "P; E ⊢final x : t", "Variables are immutable; ghosts count (D4)." {
        IN_SCOPE "in-scope" Computes "[ghost] t x ∈ E", "The variable means something here.";
    }

    final_ref: Asked "FINAL REF", "5.6", "P; E ⊢final e.fd : [e/this]t", "No lock is needed to name a final field's value (D8)." {
        RECEIVER "receiver" Computes "P; E ⊢final e : c", "All of the path is final.";
        FIELD "field" Computes "P; E ⊢ (final t fd …) ∈ c", "The class has the field.";
        FINAL "final" Checks "fd is final", "A field that can be assigned would denote one lock now and another later.",
            off "any field will do";
        TYPE "type" Checks "P; E ⊢ [e/this]t", "Its type means something here; a type that depends on itself has no derivation.";
    }

    lock_set: EvidentAlone "LOCK SET", "5.6", "P; E ⊢ ls", "" {
        ELEMENT "element" Computes "P; E ⊢final l : c for every l ∈ ls, c a class type", "Locks are objects, named by final expressions.";
    }

    lock_elem: Asked "LOCK ELEM", "5.6", "P; E ⊢ l ∈ ls", "" {
        SAME "same" Computes "l ≡ l' for some l' ∈ ls", "Equality of locks is equality of text: undecidable otherwise, and enough in practice.";
    }

    lock_subset: EvidentAlone "LOCK SUBSET", "5.6", "P; E ⊢ ls₁ ⊆ ls₂", "" {
        ELEMENT "element" Computes "P; E ⊢ l ∈ ls₂ for every l ∈ ls₁", "Every one is held.";
    }

    // 5.7 Expressions

    exp_sub: Subsumption "EXP SUB", "5.7", "P; E; ls ⊢ e : t", "Applied where a type is expected." {
        EXPR "expr" Computes "P; E; ls ⊢ e : s", "The expression has a type of its own.";
        SUBTYPE "subtype" Computes "P; E ⊢ s <: t", "That is below the one expected.";
    }

    exp_new: "EXP NEW", "5.7", "P; E; ls ⊢ new c : c", "" {
        NOT_STRING "not-string" Malformed "c is not String", "Strings come from literals and operations.";
        TYPE "type" Checks "P; E ⊢ c", "The class exists, and its ghost arguments are final and of the right types.";
    }

    exp_var: "EXP VAR", "5.7", "P; E; ls ⊢ x : t", "" {
        IN_SCOPE "in-scope" Computes "[ghost] t x ∈ E", "The variable means something here.";
        NOT_GHOST "not-ghost" Checks "x is no ghost (D4)",
            "Ghosts exist for the type system alone; code that ran one would have nothing to run.";
    }

    exp_ref: "EXP REF", "5.7", "P; E; ls ⊢ e.fd : [e/this]t",
        "D8: a read of a guarded final field needs the guard too. By Appendix C a field without a guard needs none." {
        RECEIVER "receiver" Computes "P; E; ls ⊢ e : c", "Only objects have fields.";
        FIELD "field" Computes "P; E ⊢ ([final] t fd [guarded_by l] = e') ∈ c", "The declaration, inherited or not, instantiated.";
        FIELD_KNOWN "field-known" Malformed "c has a field fd", "There must be such a field.";
        GUARD_HELD "guard-held" Checks "P; E ⊢ [e/this]l ∈ ls",
            "The heart of the system: a thread that reads the field holds its guard, so no other thread writes it meanwhile.";
        TYPE "type" Checks "P; E ⊢ [e/this]t", "If the type mentions `this`, the receiver must be something that a type can mention: a final expression.";
    }

    exp_assign: "EXP ASSIGN", "5.7", "P; E; ls ⊢ e.fd = e' : [e/this]t", "" {
        RECEIVER "receiver" Computes "P; E; ls ⊢ e : c", "Only objects have fields.";
        FIELD "field" Computes "P; E ⊢ (t fd [guarded_by l] = e'') ∈ c", "The declaration, inherited or not, instantiated.";
        FIELD_KNOWN "field-known" Malformed "c has a field fd", "There must be such a field.";
        NOT_FINAL "not-final" Checks "fd is not final", "Locks are named by final fields; if one changed, a lock held would no longer be the lock named.",
            off "a final field may be assigned";
        GUARD_HELD "guard-held" Checks "P; E ⊢ [e/this]l ∈ ls",
            "A thread that writes the field holds its guard, so no other thread reads or writes it meanwhile.";
        VALUE "value" Checks "P; E; ls ⊢ e' : [e/this]t", "The field's readers rely on its type, ghost arguments included.";
        TYPE "type" Checks "P; E ⊢ [e/this]t", "As in [EXP REF].";
    }

    exp_invoke: "EXP INVOKE", "5.7", "P; E; ls ⊢ e.mn(e₁…ₙ) : θt", "θ = [e/this, e₁/y₁, …, eₙ/yₙ] (D3)." {
        RECEIVER "receiver" Computes "P; E; ls ⊢ e : c", "Only objects have methods.";
        METHOD "method" Computes "P; E ⊢ (t mn(sⱼ yⱼ ʲ∈¹…ⁿ) requires ls' {e'}) ∈ c", "The declaration, inherited or not, instantiated.";
        METHOD_KNOWN "method-known" Malformed "c has a method mn", "There must be such a method.";
        ARITY "arity" Malformed "as many arguments as parameters: |e₁…ₙ| = |y₁…ₙ|", "Every parameter gets a value.";
        ARGS "args" Checks "P; E ⊢ θsⱼ  and  P; E; ls ⊢ eⱼ : θsⱼ", "The method's body relies on its parameters' types.";
        REQUIRES_HELD "requires-held" Checks "P; E ⊢ θls' ⊆ ls", "The method's body was checked as if these locks were held; here is where that is made true.";
        TYPE "type" Checks "P; E ⊢ θt", "If the result type mentions `this` or a parameter, what stands for it must be a final expression.";
    }

    exp_let: "EXP LET", "5.7", "P; E; ls ⊢ let t₁ x = e₁ in e₂ : [e₁/x]t₂", "" {
        BOUND "bound" Checks "P; E; ls ⊢ e₁ : t₁", "The variable's uses rely on its type.";
        ENV "env" Computes "P; E, t₁ x ⊢ wf", "The variable extends the environment.";
        BODY "body" Computes "P; E, t₁ x; ls ⊢ e₂ : t₂", "The body is checked with it.";
        RESULT "result" Computes "P; E ⊢ [e₁/x]t₂ (D5)",
            "Outside, x means nothing. A type that mentions it is replaced by the least supertype that does not.",
            off "the type of e₂ as it is: x leaks out of its scope";
    }

    exp_sync: "EXP SYNC", "5.7", "P; E; ls ⊢ synchronized e₁ in e₂ : t", "" {
        LOCK_FINAL "lock-final" Checks "P; E ⊢final e₁ : c", "The lock set names the lock by its expression, which must denote the same object throughout e₂.";
        LOCK_REAL "lock-real" Checks "e₁ mentions no ghost variable (D4)", "e₁ runs, and ghosts do not exist at run time.";
        BODY "body" Computes "P; E; ls ∪ {e₁} ⊢ e₂ : t", "Inside, the lock is held.";
    }

    exp_fork2: "EXP FORK2", "5.7", "P; E; ls ⊢ fork e : int", "By D9 FV(e) includes variables in type annotations, and ghosts." {
        BODY "body" Computes "P; E; ∅ ⊢ e : t", "The new thread is checked by itself.";
        EMPTY_LOCK_SET "empty-lock-set" Computes "the lock set of the body is ∅", "A new thread does not inherit its parent's locks.",
            off "P; E; ls ⊢ e : t";
        FV_SHARED "fv-shared" Checks "for every x ∈ FV(e):  P ⊢ E(x) shared", "What the new thread can see is seen by two threads.";
    }

    // 6 The example language

    exp_literal: Evident "EXP LITERAL", "6", "P; E; ls ⊢ n : int", "Also true, false : boolean, \"…\" : String, null : null, {} : void." {}

    exp_op: "EXP OP", "6", "P; E; ls ⊢ e₁ op e₂ : t", "`==` and `!=` compare two ints, two booleans or any two references; `+` also joins two strings." {
        OPERAND "operand" Computes "P; E; ls ⊢ eᵢ : tᵢ", "The operands have types.";
        OPERANDS "operands" Malformed "op is defined for operands of types t₁…ₙ", "The operator must mean something.";
    }

    exp_seq: "EXP SEQ", "6", "P; E; ls ⊢ e₁; e₂ : t", "Abbreviates let t₁ x = e₁ in e₂, x not free in e₂; the value of e₁ is discarded." {
        FIRST "first" Computes "P; E; ls ⊢ e₁ : t₁", "Any type will do.";
        LAST "last" Computes "P; E; ls ⊢ e₂ : t", "The last gives the type.";
    }

    exp_if: "EXP IF", "6", "P; E; ls ⊢ if (e) e₁ else e₂ : t", "t is the least common supertype of t₁ and t₂; void if there is none, or no else." {
        CONDITION "condition" Malformed "P; E; ls ⊢ e : boolean", "The condition is true or false.";
        THEN "then" Computes "P; E; ls ⊢ e₁ : t₁", "One branch.";
        ELSE "else" Computes "P; E; ls ⊢ e₂ : t₂", "The other.";
    }

    exp_while: "EXP WHILE", "6", "P; E; ls ⊢ while (e) e₁ : void", "" {
        CONDITION "condition" Malformed "P; E; ls ⊢ e : boolean", "The condition is true or false.";
        BODY "body" Computes "P; E; ls ⊢ e₁ : t", "Its value is discarded.";
    }

    exp_print: "EXP PRINT", "6", "P; E; ls ⊢ print e : void", "" {
        VALUE "value" Malformed "P; E; ls ⊢ e : t, t not void", "There must be something to print.";
    }

    exp_assert: "EXP ASSERT", "6", "P; E; ls ⊢ assert e : void", "" {
        CONDITION "condition" Malformed "P; E; ls ⊢ e : boolean", "What is asserted is true or false.";
    }

    exp_atomic: "EXP ATOMIC", "6", "P; E; ls ⊢ atomic e : t", "What it claims is for the system `atomicity`." {
        BODY "body" Computes "P; E; ls ⊢ e : t", "The block is its body, as far as types go.";
    }

    exp_holds: Trust "EXP HOLDS", "7", "P; E; ls ⊢ holds l; e : t", "An escape: the programmer's word is taken, counted and listed." {
        LOCK_FINAL "lock-final" Checks "P; E ⊢final l : c", "As in [EXP SYNC].";
        BODY "body" Computes "P; E; ls ∪ {l} ⊢ e : t", "The rest of the block.";
    }
}

/// `RULE/premise`.
pub fn premise_name(premise: racefree_kernel::PremiseId) -> String {
    BOOK.premise_name(premise)
}
