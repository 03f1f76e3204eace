//! `enum-spelling`: a member of an `enum` in another spelling.
//!
//! Certain because exactly one member is alike, by the first kind of likeness that finds any: the
//! same lexeme in another type (`"2"` for `2`); the same word but for case and separators
//! (`READ-ONLY`, `read_only`), or quotes and markup around it; a plural; one letter off. A word that
//! stands in a sentence is not taken from it, and a digit is never a slip.

use super::{Certainty, Change, Context, Rule, likeness};
use crate::schema::Fault;
use crate::tree::{Kind, string};

pub(super) const RULE: Rule = Rule {
    name: "enum-spelling",
    summary: "a value that is one allowed value but for its spelling becomes that value",
    advice: "send the allowed value exactly as the schema spells it",
    certainty: Certainty::Certain,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    if !matches!(context.issue.fault, Fault::Enum | Fault::Type(_)) {
        return None;
    }
    let members = context.schema.members(context.issue.position)?;
    let node = context.node();
    let lexeme = context.tree.lexeme(node);
    let sent = match context.kind() {
        Kind::String => context.tree.string(node)?.into_owned(),
        Kind::Number if context.lexeme_is_faithful(lexeme) => lexeme.to_owned(),
        Kind::Boolean => lexeme.to_owned(),
        _ => return None,
    };
    let member = same_lexeme(&sent, &members)
        .or_else(|| if context.kind() == Kind::String { alike(&sent, &members) } else { None })?;
    Some(Change::Replace(node, member.to_owned()))
}

/// The only member whose lexeme, or content, is what was sent.
fn same_lexeme<'m>(sent: &str, members: &[&'m str]) -> Option<&'m str> {
    only(members, |member| {
        member == sent || (member.starts_with('"') && string::lexeme_is(member, sent))
    })
}

/// The only string member that is spelled like what was sent.
fn alike<'m>(sent: &str, members: &[&'m str]) -> Option<&'m str> {
    let sent = likeness::fold(likeness::undecorated(sent));
    let folded = |member: &str| {
        string::decode(member).map(|text| likeness::fold(&text)).filter(|_| member.starts_with('"'))
    };
    let kinds: [fn(&str, &str) -> bool; 3] =
        [|a, b| a == b, likeness::differ_by_plural, likeness::differ_by_one_letter];
    for alike in kinds {
        let hits = |member: &str| folded(member).is_some_and(|text| alike(&sent, &text));
        if members.iter().any(|member| hits(member)) {
            return only(members, hits);
        }
    }
    None
}

fn only<'m>(members: &[&'m str], hits: impl Fn(&str) -> bool) -> Option<&'m str> {
    let mut found = members.iter().filter(|member| hits(member));
    match (found.next(), found.next()) {
        (Some(member), None) => Some(member),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{alike, same_lexeme};

    #[test]
    fn takes_the_only_member_that_is_alike() {
        let members = ["\"read_only\"", "\"read_write\"", "\"completed\""];
        for (sent, member) in [
            ("READ-ONLY", Some("\"read_only\"")),
            ("`read_only`", Some("\"read_only\"")),
            ("readonly", Some("\"read_only\"")),
            ("completd", Some("\"completed\"")),
            ("read", None),
            ("it is read_only", None),
        ] {
            assert_eq!(alike(sent, &members), member, "{sent}");
        }
        assert_eq!(alike(" c ", &["\"C\"", "\"c\""]), None);
        assert_eq!(alike("-1", &["\"1\"", "\"2\""]), None);
    }

    #[test]
    fn takes_the_same_lexeme_in_another_type() {
        assert_eq!(same_lexeme("2", &["2", "3"]), Some("2"));
        assert_eq!(same_lexeme("2", &["2", "\"2\""]), None);
        assert_eq!(same_lexeme("true", &["\"true\"", "\"false\""]), Some("\"true\""));
    }
}
