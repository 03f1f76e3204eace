/** Texts on their way to the engine, which holds UTF-8. */

/**
 * `text` with each lone surrogate, for which UTF-8 has no bytes, as the JSON escape that means
 * the same (`\ud83d`), so that nothing becomes U+FFFD. Undefined where a backslash before it
 * would swallow the escape.
 */
export function withEscapedSurrogates(text: string): string | undefined {
  const parts = text.split(/(\p{Surrogate})/u);
  for (let at = 1; at < parts.length; at += 2) {
    const backslashes = /\\*$/.exec(parts[at - 1] ?? '')?.[0].length ?? 0;
    if (backslashes % 2 === 1) return undefined;
    parts[at] = `\\u${parts[at]?.charCodeAt(0).toString(16)}`;
  }
  return parts.join('');
}

/** Whether `text` has no lone surrogate. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
