/**
 * Programs that do not parse, for two reasons that leave one reading: a Python text in triple quotes,
 * and backticks within a template. What was cut off is never closed.
 */

import { parseProgram } from './parse.js';

/** A program that parses, and the rule that made it. */
export interface MendedSyntax {
  code: string;
  rule: 'program-triple-quotes' | 'program-backticks';
}

/** The program in the only way in which it parses. */
export function mendSyntax(code: string): MendedSyntax | undefined {
  const quoted = withTemplates(code);
  if (quoted !== undefined && parseProgram(quoted) !== undefined) {
    return { code: quoted, rule: 'program-triple-quotes' };
  }
  const escaped = withEscapedBackticks(code);
  return escaped === undefined ? undefined : { code: escaped, rule: 'program-backticks' };
}

const TRIPLE = /('''|""")((?:[^\\]|\\[^])*?)\1/g;

/** Escapes that Python and JavaScript read alike. */
const SHARED_ESCAPE = /^(?:[\\'"\nnrtbfv]|x[\da-f]{2}|u[\da-f]{4})/i;

/** Escapes that mean something in Python and something else, or nothing, in JavaScript. */
const PYTHON_ESCAPE = /^[aNU\d]/;

/** Triple quotes over several lines as templates. */
function withTemplates(code: string): string | undefined {
  let isCertain = true;
  const result = code.replaceAll(TRIPLE, (whole, _quotes: string, content: string) => {
    if (!content.includes('\n')) return whole;
    const template = templateOf(content);
    isCertain &&= template !== undefined;
    return template ?? whole;
  });
  return isCertain && result !== code ? result : undefined;
}

function templateOf(content: string): string | undefined {
  let isCertain = true;
  const text = content.replaceAll(/\\([^]?)|`|\$\{/g, (found: string, _: string, at: number) => {
    if (!found.startsWith('\\')) return `\\${found}`;
    const rest = content.slice(at + 1, at + 6);
    if (PYTHON_ESCAPE.test(rest)) isCertain = false;
    // Python keeps the backslash of an escape that it does not know.
    return SHARED_ESCAPE.test(rest) ? found : `\\${found}`;
  });
  return isCertain ? `\`${text}\`` : undefined;
}

/** With more backticks there would be too many pairs to try. */
const MOST_BACKTICKS = 24;

/** One template, all the backticks within it escaped; nothing if that can be done in two ways. */
function withEscapedBackticks(code: string): string | undefined {
  const places = [...code.matchAll(/(?<!\\)`/g)].map(({ index }) => index);
  if (places.length < 3 || places.length > MOST_BACKTICKS) return undefined;
  let only: string | undefined;
  for (let first = 0; first < places.length - 2; first += 1) {
    for (let last = first + 2; last < places.length; last += 1) {
      const candidate = escapedAt(code, places.slice(first + 1, last));
      if (parseProgram(candidate) === undefined) continue;
      if (only !== undefined) return undefined;
      only = candidate;
    }
  }
  return only;
}

function escapedAt(code: string, places: readonly number[]): string {
  let result = '';
  let done = 0;
  for (const place of places) {
    result += `${code.slice(done, place)}\\`;
    done = place;
  }
  return result + code.slice(done);
}
