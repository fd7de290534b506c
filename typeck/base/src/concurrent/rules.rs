//! The rules of ConcurrentJava as data (section 2 of the paper; calculus, sections 4 to 6, without lock sets and ghosts).

#![allow(missing_docs)]

racefree_kernel::rules! {
    system 1;

    // 5.1 Programs and classes

    prog: "PROG", "5.1", "⊢ P : t", "P = defn₁…ₙ e. The predicates are those of section 4." {
        CLASS_ONCE "class-once" Checks "ClassOnce(P)", "A class name must mean one class; `Object` and `String` are taken.";
        ACYCLIC "acyclic" Computes "WFClasses(P)", "Looking a member up walks the superclasses; on a cycle it would never end.";
        FIELDS_ONCE "fields-once" Checks "FieldsOnce(P)", "A field name must mean one field, hence one type.";
        METHODS_ONCE "methods-once" Checks "MethodsOncePerClass(P)", "There is no overloading, so a call must find one method.";
        OVERRIDE_TYPE "override-type" Checks "OverridesOK(P), return and parameter types",
            "A call is checked against the method of the static class, and runs the one of the object's class.";
        PLAIN "plain" Malformed "no guarded_by, requires, ghost, thread_local or holds in P",
            "ConcurrentJava has no race annotations: they would be checked by nothing. The system `base` has them.";
        DEFN "defn" Computes "P ⊢ defnᵢ", "Every class is well formed.";
        MAIN "main" Computes "P; ∅ ⊢ e : t", "The main expression starts with no variables.";
    }

    class: "CLASS", "5.1", "P ⊢ class cn extends c { field₁…ⱼ meth₁…ₖ }", "Members are judged with E = cn this." {
        SUPER_KNOWN "super-known" Malformed "c is declared in P", "There must be a superclass to inherit from.";
        SUPER_NOT_STRING "super-not-string" Malformed "c is not String", "`String` cannot be extended.";
        FIELD "field" Computes "P; E ⊢ fieldᵢ", "Every field is well formed.";
        METHOD "method" Computes "P; E ⊢ methᵢ", "Every method is well formed.";
    }

    // 5.2 Environments, types, subtyping

    env_empty: "ENV EMPTY", "5.2", "P; ∅ ⊢ wf", "" {}

    env_x: "ENV X", "5.2", "P; E, t x ⊢ wf", "" {
        TYPE "type" Computes "P ⊢ t", "A variable's type must mean something.";
        FRESH "fresh" Checks "x ∉ Dom(E)", "As the paper has it. In RaceFreeJava lock sets name locks by variables; here nothing does.";
    }

    type_int: Evident "TYPE INT", "5.2", "P ⊢ int", "So are boolean and null." {}

    type_object: Evident "TYPE OBJECT", "5.2", "P ⊢ Object", "So is String." {}

    type_void: Evident "TYPE VOID", "6", "P ⊢ void", "Only as a method's result." {
        ONLY_RESULT "only-result" Malformed "void is the result type of a method",
            "There is no value of type void that a variable or a field could hold.";
    }

    type_c: Evident "TYPE C", "5.2", "P ⊢ cn", "" {
        CLASS_KNOWN "class-known" Malformed "cn is declared in P", "A class type names a class.";
    }

    subtype_refl: Reflexive "SUBTYPE REFL", "5.2", "P ⊢ t <: t", "" {}

    subtype_trans: Asked "SUBTYPE TRANS", "5.2", "P ⊢ s <: t", "" {
        LOWER "lower" Computes "P ⊢ s <: u", "One step up.";
        UPPER "upper" Computes "P ⊢ u <: t", "And on from there.";
    }

    subtype_class: Evident "SUBTYPE CLASS", "5.2", "P ⊢ cn <: c", "class cn extends c … ∈ P." {}

    subtype_null: Evident "SUBTYPE NULL", "6", "P ⊢ null <: c", "" {}

    // 5.3 Fields and methods

    field: "FIELD", "5.3", "P; E ⊢ [final] t fd = e", "E = cn this." {
        TYPE "type" Computes "P ⊢ t", "The field's type must mean something.";
        INIT_THIS "init-this" Computes "the initialiser is judged without `this` (D2)",
            "An object must not escape while it is built: others would see its final fields before they are set.",
            off "with E";
        INIT "init" Checks "P; ∅ ⊢ e : t", "The initial value has the field's type.";
    }

    method: "METHOD", "5.3", "P; E ⊢ t mn(arg₁…ₙ) { e }", "" {
        PARAMS "params" Computes "P; E, arg₁…ₙ ⊢ wf", "The parameters extend the class's environment.";
        RETURN_TYPE "return-type" Computes "P ⊢ t", "The result type must mean something.";
        BODY "body" Checks "P; E, arg₁…ₙ ⊢ e : t", "Callers rely on the result type.";
    }

    // 5.4 Looking members up

    field_declared: Evident "FIELD DECLARED", "5.4", "P ⊢ field ∈ c", "c declares it." {}

    field_inherited: Asked "FIELD INHERITED", "5.4", "P ⊢ field ∈ c", "c extends c' and does not declare it." {
        SUPERCLASS "superclass" Computes "P ⊢ field ∈ c'", "It is in the superclass.";
    }

    method_declared: Evident "METHOD DECLARED", "5.4", "P ⊢ meth ∈ c", "c declares it." {}

    method_inherited: Asked "METHOD INHERITED", "5.4", "P ⊢ meth ∈ c", "c extends c' and does not declare it." {
        SUPERCLASS "superclass" Computes "P ⊢ meth ∈ c'", "It is in the superclass.";
    }

    // 5.7 Expressions

    exp_sub: Subsumption "EXP SUB", "5.7", "P; E ⊢ e : t", "Applied where a type is expected." {
        EXPR "expr" Computes "P; E ⊢ e : s", "The expression has a type of its own.";
        SUBTYPE "subtype" Computes "P ⊢ s <: t", "That is below the one expected.";
    }

    exp_new: "EXP NEW", "5.7", "P; E ⊢ new c : c", "" {
        NOT_STRING "not-string" Malformed "c is not String", "Strings come from literals and operations.";
        TYPE "type" Computes "P ⊢ c", "The class exists.";
    }

    exp_var: "EXP VAR", "5.7", "P; E ⊢ x : t", "" {
        IN_SCOPE "in-scope" Computes "t x ∈ E", "The variable means something here.";
    }

    exp_ref: "EXP REF", "5.7", "P; E ⊢ e.fd : t", "No lock is asked for: races are allowed." {
        RECEIVER "receiver" Computes "P; E ⊢ e : c", "Only objects have fields.";
        FIELD "field" Computes "P ⊢ ([final] t fd = e') ∈ c", "The declaration, inherited or not.";
        FIELD_KNOWN "field-known" Malformed "c has a field fd", "There must be such a field.";
    }

    exp_assign: "EXP ASSIGN", "5.7", "P; E ⊢ e.fd = e' : t", "" {
        RECEIVER "receiver" Computes "P; E ⊢ e : c", "Only objects have fields.";
        FIELD "field" Computes "P ⊢ (t fd = e'') ∈ c", "The declaration, inherited or not.";
        FIELD_KNOWN "field-known" Malformed "c has a field fd", "There must be such a field.";
        NOT_FINAL "not-final" Checks "fd is not final", "A final field is set once, by its initialiser.",
            off "a final field may be assigned";
        VALUE "value" Checks "P; E ⊢ e' : t", "The field's readers rely on its type.";
    }

    exp_invoke: "EXP INVOKE", "5.7", "P; E ⊢ e.mn(e₁…ₙ) : t", "" {
        RECEIVER "receiver" Computes "P; E ⊢ e : c", "Only objects have methods.";
        METHOD "method" Computes "P ⊢ (t mn(sⱼ yⱼ ʲ∈¹…ⁿ) {e'}) ∈ c", "The declaration, inherited or not.";
        METHOD_KNOWN "method-known" Malformed "c has a method mn", "There must be such a method.";
        ARITY "arity" Malformed "as many arguments as parameters", "Every parameter gets a value.";
        ARGS "args" Checks "P; E ⊢ eⱼ : sⱼ", "The method's body relies on its parameters' types.";
    }

    exp_let: "EXP LET", "5.7", "P; E ⊢ let t₁ x = e₁ in e₂ : t₂", "" {
        BOUND "bound" Checks "P; E ⊢ e₁ : t₁", "The variable's uses rely on its type.";
        ENV "env" Computes "P; E, t₁ x ⊢ wf", "The variable extends the environment.";
        BODY "body" Computes "P; E, t₁ x ⊢ e₂ : t₂", "The body is judged with it.";
    }

    exp_sync: "EXP SYNC", "5.7", "P; E ⊢ synchronized e₁ in e₂ : t", "" {
        LOCK "lock" Checks "P; E ⊢ e₁ : c", "Every object has a lock, and nothing else has one. The expression need not be final.";
        BODY "body" Computes "P; E ⊢ e₂ : t", "What is held matters to no rule.";
    }

    exp_fork: "EXP FORK", "5.7", "P; E ⊢ fork e : int", "" {
        BODY "body" Computes "P; E ⊢ e : t", "The new thread sees every variable, and any object through it.";
    }

    // 6 The example language

    exp_literal: Evident "EXP LITERAL", "6", "P; E ⊢ n : int", "Also true, false : boolean, \"…\" : String, null : null, {} : void." {}

    exp_op: "EXP OP", "6", "P; E ⊢ e₁ op e₂ : t", "`==` and `!=` compare two ints, two booleans or any two references; `+` also joins two strings." {
        OPERAND "operand" Computes "P; E ⊢ eᵢ : tᵢ", "The operands have types.";
        OPERANDS "operands" Malformed "op is defined for operands of these types", "The operator must mean something.";
    }

    exp_seq: "EXP SEQ", "6", "P; E ⊢ e₁; e₂ : t", "The value of e₁ is discarded." {
        FIRST "first" Computes "P; E ⊢ e₁ : t₁", "Any type will do.";
        LAST "last" Computes "P; E ⊢ e₂ : t", "The last gives the type.";
    }

    exp_if: "EXP IF", "6", "P; E ⊢ if (e) e₁ else e₂ : t", "t is the least common supertype of t₁ and t₂; void if there is none, or no else." {
        CONDITION "condition" Malformed "P; E ⊢ e : boolean", "The condition is true or false.";
        THEN "then" Computes "P; E ⊢ e₁ : t₁", "One branch.";
        ELSE "else" Computes "P; E ⊢ e₂ : t₂", "The other.";
    }

    exp_while: "EXP WHILE", "6", "P; E ⊢ while (e) e₁ : void", "" {
        CONDITION "condition" Malformed "P; E ⊢ e : boolean", "The condition is true or false.";
        BODY "body" Computes "P; E ⊢ e₁ : t", "Its value is discarded.";
    }

    exp_print: "EXP PRINT", "6", "P; E ⊢ print e : void", "" {
        VALUE "value" Malformed "P; E ⊢ e : t, t not void", "There must be something to print.";
    }

    exp_atomic: "EXP ATOMIC", "6", "P; E ⊢ atomic e : t", "What it claims is for the system `atomicity`." {
        BODY "body" Computes "P; E ⊢ e : t", "The block is its body, as far as types go.";
    }

    exp_assert: "EXP ASSERT", "6", "P; E ⊢ assert e : void", "" {
        CONDITION "condition" Malformed "P; E ⊢ e : boolean", "What is asserted is true or false.";
    }
}
