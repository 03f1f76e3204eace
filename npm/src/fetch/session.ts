/** What outlives one request: compiled tools, and what is to be told the model later. */

import { compileTools, type Tools } from '../tools.js';
import type { Options, Tool } from '../types.js';
import type { FetchOptions } from './types.js';

/** How many lists of tools stay compiled, and how many calls are remembered. */
const LISTS = 8;
const CALLS = 1000;

/** A map that forgets what it was told first. */
class Recent<V> extends Map<string, V> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: string, value: V): this {
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#most) break;
      this.delete(oldest);
    }
    return this;
  }
}

/** The memory of one mending fetch. */
export class Session {
  readonly options: FetchOptions;
  /** The notes of mended calls and the messages of refused ones, by call id. */
  readonly notes = new Recent<string>(CALLS);
  readonly messages = new Recent<string>(CALLS);
  readonly schemas = new Recent<unknown>(CALLS);
  readonly #compiled = new Recent<Tools>(LISTS);
  /** The kinds of mending that a note was written for. */
  readonly #noted = new Set<string>();

  constructor(options: FetchOptions) {
    this.options = options;
  }

  /** The tools of a request, compiled. Requests of one conversation offer the same ones. */
  tools(list: readonly Tool[]): Tools {
    const json = JSON.stringify(list);
    const tools = this.#compiled.get(json) ?? compileTools(json, engineOptions(this.options));
    this.#compiled.set(json, tools);
    for (const tool of list) {
      const { name, parameters, input_schema: schema = parameters } = tool.function ?? tool;
      if (name !== undefined) this.schemas.set(name, schema);
    }
    return tools;
  }

  /** Keeps the note of a mended call, unless the session had one of its kind. */
  keepNote(id: string, kind: readonly string[], note: string): void {
    const key = kind.join(' ');
    if (note === '' || this.#noted.has(key)) return;
    this.#noted.add(key);
    this.notes.set(id, note);
  }
}

function engineOptions({ host, cwd, platform, rules }: FetchOptions): Options {
  return {
    ...(host !== undefined && { host }),
    ...(cwd !== undefined && { cwd }),
    ...(platform !== undefined && { platform }),
    ...(rules !== undefined && { rules }),
  };
}
