//! The rules of the system of owners as data (`owners.md`, section 2; what that does not restate, after the calculus).

#![allow(missing_docs)]

racefree_kernel::rules! {
    system 2;

    // Programs and classes

    prog: "PROG", "2", "⊢ P : t", "P = defn₁…ₙ e. The predicates are those of section 4 of the calculus." {
        CLASS_ONCE "class-once" Checks "ClassOnce(P)", "A class name must mean one class; `Object` and `String` are taken.";
        ACYCLIC "acyclic" Computes "WFClasses(P)", "Looking a member up walks the superclasses; on a cycle it would never end.";
        FIELDS_ONCE "fields-once" Checks "FieldsOnce(P)", "A field name must mean one field, hence one guard.";
        METHODS_ONCE "methods-once" Checks "MethodsOncePerClass(P)", "There is no overloading, so a call must find one method.";
        OVERRIDE_TYPE "override-type" Checks "OverridesOK(P), the types of this, parameters and result, method formals up to renaming",
            "A call is checked against the method of the static class, and runs the one of the object's class, on any object on which that is called (D-O15).";
        OVERRIDE_REQUIRES "override-requires" Checks "OverridesOK(P), requires and reads",
            "A call establishes the locks that the static class's method requires; an override that needs others would run without them.";
        DEFN "defn" Computes "P ⊢ defnᵢ", "Every class is well formed.";
        MAIN "main" Computes "P; ∅; ls₀ ⊢ e : t", "The main expression starts with no variables and no locks.";
    }

    class: "CLASS", "2", "P ⊢ defn", "defn = class cn<f₁…ₙ> extends c { field₁…ⱼ meth₁…ₖ }, E = f₁…ₙ, cn<f₁…ₙ> this." {
        FORMALS "formals" Checks "the formals are distinct, and `where` names some of them", "A formal must mean one owner.";
        SUPER_KNOWN "super-known" Malformed "c is declared in P", "There must be a superclass to inherit from.";
        SUPER_NOT_STRING "super-not-string" Malformed "c is not String", "`String` cannot be extended.";
        SUPER_TYPE "super-type" Checks "P; f₁…ₙ ⊢ c", "The superclass's owners mean something, without `this`.";
        SUPER_OWNER "super-owner" Checks "the first owner of c is f₁", "An object has one owner, from wherever it is seen.";
        SUPER_NO_THREAD "super-no-thread" Checks "thisThread is no owner of c",
            "A fork replaces thisThread in types of variables; one inside a class's declaration it does not reach (D-O3).";
        FIELD "field" Computes "P; E ⊢ fieldᵢ", "Every field is well formed.";
        METHOD "method" Computes "P; E ⊢ methᵢ", "Every method is well formed.";
    }

    // Environments, types, owners, locks

    env_empty: "ENV EMPTY", "2", "P; ∅ ⊢ wf", "" {}

    env_x: "ENV X", "2", "P; E, t x ⊢ wf", "" {
        TYPE "type" Checks "P; E ⊢ t", "A variable's type must mean something.";
        FRESH "fresh" Checks "x ∉ Dom(E), nor a formal", "Lock sets and owners name objects by variables: a name must mean one.";
    }

    type_int: Evident "TYPE INT", "2", "P; E ⊢ int", "So are boolean, null and String." {}

    type_void: Evident "TYPE VOID", "2", "P; E ⊢ void", "Only as a method's result." {
        ONLY_RESULT "only-result" Malformed "void is the result type of a method",
            "There is no value of type void that a variable or a field could hold.";
    }

    type_c: EvidentAlone "TYPE C", "2", "P; E ⊢ c", "c = cn<o₁…ₙ>, class cn<f₁…ₙ> … ∈ P." {
        CLASS_KNOWN "class-known" Malformed "cn is declared in P", "A class type names a class.";
        ARITY "arity" Malformed "as many oᵢ as fᵢ", "Every formal gets one owner.";
        OWNER "owner" Checks "P; E ⊢owner oᵢ", "An owner means something for as long as the type lives.";
        UNIQUE_FIRST "unique-first" Checks "oᵢ = unique only for i = 1",
            "That there is one reference is said of the object itself; as the owner of what it refers to, each of several such objects would have `the one` reference.";
        WHERE "where" Checks "where fᵢ != self: oᵢ is not self, not unique, nor a formal without such a clause",
            "The class uses fᵢ as one lock, whatever qualifies it; what is unique may become self, seen at a superclass (D-O13).";
    }

    owner_special: Evident "OWNER SPECIAL", "2", "P; E ⊢owner o", "self, thisThread, readonly, unique, another thread's." {}

    owner_formal: Evident "OWNER FORMAL", "2", "P; E ⊢owner f", "" {
        IN_SCOPE "in-scope" Checks "f ∈ E", "A formal owner is a parameter of the class, or occurs in the type of a parameter.";
    }

    owner_final: EvidentAlone "OWNER FINAL", "2", "P; E ⊢owner p", "" {
        FINAL "final" Checks "P; E ⊢final p : c", "An owner that could change its value would be two locks.";
    }

    owner_qualified: EvidentAlone "OWNER QUALIFIED", "2", "P; E ⊢owner o", "o = f$p." {
        IN_SCOPE "in-scope" Checks "f ∈ E", "A formal owner is a parameter of the class, or occurs in the type of a parameter.";
        FINAL "final" Checks "P; E ⊢final p : c", "The lock is p if f is self.";
    }

    lock: EvidentAlone "LOCK", "2", "P; E ⊢lock l", "" {
        NO_SPECIAL "no-special" Checks "l is p or f$p", "A special owner has no lock; a formal that stands for one gives the same.";
        QUALIFIED "qualified" Checks "a formal alone is f$this, or f$x for the one parameter x whose first owner it is",
            "If the formal is self, it must be clear whose self.";
        OWNER "owner" Checks "P; E ⊢owner l", "What is locked means something.";
    }

    lock_held: Asked "LOCK HELD", "2", "P; E ⊢ l ∈ ls", "A lock held for writing is held for reading." {
        SAME "same" Computes "l ≡ l' for some l' ∈ ls", "Equality of locks is equality of text, but that f$p ≡ f where f != self.";
    }

    subtype_refl: Reflexive "SUBTYPE REFL", "2", "P; E ⊢ t <: t", "" {}

    subtype_class: Asked "SUBTYPE CLASS", "2", "P; E ⊢ s <: t", "class cn<f₁…ₙ> extends c … ∈ P ⟹ cn<o₁…ₙ> <: [oᵢ/fᵢ]c, and so on up. String <: Object<o>." {
        BELOW "below" Computes "the class of s inherits from that of t", "";
        GHOST_ARGS "ghost-args" Checks "cn<o₁…ₙ> <: cn<o'₁…ₙ> only if o₁…ₙ ≡ o'₁…ₙ",
            "Owners are invariant: they say which locks guard the object's fields, and those do not change with the point of view.";
    }

    subtype_null: Evident "SUBTYPE NULL", "2", "P; E ⊢ null <: c", "" {}

    // Fields and methods

    field: "FIELD", "2", "P; E ⊢ field", "field = [final] t fd [guarded_by l] = e." {
        TYPE "type" Checks "P; E ⊢ t", "The field's type must mean something in the class.";
        NO_THREAD "no-thread" Checks "thisThread is no owner of t",
            "Whoever reads the field would take it for its own thread's: a fork does not reach field types (D-O3).";
        GUARD "guard" Checks "P; E ⊢lock l", "The guard must mean one lock, now and later.";
        GUARDED "guarded" Checks "fd is final or has guarded_by", "A field without a guard can be raced for (D-O14).";
        INIT "init" Checks "P; f₁…ₙ, ghost c this; ls₀ ⊢ e ⇐ t", "The initial value has the field's type; `this` is not yet a value.";
    }

    method: "METHOD", "2", "P; E ⊢ meth", "meth = t mn(cn<o…> this, arg₁…ₙ) requires l* reads r* { e }, E' = this and the parameters, and the formals in their types." {
        THIS_TYPE "this-type" Checks "P; E' ⊢ cn<o…>, cn the enclosing class", "`this` is an object of the class.";
        PARAMS "params" Computes "P; E' ⊢ wf", "The parameters extend the environment.";
        BOUND "bound" Checks "each formal is itself an owner argument of some parameter's type",
            "A call finds out what a formal stands for by looking at its arguments' owners.";
        RETURN_TYPE "return-type" Checks "P; E' ⊢ t", "The result type must mean something to callers.";
        REQUIRES "requires" Checks "P; E' ⊢lock each l, r", "A lock that a caller is to hold must mean something to it.";
        BODY "body" Checks "P; E'; ls₀ ∪ {r:r} ∪ {l:w} ⊢ e ⇐ t", "Callers rely on the result type.";
    }

    field_declared: Evident "FIELD DECLARED", "2", "P ⊢ field ∈ c", "c declares it." {}

    field_inherited: Asked "FIELD INHERITED", "2", "P ⊢ field ∈ c", "c extends c' and does not declare it." {
        SUPERCLASS "superclass" Computes "P ⊢ field ∈ c'", "It is in the superclass.";
    }

    method_declared: Evident "METHOD DECLARED", "2", "P ⊢ meth ∈ c", "c declares it." {}

    method_inherited: Asked "METHOD INHERITED", "2", "P ⊢ meth ∈ c", "c extends c' and does not declare it." {
        SUPERCLASS "superclass" Computes "P ⊢ meth ∈ c'", "It is in the superclass.";
    }

    final_var: Asked "FINAL VAR", "2", "P; E ⊢final p : t", "Variables are immutable; one that was moved still denotes its object (D-O9)." {
        IN_SCOPE "in-scope" Computes "[ghost] t x ∈ E", "The variable means something here.";
    }

    final_ref: Asked "FINAL REF", "2", "P; E ⊢final p : t", "p = e.fd. No lock is needed to name a final field's value." {
        RECEIVER "receiver" Computes "P; E ⊢final e : c", "All of the path is final.";
        FIELD "field" Computes "P; E ⊢ (final t fd …) ∈ c", "The class has the field.";
        FINAL "final" Checks "fd is final", "A field that can be assigned would denote one lock now and another later.",
            off "any field will do";
        TYPE "type" Checks "P; E ⊢ θt", "Its type means something here; a type that depends on itself has no derivation.";
    }

    // Giving

    give: Asked "GIVE", "2", "P; E; ls ⊢ e ⇐ t", "Where a value is stored, bound, returned, passed for good." {
        VALUE "value" Computes "P; E; ls ⊢ e : s", "The expression has a type of its own.";
        OWNED "owned" Checks "s is not unique, or e is owned", "A second reference to a unique object would stay behind.";
        SUBTYPE "subtype" Checks "s <: t, or s = c<unique, o₂…>, t's first owner is o, and c<o, o₂…> <: t",
            "What is held by nobody else changes hands, and its protection; nothing else does.";
    }

    // Expressions

    exp_new: "EXP NEW", "2", "P; E; ls ⊢ new c : c", "It is owned." {
        NOT_STRING "not-string" Malformed "c is not String", "Strings come from literals and operations.";
        TYPE "type" Checks "P; E ⊢ c", "The class exists, and its owners mean something.";
    }

    exp_var: "EXP VAR", "2", "P; E; ls ⊢ x : t", "" {
        IN_SCOPE "in-scope" Computes "t x ∈ E", "The variable means something here.";
        LIVE "live" Checks "x ∉ D", "What was moved has another holder.";
        NOT_GHOST "not-ghost" Checks "x is no ghost", "An object must not escape while it is built.";
    }

    exp_move: "EXP MOVE", "2", "P; E; ls ⊢ x-- : t", "It is owned, and x is moved." {
        VARIABLE "variable" Computes "P; E; ls ⊢ x : t", "A variable that was not moved yet.";
        UNIQUE "unique" Checks "t is unique", "Only what has one reference can change hands.";
    }

    exp_ref: "EXP REF", "2", "P; E; ls ⊢ e.fd : t", "t is θ of the declared type, θ = [e/this, oᵢ/fᵢ]." {
        RECEIVER "receiver" Computes "P; E; ls ⊢ e : c", "Only objects have fields.";
        FIELD_KNOWN "field-known" Malformed "c has a field fd", "There must be such a field.";
        FIELD "field" Computes "P ⊢ field ∈ c", "The declaration, inherited or not.";
        GUARD_HELD "guard-held" Checks "if fd is not final and has guarded_by l: P; E ⊢ θl ∈ ls, for reading", "Without its lock, another thread may be writing.";
        BORROW "borrow" Checks "the declared type of fd is not unique",
            "The reference would outlive the lock: what a unique field holds is taken (D-O11).";
        TYPE "type" Checks "P; E ⊢ t", "The type means something where the value is used.";
    }

    exp_take: "EXP TAKE", "2", "P; E; ls ⊢ e.fd-- : t", "t is θ of the declared type. It is owned; the field is null from then on." {
        RECEIVER "receiver" Computes "P; E; ls ⊢ e : c", "Only objects have fields.";
        FIELD_KNOWN "field-known" Malformed "c has a field fd", "There must be such a field.";
        FIELD "field" Computes "P ⊢ field ∈ c", "The declaration, inherited or not.";
        UNIQUE "unique" Checks "the declared type of fd is unique", "Only then does the field hold the one reference.";
        NOT_FINAL "not-final" Checks "fd is not final", "A take sets the field to null.";
        TYPE "type" Checks "P; E ⊢ t", "The type means something where the value is used.";
        GUARD_HELD "guard-held" Checks "if fd has a guard l of either kind: P; E ⊢ θl ∈ ls, for writing", "A take reads and writes.";
    }

    exp_assign: "EXP ASSIGN", "2", "P; E; ls ⊢ e.fd = e' : t", "t = θ of the field's type; void, if that is unique." {
        RECEIVER "receiver" Computes "P; E; ls ⊢ e : c", "Only objects have fields.";
        FIELD_KNOWN "field-known" Malformed "c has a field fd", "There must be such a field.";
        FIELD "field" Computes "P ⊢ field ∈ c", "The declaration, inherited or not.";
        NOT_FINAL "not-final" Checks "fd is not final", "A final field is set once, by its initialiser.",
            off "a final field may be assigned";
        VALUE "value" Checks "P; E; ls ⊢ e' ⇐ θt", "The field's readers rely on its type.";
        TYPE "type" Checks "P; E ⊢ t", "The field's type means something here.";
        GUARD_HELD "guard-held" Checks "if fd has a guard l of either kind: P; E ⊢ θl ∈ ls, for writing", "Without its lock, another thread may be at it.";
        APART "apart" Checks "if e's type is unique, e' moves no variable of e",
            "The receiver is evaluated first: what it gave would be written after it changed hands.";
    }

    exp_invoke: "EXP INVOKE", "2", "P; E; ls ⊢ e.mn(e₁…ₙ) : t", "t is θ of the declared type t', θ = [σ, e/this, eⱼ/yⱼ], σ(f) for the formals f of the method's types. Owned if t' is unique." {
        RECEIVER "receiver" Computes "P; E; ls ⊢ e : c", "Only objects have methods.";
        METHOD_KNOWN "method-known" Malformed "c has a method mn", "There must be such a method.";
        METHOD "method" Computes "P ⊢ meth ∈ c", "The declaration, inherited or not.";
        ARITY "arity" Malformed "as many arguments as parameters", "Every parameter gets a value.";
        VALUES "values" Computes "P; E; ls ⊢ eⱼ : sⱼ", "The arguments, in order.";
        UNIQUE_ONCE "unique-once" Checks "if σ(f) = unique, f occurs in the type of one parameter only, and not in t'",
            "Two lent objects of `one owner` could come to share a third (D-O12).";
        RECEIVER_OWNERS "receiver-owners" Checks "e ⇐ θt₀, or e is lent: t₀'s first owner is a formal, and e's type is unique",
            "The method relies on the owners of `this`.";
        ARGS "args" Checks "eⱼ ⇐ θtⱼ, or eⱼ is lent: tⱼ's first owner is a formal, and eⱼ's type is unique",
            "The method's body relies on its parameters' types and owners.";
        REQUIRES_HELD "requires-held" Checks "P; E ⊢ θl ∈ ls for every l that is required", "The method's body accesses what they guard.";
        TYPE "type" Checks "P; E ⊢ t", "The result type means something here.";
        APART "apart" Checks "if eᵢ is lent or not owned, no later eⱼ moves a variable of eᵢ",
            "The method would use what has another holder already.";
    }

    exp_let: "EXP LET", "2", "P; E; ls ⊢ let t₁ x = e₁ in e₂ : t", "t is the least supertype of e₂'s type that is well formed with [e₁/x]; void, if there is none." {
        BOUND "bound" Checks "P; E; ls ⊢ e₁ ⇐ t₁", "The variable's uses rely on its type.";
        ENV "env" Computes "P; E, t₁ x ⊢ wf", "The variable extends the environment.";
        BODY "body" Computes "P; E, t₁ x; ls ⊢ e₂ : t₂", "The body is judged with it.";
    }

    exp_sync: "EXP SYNC", "2", "P; E; ls ⊢ synchronized e₁ in e₂ : t", "" {
        LOCK_FINAL "lock-final" Checks "P; E ⊢final e₁ : c", "The lock is named by what it is in the lock set: that must stay the same.";
        BODY "body" Computes "P; E; ls ∪ {e₁} ⊢ e₂ : t", "Within, the lock is held, for writing.";
    }

    exp_fork: "EXP FORK", "2", "P; E; ls ⊢ fork e : int", "" {
        FRESH_THREAD "fresh-thread" Computes "k is another thread, put for thisThread in E", "What belongs to this thread does not belong to the new one.",
            off "no substitution";
        EMPTY_LOCK_SET "empty-lock-set" Computes "e is judged with ls₀", "The new thread holds no locks.",
            off "with ls";
        BODY "body" Computes "P; E; ls ⊢ e : t", "Any type will do.";
        CAPTURES_MOVE "captures-move" Computes "the live variables of unique type in e are moved", "The new thread is their holder.",
            off "M = ∅";
    }

    exp_literal: Evident "EXP LITERAL", "2", "P; E; ls ⊢ n : int", "Also true, false : boolean, \"…\" : String, null : null, {} : void." {}

    exp_op: "EXP OP", "2", "P; E; ls ⊢ e₁ op e₂ : t", "`==` and `!=` compare two ints, two booleans or any two references; `+` also joins two strings." {
        OPERAND "operand" Computes "P; E; ls ⊢ eᵢ : tᵢ", "The operands have types.";
        OPERANDS "operands" Malformed "op is defined for operands of types t₁…ₙ", "The operator must mean something.";
    }

    exp_seq: "EXP SEQ", "2", "P; E; ls ⊢ e₁; e₂ : t", "The value of e₁ is discarded." {
        FIRST "first" Computes "P; E; ls ⊢ e₁ : t₁", "Any type will do.";
        LAST "last" Computes "P; E; ls ⊢ e₂ : t", "The last gives the type.";
    }

    exp_if: "EXP IF", "2", "P; E; ls ⊢ if (e) e₁ else e₂ : t", "t is the least common supertype of t₁ and t₂; void if there is none, or no else. Owned if both are." {
        CONDITION "condition" Malformed "P; E; ls ⊢ e : boolean", "The condition is true or false.";
        THEN "then" Computes "P; E; ls ⊢ e₁ : t₁", "One branch.";
        ELSE "else" Computes "P; E; ls ⊢ e₂ : t₂", "The other.";
    }

    exp_while: "EXP WHILE", "2", "P; E; ls ⊢ while (e) e₁ : void", "" {
        CONDITION "condition" Malformed "P; E; ls ⊢ e : boolean", "The condition is true or false.";
        BODY "body" Computes "P; E; ls ⊢ e₁ : t", "Its value is discarded.";
        LOOP "loop" Checks "M = ∅", "In the next round, what was moved has another holder.";
    }

    exp_print: "EXP PRINT", "2", "P; E; ls ⊢ print e : void", "" {
        VALUE "value" Malformed "P; E; ls ⊢ e : t, t not void", "There must be something to print.";
    }

    exp_atomic: "EXP ATOMIC", "2", "P; E; ls ⊢ atomic e : t", "What it claims is for the system `atomicity`." {
        BODY "body" Computes "P; E; ls ⊢ e : t", "The block is its body, as far as types go.";
    }

    exp_assert: "EXP ASSERT", "2", "P; E; ls ⊢ assert e : void", "" {
        CONDITION "condition" Malformed "P; E; ls ⊢ e : boolean", "What is asserted is true or false.";
    }

    exp_holds: Trust "EXP HOLDS", "2", "P; E; ls ⊢ holds l; e : t", "An escape: the programmer's word is taken, counted and listed." {
        LOCK_FINAL "lock-final" Checks "P; E ⊢lock l", "As in [EXP SYNC].";
        BODY "body" Computes "P; E; ls ∪ {l} ⊢ e : t", "The rest of the block.";
    }
}
