//! What stands between a string's quotes: backslashes, control characters, quotes.
//!
//! A backslash that starts no JSON escape stands for itself: `\d` of a regular expression, `\x41` of
//! a shell, `\U` of a Windows path. It is doubled, never deleted; only `\'` and `` \` `` lose theirs,
//! being another language's escape of a quote that JSON need not escape. One such backslash shows
//! that the writer did not escape at all, so in the same string those that look valid are literal
//! too: in a Windows path every single one (`C:\new\Users`), in a regular expression `\b` and `\f`.
//! A string whose escapes are all valid is never touched, whatever it looks like: `C:\temp\new`
//! cannot be told from a tab and a line break.

use std::borrow::Cow;

use super::patches::Patches;
use super::quotes::Quote;
use super::reason::Reason;
use super::recovery::Recovery;
use super::source::Source;
use crate::tree::string::escape_control_into;

/// The content of one string.
pub(super) struct Content {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) quote: Quote,
    /// Every backslash stands for itself.
    pub(super) raw: bool,
    /// What is doubtful about the quotes inside.
    pub(super) doubt: Option<Reason>,
}

/// Which backslashes stand for themselves although they could start an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    /// None.
    Escapes,
    /// Those of `\b` and `\f`, which no text holds where others stand for themselves.
    Marks,
    /// Those that do not come in pairs.
    Path,
    /// All.
    Raw,
}

/// Notes what must change for the content to be that of a JSON string.
pub(super) fn patch_content(source: Source, content: &Content, patches: &mut Patches) {
    let text = source.slice(content.start, content.end);
    let plan = if content.raw { Plan::Raw } else { Plan::of(text) };
    let quotes = match content.quote {
        Quote::Double | Quote::Doubled(b'"') | Quote::Escaped => Recovery::InnerQuote,
        _ => Recovery::Quotes,
    };
    let bytes = source.text.as_bytes();
    let mut at = content.start;
    while at < content.end {
        let clean = bytes[at..content.end].iter().take_while(|&&byte| is_clean(byte)).count();
        at += clean;
        if at == content.end {
            break;
        }
        match source.byte(at) {
            Some(b'\\') => at = patch_escape(source, (at, content), plan, patches),
            Some(b'"') => {
                patches.push_doubted(quotes, (at, at + 1), "\\\"", content.doubt);
                at += 1;
            }
            Some(byte @ ..0x20) => {
                patches.push(Recovery::Control, (at, at + 1), control_escape(byte));
                at += 1;
            }
            _ => at += 1,
        }
    }
}

/// Looks at the backslash at `at`; returns where reading goes on.
fn patch_escape(
    source: Source,
    (at, content): (usize, &Content),
    plan: Plan,
    patches: &mut Patches,
) -> usize {
    let (end, doubt) = (content.end, content.doubt);
    let next = if at + 1 < end { source.byte(at + 1) } else { None };
    if plan != Plan::Raw
        && plan != Plan::Path
        && let Some(quote @ (b'\'' | b'`')) = next
    {
        let quote = if quote == b'`' { "`" } else { "'" };
        patches.push(Recovery::Escape, (at, at + 2), quote);
        return at + 2;
    }
    let literal = match (plan, next) {
        (Plan::Raw, _) | (_, None) | (Plan::Marks, Some(b'b' | b'f')) => true,
        (Plan::Path, Some(next)) => !matches!(next, b'\\' | b'"'),
        (_, Some(_)) => !is_escape(&source.text.as_bytes()[at..end]),
    };
    if literal {
        patches.push_doubted(Recovery::Escape, (at, at + 1), "\\\\", doubt);
        return at + 1;
    }
    at + 2
}

/// A byte that stands in a JSON string as it is.
fn is_clean(byte: u8) -> bool {
    byte >= 0x20 && byte != b'"' && byte != b'\\'
}

/// The escape of a control character.
fn control_escape(byte: u8) -> Cow<'static, str> {
    match byte {
        b'\n' => Cow::Borrowed("\\n"),
        b'\r' => Cow::Borrowed("\\r"),
        b'\t' => Cow::Borrowed("\\t"),
        _ => {
            let mut escape = String::new();
            escape_control_into(&mut escape, byte);
            Cow::Owned(escape)
        }
    }
}

