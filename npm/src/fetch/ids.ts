/** Ids for calls that came without one. */

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A random text of letters and digits. */
function random(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => CHARACTERS[byte % CHARACTERS.length]).join('');
}

/** An id as the model's own server would write it. Mistral's refuses any other. */
export function newCallId(model: string, prefix = 'call_'): string {
  return /mistral|ministral|codestral|devstral|magistral|pixtral/i.test(model)
    ? random(9)
    : prefix + random(24);
}
