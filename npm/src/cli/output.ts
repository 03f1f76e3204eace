/** A stream that is written no faster than it is read. */

import { once } from 'node:events';

/** Standard output, which may be closed by its reader at any time (`| head`). */
export class Output {
  readonly #stream: NodeJS.WriteStream;
  closed = false;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      this.closed = true;
    });
  }

  /** Resolves when more may be written. */
  async write(text: string): Promise<void> {
    if (text === '' || this.closed || this.#stream.write(text)) return;
    // An error ends the wait too: it was dealt with above.
    await once(this.#stream, 'drain').catch(() => undefined);
  }
}
