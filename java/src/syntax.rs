//! The syntax of a file, flat: nodes in the order of the text, each with the number behind its last descendant. It takes 16 bytes a node and no
//! memory of the parser's.

use racefree_grammar::Span;

racefree_grammar::index! {
    /// A node of a file, in [`Syntax::nodes`].
    At;
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $other:ident; $($variant:ident $text:literal)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub(crate) enum $name { $other, $($variant,)* }

        impl $name {
            /// The one of the grammar's word.
            pub(crate) fn of(text: &str) -> $name {
                match text {
                    $($text => $name::$variant,)*
                    _ => $name::$other,
                }
            }
        }
    };
}

words! {
    /// The sort of a node, by the grammar's name of it; `Token` is a keyword or an operator, and what is listed nowhere.
    NodeKind, Token;
    Error "ERROR" Annotation "annotation" MarkerAnnotation "marker_annotation" ArgumentList "argument_list" AnnotationArguments "annotation_argument_list"
    AnnotatedType "annotated_type" AnnotationTypeBody "annotation_type_body" AnnotationTypeDeclaration "annotation_type_declaration"
    AnnotationElement "annotation_type_element_declaration" ArrayAccess "array_access" ArrayCreation "array_creation_expression"
    ArrayInitializer "array_initializer" ArrayType "array_type" Assert "assert_statement" Assignment "assignment_expression" Asterisk "asterisk"
    Binary "binary_expression" Block "block" BooleanType "boolean_type" Break "break_statement" Cast "cast_expression" CatchClause "catch_clause"
    CatchParameter "catch_formal_parameter" CatchType "catch_type" Character "character_literal" ClassBody "class_body"
    ClassDeclaration "class_declaration" ClassLiteral "class_literal" CompactConstructor "compact_constructor_declaration"
    ConstantDeclaration "constant_declaration" ConstructorBody "constructor_body" Constructor "constructor_declaration" Continue "continue_statement"
    DecimalFloat "decimal_floating_point_literal" DecimalInteger "decimal_integer_literal" Dimensions "dimensions" DimensionsExpr "dimensions_expr"
    Do "do_statement" EnhancedFor "enhanced_for_statement" EnumBody "enum_body" EnumBodyDeclarations "enum_body_declarations"
    EnumConstant "enum_constant" EnumDeclaration "enum_declaration" ExplicitConstructor "explicit_constructor_invocation"
    ExpressionStatement "expression_statement" ExtendsInterfaces "extends_interfaces" False "false" FieldAccess "field_access"
    FieldDeclaration "field_declaration" Finally "finally_clause" FloatingPointType "floating_point_type" For "for_statement"
    FormalParameter "formal_parameter" FormalParameters "formal_parameters" GenericType "generic_type" Guard "guard"
    HexFloat "hex_floating_point_literal" HexInteger "hex_integer_literal" BinaryInteger "binary_integer_literal" OctalInteger "octal_integer_literal"
    Identifier "identifier" If "if_statement" Import "import_declaration" InferredParameters "inferred_parameters" Instanceof "instanceof_expression"
    IntegralType "integral_type" InterfaceBody "interface_body" InterfaceDeclaration "interface_declaration" Labeled "labeled_statement"
    Lambda "lambda_expression" LocalVariable "local_variable_declaration" MethodDeclaration "method_declaration" MethodInvocation "method_invocation"
    MethodReference "method_reference" Modifiers "modifiers" Module "module_declaration" Null "null_literal"
    ObjectCreation "object_creation_expression" Package "package_declaration" Parenthesized "parenthesized_expression" Pattern "pattern"
    Permits "permits" Program "program" ReceiverParameter "receiver_parameter" RecordDeclaration "record_declaration" RecordPattern "record_pattern"
    RecordPatternBody "record_pattern_body" RecordPatternComponent "record_pattern_component" Resource "resource"
    ResourceSpecification "resource_specification" Return "return_statement" ScopedIdentifier "scoped_identifier"
    ScopedType "scoped_type_identifier" SpreadParameter "spread_parameter" StaticInitializer "static_initializer" String "string_literal"
    Super "super" SuperInterfaces "super_interfaces" Superclass "superclass" SwitchBlock "switch_block"
    SwitchGroup "switch_block_statement_group" Switch "switch_expression" SwitchLabel "switch_label" SwitchRule "switch_rule"
    Synchronized "synchronized_statement" Template "template_expression" Ternary "ternary_expression" This "this" Throw "throw_statement"
    Throws "throws" True "true" Try "try_statement" TryWithResources "try_with_resources_statement" TypeArguments "type_arguments"
    TypeBound "type_bound" TypeIdentifier "type_identifier" TypeList "type_list" TypeParameter "type_parameter" TypeParameters "type_parameters"
    TypePattern "type_pattern" Unary "unary_expression" UnderscorePattern "underscore_pattern" Update "update_expression"
    VariableDeclarator "variable_declarator" VoidType "void_type" While "while_statement" Wildcard "wildcard" Yield "yield_statement"
    LineComment "line_comment" BlockComment "block_comment" Semicolon ";" StringFragment "string_fragment" Escape "escape_sequence"
    TextFragment "multiline_string_fragment" Interpolation "string_interpolation"
}

