/** Bytes to lines. */

const NEWLINE = 0x0a;

/**
 * Splits a stream at line feeds only (U+2028 and the like are content) and gives the lines of
 * each chunk together. `undefined` stands for a line of more than `longest` bytes, which is not
 * kept.
 */
export async function* splitLines(
  stream: AsyncIterable<Uint8Array>,
  longest: number,
): AsyncGenerator<(Uint8Array | undefined)[]> {
  const open = new OpenLine(longest);
  for await (const chunk of stream) {
    const lines = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      open.add(chunk.subarray(start, end));
      lines.push(open.take());
      start = end + 1;
    }
    open.add(chunk.subarray(start));
    if (lines.length > 0) yield lines;
  }
  if (open.size > 0) yield [open.take()];
}

/** What has come in of a line. */
class OpenLine {
  readonly #longest: number;
  #parts: Uint8Array[] = [];
  size = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  add(part: Uint8Array): void {
    this.size += part.length;
    if (this.size > this.#longest) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  take(): Uint8Array | undefined {
    const [first] = this.#parts;
    const line = this.#parts.length === 1 ? first : Buffer.concat(this.#parts);
    const tooLong = this.size > this.#longest;
    this.#parts = [];
    this.size = 0;
    return tooLong ? undefined : line;
  }
}
