/** The tools that a session's model may call, compiled. */

import { compileTools, type Options as EngineOptions, type Tools } from '../../npm/src/api.js';
import { Recent } from '../../opencode-plugin/src/recent.js';
import {
  type Agent,
  type Context,
  type GenerateOptions,
  RUN_CODE,
  type ToolSchema,
} from './host.js';

/** A list of tools, compiled. */
export interface Offer {
  tools: Tools;
  /** The tools that the model may call by themselves; the others are called by programs only. */
  direct: ReadonlySet<string>;
  /** All tools, with those that programs may call. */
  known: ReadonlySet<string>;
}

interface Session {
  model: string;
  offer: Offer;
}

export class Offers {
  readonly #context: Context;
  readonly #engine: EngineOptions;
  readonly #sessions = new Recent<Session>(200);
  /** Compiled lists by their JSON: sessions mostly share one. */
  readonly #compiled = new Recent<Offer>(20);

  constructor(context: Context, engine: EngineOptions) {
    this.#context = context;
    this.#engine = engine;
  }

  /** The tools of a request; where it offers `run_code`, the tools of its programs too. */
  request({ tools: offered = [], sessionId: id = '', provider, model }: GenerateOptions): Offer {
    const direct = new Set(offered.map(({ name }) => name));
    const agent = this.#context.get('agents')?.get(id);
    const inner = direct.has(RUN_CODE) ? this.#listed(agent) : [];
    const all = [...offered, ...inner.filter(({ name }) => !direct.has(name))];
    const offer = this.#compile(all, direct, id);
    this.#sessions.set(id, { model: `${provider}/${model}`, offer });
    return offer;
  }

  /** The tools that a call may be of: those of its session's last request, else the registry's. */
  execution(name: string, agent: Agent | undefined): Offer {
    const offer = this.#sessions.get(agent?.id ?? '')?.offer;
    if (offer?.known.has(name)) return offer;
    const listed = this.#listed(agent);
    const runCode = this.#context.tools.get(RUN_CODE, agent);
    const isListed = listed.some((tool) => tool.name === RUN_CODE);
    const all =
      runCode === undefined || isListed
        ? listed
        : [...listed, { name: RUN_CODE, parameters: runCode.parameters }];
    return this.#compile(all, new Set(all.map((tool) => tool.name)), agent?.id ?? '');
  }

  /** The session's model for the counts. */
  model(agent: Agent | undefined): string {
    return this.#sessions.get(agent?.id ?? '')?.model ?? '?';
  }

  /** In dsh's web interface no tool is global: the agent must be named. */
  #listed(agent: Agent | undefined): ToolSchema[] {
    return this.#context.tools.schemas(agent).map(({ name, parameters }) => ({ name, parameters }));
  }

  #compile(list: ToolSchema[], direct: ReadonlySet<string>, session: string): Offer {
    const cwd = this.#context.get('sessions')?.get(session)?.header?.cwd;
    const json = JSON.stringify(list.map(({ name, parameters }) => ({ name, parameters })));
    const key = `${cwd ?? ''}\n${[...direct].join(' ')}\n${json}`;
    const compiled = this.#compiled.get(key);
    if (compiled !== undefined) return compiled;
    const offer: Offer = {
      tools: compileTools(json, { ...this.#engine, ...(cwd === undefined ? {} : { cwd }) }),
      direct,
      known: new Set(list.map(({ name }) => name)),
    };
    this.#compiled.set(key, offer);
    return offer;
  }
}
