/** What keeps a failure of ours from becoming one of dsh. */

import { memory } from '../../npm/src/engine.js';
import type { Status } from './counts/status.js';

/** Set by the build: whether the test switch is in the file. */
declare const TOOLMEND_FAULTS: boolean;

/**
 * Makes a part fail when the tests ask for it, by naming it in `TOOLMEND_FAULT`; `wasm` damages the
 * engine's memory, so that its next call traps. Nothing of this is in the published file.
 */
export function faultHere(part: string): void {
  if (typeof TOOLMEND_FAULTS === 'undefined' || !TOOLMEND_FAULTS) return;
  const fault = process.env['TOOLMEND_FAULT'];
  if (fault === 'wasm') memory().fill(0xff);
  if (fault === part) throw new Error(`a fault in ${part}, as asked for`);
}

/** Runs parts of the plugin so that what they cannot do is left undone. */
export class Guard {
  readonly #status: Status;

  constructor(status: Status) {
    this.#status = status;
  }

  /** The result of a part, or nothing if it failed. */
  attempt<T>(part: string, run: () => T): T | undefined {
    try {
      faultHere(part);
      return run();
    } catch {
      this.#status.failed(part);
      return undefined;
    }
  }
}