words! {
    /// The role of a node in the one around it: the field of the grammar, `None` if it is in no field.
    Role, None;
    Alternative "alternative" Arguments "arguments" Array "array" Body "body" Condition "condition" Consequence "consequence"
    Constructor "constructor" Declarator "declarator" Dimensions "dimensions" Element "element" Field "field" Index "index" Init "init"
    Interfaces "interfaces" Left "left" Name "name" Object "object" Operand "operand" Operator "operator" Parameters "parameters" Pattern "pattern"
    Right "right" Scope "scope" Superclass "superclass" Type "type" TypeArguments "type_arguments" TypeParameters "type_parameters" Update "update"
    Value "value" Resources "resources"
}

/// A node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Its sort.
    pub(crate) kind: NodeKind,
    /// Its role.
    pub(crate) role: Role,
    /// Its syntax is damaged, or that of something in it.
    pub(crate) damaged: bool,
    /// Its text, in the text of the run.
    pub(crate) span: Span,
    /// The number of the first node behind it that is not in it.
    pub(crate) next: u32,
}

/// The syntax of a file. Node 0 is the root.
#[derive(Clone, Debug, Default)]
pub(crate) struct Syntax {
    /// All nodes: named ones but comments, and the tokens that tell something.
    pub(crate) nodes: Vec<Node>,
}

impl Syntax {
    /// A node.
    #[inline]
    pub(crate) fn node(&self, at: At) -> &Node {
        &self.nodes[at.index()]
    }

    /// The sort of a node.
    #[inline]
    pub(crate) fn kind(&self, at: At) -> NodeKind {
        self.nodes[at.index()].kind
    }

    /// The text's place of a node.
    #[inline]
    pub(crate) fn span(&self, at: At) -> Span {
        self.nodes[at.index()].span
    }

    /// The parts of a node.
    #[inline]
    pub(crate) fn children(&self, at: At) -> Children<'_> {
        Children { syntax: self, next: at.0 + 1, end: self.nodes[at.index()].next }
    }

    /// The parts of a node that are no tokens.
    pub(crate) fn parts(&self, at: At) -> impl Iterator<Item = At> + '_ {
        self.children(at).filter(|c| self.kind(*c) != NodeKind::Token)
    }

    /// The parts of a sort.
    pub(crate) fn all(&self, at: At, kind: NodeKind) -> impl Iterator<Item = At> + '_ {
        self.children(at).filter(move |c| self.kind(*c) == kind)
    }

    /// The first part in a role.
    pub(crate) fn child(&self, at: At, role: Role) -> Option<At> {
        self.children(at).find(|c| self.nodes[c.index()].role == role)
    }

    /// The first part of a sort.
    pub(crate) fn part(&self, at: At, kind: NodeKind) -> Option<At> {
        self.children(at).find(|c| self.kind(*c) == kind)
    }

    /// The first part that is a piece of syntax and no token.
    pub(crate) fn first(&self, at: At) -> Option<At> {
        self.parts(at).next()
    }
}

/// Walks through the parts of a node.
#[derive(Clone)]
pub(crate) struct Children<'s> {
    syntax: &'s Syntax,
    next: u32,
    end: u32,
}

impl Iterator for Children<'_> {
    type Item = At;

    #[inline]
    fn next(&mut self) -> Option<At> {
        if self.next >= self.end {
            return None;
        }
        let at = At(self.next);
        self.next = self.syntax.nodes[at.index()].next;
        Some(at)
    }
}
