/** The parts of the AI SDK's model interface that are needed here; alike in ai 6 (v3) and ai 7 (v4). */

/** A part of a model's answer, whole or streamed. */
export interface Part {
  type: string;
  id?: string;
  delta?: string;
  text?: string;
  toolCallId?: string;
  toolName?: string;
  input?: unknown;
  providerExecuted?: boolean;
  finishReason?: unknown;
}

/** What a model is called with. */
export interface CallOptions {
  tools?: readonly { type: string; name: string; inputSchema?: unknown }[];
  prompt: readonly { role: string; content: unknown }[];
}
