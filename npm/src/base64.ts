/**
 * The bytes of a base64 text, by the quickest way there is: `atob` with a callback for each
 * character would take longer than to compile the module.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  // In the language since ES2026, not yet in its types.
  const { fromBase64 } = Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, text);
  if (typeof Buffer !== 'undefined') return Buffer.from(text, 'base64');
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
