//! The keywords of one schema object.

use crate::tree::{NodeId, Tree};

/// Declares the keywords and their spelling in one place.
macro_rules! keywords {
    ($($keyword:ident = $name:literal,)*) => {
        /// A keyword that means something here, or is known to mean something; all others accept
        /// everything.
        #[derive(Clone, Copy, Debug)]
        pub(super) enum Keyword { $($keyword,)* }

        impl Keyword {
            const COUNT: usize = [$($name),*].len();

            fn named(name: &str) -> Option<Keyword> {
                match name {
                    $($name => Some(Keyword::$keyword),)*
                    _ => None,
                }
            }
        }
    };
}

keywords! {
    Ref = "$ref",
    Type = "type",
    Nullable = "nullable",
    Enum = "enum",
    Const = "const",
    Properties = "properties",
    Required = "required",
    AdditionalProperties = "additionalProperties",
    PatternProperties = "patternProperties",
    PropertyNames = "propertyNames",
    MinProperties = "minProperties",
    MaxProperties = "maxProperties",
    Dependencies = "dependencies",
    DependentRequired = "dependentRequired",
    DependentSchemas = "dependentSchemas",
    Items = "items",
    PrefixItems = "prefixItems",
    AdditionalItems = "additionalItems",
    MinItems = "minItems",
    MaxItems = "maxItems",
    UniqueItems = "uniqueItems",
    Contains = "contains",
    MinContains = "minContains",
    MaxContains = "maxContains",
    Minimum = "minimum",
    Maximum = "maximum",
    ExclusiveMinimum = "exclusiveMinimum",
    ExclusiveMaximum = "exclusiveMaximum",
    MultipleOf = "multipleOf",
    MinLength = "minLength",
    MaxLength = "maxLength",
    Pattern = "pattern",
    AllOf = "allOf",
    AnyOf = "anyOf",
    OneOf = "oneOf",
    Not = "not",
    If = "if",
    Then = "then",
    Else = "else",
    Default = "default",
    Description = "description",
    Format = "format",
    ContentMediaType = "contentMediaType",
    UnevaluatedProperties = "unevaluatedProperties",
    UnevaluatedItems = "unevaluatedItems",
    DynamicRef = "$dynamicRef",
    RecursiveRef = "$recursiveRef",
}

/// The values of the keywords that a schema object has; of equal keys the last counts.
pub(super) struct Keywords {
    values: [Option<NodeId>; Keyword::COUNT],
}

impl Keywords {
    pub(super) fn read(tree: &Tree, schema: NodeId) -> Keywords {
        let mut values = [None; Keyword::COUNT];
        for member in tree.children(schema) {
            let keyword = tree.key_string(member).and_then(|name| Keyword::named(&name));
            if let Some(keyword) = keyword {
                values[keyword as usize] = Some(member);
            }
        }
        Keywords { values }
    }

    pub(super) fn get(&self, keyword: Keyword) -> Option<NodeId> {
        self.values[keyword as usize]
    }
}
