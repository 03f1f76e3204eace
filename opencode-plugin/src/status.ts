/**
 * What the plugin has seen since it was loaded, in a small file for `toolmend doctor opencode`: whether
 * it runs at all, which of its layers are reached, and what failed.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { opencodeData } from '../../npm/src/host-folders.js';
import { version } from '../../npm/src/version.js';

/** What is counted since the start. */
export interface Seen {
  /** Model requests whose answer went through the stream layer. */
  requests: number;
  /** Model requests in a format that the stream layer does not know. */
  unknownRequests: number;
  /** Calls that were mended in the stream. */
  streamMended: number;
  /** Calls that reached the hook before a call. */
  calls: number;
  /** Calls whose tool's schema was not known there. */
  withoutSchema: number;
  /** Calls that were mended there. */
  hookMended: number;
  /** Results that got a note. */
  notes: number;
  /** Errors that were put in better words. */
  messages: number;
}

/** The file's content. */
export interface StatusFile {
  version: string;
  loaded: string;
  updated: string;
  state: 'on' | 'observe' | 'off';
  /** How many configured providers have the mending fetch. */
  providers: number;
  seen: Seen;
  /** How often a part of the plugin failed, by its name. */
  failures: Record<string, number>;
  /** Settings that could not be used. */
  complaints: string[];
}

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
        unknownRequests: 0,
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
