/**
 * What the plugin uses of dsh's interfaces.
 *
 * Written down here, not taken from dsh's packages: those that hold them pull a whole harness along,
 * and what a release may lack is optional here.
 */

/** A tool as a request offers it and as the registry lists it. */
export interface ToolSchema {
  name: string;
  parameters: unknown;
}

/** A piece of content. */
export type ContentBlock =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | ToolCallBlock
  | { type: 'tool-result'; toolCallId: string; content: ContentBlock[] }
  | { type: 'image' };

/** A call as the model made it: `arguments` is its raw text. */
export interface ToolCallBlock {
  type: 'tool-call';
  id: string;
  name: string;
  arguments: string;
}

/** A message of a request. */
export interface Message {
  role: string;
  content: ContentBlock[] | string;
}

/** A request to the model. Frozen. */
export interface GenerateOptions {
  provider: string;
  model: string;
  messages: Message[];
  system?: string;
  tools?: ToolSchema[];
  sessionId?: string;
  /** Set for side requests: session titles, compaction. */
  purpose?: string;
}

/**
 * What the model's answer is made of. A block's chunks come between its `block-start` and its
 * `block-end`, each block has an index of its own, `usage` comes once and `finish` last.
 */
export type StreamChunk =
  | { type: 'block-start'; index: number; blockType: ContentBlock['type'] }
  | { type: 'text-delta'; index: number; text: string }
  | { type: 'reasoning-delta'; index: number; text: string }
  | { type: 'tool-call-delta'; index: number }
  | { type: 'block-end'; index: number; block: ContentBlock }
  | { type: 'usage' }
  | { type: 'finish'; reason: { kind: string } };

/** On whose behalf a call runs. */
export interface Agent {
  /** The session's id as well. */
  id: string;
}

/**
 * A call on its way. dsh says that the name and the arguments are readonly, and freezes what the
 * arguments hold; the properties themselves could be assigned so far.
 */
export interface Execution {
  readonly callId: string;
  readonly rootCallId: string;
  name: string;
  arguments: unknown;
  readonly agent?: Agent;
  /** The call that this one was made by: a program's, or ours. */
  readonly parent?: unknown;
  /** What a nested call names as its parent. */
  readonly token: unknown;
  readonly signal: AbortSignal;
}

/** What came of a call. */
export interface ExecutionResult {
  readonly isError: boolean;
  readonly error?: { message?: string; info?: { code?: string } };
  readonly content: ContentBlock[];
}

/** What the gate before a call decides. */
export type PreDecision = { kind: 'allow' | 'deny' | 'ask' };

/** What is decided on a result. */
export type PostDecision = { kind: string; content?: ContentBlock[]; value?: unknown };

/** The registry of tools. Agents have tools of their own, so every look-up names the agent. */
export interface ToolRegistry {
  get(name: string, agent?: Agent): { parameters: unknown } | undefined;
  schemas(agent?: Agent): ToolSchema[];
  execute(call: {
    callId: string;
    rootCallId: string;
    name: string;
    arguments: unknown;
    agent?: Agent;
    parent: unknown;
    signal: AbortSignal;
  }): Promise<ExecutionResult>;
}

/** The services that may be there. */
export interface Services {
  agents: { get(id: string): Agent | undefined };
  sessions: { get(id: string): { header?: { cwd?: string } } | undefined };
  codeRuntime: { language?: string };
  systemPrompt: { section(section: { name: string; order: number; text: string }): () => void };
}

/** The listeners that the plugin has. */
export interface Listeners {
  'llm/stream'(
    options: GenerateOptions,
    next: () => AsyncIterable<StreamChunk>,
  ): AsyncIterable<StreamChunk>;
  'tools/pre-execute'(exec: Execution, next: () => Promise<PreDecision>): Promise<PreDecision>;
  'tools/execute'(exec: Execution, next: () => Promise<ExecutionResult>): Promise<ExecutionResult>;
  'tools/post-execute'(
    exec: Execution,
    result: ExecutionResult,
    next: () => Promise<PostDecision>,
  ): Promise<PostDecision>;
  'tools/result'(exec: Execution, result: ExecutionResult): void;
}

/** The plugin's context. */
export interface Context {
  tools: ToolRegistry;
  get<K extends keyof Services>(service: K): Services[K] | undefined;
  inject(services: string[], ready: (context: Context) => void): void;
  on<K extends keyof Listeners>(event: K, listener: Listeners[K]): void;
  effect(register: () => () => void): void;
}

/** The tool that runs a program, which calls the other tools. */
export const RUN_CODE = 'run_code';
