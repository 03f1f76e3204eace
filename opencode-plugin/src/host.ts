/**
 * What the plugin uses of OpenCode's plugin interface.
 *
 * Written down here, not taken from `@opencode-ai/plugin`: one plugin serves the releases from 1.15.13 on,
 * so what a release may lack is optional, and that package would bring a runtime library along.
 */

/** OpenCode's own tool, which it calls in place of a call that it could not read. */
export const UNREADABLE = 'invalid';

/** What a plugin is given when it starts. */
export interface PluginInput {
  client: Client;
  /** The project's folder. */
  directory: string;
}

/** OpenCode's own API, as far as it is used. */
export interface Client {
  app?: {
    log?(request: {
      body: { service: string; level: 'debug' | 'info' | 'warn' | 'error'; message: string };
    }): Promise<unknown>;
  };
  tool?: {
    /** The tools of OpenCode itself and of plugins; those of MCP servers are not listed. */
    list?(request: { query: { provider: string; model: string; directory?: string } }): Promise<{
      data?: ListedTool[];
    }>;
  };
}

/** A tool as OpenCode lists it. */
export interface ListedTool {
  id: string;
  parameters: unknown;
}

/** A tool call, as the hooks name it: `callID` is the provider's, so it is unique in a session only. */
export interface CallKey {
  tool: string;
  sessionID: string;
  callID: string;
}

/** The result of a tool: `content` of one from an MCP server, else `output`. */
export interface ToolResult {
  output?: unknown;
  content?: unknown;
}

/** A tool call in OpenCode's record of a session. */
export interface ToolPart {
  type: 'tool';
  tool: string;
  sessionID: string;
  callID: string;
  state: {
    status: 'pending' | 'running' | 'completed' | 'error';
    input?: unknown;
    output?: string;
    error?: string;
  };
}

/** A message in OpenCode's record of a session. */
export interface RecordedMessage {
  info: {
    role: string;
    sessionID?: string;
    finish?: string;
    providerID?: string;
    modelID?: string;
  };
  parts: (ToolPart | { type: string })[];
}

/** A model as OpenCode names it. */
export interface ModelKey {
  providerID: string;
  id: string;
}

/** The hooks that the plugin has, with what they are given and what they may change. */
export interface Hooks {
  dispose?(): Promise<void>;
  event?(input: { event: { type: string; properties?: unknown } }): Promise<void>;
  config?(config: Config): Promise<void>;
  'chat.params'?(input: { sessionID: string; model: ModelKey }, output: unknown): Promise<void>;
  /** `args` must be edited in place: OpenCode keeps its own reference. */
  'tool.execute.before'?(input: CallKey, output: { args: unknown }): Promise<void>;
  /** Called for calls that ran without an error. */
  'tool.execute.after'?(input: CallKey, output: ToolResult): Promise<void>;
  'experimental.chat.messages.transform'?(
    input: unknown,
    output: { messages: RecordedMessage[] },
  ): Promise<void>;
  'experimental.chat.system.transform'?(
    input: unknown,
    output: { system: string[] },
  ): Promise<void>;
}

/** The live configuration. */
export interface Config {
  shell?: string;
  provider?: Record<string, { options?: { fetch?: typeof fetch } }>;
}
