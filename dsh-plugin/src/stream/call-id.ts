/** Ids for calls that the model gave none. */

import { randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id in the form that OpenAI's have. */
export function newCallId(): string {
  const letters = Array.from({ length: 24 }, () => LETTERS[randomInt(LETTERS.length)]);
  return `call_${letters.join('')}`;
}
