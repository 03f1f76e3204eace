/** What is known of each session: its model, and the tools that were offered to it. */

import { compileTools, type Options as EngineOptions, type Tools } from '../../npm/src/api.js';
import { type Client, type ModelKey, UNREADABLE } from './host.js';
import { Recent } from './recent.js';

/** A list of tools, compiled. */
export interface Offer {
  tools: Tools;
  names: ReadonlySet<string>;
}

interface Session {
  model?: ModelKey;
  offer?: Offer;
  /** What the model was told already. */
  told: Set<string>;
  /** What the model is to be told of calls that were refused in the stream. */
  messages: Recent<string>;
}

/** OpenCode's own list is not waited for longer: a hook without an end would hang the call. */
const PATIENCE_MS = 3000;

export class Sessions {
  readonly #client: Client;
  readonly #directory: string;
  readonly #engine: EngineOptions;
  readonly #sessions = new Recent<Session>(200);
  /** OpenCode's own lists by model: for calls of streams that were not seen. */
  readonly #listed = new Map<string, Offer>();
  /** Compiled lists by their JSON: sessions mostly share one. */
  readonly #compiled = new Recent<Offer>(20);

  constructor(client: Client, directory: string, engine: EngineOptions) {
    this.#client = client;
    this.#directory = directory;
    this.#engine = engine;
  }

  /** Remembers the model that a session talks to. */
  uses(id: string, model: ModelKey): void {
    this.#session(id).model = model;
  }

  /** The session's model for the counts. */
  model(id: string): string {
    const model = this.#sessions.get(id)?.model;
    return model === undefined ? '?' : `${model.providerID}/${model.id}`;
  }

  /** Whether this is the first time that a session's model is told about `kind`. */
  isNews(id: string, kind: string): boolean {
    const { told } = this.#session(id);
    return !told.has(kind) && told.add(kind) !== undefined;
  }

  /** Whether anything is known of a session. */
  knows(id: string): boolean {
    return this.#sessions.get(id) !== undefined;
  }

  /** Remembers the tools of a request that a session made. */
  offered(id: string, list: string, names: Iterable<string>): Offer {
    const offer = this.#compile(list, names);
    this.#session(id).offer = offer;
    return offer;
  }

  /** Whether a tool was offered to a session. */
  offers(id: string, tool: string): boolean {
    return this.#sessions.get(id)?.offer?.names.has(tool) === true;
  }

  /** Keeps what the model is to be told of a call that was refused. */
  refused(id: string, call: string, message: string): void {
    this.#session(id).messages.set(call, message);
  }

  /** What the model is to be told of a call, if it was refused in the stream. */
  message(id: string, call: string): string | undefined {
    return this.#sessions.get(id)?.messages.get(call);
  }

  /** The tools that a session may call; without a request that was seen, OpenCode's own list. */
  async offer(id: string, model = this.#sessions.get(id)?.model): Promise<Offer | undefined> {
    const session = this.#session(id);
    if (session.offer !== undefined) return session.offer;
    if (model === undefined) return undefined;
    const key = `${model.providerID}/${model.id}`;
    const listed = this.#listed.get(key) ?? (await this.#list(model));
    if (listed !== undefined) this.#listed.set(key, listed);
    return listed;
  }

  #session(id: string): Session {
    const session = this.#sessions.get(id) ?? { told: new Set(), messages: new Recent(100) };
    this.#sessions.set(id, session);
    return session;
  }

  async #list({ providerID: provider, id: model }: ModelKey): Promise<Offer | undefined> {
    const query = { provider, model, directory: this.#directory };
    const asked = this.#client.tool?.list?.({ query }).catch(() => undefined);
    const list = (await Promise.race([asked, patience()]))?.data;
    if (!Array.isArray(list)) return undefined;
    const tools = list
      .filter(({ id }) => id !== UNREADABLE)
      .map(({ id: name, parameters }) => ({ name, parameters }));
    return this.#compile(
      JSON.stringify(tools),
      tools.map(({ name }) => name),
    );
  }

  #compile(list: string, names: Iterable<string>): Offer {
    const known = this.#compiled.get(list);
    if (known !== undefined) return known;
    const offer = { tools: compileTools(list, this.#engine), names: new Set(names) };
    this.#compiled.set(list, offer);
    return offer;
  }
}

async function patience(): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), PATIENCE_MS).unref();
  });
}
