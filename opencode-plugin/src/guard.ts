/** What keeps a failure of ours from becoming one of OpenCode. */

import { memory } from '../../npm/src/engine.js';
import type { Log } from './log.js';
import type { Status } from './status.js';

/** Set by the build: whether the test switch is in the file. */
declare const TOOLMEND_FAULTS: boolean;

/**
 * Makes a part fail when the tests ask for it, by naming it in `globalThis.toolmendFault`; `wasm`
 * damages the engine's memory, so that its next call traps. Nothing of this is in the published file.
 */
export function faultHere(part: string): void {
  if (typeof TOOLMEND_FAULTS === 'undefined' || !TOOLMEND_FAULTS) return;
  const { toolmendFault } = globalThis as { toolmendFault?: string };
  if (toolmendFault === 'wasm') memory().fill(0xff);
  if (toolmendFault === part) throw new Error(`a fault in ${part}, as asked for`);
}

export class Guard {
  readonly #log: Log;
  readonly #status: Status;

  constructor(log: Log, status: Status) {
    this.#log = log;
    this.#status = status;
  }

  /**
   * A hook that never throws: what it could not do is left undone. A throw would fail the call or, in
   * some hooks, end OpenCode.
   */
  hook<A extends unknown[]>(
    name: string,
    hook: (...args: A) => Promise<void> | void,
  ): (...args: A) => Promise<void> {
    return async (...args) => {
      try {
        faultHere(name);
        await hook(...args);
      } catch (error) {
        this.failed(name, error);
      }
    };
  }

  /** Records a failure of ours. */
  failed(place: string, error: unknown): void {
    const kind = error instanceof Error ? error.name : typeof error;
    this.#status.failed(place);
    this.#log.write('error', `${place} failed (${kind}); OpenCode goes on without it`);
  }
}
