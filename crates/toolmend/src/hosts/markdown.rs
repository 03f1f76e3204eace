//! Inline links of Markdown: `[text](target)`.

/// A link and what stands around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link<'a> {
    pub(super) before: &'a str,
    pub(super) text: &'a str,
    pub(super) target: &'a str,
    pub(super) after: &'a str,
}

/// The first link in `text`. Parentheses within its target are balanced.
pub(super) fn first_link(text: &str) -> Option<Link<'_>> {
    const MIDDLE: &str = "](";
    let middle = text.find(MIDDLE)?;
    let start = text[..middle].rfind('[')?;
    let target = &text[middle + MIDDLE.len()..];
    let mut depth = 0_usize;
    let end = target.bytes().position(|byte| match byte {
        b'(' => {
            depth += 1;
            false
        }
        b')' if depth == 0 => true,
        b')' => {
            depth -= 1;
            false
        }
        _ => false,
    })?;
    Some(Link {
        before: &text[..start],
        text: &text[start + 1..middle],
        target: &target[..end],
        after: &target[end + 1..],
    })
}

/// A web address without its scheme; `None` if it has none or another one.
pub(super) fn without_web_scheme(url: &str) -> Option<&str> {
    ["http://", "https://"].iter().find_map(|scheme| {
        let start = url.get(..scheme.len())?;
        if start.eq_ignore_ascii_case(scheme) { url.get(scheme.len()..) } else { None }
    })
}

/// Undoes percent-encoding. `None` if an escape is none, or if the bytes are no text or hold NUL.
pub(super) fn percent_decode(text: &str) -> Option<String> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'%' {
            decoded.push(*first);
            continue;
        }
        let [high, low, after @ ..] = after else { return None };
        rest = after;
        let digit = |byte: u8| char::from(byte).to_digit(16);
        decoded.push(u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()?);
    }
    String::from_utf8(decoded).ok().filter(|text| !text.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_taken_apart() {
        for (text, parts) in [
            ("[a.md](http://a.md)", ("", "a.md", "http://a.md", "")),
            ("/x/[a.md](http://a.md)/y", ("/x/", "a.md", "http://a.md", "/y")),
            ("/[s]/[a.md](http://a.md)", ("/[s]/", "a.md", "http://a.md", "")),
            ("[a(1)](b(1))", ("", "a(1)", "b(1)", "")),
            ("[](x)", ("", "", "x", "")),
        ] {
            let link = first_link(text);
            let found = link.map(|link| (link.before, link.text, link.target, link.after));
            assert_eq!(found, Some(parts), "{text}");
        }
        for text in ["", "[a]", "[a](b", "](b)", "[a] (b)", "/w/[slug].tsx", "[a]((b)"] {
            assert_eq!(first_link(text), None, "{text}");
        }
    }

    #[test]
    fn percent_encoding_is_undone() {
        for (text, decoded) in
            [("a%20b", Some("a b")), ("n%C3%B6", Some("nö")), ("ö", Some("ö")), ("", Some(""))]
        {
            assert_eq!(percent_decode(text).as_deref(), decoded);
        }
        for text in ["%", "%4", "%zz", "%ff", "%00", "a%"] {
            assert_eq!(percent_decode(text), None, "{text}");
        }
    }
}
