//! `host-run-code-fence`: a Markdown fence around the program of dsh's `run_code`.
//!
//! A model that shows code in its prose fences it, and keeps the fence when it calls. As a program
//! the fence is an empty template string used as a tag, which always throws; what stands within it
//! is the program. Only the outer fence goes, and only if it is the whole text.
//!
//! Looks alike but is not: a fence within the program (in a template or a comment), text around the
//! fence, two fences, a fence for another language (`bash`, `json`), an empty one.

use crate::Options;

/// The rule's public name.
pub(super) const RULE: &str = "host-run-code-fence";
/// What the rule does, in one line.
pub(super) const SUMMARY: &str = "a Markdown fence around run_code's program";

/// The languages that a program is written in, and none.
const LANGUAGES: [&str; 8] = ["", "js", "javascript", "mjs", "ts", "typescript", "py", "python"];

/// The program within the fence.
pub(super) fn correct(code: &str, _options: &Options<'_>) -> Option<String> {
    program_within(code).map(str::to_owned)
}

/// The program within a fence that is all of `code`.
pub(super) fn program_within(code: &str) -> Option<&str> {
    let code = code.trim();
    let mark = code.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let (opener, rest) = code.split_once('\n')?;
    let language = opener.trim_start_matches(mark);
    let length = opener.len() - language.len();
    let (program, closer) = rest.rsplit_once('\n')?;
    let is_closer = |line: &str| {
        let line = line.trim();
        line.len() >= length && line.chars().all(|character| character == mark)
    };
    let is_fence = length >= 3
        && LANGUAGES.iter().any(|known| language.trim().eq_ignore_ascii_case(known))
        && is_closer(closer)
        && !program.lines().any(is_closer);
    (is_fence && !program.trim().is_empty()).then(|| program.strip_suffix('\r').unwrap_or(program))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outer_fence_goes() {
        for (code, program) in [
            ("```\nreturn 2;\n```", "return 2;"),
            ("```ts\nreturn 2;\n```\n", "return 2;"),
            ("\n```TypeScript\nconst a = 1;\n\nreturn a;\n```", "const a = 1;\n\nreturn a;"),
            ("~~~js\nreturn 2;\n~~~", "return 2;"),
            ("````\nreturn `\n```\n`;\n````", "return `\n```\n`;"),
            ("```js\r\nreturn 2;\r\n```", "return 2;"),
            ("```js\n  return 2;\n```", "  return 2;"),
            ("```python\nprint(1)\n```", "print(1)"),
        ] {
            assert_eq!(correct(code, &Options::default()).as_deref(), Some(program), "{code}");
        }
    }

    #[test]
    fn look_alikes_stay() {
        for code in [
            "return 2;",
            "const a = `\n```\nx\n```\n`;",
            "Here:\n```\nreturn 2;\n```",
            "```\nreturn 2;\n```\nDone.",
            "```\na\n```\n```\nb\n```",
            "```bash\nls\n```",
            "```json\n{}\n```",
            "```\n\n```",
            "```\n```",
            "```",
            "``\nreturn 2;\n``",
            "```return 2;```",
            "```\nreturn 2;",
            "````\nreturn 2;\n```",
            "",
        ] {
            assert_eq!(correct(code, &Options::default()), None, "{code}");
        }
    }
}
