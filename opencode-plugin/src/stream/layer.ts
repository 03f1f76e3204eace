/**
 * The layer at the response's stream: a `fetch` that mends what a model answers, before OpenCode reads
 * it. Each configured provider gets one; for providers that OpenCode knows by itself, the process's own
 * `fetch` is replaced by one that looks at nothing but model requests of known sessions.
 */

import type { ScanOptions } from '../../../npm/src/api.js';
import { faultHere, type Guard } from '../guard.js';
import type { Config } from '../host.js';
import type { Ledger } from '../ledger.js';
import type { Sessions } from '../sessions.js';
import type { Status } from '../status.js';
import { ChatCompletion, type Told } from './chat-completion.js';
import { type ModelRequest, modelRequest, sessionOf } from './model-request.js';
import { type EventRewriter, rewriteEvents } from './server-sent-events.js';

type Fetch = typeof fetch;

interface Parts {
  sessions: Sessions;
  ledger: Ledger;
  status: Status;
  guard: Guard;
  observe: boolean;
  scan: ScanOptions;
}

/** What all copies of the plugin in a process share, so that no answer is mended twice. */
interface Shared {
  /** Requests that a mending fetch has already taken. */
  taken: WeakSet<RequestInit>;
  /** The layers that are in use: one for each project that OpenCode serves. */
  layers: Set<{ knows(session: string): boolean; mending(base: Fetch): Fetch }>;
  installed?: true;
}

const key = Symbol.for('opencode-toolmend');
const shared: Shared = ((globalThis as { [key]?: Shared })[key] ??= {
  taken: new WeakSet(),
  layers: new Set(),
});

export class StreamLayer {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Puts a mending fetch on each configured provider and in the place of the process's own. */
  install(config: Config): void {
    const providers = Object.values(config.provider ?? {});
    for (const provider of providers) {
      provider.options ??= {};
      const { fetch: own } = provider.options;
      provider.options.fetch = this.mending(own ?? ((...args) => fetch(...args)));
    }
    this.#parts.status.providers = providers.length;
    shared.layers.add(this);
    replaceFetch();
  }

  dispose(): void {
    shared.layers.delete(this);
  }

  knows(session: string): boolean {
    return this.#parts.sessions.knows(session);
  }

  /** A fetch that mends the answers of models and is `base` for all else. */
  mending(base: Fetch): Fetch {
    const mending = async (...[input, init]: Parameters<Fetch>): Promise<Response> => {
      const request = this.#request(input, init);
      if (request === undefined) return base(input, init);
      return this.#mended(request, await taken(base, input, init));
    };
    // Bun's fetch has members of its own.
    return Object.assign(mending, base);
  }

  #request(...[input, init]: Parameters<Fetch>): ModelRequest | undefined {
    try {
      faultHere('fetch');
      if (init !== undefined && shared.taken.has(init)) return undefined;
      return modelRequest(input, init);
    } catch (error) {
      this.#parts.guard.failed('fetch', error);
      return undefined;
    }
  }

  #mended(request: ModelRequest, response: Response): Response {
    const { sessions, status, guard, observe, scan } = this.#parts;
    const { session = '', tools: list, names, sent } = request;
    const isStream = response.headers.get('content-type')?.includes('text/event-stream');
    if (!response.ok || response.body === null || isStream !== true) return response;
    try {
      status.saw('requests');
      const { tools } = sessions.offered(session, list, names);
      const tell = (told: Told): void => this.#enter(session, told);
      const chat = new ChatCompletion({ tools, scan: { ...scan, sent }, observe, tell });
      const body = response.body.pipeThrough(rewriteEvents(new Guarded(chat, guard)));
      const { status: code, statusText, headers } = response;
      return new Response(body, { status: code, statusText, headers });
    } catch (error) {
      guard.failed('fetch', error);
      return response;
    }
  }

  #enter(session: string, { id, name, outcome, rules, note, message }: Told): void {
    const { sessions, ledger, status, observe } = this.#parts;
    if (outcome === 'repaired') status.saw('streamMended');
    if (message !== undefined) sessions.refused(session, id, message);
    const isOffered = sessions.offers(session, name);
    ledger.enter(session, id, {
      model: sessions.model(session),
      tool: isOffered ? name : '?',
      outcome,
      rules,
      seam: 'stream',
      ...(note === undefined || observe ? {} : { note }),
    });
  }
}

/** Lets everything pass as it came once something of ours has failed. */
class Guarded implements EventRewriter {
  readonly #chat: ChatCompletion;
  readonly #guard: Guard;
  #failed = false;

  constructor(chat: ChatCompletion, guard: Guard) {
    this.#chat = chat;
    this.#guard = guard;
  }

  take(data: string): string[] | undefined {
    if (this.#failed) return undefined;
    try {
      faultHere('stream');
      return this.#chat.take(data);
    } catch (error) {
      return [...this.#fail(error), data];
    }
  }

  end(): string[] {
    if (this.#failed) return [];
    try {
      return this.#chat.end();
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** What was kept back, as it was sent. */
  #fail(error: unknown): string[] {
    this.#failed = true;
    this.#guard.failed('stream', error);
    try {
      return this.#chat.asSent();
    } catch {
      return [];
    }
  }
}

/** Fetches a request that no other mending fetch shall take on the way. */
async function taken(base: Fetch, ...[input, init]: Parameters<Fetch>): Promise<Response> {
  if (init !== undefined) shared.taken.add(init);
  try {
    return await base(input, init);
  } finally {
    if (init !== undefined) shared.taken.delete(init);
  }
}

/** Replaces the process's fetch, once. */
function replaceFetch(): void {
  if (shared.installed) return;
  shared.installed = true;
  const original = globalThis.fetch;
  const replaced = (...[input, init]: Parameters<Fetch>): Promise<Response> => {
    const layer = layerFor(init);
    return (layer?.mending(original) ?? original)(input, init);
  };
  globalThis.fetch = Object.assign(replaced, original);
}

/** The layer that knows the session of a request, if it could be one to a model. */
function layerFor(init: RequestInit | undefined) {
  if (typeof init?.body !== 'string' || shared.taken.has(init)) return undefined;
  const session = sessionOf(init);
  if (session === undefined) return undefined;
  return [...shared.layers].find((layer) => layer.knows(session));
}