impl Plan {
    fn of(text: &str) -> Plan {
        let bytes = text.as_bytes();
        let (mut invalid, mut pairs) = (false, 0);
        // `src\test\App.tsx`, but not `snake\_case\nnext` or `caf\u00e9`.
        let mut path = !text.starts_with('\\') && bytes.iter().all(|&byte| is_of_path(byte));
        let mut at = 0;
        while let Some(skipped) = bytes[at..].iter().position(|&byte| byte == b'\\') {
            at += skipped;
            let next = bytes.get(at + 1).copied().unwrap_or(b' ');
            if next == b'\\' {
                pairs += 1;
            } else {
                let escape = is_escape(&bytes[at..]);
                invalid |= !escape && !matches!(next, b'\'' | b'`');
                path &= next != b'_' && !(escape && next == b'u');
            }
            at = (at + 2).min(bytes.len());
        }
        let network = text.starts_with("\\\\") && pairs == 1;
        match invalid {
            true if network => Plan::Raw,
            true if path || names_drive(bytes) => Plan::Path,
            true => Plan::Marks,
            false => Plan::Escapes,
        }
    }
}

/// Whether the text has a drive letter with a colon and a backslash.
pub(super) fn names_drive(bytes: &[u8]) -> bool {
    bytes.windows(3).enumerate().any(|(at, three)| {
        three[0].is_ascii_alphabetic()
            && three[1..] == *b":\\"
            && !at.checked_sub(1).is_some_and(|before| bytes[before].is_ascii_alphanumeric())
    })
}

/// Whether a path of plain names and backslashes has such a byte.
fn is_of_path(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"\\._-".contains(&byte)
}

/// Whether the backslash that `bytes` start with starts a JSON escape.
fn is_escape(bytes: &[u8]) -> bool {
    match bytes.get(1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => true,
        Some(b'u') => bytes.get(2..6).is_some_and(|code| code.iter().all(u8::is_ascii_hexdigit)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(text: &str) -> String {
        let source = Source { text };
        let content =
            Content { start: 0, end: text.len(), quote: Quote::Double, raw: false, doubt: None };
        let mut patches = Patches::default();
        patch_content(source, &content, &mut patches);
        patches.apply(text).0
    }

    #[test]
    fn backslashes_are_kept() {
        for (content, expected) in [
            (r"\d+\s\w", r"\\d+\\s\\w"),
            (r"\bword\b \d", r"\\bword\\b \\d"),
            (r"\bword\b", r"\bword\b"),
            (r"\alpha \beta\n\frac{1}{2}", r"\\alpha \\beta\n\\frac{1}{2}"),
            (r"src\test\App.tsx", r"src\\test\\App.tsx"),
            (r"..\new_x\App", r"..\\new_x\\App"),
            (r"snake\_case\nnext", r"snake\\_case\nnext"),
            (r"caf\u00e9\x00", r"caf\u00e9\\x00"),
            (r"App\Models;\nuse x", r"App\\Models;\nuse x"),
            (r"\x41\u12", r"\\x41\\u12"),
            (r"C:\Users\new\tmp.txt", r"C:\\Users\\new\\tmp.txt"),
            (r"C:\\Users\new\q", r"C:\\Users\\new\\q"),
            (r"C:\temp\new", r"C:\temp\new"),
            (r"run C:\bin\x.exe --D C:\new\Q", r"run C:\\bin\\x.exe --D C:\\new\\Q"),
            (r"\\server\share\new", r"\\\\server\\share\\new"),
            (r"it\'s", "it's"),
            ("one \\\ntwo", r"one \\\ntwo"),
            ("tab\there", r"tab\there"),
            (r"ends with \", r"ends with \\"),
            (r"\ud800 stays", r"\ud800 stays"),
            ("\\é", "\\\\é"),
        ] {
            assert_eq!(mended(content), expected, "{content}");
        }
    }
}
