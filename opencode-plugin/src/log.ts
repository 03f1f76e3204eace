/** Lines in OpenCode's own log. Nothing is printed: that would corrupt its screen and its JSON. */

import type { Client } from './host.js';
import type { LogLevel } from './options.js';

type Level = Exclude<LogLevel, 'off'>;

const order: Record<LogLevel, number> = { off: 0, error: 1, warn: 2, info: 3, debug: 4 };

export class Log {
  readonly #client: Client;
  readonly #level: LogLevel;

  constructor(client: Client, level: LogLevel) {
    this.#client = client;
    this.#level = level;
  }

  /** Writes a line, which must hold no argument, path or text of a call. Nobody waits for it. */
  write(level: Level, message: string): void {
    if (order[level] > order[this.#level]) return;
    try {
      const written = this.#client.app?.log?.({ body: { service: 'toolmend', level, message } });
      written?.catch(() => undefined);
    } catch {
      // There is no other place to say it.
    }
  }
}
