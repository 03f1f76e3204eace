/** What the mending fetch is told, and what it tells. */

import type { Options, Outcome, ScanOptions } from '../types.js';

/** What became of one call of a model. Holds no arguments and no text. */
export interface CallEvent {
  /** The model's name, as the request has it. */
  model: string;
  /** The tool's name, as it goes out. */
  tool: string;
  outcome: Outcome['outcome'];
  /** The names of the rules that mended it. */
  rules: string[];
  /** The format in which it leaked, if it was read from text. */
  format?: string;
  /** The call's id, by which notes and messages are kept. */
  id: string;
}

/** Settings of a mending fetch. */
export interface FetchOptions extends Omit<Options, 'paths'> {
  /** The fetch that sends the requests; `globalThis.fetch` at the time of each if not given. */
  fetch?: typeof fetch;
  /** How much is recovered from text; `safe` if not said. */
  level?: ScanOptions['level'];
  /** The tools that may be recovered from text, if not all: the host's read-only ones. */
  only?: readonly string[];
  /** Count only: every request and response passes as it is. */
  observe?: boolean;
  /** Told of every call. */
  onEvent?: (event: CallEvent) => void;
  /** Told of a failure of ours; what it concerned passed as it was. */
  onFailure?: (error: unknown) => void;
}

/** A fetch that mends, with what it keeps for the shell around it. */
export interface MendingFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The notes of mended calls by call id, each to be taken once. */
  readonly notes: { take(callId: string): string | undefined };
  /** The messages of refused calls by call id. */
  readonly messages: { get(callId: string): string | undefined };
  /** The JSON Schemas of the tools by name, from the last request that offered each. */
  readonly schemas: ReadonlyMap<string, unknown>;
}

/** A response's stream, event by event. Each method gives the bytes that can go out. */
export interface ResponseStream {
  event(event: { bytes: Uint8Array; data: string | undefined }): Uint8Array[];
  /** The stream has ended. */
  end(): Uint8Array[];
  /** Everything that waits, as it came. */
  abandon(): Uint8Array[];
}
