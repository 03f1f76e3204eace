/** JSON to values without losing a digit of an identifier. */

/** A number that JavaScript cannot hold. */
export class InexactNumber extends Error {
  constructor(lexeme: string) {
    super(`JavaScript cannot hold the number ${lexeme.slice(0, 80)}`);
  }
}

/** A string, passed over, or a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|(-?\d[\d.eE+-]*)/g;

/** What can hold an integer of 16 digits or more, or an exponent. */
const SUSPICIOUS = /\d{16}|\d[eE]/;

/**
 * As `JSON.parse`, but throws for an integer that would be rounded and for a number that would
 * become infinite. (A fraction becomes the nearest double, as in any JavaScript host.)
 */
export function parseExactly(json: string): unknown {
  if (SUSPICIOUS.test(json)) {
    for (const [, lexeme] of json.matchAll(TOKEN)) {
      if (lexeme !== undefined && !isHeld(lexeme)) throw new InexactNumber(lexeme);
    }
  }
  return JSON.parse(json);
}

function isHeld(lexeme: string): boolean {
  const number = Number(lexeme);
  return /[.eE]/.test(lexeme) ? Number.isFinite(number) : Number.isSafeInteger(number);
}
