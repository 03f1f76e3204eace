/** What the plugin has seen since it was loaded, in a small file: whether it runs, what failed. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { version } from '../../../npm/src/version.js';
import { dshData } from './folder.js';

export class Status {
  readonly #state: 'on' | 'observe' | 'off';
  readonly #loaded = new Date().toISOString();
  readonly #failures: Record<string, number> = {};

  constructor(state: 'on' | 'observe' | 'off') {
    this.#state = state;
    this.#save();
  }

  /** Records a failure of ours, by the name of the part only. */
  failed(part: string): void {
    this.#failures[part] = (this.#failures[part] ?? 0) + 1;
    this.#save();
  }

  #save(): void {
    const content = { version, state: this.#state, loaded: this.#loaded, failures: this.#failures };
    try {
      const path = dshData('status.json');
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
    } catch {
      // There is no other place to say it.
    }
  }
}
