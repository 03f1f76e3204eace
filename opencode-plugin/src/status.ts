/**
 * What the plugin has seen since it was loaded, in a small file for `toolmend doctor opencode`: whether
 * it runs at all, which of its layers are reached, and what failed.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { opencodeData, type Seen, type StatusFile } from '../../npm/src/opencode-files.js';
import { version } from '../../npm/src/version.js';

export class Status {
  readonly #file: StatusFile;
  #saved = '';

  constructor(state: StatusFile['state'], complaints: string[]) {
    const now = new Date().toISOString();
    this.#file = {
      version,
      loaded: now,
      updated: now,
      state,
      providers: 0,
      seen: {
        requests: 0,
        streamMended: 0,
        calls: 0,
        withoutSchema: 0,
        hookMended: 0,
        notes: 0,
        messages: 0,
      },
      failures: {},
      complaints,
    };
  }

  saw(what: keyof Seen): void {
    this.#file.seen[what] += 1;
  }

  failed(place: string): void {
    this.#file.failures[place] = (this.#file.failures[place] ?? 0) + 1;
  }

  set providers(count: number) {
    this.#file.providers = count;
  }

  /** Writes the file if there is news. */
  save(): void {
    const { updated: _, ...content } = this.#file;
    const text = JSON.stringify(content);
    if (text === this.#saved) return;
    this.#saved = text;
    this.#file.updated = new Date().toISOString();
    const path = opencodeData('status.json');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify(this.#file, undefined, 2)}\n`, { mode: 0o600 });
  }
}
